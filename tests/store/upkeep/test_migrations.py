"""Migrations: up, down, with rows in the tables, by several at once."""

import json
import shutil
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import count
from pathlib import Path
from typing import Any, Final

import pytest
from sqlalchemy import Connection, inspect, text
from sqlmodel import col, select

from app.errors import FieldName, Problem
from app.settings import ROOT
from app.store.database import Database, StoreUnavailable
from app.store.tables import (
    METADATA,
    Duel,
    DuelStage,
    Entry,
    EnumColumn,
    Player,
    Revision,
    Season,
    Step,
    StepKind,
    Utc,
)
from app.store.upkeep import migrations
from tests.support.databases import on_sqlite
from tests.support.people import NOW, an_entry

NEXT: Final = """
import sqlalchemy as sa
from alembic import op

revision = "9999_next"
down_revision = "{}"


def upgrade():
    with op.batch_alter_table("season") as batch_op:
        batch_op.add_column(sa.Column("motto", sa.String(100), nullable=False, server_default=""))
    with op.batch_alter_table("season") as batch_op:
        batch_op.alter_column("motto", server_default=None)


def downgrade():
    with op.batch_alter_table("season") as batch_op:
        batch_op.drop_column("motto")
"""
"""A table that others point to is made anew, on SQLite."""


