"""Lists that were tried out are forgotten when their time is over."""

from datetime import datetime

from app.store import trials
from app.store.database import Database


def forget_over(database: Database, now: datetime) -> bool:
    """Delete the trials whose time is over. Returns whether there were any."""
    with database.reading() as session:
        found = trials.any_over(session, now=now)
    if found:
        with database.writing() as session:
            trials.forget_over(session, now=now)
    return found
