"""A season of none or one ends as any other does, in every format and every kind of game: its archive holds."""

import io
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlmodel import select

from app.games import ruleset
from app.jobs.exchanges import begin_due
from app.jobs.seasons.runs import run
from app.league.archive import package, verification
from app.league.eligibility.sides import NO_SIDES, Side, Sides
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.seasons.stages import plans
from app.letters.contents import render
from app.store.database import Database
from app.store.tables import Letter, SeasonState
from app.tournament.formats.catalogue import FORMATS
from app.web.archive import bundle
from tests.support.browsers import Site
from tests.support.duels import CLOSES, OPENS, cup, move_all, olga, open_cup, play_run
from tests.support.stages import a_season
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.store import players

LATER = CLOSES + timedelta(days=1)
SIDES = Sides((Side("紅", "Red"), Side("白", "White")))


def formats() -> Iterator[tuple[str, str]]:
    yield "", ""
    for slug, kind in FORMATS.items():
        yield slug, slug


def enter_one(database: Database, game: str, build: str, side: bool) -> None:
    with database.writing() as session:
        player = players.known_as(session, "p1@example.com", "en", OPENS)
        extras = {"side": "Red"} if side else {}
        entries.submit(
            session,
            cup(session),
            player,
            Submission("Solo", build, extras=extras),
            Origin(OPENS, proven=True),
        )


def open_(database: Database, game: str, count: int, stages: str, **settings: object) -> None:
    rules = ruleset(game)
    side = bool(stages) and FORMATS[stages.split()[0]].of_teams
    found, problems = plans.read(stages)
    assert not problems
    if rules.match:
        open_cup(
            database,
            0,
            game=game,
            stages=stages,
            sides=SIDES if side else NO_SIDES,
            **settings,  # type: ignore[arg-type]
        )
    else:
        with database.writing() as session:
            planned = Plan(
                game, "cup", closes_at=CLOSES, stages=found, sides=SIDES if side else NO_SIDES
            )
            seasons.create(session, planned, olga(OPENS))
            seasons.open_season(session, "cup", olga(OPENS))
    if count:
        enter_one(database, game, rules.exhibition[0].en, side)


def ends(database: Database, now=LATER) -> Site:
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    begin_due(database, LATER)
    move_all(database, LATER)
    play_run(database, LATER)
    with database.reading() as session:
        is_played = cup(session).state is SeasonState.REVIEW
    if not is_played:
        list(run(database, "cup", olga(LATER)))
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    with database.writing() as session:
        for letter in session.exec(select(Letter)).all():
            said = render(session, letter)
            assert said.text and said.html
    site = Site(database)
    site.clock.now = LATER
    file = io.BytesIO()
    bundle.write(site.app, "cup", LATER, file, lambda _: None)
    packed = package.read(file.getvalue())
    assert [*verification.verify(packed.record)] == []
    with database.writing() as session:
        seasons.archive(session, "cup", olga(LATER))
        assert cup(session).state is SeasonState.ARCHIVED
    return site


@pytest.mark.parametrize("stages", ["", *FORMATS])
@pytest.mark.parametrize("count", [0, 1])
@pytest.mark.parametrize("kind", ["laplaplus", "fest script", "fest turn", "fest live"])
def test_it_ends(database: Database, kind: str, stages: str, count: int) -> None:
    game, _, tempo = kind.partition(" ")
    settings = {"tempo": tempo} if tempo else {}
    open_(database, game, count, stages, **settings)
    ends(database)
