"""Who organises: roles and what they may do, letters that tell it, links to sign in by mail, tokens with scopes."""

import re
from collections.abc import Iterator
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import select
from starlette.testclient import TestClient

from app import clock
from app.league.people import organisers
from app.letters import contents
from app.letters.links import with_secrets
from app.main import create_app
from app.settings import Settings, settings
from app.store import players
from app.store.database import Database
from app.store.security import sign_ins
from app.store.tables import Letter, Player, Role, SignInPurpose
from tests.support.asking import Client
from tests.web.pages.test_desk import hidden

NOW = datetime.now(UTC)
PAT = "pat@example.com"


@pytest.fixture
def browser(database: Database, monkeypatch: pytest.MonkeyPatch) -> Iterator[TestClient]:
    monkeypatch.setenv("HIKYAKU_SECRET", "a secret of tests that is long enough")
    settings.cache_clear()
    here = Settings(secret="a secret of tests that is long enough", base_url="http://testserver")
    with Client(create_app(here, database), follow_redirects=False) as client:
        yield client
    settings.cache_clear()


def sign_in(browser: TestClient, database: Database, name: str, role: Role) -> TestClient:
    browser.cookies.clear()
    with database.writing() as session:
        address = f"{name.casefold()}@example.com"
        token = organisers.appoint(session, address, name, NOW, role)
    assert browser.post(f"/en/in/{token}").status_code == 303
    return browser


def letters_to(database: Database, address: str) -> list[str]:
    """The letters as they leave."""
    with database.reading() as session:
        player = players.with_address(session, address)
        number = player.id if player else 0
        found = session.exec(select(Letter).where(Letter.player_id == number)).all()
        key = settings().key()
        return [with_secrets(contents.draft(session, each).text, key) for each in found]


def link_in(letter: str) -> str:
    found = re.search(r"/en/in/[a-z2-7]{32}", letter)
    assert found, letter
    return found[0]


def test_an_owner_invites_a_helper_who_gets_in_by_the_letter(
    browser: TestClient, database: Database
) -> None:
    omar = sign_in(browser, database, "Omar", Role.OWNER)
    form = hidden(omar, "/en/desk/people") | {"address": PAT, "name": "Pat", "role": "helper"}
    answers = [omar.post("/en/desk/people", data=form) for _ in range(2)]
    told = letters_to(database, PAT)
    omar.cookies.clear()
    entered = omar.post(link_in(told[0]))

    assert [answer.status_code for answer in answers] == [303, 303], "pressed twice, done once"
    assert len(told) == 1
    assert "You are now a helper here" in told[0]
    assert entered.headers["location"] == "/en/desk"
    assert browser.get("/en/desk").status_code == 200
    assert browser.get("/en/desk/webhooks").status_code == 403
    assert "Security log" not in browser.get("/en/desk/security").text
    with database.reading() as session:
        assert {each.desk_name: each.role for each in session.exec(select(Player))} == {
            "Omar": Role.OWNER,
            "Pat": Role.HELPER,
        }


def test_who_is_dismissed_is_told_and_the_last_owner_stays(
    browser: TestClient, database: Database
) -> None:
    sign_in(browser, database, "Pat", Role.OWNER)
    omar = sign_in(browser, database, "Omar", Role.OWNER)
    with database.reading() as session:
        numbers = {each.desk_name: each.id for each in players.organisers(session)}

    def act(name: str, **fields: str) -> int:
        form = hidden(omar, "/en/desk/people") | fields
        return omar.post(f"/en/desk/people/{numbers[name]}", data=form).status_code

    assert act("Pat", act="role", role="helper") == 303
    assert act("Pat", act="role", role="helper") == 303, "nothing changes, nothing is told"
    assert act("Omar", act="role", role="organiser") == 422
    assert act("Omar", act="dismiss") == 422
    assert act("Pat", act="dismiss") == 303
    assert act("Pat", act="dismiss") == 422
    assert [
        ("helper here" in each, "not organise" in each) for each in letters_to(database, PAT)
    ] == [
        (True, False),
        (False, True),
    ]


