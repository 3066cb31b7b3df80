"""Orders as text: squares as their player numbers them, cards by id or name, units by square or id."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import product
from typing import Any, Final

from app.engine.matches.game import Action, Decision, OrderError, View
from app.engine.words import Words
from app.games.acts.cards import CARDS, Card
from app.games.acts.field import units
from app.games.acts.squares import NAMED, turned
from app.games.acts.view import Sight, called
from app.games.acts.words.names import CARD_NAMES, SKILL_NAMES
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
    "マスター": "master",
    "相手マスター": "e-master",
    "手札": "hand",
    "どれか": "any",
    "攻撃者": "attacker",
    "対象": "target",
}
"""Words of orders in Japanese."""
_JAPANESE: Final = {word: way for way, word in _KEPT.items()}
_REFERENCE: Final = re.compile(
    r"(?P<foe>e?)(?P<square>[1-5][1-3])|(?P<whose>e?)(?P<card>[smtx][0-9]{2})"
    r"|(?P<word>any|master|e-master|attacker|target)"
)
_CARD: Final = re.compile("[smtx][0-9]{2}")
_GIFT: Final = r"(?:\s*[+-][0-9]{1,3}(?:on|済)?)+"
_MAKE_JA: Final = re.compile(
    r"(?P<card>.+?) (?P<at>\S+?)に (?P<source>マスター|手札)から(?P<n>[0-9]{1,3})枚?"
    r"(?: (?P<other>マスター|手札)から(?P<more>[0-9]{1,3})枚?)?"
)
_FORMS: Final[Mapping[str, tuple[Sequence[re.Pattern[str]], str]]] = {
    "make": (
        (
            _MAKE_JA,
            re.compile(
                r"(?P<card>.+?) at (?P<at>\S+) with (?P<n>[0-9]{1,3}) from (?P<source>master|hand)"
                r"(?: and (?P<more>[0-9]{1,3}) from (?P<other>master|hand))?"
            ),
        ),
        "make S06 at 22 with 3 from master and 1 from hand",
    ),
    "move": (
        (
            re.compile(r"(?P<unit>\S+) (?P<to>\S+?)[へに]"),
            re.compile(r"(?P<unit>\S+) to (?P<to>\S+)"),
        ),
        "move 22 to 32",
    ),
    "attack": (
        (
            re.compile(
                r"(?P<unit>[^\s>]+)(?: (?:with )?(?P<skill>[^>]+?))?\s*>\s*"
                r"(?P<target>[^\s,、]+)(?:(?:\s*[,、]\s*| and )(?P<also>\S+))?"
            ),
        ),
        "attack 22 with Breath > e42 and e41",
    ),
    "skill": (
        (
            re.compile(
                rf"(?P<unit>\S+) (?P<skill>.+?) (?:(?P<to>\S+?)へ|(?P<on>\S+?)に(?P<give>{_GIFT})?)"
            ),
            re.compile(
                rf"(?P<unit>\S+) (?P<skill>.+?) (?:to (?P<to>\S+)|on (?P<on>\S+?)(?P<give>{_GIFT})?)"
            ),
        ),
        "skill 22 Ferry on 32 +1 -1on",
    ),
    "tool": (
        (
            re.compile(r"(?P<card>.+?) (?:(?P<on>\S+?)に|(?P<at>\S+?)へ)"),
            re.compile(r"(?P<card>.+?)(?: on (?P<on>\S+)| at (?P<at>\S+))?"),
        ),
        "tool T01 on 22",
    ),
    "ether": ((re.compile(r"(?P<parts>.+)"),), "ether hand 2, 22 +1, 32 -1on"),
    "defend": (
        (re.compile(r"(?P<unit>\S+) (?:with )?(?P<skill>.+)"),),
        "defend master with Parry",
    ),
    "toss": ((re.compile(rf"(?P<side>{'|'.join(_SIDES)})"),), "toss first"),
    "refill": ((re.compile(r"(?P<n>[0-9]{1,3})枚?"),), "refill 1"),
    "pass": ((re.compile(r""),), "pass"),
    "no": ((re.compile(r""),), "no"),
}
"""How the words behind a verb may stand, as Japanese players write them too, and an example."""
_PART: Final = re.compile(
    rf"(?:hand |手札 ?)(?P<hand>[0-9]{{1,3}})枚?|(?P<unit>\S+?)に?(?P<give>{_GIFT})"
)
_COUNT: Final = re.compile(r"([+-][0-9]{1,3})(on|済)?")
_SKILLS_OF: Final[Mapping[str, Callable[[Card], Iterable[str]]]] = {
    "attack": lambda card: card.attacks,
    "skill": lambda card: card.actives,
    "defend": lambda card: card.defences,
}


def read(text: str, view: View, decision: Decision | None) -> Sequence[dict[str, Any]]:
    """All that a normalised order may mean, at least one action. Raises `OrderError`.

    Without a decision a unit that is not there is kept as it is written, and legality is left open.
    """
    return _Reader(text, view, is_open=decision is None).read()


class _Reader:
    """An order on its way to an action."""

    def __init__(self, text: str, view: View, *, is_open: bool) -> None:
        text = text.lower()
        self.verb, _, rest = text.strip().partition(" ")
        self.start = len(text) - len(text.lstrip()) + 1
        self.behind = self.start + len(self.verb) + 1 + len(rest) - len(rest.lstrip())
        self.rest = rest.strip()
        self.view = view
        self.sight = Sight.through(view)
        self.is_open = is_open
        self.found: dict[str, Any] = {}
        self.places: dict[str, int] = {}

    def read(self) -> Sequence[dict[str, Any]]:
        verb = VERBS.get(self.verb)
        if verb is None:
            raise OrderError(
                self.start,
                Words(
                    f"「{self.verb}」という命令はありません（{'、'.join(VERBS)}）。",
                    f"“{self.verb}” is no order; these are: {', '.join(VERBS)}.",
                ),
            )
        self.match(verb, self.rest)
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
            case "tool":
                return [*self.tool()]
        return [*self.unit_acts(verb)]

    def match(self, verb: str, text: str) -> None:
        """What stands at the places of the form of this verb."""
        forms, example = _FORMS[verb]
        found = next(filter(None, (form.fullmatch(text) for form in forms)), None)
        if found is None:
            raise self.unlike(self.behind, example)
        self.found = {key: each for key, each in found.groupdict().items() if each is not None}
        self.places = {key: self.behind + found.start(key) for key in self.found}

    # --- the orders ---------------------------------------------------------------------------------

    def make(self) -> dict[str, Any]:
        counts = {"master": 0, "hand": 0}
        for n, source in (("n", "source"), ("more", "other")):
            if n in self.found:
                counts[_KEPT.get(self.found[source], self.found[source])] += int(self.found[n])
        card = self.card("servant")
        return {"a": "make", "card": card, "at": self.square("at"), **counts}

    def tool(self) -> Iterator[dict[str, Any]]:
        action = {"a": "tool", "card": self.card("tool")}
        if "at" in self.found:
            yield {**action, "at": self.square("at")}
        elif "on" in self.found:
            for on in self.units("on"):
                yield {**action, "on": on}
        else:
            yield action

    def ether(self) -> dict[str, Any]:
        hand, moves, at = 0, [], self.behind
        for part in self.found["parts"].replace("、", ",").split(","):
            place = at + len(part) - len(part.lstrip())
            at += len(part) + 1
            found = _PART.fullmatch(part.strip())
            if found is None:
                raise self.unlike(place, _FORMS["ether"][1])
            if found["hand"]:
                hand += int(found["hand"])
            else:
                self.found["unit"], self.places["unit"] = found["unit"], place
                moves += [[self.units("unit")[0], *_gift(found["give"])]]
        return {"a": "ether", "hand": hand, "move": sorted(moves)}

    def unit_acts(self, verb: str) -> Iterator[dict[str, Any]]:
        """Moves, attacks, skills and defences: one for each unit that may be meant."""
        keys = [key for key in ("unit", "target", "also", "on") if key in self.found]
        for squares in product(*(self.units(key) for key in keys)):
            named = dict(zip(keys, squares, strict=True))
            action: dict[str, Any] = {"a": verb, "unit": named["unit"]}
            if verb == "move":
                yield action | {"to": self.square("to")}
                continue
            action["skill"] = self.skill(verb, named["unit"]) if "skill" in self.found else None
            if verb == "attack":
                targets = sorted(named[key] for key in ("target", "also") if key in named)
                action |= dict(zip(("target", "also"), targets, strict=False))
            if "on" in named:
                action["on"] = named["on"]
            if "to" in self.found:
                action["to"] = self.square("to")
            if "give" in self.found:
                action["give"] = _gift(self.found["give"])
            yield action

    # --- parts of them ------------------------------------------------------------------------------

    def unlike(self, place: int, example: str) -> OrderError:
        """What stands there is not written like the example."""
        return OrderError(
            place,
            Words(
                f"「{in_japanese(example)}」のように書いてください。",
                f"It is written like “{example}”.",
            ),
        )

    def wrong(self, key: str, ja: str, en: str) -> OrderError:
        """What is wrong with the word at this place of the form."""
        return OrderError(self.places[key], Words(ja, en))

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
        """The squares that a reference may mean; of one that is not there itself, while no decision is open."""
        word = _KEPT.get(self.found[key], self.found[key])
        squares = referred(word, self.sight)
        if squares is None:
            raise self.wrong(
                key,
                f"「{word}」は分かりません（22、e42、master、e-master、S06、eS06など）。",
                f"“{word}” is not known; write 22, e42, master, e-master, S06 or eS06.",
            )
        if squares:
            return [str(square) for square in squares]
        if not self.is_open:
            raise self.wrong(key, f"「{word}」はいません。", f"“{word}” is not there.")
        return [_CARD.sub(lambda card: card[0].upper(), word)]

    def card(self, kind: str) -> str:
        """The card with this id, or the own one of this kind whose name alone begins so."""
        word: str = self.found["card"]
        if word.upper() in CARDS:
            return word.upper()
        fitting = [
            id
            for id in own_cards(self.view)
            if CARDS[id].kind == kind and _begins(CARD_NAMES[id], word)
        ]
        if len(fitting) == 1:
            return fitting[0]
        if not fitting:
            raise self.wrong(
                "card",
                f"「{word}」に当たるカードはあなたのカードにありません。",
                f"No card of yours that fits here is called “{word}”.",
            )
        listed = ", ".join(f"{id} {CARDS[id].name}" for id in fitting)
        raise self.wrong(
            "card",
            f"「{word}」では決まりません：{listed}。",
            f"“{word}” may be several cards: {listed}.",
        )

    def skill(self, verb: str, unit: str) -> str:
        """The skill of the unit whose name begins so; if it has none, any there is."""
        word, of = self.found["skill"].strip(), _SKILLS_OF[verb]
        piece = self.sight.field.get(NAMED.get(unit, 0))
        own = [*of(piece.face)] if piece else []
        for names in (own, [name for card in CARDS.values() for name in of(card)]):
            begun = [name for name in names if _begins(SKILL_NAMES[name], word)]
            if begun:
                return min(begun, key=len)
        raise self.wrong(
            "skill", f"「{word}」というスキルはありません。", f"There is no such skill as “{word}”."
        )


def _begins(names: Words, word: str) -> bool:
    """Whether one of the names begins with the word."""
    return any(normal(name).startswith(word) for name in names)


def _gift(text: str) -> list[int]:
    """Usable and spent ether that is given."""
    given = [0, 0]
    for count, is_on in _COUNT.findall(text):
        given[bool(is_on)] += int(count)
    return given


def referred(word: str, sight: Sight) -> list[int] | None:
    """The squares that this reference means now, the first of several first; None if it is no reference."""
    found = _REFERENCE.fullmatch(word.lower())
    if found is None:
        return None
    field, seat, flow = sight.field, sight.seat, sight.flow
    if found["square"]:
        at = turned(int(found["square"]), seat)
        is_there = not found["foe"] or (at in field and field[at].owner != seat)
        return [at] if is_there else []
    if found["card"]:
        id = found["card"].upper()
        meant = [
            turned(at, seat)
            for at, each in field.items()
            if each.card == id and (each.owner != seat) == bool(found["whose"])
        ]
        return [turned(min(meant, key=lambda own: (-(own // 10), own)), seat)] if meant else []
    match found["word"]:
        case "any":
            return sorted((at for at, _ in units(field, seat)), key=lambda at: turned(at, seat))
        case "attacker" | "target":
            if flow is None or flow.action["a"] != "attack":
                return []
            return [flow.unit if found["word"] == "attacker" else flow.target]
    is_own = found["word"] == "master"
    return [
        at for at, each in field.items() if each.letter == "m" and (each.owner == seat) is is_own
    ]


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
    """The canonical order of an action."""
    sight = Sight.through(view)

    def card(square: str) -> str:
        return called(NAMED[square], sight) if square in NAMED else square

    def own(square: str) -> str:
        return str(turned(int(square), sight.seat))

    match action["a"]:
        case "make":
            text = (
                f"make {action['card']} at {own(action['at'])} with {action['master']} from master"
            )
            return f"{text} and {action['hand']} from hand" if action["hand"] else text
        case "move":
            return f"move {card(action['unit'])} to {own(action['to'])}"
        case "attack":
            skill = f" with {action['skill']}" if action["skill"] else ""
            also = f" and {card(action['also'])}" if "also" in action else ""
            return f"attack {card(action['unit'])}{skill} > {card(action['target'])}{also}"
        case "skill":
            text = f"skill {card(action['unit'])} {action['skill']}"
            if "to" in action:
                return f"{text} to {own(action['to'])}"
            return f"{text} on {card(action['on'])}{_given(action.get('give', (0, 0)))}"
        case "tool":
            if "at" in action:
                return f"tool {action['card']} at {own(action['at'])}"
            return f"tool {action['card']}" + (
                f" on {card(action['on'])}" if "on" in action else ""
            )
        case "ether":
            parts = [f"hand {action['hand']}"] if action["hand"] else []
            parts += [f"{card(at)}{_given(give)}" for at, *give in action["move"]]
            return f"ether {', '.join(parts)}"
        case "defend":
            return f"defend {card(action['unit'])} with {action['skill']}"
        case "first" | "second":
            return f"toss {action['a']}"
        case "refill":
            return f"refill {action['n']}"
    return str(action["a"])


def _given(give: Sequence[int]) -> str:
    off, on = give
    return (f" {off:+}" if off else "") + (f" {on:+}on" if on else "")


# --- in Japanese ----------------------------------------------------------------------------------------


def in_japanese(order: str) -> str:
    """A readable order as Japanese players write it: the same action. What is none stays, but for a verb alone."""
    verb, _, rest = order.partition(" ")
    if verb not in _FORMS:
        return order
    said = next(way for way, word in VERBS.items() if word == verb and not way.isascii())
    if not rest:
        return said
    forms = (form.fullmatch(rest) for form in _FORMS[verb][0])
    found = next(filter(None, forms), None)
    if found is None:
        return order
    part = {key: _in_japanese(each) for key, each in found.groupdict().items() if each is not None}
    skill = f" {part['skill']}" if "skill" in part else ""
    match verb:
        case "make":
            more = f" {part['other']}から{part['more']}枚" if "more" in part else ""
            return f"{said} {part['card']} {part['at']}に {part['source']}から{part['n']}枚{more}"
        case "move":
            return f"{said} {part['unit']} {part['to']}へ"
        case "attack":
            also = f"、{part['also']}" if "also" in part else ""
            return f"{said} {part['unit']}{skill} > {part['target']}{also}"
        case "skill" | "tool":
            aim = f" {part['to']}へ" if "to" in part else f" {part['at']}へ" if "at" in part else ""
            aim = f" {part['on']}に" if "on" in part else aim
            who = part["unit"] if verb == "skill" else part["card"]
            return f"{said} {who}{skill}{aim}{part.get('give', '').replace('on', '済')}"
        case "ether":
            return f"{said} {'、'.join(map(_ether_ja, re.split('[,、]', part['parts'])))}"
        case "defend":
            return f"{said} {part['unit']}{skill}"
        case "toss":
            return f"{said} {'先攻' if _SIDES[part['side']] == 'first' else '後攻'}"
    return f"{said} {part['n']}枚"


def _in_japanese(word: str) -> str:
    """A reference or the name of a skill in Japanese; others stay."""
    return _JAPANESE.get(word) or _SKILLS_JA.get(normal(word), word)


def _ether_ja(part: str) -> str:
    found = _PART.fullmatch(part.strip())
    if found is None:
        return part.strip()
    if found["hand"]:
        return f"手札{found['hand']}枚"
    return f"{_in_japanese(found['unit'])}に{found['give'].strip().replace('on', '済')}"


_SKILLS_JA: Final = {normal(names.en): names.ja for names in SKILL_NAMES.values()}
