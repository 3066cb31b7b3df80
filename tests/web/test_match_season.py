"""A season of matches by pages alone, from the first orders to the published table and the reports."""

import re
from collections.abc import Iterator
from contextlib import ExitStack
from datetime import timedelta
from typing import Any, Final

import pytest
from playwright.sync_api import Browser, expect

from app.games import match_slugs, ruleset
from app.jobs.exchanges import begin_due
from app.league.matches.settings import TAKE_BACK
from app.league.people.tokens import make_token
from app.league.results import results
from app.league.seasons import seasons
from app.store import players
from app.store.matches import records
from app.store.tables import SeasonState
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    cup,
    move_all,
    olga,
    open_cup,
    play_run,
)
from tests.web.serving import NARROW, Serving, Visitor, visitor
from tests.web.test_axe import violations
from tests.web.test_journeys import words

PETIT: Final = "F01 F02 F03 F04 F05 F06 F07 F08 F09 F10 F11 F12 F13 F14 F15"
NAMES: Final = {1: "C1", 2: "C2"}
MOST_TABS: Final = 150
"""Of those in sight: what a sheet or a fold holds takes no Tab while it is shut."""
TABS: Final = "[...document.querySelectorAll('a, button, input:not([type=hidden]), select, textarea, summary')].filter(each => each.checkVisibility()).length"


def begin(
    site: Serving, tempo: str, game: str = "fest", build: str = PETIT, count: int = 2, **config: Any
) -> None:
    """Two players wait for each other, or so many, by default of the petit rule. What a match was is open when it is over."""
    site.clock.now = CLOSES + timedelta(hours=1)
    config |= {"petit": True} if build == PETIT else {}
    open_cup(site.database, count, game, [build], tempo=tempo, reveal="game", config=config)
    with site.database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(site.database, CLOSES)
    move_all(site.database, CLOSES)


def enter(site: Serving, guest: Visitor, number: int, lang: str) -> None:
    """The player opens their secret link, and from there their match."""
    with site.database.reading() as session:
        player = players.with_address(session, f"p{number}@example.com")
        assert player
        token = make_token(site.settings.key(), "reply", player.id, cup(session).id)
    guest.go(f"/{lang}/my/{token}")
    guest.press(words(lang, "Open my entry"))
    guest.follow("#matches li a")


def is_asked(guest: Visitor) -> bool:
    return guest.page.locator("form.orders").count() > 0


def choose(guest: Visitor, lang: str, scripts: bool) -> str:
    """What the house would do is taken over and sent; tells the orders."""
    page = guest.page
    if scripts:
        page.locator("button[value=hint]").click()
        expect(page.locator(".slots li:not(.free)").first).to_be_visible()
        orders = page.locator("textarea").input_value()
        page.locator(".choosing .primary").click()
        expect(page.locator(".notice.good, .choosing .sent").first).to_be_visible()
        return orders
    guest.press(words(lang, "A hint"))
    orders = page.locator("textarea").input_value()
    guest.press(words(lang, "Send"))
    return orders


def move_on(site: Serving) -> int:
    """Nobody takes anything back, and matches that are due move on; in how many blocks."""
    site.clock.now += TAKE_BACK
    return move_all(site.database, site.clock.now)


def publish(site: Serving) -> None:
    """The run has been played from what the matches came to, and it is public."""
    later = site.clock.now + timedelta(hours=1)
    assert play_run(site.database, later) is SeasonState.REVIEW
    with site.database.writing() as session:
        results.publish(session, "cup", olga(later))


@pytest.fixture
def guests(chromium: Browser, site: Serving) -> Iterator[Any]:
    with ExitStack() as stack:

        def come(width: int, **more: Any) -> Visitor:
            return stack.enter_context(visitor(chromium, site, width, **more))

        yield come


