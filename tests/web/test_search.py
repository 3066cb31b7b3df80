"""Search finds what is public, by all the words of a question, and nothing that is hidden, sealed or not listed."""

import re
from collections.abc import Callable
from urllib.parse import quote

import pytest
from sqlmodel import select

from app.engine import Lang
from app.league.desk import hidings
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Season
from tests.support.browsers import Browser, Site
from tests.support.seasons import CLOSES


@pytest.fixture
def site(begin: Callable[[str], Database]) -> Site:
    """A season whose results are public."""
    return Site(begin("published"))


def found(browser: Browser, lang: Lang, words: str) -> list[str]:
    """The addresses that are found."""
    page = browser.get(f"/{lang}/search?q={quote(words)}")
    assert page.status == 200
    return re.findall(r'<li>\s*<a href="([^"]+)"', page.html)


@pytest.mark.parametrize(
    ("lang", "words", "first"),
    [
        ("en", "standing orders", "/en/docs/orders#standing-orders"),
        ("ja", "常時指示", "/ja/docs/orders#常時指示"),
        ("en", "“standing orders”?", "/en/docs/orders#standing-orders"),
        ("ja", "「常時指示」？", "/ja/docs/orders#常時指示"),
        ("ja", "ｏｒｄｅｒｓ　常時指示", "/ja/docs/"),
        ("en", "ALICE", "/en/seasons/cup/entries/1"),
        ("ja", "春一", "/ja/seasons/cup/entries/3"),
        ("en", "cup", "/en/seasons/cup"),
    ],
)
def test_all_words_are_looked_for_in_either_language(
    site: Site, lang: Lang, words: str, first: str
) -> None:
    assert found(site.browser(), lang, words)[0].startswith(first)


def test_every_place_that_is_found_is_there(site: Site) -> None:
    browser = site.browser()
    for address in found(browser, "en", "season") + found(browser, "ja", "試合"):
        path, _, anchor = address.partition("#")
        page = browser.get(path)
        assert page.status == 200
        assert not anchor or f'id="{anchor}"' in page.html


def test_names_that_organisers_hide_and_seasons_in_no_list_are_not_found(site: Site) -> None:
    by = Organiser("olga", CLOSES, "", "A name that hurts.")
    with site.writing() as session:
        entry = session.exec(select(Entry).where(Entry.number == 1)).one()
        hidings.hide(session, "cup", entry, "name", by)
    browser = site.browser()
    assert not any("/seasons/" in each for each in found(browser, "en", "Alice"))

    assert any("/seasons/" in each for each in found(browser, "en", "Bob"))
    with site.writing() as session:
        session.exec(select(Season)).one().listed = False
    assert not any("/seasons/" in each for each in found(browser, "en", "Bob"))


@pytest.mark.parametrize("words", ["", " ", "%", "_", "\\", "'\"<b>", "あ" * 5000, "x " * 900])
def test_whatever_is_typed_gets_a_page(site: Site, words: str) -> None:
    page = site.browser().get(f"/en/search?q={quote(words)}")

    assert page.status == 200
    assert "<b>" not in page.html
