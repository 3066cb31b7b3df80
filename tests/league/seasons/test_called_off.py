"""A season is called off: by hand, or by itself with too few entries; everybody concerned hears, and nothing sealed is seen."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused, SubmissionRejected
from app.games import ruleset
from app.jobs.exchanges import begin_due
from app.jobs.seasons.deadlines import close_due, lay_open_due
from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import run
from app.league import visibility
from app.league.entries import doors, entries
from app.league.entries.contents import Submission
from app.league.entries.doors import SeasonDoor
from app.league.entries.entries import Origin
from app.league.people import organisers, players as league_players
from app.league.people.tokens import Purpose, make_token
from app.league.results import results
from app.league.seasons import calling_off, carryovers, news, pauses, seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan, plan_of
from app.letters.contents import render
from app.store import players, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import (
    Entry,
    Letter,
    Match,
    MatchState,
    Player,
    PushDevice,
    Season,
    SeasonState,
)
from app.store.work import push
from tests.support.browsers import Site
from tests.support.databases import on_both
from tests.support.duels import begin_cup, move_all
from tests.support.people import NOW
from tests.support.posting import DESK, Postman

HOUR: Final = timedelta(hours=1)
CLOSES: Final = NOW + 100 * HOUR
SHORTLY: Final = CLOSES + timedelta(minutes=1)
BUILDS: Final = ("攻核", "核", "盾核", "響核", "核核")


def olga(now: datetime = NOW, tell: str = "The hall has burnt down.") -> Organiser:
    return Organiser("olga", now, "", tell)


def made(database: Database, slug: str = "cup", **decided: Any) -> None:
    """The season takes entries; Olga organises."""
    with database.writing() as session:
        organisers.appoint(session, "olga@example.com", "olga", NOW)
        plan = Plan("laplaplus", slug, closes_at=CLOSES, **decided)
        league_seasons.create(session, plan, olga())
        league_seasons.open_season(session, slug, olga(), quiet=True)


def the(session: Session, slug: str = "cup") -> Season:
    return seasons.by_slug(session, slug)


def enter(
    database: Database, name: str, at: datetime = NOW, *, slug: str = "cup", proven: bool = True
) -> int:
    """The player's entry, with the build that is theirs."""
    with database.writing() as session:
        player = players.known_as(session, f"{name.lower()}@example.com", "en", NOW)
        build = BUILDS[len(name) % len(BUILDS)]
        sent = Submission(name, build, lore=f"{name} came.")
        origin = Origin(at, proven=proven)
        return entries.submit(session, the(session, slug), player, sent, origin).id


def at(database: Database, now: datetime) -> SeasonState:
    """What is due by then has been done; how the season stands."""
    while any([remind_due(database, now), close_due(database, now), lay_open_due(database, now)]):
        pass
    with database.reading() as session:
        return the(session).state


def letters_of(database: Database, kind: str) -> dict[str, str]:
    """The letters of this kind: their readers, and their text in one line."""
    with database.writing() as session:
        found = session.exec(select(Letter).where(Letter.kind == kind).order_by(col(Letter.id)))
        return {
            each.player.address.partition("@")[0]: " ".join(render(session, each).text.split())
            for each in found
        }


@on_both
def test_with_too_few_the_organisers_are_asked_for_an_hour_and_then_it_is_called_off(
    database: Database,
) -> None:
    made(database, minimum=3)
    for name in ("Alice", "Bob"):
        enter(database, name)
    enter(database, "Carol", proven=False)
    with database.writing() as session:
        frank = players.known_as(session, "frank@example.com", "en", NOW)
        league_players.follow(session, frank, the(session), NOW)

    assert at(database, SHORTLY) is SeasonState.OPEN
    asked = letters_of(database, "lacking")
    assert at(database, SHORTLY + timedelta(minutes=59)) is SeasonState.OPEN
    assert letters_of(database, "lacking") == asked
    assert at(database, SHORTLY + HOUR) is SeasonState.CALLED_OFF

    assert [*asked] == ["olga"]
    assert "has passed with 2 of the 3 entries it needs" in asked["olga"]
    told = letters_of(database, "called-off")
    assert sorted(told) == ["alice", "bob", "carol", "frank"]
    assert "too few have entered." in told["alice"]
    with database.reading() as session:
        (notice,) = news.notices(session, the(session))
        assert "too few have entered." in news.told(notice, "en", NOW.tzinfo)  # type: ignore[arg-type]
        assert not visibility.shows_entries(the(session), visibility.Reader.ORGANISER, SHORTLY)


