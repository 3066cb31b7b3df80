"""One database with two kinds of session: reading and writing.

SQLite uses WAL and BEGIN IMMEDIATE for writers, who take turns. (With the driver's own transactions, or with a plain
BEGIN, updates would get lost, or would fail at once instead of waiting.)
"""

import logging
import random
import shutil
import sqlite3
import time
from collections.abc import Callable, Hashable, Iterator
from contextlib import closing, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from threading import Lock
from typing import Any, Final, TypeVar

from cachetools import LRUCache
from sqlalchemy import URL, Connection, Engine, create_engine, event, make_url
from sqlalchemy.exc import ArgumentError, DBAPIError, OperationalError, TimeoutError as PoolUsedUp
from sqlmodel import Session, SQLModel

from app.errors import Problem, UnknownNumber
from app.files import close_to_others, make_file, make_folder
from app.games import house
from app.store import editions, house as house_texts
from app.turns import NoTurn, Turn, Turns

BUSY_SECONDS: Final = 10
"""How long a writer waits for others: in SQLite until it may write, in PostgreSQL for each lock."""
_ASK_AGAIN_SECONDS: Final = 0.005
"""The pause between attempts to write. SQLite's own pauses grow to 0.1 s, too long beside a process that writes
without end.
"""
GLANCE_SECONDS: Final = 2
"""How long a connection for one short query may take to open or close."""
_STATEMENT_SECONDS: Final = 300
"""PostgreSQL ends a statement after this time, except in a migration. Pages and jobs need less than a tenth of it."""
_AWAY_SECONDS: Final = {"reading": 600, "writing": 60}
"""PostgreSQL ends a transaction that is idle for this long: its process is stopped or gone, and may hold locks.

Work between two statements takes less: 0.8 s to publish 1,500 entries on a busy machine.
"""
_MORE: Final = 25
"""Connections beyond the five that are kept open. Requests, jobs and mail of one process never need all thirty at
once.
"""
ROOM_BYTES: Final = 1024 * 1024
LOG_BYTES: Final = 64 * 1024 * 1024
"""The size to which SQLite's log is cut back after a checkpoint."""
_WRITE: Final = "SET LOCAL idle_in_transaction_session_timeout = '{writing}s'"
_MIGRATE: Final = (
    "SELECT set_config('lock_timeout', '0', true), set_config('statement_timeout', '0', true)"
)


T = TypeVar("T")

_READ: Final = "hikyaku.read"
_MOST_READ: Final = 1 << 10
_SHARED: Final = "hikyaku.shared"
_HOME: Final = "hikyaku.home"
_MOST_SHARED: Final = 1 << 10


class StoreUnavailable(Exception):
    """The database cannot be reached, read or written. No change was left half done. The text says why."""


class BadDatabaseUrl(StoreUnavailable):
    """Not an address of a database. The text says what it must be, after the name of the setting or option."""

    def __init__(self) -> None:
        super().__init__("must be sqlite:///FILE or postgresql://USER@HOST/NAME")


class StoreBusy(StoreUnavailable):
    """Other writers took too long; trying again may succeed."""


def _in_one_sentence(record: logging.LogRecord) -> bool:
    """Log a lost connection without a traceback, since its user hears of it, too."""
    import psycopg  # no SQLite file needs it

    if record.exc_info and isinstance(record.exc_info[1], DBAPIError | psycopg.Error):
        record.msg = f"a connection was lost: {str(record.exc_info[1]).strip().splitlines()[0]}"
        record.args, record.exc_info = (), None
    return True


logging.getLogger("sqlalchemy.pool.impl.QueuePool").addFilter(_in_one_sentence)


@dataclass(slots=True)
class _SharedAnswers:
    """Answers shared by all reading sessions of a database, each with the edition in which it was read."""

    answers: LRUCache[Hashable, tuple[int, Any]] = field(
        default_factory=lambda: LRUCache(_MOST_SHARED)
    )
    lock: Lock = field(default_factory=Lock)


