"""The edition is raised by whatever changes something public, and by nothing else."""

import re
from datetime import timedelta

import pytest
from sqlalchemy import Table, delete, update
from sqlmodel import select

from app.engine import Ruleset
from app.settings import PROGRAM
from app.store import editions
from app.store.database import Database
from app.store.tables import METADATA, Revision
from app.store.work import match_claims
from tests.support.browsers import Site
from tests.support.duels import CLOSES, begin_cup, move_all, next_deadline, play, send
from tests.support.people import NOW
from tests.support.seasons import a_season

TABLES = sorted(METADATA.tables.values(), key=lambda table: table.name)


def number(database: Database) -> int:
    with database.glancing() as connection:
        return editions.seen(connection, NOW)[0]


@pytest.mark.parametrize("table", TABLES, ids=lambda table: table.name)
def test_every_table_raises_it_but_those_of_which_no_page_tells(
    database: Database, table: Table
) -> None:
    first = table.columns[0]
    for change in (update(table).values({first: first}), delete(table)):
        before = number(database)
        with database.writing() as session:
            session.connection().execute(change)
        assert (number(database) > before) == (table.name not in editions.UNSHOWN)


@pytest.mark.parametrize("database_kind", ["sqlite"])
def test_rows_that_come_from_other_rows_raise_it_as_well(database: Database) -> None:
    season = METADATA.tables["season"]
    for change in (
        season.insert().from_select([*season.c], select(*season.c)),
        season.delete().where(season.c.id.in_(select(METADATA.tables["entry"].c.season_id))),
    ):
        before = number(database)
        with database.writing() as session:
            session.connection().execute(change)
        assert number(database) > before


def test_no_change_is_written_as_text() -> None:
    """It would raise nothing. Migrations may: a program of another version is started after them; so may a file of its own."""
    changing = re.compile(r"""["\s](?:INSERT INTO|UPDATE \w+ SET|DELETE FROM|TRUNCATE)\s""")
    found = {
        path.relative_to(PROGRAM).as_posix()
        for path in PROGRAM.rglob("*.py")
        if "bench" not in path.parts and changing.search(path.read_text())
    }
    assert found == {
        f"store/{each}.py" for each in ("editions", "upkeep/migrations", "upkeep/public_data")
    }


def test_tables_that_are_not_shown_are_tables() -> None:
    assert {table.name for table in TABLES} >= editions.UNSHOWN


def test_what_is_rolled_back_raises_nothing(database: Database) -> None:
    with database.writing() as session:
        session.connection().execute(delete(METADATA.tables["season"]))
        session.rollback()
    with database.writing() as session:
        session.connection().execute(delete(METADATA.tables["bucket"]))
    assert number(database) == 0
    assert database.public_changes == 0


def test_orders_and_the_work_on_matches_raise_nothing_until_one_moves_on(
    duel: Ruleset, database: Database
) -> None:
    """However many orders come in before a deadline, what spectators read stays as it is."""
    begin_cup(database, 2)
    before = number(database)
    send(database, "C1", play("rock"), CLOSES + timedelta(hours=1))
    deadline = next_deadline(database)
    assert deadline
    now = deadline + timedelta(hours=1)
    with database.writing() as session:
        token, ours = match_claims.claim(
            session, match_claims.waiting(session, now=now, most=9), now=now
        )
        match_claims.release(session, token)
    ordered = number(database)
    move_all(database, now)

    assert ours
    assert ordered == before
    assert number(database) > before


def test_columns_that_are_not_shown_are_columns() -> None:
    for name, columns in editions.UNSHOWN_COLUMNS.items():
        assert {each.name for each in METADATA.tables[name].columns} >= columns


def test_an_entry_that_is_held_raises_nothing_and_one_that_counts_does(database: Database) -> None:
    """However many come at once, pages stay as they are until one is confirmed."""
    with database.writing() as session:
        a_season(session)
    site, before = Site(database), number(database)
    site.browser().enter(name="Ghost", build="攻核", address="alice@example.com")
    held = number(database)
    with database.reading() as session:
        (revision,) = session.exec(select(Revision)).all()
    site.browser().open(site.confirm_link(revision.id))

    assert held == before
    assert number(database) > held