def test_who_is_asked_and_has_not_answered_is_told_before_the_deadline(database: Database) -> None:
    made(database, minimum=3, approves_newcomers=True, reminders=())
    enter(database, "Alice")
    enter(database, "Carol", proven=False)
    at(database, CLOSES - 25 * HOUR)
    assert not letters_of(database, "lacking")

    at(database, CLOSES - 23 * HOUR)
    at(database, CLOSES - 22 * HOUR)

    (said,) = letters_of(database, "lacking").values()
    assert "So far 0 entries count, and it needs at least 3." in said
    assert "1 entry of a newcomer waits for your approval." in said
    held = letters_of(database, "reminder")
    assert [*held] == ["carol"]
    assert "It is called off if fewer than 3 enter." in held["carol"]
    assert "“Carol” waits for you to confirm it" in held["carol"]


def test_within_the_hour_an_organiser_runs_it_all_the_same(database: Database) -> None:
    made(database, minimum=3)
    enter(database, "Alice")
    at(database, SHORTLY)
    with database.writing() as session:
        calling_off.run_all_the_same(session, the(session), olga(SHORTLY))

    assert at(database, SHORTLY + 2 * HOUR) is SeasonState.CLOSED
    with pytest.raises(SeasonRefused), database.writing() as session:
        calling_off.run_all_the_same(session, the(session), olga(SHORTLY))


def test_the_hour_to_decide_begins_anew_after_a_pause(database: Database) -> None:
    made(database, minimum=3)
    enter(database, "Alice")
    at(database, SHORTLY)
    with database.writing() as session:
        pauses.pause(session, "cup", olga(SHORTLY + HOUR / 2))
    assert at(database, SHORTLY + 9 * HOUR) is SeasonState.OPEN
    site = Site(database)
    site.clock.now = SHORTLY + 9 * HOUR
    page = site.browser().get("/en/seasons/cup").text()
    assert ("Paused" in page, "The organisers decide by" in page) == (True, False)
    with database.writing() as session:
        pauses.go_on(session, "cup", olga(SHORTLY + 9 * HOUR))

    assert at(database, SHORTLY + 9 * HOUR) is SeasonState.OPEN
    assert at(database, SHORTLY + 9.9 * HOUR) is SeasonState.OPEN
    with database.reading() as session:
        assert [*session.exec(select(Letter.kind))].count("lacking") == 2
    assert at(database, SHORTLY + 10 * HOUR) is SeasonState.CALLED_OFF


def test_its_deadline_moves_once_where_that_was_decided(database: Database) -> None:
    made(database, minimum=3, extension=48)
    enter(database, "Alice")
    at(database, SHORTLY)

    assert at(database, SHORTLY + HOUR) is SeasonState.OPEN
    with database.reading() as session:
        assert the(session).closes_at == CLOSES + 48 * HOUR
        assert plan_of(the(session)).extension is None
    (told,) = letters_of(database, "changed").values()
    assert "Too few have entered cup so far, so there is more time, just once:" in told
    enter(database, "Bob", CLOSES + 10 * HOUR)
    later = SHORTLY + 48 * HOUR
    assert at(database, later) is SeasonState.OPEN
    assert at(database, later + HOUR) is SeasonState.CALLED_OFF


def test_with_enough_entries_it_closes_as_ever_and_full_it_closes_at_once(
    database: Database,
) -> None:
    made(database, minimum=2, capacity=3, begins_full=True, waves=((NOW + 90 * HOUR, 1),))
    for name in ("Alice", "Bob", "Carol"):
        enter(database, name)
    assert at(database, NOW + HOUR) is SeasonState.OPEN  # a place opens yet
    with database.writing() as session:
        plan = replace(plan_of(the(session)), waves=())
        league_seasons.change(session, plan, olga(NOW + HOUR))

    assert at(database, NOW + 2 * HOUR) is SeasonState.OPEN
    assert at(database, NOW + 2 * HOUR + timedelta(minutes=1)) is SeasonState.CLOSED
    with database.reading() as session:
        assert the(session).closes_at == NOW + 2 * HOUR
        assert visibility.shows_entries(the(session), visibility.Reader.ORGANISER, NOW + 3 * HOUR)
    assert "so it begins early" in letters_of(database, "deadline")["alice"]


