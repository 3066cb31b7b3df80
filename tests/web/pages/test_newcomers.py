"""A season that looks at newcomers: who waits, what a yes, a no and the deadline do, and who hears of it."""

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta

import pytest
from sqlmodel import Session, col, select

from app.errors import SeasonRefused
from app.league.desk import newcomers, review
from app.league.people import organisers
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters.contents import draft
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Letter, MailAction, Player, RevisionState, SignInPurpose
from tests.support.browsers import Site
from tests.support.people import NOW
from tests.support.posting import CUP, ENTRY, Postman, open_cup
from tests.support.seasons import Character, a_revision, a_season
from tests.web.pages.test_blocks import signed_in

ALICE, BOB, OLGA = "alice@example.com", "Bob <bob@example.com>", "olga@example.com"
CLOSES = NOW + timedelta(days=3)
DESK = f"/en/desk/seasons/{CUP}/newcomers"


def by(now: timedelta = timedelta(), tell: str = "") -> Organiser:
    return Organiser("olga (1)", NOW + now, tell=tell)


@pytest.fixture
def postman(database: Database) -> Postman:
    """A season that looks at newcomers; Alice has confirmed her character, Bob has played before."""
    open_cup(database, closes_at=CLOSES)
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        season.approves_newcomers = True
        old = a_season(session, slug="old", state="published", title_en="Old Cup")
        bob = a_revision(session, old, Character("Monday", "攻核")).entry.player
        assert bob
        bob.address, bob.address_key = "bob@example.com", "bob@example.com"
    postman = Postman(database)
    postman.enter()
    return postman


def state(database: Database) -> RevisionState:
    with database.reading() as session:
        return entries.revisions(session, waiting_entry(session))[-1].state


def waiting_entry(session: Session) -> Entry:
    player = select(Player.id).where(Player.address == ALICE)
    return session.exec(select(Entry).where(col(Entry.player_id).in_(player))).one()


def decide(
    database: Database, decision: Callable[..., object], when: Organiser | None = None
) -> None:
    with database.writing() as session:
        decision(session, CUP, waiting_entry(session), when or by())


def text(postman: Postman) -> str:
    with postman.database.reading() as session:
        words = draft(session, session.get_one(Letter, postman.last().id))
        return f"{words.subject}\n{' '.join(words.text.split())}"


def test_a_newcomer_waits_and_is_told_so(postman: Postman, database: Database) -> None:
    told = text(postman)

    assert postman.builds() == {}
    assert postman.last().kind == "receipt"
    assert "We write to you when they have decided." in told
    assert "Anything not approved by the deadline is left out." in told
    with database.reading() as session:
        season = seasons.by_slug(session, CUP)
        assert entries.count(session, season) == 0
        assert [each.name for each in entries.waiting(session, season)] == ["Mister Tuesday"]
        (named,) = review.review(session, season, NOW, None).newcomers
        assert named.name == "Mister Tuesday"
        assert news.readers_of_change(session, season) == 1, "moved deadlines concern them"
        assert players.without_entry(session, season) == []


def test_who_has_played_before_takes_part_at_once(postman: Postman) -> None:
    postman.enter("Name: The Bee\nBuild: Core\n", sender=BOB)

    assert list(postman.builds()) == ["The Bee"]


def test_what_waits_can_be_shown_changed_and_withdrawn(postman: Postman) -> None:
    secret = postman.secret()
    before = postman.post("show my entry", to=secret)
    assert before.action is MailAction.ANSWERED
    assert "it takes part once they have approved it" in text(postman)
    assert postman.post("Build: Attack, Core", to=secret).action is MailAction.ENTRY
    assert "We write to you when they have decided." in text(postman)
    assert postman.builds() == {}
    assert postman.post("withdraw", to=secret).action is MailAction.WITHDRAWN
    with pytest.raises(SeasonRefused, match="nothing-waits"):
        decide(postman.database, newcomers.approve)


def test_a_yes_counts_by_arrival_and_holds_for_what_comes_later(
    postman: Postman, database: Database
) -> None:
    postman.enter("Name: The Bee\nBuild: Core\n", sender=BOB)
    postman.post("Build: Attack, Core", to=postman.secret())
    decide(database, newcomers.approve, by(tell="Welcome."))
    told = text(postman)

    assert (postman.last().kind, told.startswith("“Mister Tuesday” takes part in")) == (
        "approval",
        True,
    )
    assert "Welcome." in told
    assert postman.post("Build: Core", to=postman.secret()).action is MailAction.ENTRY
    assert set(postman.builds()) == {"Mister Tuesday", "The Bee"}
    with database.writing() as session:
        league_seasons.close(session, CUP, by(timedelta(hours=1)))
        assert entries.has_played(session, waiting_entry(session).player_id or 0) is False
        season = seasons.by_slug(session, CUP)
        numbered = entries.numbered(session, season, 2)
        assert numbered
        assert numbered.player_id == waiting_entry(session).player_id


