"""Orders as text: squares as their player numbers them, cards by id or name, units by square or id."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from app.engine.matches.game import Action, MatchDecision, OrderError, Seat, View, other
from app.engine.matches.orders.forms import OrderForms, OrderSlot, card_named, verb_of
from app.engine.words import Words
from app.games.acts.cards import CARDS, Card
from app.games.acts.field import units
from app.games.acts.squares import NAMED, turned
from app.games.acts.view import Sight, called
from app.games.acts.words.names import CARD_NAMES, MASTERS, SKILL_NAMES
from app.text.characters import normal

VERBS: Final[Mapping[str, str]] = {
    "make": "make",
    "move": "move",
    "attack": "attack",
    "skill": "skill",
    "tool": "tool",
    "ether": "ether",
    "pass": "pass",
    "no": "no",
    "defend": "defend",
    "toss": "toss",
    "refill": "refill",
    "メイク": "make",
    "移動": "move",
    "攻撃": "attack",
    "スキル": "skill",
    "ツール": "tool",
    "エーテル": "ether",
    "パス": "pass",
    "使わない": "no",
    "防御": "defend",
    "トス": "toss",
    "補充": "refill",
}
_SIDES: Final[Mapping[str, str]] = {
    "first": "first",
    "second": "second",
    "先": "first",
    "後": "second",
    "先攻": "first",
    "後攻": "second",
}
_KEPT: Final[Mapping[str, str]] = {
    **{names.ja: names.en for names in MASTERS.values()},
    "手札": "hand",
    "どれか": "any",
    "攻撃者": "attacker",
    "対象": "target",
}
"""Words of orders in Japanese."""
_JAPANESE: Final = {word: way for way, word in (*_SIDES.items(), *_KEPT.items())}
_REFERENCE: Final = re.compile(
    r"(?P<foe>e?)(?P<square>[1-5][1-3])|(?P<whose>e?)(?P<card>[smtx][0-9]{2})"
    r"|(?P<word>any|master|e-master|attacker|target)"
)
_CARD: Final = re.compile("[smtx][0-9]{2}")
_GIFT: Final = r"(?:\s*[+-][0-9]{1,3}(?:on|済)?)+"
_NUMBER: Final = OrderSlot("[0-9]{1,3}", Words("数", "a number"))
_UNIT: Final = OrderSlot(
    r"[^\s>,、]+?",
    Words("ユニット", "a unit"),
    (
        *(f"{of}{at}" for of in ("", "e") for at in (*NAMED, *map(str.lower, CARDS))),
        *("any", "master", "e-master", "attacker", "target"),
        *_KEPT,
    ),
)
_SQUARE: Final = OrderSlot(r"\S+?", Words("マス", "a square"))
_SOURCE: Final = OrderSlot(
    "master|hand|マスター|手札",
    Words("「マスター」か「手札」", "“master” or “hand”"),
    ("master", "hand", "マスター", "手札"),
)
_SLOTS: Final[Mapping[str, OrderSlot]] = {
    "card": OrderSlot(
        ".+?",
        Words("カード", "a card"),
        (*map(str.lower, CARDS), *(normal(x) for each in CARD_NAMES.values() for x in each)),
    ),
    "skill": OrderSlot(
        "(?!with )[^>]+?",
        Words("スキル", "a skill"),
        tuple(normal(x) for each in SKILL_NAMES.values() for x in each),
    ),
    "side": OrderSlot(
        "|".join(_SIDES), Words("「先攻」か「後攻」", "“first” or “second”"), (*_SIDES,)
    ),
    "give": OrderSlot(_GIFT, Words("+1か-1済など", "+1 or -1on")),
    "parts": OrderSlot(".+", Words("エーテル", "ether")),
    **dict.fromkeys(("n", "more", "hand"), _NUMBER),
    **dict.fromkeys(("unit", "target", "also", "on"), _UNIT),
    **dict.fromkeys(("at", "to"), _SQUARE),
    **dict.fromkeys(("source", "other"), _SOURCE),
}


def _forms(en: str, ja: str, example: str, example_ja: str, *more: str) -> OrderForms:
    return OrderForms(_SLOTS, en, ja, Words(example_ja, example), *more)


_FORMS: Final[Mapping[str, OrderForms]] = {
    "make": _forms(
        "{card} at {at} with {n} from {source}[ and {more} from {other}]",
        "{card} {at}に {source}から{n}(枚)[ {other}から{more}(枚)]",
        "make S06 at 22 with 3 from master and 1 from hand",
        "メイク S06 22に マスターから3枚 手札から1枚",
    ),
    "move": _forms(
        "{unit} to {to}", "{unit} {to}へ", "move 22 to 32", "移動 22 32へ", "{unit} {to}に"
    ),
    "attack": _forms(
        "{unit}[ with {skill}] > {target}[ and {also}]",
        "{unit}[ {skill}] > {target}[、{also}]",
        "attack 22 with Breath > e42 and e41",
        "攻撃 22 ブレス > e42、e41",
        "{unit} {skill} > {target} and {also}",
        "{unit} with {skill} > {target}, {also}",
    ),
    "skill": _forms(
        "{unit} {skill} to {to} | {unit} {skill} on {on}[{give}]",
        "{unit} {skill} {to}へ | {unit} {skill} {on}に[{give}]",
        "skill 22 Ferry on 32 +1 -1on",
        "スキル 22 フェリー 32に +1 -1済",
    ),
    "tool": _forms(
        "{card} on {on} | {card} at {at} | {card}",
        "{card} {on}に | {card} {at}へ",
        "tool T01 on 22",
        "ツール T01 22に",
    ),
    "ether": _forms(
        "{parts}", "{parts}", "ether hand 2, 22 +1, 32 -1on", "エーテル 手札2枚、22に +1、32に -1済"
    ),
    "defend": _forms(
        "{unit} with {skill}", "{unit} {skill}", "defend master with Parry", "防御 マスター パリィ"
    ),
    "toss": _forms("{side}", "{side}", "toss first", "トス 先攻"),
    "refill": _forms("{n}", "{n}(枚)", "refill 1", "補充 1枚"),
    "pass": _forms("", "", "pass", "パス"),
    "no": _forms("", "", "no", "使わない"),
}
"""How the words behind a verb stand in both languages, and an example."""
_PART: Final = _forms(
    "hand {hand} | {unit} {give}",
    "手札{hand}枚 | {unit}に{give}",
    _FORMS["ether"].example.en,
    _FORMS["ether"].example.ja,
    "hand {hand}(枚)",
    "手札 {hand}(枚)",
    "手札{hand}",
    "{unit}{give}",
)
_COUNT: Final = re.compile(r"([+-][0-9]{1,3})(on|済)?")
_SKILLS: Final = {name: (*map(normal, names),) for name, names in SKILL_NAMES.items()}
"""The names of skills as they are read."""
_SKILLS_OF: Final[Mapping[str, Callable[[Card], Iterable[str]]]] = {
    "attack": lambda card: card.attacks,
    "skill": lambda card: card.actives,
    "defend": lambda card: card.defences,
}


def read(text: str, view: View, decision: MatchDecision | None) -> Sequence[Action]:
    """All that a normalised order may mean, at least one action. Raises `OrderError`.

    Without a decision a unit that is not there is kept as it is written, and legality is left open.
    """
    form, sight = _form(text), Sight.through(view)
    if form.is_fixed:
        return _fixed(form.text, sight.seat)
    return _Reader(form, view, sight, is_open=decision is None).read()


class _Form(NamedTuple):
    """What an order says whatever the view: its verb, and the words at the places of its form with their columns.

    One that `is_fixed` names nothing but squares and ids: it means the same in every view of a seat.
    """

    text: str
    verb: str
    found: Mapping[str, str]
    places: Mapping[str, int]
    behind: int
    is_fixed: bool


@lru_cache(maxsize=4096)
def _form(text: str) -> _Form:
    """The order as it is written: standing orders are asked at every decision. Raises `OrderError`."""
    text = text.lower()
    said, _, rest = text.strip().partition(" ")
    start = len(text) - len(text.lstrip()) + 1
    behind = start + len(said) + 1 + len(rest) - len(rest.lstrip())
    verb = verb_of(said, start, VERBS)
    found, places = _FORMS[verb].read(rest.strip(), behind)
    return _Form(text, verb, found, places, behind, _is_fixed(found, behind))


def _is_fixed(found: Mapping[str, str], behind: int) -> bool:
    """Whether these words of an order mean the same wherever cards stand."""
    units = [found[key] for key in ("unit", "target", "also", "on") if key in found]
    if "parts" in found:
        units = [part.unit for part in _parts(found["parts"], behind) if part.unit]
    is_card = "card" not in found or found["card"].upper() in CARDS
    return is_card and "skill" not in found and all(unit in NAMED for unit in units)


@lru_cache(maxsize=4096)
def _fixed(text: str, seat: Seat) -> Sequence[Action]:
    """What an order that is fixed means for this seat. Raises `OrderError`."""
    nothing = Sight(seat, {}, [], [], 0, 0, 0, None, None)
    return _Reader(_form(text), {}, nothing, is_open=True).read()


class _Part(NamedTuple):
    """What an order says of ether from the hand, or of what goes to or from a unit, with its column."""

    hand: int
    unit: str
    give: list[int]
    place: int


@lru_cache(maxsize=1024)
def _parts(text: str, behind: int) -> Sequence[_Part]:
    """The parts of an order for ether that begins in this column. Raises `OrderError`."""
    found = []
    for part in text.replace("、", ",").split(","):
        place = behind + len(part) - len(part.lstrip())
        behind += len(part) + 1
        said = _PART.read(part.strip(), place).words
        give = _gift(said.get("give", ""))
        found.append(_Part(int(said.get("hand", 0)), said.get("unit", ""), give, place))
    return found


class _Reader:
    """An order on its way to an action."""

    def __init__(self, form: _Form, view: View, sight: Sight, *, is_open: bool) -> None:
        self.form = form
        self.found, self.places = form.found, form.places
        self.view = view
        self.sight = sight
        self.is_open = is_open

    def read(self) -> Sequence[Action]:
        verb = self.form.verb
        match verb:
            case "pass" | "no":
                return ({"a": verb},)
            case "toss":
                return ({"a": _SIDES[self.found["side"]]},)
            case "refill":
                return ({"a": verb, "n": int(self.found["n"])},)
            case "make":
                return (self.make(),)
            case "ether":
                return (self.ether(),)
        return [*self.acts(verb)]

    # --- the orders ---------------------------------------------------------------------------------

    def make(self) -> dict[str, Any]:
        counts = {"master": 0, "hand": 0}
        for n, source in (("n", "source"), ("more", "other")):
            if n in self.found:
                counts[_KEPT.get(self.found[source], self.found[source])] += int(self.found[n])
        card = self.card("servant")
        return {"a": "make", "card": card, "at": self.square("at"), **counts}

    def ether(self) -> dict[str, Any]:
        hand, moves = 0, []
        for part in _parts(self.found["parts"], self.form.behind):
            hand += part.hand
            if part.unit:
                moves += [[self.named(part.unit, part.place)[0], *part.give]]
        return {"a": "ether", "hand": hand, "move": sorted(moves)}

    def acts(self, verb: str) -> Iterator[dict[str, Any]]:
        """Moves, attacks, skills, defences and tools: one for each unit that may be meant."""
        keys = [key for key in ("unit", "target", "also", "on") if key in self.found]
        card = {"card": self.card("tool")} if verb == "tool" else {}
        for squares in product(*(self.units(key) for key in keys)):
            named = dict(zip(keys, squares, strict=True))
            action: dict[str, Any] = {"a": verb, **card, **named}
            if verb in _SKILLS_OF:
                has_skill = "skill" in self.found
                action["skill"] = self.skill(verb, named["unit"]) if has_skill else None
            if "also" in named:
                action |= zip(("target", "also"), sorted(squares[1:]), strict=True)
            action |= {key: self.square(key) for key in ("at", "to") if key in self.found}
            if "give" in self.found:
                action["give"] = _gift(self.found["give"])
            yield action

    # --- parts of them ------------------------------------------------------------------------------

    def wrong(self, key: str, ja: str, en: str) -> OrderError:
        """What is wrong with the words at this place of the form, the first of which or a later one."""
        return OrderError(self.places[key] + _slip(key, self.found[key]), Words(ja, en))

    def square(self, key: str) -> str:
        """A square, as seat A numbers it."""
        word = self.found[key]
        if word not in NAMED:
            raise self.wrong(
                key,
                f"「{word}」はマスではありません（11から53）。",
                f"“{word}” is no square; these are 11 to 53.",
            )
        return str(turned(NAMED[word], self.sight.seat))

    def units(self, key: str) -> list[str]:
        """The squares that the reference at this place of the form may mean."""
        return self.named(self.found[key], self.places[key])

    def named(self, said: str, place: int) -> list[str]:
        """The squares that a reference may mean; of one that is not there itself, while no decision is open."""
        word = _KEPT.get(said, said)
        squares = referred(word, self.sight)
        if squares is None:
            raise OrderError(
                place,
                Words(
                    f"「{word}」は分かりません（22、e42、master、e-master、S06、eS06など）。",
                    f"“{word}” is not known; write 22, e42, master, e-master, S06 or eS06.",
                ),
            )
        if squares:
            return [str(square) for square in squares]
        if not self.is_open:
            raise OrderError(place, Words(f"「{word}」はいません。", f"“{word}” is not there."))
        return [_CARD.sub(lambda card: card[0].upper(), word)]

    def card(self, kind: str) -> str:
        """The card with this id, or the own one of this kind whose name alone begins so."""
        word: str = self.found["card"]
        if word.upper() in CARDS:
            return word.upper()
        names = {id: CARD_NAMES[id] for id in own_cards(self.view) if CARDS[id].kind == kind}
        return card_named(word, names, self.places["card"] + _slip("card", word))

    def skill(self, verb: str, unit: str) -> str:
        """The skill of the unit whose name begins so; if it has none, any there is."""
        word = self.found["skill"].strip()
        piece = self.sight.field.get(NAMED.get(unit, 0))
        name = _skill(verb, word, piece.card if piece else "")
        if not name:
            raise self.wrong(
                "skill",
                f"「{word}」というスキルはありません。",
                f"There is no such skill as “{word}”.",
            )
        return name


@lru_cache(maxsize=1024)
def _skill(verb: str, word: str, card: str) -> str:
    """The skill of this card whose name begins so; if it has none, any there is; empty if there is none."""
    of = _SKILLS_OF[verb]
    own = [*of(CARDS[card])] if card else []
    for names in (own, [name for each in CARDS.values() for name in of(each)]):
        begun = [name for name in names if any(way.startswith(word) for way in _SKILLS[name])]
        if begun:
            return min(begun, key=len)
    return ""


def _slip(key: str, said: str) -> int:
    """Where the word is that makes this nothing known: the first if all of it is."""
    return _SLOTS[key].slip(said) % len(said)


def _gift(text: str) -> list[int]:
    """Usable and spent ether that is given."""
    given = [0, 0]
    for count, is_on in _COUNT.findall(text):
        given[bool(is_on)] += int(count)
    return given


class _Reference(NamedTuple):
    """What orders call a card or a square: by its square, its id or a word; `is_foe` for that of the enemy."""

    is_foe: bool
    square: int
    card: str
    word: str


@lru_cache(maxsize=1024)
def _reference(word: str) -> _Reference | None:
    found = _REFERENCE.fullmatch(word.lower())
    if found is None:
        return None
    is_foe = bool(found["foe"] or found["whose"])
    return _Reference(
        is_foe, int(found["square"] or 0), (found["card"] or "").upper(), found["word"]
    )


def referred(word: str, sight: Sight) -> list[int] | None:
    """The squares that this reference means now, the first of several first; None if it is no reference."""
    found = _reference(word)
    if found is None:
        return None
    field, seat, flow = sight.field, sight.seat, sight.flow
    if found.square:
        at = turned(found.square, seat)
        is_there = not found.is_foe or (at in field and field[at].owner != seat)
        return [at] if is_there else []
    if found.card:
        meant = [
            turned(at, seat)
            for at, each in field.items()
            if each.card == found.card and (each.owner != seat) == found.is_foe
        ]
        return [turned(min(meant, key=lambda own: (-(own // 10), own)), seat)] if meant else []
    match found.word:
        case "any":
            return sorted((at for at, _ in units(field, seat)), key=lambda at: turned(at, seat))
        case "attacker" | "target":
            if flow is None or flow.action["a"] != "attack":
                return []
            return [flow.unit if found.word == "attacker" else flow.target]
    whose = seat if found.word == "master" else other(seat)
    return [sight.masters[whose]] if whose in sight.masters else []


def own_cards(view: View) -> list[str]:
    """The cards that the player knows to be of the own deck; a spectator's are all there are."""
    seat = view["seat"]
    if not seat:
        return [*CARDS]
    side = view[seat]
    found = {*side["hand"], *side["deck_rest"], *side["trash"]}
    for each in view["field"].values():
        found |= {each["card"]} if each["owner"] == seat else set()
        found |= {card for card, owner in each.get("tools", ()) if owner == seat}
    return sorted(found)