def test_a_link_by_mail_lets_an_organiser_in_once_and_not_for_long(
    browser: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    sign_in(browser, database, "Pat", Role.HELPER)
    with database.writing() as session:
        players.known_as(session, "alice@example.com", "en", NOW)
    browser.cookies.clear()
    asked = [
        browser.post("/en/desk/sign-in", data={"address": address})
        for address in (PAT, "PAT@example.com", "alice@example.com", "nobody@example.com", "x")
    ]
    first, second = letters_to(database, PAT)

    assert {answer.text for answer in asked} == {asked[0].text}, "the same for every address"
    assert letters_to(database, "alice@example.com") == []
    assert browser.post(link_in(first)).headers["location"] == "/en/desk"
    assert browser.post(link_in(first)).status_code == 410
    later = datetime.now(UTC) + timedelta(minutes=16)
    monkeypatch.setattr(clock, "now", lambda: later)
    assert browser.post(link_in(second)).status_code == 410
    with database.reading() as session:
        stored = "".join(str(each.about) for each in session.exec(select(Letter)))
    assert link_in(second).rpartition("/")[2] not in stored


def test_links_by_mail_are_limited_without_saying_so_and_keep_no_organiser_out(
    browser: TestClient, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever asks in an organiser's name uses up what is under way, and never what comes after."""
    sign_in(browser, database, "Pat", Role.HELPER)
    answers = [browser.post("/en/desk/sign-in", data={"address": PAT}) for _ in range(5)]
    one_more = browser.post("/en/desk/sign-in", data={"address": PAT})

    assert {answer.status_code for answer in answers} == {200}
    assert one_more.status_code == 429, "of this client, whatever the address"
    assert len(letters_to(database, PAT)) == organisers.MOST_LINKS
    later = datetime.now(UTC) + organisers.MAILED_LINK_LIFETIME
    monkeypatch.setattr(clock, "now", lambda: later)
    browser.post("/en/desk/sign-in", data={"address": PAT})
    assert len(letters_to(database, PAT)) == organisers.MOST_LINKS + 1


def test_a_token_carries_what_it_was_made_for_and_no_more_than_its_holder_may(
    browser: TestClient, database: Database
) -> None:
    olga = sign_in(browser, database, "Olga", Role.ORGANISER)
    form = hidden(olga, "/en/desk/security") | {"label": "bot", "may_entries": "1"}
    shown = olga.post("/en/desk/security/tokens", data=form | {"may_people": "1"}).text
    with database.writing() as session:
        player = players.with_address(session, "olga@example.com")
        assert player
        _, old = sign_ins.start(
            session,
            SignInPurpose.API,
            player.id,
            now=NOW,
            expires_at=NOW + timedelta(days=1),
        )
        helper = organisers.grant_token(
            session, "olga@example.com", "bot", NOW, [*organisers.Right]
        )
        organisers.appoint(session, "omar@example.com", "Omar", NOW, Role.OWNER)
    token = re.findall(r"<p><code>([^<]+)</code></p>", shown)[0]

    def statuses(sent: str) -> list[int]:
        headers = {"Authorization": f"Bearer {sent}"}
        season = {"season": "cup", "game": "laplaplus"}
        entry = {"name": "A", "build": "核"}
        here = "/api/v1/organiser/seasons"
        return [
            browser.get(here, headers=headers).status_code,
            browser.post(f"{here}/nowhere/entries", json=entry, headers=headers).status_code,
            browser.post(here, json=season | {"season": "!"}, headers=headers).status_code,
        ]

    assert "add and withdraw entries" in shown
    assert statuses(token) == [200, 404, 403]
    assert statuses(old) == [200, 404, 409], "made before there were scopes"
    with database.writing() as session:
        player = players.with_address(session, "olga@example.com")
        assert player
        organisers.change_role(session, player, Role.HELPER, NOW)
    assert statuses(old) == statuses(helper) == [200, 403, 403]
