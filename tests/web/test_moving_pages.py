"""Pages that move on by themselves: matches as their spectators see them, here and on other sites."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, Request, expect

from app.engine.ruleset import Ruleset
from tests.support.duels import begin_cup, next_deadline, pass_deadline
from tests.web.serving import NARROW, Serving, Visitor, visitor
from tests.web.test_axe import violations

MATCH: Final = "/seasons/cup/matches/1-1"
PICKED: Final = "getSelection().selectAllChildren(document.querySelector('.bill'))"


@pytest.fixture
def guest(duel: Ruleset, site: Serving, chromium: Browser) -> Iterator[Visitor]:
    """Somebody before whom time passes only when a test says so."""
    begin_cup(site.database, 3)
    deadline = next_deadline(site.database)
    assert deadline
    site.clock.now = deadline
    with visitor(chromium, site) as guest:
        guest.page.clock.install()
        yield guest


@pytest.mark.parametrize(
    ("path", "shown"),
    [
        (MATCH, ".outcome"),
        (f"{MATCH}?beside=2-1", "#table2 + p"),
        (f"/embed{MATCH}", "[role=status]"),
    ],
)
def test_a_new_exchange_comes_by_itself(
    site: Serving, guest: Visitor, path: str, shown: str
) -> None:
    guest.go(f"/en{path}")
    assert "Exchange 1" in guest.text(shown)
    guest.page.evaluate("document.addEventListener('hikyaku:moved', () => { window.moved = 1; })")
    pass_deadline(site.database)
    guest.page.clock.run_for(31_000)
    expect(guest.page.locator(shown).first).to_contain_text("Exchange 2")
    assert guest.page.evaluate("window.moved") == 1


def test_nothing_is_exchanged_while_nothing_has_changed_or_somebody_is_in_the_middle(
    site: Serving, guest: Visitor
) -> None:
    guest.go(f"/en{MATCH}")
    guest.page.evaluate("document.querySelector('main').dataset.first = 1")
    with guest.page.expect_response(re.compile(MATCH)):
        guest.page.clock.run_for(31_000)
    guest.page.evaluate(PICKED)
    pass_deadline(site.database)
    guest.page.clock.run_for(31_000)
    expect(guest.page.locator(".moved")).to_be_visible()
    assert "Exchange 1" in guest.text(".outcome")
    assert guest.page.locator("main[data-first]").count() == 1
    guest.press("Show it")
    assert "Exchange 2" in guest.text(".outcome")


def test_what_is_open_and_has_the_focus_stays_so(site: Serving, guest: Visitor) -> None:
    guest.go(f"/en{MATCH}")
    guest.page.locator(".share summary").click()
    pass_deadline(site.database)
    guest.page.clock.run_for(31_000)
    expect(guest.page.locator(".outcome")).to_contain_text("Exchange 2")
    expect(guest.page.locator(".share summary")).to_be_focused()
    expect(guest.page.locator("#share-frame")).to_be_visible()


def test_out_of_sight_only_a_page_that_calls_its_reader_moves_on(
    site: Serving, guest: Visitor
) -> None:
    """Its title and its icon are what the reader sees of it then."""
    guest.page.add_init_script("Object.defineProperty(document, 'hidden', { get: () => true })")
    guest.go(f"/en{MATCH}?done=sent")
    title = guest.page.title()
    guest.page.evaluate("document.title = document.querySelector('[rel=icon]').href = 'old'")
    pass_deadline(site.database)
    asked = list[Request]()

    def note(request: Request) -> None:
        asked.append(request)

    guest.page.on("request", note)
    guest.page.clock.run_for(61_000)
    assert asked == []
    guest.page.evaluate("document.querySelector('main').dataset.calls = ''")
    guest.page.clock.run_for(2_000)
    expect(guest.page.locator(".outcome")).to_contain_text("Exchange 2")
    assert guest.page.url.endswith(MATCH)
    assert guest.page.title() == title
    icon = guest.page.locator("[rel=icon]").get_attribute("href")
    assert re.search(r"/seal\.", icon or "")


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_two_tables_and_a_framed_one_stand_in_nobodys_way(guest: Visitor, lang: str) -> None:
    for width in (1280, NARROW):
        guest.resize(width)
        for path in (MATCH, f"{MATCH}?beside=2-1", f"/embed{MATCH}"):
            guest.go(f"/{lang}{path}")
            guest.look()
            assert "\n".join(violations(guest)) == ""
    guest.go(f"/{lang}{MATCH}")
    guest.page.locator("#beside").select_option("3-1")
    guest.follow("#beside + button")
    assert guest.page.locator(".board").count() == 2
