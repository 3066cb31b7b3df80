"""A blocked address: what it cannot do any more, what stays, who hears of it, and what a forger gains."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from app.errors import SeasonRefused
from app.league.people import blocks, players as league_players
from app.league.seasons import news
from app.letters.contents import draft
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security import personal_data, sign_ins
from app.store.security.audits import Organiser
from app.store.tables import (
    Audit,
    Block,
    Letter,
    MailAction,
    Player,
    Revision,
    RevisionState,
    SignInPurpose,
)
from app.web.sessions import cookie_name
from tests.support.browsers import Browser, Site
from tests.support.people import NOW
from tests.support.posting import CUP, Postman, open_cup

ALICE, TAGGED, BOB = "alice@example.com", "Alice+cup@Example.com", "Bob <bob@example.com>"
REASON = "Insults in <b>three</b> entries."
ENTER = f"/en/seasons/{CUP}/enter"
NEW = {"name": "Nemesis", "build": "攻核", "address": ALICE}


def by(tell: str = REASON) -> Organiser:
    return Organiser("olga (1)", NOW, tell=tell)


@pytest.fixture
def postman(database: Database) -> Postman:
    """Alice takes part, and her mailbox is blocked."""
    open_cup(database, closes_at=NOW + timedelta(days=3))
    postman = Postman(database)
    postman.enter()
    with database.writing() as session:
        player = players.with_address(session, ALICE)
        assert player
        blocks.block(session, player, by())
    return postman


@pytest.fixture
def site(postman: Postman) -> Site:
    return Site(postman.database)


def kinds(postman: Postman) -> list[str]:
    return [each.kind for each in postman.letters()]


def signed_in(site: Site, purpose: SignInPurpose, address: str) -> tuple[Browser, str]:
    browser, is_player = site.browser(), purpose is SignInPurpose.PLAYER
    with site.writing() as session:
        player = players.known_as(session, address, "en", NOW)
        season = seasons.by_slug(session, CUP).id if is_player else None
        sign_in, token = sign_ins.start(
            session,
            purpose,
            player.id,
            now=NOW,
            expires_at=NOW + timedelta(days=1),
            season_id=season,
        )
        form_token = sign_in.form_token
    name = cookie_name(site.app.site, purpose, CUP if is_player else "")
    browser.client.cookies.set(name, token)
    return browser, form_token


def test_its_player_is_told_why_in_plain_words(postman: Postman) -> None:
    letter = postman.last()
    with postman.database.reading() as session:
        words = draft(session, session.get_one(Letter, letter.id))

    assert letter.kind == "blocked"
    assert words.subject == "Your address is blocked here"
    assert REASON in words.text
    assert "Insults in &lt;b&gt;three&lt;/b&gt; entries." in words.html


def test_its_mails_are_kept_and_listed_and_answered_once(postman: Postman) -> None:
    before = len(postman.letters())
    asked = ("withdraw", "help", "For the organiser\nWhy?", "Change the name to “Imp”.")
    mails = [postman.post(text) for text in asked]
    mails += [postman.post(sender=f"Somebody <{TAGGED}>"), postman.post("yes")]
    told = postman.letters()[before:]

    assert [each.action for each in mails] == [MailAction.BLOCKED] * 6
    assert all(each.raw and each.waits_since is None for each in mails)
    assert [(each.kind, each.in_reply_to) for each in told] == [("blocked", "<3@example.com>")]
    assert told[0].deliverer, "anybody can have sent it: it leaves when the budgets allow"
    assert postman.builds() == {"Mister Tuesday": postman.builds()["Mister Tuesday"]}


def test_a_forger_cannot_use_up_the_answer_to_its_own_player(postman: Postman) -> None:
    postman.post()
    own = postman.secret()
    for _ in range(2):
        assert postman.post("withdraw", to=own).action is MailAction.BLOCKED
        assert postman.post(to=own, sender=BOB).action is MailAction.BLOCKED, "the address is hers"
    answers = postman.letters()[-2:]

    assert kinds(postman).count("blocked") == 3
    assert [each.deliverer is None for each in answers] == [False, True]
    assert list(postman.builds()) == ["Mister Tuesday"]


def test_a_blocked_address_in_from_costs_nobody_else_their_answer(postman: Postman) -> None:
    postman.enter("Name: The Bee\nBuild: Core\n", sender=BOB)
    mail = postman.post("Build: Attack, Core", to=postman.secret("bob@example.com"))

    assert mail.action is MailAction.ENTRY
    assert postman.last().kind == "receipt"
    assert set(postman.builds()) == {"Mister Tuesday", "The Bee"}


@pytest.mark.parametrize("address", [ALICE, TAGGED])
def test_strangers_who_name_it_get_the_answer_that_everybody_gets(
    postman: Postman, site: Site, address: str
) -> None:
    stranger, free = site.browser(), "carol@example.org"
    answers = [
        stranger.enter(ENTER, **(NEW | {"address": who, "name": name}))
        for who, name in ((address, "Nemesis"), (free, "Carols"), (address, "Mister Tuesday"))
    ]
    by_program = [
        stranger.client.post(
            f"/api/v1/seasons/{CUP}/entries", json=NEW | {"address": who, "name": name}
        )
        for who, name in ((address, "Nemesis"), (free, "Carol 2"))
    ]
    followed = [
        stranger.post(f"/en/seasons/{CUP}/follow", {"address": who}) for who in (address, free)
    ]

    assert [each.status for each in answers] == [303, 303, 422], "a name that is taken is, too"
    assert answers[0].headers["location"] == answers[1].headers["location"]
    assert (by_program[0].status_code, by_program[0].text) == (202, by_program[1].text)
    assert followed[0].html == followed[1].html
    with site.reading() as session:
        names = {each.name for each in session.exec(select(Revision))}
        told = session.exec(
            select(Letter.kind).join(Player).where(col(Player.address_key) == address.casefold())
        ).all()
    assert names == {"Mister Tuesday", "Carols", "Carol 2"}
    assert set(told) <= {"confirmation", "receipt", "blocked"}
    assert told.count("blocked") == (2 if address == ALICE else 1)


def test_its_links_show_and_change_nothing(postman: Postman, site: Site) -> None:
    alice, form_token = signed_in(site, SignInPurpose.PLAYER, ALICE)
    page = alice.get(f"/en/seasons/{CUP}/my")

    assert "Insults in &lt;b&gt;three&lt;/b&gt; entries." in page.html
    assert "Mister Tuesday" in page.html
    assert f'href="{ENTER}"' not in page.html
    assert "Make me a page" not in page.html
    assert alice.get(ENTER).status == 403
    own = {"form_token": form_token}
    for path, sent in (("withdraw", {}), ("page", {"wanted": "1"})):
        assert alice.post(f"/en/seasons/{CUP}/my/{path}", own | sent).status == 303
    sent = own | NEW | {"seen": "1", "form_key": "k"}
    assert "blocked this address" in alice.post(ENTER, sent).html
    assert alice.post(f"/en/seasons/{CUP}/my/letters", own).status == 303, "her letters are hers"
    assert list(postman.builds()) == ["Mister Tuesday"]
    with site.reading() as session:
        player = players.with_address(session, ALICE)
        assert player
        assert player.owner_page is None
        assert player.muted_at


def test_whoever_is_blocked_again_hears_of_it_again(postman: Postman, database: Database) -> None:
    """Once a block is lifted, another may get its number."""
    for minutes in (1, 2):
        later = Organiser("olga (1)", NOW + timedelta(minutes=minutes), tell=f"Time {minutes}.")
        with database.writing() as session:
            player = players.with_address(session, ALICE)
            block = blocks.of(session, player)
            assert player
            assert block
            blocks.lift(session, block, later)
            session.flush()
            blocks.block(session, player, later)

    assert kinds(postman).count("blocked") == 1 + 2 * 2


def test_what_waited_for_a_yes_waits_until_it_is_free_again(
    postman: Postman, site: Site, database: Database
) -> None:
    bob = "bob@example.com"
    postman.post("Name: The Bee\nBuild: Core\n", sender=BOB)
    with database.writing() as session:
        (held,) = session.exec(select(Revision).where(Revision.state == RevisionState.HELD))
        player = players.known_as(session, bob, "en", NOW)
        kept = blocks.block(session, player, by())
        link, number = site.confirm_link(held.id), kept.id
    assert site.browser().get(link).status == 403
    pressed = site.browser().post(link, {"answer": "yes"})
    assert (pressed.status, "Your address is blocked here" in pressed.html) == (403, True)
    with database.writing() as session:
        blocks.lift(session, session.get_one(Block, number), by(""))

    assert postman.last().kind == "blocked"
    assert site.browser().post(link, {"answer": "yes"}).status == 303
    assert "The Bee" in postman.builds()


def test_news_reaches_it_only_from_where_it_stands(postman: Postman, database: Database) -> None:
    with database.writing() as session:
        season = seasons.by_slug(session, CUP)
        alice, bob = (
            players.known_as(session, each, "en", NOW) for each in (ALICE, "bob@example.com")
        )
        league_players.follow(session, alice, season, NOW)
        league_players.follow(session, bob, season, NOW)
        bob.proven_at = NOW
        session.flush()

        assert news.readers_of_change(session, season) == 1
        assert [each.id for each in news.interested(session, season)] == [bob.id]
        (current,) = entries.of_player(session, season, alice)
        current.current = None
        session.flush()
        assert news.readers_of_change(session, season) == 0


def test_it_is_blocked_and_freed_on_the_desk(postman: Postman, site: Site) -> None:
    with site.writing() as session:
        bob = players.known_as(session, "bob@example.com", "en", NOW).id
        olga = players.known_as(session, "olga@example.com", "en", NOW)
        from app.league.people import organisers

        organisers.appoint(session, olga.address, "Olga", NOW)
    postman.enter("Name: The Bee\nBuild: Core\n", sender=BOB)
    browser, form_token = signed_in(site, SignInPurpose.ORGANISER, "olga@example.com")
    page = browser.get(f"/en/desk/threads/{bob}/block")
    assert "bob@example.com" not in page.html
    assert f"/en/desk/seasons/{CUP}/withdraw/" in page.html
    assert browser.submit(page).status == 422, "its player must hear why"
    done = browser.submit(page, tell="Enough.")

    assert (done.status, postman.last().kind) == (303, "blocked")
    assert "This address is blocked" in browser.get(f"/en/desk/threads/{bob}").html
    assert browser.submit(page, tell="Enough.", form_key="other").status == 422
    listed = browser.get("/en/desk/blocks")
    assert ("Enough." in listed.html, "bob@example.com" in listed.html) == (True, False)
    with site.reading() as session:
        number = session.exec(select(Block.id).where(Block.player_id == bob)).one()
    for _ in range(2):
        lifted = browser.post(f"/en/desk/blocks/{number}", {"form_token": form_token})
        assert lifted.status == 303
    with site.reading() as session:
        acts = session.exec(select(Audit.act, Audit.season_id).order_by(col(Audit.id))).all()
        assert acts[-2:] == [("block", None), ("unblock", None)]
        words = draft(session, session.get_one(Letter, postman.last().id))
        assert words.subject == "Your address is not blocked any more"


def test_whose_address_cannot_be_blocked(postman: Postman, database: Database) -> None:
    def refusal(address: str, tell: str = REASON) -> str:
        with database.writing() as session:
            player = players.known_as(session, address, "en", NOW)
            if address.startswith("olga"):
                player.organiser_since = NOW
            with pytest.raises(SeasonRefused) as refused:
                blocks.block(session, player, by(tell))
            return refused.value.problems[0].code

    assert refusal(TAGGED) == "blocked-already"
    assert refusal("olga@example.com") == "blocks-organiser"
    assert refusal("olga+x@example.com") == "blocks-organiser"
    assert refusal("dave@example.com", " ") == "nothing-told"


def test_who_is_erased_stays_blocked_without_a_name(postman: Postman, database: Database) -> None:
    with database.writing() as session:
        player = players.with_address(session, ALICE)
        assert player
        personal_data.erase(session, player)
    with database.reading() as session:
        kept = blocks.of_address(session, ALICE)
        assert kept
        assert (kept.player_id, kept.reason) == (None, "")
    assert postman.post().action is MailAction.BLOCKED
