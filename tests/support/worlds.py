"""Seasons as they stand at some moment: made once by the program's own use cases, kept as files, copied into tests.

A world is a SQLite file under `.pytest_cache`, named by all that it was made by. Whoever asks first makes it, others
wait; it was closed before it is copied. On PostgreSQL it is a template, filled with the rows of that file.
"""

import fcntl
import shutil
from collections.abc import Callable
from contextlib import closing
from datetime import timedelta
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Final

from sqlalchemy import select, text

from app.games import ruleset
from app.jobs.runs import run
from app.league import entries, results, seasons
from app.league.admission.contents import Submission
from app.league.entries import Origin
from app.league.season_plans import Plan
from app.league.stages import plans
from app.settings import ROOT
from app.store import players
from app.store.database import Database, files_of
from app.store.tables import METADATA
from app.store.upkeep.migrations import migrate
from tests.support import duels
from tests.support.people import NOW
from tests.support.seasons import CLOSES

WORLDS: Final = ROOT / ".pytest_cache" / "worlds"
CHARACTERS: Final = {"Alice": "攻核", "Bob": "盾核", "春一番": "響核", "Dan": "核"}
"""Who is in the season `cup` of each world but that of matches, by their names."""


def _open(database: Database, stages: str = "") -> None:
    """Entries are taken; Alice has changed hers once, and a fifth is not confirmed yet."""
    found, problems = plans.read(stages)
    assert not problems
    with database.writing() as session:
        plan = Plan("laplaplus", "cup", closes_at=CLOSES, stages=found)
        season = seasons.create(session, plan, duels.olga(NOW))
        seasons.open_season(session, "cup", duels.olga(NOW))
        sent = [*CHARACTERS.items(), ("Alice", "攻攻核"), ("Eve", "核核")]
        for number, (name, build) in enumerate(sent):
            address = f"p{[*CHARACTERS, 'Eve'].index(name)}@example.com"
            player = players.known_as(session, address, "ja" if name == "春一番" else "en", NOW)
            submission = Submission(name, build, lore=f"*{name}* came.")
            at = NOW + timedelta(minutes=number)
            entries.submit(session, season, player, submission, Origin(at, proven=name != "Eve"))


def _closed(database: Database) -> None:
    with database.writing() as session:
        seasons.close(session, "cup", duels.olga(CLOSES))


def _in_review(database: Database) -> None:
    list(run(database, "cup", duels.olga(CLOSES)))


def _published(database: Database) -> None:
    with database.writing() as session:
        results.publish(session, "cup", duels.olga(CLOSES))


def _in_stages(database: Database) -> None:
    """Published: two groups, whose best have met in a knock-out."""
    _open(database, "groups groups=2 go-on=1\nknockout")
    for step in (_closed, _in_review, _published):
        step(database)


def _in_matches(database: Database) -> None:
    """Four decks of the festival; their first exchange is over, the second waits for orders."""
    fest = ruleset("fest")
    decks = [fest.write_build(fest.read_build(each.en)) for each in fest.exhibition]
    duels.begin_cup(database, 4, game="fest", builds=decks)
    duels.pass_deadline(database)


_RECIPES: Final[dict[str, tuple[str, Callable[[Database], None]]]] = {
    "open": ("", _open),
    "closed": ("open", _closed),
    "in review": ("closed", _in_review),
    "published": ("in review", _published),
    "in stages": ("", _in_stages),
    "in matches": ("", _in_matches),
}
"""What each world begins from, and what happens then."""


@cache
def file_of(name: str) -> Path:
    """The file of this world; made now, where nobody has made it yet."""
    folder = WORLDS / _version()
    folder.mkdir(parents=True, exist_ok=True)
    made = folder / f"{name}.db"
    with (folder / f"{name}.lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not made.exists():
            _make(name, made.with_suffix(".new"))
            made.with_suffix(".new").rename(made)
    return made


def _make(name: str, path: Path) -> None:
    before, happens = _RECIPES[name]
    for each in files_of(path):
        each.unlink(missing_ok=True)
    if before:
        shutil.copyfile(file_of(before), path)
    with closing(Database(f"sqlite:///{path}")) as database:
        migrate(database)
        happens(database)
    assert not any(each.exists() for each in files_of(path)[1:]), "it is all in one file"


@cache
def _version() -> str:
    """A digest of all that decides what a world is; those of other ones are removed."""
    digest = sha256()
    for folder in ("app", "migrations", "tests/support"):
        for path in sorted((ROOT / folder).rglob("*")):
            if path.suffix in {".py", ".c", ".h", ".toml"}:
                digest.update(path.read_bytes())
    named = digest.hexdigest()[:16]
    for each in WORLDS.glob("*"):
        if each.name != named:
            shutil.rmtree(each, ignore_errors=True)
    return named


def fill(database: Database, name: str) -> None:
    """The rows of this world stand in the empty tables of a database on PostgreSQL, under the same keys."""
    with (
        closing(Database(f"sqlite:///{file_of(name)}")) as world,
        world.engine.connect() as there,
        database.engine.begin() as here,
    ):
        here.execute(text("SET session_replication_role = replica"))
        for each in METADATA.sorted_tables:
            if rows := [dict(row._mapping) for row in there.execute(select(each))]:
                here.execute(each.insert(), rows)
                if "id" in each.c and each.c.id.autoincrement:
                    last = max(row["id"] for row in rows)
                    here.execute(
                        text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"),
                        {"name": f'"{each.name}"', "last": last},
                    )
        here.execute(text("SET session_replication_role = DEFAULT"))
