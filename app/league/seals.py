"""Seals outlive a reopening: what was sealed when, and which entries were made or changed with open builds in view."""

from dataclasses import dataclass
from datetime import datetime
from typing import Literal

from sqlmodel import Session

from app.league import late_acts
from app.store import entries
from app.store import seals as kept
from app.store.seals import Closing, Sealed
from app.store.tables import Entry, Season


@dataclass(frozen=True, slots=True)
class Mark:
    """What everybody is told of an entry for ever: it was added, or changed, after the builds had been laid open."""

    kind: Literal["added", "changed"]
    at: datetime
    """When what counts of it now was received."""
    reason: str = ""
    """Why the organiser added it; empty for what its player sent."""


def keep(session: Session, season: Season, now: datetime) -> None:
    """The entries close: their seals are public from now on, whatever happens to the entries."""
    earlier = kept.closings(session, season)
    kept.keep(session, season, earlier[-1].serial + 1 if earlier else 1, now)


def keep_late(session: Session, season: Season, entry: Entry) -> None:
    """An entry was added after the closing, while nobody could see a build: it is sealed with the others."""
    if season.laid_open_at is None and (earlier := kept.closings(session, season)):
        kept.add(session, entry, earlier[-1])


def closings(session: Session, season: Season) -> list[Closing]:
    """Every closing of the season, the first first: their seals are public."""
    return kept.closings(session, season)


def of_closing(session: Session, season: Season, serial: int) -> list[Sealed]:
    """What was sealed by this closing, by number."""
    return kept.of_closing(session, season, serial)


def marks(session: Session, season: Season) -> dict[int, Mark]:
    """The marked entries of the season, by id: those that are not what was sealed when the builds were laid open."""
    if season.laid_open_at is None:
        return {}
    sealed = {}
    if closing := _of_laying_open(session, season, season.laid_open_at):
        found = kept.of_closing(session, season, closing.serial)
        sealed = {each.entry_id: each.commitment for each in found}
    reasons = _reasons(session, season)
    return {
        entry.id: Mark(
            "changed" if entry.id in sealed else "added",
            entry.current.received_at,
            reasons.get(entry.id, ""),
        )
        for entry in entries.of_season(session, season)
        if entry.current and sealed.get(entry.id) != entry.current.commitment
    }


def _of_laying_open(session: Session, season: Season, laid_open_at: datetime) -> Closing | None:
    """The closing by which the builds were laid open."""
    before = [each for each in kept.closings(session, season) if each.at <= laid_open_at]
    return before[-1] if before else None


def _reasons(session: Session, season: Season) -> dict[int, str]:
    """Why organisers added entries late."""
    acts = late_acts.of_season(session, season)
    return {act.entry_id: act.reason for act in acts if act.kind == "added"}
