"""A first match that teaches by doing: fixed decks and dice, and for its first decisions what to do and why."""

from typing import NamedTuple

from app.engine.words import Words


class LessonStep(NamedTuple):
    """A decision of a lesson: the canonical orders that answer it, one a line, and the text that its player reads
    first.
    """

    orders: str
    words: Words


class MatchLesson(NamedTuple):
    """A lesson: the decks of player and house by the names of starters, and the number from which the dice follow.

    After the steps the player goes on alone, and reads `after` first.
    """

    deck: str
    rival: str
    number: str
    steps: tuple[LessonStep, ...]
    after: Words
