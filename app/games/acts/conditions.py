"""What the conditions of orders ask of a view."""

import re
from typing import Final

from app.engine.matches.game import OrderError, Seat, View, other
from app.engine.words import Words
from app.games.acts.attacks import taken
from app.games.acts.cards import CARDS
from app.games.acts.field import Piece, in_reach, normal_attack
from app.games.acts.squares import distance, turned
from app.games.acts.view import Sight
from app.games.acts.words.names import MASTERS
from app.games.acts.words.orders import read, referred

ASKED_JA: Final = {
    "damage": "ダメージ",
    "lethal": "致死",
    "acts": "行動数",
    "first": "先攻",
    "e.passed": "相手パス",
    "attacker": "攻撃者",
    "target": "対象",
    **{word: names.ja for word, names in MASTERS.items()},
    "servant": "サーヴァント",
    "tool": "ツール",
    "empty": "空き",
    **{
        f"{side}.{what}": f"{whose}{called}"
        for side, whose in (("my", "自分の"), ("e", "相手の"))
        for what, called in (
            ("hand", "手札"),
            ("deck", "山札"),
            ("off", "使用可"),
            ("vit", "VIT"),
            ("servants", "サーヴァント"),
            ("tools", "ツール"),
        )
    },
}
"""What conditions may ask about, in Japanese."""
ASKED_OF_JA: Final = {
    "off": "使用可",
    "on": "使用済",
    "damage": "ダメージ",
    "dur": "残り",
    "row": "行",
}
"""What they ask of a card on the field, in Japanese."""
_2R: Final = 1
_KINDS: Final = {"servant": "s", "master": "m", "tool": "t"}
_OF_SIDE: Final = re.compile(r"(my|e)\.(hand|deck|off|vit|servants|tools)")
_OF_CARD: Final = re.compile(r"(\S+)\.(off|on|damage|dur|row)")
_VARIABLES: Final = (
    "turn, acts, first, damage, lethal, e.passed, my.hand, my.deck, my.off, my.vit, my.servants, my.tools, "
    "e.hand, 22.off, 22.on, 22.damage, 22.dur, S06.row"
)


def value(name: str, view: View, *_: object) -> int | str | None:
    """The value of a variable; None if it is of something that is not there. Raises `OrderError`."""
    sight = Sight.through(view)
    match name:
        case "turn":
            turn: int = view["turn"]
            return turn
        case "acts":
            return sight.acts
        case "first":
            return None if view["first"] is None else int(view["first"] == sight.seat)
        case "e.passed":
            return int(view["passes"] == 1 and view["to_act"] == sight.seat)
        case "damage" | "lethal":
            return _blow(sight, is_lethal=name == "lethal")
    if found := _OF_SIDE.fullmatch(name):
        whose = sight.seat if found[1] == "my" else other(sight.seat)
        return _of_side(found[2], whose, sight, view)
    found = _OF_CARD.fullmatch(name)
    squares = referred(found[1], sight) if found else None
    if found is None or squares is None:
        raise OrderError(
            1,
            Words(
                f"「{name}」という変数はありません（{_VARIABLES}）。",
                f"There is no variable “{name}”; these are: {_VARIABLES}.",
            ),
        )
    piece = sight.field.get(squares[0]) if squares else None
    return None if piece is None else _of_card(found[2], piece, turned(squares[0], sight.seat))


def _blow(sight: Sight, *, is_lethal: bool) -> int | None:
    """What the target that is asked about would take now, or whether that is more than it has left."""
    flow = sight.flow
    if flow is None or flow.action["a"] != "attack":
        return None
    points = taken(sight.field, flow, flow.target)
    return int(sight.field[flow.target].falls_to(points)) if is_lethal else points


def _of_side(what: str, whose: Seat, sight: Sight, view: View) -> int | None:
    side = view[whose]
    if what in ("hand", "deck"):
        count: int = side[f"{what}_n"]
        return count
    own = [each for each in sight.field.values() if each.owner == whose]
    if what in ("servants", "tools"):
        return sum(each.letter == what[0] for each in own)
    master = next((each for each in own if each.letter == "m"), None)
    if master is None:
        return None
    return master.off if what == "off" else master.left


def _of_card(what: str, piece: Piece, own_square: int) -> int | None:
    if what == "row":
        return own_square // 10
    if not piece.is_unit:
        return None
    return {"off": piece.off, "on": piece.on, "damage": piece.damage, "dur": piece.left}[what]


def holds(
    thing: str, test: str, word: str, view: View, _: object = None, order: str = ""
) -> bool | None:
    """Whether the test holds; None of something that is not there. Raises `OrderError`."""
    sight = Sight.through(view)
    squares = referred(thing, sight)
    if squares is None:
        raise _unknown(thing, 1, "22, e42, master, e-master, S06, eS06")
    piece = sight.field.get(squares[0]) if squares else None
    match test:
        case "exists":
            return piece is not None
        case "in range":
            return _is_in_range(squares[0], order, view, sight) if squares else None
    if word == "empty":
        return piece is None
    if word not in _KINDS and word.upper() not in CARDS:
        raise _unknown(word, len(thing) + len(test) + 3, "servant, master, tool, empty, S06")
    if piece is None:
        return None
    return piece.letter == _KINDS[word] if word in _KINDS else piece.card == word.upper()


def _is_in_range(square: int, order: str, view: View, sight: Sight) -> bool | None:
    """Whether the unit and the skill of the order reach the square, whatever it costs; None if it names none."""
    try:
        action = read(order, view, None)[0]
    except OrderError:
        return None
    unit = sight.field.get(int(action["unit"])) if action.get("unit", "").isdigit() else None
    if unit is None:
        return None
    at = int(action["unit"])
    match action["a"]:
        case "attack":
            name = action["skill"]
            attack = unit.face.attacks.get(name) if name else normal_attack(unit)
            return None if attack is None else square in in_reach(sight.field, at, attack)
        case "skill":
            active = unit.face.actives.get(action["skill"])
            return None if active is None else distance(at, square) <= active.effect.aim.reach
    return distance(at, square) <= _2R


def _unknown(word: str, at: int, examples: str) -> OrderError:
    return OrderError(
        at,
        Words(
            f"「{word}」は分かりません（{examples}など）。",
            f"“{word}” is not known here; write {examples}.",
        ),
    )