def placed(action: Action, sight: Sight) -> Action:
    """The same with the squares of units that were not there when it was read. Raises `OrderError` if one still is not."""

    def at(word: str) -> str:
        if word in NAMED:
            return word
        squares = referred(word, sight)
        if not squares:
            raise OrderError(1, Words(f"「{word}」はいません。", f"“{word}” is not there."))
        return str(squares[0])

    keys = [key for key in ("unit", "target", "also", "on") if key in action]
    named: dict[str, Any] = {key: at(action[key]) for key in keys}
    if "also" in named:
        named |= zip(("target", "also"), sorted((named["target"], named["also"])), strict=True)
    if action["a"] == "ether":
        named["move"] = sorted([at(word), *give] for word, *give in action["move"])
    return {**action, **named}


# --- writing --------------------------------------------------------------------------------------------


def written(action: Action, view: View) -> str:
    """The canonical order of an action, every square as its player numbers it."""
    sight, verb = Sight.through(view), action["a"]
    if verb in ("first", "second"):
        return f"toss {verb}"
    words: dict[str, str] = {}
    for key, value in action.items():
        if key in ("unit", "target", "also", "on"):
            words[key] = _called(value, sight)
        elif key in ("at", "to"):
            words[key] = str(turned(int(value), sight.seat))
        elif key in ("card", "skill", "n") and value is not None:
            words[key] = str(value)
    if "give" in action:
        words["give"] = _given(*action["give"])
    if verb == "make":
        words |= {"n": str(action["master"]), "source": "master"}
        words |= {"more": str(action["hand"]), "other": "hand"} if action["hand"] else {}
    if verb == "ether":
        parts = [f"hand {action['hand']}"] if action["hand"] else []
        parts += [f"{_called(at, sight)}{_given(*give)}" for at, *give in action["move"]]
        words["parts"] = ", ".join(parts)
    return f"{verb} {_FORMS[verb].write(words, 'en')}".rstrip()


