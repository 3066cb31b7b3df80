"""The moments of a season that people put into a calendar: its opening, its deadline, its results."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlmodel import Session

from app.league import visibility
from app.store.security import audits
from app.store.tables import Audit, Season

Kind = Literal["opening", "deadline", "results"]
_RELEASES: Final = ("release", "hold", "skip")
_MOVES: Final = ("deadline", "reopen", "change", *_RELEASES, "publish", "undo")
"""The acts that may move a moment."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A moment of the season, or one that was announced and will not be (`is_cancelled`).

    `moved` counts the acts that may have moved it, the last of them at `changed_at`.
    """

    kind: Kind
    at: datetime
    moved: int
    changed_at: datetime
    is_cancelled: bool = False


def appointments(session: Session, season: Season) -> Iterator[Appointment]:
    """Every moment of the season that has been announced, as it stands now; each kind once."""
    acts = [act for act in audits.of_season(session, season) if act.act in _MOVES]
    begun = season.opened_at or season.created_at
    changed_at = acts[-1].at if acts else begun
    if season.opened_at:
        yield Appointment("opening", season.opened_at, 0, season.opened_at)
    deadline = season.closes_at or _last(
        [each.detail for each in acts if each.act not in _RELEASES]
    )
    if deadline:
        is_off = season.closes_at is None
        yield Appointment("deadline", deadline, len(acts), changed_at, is_off)
    comes = visibility.release_at(season) or season.published_at
    results = comes or _last(
        [each.detail for each in acts if each.act in _RELEASES and _is_release(each)]
    )
    if results:
        yield Appointment("results", results, len(acts), changed_at, comes is None)


def _is_release(act: Audit) -> bool:
    return bool(act.detail.get("step", "release") == "release")


def _last(details: list[dict[str, str]]) -> datetime | None:
    """The last moment named in these acts: the one that they set, or that they took away."""
    named = [at for detail in details if (at := detail.get("to") or detail.get("from"))]
    return datetime.fromisoformat(named[-1]) if named else None
