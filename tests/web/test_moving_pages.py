"""Pages that move on by themselves: matches as their spectators see them, here and on other sites."""

import re
from collections.abc import Iterator
from typing import Final

import pytest
from playwright.sync_api import Browser, expect

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
