"""ACT:S: masters and servants on a field of three by five squares, in actions that alternate and may be answered."""

from typing import Final

from app.games.acts.game import Acts

GAMES: Final = (Acts(),)
"""All versions of the rules, the newest first."""
