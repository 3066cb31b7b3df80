"""The engine that all games share. Standard library only."""

from app.engine.battle import Battle, Change, Event, Side, course_of, made_often
from app.engine.board import Board, Piece, Row, Stand, Status
from app.engine.build import Build, BuildNotAllowed
from app.engine.matches.game import Choice
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
    Aid,
    CardFigure,
    CardInfo,
    Duel,
    House,
    Life,
    Notation,
    Pace,
    Ruleset,
    Terms,
)
from app.engine.telling import MOMENTS, TellingLine, TellingSheet, Tone, plain, repetition
from app.engine.words import Lang, Words

__all__ = [
    "AWAY",
    "DRAW",
    "HOME",
    "MOMENTS",
    "NOT_PLAYED",
    "TERMS",
    "Aid",
    "Battle",
    "Board",
    "Build",
    "BuildNotAllowed",
    "CardFigure",
    "CardInfo",
    "Change",
    "Choice",
    "Duel",
    "Event",
    "House",
    "Lang",
    "Life",
    "Mark",
    "Notation",
    "Pace",
    "Piece",
    "Row",
    "Ruleset",
    "Side",
    "Stand",
    "Status",
    "TellingLine",
    "TellingSheet",
    "Terms",
    "Tone",
    "Words",
    "course_of",
    "exchanged",
    "made_often",
    "mark_of",
    "outcome_byte",
    "plain",
    "reason_of",
    "repetition",
    "winner_of",
]