@pytest.fixture
def another_revision(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[str]:
    """The program has one more revision."""
    folder, last = tmp_path / "migrations", migrations.revisions()[-1]
    shutil.copytree(ROOT / "migrations", folder)
    (folder / "versions" / "9999_next.py").write_text(NEXT.format(last))
    monkeypatch.setattr("app.store.upkeep.migrations.SHIPPED", tmp_path)
    migrations.revisions.cache_clear()
    yield "9999_next"
    migrations.revisions.cache_clear()


def schema(database: Database) -> dict[str, Any]:
    """All that a database says of its tables, and how SQLite counts their keys; columns and constraints in any order."""
    found = inspect(database.engine)
    kinds = ("columns", "pk_constraint", "foreign_keys", "indexes", "unique_constraints")
    told = {
        f"{kind} of {table}": sorted(map(str, [said] if isinstance(said, dict) else said))
        for kind in (*kinds, "check_constraints")
        for (_, table), said in getattr(found, f"get_multi_{kind}")().items()
    }
    if database.is_sqlite:
        with database.engine.connect() as connection:
            counted = "SELECT name FROM sqlite_master WHERE sql LIKE '%AUTOINCREMENT%'"
            told["counted"] = sorted(connection.scalars(text(counted)))
    return told


def test_a_new_file_has_the_tables_that_all_revisions_make_one_by_one(
    database: Database, empty_database: Database
) -> None:
    """What is made new is the program's own tables; what has grown is what sites have."""
    migrations.migrate(empty_database, migrations.revisions()[-1])

    assert migrations.differences(database) == migrations.differences(empty_database) == []
    assert schema(database) == schema(empty_database)
    assert migrations.current(database) == migrations.current(empty_database)
    assert len(schema(database)) > 6 * 30


def test_every_revision_goes_up_and_down_again(
    empty_database: Database, another_revision: str
) -> None:
    assert migrations.revisions()[-1] == another_revision
    for revision in migrations.revisions():
        migrations.migrate(empty_database, revision)
        assert migrations.current(empty_database) == revision
    for below in ["base", *migrations.revisions()[:-1]][::-1]:
        migrations.downgrade(empty_database, below)

    assert inspect(empty_database.engine).get_table_names() == ["alembic_version"]


def test_rows_survive_another_revision_up_and_down(
    database: Database, another_revision: str
) -> None:
    def is_current() -> bool:
        with database.reading() as session:
            return migrations.is_current(session)

    with database.writing() as session:
        an_entry(session)
    before = migrations.current(database)
    assert not is_current()

    migrations.migrate(database)
    assert is_current()
    assert migrations.current(database) == another_revision
    migrations.downgrade(database, before or "")
    assert migrations.differences(database) == []

    with database.reading() as session:
        for table in (Player, Season, Entry, Revision):
            assert len(session.exec(select(table)).all()) == 1


_numbers = count()


def a_row(connection: Connection, name: str, **known: Any) -> int:
    """The key that a new row gets; what it points to need not be there."""
    table, values = METADATA.tables[name], dict[str, Any]()
    for each in table.columns:
        if isinstance(each.type, EnumColumn):
            values[each.name] = next(iter(each.type.words))
        elif isinstance(each.type, Utc) or each.type.python_type is date:
            values[each.name] = NOW
        elif not each.nullable and each.name != "id":
            kind = each.type.python_type
            values[each.name] = "" if kind is object else kind()
            if each.unique and kind is object:
                values[each.name] = f"{name} {next(_numbers)}"
    key: int = connection.scalar(table.insert().values(values | known).returning(table.c.id))
    return key


def point_anywhere(connection: Connection) -> None:
    is_sqlite = connection.dialect.name == "sqlite"
    freely = (
        "PRAGMA defer_foreign_keys=ON"
        if is_sqlite
        else "SET LOCAL session_replication_role=replica"
    )
    connection.execute(text(freely))


def test_no_table_gives_a_number_twice(database: Database, another_revision: str) -> None:
    """Not even where a migration makes it anew in between."""
    before = migrations.current(database) or ""
    given: dict[str, list[int]] = {}
    for table in METADATA.sorted_tables:
        key, *others = table.primary_key
        if not others and key.type.python_type is int and not key.foreign_keys:
            given[table.name] = []
    for _ in range(2):
        for _ in range(2):
            with database.engine.begin() as connection:
                point_anywhere(connection)
                for name, keys in given.items():
                    keys.append(a_row(connection, name))
                    connection.execute(METADATA.tables[name].delete())
        migrations.migrate(database)
        migrations.downgrade(database, before)

    assert len(given) > 25
    assert [name for name, keys in given.items() if len({*keys}) < len(keys)] == []


@on_sqlite
def test_a_kept_site_counts_on_from_the_highest_numbers_that_it_names(
    empty_database: Database,
) -> None:
    """Of rows that have been deleted, too; links and addresses of players who were there go on as they were."""
    migrations.migrate(empty_database, "2026_11_24_0256")
    with empty_database.engine.begin() as connection:
        point_anywhere(connection)
        columns = [each for each in METADATA.tables["player"].columns if not each.nullable]
        values = {each.name: 2 for each in columns if each.name != "secret_salt"}
        names, marks = ", ".join(values), ", :".join(values)
        connection.execute(text(f"INSERT INTO player ({names}) VALUES (:{marks})"), values)
        a_row(connection, "audit", detail={"player": 7, "mails": [8, 9], "letter": 6})
        about = {"sign_in": 5, "text": '"mail": 70, a story'}
        key = "duel:12:A:over:open:2"
        a_row(connection, "letter", player_id=2, dedup_key=key, about=about)
    migrations.migrate(empty_database)

    with empty_database.writing() as session:
        point_anywhere(connection := session.connection())
        named = ("player", "letter", "mail", "sign_in", "duel", "match")
        keys = [a_row(connection, each) for each in named]
        salts = session.exec(select(Player.secret_salt).order_by(col(Player.id))).all()
        session.rollback()
    assert salts[0] == ""
    assert keys == [8, 7, 10, 6, 13, 1]


def test_a_draft_follows_the_last_revision_and_holds_what_it_lacks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Here nothing."""
    shutil.copytree(ROOT / "migrations", tmp_path / "migrations")
    monkeypatch.setattr("app.store.upkeep.migrations.SHIPPED", tmp_path)
    last = migrations.revisions()[-1]
    migrations.draft("Seasons have a colour", NOW)
    (drafted,) = (tmp_path / "migrations/versions").glob("*_seasons_have_a_colour.py")
    text = drafted.read_text()

    assert text.startswith('"""Seasons have a colour.')
    assert f"{NOW:%Y_%m_%d_%H%M}" in text
    assert f"down_revision = '{last}'" in text
    assert text.count("    pass\n") == 2


def test_migrating_twice_changes_nothing(database: Database) -> None:
    migrations.migrate(database)

    assert migrations.current(database) == migrations.revisions()[-1]


def test_what_this_program_cannot_read_is_named_and_left_alone(database: Database) -> None:
    known = migrations.revisions()
    assert (known[0], known[-1]) == (min(known), max(known)), "newer and older are told by names"
    for marks, told in {
        ("2999_01_01_0000",): "tables are of 2999_01_01_0000.* run the newer program",
        ("2026_11_21_1600",): "the program that wrote it can still read it",
        (known[0][:-1] + "x",): "no hikyaku makes",
        (known[-1], known[-2]): f"{known[-2]} and {known[-1]}, which no hikyaku makes",
        (): "no version, which no hikyaku makes",
    }.items():
        with database.engine.connect().execution_options(writing=True) as connection:
            connection.execute(text("DELETE FROM alembic_version"))
            for mark in marks:
                row = {"mark": mark}
                connection.execute(text("INSERT INTO alembic_version VALUES (:mark)"), row)
            connection.commit()
        before = schema(database)
        with pytest.raises(StoreUnavailable, match=f"(?s){told}.*nothing was changed"):
            migrations.migrate(database)
        assert schema(database) == before
        with database.reading() as session:
            assert migrations.unreadable(session)
            assert not migrations.is_current(session)


def test_several_starting_at_once_wait_for_each_other(empty_database: Database) -> None:
    with ThreadPoolExecutor(4) as executor:
        list(executor.map(migrations.migrate, [empty_database] * 4))

    assert migrations.differences(empty_database) == []


def test_seasons_that_take_entries_are_read_by_the_second_version_of_formats(
    database: Database,
) -> None:
    with database.writing() as session:
        season = an_entry(session).season
        season.stages = [{"format": "swiss"}]
        session.add(season)
    migrations.downgrade(database, "2026_11_24_0256")
    migrations.migrate(database)

    with database.reading() as session:
        (season,) = session.exec(select(Season)).all()
        assert season.stages == [{"format": "swiss", "version": 2}]


def test_the_season_of_a_duel_is_listed_by_no_program_of_before(database: Database) -> None:
    """That knows neither seasons that are not listed nor duels with a match."""
    with database.writing() as session:
        season = an_entry(session).season
        season.listed = False
        session.add(season)
        duel = Duel(game="fest", rules_version="1", days=3, due_at=NOW, opened_at=NOW)
        duel.stage, duel.season_id = DuelStage.MATCH, season.id
        session.add(duel)
    migrations.downgrade(database, "2026_12_01_1400")
    with database.engine.connect() as connection:
        assert connection.scalar(text("SELECT state FROM season")) == "draft"
        assert connection.execute(text("SELECT stage, ending FROM duel")).all() == [
            ("over", "withdrawn")
        ]
    migrations.migrate(database)


def test_what_problems_say_stands_under_names_in_rows_of_before(database: Database) -> None:
    title, at = ("cup", "第一回飛脚杯", "First Hikyaku Cup"), NOW
    kept = [
        Problem("name-too-long", length="70", most="64"),
        Problem("season-full-until", season=title, places="8", more="4", at=at),
        Problem("copies-over", count="3", most="2", card=("反響", "Echo")),
        Problem("step-over", step=FieldName("release")),
        Problem("label-forbidden", which=FieldName("build-label"), signs="U+202E"),
        Problem("unknown-card", 1, 3, ("響響",), ("echo",)),
        Problem("no-build", line=3),
    ]
    with database.writing() as session:
        season = an_entry(session).season
        step = Step(season_id=season.id, kind=StepKind.RUN, due_at=NOW, zone="Asia/Tokyo")
        step.problems = [each.plain() for each in kept]
        session.add(step)
    migrations.downgrade(database, "2026_11_29_1000")
    with database.engine.connect() as connection:
        before = connection.scalar(text("SELECT problems FROM step"))
    words = [each["words"] for each in (json.loads(before) if isinstance(before, str) else before)]
    assert words[:3] == [
        ["70", "64"],
        [*title, "8", "4", at.isoformat()],
        ["3", "2", "反響", "Echo"],
    ]
    migrations.migrate(database)

    with database.reading() as session:
        (step,) = session.exec(select(Step)).all()
        assert [Problem.of(each) for each in step.problems] == kept