class Database:
    """The database at a URL, `sqlite:///path` or `postgresql://user@host/name`. Raises `BadDatabaseUrl` for others."""

    def __init__(self, url: str) -> None:
        self.public_changes = 0
        """How many sessions of this process have changed something public."""
        self._turns = Turns()
        self._shared = _SharedAnswers()
        self._home = object()
        try:
            address = make_url(url)
        except (ArgumentError, ValueError):  # the latter of a port that is no number
            raise BadDatabaseUrl from None
        is_server = address.get_backend_name() == "postgresql"
        if is_server:
            address = address.set(drivername="postgresql+psycopg")
        elif address.get_backend_name() == "sqlite" and address.database:
            _make_private(Path(address.database))
        else:
            raise BadDatabaseUrl
        self.engine = create_engine(
            address,
            connect_args=_patience(address, BUSY_SECONDS),
            pool_pre_ping=is_server,
            hide_parameters=True,
            max_overflow=_MORE,
        )
        event.listen(self.engine, "connect", _set_up_postgresql if is_server else _set_up_sqlite)
        event.listen(self.engine, "begin", _begin_postgresql if is_server else _begin_sqlite)
        editions.watch(self.engine)
        one_state = {"isolation_level": "REPEATABLE READ", "postgresql_readonly": True}
        self._reading = self.engine.execution_options(**(one_state if is_server else {}))
        self._glances = create_engine(
            address,
            connect_args=_patience(address, GLANCE_SECONDS),
            pool_size=1,
            max_overflow=0,
            hide_parameters=True,
            isolation_level="AUTOCOMMIT",
        )
        if is_server:
            event.listen(self._glances, "connect", _set_up_postgresql)
        self._is_closed = False
        house.ask(self.house_cards)

    @property
    def url(self) -> str:
        """The address of the database with its password, for another process."""
        return self.engine.url.render_as_string(hide_password=False)

    @property
    def is_sqlite(self) -> bool:
        """Whether the database is a SQLite file."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A read-only session that sees one state of the database. Its rows can be used afterwards."""
        with self._session(self._reading) as session:
            session.info[_READ] = LRUCache(_MOST_READ)
            session.info[_SHARED] = self._shared
            yield session
            let_go(session)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are committed together at the end of the block, or not at all."""
        turn = Turn(self._turns)
        try:
            with self._session(self.engine.execution_options(writing=turn)) as session:
                yield session
                has_changed = editions.close(session)
                session.commit()
        finally:
            turn.give_back()
        self.public_changes += has_changed

    @contextmanager
    def glancing(self) -> Iterator[Connection]:
        """A reserved connection for one short query, available even if all others are in use. One caller at a time
        has it.
        """
        with saying_outages(), self._glances.connect() as connection:
            yield connection

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        with saying_outages(), Session(engine, expire_on_commit=False) as session:
            session.info[_HOME] = self._home
            yield session

    def house_cards(self, version: str) -> str | None:
        """The text of the house cards in this version of the rules, if it is stored here and readable."""
        if self._is_closed:
            return None
        with suppress(StoreUnavailable), self.glancing() as connection:
            return house_texts.text_of(connection, version)
        return None

    def has_room(self) -> bool:
        """Whether the disk of the SQLite file has room for another mail; unknown for a database server.

        A write to existing pages needs no room, so it would not tell.
        """
        path = self.engine.url.database
        if not self.is_sqlite or not path:
            return True
        try:
            return shutil.disk_usage(Path(path).parent).free >= ROOM_BYTES
        except OSError:
            return False

    def fold_in(self) -> None:
        """Remove deleted rows from SQLite's log by a checkpoint. Fails silently while an older state is being read."""
        if self.is_sqlite:
            with closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def has_grown(self) -> bool:
        """Whether SQLite's log is too long. SQLite truncates it only while nobody reads."""
        log = files_of(Path(self.engine.url.database or ""))[1]
        return self.is_sqlite and log.exists() and log.stat().st_size > LOG_BYTES

    def close(self) -> None:
        """Close all connections."""
        self._is_closed = True
        self.engine.dispose()
        self._glances.dispose()


def home(session: Session) -> Hashable:
    """The key of this session's database, for caches of a process: row numbers of other databases are different."""
    home: object = session.info.setdefault(_HOME, object())
    return home


def once(session: Session, about: Hashable, read: Callable[[], T]) -> T:
    """Cache an answer within a session that sees one state of the database (some thousand answers); else read it
    anew.

    `about` names the question and everything that the answer depends on.
    """
    known: LRUCache[Hashable, T] | None = session.info.get(_READ)
    if known is None:
        return read()
    if about not in known:
        known[about] = read()
    return known[about]


def once_an_edition(session: Session, about: Hashable, read: Callable[[], T]) -> T:
    """Cache an answer for all reading sessions until something public changes (the edition).

    Not cached in sessions that write, or that changed something for one page alone, as the preview of a season does.
    `about` names the question and everything else that the answer depends on. Several threads share the answer, so do
    not change it. If it is a row, it belongs to no session.
    """
    shared: _SharedAnswers | None = session.info.get(_SHARED)
    if shared is None or session.new or session.dirty or session.deleted:
        return read()
    edition = once(session, "edition", lambda: editions.number(session))
    with shared.lock:
        known = shared.answers.get(about)
    if known and known[0] == edition:
        answer: T = known[1]
        return answer
    answer = read()
    if isinstance(answer, SQLModel):
        session.expunge(answer)
    with shared.lock:
        shared.answers[about] = edition, answer
    return answer


@event.listens_for(Session, "after_begin")
def _begin_anew(session: Session, *_: object) -> None:
    """Forget what was cached: a new transaction may see another state."""
    session.info.get(_READ, {}).clear()


def let_go(session: Session) -> None:
    """End the reading and free the connection. Rows that were read can still be used."""
    session.expunge_all()  # changes to rows that were read are never written
    session.commit()  # after a rollback psycopg forgets the statements that it has prepared


