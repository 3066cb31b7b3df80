"""The view of a seat, made from the state, and facts computed from a view."""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.matches.game import Seat, View, other
from app.games.fest import config as configs
from app.games.fest.abilities import ATTRIBUTES, Points
from app.games.fest.state import State, dump
from app.games.fest.verbs import Moment


def view(state: State, viewer: Seat | None) -> dict[str, Any]:
    """Return what this seat may know; without a seat, what both may know."""
    seen = dump(state)
    seen["viewer"] = viewer
    is_open = state.config["open_lists"]
    for seat, side in state.seats.items():
        shown = seen["seats"][seat]
        shown["tags"] = [*side.tags]
        if seat == viewer:
            shown["deck"].sort()
            continue
        for zone in ("hand", "deck", "reserve"):
            shown[zone] = len(shown[zone])
        if not is_open:
            shown["deck_list"] = None
    return seen


def own(seen: View) -> Mapping[str, Any]:
    """The viewer's own side."""
    side: Mapping[str, Any] = seen["seats"][seen["viewer"]]
    return side


def foe(seen: View) -> Mapping[str, Any]:
    """The opponent's side."""
    side: Mapping[str, Any] = seen["seats"][other(seen["viewer"])]
    return side


def points(side: Mapping[str, Any]) -> Points:
    """The points of a side."""
    return [*(side["attr"][attribute] for attribute in ATTRIBUTES), side["jp"]]


def count(zone: Sequence[str] | int) -> int:
    """Return the number of cards in a zone that may be hidden."""
    return zone if isinstance(zone, int) else len(zone)


def limit(seen: View) -> int:
    """Return how many cards the viewer may put into the reserve."""
    mine = own(seen)
    size = configs.size(seen["config"])
    return min(size.reserve - len(mine["reserve"]), count(mine["deck"]), len(mine["hand"]))


def moment(seen: View) -> Moment:
    """Return the facts by which the viewer's effects are checked."""
    mine, theirs = own(seen), foe(seen)
    known = configs.cards(seen["config"])
    theme = seen["theme"]
    return Moment(
        own=points(mine),
        foe=points(theirs),
        theme=theme,
        hand=tuple(mine["hand"]),
        front=tuple(mine["front"]),
        reserve=tuple(mine["reserve"]),
        deck=count(mine["deck"]),
        backs=len(mine["back"]),
        is_guarded=theirs["guard"],
        matching=known.matching[theme],
        abilities=known.abilities,
        unknown=mine.get("drawn", 0),
    )
