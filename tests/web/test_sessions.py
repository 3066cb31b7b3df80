"""Who speaks through a browser: how that begins, what it is good for, and how it ends."""

import hashlib
from datetime import timedelta
from email import message_from_bytes, policy

import pytest
from fastapi import FastAPI, Request
from fastapi.responses import PlainTextResponse, Response
from sqlalchemy import event
from sqlmodel import select

from app.league.people import organisers
from app.league.people.tokens import make_token
from app.letters.contents import render
from app.letters.links import route, without_secrets
from app.mail.transport.mime import compose
from app.store import seasons
from app.store.database import Database
from app.store.security import sign_ins
from app.store.tables import (
    Player,
    Revision,
    RevisionState,
    Role,
    SeasonState,
    Secrets,
    SignIn,
    SignInPurpose,
)
from app.web import errors, sessions
from app.web.dependencies import Now, SiteApp, Writing
from app.web.sessions import SignedInOrganiser
from tests.support.browsers import Browser, Site
from tests.support.people import NOW
from tests.support.seasons import Character, a_revision, a_season

PLAYER, ORGANISER = SignInPurpose.PLAYER, SignInPurpose.ORGANISER


@pytest.fixture
def site(database: Database) -> Site:
    """Alice and Bob have an entry each."""
    with database.writing() as session:
        season = a_season(session)
        for number, name in enumerate(("Tuesday", "Mirror"), 1):
            a_revision(session, season, Character(name, "攻核"), number)
    return Site(database)


@pytest.fixture
def alice(site: Site) -> Browser:
    browser = site.browser()
    browser.open(site.edit_link(1, 1))
    return browser


def rows(site: Site) -> list[SignIn]:
    with site.reading() as session:
        return list(session.exec(select(SignIn)))


def is_signed_in(browser: Browser) -> bool:
    return browser.get("/en/seasons/cup/my").status == 200


def test_a_browser_holds_a_token_that_nobody_else_has(site: Site) -> None:
    browser = site.browser()
    cookie = browser.open(site.edit_link(1, 1)).headers["set-cookie"]
    name, _, rest = cookie.partition("=")
    token = rest.partition(";")[0]

    assert name == "__Host-hikyaku-player-cup"
    assert len(token) == 43  # 256 bits
    assert {"HttpOnly", "Secure", "SameSite=lax", "Path=/"} <= {*cookie.split("; ")}
    assert "Domain" not in cookie
    assert [row.token_hash for row in rows(site)] == [hashlib.sha256(token.encode()).hexdigest()]


def test_a_cookie_without_a_secret_reveals_the_desk_to_organisers(site: Site) -> None:
    with site.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", NOW)
    browser = site.browser()
    link = f"/en/in/{token}"
    sent = browser.client.post(link, headers={"Sec-Fetch-Site": "same-origin"})
    secret, marker = sent.headers.get_list("set-cookie")

    assert "HttpOnly" in secret
    assert marker.startswith("__Host-hikyaku-signed=organiser;")
    assert "HttpOnly" not in marker
    assert "hidden" in (browser.get("/en/").page.css("[data-signed]")[0].attributes)
    assert "hidden" not in (browser.get("/en/desk").page.css("[data-signed]")[0].attributes)


def test_on_a_laptop_the_cookie_needs_no_https(database: Database, site: Site) -> None:
    laptop = Site(database, base_url="http://localhost:8000")
    cookie = laptop.browser().open(laptop.edit_link(1, 1)).headers["set-cookie"]

    assert cookie.startswith("hikyaku-player-cup=")
    assert "Secure" not in cookie


def test_nobody_is_signed_in_at_first(site: Site) -> None:
    answer = site.browser().get("/ja/seasons/cup/my")

    assert (answer.status, "ご本人だけのページ" in answer.text()) == (403, True)


