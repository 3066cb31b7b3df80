"""Organisers' accounts: a second factor, showing once more who one is, and everything that speaks for somebody."""

import re
from dataclasses import replace
from datetime import timedelta

import pyotp
import pytest
from sqlmodel import select

from app.league import visibility
from app.league.people import organisers
from app.letters.contents import render
from app.store import players
from app.store.database import Database
from app.store.security import second_factors, security_log, sign_ins
from app.store.tables import Season, SeasonState, SignIn, SignInPurpose
from tests.support.browsers import Answer, Browser, Site
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season

OLGA = "olga@example.com"
SECURITY = "/en/desk/security"
ACT = "/en/desk/seasons/cup/acts/publish"
FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"


@pytest.fixture
def site(database: Database, monkeypatch: pytest.MonkeyPatch) -> Site:
    """A season is under review; Olga organises."""
    with database.writing() as session:
        a_finished_season(session, [Character("Tuesday", "攻核"), Character("Mirror", "核核")])
        season = session.exec(select(Season)).one()
        season.state, season.closes_at = SeasonState.REVIEW, NOW
    site = Site(database)
    monkeypatch.setattr("app.letters.contents.settings", lambda: site.app.site.settings)
    return site


def link(site: Site) -> str:
    with site.writing() as session:
        return f"/en/in/{organisers.appoint(session, OLGA, 'Olga', site.clock.now)}"


@pytest.fixture
def olga(site: Site) -> Browser:
    browser = site.browser()
    assert browser.open(link(site)).status == 303
    return browser


def press(browser: Browser, page: Answer, name: str, value: str, **typed: str) -> Answer:
    """Press this button of the page, with its form filled in."""
    button = page.page.css_first(f'button[name="{name}"][value="{value}"]')
    assert button, f"there is no button {name}={value}"
    form = button.parent
    while form and form.tag != "form":
        form = form.parent
    assert form
    fields = {
        node.attributes["name"] or "": node.attributes.get("value") or node.text()
        for node in form.css("input, textarea")
    }
    action = form.attributes.get("action") or page.at
    return browser.post(action, {**fields, **typed, name: value})


def code(site: Site) -> str:
    """What Olga's app shows now, in a step of its own."""
    site.clock.pass_by(seconds=90)
    with site.reading() as session:
        player = players.with_address(session, OLGA)
        factor = second_factors.find(session, player.id) if player else None
    assert factor
    return pyotp.TOTP(factor.secret).at(site.clock.now)


@pytest.fixture
def codes(site: Site, olga: Browser) -> list[str]:
    """Olga has a second factor."""
    page = press(olga, olga.get(SECURITY), "act", "begin")
    assert page.status == 200
    picture = page.page.css_first("figure svg path")
    assert picture
    assert "style" not in picture.attributes
    on = press(olga, page, "act", "on", first_code=code(site))
    return [node.text() for node in on.page.css(".codes code")]


def state(site: Site) -> SeasonState:
    with site.database.reading() as session:
        return session.exec(select(Season)).one().state


def events(site: Site) -> list[str]:
    with site.reading() as session:
        return [each.event for each in security_log.latest(session, 100)][::-1]


# --- signing in with a second factor -----------------------------------------------------------------


def test_a_link_alone_lets_nobody_in_who_has_a_second_factor(site: Site, codes: list[str]) -> None:
    stolen = link(site)
    thief, browser = site.browser("198.51.100.66"), site.browser()
    asked = thief.open(stolen)

    assert (asked.status, "set-cookie" in asked.headers) == (200, False)
    assert asked.page.css_first('input[name="proof_code"]')
    assert thief.submit(asked, proof_code="123456").status == 403
    assert thief.get("/en/desk").status == 403
    assert browser.submit(browser.open(stolen), proof_code=code(site)).status == 303
    assert browser.get("/en/desk").status == 200
    assert thief.submit(asked, proof_code=code(site)).status == 410  # used up


def test_a_code_lets_in_once(site: Site, codes: list[str]) -> None:
    shown = code(site)
    first, second = site.browser(), site.browser()

    assert first.submit(first.open(link(site)), proof_code=shown).status == 303
    assert second.submit(second.open(link(site)), proof_code=shown).status == 403
    assert second.submit(second.open(link(site)), proof_code=codes[0]).status == 303
    assert second.submit(second.open(link(site)), proof_code=codes[0]).status == 403
    assert "recovery-code-used" in events(site)


def test_whoever_guesses_codes_uses_up_their_link_and_locks_nobody_out(
    site: Site, codes: list[str]
) -> None:
    thief, stolen = site.browser("198.51.100.66"), link(site)
    asked = thief.open(stolen)
    statuses = [thief.submit(asked, proof_code=f"{at:06}").status for at in range(25)]

    assert statuses == [403] * 21 + [410] * 4
    assert {"second-factor-failed", "limit-hit", "sign-in-failed"} <= {*events(site)}
    browser = site.browser()
    assert browser.submit(browser.open(link(site)), proof_code=code(site)).status == 303