def _called(square: str, sight: Sight) -> str:
    return called(NAMED[square], sight) if square in NAMED else square


def _given(off: int, on: int) -> str:
    return (f" {off:+}" if off else "") + (f" {on:+}on" if on else "")


# --- in Japanese ----------------------------------------------------------------------------------------


def in_japanese(order: str) -> str:
    """A readable order as Japanese players write it: the same action. What is none stays, but for a verb alone."""
    verb, _, rest = order.partition(" ")
    if verb not in _FORMS:
        return order
    try:
        words = {} if not rest else _FORMS[verb].read(rest).words
    except OrderError:
        return order
    said = next(way for way, word in VERBS.items() if word == verb and not way.isascii())
    if not words:
        return said
    words = {key: _in_japanese(each) for key, each in words.items()}
    if "parts" in words:
        words = {"parts": "、".join(map(_ether_ja, re.split("[,、]", words["parts"])))}
    return f"{said} {_FORMS[verb].write(words, 'ja')}"


def _in_japanese(word: str) -> str:
    """A reference, a side, ether or the name of a skill in Japanese; others stay."""
    if _COUNT.search(word):
        return word.replace("on", "済")
    return _JAPANESE.get(word) or _SKILLS_JA.get(normal(word), word)


def _ether_ja(part: str) -> str:
    try:
        words = _PART.read(part.strip()).words
    except OrderError:
        return part.strip()
    return _PART.write({key: _in_japanese(each).strip() for key, each in words.items()}, "ja")


_SKILLS_JA: Final = {normal(names.en): names.ja for names in SKILL_NAMES.values()}
