"""A check-in: players are asked whether they are there, and places that nobody answers for go to who waits; by mail alone, by web alone."""

from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import col, select

from app.errors import SeasonRefused
from app.jobs.seasons.reminders import remind_due
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.seasons import pauses, seasons as league_seasons
from app.league.seasons.decisions.season_plans import plan_of
from app.letters.contents import render
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Letter, Player, RevisionState
from tests.support.browsers import Site
from tests.support.people import NOW
from tests.support.posting import CUP, Postman, open_cup

HOUR = timedelta(hours=1)
CLOSES = NOW + 100 * HOUR
ASKED = CLOSES - 30 * HOUR
"""The check-in ends six hours before the deadline, and takes a day."""
ENDS = CLOSES - 6 * HOUR
BY = Organiser("olga", NOW, "because", "because")


def change(database: Database, **decisions: object) -> None:
    with database.writing() as session:
        plan = replace(plan_of(seasons.by_slug(session, CUP)), **decisions)  # type: ignore[arg-type]
        league_seasons.change(session, plan, BY)


def enter(database: Database, *names: str, lang: str = "en", at: object = NOW) -> None:
    for name in names:
        with database.writing() as session:
            season = seasons.by_slug(session, CUP)
            player = players.known_as(session, f"{name}@example.com", lang, NOW)
            submit(session, season, player, Submission(name, "核"), Origin(at, proven=True))  # type: ignore[arg-type]


@pytest.fixture
def cup(database: Database) -> Database:
    """Three places, a check-in, and two who wait."""
    open_cup(database, closes_at=CLOSES)
    change(database, capacity=3, waiting_list=True, check_in=6)
    enter(database, "ann", "ben", "cat", "dan", "eve")
    return database


def taking_part(database: Database) -> list[str]:
    with database.reading() as session:
        everyone = entries.of_season(session, seasons.by_slug(session, CUP))
        return sorted(each.current.name for each in everyone if each.current)


def letters(database: Database, verdict: str) -> list[Letter]:
    with database.reading() as session:
        found = session.exec(
            select(Letter).where(Letter.kind == "place").order_by(col(Letter.id))
        ).all()
        return [each for each in found if each.about["verdict"] == verdict]


def readers(database: Database, verdict: str) -> list[str]:
    with database.reading() as session:
        who = [session.get_one(Player, each.player_id) for each in letters(database, verdict)]
        return sorted(each.address.partition("@")[0] for each in who)


def to(database: Database, name: str, verdict: str = "asked") -> Letter:
    with database.reading() as session:
        who = players.known_as(session, f"{name}@example.com", "en", NOW).id
    return next(each for each in letters(database, verdict) if each.player_id == who)


def test_by_mail_alone_a_yes_keeps_the_place_and_silence_gives_it_to_who_waits_longest(
    cup: Database,
) -> None:
    assert not remind_due(cup, ASKED - HOUR) or not letters(cup, "asked")
    remind_due(cup, ASKED)
    remind_due(cup, ASKED + HOUR)
    assert readers(cup, "asked") == ["ann", "ben", "cat"]

    postman = Postman(cup, ASKED + HOUR)
    postman.post("", sender="ann@example.com", to=postman.confirm(to(cup, "ann")))
    postman.post("はい", sender="ann@example.com", to=postman.confirm(to(cup, "ann")))
    postman.post("yes", sender="ben@example.com", In_Reply_To=to(cup, "ben").message_id)
    remind_due(cup, ENDS - HOUR)
    assert taking_part(cup) == ["ann", "ben", "cat"]
    remind_due(cup, ENDS + HOUR)
    remind_due(cup, ENDS + 2 * HOUR)

    assert taking_part(cup) == ["ann", "ben", "dan"]
    assert (readers(cup, "gone"), readers(cup, "in")) == (["cat"], ["dan"])
    late = postman.post("yes", 25 * HOUR, sender="cat@example.com",
                        to=postman.confirm(to(cup, "cat", "gone")))  # fmt: skip
    assert late.action == "confirmed"
    with cup.reading() as session:
        line = [each.name for each in entries.queued(session, seasons.by_slug(session, CUP))]
    assert line == ["eve", "cat"]


def test_by_web_alone_a_button_says_yes_and_another_brings_back(cup: Database) -> None:
    site = Site(cup)
    for name, at in (("ann", ASKED + HOUR), ("ben", None), ("cat", None)):
        site.clock.now = ASKED
        remind_due(cup, ASKED)
        if at:
            site.clock.now = at
            page = site.browser().get(site.confirm_link(to(cup, name).revision_id or 0))
            assert "Will you be there?" in page.text("h1")
            assert site.browser().submit(page).status == 303
            assert "Confirmed already" in site.browser().get(page.at).text("h1")
    site.clock.now = ENDS + HOUR
    remind_due(cup, site.clock.now)
    assert taking_part(cup) == ["ann", "dan", "eve"]

    change(cup, capacity=4)
    page = site.browser().get(site.confirm_link(to(cup, "ben", "gone").revision_id or 0))
    assert "You have lost your place" in page.text("h1")
    assert site.browser().submit(page).status == 303
    assert taking_part(cup) == ["ann", "ben", "dan", "eve"]


