"""Back-off: a job that failed rests, longer each time, and the log says why."""

from typing import Final

from app.errors import ResultsDiffer, RulesNotInstalled, SeasonRefused
from app.league.problems import explain
from app.mail.transport.imap import Unreachable
from app.store.database import StoreUnavailable
from app.text.privacy import mask_traceback
from app.tournament.executors import ComputeUnavailable

FIRST_SECONDS: Final = 2
MOST_SECONDS: Final = 300
MACHINES: Final = (ComputeUnavailable, StoreUnavailable, Unreachable)
"""Failures of machines, not of programs: a sentence says it."""


def rest_after(failures: int) -> float:
    """Seconds to wait after this many failures in a row: 2, 4, 8 … 300."""
    doubled: int = 2 ** min(failures - 1, 10)
    return min(MOST_SECONDS, FIRST_SECONDS * doubled)


def told(error: Exception) -> str:
    """Why, for the log; where it is a bug of ours, with the place."""
    if isinstance(error, ResultsDiffer | RulesNotInstalled | SeasonRefused):
        return " ".join(explain(problem, "en") for problem in error.problems[:3])
    return str(error) if isinstance(error, MACHINES) else mask_traceback(error)