def test_a_no_frees_the_name_and_something_else_may_come(
    postman: Postman, database: Database
) -> None:
    postman.post("Name: Mister Tuesday\nBuild: Core\n", sender=BOB)
    assert "is already called" in text(postman), "who waits holds the name"
    decide(database, newcomers.refuse, by(tell="Members only."))
    told = text(postman)

    assert state(database) is RevisionState.REFUSED
    assert "does not take part" in told
    assert "Members only." in told
    postman.enter("Name: Mister Tuesday\nBuild: Core\n", sender=BOB)
    assert list(postman.builds()) == ["Mister Tuesday"]
    postman.post(ENTRY.replace("Mister", "Doctor"), to=postman.secret())
    assert state(database) is RevisionState.WAITING


def test_who_has_no_yes_by_the_deadline_does_not_take_part(
    postman: Postman, database: Database
) -> None:
    late = by(timedelta(days=3))
    with pytest.raises(SeasonRefused, match="season-closed"):
        decide(database, newcomers.approve, late)
    with database.writing() as session:
        league_seasons.close(session, CUP, late)

    assert postman.last().kind == "approval"
    assert "no organiser had approved it by the deadline" in text(postman)
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        assert [each.number for each in entries.of_season(session, season)] == [None]
        league_seasons.reopen(
            session, CUP, replace(late, tell="One more day."), CLOSES + timedelta(days=1)
        )
    decide(database, newcomers.approve, by(timedelta(days=3, hours=1)))
    assert list(postman.builds()) == ["Mister Tuesday"]


def test_places_are_taken_with_the_yes(postman: Postman, database: Database) -> None:
    with database.writing() as session:
        seasons.by_slug(session, CUP).capacity = 1
    postman.enter("Name: The Bee\nBuild: Core\n", sender=BOB)
    with pytest.raises(SeasonRefused, match="season-full"):
        decide(database, newcomers.approve)

    assert state(database) is RevisionState.WAITING


def test_newcomers_are_waited_for_before_nobody_looks_any_more(
    postman: Postman, database: Database
) -> None:
    with database.writing() as session:
        plan = season_plans.plan_of(seasons.by_slug(session, CUP))
        assert plan.approves_newcomers
        assert league_seasons.copy(session, CUP, "next", by()).approves_newcomers
        with pytest.raises(SeasonRefused, match="newcomers-wait"):
            league_seasons.change(session, replace(plan, approves_newcomers=False), by())
    decide(database, newcomers.refuse)
    with database.writing() as session:
        assert not league_seasons.change(
            session, replace(plan, approves_newcomers=False), by()
        ).approves_newcomers


def test_pages_say_who_waits_and_the_desk_decides(postman: Postman, database: Database) -> None:
    site = Site(database)
    with site.writing() as session:
        organisers.appoint(session, OLGA, "Olga", NOW)
    public = site.browser().get(f"/en/seasons/{CUP}").text()
    alice, _ = signed_in(site, SignInPurpose.PLAYER, ALICE)
    own = alice.get(f"/en/seasons/{CUP}/my").text()

    assert "The organisers approve newcomers first" in public
    assert "Mister Tuesday" not in public
    assert "Waiting for the organisers" in own
    assert "waits for the organisers' approval" in own
    assert "Withdraw" in own
    olga, _ = signed_in(site, SignInPurpose.ORGANISER, OLGA)
    assert "1 newcomer waits for your approval" in olga.get(f"/en/desk/seasons/{CUP}").text()
    assert "Mister Tuesday" in olga.get(f"/en/desk/seasons/{CUP}/review").text()
    page = olga.get(DESK)
    assert "Mister Tuesday" in page.text()
    assert "Always on a Tuesday" not in page.html, "sealed for organisers too"
    assert olga.submit(page, act="yes").location == DESK
    assert "Nobody is waiting." in olga.get(DESK).text()
    assert "“Mister Tuesday”" in text(postman)
    assert "Version 1 counts" in alice.get(f"/en/seasons/{CUP}/my").text()
