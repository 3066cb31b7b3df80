"""The engine that all games share. Standard library only."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
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
        in_rows,
        mark_of,
        outcome_byte,
        reason_of,
        winner_of,
        winners,
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
    "in_rows",
    "made_often",
    "mark_of",
    "outcome_byte",
    "plain",
    "reason_of",
    "repetition",
    "winner_of",
    "winners",
]

_HOMES: Final = (
    "words",
    "outcomes",
    "build",
    "telling",
    "board",
    "battle",
    "ruleset",
    "matches.game",
)
"""The modules of these names, those that load fastest first."""

if not TYPE_CHECKING:  # pragma: no branch

    def __getattr__(name: str) -> Any:
        """Import a name when it is first asked for: whoever needs `Lang` alone loads no battle."""
        for home in _HOMES if name in __all__ else ():
            module = import_module(f"{__name__}.{home}")
            if hasattr(module, name):
                return globals().setdefault(name, getattr(module, name))
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