@pytest.mark.parametrize("token", ["", "x", "\x7f", "a" * 5000, "null; x"])
def test_a_cookie_of_ones_own_making_is_worth_nothing(
    site: Site, alice: Browser, token: str
) -> None:
    answer = site.browser().get(
        "/en/seasons/cup/my", headers={"Cookie": f"__Host-hikyaku-player-cup={token}"}
    )

    assert answer.status == 403


def test_nothing_that_only_looks_at_a_link_is_signed_in(site: Site) -> None:
    """Mail scanners and messengers fetch the links of letters before anybody has read them."""
    scanner = site.browser()
    answer = scanner.get(site.edit_link(1, 1))

    assert (answer.status, answer.text("main button")) == (200, "Open my entry")
    assert "Tuesday" not in answer.html
    assert "set-cookie" not in answer.headers
    assert answer.headers["cache-control"] == "no-store"
    assert answer.headers["referrer-policy"] == "no-referrer"
    assert rows(site) == []


def test_who_is_in_already_needs_no_button(site: Site, alice: Browser) -> None:
    before = [row.token_hash for row in rows(site)]
    answer = alice.get(site.edit_link(1, 1))

    assert (answer.status, answer.location) == (303, "/en/seasons/cup/my")
    assert [row.token_hash for row in rows(site)] == before


def test_signing_in_again_makes_a_new_token_and_ends_the_old(site: Site, alice: Browser) -> None:
    old = dict(alice.client.cookies)
    alice.post(site.edit_link(1, 1))
    thief = site.browser()
    thief.client.cookies.update(old)

    assert is_signed_in(alice)
    assert not is_signed_in(thief)


def test_another_link_makes_the_browser_speak_for_another(site: Site, alice: Browser) -> None:
    alice.open(site.edit_link(2, 1))

    assert "Mirror" in alice.get("/en/seasons/cup/my").text("h2")


# --- several seasons in one browser -------------------------------------------------------------------


@pytest.fixture
def second(site: Site) -> str:
    """Alice has an entry in another season, too."""
    with site.writing() as session:
        season = a_season(session, slug="league", title_en="The league")
        revision = a_revision(session, season, Character("Wednesday", "核攻"), 1)
        return site.edit_link(revision.entry.player_id or 0, season.id)


def test_a_browser_opens_the_entries_of_several_seasons(
    site: Site, alice: Browser, second: str
) -> None:
    assert alice.open(second).location == "/en/seasons/league/my"

    assert "Wednesday" in alice.get("/en/seasons/league/my").text("h2")
    assert "Tuesday" in alice.get("/en/seasons/cup/my").text("h2")
    assert "Tuesday" in alice.get("/en/seasons/cup/enter").html
    assert "Wednesday" in alice.get("/en/seasons/league/enter").html


def test_the_page_of_an_entry_leads_to_those_in_other_seasons(
    site: Site, alice: Browser, second: str
) -> None:
    other = 'main a[href="/en/seasons/league/my"]'
    assert alice.get("/en/seasons/cup/my").page.css_first(other) is None
    alice.open(second)

    assert alice.get("/en/seasons/cup/my").text(other) == "The league"


def test_without_a_season_the_only_entry_is_meant_and_of_several_the_last_stands_first(
    site: Site, alice: Browser, second: str
) -> None:
    assert alice.get("/en/my").location == "/en/seasons/cup/my"
    site.clock.pass_by(minutes=1)
    alice.open(second)

    assert alice.get("/en/my").text("main ul.links") == "The league First Hikyaku Cup"
    assert not site.browser().get("/en/my").page.css("main ul.links")


def test_a_cookie_of_another_season_opens_nothing(site: Site, alice: Browser, second: str) -> None:
    token = alice.client.cookies["__Host-hikyaku-player-cup"]
    forged = site.browser()
    forged.client.cookies.set("__Host-hikyaku-player-league", token)

    assert forged.get("/en/seasons/league/my").status == 403
    assert "Wednesday" not in forged.get("/en/seasons/league/enter").html


