"""The engine that all games share. Standard library only."""

from importlib import import_module
from typing import TYPE_CHECKING, Any, Final

if TYPE_CHECKING:
    from app.engine.battle import *
    from app.engine.board import *
    from app.engine.build import *
    from app.engine.matches.game import *
    from app.engine.outcomes import *
    from app.engine.ruleset import *
    from app.engine.telling import *
    from app.engine.words import *

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
    "positions",
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
