"""Fill places from the waiting list: waves that are due, and places that others have left."""

from datetime import datetime

from sqlmodel import Session

from app.jobs import fences
from app.league.entries import acceptance, places
from app.store import entries, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Season, SeasonState


def fill_due(database: Database, now: datetime) -> bool:
    """Every wave that is due is open, and who waits and finds a place has it; whether there was anything to do.

    Without that nothing is written, and other writers do not wait.
    """
    return fences.in_turn(database, "places of", now, seasons.open_ones, _is_due, _fill)


def _is_due(session: Session, season: Season, now: datetime) -> bool:
    return season.state is SeasonState.OPEN and (
        any(at <= now for at, _ in places.waves_of(season))
        or (
            season.waiting_list
            and not any(places.full(session, season, now))
            and bool(entries.queued(session, season))
        )
    )


def _fill(session: Session, season: Season, now: datetime) -> bool:
    if more := places.open_waves(season, now):
        audits.note(session, Organiser("timetable", now), "wave", season, detail={"places": more})
    return bool(acceptance.move_up(session, season, now) or more)
