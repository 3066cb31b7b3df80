"""A first match that teaches by doing: fixed decks and dice, and for its first decisions what to do and why."""

from typing import NamedTuple

from app.engine.words import Words


class LessonStep(NamedTuple):
    """A decision of a lesson: the canonical orders that answer it, a line each, and what its player reads before."""

    orders: str
    words: Words


class MatchLesson(NamedTuple):
    """The decks of the player and of the house by the names of the starters, and the number from which the dice come.

    After the steps its player goes on alone, and reads `after` first.
    """

    deck: str
    rival: str
    number: str
    steps: tuple[LessonStep, ...]
    after: Words
