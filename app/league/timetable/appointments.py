"""The moments of a season for a calendar: its opening, its deadline, its nights and its results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Final, Literal

from sqlmodel import Session

from app.league import visibility
from app.league.timetable.steps import milestones
from app.store.security import audits
from app.store.tables import Audit, Season, SeasonState

Kind = Literal["opening", "deadline", "night", "results"]
_RELEASES: Final = ("release", "hold", "skip")
_OTHERS: Final = (*_RELEASES, "step", "resume", "nights")
"""The acts on moments other than the deadline."""
_MOVES: Final = (
    *("deadline", "reopen", "change", "publish", "undo", "go-on"),
    *("deadline", "reopen", "change", "publish", "undo", "call-off"),
    *_OTHERS,
)
"""The acts that may move a moment."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """A moment of the season. `is_cancelled`: it was announced and no longer happens.

    `moved`: the number of acts that may have moved it. `changed_at`: the time of the last of them.
    """

    kind: Kind
    at: datetime
    moved: int
    changed_at: datetime
    is_cancelled: bool = False
    number: int = 0
    """The number of the night; 0 for other kinds."""


def appointments(session: Session, season: Season) -> Iterator[Appointment]:
    """Yield every announced moment of the season at its present time."""
    acts = [act for act in audits.of_season(session, season) if act.act in _MOVES]
    begun = season.opened_at or season.created_at
    is_alive = season.state is not SeasonState.CALLED_OFF
    changed_at = acts[-1].at if acts else begun
    if season.opened_at:
        yield Appointment("opening", season.opened_at, 0, season.opened_at)
    deadline = season.closes_at or _last([each.detail for each in acts if each.act not in _OTHERS])
    if deadline:
        is_off = season.closes_at is None or not (season.closed_at or is_alive)
        yield Appointment("deadline", deadline, len(acts), changed_at, is_off)
    yield from _nights(session, season, acts)
    comes = visibility.release_at(season) or season.published_at
    results = comes or _last(
        [each.detail for each in acts if each.act in _RELEASES and _is_release(each)]
    )
    if results:
        yield Appointment("results", results, len(acts), changed_at, comes is None)


def _nights(session: Session, season: Season, acts: Sequence[Audit]) -> Iterator[Appointment]:
    """Yield every night that shows results; a night that is held or skipped is cancelled."""
    for step in milestones(session, season):
        if step.kind == "night" and step.at:
            is_off = step.standing in ("held", "skipped")
            changed_at = acts[-1].at if acts else season.created_at
            yield Appointment("night", step.at, len(acts), changed_at, is_off, step.number)


def _is_release(act: Audit) -> bool:
    return bool(act.detail.get("step", "release") == "release")


def _last(details: list[dict[str, str]]) -> datetime | None:
    """Return the last moment that these acts named, whether they set it or removed it."""
    named = [at for detail in details if (at := detail.get("to") or detail.get("from"))]
    return datetime.fromisoformat(named[-1]) if named else None