@pytest.mark.parametrize("typed", [{}, {"proof_code": "123456"}])
def test_a_link_that_is_none_tells_nothing(
    site: Site, codes: list[str], typed: dict[str, str]
) -> None:
    browser = site.browser()
    wrong = "/en/in/" + "x" * 43

    right = link(site)
    assert browser.get(wrong).html == browser.get(right).html.replace(right[3:], wrong[3:])
    assert browser.post(wrong, typed).status == 410


def test_the_machine_s_owner_takes_a_lost_factor_away(site: Site, codes: list[str]) -> None:
    with site.writing() as session:
        assert organisers.forget_factor(session, OLGA, site.clock.now)
    browser = site.browser()

    assert browser.open(link(site)).status == 303
    assert events(site)[-3:] == ["second-factor-off", "organiser-appointed", "signed-in"]


def test_where_a_second_factor_is_required_nothing_else_comes_first(
    site: Site, olga: Browser
) -> None:
    object.__setattr__(site.app.site.settings, "second_factor", "required")
    answers = [olga.get("/en/desk"), olga.get("/en/desk/mail"), olga.get(ACT)]
    answers.append(olga.submit(olga.get(SECURITY), 'form[action$="/tokens"]', label="backup"))

    assert [(answer.status, answer.location) for answer in answers] == [(303, SECURITY)] * 4
    assert "token-made" not in events(site)
    assert "This site requires one of every organiser" in olga.get(SECURITY).text("#factor")
    page = press(olga, olga.get(SECURITY), "act", "begin")
    assert press(olga, page, "act", "on", first_code=code(site)).status == 200
    assert olga.get("/en/desk").status == 200


# --- showing once more who one is --------------------------------------------------------------------


def test_just_after_signing_in_nothing_more_is_asked(site: Site, olga: Browser) -> None:
    assert olga.submit(olga.get(ACT)).status == 303
    assert state(site) is SeasonState.PUBLISHED


def test_later_a_code_is_asked_for_and_what_was_typed_is_kept(
    site: Site, olga: Browser, codes: list[str]
) -> None:
    site.clock.pass_by(minutes=16)
    undo = "/en/desk/seasons/cup/acts/undo"
    asked = olga.submit(olga.get(undo), reason="too early\n& <b>")

    assert (asked.status, state(site)) == (403, SeasonState.REVIEW)
    assert olga.submit(asked, proof_code="000000").status == 403
    assert state(site) is SeasonState.REVIEW
    assert olga.submit(asked, proof_code=code(site)).status == 303
    assert state(site) is SeasonState.CLOSED
    assert "too early & <b>" in olga.get("/en/desk/seasons/cup").text("ul.log")
    assert "confirmed-again" in events(site)


def test_a_season_is_deleted_only_by_who_shows_who_they_are(
    site: Site, olga: Browser, codes: list[str]
) -> None:
    site.clock.pass_by(minutes=16)
    asked = olga.submit(olga.get("/en/desk/seasons/cup/delete"), confirmed="cup")

    assert (asked.status, state(site)) == (403, SeasonState.REVIEW)
    assert asked.page.css_first('input[name="proof_code"]')
    answer = olga.submit(asked, proof_code=code(site))
    assert answer.status in (303, 409), "what it says now is about the season"
    assert "confirmed-again" in events(site)


def test_a_thief_of_a_browser_guesses_no_code(site: Site, olga: Browser, codes: list[str]) -> None:
    site.clock.pass_by(minutes=16)
    asked = olga.submit(olga.get(ACT))
    statuses = [olga.submit(asked, proof_code=f"{at:06}").status for at in range(25)]

    assert statuses[-1] == 429
    assert olga.submit(asked, proof_code=code(site)).status == 429
    other = site.browser()
    assert other.submit(other.open(link(site)), proof_code=code(site)).status == 303
    assert other.submit(other.get(ACT)).status == 303


def test_without_a_second_factor_a_letter_is_asked_for(site: Site, olga: Browser) -> None:
    site.clock.pass_by(minutes=16)
    asked = olga.submit(olga.get(ACT))
    assert (asked.status, state(site)) == (403, SeasonState.REVIEW)
    sent = press(olga, asked, "proof_letter", "yes")
    secret = proof_link(site)
    stranger = site.browser()
    stranger.open(link(site))

    assert olga.submit(sent).status == 403  # the letter has not been opened yet
    assert stranger.get(secret).status == 410
    assert olga.get(secret).status == 200
    assert olga.submit(sent).status == 403  # looking is not enough
    assert olga.open(secret).status == 200
    assert olga.submit(sent).status == 303
    assert state(site) is SeasonState.PUBLISHED


def test_a_link_of_proof_runs_out_and_is_nothing_to_who_has_a_second_factor(
    site: Site, olga: Browser
) -> None:
    site.clock.pass_by(minutes=16)
    press(olga, olga.submit(olga.get(ACT)), "proof_letter", "yes")
    secret = proof_link(site)
    button = olga.get(secret)
    wrong = replace(button, at=secret[:-1] + "a")
    site.clock.pass_by(minutes=16)

    assert olga.get(secret).status == olga.submit(button).status == 410
    assert olga.get(wrong.at).status == olga.submit(wrong).status == 404


