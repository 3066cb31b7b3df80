"""Rounds of one competition: characters are carried over, change so much and no more, and each round keeps what it played."""

from collections.abc import Callable
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import count
from typing import Final

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused, SubmissionRejected
from app.league import visibility
from app.league.desk import hidings, rounds
from app.league.desk.rounds import PlannedRound
from app.league.eligibility.pools import Pool
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.entries.pictures import portraits
from app.league.entries.pictures.formats import Portrait
from app.league.problems import explain
from app.league.results import results
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import draft
from app.store import entrants, entries, pictures, players, seasons
from app.store.database import Database
from app.store.security import personal_data
from app.store.security.audits import Organiser
from app.store.tables import Entry, Letter, Player, Revision, Season
from tests.support.seasons import CLOSES, Character, a_finished_season

DAY: Final = timedelta(days=1)
OPENS: Final = CLOSES + DAY
BY: Final = Organiser("olga", OPENS)
FIELD: Final = (
    Character("Ann", "攻響核", "Anna", "From the north."),
    Character("Ben", "連核"),
    Character("Cem", "核核", lang="ja"),
)


@pytest.fixture
def first(database: Database) -> Database:
    """A published season of three characters, and somebody who has heard of its game."""
    with database.writing() as session:
        a_finished_season(session, FIELD)
        players.known_as(session, "stranger@example.com", "en", OPENS).proven_at = OPENS
    return database


def begin(database: Database, *, quiet: bool = False, **rule: int) -> None:
    """The next round is open."""
    with database.writing() as session:
        closes_at = OPENS + 7 * DAY
        rounds.plan(session, "cup", PlannedRound("cup-2", closes_at, **rule), BY)
        league_seasons.open_season(session, "cup-2", BY, quiet=quiet)


def second(session: Session) -> Season:
    return seasons.by_slug(session, "cup-2")


def player(session: Session, number: int) -> Player:
    address = f"p{number}@cup.example.com"
    return session.exec(select(Player).where(Player.address == address)).one()


def send(
    database: Database,
    number: int,
    name: str,
    build: str,
    at: datetime = OPENS + DAY,
    *,
    proven: bool = True,
) -> Revision:
    with database.writing() as session:
        season, who = second(session), player(session, number)
        return league_entries.submit(
            session, season, who, Submission(name, build), Origin(at, proven=proven)
        )


def refused(database: Database, number: int, name: str, build: str) -> list[str]:
    with pytest.raises(SubmissionRejected) as refusal:
        send(database, number, name, build)
    return [explain(problem, "en", "laplaplus") for problem in refusal.value.problems]


def field(database: Database) -> dict[str, str]:
    with database.reading() as session:
        found = entries.of_season(session, second(session))
        return {each.current.name: each.current.build for each in found if each.current}


def letters(database: Database, kind: str) -> list[tuple[str, str]]:
    """Who got a letter of this kind, and its text."""
    with database.writing() as session:
        found = session.exec(select(Letter).where(Letter.kind == kind).order_by(col(Letter.id)))
        return [
            (each.player.address.partition("@")[0], draft(session, each).text) for each in found
        ]


def test_everybody_takes_part_again_as_they_were_played_and_hears_what_may_be_changed(
    first: Database,
) -> None:
    with first.writing() as session:
        rounds.plan(session, "cup", PlannedRound("cup-2", OPENS + 7 * DAY, added=2, changes=1), BY)
        _, ben, _ = entries.of_season(session, seasons.by_slug(session, "cup"))
        ben.successors = "Nao → Mai"  # two have taken the seat over, one after the other
        announced = news.readers_of_opening(session, second(session))
        league_seasons.open_season(session, "cup-2", BY)
    told = letters(first, "next-round")

    assert field(first) == {"Ann": "攻響核", "Ben": "連核", "Cem": "核核"}
    assert [who for who, _ in told] == ["p1", "p2", "p3"]
    assert announced == len(told)
    assert letters(first, "opened") == []
    assert "may be replaced, moved or left out" in " ".join(told[0][1].split())
    assert "Up to 2 cards may be added" in " ".join(told[0][1].split())
    with first.reading() as session:
        season = second(session)
        entry = entries.named(session, season, "ann")
        assert entry
        assert entry.current
        assert (season.title_en, season.title_ja) == (
            "First Hikyaku Cup, round 2",
            "第一回飛脚杯 第2ラウンド",
        )
        assert (entry.current.owner, entry.current.lore) == ("Anna", "From the north.")
        taken_over = entries.named(session, season, "ben")
        assert taken_over
        assert taken_over.current
        assert taken_over.current.owner == "Mai"


def test_so_much_may_be_changed_and_added_and_the_receipt_says_how_much_it_was(
    first: Database,
) -> None:
    begin(first, added=2, changes=1)
    send(first, 1, "Ann", "攻盾攻攻核")
    told = " ".join(letters(first, "receipt")[0][1].split())

    assert field(first)["Ann"] == "攻盾攻攻核"
    assert (
        "Compared with the round before: 1 changed (allowed: 1), cards added: 2 (allowed: 2)."
        in told
    )


