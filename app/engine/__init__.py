"""The engine that all games share. Standard library only."""

from app.engine.battle import Battle, Change, Event, Side, course_of
from app.engine.board import Board, Piece, Row, Stand, Status
from app.engine.build import Build, BuildNotAllowed
from app.engine.outcomes import (
    AWAY,
    DRAW,
    HOME,
    NOT_PLAYED,
    Mark,
    exchanged,
    mark_of,
    outcome_byte,
    reason_of,
    winner_of,
)
from app.engine.ruleset import (
    TERMS,
    CardInfo,
    Choice,
    Figure,
    House,
    Life,
    Notation,
    Pace,
    Ruleset,
    Terms,
)
from app.engine.telling import MOMENTS, Line, Sheet, Tone, plain, repetition
from app.engine.words import Lang, Words

__all__ = [
    "AWAY",
    "DRAW",
    "HOME",
    "MOMENTS",
    "NOT_PLAYED",
    "TERMS",
    "Battle",
    "Board",
    "Build",
    "BuildNotAllowed",
    "CardInfo",
    "Change",
    "Choice",
    "Event",
    "Figure",
    "House",
    "Lang",
    "Life",
    "Line",
    "Mark",
    "Notation",
    "Pace",
    "Piece",
    "Row",
    "Ruleset",
    "Sheet",
    "Side",
    "Stand",
    "Status",
    "Terms",
    "Tone",
    "Words",
    "course_of",
    "exchanged",
    "mark_of",
    "outcome_byte",
    "plain",
    "reason_of",
    "repetition",
    "winner_of",
]
