"""What can be read from a view and from a card: a state without what is hidden, and what is printed."""

from app.engine.matches.game import View
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.effects import Use
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


def blanks_of(use: Use) -> dict[str, str]:
    """What is printed in the blanks of an effect."""
    attributes = iter(ATTRIBUTES[place] for place in use.printed)
    return {
        blank: use.theme or "" if blank == "z" else next(attributes) for blank in use.effect.blanks
    }
