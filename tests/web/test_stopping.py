"""One click stops letters, even a click by the reader's mail program (RFC 8058)."""

import pytest
from sqlmodel import select

from app.league.people.tokens import make_token
from app.store.database import Database
from app.store.tables import Player
from tests.support.browsers import Browser, Site
from tests.support.outgoing import write_letters


@pytest.fixture
def site(database: Database) -> Site:
    write_letters(database, "alice")
    return Site(database)


@pytest.fixture
def alice(site: Site) -> Browser:
    return site.browser()


def link(site: Site) -> str:
    return f"/en/letters/stop/{make_token(site.key, 'mute', 1)}"


def is_muted(site: Site) -> bool:
    with site.reading() as session:
        return session.exec(select(Player)).one().muted_at is not None


def test_looking_changes_nothing(site: Site, alice: Browser) -> None:
    page = alice.get(link(site))

    assert page.status == 200
    assert "Stop these letters" in page.text()
    assert not is_muted(site)


def test_a_button_stops_them_and_another_brings_them_back(site: Site, alice: Browser) -> None:
    stopped = alice.post(link(site), {"stop": "1"})
    assert is_muted(site)
    assert "You get no more reports" in stopped.text()

    back = alice.post(link(site), {"again": "1"})
    assert not is_muted(site)
    assert "news again" in back.text()


def test_a_mail_program_stops_them_without_a_browser(site: Site) -> None:
    """RFC 8058, section 3.2: a POST without cookies or a page before it, answered without a redirect."""
    client = site.browser().client
    answer = client.post(link(site), data={"List-Unsubscribe": "One-Click"})

    assert answer.status_code == 200
    assert is_muted(site)


def test_nobody_stops_the_letters_of_others(site: Site, alice: Browser) -> None:
    token = make_token(site.key, "reply", 1, 1)

    assert alice.post(f"/en/letters/stop/{token}", {"stop": "1"}).status == 404
    assert not is_muted(site)
