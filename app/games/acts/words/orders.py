"""Orders as text: squares as their player numbers them, cards by id or name, units by square or id."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from itertools import product
from typing import Any, Final, NamedTuple

from app.engine.matches.forms import (
    Meanings,
    OrderForms,
    OrderGrammar,
    OrderSlot,
    card_named,
)
from app.engine.matches.game import Action, MatchDecision, OrderError, Seat, View, other
from app.engine.words import Lang, Words
from app.games.acts.cards import ETHER, Card
from app.games.acts.field import units
from app.games.acts.pool import POOLS, MatchCards
from app.games.acts.squares import NAMED, turned
from app.games.acts.view import Sight, called
from app.games.acts.words.names import MASTERS
from app.text.characters import normal

_REFERENCE: Final = re.compile(
    r"(?P<foe>e?)(?P<square>[1-5][1-3])|(?P<whose>e?)(?P<card>[smtx][0-9]{2})"
    r"|(?P<word>any|master|e-master|attacker|target)"
)
_CARD: Final = re.compile("[smtx][0-9]{2}")
_COUNT: Final = re.compile(r"([+-][0-9]{1,3})(on|済)?")
_UNITS: Final = ("unit", "target", "also", "on")
_CALLED: Final = (
    *MASTERS.values(),
    Words("どれか", "any"),
    Words("攻撃者", "attacker"),
    Words("対象", "target"),
)
"""Units by words."""
_WORDS: Final = {normal(way): each.en for each in _CALLED for way in each}
_NUMBER: Final = OrderSlot(Words("数", "a number"), pattern="[0-9]{1,3}")
_SQUARE: Final = OrderSlot(
    Words("マス（11から53）", "a square (11 to 53)"),
    (*(Words(at, at) for at in NAMED),),
)
_SOURCE: Final = OrderSlot(
    Words("「マスター」か「手札」", "“master” or “hand”"),
    (MASTERS["master"], Words("手札", "hand")),
)
_SLOTS: Final[Mapping[str, OrderSlot]] = {
    "side": OrderSlot(
        Words("「先攻」か「後攻」", "“first” or “second”"),
        (
            Words("先攻", "first"),
            Words("後攻", "second"),
            Words("先", "first"),
            Words("後", "second"),
        ),
    ),
    "give": OrderSlot(
        Words("+1か-1済など", "+1 or -1on"),
        (Words("済", "on"),),
        pattern=r"(?:\s*[+-][0-9]{1,3}(?:on|済)?)+",
        is_open=True,
    ),
    **dict.fromkeys(("n", "more", "hand"), _NUMBER),
    **dict.fromkeys(("at", "to"), _SQUARE),
    **dict.fromkeys(("source", "other"), _SOURCE),
}
"""The words allowed in blanks with any cards."""
_ETHER: Final = Words("エーテル 手札2枚、22に+1、32に-1済", "ether hand 2, 22 +1, 32 -1on")
_PART: Final = (
    Words("", ""),
    Words("手札から{hand}枚 | {unit}に{give}", "{hand} from the hand | {unit} {give}"),
    "hand {hand} | {unit} {give}",
    "手札{hand}(枚) | {unit}に{give}",
    _ETHER,
    "手札 {hand}(枚)",
    "hand {hand}(枚)",
    "{unit}{give}",
)
_FORMS: Final[Sequence[tuple[Any, ...]]] = (
    (
        Words("メイク", "make"),
        Words(
            "{card}を{at}にメイク（{source}から{n}枚[、{other}から{more}枚]）",
            "Make {card} at {at} ({n} ether from the {source}[, {more} from the {other}])",
        ),
        "{card} at {at} with {n} from {source}[ and {more} from {other}]",
        "{card} {at}に {source}から{n}(枚)[ {other}から{more}(枚)]",
        Words(
            "メイク S06 22に マスターから3枚 手札から1枚",
            "make S06 at 22 with 3 from master and 1 from hand",
        ),
        "{card} at {at} with {n} ether from {source}",
        "{card} at {at} with {n}",
        "{card} at {at}",
        "{card} {at}に {n}(枚)",
        "{card} {at}に",
    ),
    (
        Words("移動", "move"),
        Words("{unit}を{to}へ移動", "Move {unit} to {to}"),
        "{unit} to {to}",
        "{unit} {to}へ",
        Words("移動 22 32へ", "move 22 to 32"),
        "{unit} {to}に",
    ),
    (
        Words("攻撃", "attack"),
        Words(
            "{unit}が[{skill}で]{target}[と{also}]を攻撃",
            "{unit} attacks {target}[ and {also}][ with {skill}]",
        ),
        "{unit}[ with {skill}] > {target}[ and {also}]",
        "{unit}[ {skill}] > {target}[、{also}]",
        Words("攻撃 22 ブレス > e42、e41", "attack 22 with Breath > e42 and e41"),
        "{unit} {skill} > {target} and {also}",
        "{unit} with {skill} > {target}, {also}",
    ),
    (
        Words("スキル", "skill"),
        Words(
            "{unit}の{skill}で{to}へ | {unit}の{skill}を{on}に[（{give}）]",
            "{unit}: {skill} to {to} | {unit}: {skill} on {on}[ ({give})]",
        ),
        "{unit} {skill} to {to} | {unit} {skill} on {on}[{give}]",
        "{unit} {skill} {to}へ | {unit} {skill} {on}に[{give}]",
        Words("スキル 22 フェリー 32に +1 -1済", "skill 22 Ferry on 32 +1 -1on"),
    ),
    (
        Words("ツール", "tool"),
        Words(
            "{card}を{on}に使う | {card}を{at}に置く | {card}を使う",
            "Use {card} on {on} | Put {card} on {at} | Use {card}",
        ),
        "{card} on {on} | {card} at {at} | {card}",
        "{card} {on}に | {card} {at}へ",
        Words("ツール T01 22に", "tool T01 on 22"),
    ),
    (
        Words("エーテル", "ether"),
        Words("エーテル：{parts}", "Ether: {parts}"),
        "{parts}",
        "{parts}",
        _ETHER,
    ),
    (Words("パス", "pass"), Words("パスする", "Pass"), "", "", Words("パス", "pass")),
    (
        Words("使わない", "no"),
        Words("答えない", "Do not answer"),
        "",
        "",
        Words("使わない", "no"),
    ),
    (
        Words("防御", "defend"),
        Words("{unit}が{skill}で防御", "{unit} defends with {skill}"),
        "{unit} with {skill}",
        "{unit} {skill}",
        Words("防御 マスター パリィ", "defend master with Parry"),
    ),
    (
        Words("トス", "toss"),
        Words("{side}になる", "Act {side}"),
        "{side}",
        "{side}",
        Words("トス 先攻", "toss first"),
    ),
    (
        Words("補充", "refill"),
        Words("トラッシュからエーテルを{n}枚付ける", "Take {n} ether from the trash"),
        "{n}",
        "{n}(枚)",
        Words("補充 1枚", "refill 1"),
    ),
)
"""For each verb, the words after it in both languages, and an example."""


@lru_cache(maxsize=64)
def grammar_of(pool: MatchCards) -> OrderGrammar:
    """Return the grammar of orders in a match with these cards."""
    units = OrderSlot(
        Words("ユニット", "a unit"),
        (
            *_CALLED,
            *(Words(f"{of}{at}", f"{of}{at}") for of in ("", "e") for at in (*NAMED, *pool)),
        ),
        pattern=r"[^\s>,、]+?",
    )
    cards = (*(Words(id, id) for id in pool), *pool.names.values())
    slots = {
        "card": OrderSlot(Words("カード", "a card"), cards, pattern=".+?"),
        "skill": OrderSlot(
            Words("スキル", "a skill"),
            (*pool.skill_names.values(),),
            pattern=r"(?!with )[^>\s][^>]*?",
        ),
        **_SLOTS,
        **dict.fromkeys(_UNITS, units),
    }
    part = OrderForms(slots, *_PART)
    parts = OrderSlot(Words("エーテル", "ether"), pattern=".+", each=part)
    return OrderGrammar(
        *(OrderForms({**slots, "parts": parts}, *each) for each in _FORMS),
        given=("unit", "card"),
        aims=("target", "also", "at", "to", "on"),
    )


GRAMMAR: Final = grammar_of(POOLS.house)
_SKILLS_OF: Final[Mapping[str, Callable[[Card], Iterable[str]]]] = {
    "attack": lambda card: card.attacks,
    "skill": lambda card: card.actives,
    "defend": lambda card: card.defences,
}


def read(text: str, view: View, decision: MatchDecision | None) -> Sequence[Action]:
    """Return all meanings of a normalised order, at least one action. Raises `OrderError`.

    Without a decision, a unit that is not there is kept as written, and legality is not checked.
    """
    sight = Sight.through(view)
    where = _depends_on(text, sight.pool)
    if where is None:
        return _Reader(view, sight, is_open=decision is None).read(text)
    piece = sight.field.get(turned(where, sight.seat)) if where else None
    return _fixed(text, sight.seat, piece.card if piece else "", sight.pool)


@lru_cache(maxsize=4096)
def _depends_on(text: str, pool: MatchCards) -> int | None:
    """Return the square whose card decides which skill is meant; 0 if the meaning does not depend on the field.

    None if the order names anything but squares and ids. Raises `OrderError`.
    """
    start = grammar_of(pool).start(text)
    said = start.forms.said(start.rest)
    if said.mistake or said.words.get("card", ETHER).upper() not in pool:
        return None
    parts = start.forms.slots["parts"]
    part: Any = parts.each
    listed = parts.values(said.words.get("parts", ""))
    rows = (said.words, *(part.said(each).words for each in listed))
    is_fixed = all(row[key] in NAMED for row in rows for key in _UNITS if key in row)
    if not is_fixed:
        return None
    return NAMED[said.words["unit"]] if "skill" in said.words else 0


@lru_cache(maxsize=4096)
def _fixed(text: str, seat: Seat, card: str, pool: MatchCards) -> Sequence[Action]:
    """Return the meaning of such an order for this seat, given to this card. Raises `OrderError`."""
    nothing = Sight(seat, {}, [], [], 0, 0, 0, None, None, pool)
    return _Reader({}, nothing, is_open=True, card=card).read(text)


class _Reader:
    """Orders on their way to actions; of a unit that is not seen, `card` is the card."""

    def __init__(self, view: View, sight: Sight, *, is_open: bool, card: str = "") -> None:
        self.view = view
        self.sight, self.pool = sight, sight.pool
        self.is_open = is_open
        self.card_of_unit = card
        self.verb = ""

    def read(self, text: str) -> Sequence[Action]:
        verb, forms, rest, behind = grammar_of(self.pool).start(text)
        self.verb = verb
        said = forms.read(rest, _MEANINGS, self, behind)
        match verb:
            case "toss":
                return ({"a": said["side"]},)
            case "refill":
                return ({"a": verb, "n": int(said["n"])},)
            case "make":
                counts = {"master": 0, "hand": 0}
                said = {"n": self.pool[said["card"]].size, "source": "master", **said}
                for n, source in (("n", "source"), ("more", "other")):
                    if n in said:
                        counts[said[source]] += int(said[n])
                return ({"a": verb, "card": said["card"], "at": said["at"], **counts},)
            case "ether":
                hand = sum(int(each.get("hand", 0)) for each in said["parts"])
                moves = [
                    [each["unit"][0], *each["give"]] for each in said["parts"] if "unit" in each
                ]
                return ({"a": verb, "hand": hand, "move": sorted(moves)},)
        return [*self.acts(verb, said)]

    def acts(self, verb: str, said: Mapping[str, Any]) -> Iterator[dict[str, Any]]:
        """Yield passes, moves, attacks, skills, defences and tools: one for each unit that may be meant."""
        keys = [key for key in _UNITS if key in said]
        others = {key: said[key] for key in ("card", "at", "to", "give") if key in said}
        for squares in product(*(said[key] for key in keys)):
            named = dict(zip(keys, squares, strict=True))
            action: dict[str, Any] = {"a": verb, **named, **others}
            if verb in _SKILLS_OF:
                piece = self.sight.field.get(NAMED.get(named["unit"], 0))
                card = piece.card if piece else self.card_of_unit
                action["skill"] = (
                    _skill(verb, said["skill"], card, self.pool) if "skill" in said else None
                )
            if "also" in named:
                action |= zip(("target", "also"), sorted(squares[1:]), strict=True)
            yield action

    # --- parts of them ------------------------------------------------------------------------------

    def square(self, word: str, _: object) -> str:
        """A square, as seat A numbers it."""
        return str(turned(NAMED[word], self.sight.seat))

    def units(self, said: str, _: object) -> list[str]:
        """The squares that a reference may mean; of one that is not there itself, while no decision is open."""
        word = _WORDS.get(said, said)
        squares = referred(word, self.sight)
        if squares is None:
            raise OrderError(
                1,
                Words(
                    f"「{said}」は分かりません（22、e42、マスター、相手マスター、S06、eS06など）。",
                    f"“{said}” is not known; write 22, e42, master, e-master, S06 or eS06.",
                ),
            )
        if squares:
            return [str(square) for square in squares]
        if not self.is_open:
            raise OrderError(1, Words(f"「{said}」はいません。", f"“{said}” is not there."))
        return [_CARD.sub(lambda card: card[0].upper(), word)]

    def card(self, word: str, _: object) -> str:
        """Return the card with this id, or the only own one of this kind whose name begins like this."""
        if word.upper() in self.pool:
            return word.upper()
        kind = "servant" if self.verb == "make" else "tool"
        own = own_cards(self.view, self.pool)
        names = {id: self.pool.names[id] for id in own if self.pool[id].kind == kind}
        return card_named(word, names)

    def skill(self, word: str, _: object) -> str:
        """The word, if it begins the name of a skill."""
        if not _skill(self.verb, word, "", self.pool):
            raise OrderError(
                1,
                Words(
                    f"「{word}」というスキルはありません。", f"There is no such skill as “{word}”."
                ),
            )
        return word


_MEANINGS: Final[Meanings] = {
    **dict.fromkeys(_UNITS, _Reader.units),
    **dict.fromkeys(("at", "to"), _Reader.square),
    "card": _Reader.card,
    "skill": _Reader.skill,
    "give": lambda _reader, word, _: _gift(word),
}


@lru_cache(maxsize=1024)
def _skill(verb: str, word: str, card: str, pool: MatchCards) -> str:
    """Return the skill of this card whose name begins like this, else one of any card; empty if there is none."""
    of, ways = _SKILLS_OF[verb], pool.skill_names
    own = [*of(pool[card])] if card else []
    for names in (own, [name for each in pool.values() for name in of(each)]):
        begun = [name for name in names if any(normal(way).startswith(word) for way in ways[name])]
        if begun:
            return min(begun, key=len)
    return ""


def _gift(text: str) -> list[int]:
    """Usable and spent ether that is given."""
    given = [0, 0]
    for count, is_on in _COUNT.findall(text):
        given[bool(is_on)] += int(count)
    return given


class _Reference(NamedTuple):
    """A reference to a card or a square: by square, id or word. `is_foe`: it names an enemy card."""

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
    """Return the squares that this reference may mean now; None if it is no reference."""
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


def own_cards(view: View, pool: MatchCards) -> list[str]:
    """The cards that the player knows to be of the own deck; a spectator's are all there are."""
    seat = view["seat"]
    if not seat:
        return [*pool]
    side = view[seat]
    found = {*side["hand"], *side["deck_rest"], *side["trash"]}
    for each in view["field"].values():
        found |= {each["card"]} if each["owner"] == seat else set()
        found |= {card for card, owner in each.get("tools", ()) if owner == seat}
    return sorted(found)


