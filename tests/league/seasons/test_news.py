"""News reach those who want them, once: a season opens, its deadline nears, it has ended or was corrected."""

import re
from collections import Counter
from dataclasses import replace
from datetime import datetime, timedelta
from html import unescape

import pytest
from sqlmodel import col, select

from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import run
from app.league.desk import interventions
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.people import players as league_players
from app.league.results import results
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.season_plans import Plan
from app.letters.contents import render
from app.notices.answers import Receipt
from app.notices.news import Reopened
from app.store import letters, players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Letter, LetterState, Player, Revision, SeasonState
from tests.support.people import NOW
from tests.support.seasons import a_season

HOUR = timedelta(hours=1)
CLOSES = NOW + 100 * HOUR
OLGA = Organiser("olga", NOW)


def by_olga(at: datetime, reason: str = "", tell: str = "") -> Organiser:
    return Organiser("olga", at, reason, tell)


@pytest.fixture
def world(database: Database) -> Database:
    """They have played before, but for Frank, who only follows, and Grace and Heidi, who did neither in this game.

    Carol is muted, Dave's address was never proven, Olga organises.
    """
    with database.writing() as session:
        last = a_season(session, slug="last", state=SeasonState.PUBLISHED)
        other = a_season(session, slug="other", game="shiden-issen-2", state=SeasonState.PUBLISHED)
        for name in ("alice", "bob", "carol", "dave", "olga", "frank", "grace", "heidi"):
            player = players.known_as(session, f"{name}@example.com", "en", NOW)
            if name == "frank":
                league_players.follow(session, player, last, NOW)
            else:
                is_held = name == "heidi"  # she never said yes to it
                season = other if name == "grace" else last
                accepted = None if is_held else NOW
                session.add(
                    Entry(season=season, player=player, created_at=NOW, accepted_at=accepted)
                )
            player.proven_at = None if name == "dave" else NOW
            player.muted_at = NOW if name == "carol" else None
            player.organiser_since = NOW if name == "olga" else None
        league_seasons.create(session, Plan("laplaplus", "cup", closes_at=CLOSES), OLGA)
        league_seasons.open_season(session, "cup", OLGA)
    return database


def enter(database: Database, name: str, at: datetime = NOW, *, proven: bool = True) -> Revision:
    with database.writing() as session:
        player = players.known_as(session, f"{name}@example.com", "en", NOW)
        season = seasons.by_slug(session, "cup")
        submission = Submission(f"{name}'s", "攻核" if name == "alice" else "核")
        return entries.submit(session, season, player, submission, Origin(at, proven=proven))


def told(database: Database, *kinds: str) -> list[str]:
    """Who got letters of these kinds."""
    with database.reading() as session:
        found = session.exec(
            select(Player.address)
            .join(Letter, col(Letter.player_id) == Player.id)
            .where(col(Letter.kind).in_(kinds))
            .order_by(col(Letter.id))
        )
        return [address.partition("@")[0] for address in found]


def test_who_has_played_the_game_or_asked_hears_that_a_season_opens(world: Database) -> None:
    assert told(world, "opened") == ["alice", "bob", "frank"]
    with world.reading() as session:
        assert news.readers_of_opening(session, seasons.by_slug(session, "cup")) == 3


def test_nobody_hears_of_a_season_that_opens_quietly_nor_of_its_deadline(world: Database) -> None:
    with world.writing() as session:
        league_seasons.create(session, Plan("laplaplus", "quiet", closes_at=CLOSES), OLGA)
        league_seasons.open_season(session, "quiet", OLGA, quiet=True)
        quiet = seasons.by_slug(session, "quiet")
        session.flush()
        assert news.unreminded(session, quiet, CLOSES - HOUR) == []

    assert told(world, "opened") == ["alice", "bob", "frank"]


@pytest.mark.parametrize(
    ("before", "has_entered", "reminded"),
    [
        (49, [], []),
        (48, [], ["alice", "bob", "frank"]),
        (7, ["alice"], ["bob", "frank"]),
        (6, ["alice"], ["bob", "frank"]),
        (0, [], []),
    ],
)
def test_who_has_no_entry_is_reminded(
    before: int, has_entered: list[str], reminded: list[str], world: Database
) -> None:
    for name in has_entered:
        enter(world, name)
    now = CLOSES - before * HOUR

    assert remind_due(world, now) == bool(reminded)
    assert not remind_due(world, now), "Write it once"
    assert told(world, "reminder") == reminded


