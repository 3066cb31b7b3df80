"""Cups: seasons are their editions, in order, and everybody reads of those that are public."""

from dataclasses import replace

import pytest
from sqlmodel import Session

from app.errors import SeasonRefused, UnknownCup
from app.games import ruleset
from app.league.archive.chronicle import Chronicle, ToldCup, chronicle
from app.league.archive.history import record_of
from app.league.archive.restoration import restore
from app.league.desk import imports
from app.league.seasons import cups, seasons
from app.league.seasons.decisions.season_plans import Plan, plan_of
from app.store import seasons as stored
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import SeasonState
from tests.support.people import NOW
from tests.support.problems import filled
from tests.support.seasons import Character, a_finished_season

TWO = [Character("A", "攻核"), Character("B", "核")]
BY = Organiser("olga", NOW, "for the log")


def the_cup(session: Session) -> None:
    cups.create(session, "spring-cup", BY, title_ja="春の杯", title_en="Spring Cup")


def plan(slug: str, edition: int | None = None, cup: str = "spring-cup") -> Plan:
    return Plan("laplaplus", slug, cup=cup, edition=edition)


def codes(refusal: pytest.ExceptionInfo[SeasonRefused]) -> list[str]:
    return [each.code for each in refusal.value.problems]


def test_a_season_without_a_number_is_the_next_edition(database: Database) -> None:
    with database.writing() as session:
        the_cup(session)
        third = seasons.create(session, plan("third", 3), BY)
        fourth = seasons.create(session, plan("fourth"), BY)
        again = seasons.copy(session, "third", "again", BY)

        assert [each.edition for each in (third, fourth, again)] == [3, 4, 5]


def test_what_is_wrong_with_a_cup_is_told_with_what_there_is(database: Database) -> None:
    with database.writing() as session:
        the_cup(session)
        seasons.create(session, plan("first", 1), BY)
        with pytest.raises(SeasonRefused) as unknown:
            seasons.create(session, plan("second", cup="autumn-cup"), BY)
        assert unknown.value.problems[0].suggestions == ("spring-cup",)
        with pytest.raises(SeasonRefused) as taken:
            seasons.create(session, plan("second", 1), BY)
        assert filled(taken.value.problems[0]) == ("spring-cup", "1", "first")
        with pytest.raises(SeasonRefused) as wrong:
            seasons.create(session, plan("Second", 0, "spring-cup"), BY)
        assert codes(wrong) == ["bad-slug", "bad-edition"]
        with pytest.raises(SeasonRefused) as alone:
            seasons.create(session, plan("second", 2, ""), BY)
        assert codes(alone) == ["edition-alone"]


def test_the_cup_of_a_season_can_be_changed_after_its_results(database: Database) -> None:
    with database.writing() as session:
        the_cup(session)
        season, _ = a_finished_season(session, TWO, slug="old")
        season.state = SeasonState.ARCHIVED
        before = plan_of(season)
        seasons.change(session, replace(before, cup="spring-cup"), BY)
        assert (plan_of(season).cup, plan_of(season).edition) == ("spring-cup", 1)
        seasons.change(session, replace(plan_of(season), edition=None), BY)
        assert plan_of(season).edition == 1, "it keeps its number"
        seasons.change(session, replace(plan_of(season), edition=7), BY)
        assert plan_of(season).edition == 7
        seasons.change(session, replace(plan_of(season), cup="", edition=None), BY)
        assert (plan_of(season).cup, plan_of(season).edition) == ("", None)


def test_a_cup_goes_only_without_seasons(database: Database) -> None:
    with database.writing() as session:
        the_cup(session)
        seasons.create(session, plan("first"), BY)
        with pytest.raises(SeasonRefused) as refusal:
            cups.delete(session, "spring-cup", BY)
        assert filled(refusal.value.problems[0]) == ("spring-cup", "first")
        seasons.delete(session, "first", BY)
        cups.delete(session, "spring-cup", BY)
        with pytest.raises(UnknownCup):
            cups.rename(session, "spring-cup", BY, title_en="Summer Cup")


def test_everybody_reads_of_editions_that_have_opened(database: Database) -> None:
    with database.writing() as session:
        the_cup(session)
        for number in (1, 2, 3):
            seasons.create(session, plan(f"s{number}", number), BY)
        with pytest.raises(UnknownCup):
            cups.public_cup(session, "spring-cup")
        for slug in ("s1", "s3"):
            seasons.open_season(session, slug, BY, quiet=True)
        _cup, editions = cups.public_cup(session, "spring-cup")
        assert [each.slug for each in editions] == ["s3", "s1"]
        place = cups.place_of(session, stored.by_slug(session, "s3"))
        assert place
        assert place.before
        assert place.before.slug == "s1"
        assert place.after is None


def test_an_archive_takes_its_cup_along(database: Database) -> None:
    game = ruleset("laplaplus")
    sheet = imports.read("攻核/A\n核/B", game)
    told = ToldCup(slug="spring-cup", title_ja="春の杯", title_en="Spring Cup", edition=2)
    with database.writing() as session:
        old, other = (
            record_of(sheet, game, Plan(game.slug, slug), NOW) for slug in ("old", "other")
        )
        season = restore(session, old, BY, Chronicle(cup=told))

        assert (season.cup, season.edition) == ("spring-cup", 2)
        kept = Chronicle.model_validate_json(chronicle(session, season).model_dump_json())
        assert kept.cup == told
        with pytest.raises(SeasonRefused) as taken:
            restore(session, other, BY, kept)
        assert codes(taken) == ["edition-taken"]
