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
from itertools import cycle
from pathlib import Path
from typing import Any, Final

from sqlalchemy import delete, select, text
from sqlmodel import Session

from app.games import ruleset
from app.jobs.exchanges import move_due
from app.jobs.seasons.runs import run
from app.league.duels import invitations
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import beginnings
from app.league.matches.settings import MatchSettings
from app.league.people import webhooks
from app.league.results import results, runs
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans
from app.league.timetable import steps
from app.mail.inbox.arrivals import receive
from app.settings import ROOT
from app.store import players
from app.store.database import Database, files_of
from app.store.security.audits import Organiser
from app.store.tables import METADATA, Outage, Placing, Player
from app.store.upkeep.migrations import migrate
from tests.support import duels
from tests.support.mail_peers import a_mail
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


SIDES: Final = ("bad", "good")


def _side_by_side(database: Database) -> None:
    """Of everything that is due for a season at `NOW` there are two, `…-bad` and `…-good`, each with players of its own."""
    by = duels.olga(NOW - timedelta(days=3))
    with database.writing() as session:
        for shape in ("signed", "text"):
            webhooks.add(session, f"https://hooks.example/{shape}", shape, "en", by)
    for side in SIDES:
        for kind, more in _DUE.items():
            _season(database, kind, side, by, **more)
        with database.writing() as session:
            one, other = (_player(session, f"duelist {n}", side) for n in "AB")
            party = invitations.Party("Ann", "en", one, is_proven=True)
            game = ruleset("laplaplus")
            invitations.open_duel(session, game, party, 2, now=by.now, friend=other)
            words = f"Season: open-{side}\nName: Late {side}\nBuild: 攻核\n"
            receive(session, a_mail(SIDES.index(side), text=words), NOW - timedelta(minutes=9))
    with database.writing() as session:
        session.execute(delete(Placing))
        open_ones = "SELECT id FROM season WHERE slug LIKE 'open%'"
        session.execute(text(f"DELETE FROM letter WHERE season_id NOT IN ({open_ones})"))
        session.add(Outage(began_at=NOW - timedelta(hours=30), ended_at=NOW - timedelta(hours=29)))


_DUE: Final[dict[str, dict[str, Any]]] = {
    "open": {"closes_at": NOW + timedelta(hours=12), "waiting_list": True, "capacity": 2},
    "over": {"closes_at": NOW - timedelta(hours=1)},
    "sealed": {"closes_at": NOW - timedelta(hours=1)},
    "planned": {},
    "running": {},
    "review": {},
    "published": {"ranked": True},
    "matches": {"game": "fest"},
    "waiting": {"game": "fest"},
}
"""The kinds of seasons in it, each with what is special in its plan."""


def _player(session: Session, name: str, side: str) -> Player:
    address = f"{name.replace(' ', '.')}.{side}@example.com"
    return players.known_as(session, address, "en", NOW - timedelta(days=3))


def _season(
    database: Database, kind: str, side: str, by: Organiser, *, game: str = "laplaplus", **more: Any
) -> None:
    slug, soon = f"{kind}-{side}", duels.olga(NOW - timedelta(days=1, hours=12))
    rules = ruleset(game)
    builds = [rules.write_build(rules.read_build(each.en)) for each in rules.exhibition]
    if kind == "open":
        more["waves"] = [(NOW - timedelta(hours=1), 1)]
    with database.writing() as session:
        season = seasons.create(session, Plan(game, slug, **more), by)
        if game == "fest":
            beginnings.arrange(session, season, MatchSettings(hours=24))
        seasons.open_season(session, slug, by, quiet=True)
        names = ("Ann", "Ben", "Cy", "Eve") if kind == "open" else ("Ann", "Ben")
        for name, build in zip(names, cycle(builds), strict=False):
            player = _player(session, f"{kind} {name}", side)
            submission = Submission(f"{name} of {kind}", build, lore="Came.")
            entries.submit(session, season, player, submission, Origin(by.now, name != "Eve"))
        if kind not in ("open", "over"):
            seasons.close(session, slug, soon)
        if kind == "planned":
            steps.plan(session, slug, "run", NOW - timedelta(hours=2), soon)
        if kind in ("running", "review", "published", "matches"):
            runs.start(session, slug, soon)
    if kind in ("review", "published"):
        list(run(database, slug, soon))
        with database.writing() as session:
            if kind == "review":
                steps.plan(session, slug, "release", NOW - timedelta(hours=1), soon)
            else:
                results.publish(session, slug, soon)
    if kind == "matches":
        move_due(database, soon.now)


_RECIPES: Final[dict[str, tuple[str, Callable[[Database], None]]]] = {
    "open": ("", _open),
    "closed": ("open", _closed),
    "in review": ("closed", _in_review),
    "published": ("in review", _published),
    "in stages": ("", _in_stages),
    "in matches": ("", _in_matches),
    "side by side": ("", _side_by_side),
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
                last = max(row.get("id") or 0 for row in rows)
                if last and each.c.id.autoincrement:  # what is alone in its table may have 0
                    here.execute(
                        text("SELECT setval(pg_get_serial_sequence(:name, 'id'), :last)"),
                        {"name": f'"{each.name}"', "last": last},
                    )
        here.execute(text("SET session_replication_role = DEFAULT"))
