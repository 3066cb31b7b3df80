"""The next step with a season that is not in the state that a command needs."""

from collections.abc import Sequence
from typing import Final

_STATES: Final = ("draft", "open", "closed", "running", "review", "published", "archived")
_ON: Final = {
    "draft": ("open it", "open"),
    "open": ("close it", "close"),
    "closed": ("run it", "run"),
    "running": ("finish its run", "run"),
    "review": ("publish it", "publish"),
}
_BACK: Final = {
    "closed": ("reopen it", "reopen"),
    "review": ("take its results back", "undo"),
    "published": ("take its publication back", "undo"),
}


def next_step(season: str, state: str, needed: Sequence[str]) -> str:
    """A sentence with the command that brings the season nearer to one of the states that are needed."""
    at = _STATES.index(state)
    nearest = min(map(_STATES.index, needed), key=lambda each: abs(each - at))
    words, command = (_ON if nearest > at else _BACK).get(state, ("", ""))
    told = {"draft": "a draft", "review": "in review"}.get(state, state)
    if not command:
        return f"{season} is {told}."
    return f"{season} is {told}; {words} with `hikyaku season {command} {season}`."