def test_the_last_hours_remind_once_more_and_a_later_deadline_anew(world: Database) -> None:
    remind_due(world, CLOSES - 48 * HOUR)
    remind_due(world, CLOSES - 6 * HOUR)
    assert Counter(told(world, "reminder")) == {"alice": 2, "bob": 2, "frank": 2}

    with world.writing() as session:
        seasons.by_slug(session, "cup").closes_at = CLOSES + 100 * HOUR
    remind_due(world, CLOSES + 60 * HOUR)
    assert Counter(told(world, "reminder")) == {"alice": 3, "bob": 3, "frank": 3}


@pytest.mark.parametrize(
    ("groups", "reminded"),
    [
        (["earlier"], ["alice", "bob"]),
        (["watching"], ["frank", "wanda"]),
        (["held"], ["henry"]),
        (["held", "watching"], ["frank", "henry", "wanda"]),
        ([], []),
    ],
)
def test_organisers_choose_who_is_reminded_and_when(
    groups: list[str], reminded: list[str], world: Database
) -> None:
    """Wanda watches the season, Henry has begun to enter, and of Nora nobody has ever heard anything."""
    with world.writing() as session:
        cup = seasons.by_slug(session, "cup")
        for name in ("wanda", "henry", "nora"):
            players.known_as(session, f"{name}@example.com", "en", NOW).proven_at = NOW
        wanda = players.known_as(session, "wanda@example.com", "en", NOW)
        league_players.follow(session, wanda, cup, NOW)
        plan = replace(season_plans.plan_of(cup), reminders=[24], reminded=groups)
        league_seasons.change(session, plan, OLGA)
    enter(world, "henry", proven=False)

    assert not remind_due(world, CLOSES - 25 * HOUR)
    remind_due(world, CLOSES - 24 * HOUR)
    assert sorted(told(world, "reminder")) == reminded
    assert not remind_due(world, CLOSES - 6 * HOUR)


def test_an_entry_that_was_not_confirmed_is_none(world: Database) -> None:
    enter(world, "alice", proven=False)
    remind_due(world, CLOSES - 6 * HOUR)

    assert "alice" in told(world, "reminder")


def test_no_reminder_waits_for_an_address_from_which_letters_come_back(world: Database) -> None:
    """It would arrive when letters go there again, weeks after the deadline."""
    with world.writing() as session:
        players.known_as(session, "bob@example.com", "en", NOW).paused_at = NOW
    remind_due(world, CLOSES - 6 * HOUR)

    assert told(world, "reminder") == ["alice", "frank"]


def test_who_hears_of_a_season_late_is_not_reminded_at_once(database: Database) -> None:
    """A season of a day: that it opens is news enough; six hours before the end there is a reminder."""
    with database.writing() as session:
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        alice.proven_at = NOW
        league_players.follow(session, alice, a_season(session, slug="last"), NOW)
        league_seasons.create(session, Plan("laplaplus", "cup", closes_at=NOW + 24 * HOUR), OLGA)
        league_seasons.open_season(session, "cup", OLGA)

    assert not remind_due(database, NOW + HOUR)
    assert remind_due(database, NOW + 18 * HOUR)


def finish(database: Database, at: datetime) -> None:
    list(run(database, "cup", by_olga(at)))
    with database.writing() as session:
        results.publish(session, "cup", by_olga(at))


@pytest.fixture
def finished(world: Database) -> Database:
    """Alice and Bob took part; Carol, who is muted, did too, and Dave follows."""
    for name in ("alice", "bob", "carol"):
        enter(world, name)
    with world.writing() as session:
        session.flush()
        dave = players.known_as(session, "dave@example.com", "en", NOW)
        alice = players.known_as(session, "alice@example.com", "en", NOW)
        season = seasons.by_slug(session, "cup")
        league_players.follow(session, dave, season, NOW)
        league_players.follow(session, alice, season, NOW)
        league_seasons.close(session, "cup", OLGA)
    finish(world, CLOSES)
    return world


def test_players_get_reports_followers_a_digest_and_the_muted_nothing(finished: Database) -> None:
    assert told(finished, "report") == ["alice", "bob"]
    assert told(finished, "digest") == ["dave"]


def take_back_and_play_again(database: Database, tell: str = "") -> None:
    with database.writing() as session:
        results.undo(session, "cup", by_olga(CLOSES, "Bob complained", tell))
        results.undo(session, "cup", by_olga(CLOSES, "Bob complained again"))
        interventions.withdraw(session, "cup", "carol's", by_olga(CLOSES, tell="Carol asked."))
    finish(database, CLOSES + HOUR)


