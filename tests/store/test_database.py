"""Transactions: nothing is lost, nothing half done, and an outage is said in words."""

import logging
import os
import signal
import sqlite3
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import closing
from datetime import datetime
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from threading import Barrier, Event, Thread
from typing import Any

import psycopg
import pytest
from sqlalchemy import event, text
from sqlalchemy.exc import IntegrityError, StatementError
from sqlmodel import Session, select

from app.errors import UnknownNumber
from app.store import database as database_module
from app.store.database import (
    Database,
    StoreBusy,
    StoreUnavailable,
    let_go,
    once,
    once_an_edition,
)
from app.store.tables import Edition, Entry, Player, Season, SeasonState
from app.store.upkeep.migrations import migrate
from app.turns import NoTurn, Turns
from tests.support.databases import ENGINES, on_postgresql, on_sqlite
from tests.support.mail_peers import until
from tests.support.people import NOW, an_entry
from tests.support.processes import PROCESSES
from tests.support.seasons import a_season

WRITERS, ROUNDS = 2, 100


def count_up(url: str) -> None:
    """Read, then write what was read plus one: lost at once where transactions do not hold."""
    database = Database(url)
    for _ in range(ROUNDS):
        with database.writing() as session:
            player = session.exec(select(Player).with_for_update()).one()
            player.address = str(int(player.address) + 1)
            session.add(player)


def test_no_update_is_lost_between_processes(database: Database) -> None:
    url = database.url
    with database.writing() as session:
        session.add(Player(address="0", address_key="0", lang="en", created_at=NOW))
    with ProcessPoolExecutor(WRITERS, mp_context=get_context("spawn")) as executor:
        list(executor.map(count_up, [url] * WRITERS))

    with database.reading() as session:
        assert session.exec(select(Player.address)).one() == str(WRITERS * ROUNDS)


def test_those_who_write_take_turns_in_the_order_in_which_they_came() -> None:
    turns, served = Turns(), list[int]()

    def write(number: int) -> None:
        turns.take()
        served.append(number)
        turns.give_back()

    turns.take()
    writers = [Thread(target=write, args=(number,)) for number in range(20)]
    for number, writer in enumerate(writers, 1):
        writer.start()
        until(lambda number=number: turns.waiting == number)  # type: ignore[misc]
    turns.give_back()
    for writer in writers:
        writer.join()

    assert served == [*range(20)]


def test_who_waits_too_long_for_a_turn_is_told_so_and_keeps_nobody_from_theirs() -> None:
    turns = Turns()
    turns.take()
    with pytest.raises(NoTurn):
        turns.take(seconds=0.01)
    turns.give_back()
    turns.take(seconds=0)


@on_sqlite
def test_a_crowd_of_writers_is_served_without_a_word_of_a_lock(database: Database) -> None:
    """Each of these holds the turn for a while; SQLite's own waiting would pass some of them over."""
    with database.writing() as session:
        session.add(Player(address="0", address_key="0", lang="en", created_at=NOW))

    def count(_: int) -> None:
        with database.writing() as session:
            player = session.exec(select(Player)).one()
            player.address = str(int(player.address) + 1)
            session.add(player)

    with ThreadPoolExecutor(12) as executor:
        list(executor.map(count, range(120)))

    with database.reading() as session:
        assert session.exec(select(Player.address)).one() == "120"


def an_entry_and_a_power_cut(database: Database) -> None:
    with database.writing() as session:
        an_entry(session)
        raise RuntimeError("power cut")


def test_a_block_that_fails_leaves_nothing_behind(database: Database) -> None:
    with pytest.raises(RuntimeError, match="power cut"):
        an_entry_and_a_power_cut(database)

    with database.reading() as session:
        assert session.exec(select(Player)).all() == []


def test_a_page_does_not_wait_for_a_writer(database: Database) -> None:
    with database.writing() as writer:
        an_entry(writer)
        with database.reading() as reader:
            assert reader.exec(select(Player)).all() == []


