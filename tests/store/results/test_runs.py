"""What runs keep, and what they give back."""

import random

from sqlmodel import text

from app.store.database import Database
from app.store.results import runs
from app.store.tables import Run
from tests.support.seasons import Character, a_finished_season


def another(run: Run) -> Run:
    """A later run of the same season."""
    return Run(
        season_id=run.season_id,
        serial=0,
        rules_version=run.rules_version,
        entries=run.entries,
        inputs_digest="2" * 64,
        started_at=run.started_at,
    )


def test_a_table_that_is_let_go_leaves_its_room_to_the_next(database: Database) -> None:
    """A hundred rows of 2,000 bytes that cannot be compressed are some 200 kB; what SQLite has free is counted in pages."""
    draw = random.Random(1)
    rows = [draw.randbytes(2_000) for _ in range(100)]
    with database.writing() as session:
        characters = [Character(f"C{at}", "核") for at in range(100)]
        _, first = a_finished_season(session, characters, rows)
    with database.writing() as session:
        first = session.get_one(Run, first.id)
        took_part = [(each.number, each.revision.id) for each in runs.participants(session, first)]
        later = another(first)
        runs.begin(session, later, took_part)
        runs.keep_all(session, later, [runs.packed(row) for row in rows])
        runs.let_go(session, later, [first.serial])
        assert None not in runs.outcomes(session, first)
        runs.let_go(session, later, [])

    with database.reading() as session:
        assert runs.outcomes(session, first) == [None] * 100
        again = [(each.number, each.revision.id) for each in runs.participants(session, first)]
        assert again == took_part
        if session.get_bind().dialect.name == "sqlite":
            (free,) = session.connection().execute(text("PRAGMA freelist_count")).one()
            assert free > 40