def test_by_hand_it_takes_words_for_everybody_and_a_season_that_has_opened(
    database: Database,
) -> None:
    made(database)
    with database.writing() as session:
        league_seasons.create(session, Plan("laplaplus", "draft"), olga())
    refused: list[list[str]] = []
    for slug, by, more in (
        ("cup", olga(tell=" "), ""),
        ("draft", olga(), ""),
        ("cup", olga(), "x"),
    ):
        with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
            calling_off.call_off(session, slug, by, more)
        refused.append([each.code for each in refusal.value.problems])

    assert refused == [["nothing-told"], ["wrong-state"], ["not-instead"]]


@pytest.mark.parametrize("state", ["open", "closed", "running", "review"])
def test_in_any_state_before_results_it_ends_for_good(database: Database, state: str) -> None:
    made(database)
    for name in ("Alice", "Bob"):
        enter(database, name)
    if state != "open":
        with database.writing() as session:
            league_seasons.close(session, "cup", olga(CLOSES))
    playing = run(database, "cup", olga(CLOSES)) if state in ("running", "review") else None
    if playing:
        next(playing)
    if state == "review" and playing:
        assert list(playing)
    with database.writing() as session:
        assert the(session).state == state
        pauses.pause(session, "cup", olga(CLOSES))
        alice = session.exec(select(Player).where(Player.address == "alice@example.com")).one()
        push.add(session, alice, the(session), "https://push.example/a")
        calling_off.call_off(session, "cup", olga(CLOSES + HOUR))
    if playing:
        assert len([*playing]) < 2  # its worker stores nothing, and logs nothing

    with database.reading() as session:
        assert the(session).state is SeasonState.CALLED_OFF
        assert visibility.published_run(session, the(session)) is None
        assert (the(session).paused_at, the(session).pause_reason) == (None, "")
        assert not session.exec(select(PushDevice)).all()
    acts: tuple[Callable[[Session], object], ...] = (
        lambda session: results.publish(session, "cup", olga(CLOSES)),
        lambda session: results.undo(session, "cup", olga(CLOSES)),
        lambda session: league_seasons.reopen(session, "cup", olga(CLOSES), CLOSES + 99 * HOUR),
        lambda session: league_seasons.archive(session, "cup", olga(CLOSES)),
        lambda session: calling_off.call_off(session, "cup", olga(CLOSES)),
        lambda session: pauses.pause(session, "cup", olga(CLOSES), everywhere=True),
    )
    refused: list[str] = []
    for act in acts:
        with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
            act(session)
        refused += [each.code for each in refusal.value.problems]
    assert refused == ["wrong-state"] * 5 + ["paused-already"]
    with database.reading() as session:
        alice = session.exec(select(Player).where(Player.address == "alice@example.com")).one()
        with pytest.raises(SubmissionRejected) as late:
            entries.check(session, the(session), alice, Submission("Alice", "核"), NOW)
    assert [each.code for each in late.value.problems] == ["season-called-off"]


def test_matches_end_quietly(database: Database) -> None:
    begin_cup(database, 4, game="fest", builds=_decks())
    before = len(letters_of(database, "turn"))
    with database.writing() as session:
        calling_off.call_off(session, "cup", olga())
    assert not move_all(database, NOW + 1000 * HOUR)
    assert not begin_due(database, NOW + 1000 * HOUR)

    with database.reading() as session:
        assert {each.state for each in session.exec(select(Match))} == {MatchState.ANNULLED}
    assert len(letters_of(database, "turn")) == before
    assert len(letters_of(database, "called-off")) == 4


def _decks() -> list[str]:
    fest = ruleset("fest")
    return [fest.write_build(fest.read_build(each.en)) for each in fest.exhibition]


# --- into another season ----------------------------------------------------------------------------


def carry(database: Database, name: str) -> Any:
    with database.writing() as session:
        player = players.known_as(session, f"{name}@example.com", "en", NOW)
        origin = Origin(NOW + HOUR, proven=True)
        return carryovers.carry(session, the(session), player, origin).slug


def entered(database: Database, slug: str) -> list[tuple[str, str]]:
    with database.reading() as session:
        every = session.exec(select(Entry).where(Entry.season_id == the(session, slug).id))
        return sorted((each.current.name, each.current.build) for each in every if each.current)


@on_both
def test_one_yes_enters_the_same_in_the_next_season_and_nothing_without(
    database: Database,
) -> None:
    made(database)
    made(database, "next")
    made(database, "named")
    for name in ("Alice", "Bob", "Carol"):
        enter(database, name)
    enter(database, "Carol", slug="named")
    with database.writing() as session:
        calling_off.call_off(session, "cup", olga(), "named")
    told = letters_of(database, "called-off")
    assert "to take part there with Alice, unchanged" in told["alice"]
    assert "you take part" not in told["carol"]  # she is in it already
    assert entered(database, "named") == [("Carol", "攻核")]

    assert carry(database, "alice") == "named"
    with pytest.raises(SubmissionRejected) as twice:
        carry(database, "alice")

    assert [each.code for each in twice.value.problems] == ["nothing-to-carry"]
    assert entered(database, "named") == [("Alice", "攻核"), ("Carol", "攻核")]
    assert entered(database, "next") == []
    assert "Alice" in letters_of(database, "receipt")["alice"]


