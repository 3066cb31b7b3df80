"""Matches as they are played at a table: by thumb, with a mouse, by keys alone and without scripts, from the first card to the end."""

import json
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import timedelta
from pathlib import Path
from types import SimpleNamespace
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, Locator, expect

import app.web
from app.engine import Ruleset
from app.engine.matches.board import MatchBoard
from app.engine.matches.game import AUTOPILOT
from app.engine.matches.grammar import Orders
from app.games import match_game, match_slugs, ruleset
from app.league.eligibility.choices import under
from app.league.matches import views
from app.league.practice.practice import PracticeTable
from app.store.matches import matches
from app.store.tables import MatchState
from tests.support.duels import seat_of, send
from tests.web.serving import Serving, Visitor, visitor
from tests.web.test_axe import violations
from tests.web.test_match_season import begin, enter, move_on

PHONE: Final = {"has_touch": True, "is_mobile": True}
HEIGHT: Final = 740
MOST: Final = 4
"""How many of the fullest positions of a game are checked."""
MOST_ORDERS: Final = 5
"""How many orders of a decision are chosen by glowing parts."""
GLOWING: Final = 2
HINTED: Final = 4
"""How many decisions of a match are made by glowing parts. After them hints are used."""
MOST_PAGE: Final = 80_000
MOST_SCRIPTS: Final = 60_000
CHOSEN: Final = ".slots li:not(.free)"
HOUSE: Final = "button[value=house]"
SENDS: Final = ".choosing .primary"
SENT: Final = ".choosing .sent"
HEARD: Final = "body > p[role=status]"
OVER: Final = {"ja": "試合は終わりました", "en": "The match is over"}
YOUR_TURN: Final = re.compile("^●")


@dataclass
class Hand:
    """Whose hand it is that touches, presses or types, with scripts or, where all is `plain`, without; its taps are counted."""

    guest: Visitor
    way: str
    taps: int = 0

    def press(self, found: Locator) -> None:
        """This card or button, the way the visitor does it."""
        self.taps += 1
        if self.way == "touch":
            found.tap()
        elif self.way == "keys":
            self.type_at(found)
        else:
            found.click()

    def type_at(self, found: Locator) -> None:
        """By keys alone: Tab until it has the focus, among cards of a group the arrows; then the space bar."""
        page = self.guest.page
        radio = found.locator("input[type=radio]")
        aim = radio if radio.count() else found
        target = aim.element_handle()
        for _ in range(80):
            is_there, is_card = page.evaluate(
                "it => [it, 'touched'].map((e, n) => [document.activeElement, document.activeElement.name][n] === e)",
                target,
            )
            if is_there:
                break
            page.keyboard.press("ArrowRight" if is_card and radio.count() else "Tab")
        expect(aim).to_be_focused()
        if not (radio.count() and radio.is_checked()):
            page.keyboard.press("Space")

    def choose(self) -> bool:
        """The first thing that glows is touched, and what it can do is chosen; nothing glows where nothing is left to choose.

        Whoever only hears the page hears what was chosen.
        """
        page = self.guest.page
        if not page.locator("[name=take]").count():
            return False
        chosen, able = page.locator(CHOSEN), page.locator(".able > label")
        before = chosen.count()
        if able.count():
            self.press(able.first)
            self.press(page.locator(".sheet .deeds button:visible").first)
        else:
            self.press(page.locator(".choosing [name=take]:visible").first)
        expect(chosen).to_have_count(before + 1)
        if self.way == "keys":
            expect(page.locator(HEARD)).to_contain_text(chosen.locator("span").last.inner_text())
        return True

    def choose_all(self, most: int = 99) -> int:
        """What glows is chosen one after the other, at most so many; tells how many it was. Each takes two taps at most."""
        before = self.taps
        count = next(n for n in range(most + 1) if n == most or not self.choose())
        assert self.taps - before <= 2 * count
        return count

    def take_hint(self) -> None:
        """What the house would do is chosen, with its reason."""
        self.press(self.guest.page.locator("button[value=hint]"))
        expect(self.guest.page.locator(CHOSEN).first).to_be_visible()

    def go(self, button: str = SENDS) -> None:
        """The bar's button is pressed, and the match has moved on."""
        steps = self.guest.page.locator("[name=steps]")
        before = steps.input_value()
        self.press(self.guest.page.locator(button))
        expect(steps).not_to_have_value(before)

    def send(self, is_taken_back: bool = False) -> None:
        """The orders are in; before that they were in once, were taken back, and stood as they had been chosen."""
        page = self.guest.page
        orders, count = page.locator("textarea").input_value(), page.locator(CHOSEN).count()
        for _ in range(1 + is_taken_back):
            self.press(page.locator(SENDS))
            expect(page.locator(SENT)).to_be_visible()
            expect(page).not_to_have_title(YOUR_TURN)
            if is_taken_back:
                self.press(page.locator("button[value=back]"))
                expect(page).to_have_title(YOUR_TURN)
                expect(page.locator("textarea")).to_have_value(orders)
                expect(page.locator(CHOSEN)).to_have_count(count)
                is_taken_back = False


