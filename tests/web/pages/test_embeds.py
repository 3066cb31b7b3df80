"""Frames on other sites: small pages that any site may show, without cookie, form or spoiled battle."""

import re
from html import unescape

import pytest
from selectolax.lexbor import LexborHTMLParser

from app.store.database import Database
from tests.support.browsers import Site
from tests.support.seasons import Character, a_finished_season, a_season

NASTY = "\"><script>alert('x')</script>"
EMBED = "/en/embed/seasons/cup"


@pytest.fixture
def site(database: Database) -> Site:
    with database.writing() as session:
        characters = [
            Character(NASTY, "攻攻攻核"),
            Character("Bob", "核"),
            Character("Eve", "盾核"),
        ]
        a_finished_season(session, characters, title_ja=NASTY, title_en=NASTY)
        a_season(session, slug="open", title_en="Next")
    return Site(database)


@pytest.mark.parametrize("path", [EMBED, f"{EMBED}/battles/1-2", "/ja/embed/seasons/open"])
def test_any_site_may_frame_it_and_only_it(site: Site, path: str) -> None:
    client = site.browser().client
    answer = client.get(path)
    page = LexborHTMLParser(answer.text)

    assert answer.status_code == 200
    assert "frame-ancestors *" in answer.headers["Content-Security-Policy"]
    assert "set-cookie" not in answer.headers
    assert page.css("script, form, input, [style]") == []
    assert {node.attributes.get("target") for node in page.css("a")} == {"_top"}
    assert page.css_first("meta[name=robots][content=noindex]") is not None
    assert len(answer.content) < 12_000
    for other in ("/en/seasons/cup", f"{EMBED}/battles/1-9"):
        assert "frame-ancestors 'none'" in client.get(other).headers["Content-Security-Policy"]


def test_a_framed_battle_keeps_its_end_to_itself_until_it_is_asked_for(site: Site) -> None:
    page = site.browser().get(f"{EMBED}/battles/1-2").page
    asked_for = page.css_first("details:not([open])")

    assert asked_for is not None
    assert "wins" in asked_for.text()
    asked_for.decompose()
    assert not re.search("wins|knock|won", page.css_first("body").text())  # type: ignore[union-attr]


@pytest.mark.parametrize("path", ["", "/battles/1-2"])
def test_the_lines_to_copy_are_safe_on_the_page_that_takes_them(site: Site, path: str) -> None:
    page = site.browser().get(f"/en/seasons/cup{path}").page
    lines = page.css_first("#share-frame")
    assert lines is not None

    copied = LexborHTMLParser(lines.text())

    frame = copied.css_first("iframe")
    assert frame is not None
    assert frame.attributes["src"] == f"{site.base_url}{EMBED}{path}"
    assert NASTY in unescape(frame.attributes["title"] or "")
    assert copied.css("script") == []