def test_of_seasons_by_invitation_a_yes_is_offered_to_whom_they_let_in(database: Database) -> None:
    made(database, "everybody")
    door = SeasonDoor("list", doors.digests_of_list("alice@example.com", []))
    for slug in ("cup", "club"):
        made(database, slug, **({"door": door} if slug == "club" else {}))
    for name in ("Alice", "Bob"):
        enter(database, name)
    with database.reading() as session:
        found = [each.slug for each in carryovers.following(session, the(session), NOW)]
    with database.writing() as session:
        calling_off.call_off(session, "cup", olga(), "club")

    told = letters_of(database, "called-off")
    assert found == ["everybody", "club"]
    assert "to take part there with Alice" in told["alice"]
    assert "you take part" not in told["bob"]


# --- by mail alone, and by web alone ------------------------------------------------------------------


def secret(database: Database, address: str, purpose: Purpose, slug: str = "cup") -> str:
    """The secret address for this purpose of who reads there, about that season."""
    with database.reading() as session:
        player = session.exec(select(Player).where(Player.address == address)).one()
        token = make_token(DESK.key, purpose, player.id, the(session, slug).id)
    return DESK.address.replace("@", f"+{purpose[0]}-{token}@")


@pytest.mark.parametrize(("lang", "yes"), [("en", "Yes"), ("ja", "はい")])
def test_by_mail_alone_an_organiser_runs_it_and_players_go_on_elsewhere(
    database: Database, lang: str, yes: str
) -> None:
    made(database, minimum=3)
    made(database, "next")
    postman = Postman(database, CLOSES - HOUR)
    enter(database, "Alice")
    enter(database, "Bob", proven=False)
    at(database, SHORTLY)
    postman.now = SHORTLY
    olgas = secret(database, "olga@example.com", "answer")

    asked = postman.post("When is dinner?", sender="olga@example.com", to=olgas)
    assert asked.waits_since
    with database.reading() as session:
        assert the(session).state is SeasonState.OPEN
    run_it = postman.post(yes, sender="olga@example.com", to=olgas)
    with database.reading() as session:
        assert the(session).state is SeasonState.CLOSED
    again = postman.post(yes, sender="olga@example.com", to=olgas)
    assert (run_it.waits_since, again.waits_since) == (None, None)
    assert [each.kind for each in postman.letters()][-2:] == ["lacking", "problems"]

    with database.writing() as session:
        calling_off.call_off(session, "cup", olga(SHORTLY))
    for name in ("alice", "bob"):
        address = f"{name}@example.com"
        postman.post(yes, sender=address, to=secret(database, address, "reply"))
    assert entered(database, "next") == []  # its deadline is past too


@on_both
@pytest.mark.parametrize(("lang", "yes"), [("en", "Yes please"), ("ja", "はい、お願いします")])
def test_a_yes_by_mail_enters_and_a_later_one_changes_nothing(
    database: Database, lang: str, yes: str
) -> None:
    made(database)
    made(database, "next")
    enter(database, "Alice")
    enter(database, "Bob", proven=False)
    with database.writing() as session:
        calling_off.call_off(session, "cup", olga())
    letters_before = letters_of(database, "called-off")
    postman = Postman(database, NOW + HOUR)

    thanks = postman.post(
        "Where can I see the rules?",
        sender="alice@example.com",
        to=secret(database, "alice@example.com", "reply"),
    )
    assert (thanks.action, entered(database, "next")) == ("answered", [])
    for name in ("alice", "bob"):
        address = f"{name}@example.com"
        postman.post(yes, sender=address, to=secret(database, address, "reply"))
    assert entered(database, "next") == [("Alice", "攻核"), ("Bob", "響核")]
    assert [each.kind for each in postman.letters()][-2:] == ["receipt", "receipt"]
    postman.post(
        "OK",
        sender="alice@example.com",
        to=secret(database, "alice@example.com", "reply"),
    )

    assert postman.last().kind == "problems"
    assert "you already have a character there" in letters_of(database, "problems")["alice"]
    assert entered(database, "next") == [("Alice", "攻核"), ("Bob", "響核")]
    late = postman.post(
        "Name: Alice\nBuild: 核\n",
        sender="alice@example.com",
        to=secret(database, "alice@example.com", "reply"),
    )
    assert late.note["problems"][0]["code"] == "season-called-off"
    assert letters_before == letters_of(database, "called-off")