@contextmanager
def saying_outages() -> Iterator[None]:
    """Raise `StoreUnavailable` for faults of the database, `UnknownNumber` for a number too large for a column."""
    try:
        yield
    except NoTurn as error:
        raise StoreBusy("others have been writing for too long") from error
    except PoolUsedUp as error:
        raise StoreUnavailable("all connections have been in use for too long") from error
    except DBAPIError as error:
        if _is_busy(error):
            raise StoreBusy("the database was busy for too long") from error
        if _is_outage(error):
            raise StoreUnavailable(str(error.orig).strip().splitlines()[0]) from error
        if type(error.orig).__name__ == "NumericValueOutOfRange":
            raise UnknownNumber([Problem("unknown-number")]) from error
        raise
    except OverflowError as error:  # SQLite's driver, before it asks
        raise UnknownNumber([Problem("unknown-number")]) from error


def _is_outage(error: DBAPIError) -> bool:
    """Whether the database is at fault (gone, full, read-only), not the statement."""
    return error.connection_invalidated or type(error.orig).__name__ in (
        "OperationalError",
        "DatabaseError",  # SQLite's for a file that is damaged, or no database at all
        "InterfaceError",
        "AdminShutdown",
        "CannotConnectNow",
        "ReadOnlySqlTransaction",
        "DiskFull",
        "TooManyConnections",
        "CrashShutdown",
    )


def files_of(path: Path) -> tuple[Path, ...]:
    """The file of a SQLite database and the files beside it while it is in use."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def _make_private(path: Path) -> None:
    """Create the file of the database, readable by its owner only. SQLite gives the files beside it the same rights."""
    try:
        make_folder(path.parent)
        if not path.exists():
            make_file(path)
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be made: {error.strerror}") from None
    close_to_others(*files_of(path))


def _patience(address: URL, seconds: int) -> dict[str, int]:
    """Options for how long a connection may take to open, or to be given up. What the address says about it stays.

    The machine of a server may vanish without a word.
    """
    if address.get_backend_name() == "sqlite":
        return {"timeout": seconds}
    asked = {
        "connect_timeout": seconds,
        "tcp_user_timeout": seconds * 1000,
        "keepalives_idle": seconds,
        "keepalives_interval": seconds,
        "keepalives_count": 3,
    }
    return {name: value for name, value in asked.items() if name not in address.query}


def _set_up_postgresql(connection: Any, _: Any) -> None:
    """Set the time limits of a PostgreSQL connection, so that nothing waits without end."""
    for name, seconds in (
        ("lock_timeout", BUSY_SECONDS),
        ("statement_timeout", _STATEMENT_SECONDS),
        ("idle_in_transaction_session_timeout", _AWAY_SECONDS["reading"]),
    ):
        connection.execute(f"SET {name} = '{seconds}s'")
    connection.commit()


def _begin_postgresql(connection: Connection) -> None:
    """Set the limits of a transaction: a writer may not be idle for long, a migration may wait and take its time."""
    turn = connection.get_execution_options().get("writing")
    if isinstance(turn, Turn):
        connection.exec_driver_sql(_WRITE.format_map(_AWAY_SECONDS))
    elif turn:
        connection.exec_driver_sql(_MIGRATE)


def _set_up_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Configure SQLite: our own transactions, waiting for writers, durability through a power cut, overwriting of
    deleted data.
    """
    connection.isolation_level = None
    for pragma in (
        *("journal_mode=WAL", f"journal_size_limit={LOG_BYTES}", "synchronous=FULL"),
        *("foreign_keys=ON", "secure_delete=ON"),
    ):
        connection.execute(f"PRAGMA {pragma}")


def _begin_sqlite(connection: Connection) -> None:
    turn = connection.get_execution_options().get("writing")
    if not turn:
        connection.exec_driver_sql("BEGIN")
        return
    ends = time.monotonic() + BUSY_SECONDS
    if isinstance(turn, Turn):
        turn.take()
    sqlite: Any = connection.connection.driver_connection
    sqlite.execute("PRAGMA busy_timeout = 0")
    try:
        _begin_writing(connection, ends)
    finally:
        with suppress(sqlite3.ProgrammingError):  # it has been given up meanwhile
            sqlite.execute(f"PRAGMA busy_timeout = {BUSY_SECONDS * 1000}")


def _begin_writing(connection: Connection, ends: float) -> None:
    """Lock the database against other writers until the end of the transaction. Waits for those that are writing."""
    while True:
        try:
            connection.exec_driver_sql("BEGIN IMMEDIATE")
        except OperationalError as error:
            if not _is_busy(error) or time.monotonic() > ends:
                raise
            time.sleep(random.uniform(0, 2 * _ASK_AGAIN_SECONDS))
        else:
            return


def _is_busy(error: DBAPIError) -> bool:
    """Whether others were writing for too long, we were idle for too long, or PostgreSQL resolved a deadlock."""
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY or type(error.orig).__name__ in (
        "DeadlockDetected",
        "IdleInTransactionSessionTimeout",
        "LockNotAvailable",
        "QueryCanceled",
        "SerializationFailure",
    )
