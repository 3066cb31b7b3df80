"""Matches as they are played at a table: by thumb, with a mouse, by keys alone and without scripts, from the first card to the end."""

import json
import re
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, expect

import app.web
from app.engine import Ruleset
from app.engine.matches.game import AUTOPILOT
from app.games import match_game, match_slugs, ruleset
from app.league.practice.practice import PracticeTable
from tests.web.serving import Serving, Visitor, visitor
from tests.web.test_axe import violations
from tests.web.test_journeys import words
from tests.web.test_match_season import begin, enter, move_on

PHONE: Final = {"has_touch": True, "is_mobile": True}
HEIGHT: Final = 740
MOST: Final = 4
"""So many of the fullest positions of a game are looked at."""
MOST_PAGE: Final = 80_000
MOST_SCRIPTS: Final = 60_000
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
            guest.follow(".able .sheet [name=take]:visible")
            assert page.locator(CHOSEN).count() == chosen
        guest.follow(".choosing .primary")
        assert steps.input_value() != "[]"
        guest.follow("button[value=back]")
        assert steps.input_value() == "[]"


def decks_of(slug: str) -> dict[str, Any]:
    """What can be brought to practice, by name."""
    rules = ruleset(slug)
    return {name: rules.match_build(each) for name, each in rules.under({}).starters().items()}


def fullest(slug: str, key: bytes, count: int) -> list[tuple[str, int]]:
    """Of fifty matches that the house plays the positions with the most cards and units on the table: number and steps."""
    game, found, decks = match_game(slug), [], decks_of(slug)
    build, *_ = decks.values()
    for n in range(50):
        table = PracticeTable(game, key, f"{n:016x}", build, decks, "", AUTOPILOT)
        position, steps = table.position([]), 0
        while position.asked:
            board = game.board(position.view, {"A": "A", "B": "B"}, "ja")
            zones = [zone for part in board.parts for zone in part.zones if not zone.is_pile]
            shown = sum(
                len(zone.pieces) + sum(len(each.pieces) for row in zone.grid for each in row)
                for zone in zones
            )
            found.append((shown, table.number, steps))
            position, steps = position.after(table, ""), steps + 1
    best: dict[str, int] = {}
    for _, number, steps in sorted(found, reverse=True):
        best.setdefault(number, steps)
    return [*best.items()][:count]


SIT_DOWN: Final = """([here, fields]) => {
  const form = Object.assign(document.createElement("form"), {method: "post", action: here});
  for (const [name, value] of Object.entries(fields))
    form.append(Object.assign(document.createElement("input"), {name, value}));
  document.body.append(form);
  form.submit();
}"""
REACHES: Final = """() => {
  const bar = document.querySelector(".choosing");
  bar.style.position = "static";
  return bar.getBoundingClientRect().bottom - document.querySelector("form.table").getBoundingClientRect().top;
}"""
"""How far the bar reaches below the top of the table where it does not stay in sight."""


@pytest.mark.parametrize("slug", match_slugs())
def test_the_fullest_tables_fit_the_screen_of_a_phone(
    site: Serving, chromium: Browser, slug: str
) -> None:
    """With what the house advises in the slots. The page weighs little, however long the match."""
    key, decks = site.settings.key(), [*decks_of(slug)]
    with visitor(chromium, site, 360, **PHONE) as guest:
        page, here = guest.page, f"/ja/games/{slug}/practice"
        page.set_viewport_size({"width": 360, "height": HEIGHT})
        guest.go(here)
        for number, steps in fullest(slug, key, MOST):
            fields = {"act": "hint", "deck": decks[0], "number": number}
            fields |= {"steps": json.dumps([""] * steps), "rival": "", "house": "", "orders": ""}
            with page.expect_navigation():
                page.evaluate(SIT_DOWN, [here, fields])
            assert page.locator(CHOSEN).count()
            assert page.evaluate(REACHES) <= HEIGHT, (number, steps)
            assert len(page.content().encode()) <= MOST_PAGE
            guest.look()


def test_all_scripts_of_the_pages_together_weigh_little() -> None:
    static = Path(app.web.__file__).parent / "static"

    assert sum(each.stat().st_size for each in static.glob("*.js")) <= MOST_SCRIPTS
