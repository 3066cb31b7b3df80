"""How many characters a player has in a season, whatever comes at once."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from app.errors import SeasonRefused, SubmissionRejected
from app.league.entries import rosters
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from tests.support.people import NOW
from tests.support.posting import CUP, open_cup

BY = Organiser("olga", NOW, "reasons", "what is told")


def enter(database: Database, name: str) -> str:
    """The outcome for this character of Alice's: `in`, or the code of its first problem."""
    with database.writing() as session:
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        season = seasons.by_slug(session, CUP)
        try:
            submit(session, season, alice, Submission(name, "核"), Origin(NOW, proven=True))
        except SubmissionRejected as refusal:
            return refusal.problems[0].code
    return "in"


def test_forms_that_come_at_once_do_not_exceed_the_number(database: Database) -> None:
    open_cup(database)
    with database.writing() as session:
        seasons.by_slug(session, CUP).characters = 2
    enter(database, "First")

    with ThreadPoolExecutor(4) as pool:
        became = [*pool.map(lambda name: enter(database, name), ["A", "B", "C", "D"])]

    assert sorted(became) == ["characters-full"] * 3 + ["in"]
    with database.reading() as session:
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        own = entries.of_player(session, seasons.by_slug(session, CUP), alice)
        assert len(rosters.taking_part(own)) == 2


def test_the_number_is_told_when_it_changes_and_not_below_what_a_player_has(
    database: Database,
) -> None:
    open_cup(database)
    with database.writing() as session:
        plan = season_plans.plan_of(seasons.by_slug(session, CUP))
        league_seasons.change(session, replace(plan, characters=3), BY)
    for name in ("A", "B"):
        assert enter(database, name) == "in"

    with database.writing() as session:
        plan = season_plans.plan_of(seasons.by_slug(session, CUP))
        assert plan.characters == 3
        for wrong, code in ((1, "characters-taken"), (0, "bad-characters")):
            with pytest.raises(SeasonRefused) as refusal:
                league_seasons.change(session, replace(plan, characters=wrong), BY)
            assert [each.code for each in refusal.value.problems] == [code]