@pytest.mark.parametrize("later", [2, 13])
def test_a_pause_makes_it_longer_and_asks_nobody_twice(cup: Database, later: int) -> None:
    remind_due(cup, ASKED)
    postman = Postman(cup, ASKED + HOUR)
    postman.post("", sender="ann@example.com", to=postman.confirm(to(cup, "ann")))
    for act, at in ((pauses.pause, ASKED + later * HOUR), (pauses.go_on, ASKED + 20 * HOUR)):
        with cup.writing() as session:
            act(session, CUP, replace(BY, now=at, tell="A storm."))
        remind_due(cup, at)
    now = ENDS + (20 - later) * HOUR
    remind_due(cup, now)
    assert taking_part(cup) == ["ann", "ben", "cat"]
    remind_due(cup, now + HOUR)

    assert taking_part(cup) == ["ann", "dan", "eve"]
    assert readers(cup, "asked") == ["ann", "ben", "cat"]


def test_who_enters_or_moves_up_while_it_is_on_is_there(cup: Database) -> None:
    remind_due(cup, ASKED)
    with cup.writing() as session:
        season = seasons.by_slug(session, CUP)
        player = players.known_as(session, "ann@example.com", "en", NOW)
        sent = Submission("ann", "核核")
        submit(session, season, player, sent, Origin(ASKED + HOUR, proven=True))
    change(cup, capacity=4)
    remind_due(cup, ENDS + HOUR)

    assert taking_part(cup) == ["ann", "dan", "eve"]
    with cup.writing() as session:
        league_seasons.close(session, CUP, Organiser("olga", CLOSES))
        numbered = [
            each
            for each in entries.of_season(session, seasons.by_slug(session, CUP))
            if each.number
        ]
        assert len(numbered) == 3
        assert {each.current and each.current.state for each in numbered} == {
            RevisionState.ACCEPTED
        }


def test_nobody_loses_a_place_unasked_or_by_a_deadline_that_has_moved(cup: Database) -> None:
    remind_due(cup, ASKED + 13 * HOUR)  # there was no worker before
    remind_due(cup, ENDS + HOUR)
    assert taking_part(cup) == ["ann", "ben", "cat"]
    with cup.writing() as session:
        league_seasons.move(session, CUP, CLOSES + 48 * HOUR, replace(BY, now=ENDS))
    remind_due(cup, ASKED + 48 * HOUR)
    assert len(letters(cup, "asked")) == 3
    assert taking_part(cup) == ["ann", "ben", "cat"]
    late = replace(BY, now=ASKED + 49 * HOUR)
    with cup.writing() as session:
        plan = replace(plan_of(seasons.by_slug(session, CUP)), check_in=7)
        with pytest.raises(SeasonRefused) as refusal:
            league_seasons.change(session, plan, late)
    assert [each.code for each in refusal.value.problems] == ["check-in-late"]


def test_without_a_waiting_list_the_place_is_free_all_the_same(database: Database) -> None:
    open_cup(database, closes_at=CLOSES)
    change(database, check_in=6)
    enter(database, "ann", "ben")
    enter(database, "花", lang="ja")
    remind_due(database, ASKED)
    with database.reading() as session:
        said = [render(session, each) for each in letters(database, "asked")]
    assert "An empty reply is enough" in said[0].text
    assert "参加できるときは" in said[2].text
    assert "参加できますか" in said[2].subject
    postman = Postman(database, ASKED + HOUR)
    out = postman.confirm(to(database, "ben"))
    assert postman.post("withdraw", sender="ben@example.com", to=out).action == "withdrawn"
    assert taking_part(database) == ["ann", "花"]
    remind_due(database, ENDS + HOUR)
    assert taking_part(database) == []


def test_two_workers_and_two_players_at_once_get_a_place_once(cup: Database) -> None:
    remind_due(cup, ASKED)
    site = Site(cup)
    site.clock.now = ENDS + HOUR
    with ThreadPoolExecutor(2) as pool:
        [*pool.map(lambda _: remind_due(cup, site.clock.now), range(2))]
    assert taking_part(cup) == ["dan", "eve"]
    assert [len(letters(cup, each)) for each in ("asked", "gone", "in")] == [3, 3, 2]

    pages = [site.confirm_link(to(cup, each, "gone").revision_id or 0) for each in ("ann", "ben")]

    def press(link: str) -> int:
        browser = site.browser()
        return browser.submit(browser.get(link)).status

    with ThreadPoolExecutor(2) as pool:
        assert [*pool.map(press, pages)] == [303, 303]
    assert len(taking_part(cup)) == 3
    with cup.reading() as session:
        assert len(entries.queued(session, seasons.by_slug(session, CUP))) == 1
