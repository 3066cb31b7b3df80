"""A view as a state: what its reader does not know is left out of it."""

from app.engine.matches.game import View
from app.games.fest.state import State, load

_HIDDEN = ("hand", "deck", "reserve")


def state_of(view: View) -> State:
    """The state that the reader of this view sees: zones of which only the number is known are empty."""
    seats = {
        seat: {
            **side,
            **{zone: [] for zone in _HIDDEN if isinstance(side[zone], int)},
            "deck_list": side["deck_list"] or {},
        }
        for seat, side in view["seats"].items()
    }
    return load({**view, "seats": seats})