def test_each_change_too_many_is_named_and_what_is_added_too(first: Database) -> None:
    begin(first, added=1, changes=1)

    assert refused(first, 1, "Ann", "連連核核核") == [
        "This round allows 1 changes to the cards of the round before. Your build has 2:",
        "Attack, at place 1 in the round before, was replaced, moved or left out.",
        "Echo, at place 2 in the round before, was replaced, moved or left out.",
        "This round allows 1 more than the round before, 4 cards in all. Your build has 5.",
    ]
    assert field(first)["Ann"] == "攻響核"


def test_changes_count_against_the_round_before_and_not_against_the_last_version(
    first: Database,
) -> None:
    begin(first, changes=1, added=0)
    send(first, 1, "Ann", "攻盾核")
    send(first, 1, "Ann", "攻響盾", OPENS + 2 * DAY)

    assert field(first)["Ann"] == "攻響盾"
    assert len(refused(first, 1, "Ann", "盾盾盾")) == 4


def test_nobody_comes_in_who_did_not_play_the_round_before(first: Database) -> None:
    begin(first)
    with first.writing() as session:
        stranger = players.known_as(session, "stranger@example.com", "en", OPENS)
        with pytest.raises(SubmissionRejected) as refusal:
            league_entries.submit(
                session,
                second(session),
                stranger,
                Submission("Zoe", "核核"),
                Origin(OPENS + DAY, proven=True),
            )

    assert [each.code for each in refusal.value.problems] == ["not-in-round-before"]


def test_what_a_stranger_sends_in_a_players_name_tells_them_nothing_and_is_checked_when_confirmed(
    first: Database,
) -> None:
    begin(first, changes=0, added=0)
    held = send(first, 1, "Ann", "連連連", proven=False)
    with first.writing() as session:
        found = session.get_one(Revision, held.id)
        with pytest.raises(SubmissionRejected) as refusal:
            league_entries.confirm(session, found, Origin(OPENS + DAY, proven=True))

    assert refusal.value.problems[0].code == "changes-over"
    assert field(first)["Ann"] == "攻響核"


def test_who_withdraws_may_come_back_within_the_same_bounds(first: Database) -> None:
    begin(first, changes=0)
    with first.writing() as session:
        origin = Origin(OPENS + DAY, proven=True)
        league_entries.withdraw(session, second(session), player(session, 2), origin)
    gone = field(first)
    assert len(refused(first, 2, "Ben", "攻攻")) == 3
    send(first, 2, "Ben", "連核攻", OPENS + 2 * DAY)

    assert "Ben" not in gone
    assert field(first)["Ben"] == "連核攻"


def test_the_round_before_keeps_its_builds_and_the_new_ones_are_sealed(first: Database) -> None:
    begin(first, changes=2)
    send(first, 1, "Ann", "盾盾核")
    with first.reading() as session:
        cup = seasons.by_slug(session, "cup")
        played = [each.current.build for each in entries.of_season(session, cup) if each.current]
        of_both = session.exec(
            select(Revision.commitment).join(Entry, col(Revision.entry_id) == Entry.id)
        ).all()

    assert played == [each.build for each in FIELD]
    assert len({*of_both}) == len(of_both), "what is carried over is sealed anew"


def test_an_opening_without_letters_writes_to_nobody(first: Database) -> None:
    begin(first, quiet=True)

    assert letters(first, "next-round") == []
    assert len(field(first)) == len(FIELD)


def test_a_round_follows_public_results_alone_and_each_season_once(first: Database) -> None:
    begin(first)
    with first.writing() as session:
        with pytest.raises(SeasonRefused) as twice:
            rounds.plan(session, "cup", PlannedRound("cup-b", changes=-1), BY)
        rounds.plan(session, "cup-2", PlannedRound("cup-3"), BY)
        with pytest.raises(SeasonRefused) as early:
            league_seasons.open_season(session, "cup-3", BY)
        title = seasons.by_slug(session, "cup-3").title_en
        session.rollback()

    assert [each.code for each in twice.value.problems] == ["bad-growth", "round-planned"]
    assert early.value.problems[0].code == "round-before-unpublished"
    assert title == "First Hikyaku Cup, round 3"


def test_a_build_that_is_not_legal_any_more_waits_for_another_and_its_player_is_told(
    first: Database,
) -> None:
    """Its picture waits with it."""
    with first.writing() as session:
        ben = entries.of_season(session, seasons.by_slug(session, "cup"))[1]
        assert ben.current
        portraits.keep(session, ben.current, Portrait(b"RIFF", 8, 8), OPENS)
        rounds.plan(session, "cup", PlannedRound("cup-2", OPENS + 7 * DAY), BY)
        ban = season_plans.plan_of(second(session))
        league_seasons.change(session, replace(ban, pool=Pool(("flurry",))), BY)
        league_seasons.open_season(session, "cup-2", BY)
    left_out = field(first)
    send(first, 2, "Ben", "攻核核")
    with first.reading() as session:
        came = entries.named(session, second(session), "ben")
        assert came
        picture = pictures.of_entry(session, came.id)

    assert [*left_out] == ["Ann", "Cem"]
    assert "does not take part yet" in " ".join(dict(letters(first, "next-round"))["p2"].split())
    assert field(first)["Ben"] == "攻核核"
    assert picture
    assert picture.digest == portraits.digest_of(b"RIFF")