@pytest.mark.parametrize("tell", ["An entry was missing.", ""])
def test_what_has_gone_out_is_corrected_with_what_is_told_and_no_reason(
    finished: Database, tell: str
) -> None:
    """The reason is for the log: no letter holds it. Old letters do not say any more of which character they told."""
    with finished.writing() as session:
        for letter in session.exec(select(Letter).where(Letter.kind == "report")):
            letter.state = LetterState.SENT
            letter.about = letter.about if tell else {}
    take_back_and_play_again(finished, tell)

    assert told(finished, "correction") == ["alice", "bob"]
    with finished.reading() as session:
        corrections = session.exec(select(Letter).where(Letter.kind == "correction")).all()
        everything = session.exec(select(Letter)).all()
        words = [render(session, letter) for letter in corrections]
    assert {letter.about["reason"] for letter in corrections} == {tell}
    assert not any("complained" in str(letter.about) for letter in everything)
    for each in words:
        assert (
            ("gives this reason" in each.text) == ("gives this reason" in each.html) == bool(tell)
        )
        assert tell in each.text


def test_a_correction_says_what_changed_in_the_thread_of_its_report(finished: Database) -> None:
    with finished.writing() as session:
        for letter in session.exec(select(Letter).where(Letter.kind == "report")):
            letter.text = render(session, letter).text
            letter.state = LetterState.SENT
            letter.subject = "3rd, and the champion lost to you"
            letter.references = "<receipt@play.example>"
    take_back_and_play_again(finished)

    with finished.reading() as session:
        reports = {
            each.player_id: each.message_id
            for each in session.exec(select(Letter).where(Letter.kind == "report"))
        }
        corrections = session.exec(select(Letter).where(Letter.kind == "correction")).all()
        for letter in corrections:
            assert letter.in_reply_to == reports[letter.player_id]
            assert letter.references == f"<receipt@play.example> {letter.in_reply_to}"
            words = render(session, letter)
            assert words.subject == "Re: 3rd, and the champion lost to you"
            for form in (" ".join(words.text.split()), unescape(words.html)):
                assert re.search(r"Before: \d\w\w of 3: ", form)
                assert re.search(r"Now: \d\w\w of 2: ", form)
                gone = "“carol's”, whose battle you read, is no longer in the season." in form
                assert gone is ("alice's” has won" in form)
                assert gone is not ("The battles that you read end the same way." in form)


def test_a_report_stands_in_the_thread_of_its_receipt(finished: Database) -> None:
    """A receipt that has gone out; the thread begins with the mail that it answers."""
    with finished.writing() as session:
        season = seasons.by_slug(session, "cup")
        player = players.with_entry(session, season)[0].player
        receipt = letters.write(session, Receipt(), player, "r", now=NOW, season=season)
        receipt.state, receipt.in_reply_to = LetterState.SENT, "<entry@example.com>"
        unsent = letters.write(session, Receipt(), player, "r2", now=NOW, season=season)
        letters.write_to_all(
            session, Reopened(reason="x", seen=False), [player], "n", now=NOW, season=season
        )
        news = letters.of_player(session, season, player)[0]

    assert (news.kind, news.in_reply_to) == ("reopened", receipt.message_id)
    assert news.references == f"<entry@example.com> {receipt.message_id}"
    assert unsent.state is LetterState.READY


def test_the_word_of_the_organiser_goes_to_all_who_read_the_results(finished: Database) -> None:
    with finished.writing() as session:
        results.undo(session, "cup", by_olga(CLOSES, "A word is missing"))
        results.publish(session, "cup", by_olga(CLOSES, tell="What a <final>!\n\nまた春に。"))

    with finished.reading() as session:
        written = session.exec(select(Letter).where(col(Letter.kind).in_(["report", "digest"])))
        letters = [render(session, letter) for letter in written]
    assert len(letters) == 3
    for letter in letters:
        assert "    What a <final>!\n\n    また春に。" in letter.text
        assert "What a &lt;final&gt;!" in letter.html


def test_what_had_not_left_is_written_anew_and_nothing_to_correct(finished: Database) -> None:
    take_back_and_play_again(finished)

    assert told(finished, "report") == ["alice", "bob"]
    assert told(finished, "digest") == ["dave"]
    assert not told(finished, "correction")


def test_who_is_taken_out_hears_what_is_told_and_never_the_reason(world: Database) -> None:
    for name in ("alice", "bob"):
        enter(world, name)
    at = CLOSES - HOUR
    with world.writing() as session:
        interventions.withdraw(
            session, "cup", "alice's", by_olga(at, "rude mails", "By the rules.")
        )
        interventions.withdraw(session, "cup", "bob's", by_olga(at, "rude mails"))
    with world.reading() as session:
        letters = session.exec(
            select(Letter).where(Letter.kind == "withdrawn").order_by(col(Letter.id))
        )
        told_why, told = [render(session, letter).text for letter in letters]

    assert "By the rules." in told_why
    assert "The organiser has taken" in told
    assert "reason" not in told
    assert "rude" not in told_why + told
