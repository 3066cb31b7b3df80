"""One database, two kinds of session: reading, and writing.

SQLite: WAL, and BEGIN IMMEDIATE for writers, who take turns. (With the driver's own transactions, or with a plain BEGIN,
updates get lost or fail at once instead of waiting.)
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

import psycopg
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
"""SQLite's own pauses grow to a tenth of a second: beside a process that writes without end one would hardly get a turn."""
GLANCE_SECONDS: Final = 2
"""For a connection to be made or given up, where it is to answer one short question."""
_STATEMENT_SECONDS: Final = 300
"""PostgreSQL ends a statement that takes longer, unless it migrates: no page and no job needs a tenth of it."""
_AWAY_SECONDS: Final = {"reading": 600, "writing": 60}
"""PostgreSQL ends a transaction that asks nothing for so long: its process is stopped or gone, and may hold locks.

Who works something out between two statements takes less: 0.8 s where 1,500 entries were published on a busy machine.
"""
_MORE: Final = 25
"""Connections beside the five that are kept: thirty are more than requests, jobs and mail of one process have at once."""
ROOM_BYTES: Final = 1024 * 1024
LOG_BYTES: Final = 64 * 1024 * 1024
"""SQLite's log is no longer than that once it has been folded in."""
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
    """The database cannot be reached, read or written; no change was left half done. The text says why."""


class BadDatabaseUrl(StoreUnavailable):
    """This is no address of a database. The text says what it must be, after the name of whatever gave it."""

    def __init__(self) -> None:
        super().__init__("must be sqlite:///FILE or postgresql://USER@HOST/NAME")


class StoreBusy(StoreUnavailable):
    """Others wrote for so long that our turn did not come; it may come now."""


def _in_one_sentence(record: logging.LogRecord) -> bool:
    """A connection that is lost with its server is told without a traceback: its user hears of it, too."""
    if record.exc_info and isinstance(record.exc_info[1], DBAPIError | psycopg.Error):
        record.msg = f"a connection was lost: {str(record.exc_info[1]).strip().splitlines()[0]}"
        record.args, record.exc_info = (), None
    return True


logging.getLogger("sqlalchemy.pool.impl.QueuePool").addFilter(_in_one_sentence)


@dataclass(slots=True)
class _SharedAnswers:
    """What all reading sessions of a database know, each answer with the edition in which it was read."""

    answers: LRUCache[Hashable, tuple[int, Any]] = field(
        default_factory=lambda: LRUCache(_MOST_SHARED)
    )
    lock: Lock = field(default_factory=Lock)


