"""How the house plays to win: which worlds it imagines, and what it finds good."""

from collections import Counter
from collections.abc import Mapping
from typing import Any, Final

from app.engine.matches.dice import Dice
from app.engine.matches.game import Seat, View, dealt, other
from app.games.fest import config as configs
from app.games.fest.abilities import JP
from app.games.fest.cards import DECKS
from app.games.fest.state import State, load

_OPEN: Final = ("front", "back", "discard", "seen", "seen_reserve")
_TOTAL, _JUDGES, _POINT = 12, 6, 1
"""What a point of the final total, a judging point and any other point is worth."""


def imagine(view: View, dice: Dice) -> State:
    """A state that this view may be of: a closed list is a starter that fits what was seen, or else any cards."""
    viewer: Seat = view["viewer"]
    foe = view["seats"][other(viewer)]
    own = view["seats"][viewer]
    known = Counter(card for zone in _OPEN for card in foe[zone])
    seen, kept = [*foe["seen"]], [*foe["seen_reserve"]]
    sizes = [foe[zone] for zone in ("hand", "reserve", "deck")]
    count = sum(sizes) - len(seen) - len(kept)
    pool = dealt(_unseen(view, foe, known, count, dice), dice, "theirs")
    hand, reserve = sizes[0] - len(seen), sizes[1] - len(kept)
    deck_list = foe["deck_list"] or dict(sorted((known + Counter(pool)).items()))
    sides: dict[str, Any] = {
        viewer: own | {"deck": dealt(own["deck"], dice, "mine")},
        other(viewer): foe
        | {
            "deck_list": deck_list,
            "hand": sorted(seen + pool[:hand]),
            "reserve": sorted(kept + pool[hand : hand + reserve]),
            "deck": pool[hand + reserve :],
        },
    }
    world = load({**view, "seats": sides})
    world.seats[other(viewer)].tags = tuple(foe["tags"])
    return world


def _unseen(
    view: View, foe: Mapping[str, Any], known: Mapping[str, int], count: int, dice: Dice
) -> list[str]:
    """So many cards that the opponent may have besides those known."""
    lists = [foe["deck_list"]] if foe["deck_list"] else [*DECKS.values()]
    for deck in lists:
        rest = Counter(deck)
        rest.subtract(known)
        if min(rest.values()) >= 0 and rest.total() == count:
            return [*rest.elements()]
    cards = dealt([*configs.cards(view["config"])], dice, "deck")
    return (cards * (count // len(cards) + 1))[:count]


def worth(state: State, seat: Seat) -> int:
    """The score so far and the points of this round, against the opponent's."""
    return _standing(state, seat) - _standing(state, other(seat))


def _standing(state: State, seat: Seat) -> int:
    side = state.seats[seat]
    attributes = side.points[:JP]
    return (
        _TOTAL * side.total
        + _JUDGES * (side.points[JP] + max(attributes))
        + _POINT * sum(attributes)
    )
