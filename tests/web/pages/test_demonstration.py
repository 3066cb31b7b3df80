"""The letters of the demonstration: who tries the site finds the link that would have been mailed."""

import re

import pytest

from app.main import create_app
from app.settings import DemoSettings
from app.store.database import Database
from tests.support.browsers import BASE, Browser, Site
from tests.support.posting import CUP, open_cup

LETTERS = "/en/demonstration/letters"


def test_its_visitor_confirms_an_entry_without_a_mailbox(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    open_cup(database)
    site = Site(database)
    site.app = create_app(
        DemoSettings(secret=site.key.decode(), base_url=BASE), database, lambda: site.clock.now
    )
    monkeypatch.setattr("app.letters.contents.settings", lambda: site.app.site.settings)
    browser: Browser = site.browser()
    sent = browser.enter(
        f"/en/seasons/{CUP}/enter", name="<b>Nemesis</b>", build="攻核", address="alice@example.com"
    )
    assert LETTERS in browser.get(sent.location).html

    page = browser.get(LETTERS).html
    assert "<b>Nemesis" not in page
    link = re.search(r'href="https://cup\.example(/en/confirm/[^"]+)"', page)
    assert link
    assert browser.get(link[1]).status == 200


def test_no_other_site_has_them(database: Database) -> None:
    assert Site(database).browser().get(LETTERS).status == 404
