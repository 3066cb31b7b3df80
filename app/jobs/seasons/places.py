"""Places that open: waves whose moment has come, and places that others have left, for who waits for one."""

from datetime import datetime

from app.league.admission import acceptance, places
from app.store import entries, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser


def fill_due(database: Database, now: datetime) -> bool:
    """Every wave that is due is open, and who waits and finds a place has it; whether there was anything to do.

    Without that nothing is written, and other writers do not wait.
    """
    with database.reading() as session:
        due = [
            each.slug
            for each in seasons.open_ones(session)
            if any(at <= now for at, _ in places.waves_of(each))
            or (
                each.waiting_list
                and not any(places.full(session, each, now))
                and entries.queued(session, each)
            )
        ]
    done = False
    for slug in due:
        with database.writing() as session:
            season = seasons.locked(session, slug)
            if more := places.open_waves(session, season, now):
                audits.note(
                    session, Organiser("timetable", now), "wave", season, detail={"places": more}
                )
            moved = acceptance.move_up(session, season, now)
            done = done or bool(more or moved)
    return done
