"""Results come out night by night: a number of rounds each, at the same local time, all on the
last.
"""

from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from sqlmodel import col, select

from app.errors import SeasonRefused
from app.jobs.seasons.runs import run
from app.league import visibility
from app.league.desk import interventions
from app.league.eligibility.sides import Side, Sides
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.exports.catalogue import SO_FAR
from app.league.people import webhooks
from app.league.results import results, runs as league_runs
from app.league.seasons import calling_off, news
from app.league.timetable import nights, steps
from app.league.timetable.nights import NightsSoFar
from app.letters.contents import draft
from app.store import players
from app.store.database import Database
from app.store.results import runs
from app.store.tables import Delivery, Letter, Player, SeasonState
from app.tournament.formats import round_robin
from tests.league.timetable.test_steps import (
    DAY,
    PLAN,
    act,
    cup,
    enter,
    moments,
    olga,
    pass_until,
    standing,
    the_cup,
)

__all__ = ["cup"]
BUILDS = ("攻響核", "連核", "核核", "盾攻", "攻攻核")
FIRST = PLAN["release"]


@pytest.fixture
def nightly(cup: Database) -> Database:
    """Five characters, five rounds, in three nights."""
    pass_until(cup, PLAN["opening"])
    enter(cup, PLAN["opening"], *BUILDS)
    plan(cup, nights=3)
    pass_until(cup, PLAN["run"])
    return cup


def plan(database: Database, first: datetime = FIRST, *, quiet: bool = False, **share: int) -> None:
    with database.writing() as session:
        by = olga(PLAN["opening"], tell="Slowly.")
        nights.plan(session, "cup", first, by, zone="Asia/Tokyo", quiet=quiet, **share)


def bulletins(database: Database) -> dict[str, str]:
    """The letters of nights: their readers, and the text."""
    with database.writing() as session:
        found = session.exec(select(Letter).where(Letter.kind == "bulletin"))
        return {
            f"{each.player.address.partition('@')[0]} {each.about['first']}-{each.about['last']}": (
                " ".join(draft(session, each).text.split())
            )
            for each in found
        }


def heard(database: Database) -> list[str]:
    """What other sites are told."""
    with database.reading() as session:
        return [*session.exec(select(Delivery.event).order_by(col(Delivery.id)))]


def seen(database: Database) -> NightsSoFar | None:
    with database.reading() as session:
        return nights.so_far(session, the_cup(session), "en")


def test_each_night_shows_its_share_and_the_last_one_everything(nightly: Database) -> None:
    shown = []
    for night in range(3):
        state = pass_until(nightly, FIRST + night * DAY)
        found = seen(nightly)
        shown.append((state, found and (found.rounds, found.of, found.next_at)))

    assert shown == [
        (SeasonState.REVIEW, (2, 5, FIRST + DAY)),
        (SeasonState.REVIEW, (4, 5, FIRST + 2 * DAY)),
        (SeasonState.PUBLISHED, None),
    ]
    with nightly.reading() as session:
        assert news.notices(session, the_cup(session)) == []


def test_the_standings_so_far_count_the_battles_that_are_out_and_no_other(
    nightly: Database,
) -> None:
    pass_until(nightly, FIRST)
    found = seen(nightly)
    assert found
    with nightly.reading() as session:
        run = runs.latest_finished(session, the_cup(session))
        assert run
        whole = results.finished(session, the_cup(session), run)
    won: dict[int, int] = {each.number: 0 for each in whole.participants}
    for number in (1, 2):
        for meeting in found.round(number):
            if meeting.winner:
                won[(meeting.home if meeting.winner == "home" else meeting.away).number] += 1

    assert {line.number: line.wins for line in found.lines} == won
    assert [len(found.round(number)) for number in (1, 2)] == [2, 2]
    assert round_robin.rounds(len(BUILDS)) == found.of
    for number in (0, 3, 5):
        with pytest.raises(LookupError):
            found.round(number)


