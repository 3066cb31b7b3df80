"""The edition: a number that rises with every writing session that changes what a public page may show.

It is spread over several rows, so that sessions seldom wait for one another.
"""

import random
from datetime import datetime
from functools import reduce
from operator import add
from typing import Any, Final

from sqlalchemy import Connection, Engine, Insert, bindparam, event, text
from sqlalchemy.sql.dml import Delete, Update
from sqlmodel import Session, col, func, select

from app.store.tables import Edition, Season, SeasonState, Trial
from app.store.tables.columns import Utc

UNSHOWN: Final = frozenset(
    {
        *(
            "bucket",
            "delivery",
            "door",
            "edition",
            "follower",
            "form_answer",
            "heartbeat",
            "letter",
            "mail",
        ),
        *("mailbox", "refusal", "release", "second_factor", "security_event", "sign_in", "webhook"),
        *("contestant", "match_plan", "named_orders", "seat_offer", "standing_orders"),
        *("takeover", "visit"),
    }
)
"""The tables that no public page shows. A change to any other table raises the edition."""
UNSHOWN_WHEN_NEW: Final = frozenset({"player", "entry", "revision"})
"""Tables of which an INSERT changes no public page, though a later UPDATE may. (A revision is inserted as held, and
shown only once an update accepts it.)
"""
UNSHOWN_COLUMNS: Final = {
    "match": frozenset(
        {"claim", "lease_until", "failures", "due_at", "missed_a", "missed_b", "snapshot"}
    )
}
"""Columns that no public page shows. For example, incoming orders change nothing public."""
_ROWS: Final = 16
_LAST: Final = 10
_CHANGED: Final = "hikyaku.changed"
_UNSHOWN: Final = "hikyaku_unshown"
TELLS_NOBODY: Final = {_UNSHOWN: True}
"""The execution options of a statement that changes only `UNSHOWN_COLUMNS`."""
_RAISE: Final = text(
    "INSERT INTO edition (id, number) VALUES (:row, 1) "
    "ON CONFLICT (id) DO UPDATE SET number = edition.number + 1"
)

_NUMBER: Final = text("SELECT sum(number) FROM edition")
_MOMENTS: Final = (col(Season.closes_at), col(Season.release_at), col(Trial.expires_at))
_PASSED: Final = (
    select(func.count()).where(at <= bindparam("now", type_=Utc)).scalar_subquery()
    for at in _MOMENTS
)
_SEEN: Final = select(  # put together once: every process asks it ten times a second
    select(func.coalesce(func.sum(Edition.number), 0)).scalar_subquery(), reduce(add, _PASSED)
)


def watch(engine: Engine) -> None:
    """Note from now on what the transactions of this engine change."""
    event.listen(engine, "begin", _begin)
    event.listen(engine, "after_execute", _look_at)


def close(session: Session) -> bool:
    """Raise the edition if the session has changed something public. Called last before the commit. Returns whether
    it did.
    """
    session.flush()
    has_changed = session.in_transaction() and session.connection().info.pop(_CHANGED, False)
    if has_changed:
        session.connection().execute(_RAISE, {"row": random.randrange(_ROWS)})
    return has_changed


def seen(connection: Connection, now: datetime) -> tuple[int, int]:
    """The edition, and the number of past moments at which pages change by the clock alone: deadlines, releases, ends
    of trials.
    """
    row = connection.execute(_SEEN, {"now": now}).one()
    return int(row[0]), int(row[1])


def number(session: Session) -> int:
    """The edition as this session sees it."""
    return int(session.connection().scalar(_NUMBER) or 0)


def published(connection: Connection) -> tuple[tuple[str, int], ...]:
    """The slugs of the seasons published last, each with its run."""
    asked = (
        select(Season.slug, Season.published_run_id)
        .where(Season.state == SeasonState.PUBLISHED, col(Season.published_run_id).is_not(None))
        .order_by(col(Season.published_at).desc())
        .limit(_LAST)
    )
    return tuple((slug, run) for slug, run in connection.execute(asked))


def _begin(connection: Connection) -> None:
    connection.info.pop(_CHANGED, None)


def _look_at(
    connection: Connection, statement: Any, rows: Any, row: Any, options: Any, _result: Any
) -> None:
    """Note a statement that changes a table that pages show."""
    if isinstance(statement, Insert | Update | Delete):
        table = getattr(statement.table, "name", "")
        is_unshown = isinstance(statement, Insert) and table in UNSHOWN_WHEN_NEW
        if (
            isinstance(statement, Update) and table in UNSHOWN_COLUMNS and not statement._values
        ):  # a row as a session keeps it: what stands in the statement itself is not looked at
            named = {name for each in (*rows, row) for name in each}
            changed = named & {column.name for column in statement.table.columns}
            is_unshown = bool(changed) and changed <= UNSHOWN_COLUMNS[table]
        if table not in UNSHOWN and not is_unshown and not options.get(_UNSHOWN):
            connection.info[_CHANGED] = True