def test_a_yes_to_the_plain_address_counts_where_it_answers_the_letter(database: Database) -> None:
    made(database)
    made(database, "next")
    enter(database, "Alice")
    with database.writing() as session:
        calling_off.call_off(session, "cup", olga())
    postman = Postman(database, NOW + HOUR)
    letter = postman.last()
    postman.post("Yes", sender="mallory@example.com", In_Reply_To=letter.message_id)
    assert entered(database, "next") == []

    postman.post("Yes", sender="alice@example.com", In_Reply_To=letter.message_id)

    assert entered(database, "next") == [("Alice", "攻核")]


def test_by_web_alone_it_is_called_off_and_a_player_goes_on_elsewhere(database: Database) -> None:
    made(database, minimum=3)
    made(database, "next")
    enter(database, "Alice")
    site = Site(database)
    desk, alice = site.browser(), site.browser()
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "olga", NOW)
        player = session.exec(select(Player).where(Player.address == "alice@example.com")).one()
        season_id, player_id = the(session).id, player.id
    desk.submit(desk.get(f"/en/in/{token}"))
    page = desk.get("/en/desk/seasons/cup/acts/call-off")
    assert "There will be no results, and you cannot undo this." in page.text()

    done = desk.submit(page, tell="The hall has burnt down.", instead="next")

    assert done.status == 303
    public = site.browser().get("/en/seasons/cup").text()
    assert "The season was called off. Reason: The hall has burnt down." in public
    assert "called off" in desk.get("/en/desk/seasons/cup").text()
    assert "called off" in site.browser().get("/en/seasons/cup/feed.atom").html
    alice.submit(alice.get(site.edit_link(player_id, season_id)))
    mine = alice.get("/en/seasons/cup/my")
    assert "Press the button to enter Alice there, unchanged" in mine.text()
    gone = alice.submit(mine, "form[action$=carry]")
    assert gone.headers["location"] == "/en/seasons/next/my"
    assert "Version 1 counts" in alice.get("/en/seasons/next/my").text()
    assert "Press the button to enter" not in alice.get("/en/seasons/cup/my").text()
    assert entered(database, "next") == [("Alice", "攻核")]


# --- at the same moment -------------------------------------------------------------------------------


@on_both
def test_of_the_job_and_the_organisers_one_decides_and_the_others_hear_it(
    database: Database,
) -> None:
    """In one second an organiser runs it all the same, another calls it off, and its hour is over."""
    made(database, minimum=3)
    enter(database, "Alice")
    at(database, SHORTLY)
    late = SHORTLY + HOUR
    said: list[str] = []

    def does(act: Callable[[Session], object]) -> None:
        try:
            with database.writing() as session:
                act(session)
            said.append("done")
        except SeasonRefused as refusal:
            said.append(refusal.problems[0].code)

    acts: list[Callable[[], object]] = [
        lambda: does(
            lambda session: calling_off.run_all_the_same(session, the(session), olga(late))
        ),
        lambda: does(lambda session: league_seasons.close(session, "cup", olga(late))),
        lambda: close_due(database, late),
    ]
    with ThreadPoolExecutor(len(acts)) as threads:
        for each in [threads.submit(act) for act in acts]:
            each.result()

    with database.reading() as session:
        state = the(session).state
        done = [each.act for each in audits.of_season(session, the(session))]
    assert (done.count("close"), done.count("call-off")) in ((1, 0), (0, 1))
    assert state is (SeasonState.CLOSED if "close" in done else SeasonState.CALLED_OFF)
    assert said.count("done") == done.count("close")
    assert len(letters_of(database, "called-off")) == done.count("call-off")


@on_both
def test_two_organisers_who_call_it_off_write_one_letter_to_each(database: Database) -> None:
    made(database)
    enter(database, "Alice")

    def call_off() -> str:
        try:
            with database.writing() as session:
                calling_off.call_off(session, "cup", olga())
        except SeasonRefused as refusal:
            return refusal.problems[0].code
        return "done"

    with ThreadPoolExecutor(2) as threads:
        said = [each.result() for each in [threads.submit(call_off) for _ in range(2)]]

    assert sorted(said) == ["done", "wrong-state"]
    assert len(letters_of(database, "called-off")) == 1
