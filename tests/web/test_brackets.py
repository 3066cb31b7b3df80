"""A bracket under a mouse and under a finger."""

from playwright.sync_api import Browser, expect

from tests.support.stages import a_season, publish
from tests.web.serving import NARROW, Serving, visitor

STAGE = "/en/seasons/cup/stages/1"
BUILDS = ["攻核", "核", "盾攻", "攻攻", "核攻", "攻盾核", "攻攻核", "盾核攻"]


def test_whoever_is_pointed_at_has_their_path_lit_until_the_mouse_has_left(
    site: Serving, chromium: Browser
) -> None:
    a_season(site.database, "double-knockout", BUILDS)
    publish(site.database)
    with visitor(chromium, site) as guest:
        guest.go(STAGE)
        bracket = guest.page.locator(".bracket")
        champion = bracket.get_attribute("data-lit")
        lit = bracket.locator(".side.lit")
        loser = bracket.locator(".side.lost").first
        who = loser.get_attribute("data-who")
        games = bracket.locator(f"[data-who='{who}']")
        assert champion != who

        loser.hover()
        expect(lit).to_have_count(games.count())
        expect(lit.first).to_have_attribute("data-who", who or "")
        guest.page.locator("h1").hover()
        expect(lit.first).to_have_attribute("data-who", champion or "")


def test_a_finger_lights_first_and_then_follows_and_rounds_are_swiped(
    site: Serving, chromium: Browser
) -> None:
    a_season(site.database, "knockout", BUILDS)
    publish(site.database)
    with visitor(chromium, site, NARROW, has_touch=True) as guest:
        guest.go(STAGE)
        rounds = guest.page.locator(".bracket .rounds").first
        loser = rounds.locator(".side.lost").first
        widths = rounds.evaluate("each => [each.scrollWidth, each.clientWidth]")
        assert widths[0] > 2 * widths[1]

        loser.tap()
        expect(loser).to_contain_class("lit")
        assert guest.page.url.endswith(STAGE)
        loser.tap()
        guest.page.wait_for_url("**/entries/*")
