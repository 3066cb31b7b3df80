"""What a site knows about its past: which secrets it had, and whether its database is a copy."""

import hashlib
import hmac
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Final

from sqlalchemy import text
from sqlmodel import Session, col, select

from app.store.database import Database
from app.store.rows import add_if_new
from app.store.tables import Fact
from app.store.work import outbox

_COPY: Final = "copy"
MARK: Final = "INSERT OR REPLACE INTO fact (key, at) VALUES ('copy', ?)"
"""Marks a copied SQLite file as a copy of this moment."""
_COPYING: Final = 7_162_846
"""Key of PostgreSQL's advisory lock that a backup holds until it is done."""
_TOLD_FOR: Final = timedelta(days=30)
"""How long a change of the secret is reported; hardly anyone follows older links."""


def check_value(key: bytes) -> str:
    """A value that tells secrets apart without revealing them."""
    return hmac.new(key, b"hikyaku: which secret", hashlib.sha256).hexdigest()[:16]


def note_secret(session: Session, key: bytes, *, now: datetime) -> None:
    """Note that the site uses this secret, from now on if it is new."""
    add_if_new(session, Fact(key=f"secret:{check_value(key)}", at=now))


def secret_before(session: Session, key: bytes, *, now: datetime) -> datetime | None:
    """Since when the site had its previous secret, if it changed recently: older links are dead."""
    is_secret = col(Fact.key).startswith("secret:")
    known = session.exec(select(Fact).where(is_secret).order_by(col(Fact.at), col(Fact.key))).all()
    since = {fact.key: fact.at for fact in known}.get(f"secret:{check_value(key)}", now)
    is_first = not known or known[0].key == f"secret:{check_value(key)}"
    return None if is_first or since < now - _TOLD_FOR else known[0].at


@contextmanager
def being_copied(database: Database, *, now: datetime) -> Iterator[None]:
    """Within, a copy that PostgreSQL makes is marked as a copy, and the database itself is not."""
    with database.engine.connect().execution_options(isolation_level="AUTOCOMMIT") as held:
        held.execute(text(f"SELECT pg_advisory_lock({_COPYING})"))
        try:
            with database.writing() as session:
                add_if_new(session, Fact(key=_COPY, at=now))
            yield
        finally:
            with database.writing() as session:
                session.delete(session.get_one(Fact, _COPY))
            held.execute(text(f"SELECT pg_advisory_unlock({_COPYING})"))


def settle_copy(database: Database, *, now: datetime) -> int:
    """In a copy, put the waiting letters in doubt, since the original site may have sent them. Returns how many, once
    only.
    """
    with database.reading() as session:
        if session.get(Fact, _COPY) is None:
            return 0
    with database.writing() as session:
        lock = text(f"SELECT pg_try_advisory_xact_lock({_COPYING})")
        if not database.is_sqlite and not session.connection().scalar(lock):
            return 0
        if (mark := session.get(Fact, _COPY)) is None:
            return 0
        session.delete(mark)
        reason = f"it was waiting when the database was copied at {mark.at:%Y-%m-%d %H:%M} UTC, and may have left since"
        return outbox.doubt_waiting(session, reason, now=now)
