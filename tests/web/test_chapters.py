"""A rule book on a phone: its opening first, then the chapter that the address points into, without scripts."""

import pytest
from playwright.sync_api import Browser, expect

from app.games import slugs
from tests.web.serving import Serving, visitor

PHONE = 390
LONGEST = 9_000


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_phone_shows_one_chapter_and_every_anchor_leads_into_its_own(
    site: Serving, chromium: Browser, lang: str
) -> None:
    with visitor(chromium, site, PHONE, java_script_enabled=False) as guest:
        guest.go(f"/{lang}/games/laplaplus/rules")
        page, shown = guest.page, guest.page.locator(".chapter:visible")
        expect(shown).to_have_count(0)
        expect(page.locator(".opening")).to_be_visible()
        page.locator(".contents a").nth(4).click()
        expect(shown.locator("#s5")).to_be_visible()
        shown.locator("a[rel=next]").click()
        expect(shown.locator("h2")).to_have_id("s6")
        guest.go(f"/{lang}/games/laplaplus/rules#r12")
        expect(shown).to_have_count(1)
        expect(page.locator("#r12")).to_be_in_viewport()
        shown.locator("[href='#contents']").click()
        expect(page.locator(".opening")).to_be_visible()
        page.locator("[href='#whole']").click()
        expect(shown).to_have_count(11)
        guest.look()


@pytest.mark.parametrize("game", slugs())
def test_no_chapter_is_endless_on_a_phone(site: Serving, chromium: Browser, game: str) -> None:
    with visitor(chromium, site, PHONE) as guest:
        guest.go(f"/en/games/{game}/rules")
        heights = guest.page.evaluate(
            """[...document.querySelectorAll(".contents a:not([href='#whole'])")].map((link) => {
                location.hash = link.hash
                return document.documentElement.scrollHeight
            })"""
        )
        assert 0 < max(heights) < LONGEST


def test_a_wide_screen_shows_the_whole_book(site: Serving, chromium: Browser) -> None:
    with visitor(chromium, site) as guest:
        guest.go("/en/games/laplaplus/rules#s5")
        expect(guest.page.locator(".chapter:visible")).to_have_count(11)
        expect(guest.page.locator(".turning:visible")).to_have_count(0)