def test_a_season_is_played_by_pages_alone(site: Serving, guests: Any) -> None:
    """One player in English with scripts, one in Japanese without; after a round they agree to draw."""
    begin(site, "turn")
    ways: dict[int, tuple[str, bool]] = {1: ("en", True), 2: ("ja", False)}
    who = {n: guests(360, java_script_enabled=scripts) for n, (_, scripts) in ways.items()}
    for number, guest in who.items():
        enter(site, guest, number, ways[number][0])
    assert "\n".join(violations(who[1])) == ""
    assert who[1].page.evaluate(TABS) <= MOST_TABS
    for verb in (("reserve", "温存"), ("front", "フロント"), ("play", "出す")):
        for number, guest in who.items():
            lang, scripts = ways[number]
            guest.page.reload()
            assert choose(guest, lang, scripts).startswith(verb[lang == "ja"])
            assert "SHA-256" in guest.text()
        assert move_on(site)
    for number, guest in who.items():
        guest.page.reload()
        guest.press(words(ways[number][0], "Offer a draw"))
        guest.press(words(ways[number][0], "Ready: play on as soon as we both are"))
    assert move_on(site)
    who[1].page.emulate_media(reduced_motion="reduce")  # the end is there at once
    who[1].page.reload()
    assert "a draw" in who[1].text()
    publish(site)
    guest = who[1]
    guest.go("/en/seasons/cup")
    assert {*NAMES.values()} <= {*guest.text().split()}
    guest.go("/en/seasons/cup/battles/1-2")
    assert guest.page.locator(".story ol.told li").count() > 20
    guest.follow(".links-row a.button")
    count = guest.page.locator(".watched .count")
    for key, shown in (("ArrowRight", "2 / "), ("ArrowRight", "3 / "), ("Home", "1 / ")):
        guest.page.keyboard.press(key)
        expect(count).to_contain_text(shown)
    guest.page.keyboard.press("End")
    expect(guest.page.locator(".watched .verdict")).to_have_text(re.compile("^A draw"))
    assert guest.page.url.endswith("#steps")
    assert "\n".join(violations(guest)) == ""
    assert guest.page.evaluate(TABS) <= MOST_TABS
    who[2].go("/ja/seasons/cup/matches/1-1/replay")
    who[2].follow("[data-go=on]")
    assert "2 / " in who[2].text()
    assert "C1" in site.letter().text


def test_orders_are_tapped_on_a_board_of_squares(site: Serving, guests: Any) -> None:
    """A unit that is touched lights the squares it can go to; a lit square chooses the order, and shows how it would stand."""
    begin(site, "turn", "acts", "Rank and File", turn_limit=2)
    guest = guests(360)
    enter(site, guest, 1, "ja")
    page = guest.page
    page.locator(".able > label", has_text="鼓あかね").click()
    lit = page.locator(".board .lit")
    assert lit.evaluate_all("them => them.map(each => each.dataset.square)") == [
        *("23", "22", "21", "13", "11")
    ]
    assert "鼓あかねを23へ移動" in page.locator(".deeds button:visible").all_inner_texts()
    assert "\n".join(violations(guest)) == ""
    lit.first.click()
    expect(page.locator(".slots li")).to_have_text(re.compile("鼓あかねを23へ移動"))
    assert page.locator("textarea").input_value() == "移動 マスター 23へ"
    assert lit.count() == 0
    assert page.locator("[data-square='23'] .new").count() == 1


def test_a_match_is_played_live(site: Serving, guests: Any) -> None:
    """Each answer moves it on; the record says so. It ends when one resigns."""
    begin(site, "live")
    who = [guests(NARROW), guests(1280)]
    for number, guest in enumerate(who, start=1):
        enter(site, guest, number, "en")
    for _ in range(3):
        for guest in who:
            guest.page.reload()
            if is_asked(guest):
                choose(guest, "en", True)
                move_on(site)
    with site.database.reading() as session:
        match = all_matches(site.database)[0]
        lines = [each.line for each in records.lines(session, [match.id])[match.id]]
    moves = [each for each in lines if '"by":' in each]
    assert len(moves) >= 3
    assert all('"live"' in each and '"auto"' not in each for each in moves)
    who[1].page.reload()
    who[1].page.locator("summary", has_text="Resign").click()
    who[1].press("Yes, resign")
    assert move_on(site)
    who[1].page.emulate_media(reduced_motion="reduce")
    who[1].page.reload()
    assert "you have lost" in who[1].text()
    publish(site)
    who[0].go("/en/seasons/cup/battles/1-2")
    assert who[0].page.locator(".story ol.told li").count() > 3
    who[0].go("/en/seasons/cup/matches/1-1/replay?page=2")
    assert "their own choice" in who[0].text()
    who[0].follow("[data-go=last]")
    who[0].page.locator(".ending .hurry input").check()
    expect(who[0].page.locator(".ending .verdict")).to_contain_text("C1 wins")
    assert "C1 wins" in who[0].text()


@pytest.mark.parametrize("slug", match_slugs())
def test_decks_and_the_letters_about_them_fit_the_narrowest_phone(
    site: Serving, chromium: Browser, monkeypatch: pytest.MonkeyPatch, slug: str
) -> None:
    game = ruleset(slug)
    builds = [game.write_build(each) for each in game.under({}).starters().values()]
    begin_cup(site.database, 2, game=slug, builds=builds, tempo="script")
    publish(site)
    monkeypatch.setattr(type(site.settings), "is_demo", True)
    with visitor(chromium, site, 320) as guest:
        for page in ("seasons/cup", "seasons/cup/characters", "demonstration/letters"):
            guest.go(f"/ja/{page}")
            guest.look()