@pytest.mark.parametrize(
    ("slug", "lang", "way", "width", "taps"),
    [
        ("fest", "ja", "touch", 360, 34),
        ("ocg", "en", "mouse", 1280, 67),
        ("acts", "ja", "keys", 1280, 38),
    ],
)
def test_a_newcomer_learns_a_game_by_what_glows_and_plays_a_match_to_its_end(
    site: Serving,
    chromium: Browser,
    monkeypatch: pytest.MonkeyPatch,
    slug: str,
    lang: str,
    way: str,
    width: int,
    taps: int,
) -> None:
    """Two taps an order and one to send. The match is one against the house, in the other language."""
    drawn = SimpleNamespace(token_hex=lambda _: "0" * 16)
    monkeypatch.setattr("app.web.pages.games.practice.secrets", drawn)
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
        lang = "en" if lang == "ja" else "ja"
        guest.go(f"/{lang}/games/{slug}/practice")
        guest.resize(width)
        guest.follow("button.primary")
        play_by_hand(hand)
        look_at_the_end(guest, lang)
        expect(page.locator("[data-play]")).to_be_visible()
        expect(page.locator(".ending button[value=begin]")).to_be_visible()


def look_at_the_end(guest: Visitor, lang: str) -> None:
    """The verdict stands there, and nothing of it is in anybody's way once all has come."""
    guest.page.emulate_media(reduced_motion="reduce")  # it is there at once
    expect(guest.page.locator(".ending .verdict")).to_contain_text(OVER[lang])
    assert "\n".join(violations(guest)) == ""


def play_by_hand(hand: Hand) -> None:
    """A match against the house is played to its end: three taps an order at first, then two a decision, then one."""
    asked = hand.guest.page.locator(HOUSE)
    decisions = 0
    while asked.count():
        before = hand.taps
        if decisions < GLOWING:
            is_list = hand.guest.page.locator(".free, .phases").count()
            orders = hand.choose_all(MOST_ORDERS if is_list else 1)
            hand.go()
            assert orders
            assert hand.taps - before <= 3 * orders
        elif decisions < GLOWING + HINTED:
            hand.take_hint()
            hand.go()
            assert hand.taps - before == 2
        else:
            hand.way = "mouse"  # the quickest
            hand.go(HOUSE)
        decisions += 1


def rivals_send(site: Serving) -> None:
    """All but the visitor leave everything to the house and are ready; matches that are due have moved on, a minute ago."""
    for name in ("C2", "C3"):
        send(site.database, name, Orders((), ready=True), site.clock.now)
    assert move_on(site)
    site.clock.now += timedelta(minutes=1)


@pytest.mark.parametrize(
    ("slug", "lang", "ways", "width", "config"),
    [
        ("fest", "ja", ("touch", "keys", "touch"), 360, {}),
        ("fest", "en", ("plain",), 1280, {}),
        ("ocg", "en", ("keys", "mouse"), 1280, {}),
        ("acts", "en", ("touch",), 360, {"turn_limit": 4}),
    ],
)
def test_a_match_of_a_season_is_played_by_turns_to_its_end(
    site: Serving,
    chromium: Browser,
    slug: str,
    lang: str,
    ways: Sequence[str],
    width: int,
    config: Mapping[str, Any],
) -> None:
    """Exchange by exchange, the first ones in these ways by what glows, the others by hints; the page moves by itself.

    The clock of the browser is that of the site: its seconds pass where the test says so.
    """
    game = ruleset(slug)
    build, *_ = game.under(config).starters().values()
    begin(site, "turn", slug, game.write_build(build), 3, **config)
    has_scripts = "plain" not in ways
    more = PHONE if "touch" in ways else {"java_script_enabled": has_scripts}
    with visitor(chromium, site, width, **more) as guest:
        page, hand, exchange = guest.page, Hand(guest, ways[0]), 0
        page.clock.set_fixed_time(site.clock.now)
        enter(site, guest, 1, lang)
        table, verdict = page.locator("form.table"), page.locator(".ending .verdict")
        while not verdict.count():
            if table.count():
                expect(page).to_have_title(YOUR_TURN)
                expect(page.locator(".news .unread")).to_have_count(1)
                before, orders = hand.taps, 1
                if exchange < len(ways):
                    hand.way = ways[exchange]
                    orders = hand.choose_all(MOST_ORDERS)
                else:
                    hand.take_hint()
                hand.send(is_taken_back=exchange == 0)
                assert hand.taps - before <= 2 * orders + (3 if exchange == 0 else 1)
                exchange += 1
            rivals_send(site)
            page.clock.set_fixed_time(site.clock.now)
            if not has_scripts:
                page.reload()
            expect(page.locator(SENT)).to_have_count(0)
        assert exchange >= 4
        if has_scripts:
            look_at_the_end(guest, lang)
        expect(page.locator(".ending .actions a")).to_have_count(2)
        guest.follow(".ending .actions .quiet")
        expect(page.locator("[data-go=on]")).to_be_visible()


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