def test_a_form_of_one_season_does_nothing_in_another(
    site: Site, alice: Browser, second: str
) -> None:
    form_token = rows(site)[0].form_token
    alice.open(second)
    answer = alice.post("/en/seasons/league/my/withdraw", {"form_token": form_token})

    assert answer.status == 403
    assert "Wednesday" in alice.get("/en/seasons/league/my").text("h2")


def test_who_signs_out_of_a_browser_is_out_in_every_season(
    site: Site, alice: Browser, second: str
) -> None:
    alice.open(second)
    tokens = dict(alice.client.cookies)
    alice.submit(alice.get("/en/seasons/cup/my"), 'form[action$="sign-out"]')
    thief = site.browser()
    thief.client.cookies.update(tokens)

    assert not dict(alice.client.cookies)
    for path in ("/en/seasons/cup/my", "/en/seasons/league/my"):
        assert (alice.get(path).status, thief.get(path).status) == (403, 403)


@pytest.mark.parametrize("state", [SeasonState.OPEN, SeasonState.REVIEW])
def test_the_page_of_a_season_leads_its_players_to_their_entries(
    site: Site, alice: Browser, second: str, state: SeasonState
) -> None:
    with site.writing() as session:
        seasons.by_slug(session, "cup").state = state

    assert alice.get("/en/seasons/cup").text("main a[href$='/my']") == "Your character"
    assert alice.get("/en/my").location == "/en/seasons/cup/my"


def test_whoever_sends_a_thousand_cookies_costs_no_more_statements_than_one(site: Site) -> None:
    def statements(cookies: int) -> int:
        asked: list[str] = []

        def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
            asked.append(statement)

        sent = "; ".join(f"__Host-hikyaku-player-cup-{at}=token{at}" for at in range(cookies))
        event.listen(site.database.engine, "before_cursor_execute", note)
        answer = site.browser().get("/en/my", headers={"Cookie": sent})
        event.remove(site.database.engine, "before_cursor_execute", note)
        assert not answer.page.css("main ul.links")
        return len(asked)

    assert statements(1_000) == statements(1)


@pytest.mark.parametrize("name", ["a(b", "é", "A", "a b", "cup-"])
def test_cookies_that_are_none_of_ours_keep_nobody_from_signing_out(
    site: Site, alice: Browser, name: str
) -> None:
    token = alice.client.cookies["__Host-hikyaku-player-cup"]
    form = {"form_token": rows(site)[0].form_token}
    sent = f"__Host-hikyaku-player-{name}={token}; __Host-hikyaku-player-cup={token}"
    answer = site.browser().post(
        "/en/seasons/cup/my/sign-out", form, headers={"Cookie": sent.encode()}
    )

    assert answer.status == 303
    assert not is_signed_in(alice)


# --- how it ends --------------------------------------------------------------------------------------


def test_an_idle_browser_is_signed_out(site: Site, alice: Browser) -> None:
    for _ in range(3):
        site.clock.pass_by(hours=11)
        assert is_signed_in(alice)
    site.clock.pass_by(hours=12, seconds=1)

    assert not is_signed_in(alice)


def test_after_a_week_every_browser_is_signed_out(site: Site, alice: Browser) -> None:
    for _ in range(16):
        site.clock.pass_by(hours=10)
        assert is_signed_in(alice)
    site.clock.pass_by(hours=10)

    assert not is_signed_in(alice)


def test_a_player_signs_out(site: Site, alice: Browser) -> None:
    token = dict(alice.client.cookies)
    answer = alice.submit(alice.get("/en/seasons/cup/my"), 'form[action$="sign-out"]')
    thief = site.browser()
    thief.client.cookies.update(token)

    assert (answer.status, answer.location) == (303, "/en/seasons/cup")
    assert '"cache"' in answer.headers["Clear-Site-Data"]
    assert not is_signed_in(alice)
    assert not is_signed_in(thief)


