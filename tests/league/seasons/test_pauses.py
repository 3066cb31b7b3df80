"""An organiser pauses seasons: nothing moves on by itself, orders and entries are taken, and the end puts all off by the length."""

from datetime import datetime, timedelta

import pytest
from sqlmodel import select

from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.jobs.exchanges import begin_due, move_due
from app.jobs.outages import make_up_due
from app.jobs.seasons.deadlines import close_due, release_due, step_due
from app.jobs.seasons.reminders import remind_due
from app.league.acts.table import acts_of
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import advances, exchanges
from app.league.seasons import pauses, seasons
from app.league.seasons.decisions.season_plans import Plan
from app.letters.contents import render
from app.notices.news import Changed, ExchangeMoved, Paused
from app.store import players
from app.store.database import Database
from app.store.tables import Audit, Letter, Outage, Season
from app.store.work import match_claims
from tests.league.matches.test_away import NOON, deadlines
from tests.support.browsers import Site
from tests.support.duels import OPENS, begin_cup, cup, olga, play, send

HOUR = timedelta(hours=1)
DAY = timedelta(days=1)
ENDS = NOON + 5 * HOUR


def letters(database: Database) -> list[tuple[str, str, str]]:
    """Every one: to whom, its kind, and the text."""
    with database.reading() as session:
        return [
            (each.player.address, each.kind, render(session, each).text)
            for each in session.exec(select(Letter))
            if each.kind in (Paused.slug, ExchangeMoved.slug, Changed.slug)
        ]


def further(database: Database) -> None:
    """Another season takes entries until `ENDS` - 2 h; C1's player has one in it, and Zoe."""
    with database.writing() as session:
        plan = Plan("laplaplus", "open", closes_at=ENDS - 2 * HOUR)
        season = seasons.create(session, plan, olga(OPENS))
        seasons.open_season(session, "open", olga(OPENS))
        for address in ("p1@example.com", "zoe@example.com"):
            player = players.known_as(session, address, "ja", OPENS)
            submission = Submission(address[:2], "攻核")
            entries.submit(session, season, player, submission, Origin(OPENS, proven=True))


def do(
    database: Database, act: str, now: datetime, slug: str = "cup", everywhere: bool = True
) -> None:
    with database.writing() as session:
        by = olga(now)
        (pauses.pause if act == "pause" else pauses.go_on)(session, slug, by, everywhere=everywhere)


def jobs(database: Database, now: datetime) -> bool:
    """Whether any did something."""
    every = (close_due, step_due, release_due, remind_due, begin_due, move_due, make_up_due)
    did = [each(database, now) for each in every]
    return any(did)


def test_a_pause_of_everything_holds_and_its_end_puts_off(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3)
    further(database)
    began = NOON - HOUR
    do(database, "pause", began)
    now = ENDS - HOUR
    assert not jobs(database, NOON - 10 * timedelta(minutes=1))  # no reminders
    assert not jobs(database, now)
    assert send(database, "C1", play("rock"), now) == 2  # the deadline was hours ago
    with database.writing() as session:
        late = players.known_as(session, "late@example.com", "en", now)
        season = session.exec(select(Season).where(Season.slug == "open")).one()
        entries.submit(session, season, late, Submission("Late", "核核"), Origin(now, proven=True))
    do(database, "go", ENDS)

    assert set(deadlines(database).values()) == {NOON + 6 * HOUR}
    with database.reading() as session:
        season = session.exec(select(Season).where(Season.slug == "open")).one()
        assert season.closes_at == ENDS + 4 * HOUR
        assert (season.paused_at, season.pause_reason) == (None, "")
        assert "pause" in [each.act for each in session.exec(select(Audit))]
    told = letters(database)
    assert {kind for _, kind, _ in told} == {Paused.slug}  # no letter of each season
    assert [to for to, _, _ in told].count("p1@example.com") == 2
    assert [to for to, _, _ in told].count("late@example.com") == 1
    first = next(text for to, _, text in told if to == "p1@example.com")
    assert "what is told" in first
    assert "open" in first
    assert "cup" in first
    assert any("休止は終わりました" in text for to, _, text in told if to == "zoe@example.com")
    assert not move_due(database, NOON + 6 * HOUR)
    assert move_due(database, NOON + 7 * HOUR)
    assert not close_due(database, ENDS + 3 * HOUR)
    assert close_due(database, ENDS + 5 * HOUR)


def test_one_season_is_paused_alone_and_the_pages_say_it(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    further(database)
    with database.reading() as session:
        assert "go-on" not in acts_of(cup(session))
    do(database, "pause", NOON - HOUR, everywhere=False)
    browser = Site(database).browser()
    for lang, word in (("en", "Paused"), ("ja", "休止中")):
        assert word in browser.get(f"/{lang}/seasons/cup").text()
        assert "what is told" in browser.get(f"/{lang}/seasons/cup").text()
        assert word not in browser.get(f"/{lang}/seasons/open").text()
    with database.reading() as session:
        assert "pause" not in acts_of(cup(session))
    with pytest.raises(SeasonRefused, match="paused-already"):
        do(database, "pause", NOON, everywhere=False)
    with pytest.raises(SeasonRefused, match="not-paused"):
        do(database, "go", NOON, "open", everywhere=False)
    do(database, "go", NOON, everywhere=False)
    assert "Paused" not in browser.get("/en/seasons/cup").text()


def test_an_outage_within_a_pause_counts_once(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    do(database, "pause", NOON - HOUR)
    with database.writing() as session:
        session.add(Outage(began_at=NOON, ended_at=NOON + HOUR))
    assert make_up_due(database, NOON + HOUR)
    assert set(deadlines(database).values()) == {NOON}
    do(database, "go", NOON + HOUR)
    assert set(deadlines(database).values()) == {NOON + 2 * HOUR}


def test_what_was_played_when_the_pause_began_is_not_kept(
    duel: Ruleset, database: Database
) -> None:
    """A worker that has claimed matches finds the season paused."""
    begin_cup(database, 2)
    now = NOON + HOUR
    with database.writing() as session:
        token, ours = match_claims.claim(
            session, match_claims.waiting(session, now=now, most=9), now=now
        )
        moved = advances.moved(exchanges.load(session, ours))
    do(database, "pause", now)
    with database.writing() as session:
        assert exchanges.keep(session, token, moved, now) == []  # type: ignore[arg-type]
    assert set(deadlines(database).values()) == {NOON}