def test_what_is_read_is_not_changed(database: Database) -> None:
    with database.writing() as session:
        an_entry(session)
    with database.reading() as session:
        session.exec(select(Player)).one().lang = "ja"

    with database.reading() as session:
        assert session.exec(select(Player)).one().lang == "en"


def rename_the_season(database: Database, title: str) -> None:
    with database.writing() as session:
        session.exec(select(Season)).one().title_en = title


def test_a_session_that_reads_sees_one_state_until_it_lets_go(database: Database) -> None:
    with database.writing() as session:
        a_season(session, title_en="First")
    with database.reading() as session:

        def ask() -> str:
            return session.exec(select(Season.title_en)).one()

        for title in ("First", "Second"):
            assert [ask(), once(session, "title", ask)] == [title, title]
            rename_the_season(database, "Second")
            assert [ask(), once(session, "title", ask)] == [title, title]
            let_go(session)


@pytest.mark.parametrize("seen", [select(Season), select(Edition)], ids=["row", "edition"])
def test_no_row_of_before_a_change_is_known_as_that_of_after_it(
    database: Database, seen: Any
) -> None:
    """Whichever of the two a session has seen when the change comes."""

    def title(session: Session) -> str:
        read = partial(session.get_one, Season, 1)
        return once_an_edition(session, "season", read).title_en

    with database.writing() as session:
        a_season(session, title_en="First")
    with database.reading() as session:
        known = session.exec(seen).all()  # noqa: F841 - else the session forgets them
        rename_the_season(database, "Second")
        assert title(session) == "First"
    with database.reading() as session:
        assert title(session) == "Second"


def test_what_is_public_is_read_once_by_all_until_it_changes(database: Database) -> None:
    """Whichever process changes it: another one has a `Database` of its own."""
    url = database.url
    asked: list[str] = []

    def title() -> str:
        def read() -> Season:
            asked.append("")
            return session.exec(select(Season)).one()

        with database.reading() as session:
            return once_an_edition(session, "the season", read).title_en

    with database.writing() as session:
        a_season(session, title_en="First")
    assert [title(), title()] == ["First", "First"]
    assert len(asked) == 1

    with closing(Database(url)) as other, other.writing() as session:
        session.exec(select(Season)).one().title_en = "Second"
    assert [title(), title()] == ["Second", "Second"]
    assert len(asked) == 2


def test_who_writes_reads_it_anew(database: Database) -> None:
    with database.writing() as session:
        season = a_season(session)
        for slug in ("one", "two"):
            season.slug = slug
            session.flush()
            read = once_an_edition(session, "slug", session.exec(select(Season.slug)).one)
            assert read == slug


def test_what_is_changed_for_one_page_is_known_to_that_page_alone(database: Database) -> None:
    """The preview of a season shows it as if it had been published."""
    with database.writing() as session:
        a_season(session)
    for state in (SeasonState.PUBLISHED, SeasonState.OPEN):
        with database.reading() as session:
            session.autoflush = False
            if state is SeasonState.PUBLISHED:
                session.exec(select(Season)).one().state = state
            read = once_an_edition(session, "the season", session.exec(select(Season)).one)
            assert read.state is state


def test_a_row_that_all_know_belongs_to_no_session(database: Database) -> None:
    with database.writing() as session:
        a_season(session)
    with database.reading() as session:
        known = once_an_edition(session, "the season", session.exec(select(Season)).one)
        assert known not in session
        session.rollback()  # of what belongs to it, it would know nothing now
        assert known.slug == "cup"


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_what_is_asked_often_is_prepared_once(database: Database) -> None:
    """SQLite keeps its statements by itself."""
    for _ in range(10):
        with database.reading() as session:
            session.exec(select(Player)).all()

    with database.reading() as session:
        prepared = session.execute(text("SELECT statement FROM pg_prepared_statements")).scalars()
        assert any("FROM player" in statement for statement in prepared)


def test_moments_come_back_in_utc(database: Database) -> None:
    with database.writing() as session:
        an_entry(session)

    with database.reading() as session:
        assert session.exec(select(Player)).one().created_at == NOW


