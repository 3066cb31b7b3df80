"""Which battles a letter tells, and how: the game's own telling, shortened to what a reader wants to know."""

from app.letters.tellings.telling import Telling, brief, folded, tell

__all__ = ["Telling", "brief", "folded", "tell"]
