"""Places: who finds one, who waits, and who moves up."""

from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused, SubmissionRejected
from app.jobs.seasons.places import fill_due
from app.league.desk import interventions, newcomers
from app.league.entries import places
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, confirm, submit, withdraw
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import render
from app.notices.answers import Receipt
from app.notices.registry import about
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security import personal_data
from app.store.security.audits import Organiser
from app.store.tables import Letter, Player, Revision, Season
from tests.support.people import NOW
from tests.support.posting import CUP, open_cup

BY = Organiser("olga", NOW, "reasons", "what is told")
LATER = NOW + timedelta(hours=1)


@pytest.fixture
def cup(database: Database) -> Database:
    """Two places, and a waiting list."""
    open_cup(database, closes_at=NOW + timedelta(days=9))
    change(database, capacity=2, waiting_list=True)
    return database


def change(database: Database, **decisions: object) -> None:
    with database.writing() as session:
        plan = season_plans.plan_of(seasons.by_slug(session, CUP))
        league_seasons.change(session, replace(plan, **decisions), BY)  # type: ignore[arg-type]


def of_name(session: Session, name: str) -> tuple[Season, Player]:
    season = seasons.by_slug(session, CUP)
    return season, players.known_as(session, f"{name}@example.com", "en", NOW)


def enter(database: Database, *names: str, hours: int = 0) -> None:
    for name in names:
        with database.writing() as session:
            season, player = of_name(session, name)
            origin = Origin(NOW + timedelta(hours=hours), proven=True)
            submit(session, season, player, Submission(name, "核"), origin)


def taking_part(database: Database) -> list[str]:
    with database.reading() as session:
        everyone = entries.of_season(session, seasons.by_slug(session, CUP))
        return [each.current.name for each in everyone if each.current]


def queue(database: Database) -> list[str]:
    with database.reading() as session:
        return [each.name for each in entries.queued(session, seasons.by_slug(session, CUP))]


def letters(database: Database, kind: str) -> list[str]:
    with database.reading() as session:
        found = session.exec(
            select(Letter).where(Letter.kind == kind).order_by(col(Letter.id))
        ).all()
        return [render(session, each).text.replace("\n", " ") for each in found]


def test_who_finds_no_place_is_told_their_number(cup: Database) -> None:
    enter(cup, "A", "B", "C", "D")

    assert taking_part(cup) == ["A", "B"]
    assert queue(cup) == ["C", "D"]
    with cup.reading() as session:
        told = [
            about(each) for each in session.exec(select(Letter).where(Letter.kind == "receipt"))
        ]
    assert [each.queue for each in told if isinstance(each, Receipt)] == [None, None, 1, 2]
    assert "number 2 on the waiting list" in letters(cup, "receipt")[-1]


@pytest.mark.parametrize("approves", [False, True])
def test_the_list_goes_by_confirmation_and_of_newcomers_by_the_yes_and_not_by_arrival(
    database: Database, approves: bool
) -> None:
    """C sends before D, and stands by it (a newcomer gets the organiser's yes) after D."""
    open_cup(database, closes_at=NOW + timedelta(days=9))
    enter(database, "A", "B")
    change(database, capacity=2, waiting_list=True, approves_newcomers=approves)
    sent = {}
    for minute, name in enumerate("CD"):
        with database.writing() as session:
            season, player = of_name(session, name)
            origin = Origin(NOW + timedelta(minutes=minute), proven=approves)
            sent[name] = submit(session, season, player, Submission(name, "核"), origin).id
    for minute, name in enumerate("DC", 10):
        with database.writing() as session:
            revision, at = session.get_one(Revision, sent[name]), NOW + timedelta(minutes=minute)
            if approves:
                newcomers.approve(session, CUP, revision.entry, replace(BY, now=at))
            else:
                confirm(session, revision, Origin(at, proven=True))

    assert queue(database) == ["D", "C"]


def test_a_change_while_waiting_keeps_the_number(cup: Database) -> None:
    enter(cup, "A", "B", "C", "D")
    with cup.writing() as session:
        season, player = of_name(session, "C")
        submit(session, season, player, Submission("C", "核核"), Origin(LATER, proven=True))

    assert queue(cup) == ["C", "D"]