def count(board: MatchBoard) -> int:
    """The cards and units that lie open on it."""
    zones = [zone for part in board.parts for zone in part.zones if not zone.is_pile]
    return sum(
        len(zone.pieces) + sum(len(each.pieces) for row in zone.grid for each in row)
        for zone in zones
    )


def fullest(slug: str, key: bytes, most: int) -> list[tuple[str, int]]:
    """Of fifty matches that the house plays the positions with the most cards and units on the table: number and steps."""
    rules, found, decks = under(ruleset(slug), ()), [], decks_of(slug)
    game = match_game(slug)
    build, *_ = decks.values()
    for n in range(50):
        table = PracticeTable(
            game, key, f"{n:016x}", build, decks, "", AUTOPILOT, config=rules.config or {}
        )
        position, steps = table.position([]), 0
        while position.asked:
            board = game.board(position.view, {"A": "A", "B": "B"}, "ja")
            found.append((count(board), table.number, steps))
            position, steps = position.after(table, ""), steps + 1
    best: dict[str, int] = {}
    for _, number, steps in sorted(found, reverse=True):
        best.setdefault(number, steps)
    return [*best.items()][:most]


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


def fits(guest: Visitor) -> None:
    """The table with its bar is no higher than the screen, and the page weighs little, however long the match."""
    assert guest.page.evaluate(REACHES) <= HEIGHT
    assert len(guest.page.content().encode()) <= MOST_PAGE
    guest.look()


@pytest.mark.parametrize("slug", match_slugs())
def test_the_fullest_tables_fit_the_screen_of_a_phone(
    site: Serving, chromium: Browser, slug: str
) -> None:
    """With what the house advises in the slots. A card that is touched is in nobody's way."""
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
            fits(guest)
        page.locator(".near .piece > label:visible").first.tap()
        expect(page.locator(".sheet:visible")).to_have_count(1)
        assert "\n".join(violations(guest)) == ""


@pytest.mark.parametrize("slug", match_slugs())
def test_the_fullest_tables_of_a_season_fit_it_too(
    site: Serving, chromium: Browser, slug: str
) -> None:
    """Before orders are sent, and when they can be taken back: at each exchange with more on the table than before."""
    game, most = ruleset(slug), 0
    build, *_ = game.under({}).starters().values()
    begin(site, "turn", slug, game.write_build(build), 3)
    with visitor(chromium, site, 360, **PHONE) as guest:
        page, hand = guest.page, Hand(guest, "touch")
        page.set_viewport_size({"width": 360, "height": HEIGHT})
        page.clock.set_fixed_time(site.clock.now)
        enter(site, guest, 1, "ja")
        while shown := shown_to_visitor(site, page.url.rpartition("/")[2]):
            if shown > most:
                page.clock.set_fixed_time(site.clock.now)
                page.reload()
                if page.locator("form.table").count():
                    hand.take_hint()
                    fits(guest)
                    hand.send()
                    fits(guest)
                    most = shown
            send(site.database, "C1", Orders((), ready=True), site.clock.now)
            rivals_send(site)
        assert most


def shown_to_visitor(site: Serving, game_id: str) -> int:
    """What lies on the table of the match while it goes on."""
    with site.database.reading() as session:
        match = matches.called(session, game_id)
        assert match
        seat = seat_of(session, match, "C1")
        assert seat
        look = views.look(session, match, seat)
        is_over = match.state is not MatchState.WAITING
        return 0 if is_over else count(look.game.board(look.view, look.names, "ja"))


def test_all_scripts_of_the_pages_together_weigh_little() -> None:
    static = Path(app.web.__file__).parent / "static"

    assert sum(each.stat().st_size for each in static.glob("*.js")) <= MOST_SCRIPTS