@pytest.mark.parametrize("guests", ["p1@cup.example.com", ""])
def test_who_is_not_invited_to_this_round_waits_and_hears_why(first: Database, guests: str) -> None:
    """A list lets on whom it has; a word that is new lets on nobody before they say it, however they come."""
    with first.writing() as session:
        rounds.plan(session, "cup", PlannedRound("cup-2", OPENS + 7 * DAY), BY)
        typed = (
            {"door": "list", "guests": guests} if guests else {"door": "word", "word": "sesame77"}
        )
        plan = season_plans.chosen(season_plans.plan_of(second(session)), typed, [])
        league_seasons.change(session, plan, BY)
        league_seasons.open_season(session, "cup-2", BY)

    assert [*field(first)] == (["Ann"] if guests else [])
    assert "by invitation" in letters(first, "next-round")[1][1]
    with first.writing() as session:
        sent, ben = Submission("Ben", "連核"), player(session, 2)
        with pytest.raises(SubmissionRejected) as refusal:
            league_entries.submit(session, second(session), ben, sent, Origin(OPENS, proven=True))
        code = "door-list" if guests else "door-word"
        assert [each.code for each in refusal.value.problems] == [code]
        if not guests:
            told = Origin(OPENS, proven=True, word="Sesame-77")
            league_entries.submit(session, second(session), ben, sent, told)
    assert "Ben" in field(first) or guests


def test_who_has_been_erased_plays_on_as_nobody_and_from_an_open_round_is_gone(
    first: Database,
) -> None:
    with first.writing() as session:
        personal_data.erase(session, player(session, 1))
    begin(first)
    with first.writing() as session:
        carried = entries.named(session, second(session), "ann")
        assert carried
        assert carried.player_id is None
        personal_data.erase(session, player(session, 2))

    assert field(first) == {"Ann": "攻響核", "Cem": "核核"}
    assert [who for who, _ in letters(first, "next-round")] == ["p3"]


def test_results_are_not_taken_back_once_the_next_round_has_opened_with_them(
    first: Database,
) -> None:
    by = Organiser("olga", OPENS, tell="A mistake.")
    with first.writing() as session:
        rounds.plan(session, "cup", PlannedRound("cup-2"), BY)
        results.undo(session, "cup", by)
        session.rollback()
    begin(first)
    with first.writing() as session, pytest.raises(SeasonRefused) as refusal:
        results.undo(session, "cup", by)

    assert "The next round, “cup-2”, has opened" in explain(refusal.value.problems[0], "en")


def test_reports_name_a_later_round_only_to_those_who_played_the_one_before(
    first: Database,
) -> None:
    begin(first)
    with first.writing() as session:
        a_finished_season(session, FIELD, slug="other")
        for slug in ("cup", "other"):
            season = seasons.by_slug(session, slug)
            run = visibility.published_run(session, season)
            assert run
            news.results_are_out(session, season, run, "", OPENS)
        found = session.exec(select(Letter).where(Letter.kind == "report")).all()
        other = seasons.by_slug(session, "other").id
        told = [
            (each.season_id == other, "/seasons/cup-2" in draft(session, each).text)
            for each in found
        ]

    assert {*told} == {(False, True), (True, False)}
    assert len(told) == 2 * len(FIELD)


def test_what_is_hidden_in_one_round_is_hidden_in_the_next_whichever_came_first(
    first: Database,
) -> None:
    begin(first)
    hours = count()

    def change(act: Callable[..., None], slug: str, number: int, *parts: hidings.Part) -> None:
        why = Organiser("olga", OPENS + timedelta(hours=next(hours)), tell="An insult.")
        with first.writing() as session:
            found = entries.of_season(session, seasons.by_slug(session, slug))
            for part in parts:
                act(session, slug, found[number], part, why)

    def hidden() -> list[list[str]]:
        with first.reading() as session:
            found = entries.of_season(session, second(session))
            return [[*entrants.hidden_parts(each)] for each in found]

    change(hidings.hide, "cup", 0, "name", "owner", "lore")
    change(hidings.hide, "cup-2", 1, "name")
    assert hidden() == [["name", "owner", "lore"], ["name"], []]
    change(hidings.show_again, "cup", 0, "name")
    change(hidings.hide, "cup", 1, "name")
    change(hidings.show_again, "cup", 1, "name")
    assert hidden() == [["owner", "lore"], ["name"], []]