class Database:
    """The database at a URL: `sqlite:///path` or `postgresql://user@host/name`. Raises `BadDatabaseUrl` for any other."""

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
    def is_sqlite(self) -> bool:
        """Whether it is a file of ours."""
        return self.engine.dialect.name == "sqlite"

    @contextmanager
    def reading(self) -> Iterator[Session]:
        """A session that sees one state of the database and changes nothing; rows that it read can be used afterwards."""
        with self._session(self._reading) as session:
            session.info[_READ] = LRUCache(_MOST_READ)
            session.info[_SHARED] = self._shared
            yield session
            let_go(session)

    @contextmanager
    def writing(self) -> Iterator[Session]:
        """A session whose changes are committed together when the block ends, or not at all."""
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
        """A connection for one short question, which is there while all others are taken; only one asker has it."""
        with saying_outages(), self._glances.connect() as connection:
            yield connection

    @contextmanager
    def _session(self, engine: Engine) -> Iterator[Session]:
        with saying_outages(), Session(engine, expire_on_commit=False) as session:
            session.info[_HOME] = self._home
            yield session

    def house_cards(self, version: str) -> str | None:
        """The text of the house cards of this version of the rules, if it is kept here and can be read."""
        if self._is_closed:
            return None
        with suppress(StoreUnavailable), self.glancing() as connection:
            return house_texts.text_of(connection, version)
        return None

    def has_room(self) -> bool:
        """Whether a mail would still find its place beside the file; of a server's disks nothing is known.

        A write into pages that are there already needs no place, and would not tell.
        """
        path = self.engine.url.database
        if not self.is_sqlite or not path:
            return True
        try:
            return shutil.disk_usage(Path(path).parent).free >= ROOM_BYTES
        except OSError:
            return False

    def fold_in(self) -> None:
        """Deleted rows stand in no log of SQLite's any more, unless an older state is being read just now."""
        if self.is_sqlite:
            with closing(self.engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(TRUNCATE)")

    def has_grown(self) -> bool:
        """Whether SQLite's log is longer than it need be: SQLite itself folds it in only while nobody reads."""
        log = files_of(Path(self.engine.url.database or ""))[1]
        return self.is_sqlite and log.exists() and log.stat().st_size > LOG_BYTES

    def close(self) -> None:
        """Give up all connections."""
        self._is_closed = True
        self.engine.dispose()
        self._glances.dispose()


def home(session: Session) -> Hashable:
    """The database of this session, in the key of what a process keeps about its rows: their numbers are those of other databases, too."""
    home: object = session.info.setdefault(_HOME, object())
    return home


def once(session: Session, about: Hashable, read: Callable[[], T]) -> T:
    """The answer, read once where the session sees one state of the database, some thousand answers; else read anew.

    `about` names the question and all that the answer depends on.
    """
    known: LRUCache[Hashable, T] | None = session.info.get(_READ)
    if known is None:
        return read()
    if about not in known:
        known[about] = read()
    return known[about]


def once_an_edition(session: Session, about: Hashable, read: Callable[[], T]) -> T:
    """The answer, read once by all sessions that read, until something public changes.

    It is read anew where rows are written, or changed for one page alone, as the preview of a season does. It depends on
    `about`, which names the question as well, and on what raises the edition, on nothing else. Several threads have it at
    once, so nobody changes it; a row that it is belongs to no session.
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
    """What was read once was read of another state."""
    session.info.get(_READ, {}).clear()


def let_go(session: Session) -> None:
    """The reading has ended and the connection is free; rows that were read can be used afterwards."""
    session.expunge_all()  # changes to rows that were read are never written
    session.commit()  # after a rollback psycopg forgets the statements that it has prepared


@contextmanager
def saying_outages() -> Iterator[None]:
    """Where the database is at fault, `StoreUnavailable` says so; where a number is larger than any here, `UnknownNumber`."""
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
    """The file of a SQLite database, and those that stand beside it while it is used."""
    return path, path.with_name(f"{path.name}-wal"), path.with_name(f"{path.name}-shm")


def _make_private(path: Path) -> None:
    """The file of the database is there, for its owner alone: SQLite gives those beside it the same rights."""
    try:
        make_folder(path.parent)
        if not path.exists():
            make_file(path)
    except OSError as error:
        raise StoreUnavailable(f"{path} cannot be made: {error.strerror}") from None
    close_to_others(*files_of(path))


def _patience(address: URL, seconds: int) -> dict[str, int]:
    """How long a connection may take to be made, or to be given up; what the address says of it stays as it is.

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


def _set_up_postgresql(connection: psycopg.Connection, _: Any) -> None:
    """Nothing is waited for without end."""
    for name, seconds in (
        ("lock_timeout", BUSY_SECONDS),
        ("statement_timeout", _STATEMENT_SECONDS),
        ("idle_in_transaction_session_timeout", _AWAY_SECONDS["reading"]),
    ):
        connection.execute(f"SET {name} = '{seconds}s'")
    connection.commit()


def _begin_postgresql(connection: Connection) -> None:
    """Who writes may not be away for long; who migrates waits for others, and may take its time."""
    turn = connection.get_execution_options().get("writing")
    if isinstance(turn, Turn):
        connection.exec_driver_sql(_WRITE.format_map(_AWAY_SECONDS))
    elif turn:
        connection.exec_driver_sql(_MIGRATE)


def _set_up_sqlite(connection: sqlite3.Connection, _: Any) -> None:
    """Leave transactions to us; wait for writers; keep what was promised through a power cut; overwrite what is deleted."""
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
    """No other process writes until the end of the transaction. Those that write just now are waited for."""
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
    """Whether others were writing for too long, or we were away: of two that wait for each other PostgreSQL ends one."""
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    return code & 0xFF == sqlite3.SQLITE_BUSY or type(error.orig).__name__ in (
        "DeadlockDetected",
        "IdleInTransactionSessionTimeout",
        "LockNotAvailable",
        "QueryCanceled",
        "SerializationFailure",
    )