def test_who_has_waited_longest_moves_up_when_somebody_withdraws(cup: Database) -> None:
    enter(cup, "A", "B", "C", "D")
    with cup.writing() as session:
        withdraw(session, *of_name(session, "A"), Origin(LATER, proven=True))

    assert taking_part(cup) == ["B", "C"]
    assert queue(cup) == ["D"]
    (letter,) = letters(cup, "place")
    assert "“C” has moved up from the waiting list" in letter


def test_a_place_that_an_organiser_or_an_erasure_frees_is_given_on(cup: Database) -> None:
    enter(cup, "A", "B", "C", "D")
    with cup.writing() as session:
        interventions.withdraw(session, CUP, "A", BY)
    assert taking_part(cup) == ["B", "C"]
    with cup.writing() as session:
        personal_data.erase(session, of_name(session, "B")[1])
    assert fill_due(cup, LATER)
    assert taking_part(cup) == ["C", "D"]
    assert not fill_due(cup, LATER)


def test_nobody_overtakes_those_who_wait(cup: Database) -> None:
    enter(cup, "A", "B", "C")
    with cup.writing() as session:
        seasons.by_slug(session, CUP).capacity = 3  # before anybody has moved up
    enter(cup, "E", hours=1)

    assert queue(cup) == ["C", "E"]
    fill_due(cup, LATER)
    assert taking_part(cup) == ["A", "B", "C"]


def test_a_wave_opens_at_its_moment(cup: Database) -> None:
    wave = NOW + timedelta(hours=2)
    change(cup, waves=((wave, 1), (wave + timedelta(hours=1), 5)))
    enter(cup, "A", "B", "C", "D")

    assert not fill_due(cup, LATER)
    assert fill_due(cup, wave)
    assert taking_part(cup) == ["A", "B", "C"]
    with cup.reading() as session:
        season = seasons.by_slug(session, CUP)
        assert (season.capacity, len(places.waves_of(season))) == (3, 1)


def test_without_a_waiting_list_the_refusal_names_the_next_wave(database: Database) -> None:
    open_cup(database)
    change(database, capacity=2, waves=((NOW + timedelta(hours=2), 200),))
    enter(database, "A", "B")

    with pytest.raises(SubmissionRejected) as refusal:
        enter(database, "C")
    (problem,) = refusal.value.problems
    assert problem.code == "season-full-until"
    assert problem["more"] == "200"
    enter(database, "C", hours=2)
    assert taking_part(database) == ["A", "B", "C"]


def test_who_waits_at_the_deadline_hears_that_it_was_in_vain(cup: Database) -> None:
    enter(cup, "A", "B", "C")
    with cup.writing() as session:
        league_seasons.close(session, CUP, Organiser("olga", LATER, "reasons", "told"))

    assert taking_part(cup) == ["A", "B"]
    assert "no place became free before entries closed" in letters(cup, "place")[0]


@pytest.mark.parametrize(
    ("decisions", "code"),
    [
        ({"waves": ((NOW, 5),)}, "wave-past"),
        ({"waves": ((LATER, 5), (LATER, 6))}, "bad-waves"),
        ({"waves": ((LATER, 0),)}, "bad-capacity"),
        ({"waves": ((LATER, 5),), "capacity": None}, "waves-without-places"),
        ({"minimum": 9, "capacity": 8}, "minimum-over-places"),
        ({"extension": 24}, "extension-alone"),
        ({"waiting_list": False}, "queue-waits"),
    ],
)
def test_what_cannot_be_decided_is_said(
    cup: Database, decisions: dict[str, object], code: str
) -> None:
    enter(cup, "A", "B", "C")

    with pytest.raises(SeasonRefused) as refusal:
        change(cup, **decisions)
    assert code in [each.code for each in refusal.value.problems]


def test_waves_are_read_as_they_are_written() -> None:
    zone = NOW.tzinfo
    assert zone
    waves = places.read_waves("２０２７-０３-０１ ２１:００ +200、\n2027-02-01 21:00 50\n", zone)

    assert [number for _, number in waves] == [50, 200]
    assert places.read_waves(places.write_waves(waves, zone), zone) == waves
    with pytest.raises(SeasonRefused):
        places.read_waves("soon +200", zone)
