"""Who wins, and why, for many pairs at once."""

from collections.abc import Sequence

from app.engine import Build
from app.engine.pairs import all_pairs
from app.games.shiden_issen_2.battle import REASONS, decide


def outcomes(builds: Sequence[Build], rows: range | None = None) -> bytes:
    """One byte a pair, as `app.engine.ruleset.Outcomes` says."""
    return all_pairs(decide, REASONS, builds, rows)
