"""A season is called off: by hand, or by itself with too few entries; everybody concerned hears, and nothing sealed is seen."""

from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Final

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused, SubmissionRejected
from app.jobs.exchanges import begin_due
from app.jobs.seasons.deadlines import close_due, lay_open_due
from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import run
from app.league import visibility
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.people import organisers, players as league_players
from app.league.results import results
from app.league.seasons import calling_off, carryovers, news, seasons as league_seasons
from app.league.seasons.decisions.season_plans import Plan, plan_of
from app.letters.contents import render
from app.store import players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Letter, Match, MatchState, Player, Season, SeasonState
from tests.support.databases import on_both
from tests.support.duels import begin_cup, move_all
from tests.support.people import NOW

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
    assert "has passed with 2 entries; at least 3 were to take part" in asked["olga"]
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
    assert "So far 0 count; at least 3 are needed." in said
    assert "1 entry of a newcomer waits for your yes." in said
    held = letters_of(database, "reminder")
    assert [*held] == ["carol"]
    assert "At least 3 are needed, or it is called off." in held["carol"]
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


def test_its_deadline_moves_once_where_that_was_decided(database: Database) -> None:
    made(database, minimum=3, extension=48)
    enter(database, "Alice")
    at(database, SHORTLY)

    assert at(database, SHORTLY + HOUR) is SeasonState.OPEN
    with database.reading() as session:
        assert the(session).closes_at == CLOSES + 48 * HOUR
        assert plan_of(the(session)).extension is None
    (told,) = letters_of(database, "changed").values()
    assert "Too few have entered cup so far, so there is more time, once:" in told
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
        calling_off.call_off(session, "cup", olga(CLOSES + HOUR))
    if playing:
        assert len([*playing]) < 2  # whoever plays it keeps nothing, and says nothing

    with database.reading() as session:
        assert the(session).state is SeasonState.CALLED_OFF
        assert visibility.published_run(session, the(session)) is None
    for act in (
        lambda session: results.publish(session, "cup", olga(CLOSES)),
        lambda session: results.undo(session, "cup", olga(CLOSES)),
        lambda session: league_seasons.reopen(session, "cup", olga(CLOSES), CLOSES + 99 * HOUR),
        lambda session: league_seasons.archive(session, "cup", olga(CLOSES)),
        lambda session: calling_off.call_off(session, "cup", olga(CLOSES)),
    ):
        with pytest.raises(SeasonRefused) as refusal, database.writing() as session:
            act(session)
        assert [each.code for each in refusal.value.problems] == ["wrong-state"]
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
    from app.games import ruleset

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
    assert "you take part there with Alice as you had sent it" in told["alice"]
    assert "you take part" not in told["carol"]  # she is in it already
    assert entered(database, "named") == [("Carol", "攻核")]

    assert carry(database, "alice") == "named"
    with pytest.raises(SubmissionRejected) as twice:
        carry(database, "alice")

    assert [each.code for each in twice.value.problems] == ["nothing-to-carry"]
    assert entered(database, "named") == [("Alice", "攻核"), ("Carol", "攻核")]
    assert entered(database, "next") == []
    assert "Alice" in letters_of(database, "receipt")["alice"]
