"""Refusals as an organiser at a terminal needs them: with the option or the command that helps."""

from collections.abc import Sequence
from difflib import get_close_matches
from typing import Final

from app.errors import Problem

_STATES: Final = (
    "draft",
    "open",
    "closed",
    "running",
    "review",
    "published",
    "archived",
    "called-off",
)
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
_NEAR: Final = 0.6
"""How similar a typed name must be to the name of a season."""
_ON_A_TERMINAL: Final = {
    "empty-name": "The name is missing. Write BUILD/NAME, as in 'Attack, Echo, Core / Alice'.",
    "no-organiser": "No organiser has this address. `hikyaku organiser list` lists them.",
    "no-reason": "Give a reason for the log, such as --reason 'sent twice'.",
    "nothing-told": "Give a reason for the players too, such as --tell 'Our server was down.' They do not see --reason.",
    "not-sure": "%(season)s has been opened. To delete it anyway: hikyaku season delete %(season)s --yes-delete %(season)s",
    "unknown-season": "There is no season “%(season)s”. `hikyaku season list` lists them.",
}
"""Problems whose sentence for players and pages leaves out what is typed here."""


def in_words(problem: Problem, game: str | None = None, version: str | None = None) -> str:
    """The problem in a line, with the option or command to type instead or next."""
    from app.league.problems import explain

    if problem.code == "wrong-state":
        return next_step(str(problem["season"]), str(problem["state"]), problem.suggestions)
    if problem.code == "unknown-season" and problem.suggestions:
        typed = str(problem["season"])
        near = get_close_matches(typed, problem.suggestions, 1, _NEAR)
        meant = f" did you mean {near[0]}?" if near else ""
        return f"No season is called “{typed}”;{meant} `hikyaku season list` lists them."
    if sentence := _ON_A_TERMINAL.get(problem.code):
        return sentence % dict(problem.said)
    return explain(problem, "en", game, version)


def next_step(season: str, state: str, needed: Sequence[str]) -> str:
    """A sentence with the command that brings the season nearer to one of the states that are needed."""
    at = _STATES.index(state)
    nearest = min(map(_STATES.index, needed), key=lambda each: abs(each - at))
    words, command = (_ON if nearest > at else _BACK).get(state, ("", ""))
    told = {"draft": "a draft", "review": "in review"}.get(state, state.replace("-", " "))
    if not command:
        return f"{season} is {told}."
    return f"{season} is {told}; {words} with `hikyaku season {command} {season}`."
