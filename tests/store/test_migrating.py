"""Migrations: up, down, with rows in the tables, by several at once."""

from concurrent.futures import ThreadPoolExecutor

from sqlalchemy import inspect, text
from sqlmodel import col, select

from app.store import migrating
from app.store.database import Database
from app.store.tables import Entry, Player, Revision, Season
from tests.people import an_entry


def test_the_tables_of_the_database_are_those_of_the_program(database: Database) -> None:
    assert migrating.differences(database) == []


def test_every_revision_goes_up_and_down_again(empty_database: Database) -> None:
    for revision in migrating.revisions():
        migrating.migrate(empty_database, revision)
        assert migrating.current(empty_database) == revision
    for below in ["base", *migrating.revisions()[:-1]][::-1]:
        migrating.downgrade(empty_database, below)

    assert inspect(empty_database.engine).get_table_names() == ["alembic_version"]


def test_rows_survive_going_down_a_revision_and_up_again(database: Database) -> None:
    with database.writing() as session:
        an_entry(session)
    for below in migrating.revisions()[:-1][::-1]:
        migrating.downgrade(database, below)
    migrating.migrate(database)

    with database.reading() as session:
        for table in (Player, Season, Entry, Revision):
            assert len(session.exec(select(table)).all()) == 1


def test_migrating_twice_changes_nothing(database: Database) -> None:
    migrating.migrate(database)

    assert migrating.current(database) == migrating.revisions()[-1]


def test_several_starting_at_once_wait_for_each_other(empty_database: Database) -> None:
    with ThreadPoolExecutor(4) as executor:
        list(executor.map(migrating.migrate, [empty_database] * 4))

    assert migrating.differences(empty_database) == []


def test_sample_players_of_old_demonstrations_move_to_addresses_that_are_nobodys(
    empty_database: Database,
) -> None:
    """Those that the samples had, and nobody else."""
    old = ["kumo@azami.example.org", "usa..ro-4649.@keitai.example.net", "quill@example.net"]
    others = ["alice@example.com", "kumo@other.example.org"]
    migrating.migrate(empty_database, "2026_11_22_0334")
    with empty_database.writing() as session:
        session.execute(
            text(
                "INSERT INTO player (id, address, address_key, lang, wants_log, bounce_score, created_at)"
                " VALUES (:id, :address, :address, 'en', false, 0, '2026-11-21 12:00:00')"
            ),
            [{"id": n, "address": each} for n, each in enumerate([*old, *others], 1)],
        )
    migrating.migrate(empty_database)

    with empty_database.reading() as session:
        found = session.exec(select(Player).order_by(col(Player.id))).all()
    new = ["kumo@azami.example", "usa..ro-4649.@keitai.example", "quill@sample.example"]
    assert [player.address for player in found] == new + others
    assert [player.address_key for player in found] == new + others