def test_nobody_else_signs_a_player_out(site: Site, alice: Browser) -> None:
    answers = [
        alice.post("/en/seasons/cup/my/sign-out"),
        alice.post("/en/seasons/cup/my/sign-out", {"form_token": "x"}),
    ]

    assert [answer.status for answer in answers] == [403, 403]
    assert is_signed_in(alice)


def test_all_browsers_of_a_player_can_be_signed_out(site: Site, alice: Browser) -> None:
    phone = site.browser()
    phone.open(site.edit_link(1, 1))
    with site.writing() as session:
        assert sign_ins.end_all(session, 1, [PLAYER], now=NOW) == 2

    assert not is_signed_in(alice)
    assert not is_signed_in(phone)


def test_a_player_sees_and_ends_the_browsers_that_speak_for_them(
    site: Site, alice: Browser
) -> None:
    phone, tablet, bob = site.browser(), site.browser(), site.browser()
    phone.client.headers["User-Agent"] = "Mozilla/5.0 (iPhone) Version/26.0 Safari/604.1"
    phone.open(site.edit_link(1, 1))
    tablet.open(site.edit_link(1, 1))
    bob.open(site.edit_link(2, 1))
    page = alice.get("/en/seasons/cup/my")
    assert "Safari, iPhone" in page.text("#browsers")
    second, bobs = rows(site)[1].id, rows(site)[3].id

    for number in (second, bobs, 99, 10**30, "x"):
        alice.submit(page, '#browsers li form[action$="/browsers"]', sign_in=str(number))
    assert [is_signed_in(each) for each in (alice, phone, tablet, bob)] == [True, False, True, True]
    everywhere = alice.submit(page, '#browsers > form[action$="/browsers"]', everywhere="yes")
    assert everywhere.location == "/en/seasons/cup"
    assert [is_signed_in(each) for each in (alice, tablet, bob)] == [False, False, True]


def test_a_replaced_link_leads_to_the_results_once_they_are_public(
    site: Site, alice: Browser
) -> None:
    old = site.edit_link(1, 1)
    alice.submit(alice.get("/en/seasons/cup/my"), 'form[action$="/new-address"]')
    with site.writing() as session:
        seasons.by_slug(session, "cup").state = SeasonState.PUBLISHED
    answers = [site.browser().get(old), site.browser().post(old)]

    assert [answer.status for answer in answers] == [410, 410]
    for answer in answers:
        links = [node.attributes["href"] for node in answer.page.css("main .actions a")]
        assert links[0] == "/en/seasons/cup"


@pytest.mark.parametrize("state", [RevisionState.ACCEPTED, RevisionState.QUEUED])
def test_a_new_secret_address_ends_the_old_links_and_browsers(
    state: RevisionState, site: Site, alice: Browser
) -> None:
    """And a letter brings the new ones, whether the entry counts or is on the waiting list."""
    with site.writing() as session:
        revision = session.get_one(Revision, 1)
        revision.state = state
        revision.entry.current = revision if state is RevisionState.ACCEPTED else None
    thief, old = site.browser(), site.edit_link(1, 1)
    thief.open(old)
    page = alice.submit(alice.get("/en/seasons/cup/my"), 'form[action$="/new-address"]')

    assert "are new" in alice.follow(page).text("#browsers")
    assert (is_signed_in(alice), is_signed_in(thief)) == (True, False)
    assert "has been replaced" in thief.get(old).text()
    assert [thief.get(old).status, thief.post(old).status] == [410, 410]
    assert thief.get(site.confirm_link(1)).status == 410
    assert thief.get(site.edit_link(2, 1)).status == 200  # Bob's is as it was
    new = make_token(site.key, "reply", 1, 1, own=Secrets(1))
    assert thief.open(f"/en/my/{new}").status == 303
    assert [letter.kind for letter in site.letters()] == ["shown"]