def test_each_night_a_letter_tells_those_who_fought_their_own_results_and_no_other(
    nightly: Database,
) -> None:
    pass_until(nightly, FIRST)
    told = bulletins(nightly)
    found = seen(nightly)
    assert found
    mine = {
        f"Round {number}:"
        for number in (1, 2)
        for each in found.round(number)
        if "C0" in (each.home.name, each.away.name)
    }
    place = next(line.place for line in found.lines if line.name == "C0")

    assert {*told} == {f"p{number} 1-2" for number in range(5)}
    assert {word for word in ("Round 1:", "Round 2:", "Round 3:") if word in told["p0 1-2"]} == mine
    assert f"“C0” is number {place} of 5 so far" in told["p0 1-2"]
    assert not any(build in told["p0 1-2"] for build in BUILDS)

    with nightly.writing() as session:
        results.undo(session, "cup", olga(FIRST, tell="A mistake."))
    assert bulletins(nightly) == {}


def test_other_sites_hear_of_every_moment_that_moves_along(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    with cup.writing() as session:
        webhooks.add(session, "https://hooks.example/7", "signed", "en", olga(PLAN["opening"]))
        by = olga(PLAN["opening"] + DAY, tell="Golden Week.")
        steps.plan(session, "cup", "deadline", PLAN["deadline"] + DAY, by, with_later=True)
    with cup.reading() as session:
        told = [each.content["changes"] for each in session.exec(select(Delivery))]

    assert {change["field"] for changes in told for change in changes} == {
        "release_at",
        "closes_at",
    }


def test_other_sites_hear_of_each_night_and_of_its_undoing(nightly: Database) -> None:
    with nightly.writing() as session:
        webhooks.add(session, "https://hooks.example/7", "signed", "en", olga(PLAN["run"]))
    for night in range(2):
        pass_until(nightly, FIRST + night * DAY)
    with nightly.writing() as session:
        results.undo(session, "cup", olga(FIRST + DAY, tell="A mistake."))

    assert [each for each in heard(nightly) if each != "changed"] == ["night", "night", "undone"]


def test_a_night_of_one_round_writes_to_nobody_who_rested(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    enter(cup, PLAN["opening"], *BUILDS)
    plan(cup, nights=5)
    pass_until(cup, FIRST)
    found = seen(cup)
    assert found
    fought = {each.name[1:] for pair in found.round(1) for each in (pair.home, pair.away)}

    assert {*bulletins(cup)} == {f"p{number} 1-1" for number in fought}
    assert len(fought) == 4


def test_where_sides_stay_apart_a_night_tells_of_no_battle_within_one(cup: Database) -> None:
    sides = ("Red", "White", "Red", "White", "Red")
    with cup.writing() as session:
        both = Sides((Side("紅", "Red"), Side("白", "White")), apart=True)
        the_cup(session).sides = both.plain()
    pass_until(cup, PLAN["opening"])
    with cup.writing() as session:
        season = the_cup(session)
        for number, (build, side) in enumerate(zip(BUILDS, sides, strict=True)):
            now = PLAN["opening"]
            player = players.known_as(session, f"p{number}@example.com", "en", now)
            sent = Submission(f"C{number}", build, extras={"side": side})
            entries.submit(session, season, player, sent, Origin(now, proven=True))
    plan(cup, nights=5)
    told: set[str] = set()
    met: set[str] = set()
    for night in range(4):
        pass_until(cup, FIRST + night * DAY)
        found = seen(cup)
        assert found
        for pair in found.round(night + 1):
            at = [int(each.name[1:]) for each in (pair.home, pair.away)]
            assert sides[at[0]] != sides[at[1]]
            met |= {f"p{each} {night + 1}-{night + 1}" for each in at}
        told |= {*bulletins(cup)}

    assert told == met
    found = seen(cup)
    assert found
    assert len([*SO_FAR.csv(found)]) == 1 + sum(len(found.round(n)) for n in range(1, 5))


def test_quiet_nights_write_to_nobody(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    enter(cup, PLAN["opening"], *BUILDS)
    plan(cup, nights=3, quiet=True)
    pass_until(cup, FIRST)

    assert seen(cup)
    assert bulletins(cup) == {}


def test_nights_missed_in_an_outage_are_made_up_for_each_once(nightly: Database) -> None:
    assert pass_until(nightly, FIRST + 5 * DAY) is SeasonState.PUBLISHED
    assert standing(nightly)["night-1"] == standing(nightly)["night-2"] == "done"


def test_a_night_that_is_held_holds_the_others_and_what_is_skipped_comes_with_the_next(
    nightly: Database,
) -> None:
    act(nightly, "hold", "night-1", olga(PLAN["run"], reason="A doubt."))
    assert pass_until(nightly, FIRST + 3 * DAY) is SeasonState.REVIEW
    assert seen(nightly) is None
    act(nightly, "skip", "night-1", olga(FIRST + 3 * DAY, reason="No doubt."))
    assert pass_until(nightly, FIRST + DAY) is SeasonState.REVIEW
    found = seen(nightly)

    assert found
    assert found.rounds == 4


def test_what_is_out_is_taken_back_before_it_is_played_again(nightly: Database) -> None:
    pass_until(nightly, FIRST)
    with pytest.raises(SeasonRefused) as refusal, nightly.writing() as session:
        league_runs.start(session, "cup", olga(FIRST))
    with nightly.writing() as session:
        results.undo(session, "cup", olga(FIRST, tell="A mistake."))
        told = [news.told(each, "en", UTC) for each in news.notices(session, the_cup(session))]
        season = the_cup(session)
        state = season.state, visibility.released_rounds(season), visibility.release_at(season)

    assert refusal.value.problems[0].code == "half-released"
    assert state == (SeasonState.REVIEW, 0, None)
    assert "The results were taken back. Reason: A mistake." in told
    assert pass_until(nightly, FIRST + 9 * DAY) is SeasonState.REVIEW
    assert seen(nightly) is None


def test_nights_go_on_to_the_last_one_after_results_were_played_again(nightly: Database) -> None:
    """With another entry there are more rounds to show; the word that was written for the release is in the reports."""
    with nightly.writing() as session:
        season = the_cup(session)
        at = visibility.release_at(season)
        results.publish(session, "cup", olga(PLAN["run"], tell="Well played."), release_at=at)
        by = olga(PLAN["run"], tell="It was lost.")
        assert [each.code for each in nights.at_stake(session, season)] == [
            "release-waits",
            "nights-waits",
        ]
        interventions.add(session, "cup", Submission("Late", "攻核"), by)
    list(run(nightly, "cup", olga(PLAN["run"] + timedelta(hours=1))))

    assert pass_until(nightly, FIRST) is SeasonState.REVIEW
    assert (found := seen(nightly))
    assert (found.rounds, found.of) == (2, 5)
    assert pass_until(nightly, FIRST + 2 * DAY) is SeasonState.PUBLISHED
    with nightly.reading() as session:
        published = visibility.published_run(session, the_cup(session))
        assert published
        assert (published.entries, published.word) == (6, "Well played.")


def test_so_many_rounds_a_night_are_as_many_nights_as_it_takes(cup: Database) -> None:
    pass_until(cup, PLAN["opening"])
    enter(cup, PLAN["opening"], *BUILDS)
    with pytest.raises(SeasonRefused) as early:
        plan(cup, rounds=2)
    pass_until(cup, PLAN["run"])
    plan(cup, rounds=2)
    pass_until(cup, FIRST)
    found = seen(cup)

    assert early.value.problems[0].code == "nights-uncounted"
    assert found
    assert (found.rounds, found.next_at) == (2, FIRST + DAY)
    assert moments(cup)["release"] == FIRST + 2 * DAY
    with pytest.raises(SeasonRefused) as begun:
        plan(cup, FIRST + DAY, nights=2)
    assert begun.value.problems[0].code == "nights-begun"


def test_nights_keep_their_hour_when_clocks_change(cup: Database) -> None:
    berlin = ZoneInfo("Europe/Berlin")
    first = datetime(2027, 3, 27, 21, tzinfo=berlin)
    with cup.writing() as session:
        steps.plan(session, "cup", "archive", first + 30 * DAY, olga())
        nights.plan(session, "cup", first, olga(), zone="Europe/Berlin", nights=3)
    found = moments(cup)

    assert found["night-2"] - found["night-1"] == timedelta(hours=23)
    assert found["release"] == datetime(2027, 3, 29, 21, tzinfo=berlin)


def test_called_off_after_a_night_nothing_of_it_comes_in_a_letter_of_the_day(
    nightly: Database,
) -> None:
    with nightly.writing() as session:
        for each in session.exec(select(Player)):
            each.daily_hour = 7
    now = FIRST
    pass_until(nightly, now)
    with nightly.writing() as session:
        calling_off.call_off(session, "cup", olga(now, tell="A fault."))

    assert not bulletins(nightly)