def proof_link(site: Site) -> str:
    """The link in the letter that was written last."""
    letter = site.letters()[-1]
    assert letter.kind == "proof"
    with site.reading() as session:
        text = render(session, session.merge(letter, load=False)).text
    found = re.search(r"/en/desk/prove/\S+", text)
    assert found
    return found[0]


@pytest.mark.parametrize(
    ("button", "value", "form"),
    [("act", "begin", {}), ("label", "script", {})],
)
def test_second_factors_and_tokens_are_changed_only_by_who_shows_who_they_are(
    site: Site, olga: Browser, button: str, value: str, form: dict[str, str]
) -> None:
    page = olga.get(SECURITY)
    site.clock.pass_by(minutes=16)
    where = "factor" if button == "act" else "tokens"
    asked = olga.submit(page, f'form[action$="/{where}"]', **{button: value})

    assert asked.status == 403
    assert asked.text("h1") == "Is it you?"


def test_nobody_switches_a_second_factor_off_without_it(
    site: Site, olga: Browser, codes: list[str]
) -> None:
    page = olga.get(SECURITY)
    site.clock.pass_by(minutes=16)
    asked = press(olga, page, "act", "off")
    assert asked.status == 403
    assert olga.submit(asked, proof_code=codes[0]).status == 303
    assert "Set it up" in olga.get(SECURITY).text("#factor")
    assert events(site)[-1] == "second-factor-off"


# --- browsers and programs ---------------------------------------------------------------------------


def test_an_organiser_sees_and_ends_what_speaks_for_them(site: Site, olga: Browser) -> None:
    other = site.browser()
    other.client.headers["User-Agent"] = FIREFOX
    other.open(link(site))
    page = olga.get(SECURITY)
    assert "Firefox, Linux" in page.text("#browsers")
    assert "(this one)" in page.text("#browsers li:first-child")
    answer = olga.submit(page, "#browsers li:first-child form", sign_in=str(newest(site).id))

    assert answer.status == 303
    assert other.get("/en/desk").status == 403
    assert olga.get("/en/desk").status == 200
    assert events(site)[-1] == "sign-in-ended"


def test_a_token_is_shown_once_listed_and_ended(site: Site, olga: Browser) -> None:
    made = olga.submit(olga.get(SECURITY), 'form[action$="/tokens"]', label="backup <script>")
    token = made.text("#tokens .notice code")
    headers = {"Authorization": f"Bearer {token}"}
    program = site.browser("192.0.2.9")

    assert program.get("/api/v1/organiser/seasons", headers=headers).status == 200
    page = olga.get(SECURITY)
    assert token not in page.html
    assert "backup <script>" in page.text("#tokens li")
    olga.submit(page, "#tokens li form", sign_in=str(newest(site).id))
    assert program.get("/api/v1/organiser/seasons", headers=headers).status == 401
    assert events(site)[-3:] == ["token-made", "token-ended", "wrong-token"]


def test_nobody_ends_what_speaks_for_another(site: Site, olga: Browser) -> None:
    with site.writing() as session:
        bob = players.known_as(session, "bob@example.com", "en", NOW)
        other, _ = sign_ins.start(
            session, SignInPurpose.API, bob.id, now=NOW, expires_at=NOW + timedelta(days=1)
        )
    olga.submit(olga.get(SECURITY), 'form[action$="/end"]', sign_in=str(other.id))
    with site.reading() as session:
        assert session.get_one(SignIn, other.id).ended_at is None


def test_the_log_of_the_site_is_on_the_page_without_addresses(site: Site, olga: Browser) -> None:
    site.browser("198.51.100.7").get("/en/confirm/guess")
    page = olga.get(SECURITY)

    assert "signed-in" in page.text("#log")
    assert "wrong-link" in page.text("#log")
    assert "198.51" not in page.html
    assert OLGA not in page.html


def newest(site: Site) -> SignIn:
    with site.database.reading() as session:
        return max(session.exec(select(SignIn)), key=lambda each: each.id)


def test_what_is_sealed_and_asked_for_is_in_the_log_and_so_are_foreign_forms(
    site: Site, olga: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def record(_session: object, season: Season, *_: object) -> None:
        visibility.require_laid_open(season, NOW)

    monkeypatch.setattr("app.web.api.organisers.record", record)
    with site.writing() as session:
        session.exec(select(Season)).one().state = SeasonState.OPEN
        token = organisers.grant_token(session, OLGA, "script", NOW, [*organisers.Right])
    headers = {"Authorization": f"Bearer {token}"}
    refused = olga.get("/api/v1/organiser/seasons/cup/record", headers=headers)
    olga.post("/en/desk/sign-out", {}, headers={"Sec-Fetch-Site": "cross-site"})

    assert refused.status == 409
    assert events(site).count("sealed-asked-for") == 1
    assert events(site)[-2:] == ["sealed-asked-for", "foreign-form"]
