"""A season of none or one ends as any other does, in every format and every kind of game: its archive holds."""

import io
import re
from datetime import timedelta
from itertools import product
from pathlib import Path
from typing import Any, Final

import pytest
from sqlmodel import select

from app.games import ruleset
from app.jobs.exchanges import begin_due
from app.jobs.seasons.runs import run
from app.league.archive import package, restoration, verification
from app.league.eligibility.sides import NO_SIDES, Side, Sides
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans
from app.letters.contents import render
from app.store import players
from app.store.database import Database
from app.store.tables import Letter, SeasonState
from app.tournament.formats.catalogue import FORMATS
from app.web.archive import bundle
from tests.support.browsers import Site, text_shown
from tests.support.duels import CLOSES, OPENS, cup, move_all, olga, open_cup, play_run
from tests.web.test_routes import routes

LATER: Final = CLOSES + timedelta(days=1)
SIDES: Final = Sides((Side("紅", "Red"), Side("白", "White")))
PLAYED: Final = ("laplaplus", "fest turn")
SHORTER: Final = ("fest script", "fest live", "laplaplus-cards")
"""The last is a call for cards, where one is nothing special."""


def opened(database: Database, kind: str, stages: str, count: int) -> None:
    """The season `cup` of this game and tempo takes entries, and has this many."""
    slug, _, tempo = kind.partition(" ")
    game = ruleset(slug)
    sides = SIDES if stages and FORMATS[stages].of_teams else NO_SIDES
    if game.match:
        open_cup(database, 0, game=slug, stages=stages, sides=sides, tempo=tempo)
    else:
        with database.writing() as session:
            found, _ = plans.read(stages)
            plan = Plan(slug, "cup", closes_at=CLOSES, stages=found, sides=sides)
            seasons.create(session, plan, olga(OPENS))
            seasons.open_season(session, "cup", olga(OPENS))
    if count:
        with database.writing() as session:
            player = players.known_as(session, "p1@example.com", "en", OPENS)
            extras: dict[str, Any] = {"side": "Red"} if sides else {}
            sent = Submission("Solo", game.exhibition[0].en, extras=extras)
            entries.submit(session, cup(session), player, sent, Origin(OPENS, proven=True))


def ended(database: Database) -> Site:
    """It has closed, been played, reviewed and published, and its letters read."""
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    begin_due(database, LATER)
    move_all(database, LATER)
    if play_run(database, LATER) is not SeasonState.REVIEW:
        list(run(database, "cup", olga(LATER)))
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
        for letter in session.exec(select(Letter)).all():
            assert render(session, letter).text
    site = Site(database)
    site.clock.now = LATER
    return site


def packed(site: Site) -> package.Package:
    file = io.BytesIO()
    bundle.write(site.app, "cup", LATER, file, lambda _: None)
    return package.read(file.getvalue())


@pytest.mark.parametrize(
    ("kind", "stages", "count"),
    [*product(PLAYED, ["", *FORMATS], (0, 1)), *product(SHORTER, [""], (0, 1))][:-1],
)
def test_it_ends_in_an_archive_that_holds(
    database: Database, kind: str, stages: str, count: int
) -> None:
    opened(database, kind, stages, count)

    found = packed(ended(database))

    assert len(found.record.entries) == count
    assert [*verification.verify(found.record)] == []
    with database.writing() as session:
        seasons.archive(session, "cup", olga(LATER))


@pytest.mark.parametrize("kind", PLAYED)
@pytest.mark.parametrize(
    ("count", "said"),
    [
        (0, "Nobody took part, so nothing was played."),
        (1, "Only one character took part, so nothing was played."),
    ],
)
def test_every_page_of_it_reads_well_and_its_archive_comes_back(
    database: Database, sqlite_template: Path, tmp_path: Path, kind: str, count: int, said: str
) -> None:
    opened(database, kind, "swiss" if count else "", count)
    site = ended(database)
    browser = site.browser()

    assert said in text_shown(browser.get("/en/seasons/cup"))
    for method, _, path in (each.partition(" ") for each in routes(site.app)):
        if method == "GET" and "{slug}" in path:
            asked = path.replace("{slug}", "cup").replace("{lang}", "en")
            answer = browser.client.get(re.sub(r"\{[^}]+\}", "1", asked))
            assert answer.status_code < 500, path
    found = packed(site)
    (tmp_path / "there.db").write_bytes(sqlite_template.read_bytes())
    there = Database(f"sqlite:///{tmp_path / 'there.db'}")
    with there.writing() as session:
        restoration.restore(session, found.record, olga(LATER), found.chronicle, found.pictures)
    assert packed(Site(there)).record == found.record