def test_the_letter_that_leaves_names_the_new_address(
    site: Site, alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice.submit(alice.get("/en/seasons/cup/my"), 'form[action$="/new-address"]')
    settings = site.app.site.settings
    monkeypatch.setattr("app.letters.contents.settings", lambda: settings)
    (letter,) = site.letters()
    with site.reading() as session:
        words = render(session, session.merge(letter, load=False))
    letter.subject, letter.text, letter.html = without_secrets(words, settings.key())
    ways = route(letter, "a@example.com", settings.key(), settings, Secrets(1))
    mail = message_from_bytes(compose(letter, ways, settings).content, policy=policy.default)
    body = mail.get_body(("plain",))
    assert body
    old, new = (make_token(settings.key(), "reply", 1, 1, own=Secrets(at)) for at in (0, 1))

    assert new in body.get_content()
    assert old not in body.get_content()
    assert new in mail["Reply-To"]


def test_a_link_is_used_once(site: Site) -> None:
    with site.writing() as session:
        _, token = sign_ins.start(
            session, SignInPurpose.LINK, 1, now=NOW, expires_at=NOW + timedelta(minutes=10)
        )
        used = [sign_ins.end(session, token, now=NOW) for _ in range(2)]

    assert used == [True, False]


def test_what_is_long_over_is_forgotten(site: Site, alice: Browser) -> None:
    site.clock.pass_by(days=38)
    alice.open(site.edit_link(1, 1))

    assert len(rows(site)) == 1


# --- organisers -------------------------------------------------------------------------------------


@pytest.fixture
def desk(site: Site) -> None:
    """A page for organisers, and one that lets Alice in."""
    app, pages = FastAPI(), site.app.inner
    site.app = SiteApp(site.app.site, app, app)
    errors.install(app)

    @app.post("/en/let-in")
    def let_in(request: Request, session: Writing, now: Now) -> Response:
        answer = PlainTextResponse("in")
        sessions.start(session, request, answer, ORGANISER, 1, now=now, label="a laptop")
        return answer

    @app.get("/en/a-desk")
    def show(organiser: SignedInOrganiser) -> Response:
        return PlainTextResponse(str(organiser.player_id))

    app.mount("", pages)


def test_an_organiser_is_signed_in_beside_a_player(desk: None, site: Site, alice: Browser) -> None:
    with site.writing() as session:
        player = session.get_one(Player, 1)
        player.organiser_since, player.role = NOW, Role.OWNER
    alice.post("/en/let-in")

    assert alice.get("/en/a-desk").html == "1"
    assert is_signed_in(alice)


def test_who_is_no_organiser_any_more_is_not_signed_in_as_one(
    desk: None, site: Site, alice: Browser
) -> None:
    with site.writing() as session:
        player = session.get_one(Player, 1)
        player.organiser_since, player.role = NOW, Role.OWNER
    alice.post("/en/let-in")
    with site.writing() as session:
        session.get_one(Player, 1).organiser_since = None

    assert alice.get("/en/a-desk").status == 403


def test_the_cookie_of_a_player_opens_no_desk(desk: None, site: Site, alice: Browser) -> None:
    with site.writing() as session:
        player = session.get_one(Player, 1)
        player.organiser_since, player.role = NOW, Role.OWNER
    token = alice.client.cookies["__Host-hikyaku-player-cup"]
    forged = site.browser()
    forged.client.cookies.set("__Host-hikyaku-organiser", token)

    assert forged.get("/en/a-desk").status == 403


def test_a_page_is_shown_even_if_nothing_can_be_written(
    site: Site, alice: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    from app.store.database import StoreUnavailable

    def refuse(*_: object, **__: object) -> None:
        raise StoreUnavailable("read-only")

    site.clock.pass_by(hours=1)
    monkeypatch.setattr("app.web.sessions.sign_ins.touch", refuse)

    assert is_signed_in(alice)
