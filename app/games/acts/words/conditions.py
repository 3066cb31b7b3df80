"""The questions that conditions of orders may ask about a view."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from operator import itemgetter
from typing import Final, NamedTuple

from app.engine.matches.forms import unknown
from app.engine.matches.game import OrderError, OrderVariable as Variable, View, other
from app.engine.words import Words
from app.games.acts.attacks import taken
from app.games.acts.field import Piece, in_reach, normal_attack
from app.games.acts.pool import MatchCards
from app.games.acts.squares import distance, turned
from app.games.acts.view import Sight
from app.games.acts.words.names import MASTERS
from app.games.acts.words.orders import read, referred

_2R: Final = 1


class _Found(NamedTuple):
    """The card on a square, as its player numbers squares."""

    square: int
    piece: Piece


def _blow(view: View, *, is_lethal: bool) -> int | None:
    """Return the damage that the target being decided would take; or whether it is more than it has left."""
    sight = Sight.through(view)
    flow = sight.flow
    if flow is None or flow.action["a"] != "attack":
        return None
    points = taken(sight.field, flow, flow.target)
    return int(sight.field[flow.target].falls_to(points)) if is_lethal else points


def _passed(view: View) -> int:
    return int(view["passes"] == 1 and view["to_act"] == Sight.through(view).seat)


def _first(view: View) -> int | None:
    return None if view["first"] is None else int(view["first"] == Sight.through(view).seat)


def _counted(letter: str, pieces: Iterable[Piece]) -> int:
    return sum(each.letter == letter for each in pieces)


def _master(key: str, pieces: Iterable[Piece]) -> int | None:
    return next((getattr(each, key) for each in pieces if each.letter == "m"), None)


_ON_FIELD: Final[Mapping[str, tuple[str, Callable[[Iterable[Piece]], int | None]]]] = {
    "off": ("使用可", partial(_master, "off")),
    "vit": ("VIT", partial(_master, "left")),
    "servants": ("サーヴァント", partial(_counted, "s")),
    "tools": ("ツール", partial(_counted, "t")),
}
"""The questions about the cards of a side."""


def _of_side(view: View, what: str, *, is_foe: bool) -> int | None:
    sight = Sight.through(view)
    whose = other(sight.seat) if is_foe else sight.seat
    if what not in _ON_FIELD:
        count: int = view[whose][f"{what}_n"]
        return count
    return _ON_FIELD[what][1](each for each in sight.field.values() if each.owner == whose)


ASKED: Final = {
    "turn": Variable("ターン", itemgetter("turn")),
    "acts": Variable("行動数", lambda view: Sight.through(view).acts),
    "first": Variable("先攻、先手", _first),
    "damage": Variable("ダメージ", partial(_blow, is_lethal=False)),
    "lethal": Variable("致死", partial(_blow, is_lethal=True)),
    "e.passed": Variable("相手パス", _passed),
    **{
        f"{side}.{what}": Variable(
            f"{whose}{called}", partial(_of_side, what=what, is_foe=side == "e")
        )
        for side, whose in (("my", "自分の"), ("e", "相手の"))
        for what, called in (
            ("hand", "手札"),
            ("deck", "山札"),
            *((what, called) for what, (called, _) in _ON_FIELD.items()),
        )
    },
    "attacker": Variable("攻撃者"),
    "target": Variable("対象"),
    **{word: Variable(names.ja) for word, names in MASTERS.items()},
}
"""The variables of conditions."""


def _of_unit(key: str, found: _Found) -> int | None:
    count: int | None = getattr(found.piece, key) if found.piece.is_unit else None
    return count


ASKED_OF: Final = {
    "off": Variable("使用可", partial(_of_unit, "off")),
    "on": Variable("使用済", partial(_of_unit, "on")),
    "damage": Variable("ダメージ", partial(_of_unit, "damage")),
    "dur": Variable("残り", partial(_of_unit, "left")),
    "row": Variable("行", lambda found: found.square // 10),
}
"""The variables of a card on the field."""


def _is(key: str, value: str, found: _Found | None) -> bool | None:
    return None if found is None else getattr(found.piece, key) == value


def asked_is(pool: MatchCards) -> Mapping[str, Variable]:
    """Return the words that conditions may use for a square or card, in a match with these cards."""
    return _IS | {id.lower(): Variable("", partial(_is, "card", id)) for id in pool}


_IS: Final = {
    "servant": Variable("サーヴァント", partial(_is, "letter", "s")),
    "master": Variable("マスター", partial(_is, "letter", "m")),
    "tool": Variable("ツール", partial(_is, "letter", "t")),
    "empty": Variable("空き", lambda found: found is None),
}
_THINGS: Final = [Words(each, each) for each in ("22", "e42", "S06", "eS06")]


def _squares(word: str, sight: Sight) -> Sequence[int]:
    squares = referred(word, sight)
    if squares is None:
        raise unknown(word, [*_THINGS, *MASTERS.values()])
    return squares


def thing(word: str, view: View) -> _Found | None:
    """Return the card on this square, or with this name; None if it is not there. Raises `OrderError`."""
    sight = Sight.through(view)
    squares = _squares(word, sight)
    piece = sight.field.get(squares[0]) if squares else None
    return _Found(turned(squares[0], sight.seat), piece) if piece else None


def is_in_range(word: str, order: str, view: View) -> bool | None:
    """Whether unit and skill of the order reach this card, at any cost; None if it is not there.

    Raises `OrderError`.
    """
    sight = Sight.through(view)
    squares = _squares(word, sight)
    if not squares:
        return None
    square = squares[0]
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
