"""A player's address changes by pages alone: their own, the links of letters, and the organisers' desk."""

from datetime import timedelta

import pytest

from app.engine import Lang
from app.i18n import LANGS
from app.league.people import organisers
from app.league.people.tokens import make_token
from app.store import players, seasons
from app.store.database import Database
from app.store.security import sign_ins
from app.store.tables import Player, Role, SignInPurpose
from app.web.sessions import cookie_name
from tests.support.browsers import Browser, Site
from tests.support.moving import NEW, addresses_of, settle, steps, token
from tests.support.people import NOW
from tests.support.posting import CUP, Postman, open_cup

OLD = "alice@example.com"
MY = f"/en/seasons/{CUP}/my"


@pytest.fixture
def site(database: Database) -> Site:
    """Alice has entered."""
    open_cup(database, closes_at=NOW + timedelta(days=9))
    Postman(database).enter()
    return Site(database)


def signed_in(site: Site, purpose: SignInPurpose, number: int, proven: bool = False) -> Browser:
    browser = site.browser()
    with site.writing() as session:
        season = seasons.by_slug(session, CUP) if purpose is SignInPurpose.PLAYER else None
        _, opens = sign_ins.start(
            session,
            purpose,
            number,
            now=NOW,
            expires_at=NOW + timedelta(days=30),
            season_id=season.id if season else None,
            proven_at=site.clock.now if proven else None,
            label=f"org{number}",
        )
    name = cookie_name(site.app.site, purpose, CUP if season else "")
    browser.client.cookies.set(name, opens)
    return browser


def own_page(site: Site, lang: Lang = "en") -> str:
    with site.reading() as session:
        own = session.get_one(Player, 1).secrets
    return f"/{lang}/own/{make_token(site.key, 'own', 1, own=own)}"


def question(site: Site, address: str, lang: Lang = "en") -> str:
    return f"/{lang}/address/{token(site.database, address, site.key)}"


def organiser(site: Site, name: str, role: Role = Role.ORGANISER) -> int:
    with site.writing() as session:
        organisers.appoint(session, f"{name}@example.com", name, NOW, role)
        player = players.with_address(session, f"{name}@example.com")
        assert player
        return player.id


@pytest.mark.parametrize("lang", LANGS)
def test_the_own_page_and_two_buttons_change_it_and_every_earlier_way_in_is_shut(
    lang: Lang, site: Site, salted: None
) -> None:
    browser, alice = site.browser(), signed_in(site, SignInPurpose.PLAYER, 1)
    before = own_page(site, lang)
    with site.reading() as session:
        season = seasons.by_slug(session, CUP).id
    link = site.edit_link(1, season)
    assert alice.get(MY).status == 200
    assert browser.post(before, {"act": "move", "said": NEW}).status == 303
    assert steps(site.database, NEW) == []
    old = question(site, OLD, lang)
    asked = browser.get(old)
    assert NEW in asked.html, "the old mailbox sees the whole address"
    assert addresses_of(site.database)[1] == OLD
    assert browser.post(old, {"answer": "yes"}).status == 200
    new = question(site, NEW, lang)
    assert OLD not in browser.get(new).html
    assert "Tuesday" not in browser.get(new).html, "the new mailbox reads nothing of whose it is"
    assert addresses_of(site.database)[1] == OLD
    done = browser.post(new, {"answer": "yes"})

    assert addresses_of(site.database)[1] == NEW
    assert {"en": "Done. Your new address", "ja": "変更しました"}[lang] in done.html
    assert browser.get(before).status == 404
    assert browser.post(link).status == 404
    assert alice.get(MY).status == 403
    assert browser.get(own_page(site, lang)).status == 200
    assert browser.post(new, {"answer": "yes"}).status == 200, "again, and it is over"
    assert browser.get(question(site, NEW)).status == 200


def test_a_stolen_session_or_page_alone_only_asks_the_mailbox(site: Site) -> None:
    thief = site.browser()
    for number in range(3):
        thief.post(own_page(site), {"act": "move", "said": f"mallory{number}@evil.example"})
    refused = thief.post(own_page(site), {"act": "move", "said": "mallory4@evil.example"})
    assert refused.status == 422
    settle(site.database, NOW + timedelta(days=4))
    assert addresses_of(site.database)[1] == OLD
    assert "s:address" not in {each.deliverer for each in site.letters()}


@pytest.mark.parametrize(
    ("typed", "told"),
    [("nobody", "“nobody” is not"), (OLD.upper(), "This is your address already")],
)
def test_what_is_typed_wrong_is_told(typed: str, told: str, site: Site) -> None:
    answer = site.browser().post(own_page(site), {"act": "move", "said": typed})
    assert answer.status == 422
    assert told in answer.html


def test_a_browser_that_is_signed_in_sees_an_organiser_stand_in_and_stops_it(site: Site) -> None:
    first, second = organiser(site, "olga"), organiser(site, "omar")
    alice = signed_in(site, SignInPurpose.PLAYER, 1)
    desk, here = signed_in(site, SignInPurpose.ORGANISER, first), "/en/desk/threads/1/address"
    form = {"act": "stand-in", "address": NEW, "reason": "Her mailbox is gone."}
    page = desk.get(here)
    asked = desk.submit(page, **form)
    assert asked.status == 403, "they prove once more who they are"
    assert steps(site.database, OLD) == []

    desk = signed_in(site, SignInPurpose.ORGANISER, first, proven=True)
    assert desk.submit(desk.get(here), **form).status == 303
    assert "org" in desk.get(here).html
    assert NEW not in desk.get(here).html, "organisers see as much of it as of any address"
    shown = alice.get(MY)
    assert "An organiser is changing your mail address" in shown.html
    assert alice.submit(shown, f'form[action="{MY}/address"]').status == 303
    assert "on hold until a second organiser" in alice.get(MY).html
    site.browser().post(question(site, NEW), {"answer": "yes"})
    settle(site.database, NOW + timedelta(days=5))
    assert addresses_of(site.database)[1] == OLD
    for who, status in ((first, 422), (second, 303)):
        desk = signed_in(site, SignInPurpose.ORGANISER, who, proven=True)
        sent = desk.submit(desk.get(here), act="allow", reason="I have spoken with her.")
        assert sent.status == status
    settle(site.database, NOW + timedelta(days=5))
    assert addresses_of(site.database)[1] == NEW


def test_nobody_is_told_whether_an_address_is_known_here(site: Site) -> None:
    """Bob takes part: who asks for his address reads the same, and waits as long."""
    Postman(site.database, NOW).enter(sender="bob@example.com", text="Name: Bob's\nBuild: 攻核\n")
    pages = []
    for asked in ("bob@example.com", NEW):
        browser = site.browser()
        answer = browser.post(own_page(site), {"act": "move", "said": asked})
        first = browser.post(question(site, OLD), {"answer": "yes"})
        pages.append((answer.status, first.page.css("main")[0].text()))
        letter = [each for each in site.letters() if each.deliverer == "s:address"][-1]
        assert letter.about["step"] == "new"
    assert pages[0] == pages[1]
