"""Matches as they are played at a table: by thumb, with a mouse, by keys alone and without scripts, from the first card to the end."""

import re
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

import pytest
from playwright.sync_api import Browser, Locator, expect

from app.engine import Ruleset
from app.games import match_game, match_slugs, ruleset
from tests.web.serving import Serving, Visitor, visitor
from tests.web.test_axe import violations
from tests.web.test_journeys import words
from tests.web.test_match_season import begin, enter, move_on

PHONE: Final = {"has_touch": True, "is_mobile": True}
HEIGHT: Final = 740
CHOSEN: Final = ".slots li:not(.free)"
HOUSE: Final = "button[value=house]"


@dataclass
class Hand:
    """Whose hand it is that touches, presses or types; how often it did is counted."""

    guest: Visitor
    way: str
    taps: int = 0

    def press(self, found: Locator) -> None:
        """This card or button, the way the visitor does it."""
        self.taps += 1
        if self.way == "touch":
            found.tap()
        elif self.way == "mouse":
            found.click()
        else:
            self.type_at(found)

    def type_at(self, found: Locator) -> None:
        """By keys alone: Tab until it has the focus, among cards of a group the arrows; then the space bar."""
        page = self.guest.page
        radio = found.locator("input[type=radio]")
        aim = radio if radio.count() else found
        target = aim.element_handle()
        for _ in range(80):
            if page.evaluate("it => document.activeElement === it", target):
                break
            is_card = page.evaluate("document.activeElement.name === 'touched'")
            page.keyboard.press("ArrowRight" if is_card and radio.count() else "Tab")
        expect(aim).to_be_focused()
        if not (radio.count() and radio.is_checked()):
            page.keyboard.press("Space")

    def choose(self) -> bool:
        """The first thing that glows is touched, and what it can do is chosen; nothing glows where nothing is left to choose."""
        page = self.guest.page
        if not page.locator("[name=take]").count():
            return False
        before, able = page.locator(CHOSEN).count(), page.locator(".able > label")
        if able.count():
            self.press(able.first)
            self.press(page.locator(".sheet .deeds button:visible").first)
        else:
            self.press(page.locator(".choosing [name=take]:visible").first)
        expect(page.locator(CHOSEN)).to_have_count(before + 1)
        return True

    def go(self, button: str = ".choosing .primary") -> None:
        """The bar's button is pressed, and the match has moved on."""
        steps = self.guest.page.locator("[name=steps]")
        before = steps.input_value()
        self.press(self.guest.page.locator(button))
        expect(steps).not_to_have_value(before)


@pytest.mark.parametrize(
    ("slug", "lang", "way", "width", "taps"),
    [
        ("fest", "ja", "touch", 360, 34),
        ("ocg", "en", "mouse", 1280, 67),
        ("acts", "ja", "keys", 1280, 38),
    ],
)
def test_a_newcomer_learns_a_game_by_what_glows_and_plays_on_to_its_end(
    site: Serving, chromium: Browser, slug: str, lang: str, way: str, width: int, taps: int
) -> None:
    """Two taps an order and one to send; then the house chooses until the end is staged, with its replay."""
    lesson = match_game(slug).lesson
    assert lesson
    with visitor(chromium, site, width, **(PHONE if way == "touch" else {})) as guest:
        page, hand = guest.page, Hand(guest, way)
        page.set_viewport_size({"width": width, "height": HEIGHT})
        guest.go(f"/{lang}/games")
        guest.follow(f"main a[href='/{lang}/games/{slug}/lesson']")
        for step in lesson.steps:
            expect(page.locator(".coach")).to_have_text(
                step.words.ja if lang == "ja" else step.words.en
            )
            while hand.choose():
                pass
            hand.go()
        assert hand.taps == taps
        expect(page.locator(".coach")).to_have_text(
            lesson.after.ja if lang == "ja" else lesson.after.en
        )
        assert "\n".join(violations(guest)) == ""
        page.set_viewport_size({"width": width, "height": HEIGHT})
        page.locator("button[value=hint]").click()
        expect(page.locator(CHOSEN).first).to_be_visible()
        hand.go()
        while page.locator(HOUSE).count():
            hand.go(HOUSE)
        expect(page.locator(".ending .verdict")).to_contain_text(
            words(lang, "The match is over: you have won.")
        )
        expect(page.locator("[data-play]")).to_be_visible()
        guest.look()


@pytest.mark.parametrize("slug", match_slugs())
def test_orders_are_sent_taken_back_and_sent_again_and_the_page_moves_by_itself(
    site: Serving, chromium: Browser, slug: str
) -> None:
    """The clock of the browser is that of the site: its seconds pass where the test says so."""
    game = ruleset(slug)
    build, *_ = game.under({}).starters().values()
    begin(site, "turn", slug, game.write_build(build))
    with visitor(chromium, site, 360, **PHONE) as guest, visitor(chromium, site) as rival:
        page, hand = guest.page, Hand(guest, "touch")
        page.clock.set_fixed_time(site.clock.now)
        enter(site, guest, 1, "en")
        expect(page).to_have_title(re.compile("^●"))
        hand.choose()
        orders = page.locator("textarea").input_value()
        hand.press(page.locator(".choosing .primary"))
        expect(page.locator(".choosing .sent")).to_be_visible()
        expect(page).not_to_have_title(re.compile("^●"))
        hand.press(page.locator("button[value=back]"))
        expect(page).to_have_title(re.compile("^●"))
        assert page.locator("textarea").input_value() == orders
        assert page.locator(CHOSEN).count() == 1
        hand.press(page.locator(".choosing .primary"))
        expect(page.locator(".choosing .sent")).to_be_visible()
        assert hand.taps == 5
        enter(site, rival, 2, "ja")
        rival.page.locator("button[value=hint]").click()
        expect(rival.page.locator(CHOSEN).first).to_be_visible()
        rival.page.locator(".choosing .primary").click()
        expect(rival.page.locator(".choosing .sent")).to_be_visible()
        assert move_on(site)
        page.clock.set_fixed_time(site.clock.now + timedelta(minutes=1))
        expect(page).to_have_title(re.compile("^●"))
        expect(page.locator(".news .unread")).to_be_visible()
        assert page.locator("textarea").input_value() == ""
        assert "\n".join(violations(guest)) == ""


def test_a_toy_game_gets_the_whole_table(duel: Ruleset, site: Serving, chromium: Browser) -> None:
    """Bluff says what it has, and no page knows of it: its cards are touched, chosen and played to the end."""
    with visitor(chromium, site, 360, **PHONE) as guest:
        page, hand = guest.page, Hand(guest, "touch")
        guest.go("/en/games/bluff/practice")
        guest.follow("button.primary")
        assert page.locator(".hand .able").count() == 3
        while page.locator(".choosing").count():
            assert hand.choose()
            hand.go()
        expect(page.locator(".ending .verdict")).to_contain_text("The match is over")


def test_a_decision_of_a_lesson_is_made_without_scripts(site: Serving, chromium: Browser) -> None:
    with visitor(chromium, site, 360, java_script_enabled=False) as guest:
        page, steps = guest.page, guest.page.locator("[name=steps]")
        guest.go("/ja/games/fest/lesson")
        for chosen in (1, 2, 3):
            page.locator(".able > label").first.click()
            guest.follow(".able .sheet button:visible")
            assert page.locator(CHOSEN).count() == chosen
        guest.follow(".choosing .primary")
        assert steps.input_value() != "[]"
        guest.follow("button[value=back]")
        assert steps.input_value() == "[]"