def test_a_moment_without_a_zone_is_refused(database: Database) -> None:
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 - the very mistake
    with (
        pytest.raises(StatementError, match="must name its time zone"),
        database.writing() as session,
    ):
        session.add(Player(address="a", address_key="a", lang="en", created_at=naive))


def test_a_state_that_there_is_not_is_refused(database: Database) -> None:
    with (
        pytest.raises(StatementError, match="is not a valid SeasonState"),
        database.writing() as session,
    ):
        an_entry(session).season.state = "lost"  # type: ignore[assignment]
    assert SeasonState("open") is SeasonState.OPEN


def test_a_row_that_points_to_nothing_is_refused(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as session:
        an_entry(session).player_id = 999


def write_and_stay(url: str, is_writing: Path) -> None:
    with Database(url).writing() as session:
        session.exec(select(Player).with_for_update()).one()
        is_writing.touch()
        Event().wait()


def test_a_process_that_is_stopped_while_it_writes_leaves_others_told_that_it_is_busy(
    database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.1)
    url, is_writing = database.url, tmp_path / "it is"
    with database.writing() as session:
        session.add(Player(address="0", address_key="0", lang="en", created_at=NOW))
    stopped = PROCESSES.Process(target=write_and_stay, args=(url, is_writing))
    stopped.start()
    until(is_writing.exists)
    os.kill(stopped.pid or 0, signal.SIGSTOP)
    try:
        with closing(Database(url)) as other, pytest.raises(StoreBusy), other.writing() as session:
            session.exec(select(Player).with_for_update()).one()
    finally:
        stopped.kill()
        stopped.join()


@on_postgresql
def test_who_stays_away_while_they_write_loses_their_turn(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """SQLite cannot take it from them. Who reads may be away for longer: nobody waits for them."""
    url = database.url
    monkeypatch.setitem(vars(database_module)["_AWAY_SECONDS"], "writing", 0.1)
    player = select(Player).with_for_update()
    with database.writing() as session:
        session.add(Player(address="0", address_key="0", lang="en", created_at=NOW))

    def stay_away() -> None:
        with database.writing() as away:
            away.exec(player).one()
            with closing(Database(url)) as other, other.writing() as session:
                session.exec(player).one().address = "1"
            away.exec(player).one()

    with database.reading() as reader:
        reader.exec(select(Player)).one()
        with pytest.raises(StoreBusy):
            stay_away()
        assert reader.exec(select(Player.address)).one() == "0"
    with database.reading() as session:
        assert session.exec(select(Player.address)).one() == "1"


@on_postgresql
def test_who_migrates_waits_for_others_as_long_as_it_takes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    waiting = text(
        "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock' "
        "AND clock_timestamp() > query_start + interval '0.1 s'"
    )
    other = Database(database.url)
    with (
        closing(other),
        ThreadPoolExecutor(1) as executor,
        database.engine.connect() as connection,
        database.glancing() as onlooker,
    ):
        connection.execute(text("LOCK TABLE alembic_version"))
        monkeypatch.setattr(database_module, "BUSY_SECONDS", 0.05)
        monkeypatch.setattr(database_module, "_STATEMENT_SECONDS", 0.05)
        migrating = executor.submit(migrate, other)
        until(lambda: migrating.done() or onlooker.scalar(waiting))
        connection.rollback()
        migrating.result()


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_of_two_that_wait_for_each_other_one_is_told_to_try_again(database: Database) -> None:
    """SQLite has one writer at a time."""
    with database.writing() as session:
        for address in ("0", "1"):
            session.add(Player(address=address, address_key=address, lang="en", created_at=NOW))
    both_hold_one = Barrier(2)

    def cross(addresses: tuple[str, str]) -> bool:
        try:
            with database.writing() as session:
                for address in addresses:
                    player = select(Player).where(Player.address == address)
                    session.exec(player.with_for_update()).one()
                    if address == addresses[0]:
                        both_hold_one.wait()
        except StoreBusy:
            return False
        return True

    with ThreadPoolExecutor(2) as executor:
        assert sorted(executor.map(cross, [("0", "1"), ("1", "0")])) == [False, True]


def test_what_a_statement_was_given_does_not_stand_in_its_error(database: Database) -> None:
    """Addresses stand in one table, and in no log."""
    two = [
        Player(address=address, address_key="same", lang="en", created_at=NOW)
        for address in ("alice@example.com", "bob@example.com")
    ]
    with pytest.raises(IntegrityError) as error, database.writing() as session:
        session.add_all(two)

    assert "@" not in str(error.value)


def test_a_database_that_is_gone_is_said_to_be_unavailable() -> None:
    database = Database("postgresql://nobody@127.0.0.1:1/nothing")
    with pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1"), database.reading() as session:
        session.exec(text("SELECT 1"))  # type: ignore[call-overload]


def test_a_database_whose_connections_are_all_in_use_is_said_to_be_unavailable(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    ENGINES.forget(database.engine)
    monkeypatch.setattr(database.engine.pool, "_timeout", 0.01)
    monkeypatch.setattr(database.engine.pool, "_max_overflow", 0)

    def read_in_turn(left: int) -> None:
        with database.reading() as session:
            session.exec(select(Player)).all()
            if left:
                read_in_turn(left - 1)

    with pytest.raises(StoreUnavailable, match="all connections"):
        read_in_turn(10)


def test_nothing_has_a_number_larger_than_any_that_is_kept(database: Database) -> None:
    for statement in (
        select(Player).where(Player.id == 10**21),
        select(Entry).where(Entry.number == 10**21),
    ):
        with pytest.raises(UnknownNumber), database.reading() as session:
            session.exec(statement).all()


def test_a_database_that_is_gone_or_read_only_cannot_be_migrated(tmp_path: Path) -> None:
    with pytest.raises(StoreUnavailable, match=r"127\.0\.0\.1"):
        migrate(Database("postgresql://nobody@127.0.0.1:1/nothing"))

    def lock(connection: sqlite3.Connection, _: object) -> None:
        connection.execute("PRAGMA query_only=ON")

    database = Database(f"sqlite:///{tmp_path / 'locked.db'}")
    event.listen(database.engine, "connect", lock)
    with pytest.raises(StoreUnavailable, match="readonly"):
        migrate(database)
    database.close()


@pytest.mark.parametrize("url", ["mysql://x/y", "nonsense", "sqlite://"])
def test_another_kind_of_database_is_refused(url: str) -> None:
    with pytest.raises(StoreUnavailable):
        Database(url)


def test_a_full_database_is_said_to_be_unavailable_and_keeps_what_it_had(
    sqlite_template: Path, tmp_path: Path
) -> None:
    path = tmp_path / "full.db"
    path.write_bytes(sqlite_template.read_bytes())
    database = Database(f"sqlite:///{path}")
    with database.engine.connect() as connection:
        pages = connection.exec_driver_sql("PRAGMA page_count").scalar_one()
        connection.exec_driver_sql(f"PRAGMA max_page_count={pages}")

    with pytest.raises(StoreUnavailable, match="full"), database.writing() as session:
        an_entry(session, lore="x" * 100_000)
    database.close()
    with sqlite3.connect(path) as connection:
        assert connection.execute("SELECT count(*) FROM player").fetchone() == (0,)
        assert connection.execute("PRAGMA integrity_check").fetchone() == ("ok",)


def test_a_connection_lost_with_its_server_is_told_in_one_sentence(
    caplog: pytest.LogCaptureFixture,
) -> None:
    log = logging.getLogger("sqlalchemy.pool.impl.QueuePool")
    try:
        raise psycopg.OperationalError("the connection is closed\nDETAIL: gone")
    except psycopg.OperationalError:
        log.exception("Exception during reset or similar")

    assert caplog.messages == ["a connection was lost: the connection is closed"]
    assert "Traceback" not in caplog.text