def placed(action: Action, sight: Sight) -> Action:
    """Return the action with squares for units that were not there when it was read. Raises `OrderError`."""

    def at(word: str) -> str:
        if word in NAMED:
            return word
        squares = referred(word, sight)
        if not squares:
            enemy = Words(f"相手のものは「e{word}」です。", f" The enemy's is “e{word}”.")
            more = enemy if referred(f"e{word}", sight) else Words("", "")
            raise OrderError(
                1, Words(f"「{word}」はいません。{more.ja}", f"“{word}” is not there.{more.en}")
            )
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
    return grammar_of(sight.pool).write(verb, words)


_STANDING: Final = Words("{at}{name}", "{name} ({at})")


def named(view: View, slot: str, word: str, lang: Lang) -> str:
    """Return the name for this word: of a card, or of the unit with its square. A master is named without a square."""
    if slot in _UNITS:
        sight = Sight.through(view)
        squares = referred(word, sight) or []
        pieces = [sight.field[at] for at in squares if at in sight.field]
        if len(pieces) == 1:
            name = pieces[0].face.name.to(lang)
            is_master = pieces[0].letter == "m"
            at = called(squares[0], sight)
            return name if is_master else _STANDING.to(lang).format(name=name, at=at)
    if slot == "give" and lang == "en":
        return word.strip().replace("on", " spent")
    cards = Sight.through(view).pool
    card = cards.get(word.upper())
    return card.name.to(lang) if card else ""


def _called(square: str, sight: Sight) -> str:
    return called(NAMED[square], sight) if square in NAMED else square


def _given(off: int, on: int) -> str:
    return (f" {off:+}" if off else "") + (f" {on:+}on" if on else "")
