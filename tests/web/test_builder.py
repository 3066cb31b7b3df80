"""A build put together card by card, for any game: janken, which no line of the program knows, has its builder too."""

import re
from collections.abc import Iterator
from html import unescape

import pytest
from fastapi.testclient import TestClient
from selectolax.lexbor import LexborHTMLParser

from app.engine import Build, Ruleset
from app.games import ruleset, slugs
from app.store.database import Database
from app.web.views.forms.builder import builder, carried, pressed
from tests.support.browsers import Site


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    with Site(database).browser().client as client:
        yield client


@pytest.mark.parametrize(
    ("text", "button", "after"),
    [
        ("攻響", "add-core", "攻響核"),
        ("Attack, Echo", "add-core", "Attack, Echo, Core"),
        ("6、10", "add-core", "6, 10, 1"),
        ("攻響核", "up-3", "攻核響"),
        ("攻響核", "down-1", "響攻核"),
        ("攻響核", "up-1", "攻響核"),
        ("攻響核/ムライ", "out-2", "攻核/ムライ"),
        ("紅蓮【攻撃】、響/ムライ", "down-1", "響、紅蓮【攻】/ムライ"),
        ("攻響核/ムライ", "clear", "/ムライ"),
        ("核" * 8, "add-attack", "核" * 8),
        ("攻, Atack", "add-core", "攻, Atack, core"),
        ("攻, Atack", "out-1", "攻, Atack"),
        *[
            ("攻響", odd, "攻響")
            for odd in ("up-0", "up-９", "out-" + "9" * 5000, "add-x", "-", "")
        ],
    ],
)
def test_a_button_changes_the_text_and_keeps_whatever_else_was_typed(
    text: str, button: str, after: str
) -> None:
    assert pressed(ruleset("laplaplus"), text, button, "ja").text == after


@pytest.mark.parametrize(
    ("button", "after"),
    [
        ("down-1", ["", "Crimson", "Hush"]),
        ("up-3", ["Crimson", "Hush", ""]),
        ("out-1", ["", "Hush", ""]),
        ("add-core", ["Crimson", "", "Hush"]),
        ("clear", ["Crimson", "", "Hush"]),
        ("up-9", ["Crimson", "", "Hush"]),
    ],
)
def test_a_name_of_its_own_goes_with_its_card(button: str, after: list[str]) -> None:
    step = pressed(ruleset("laplaplus"), "攻響核", button, "en").step

    assert carried(step, ["Crimson", "", "Hush"]) == after


def test_a_build_can_be_put_together_from_nothing_in_every_game(janken: Ruleset) -> None:
    """Also in one that needs more cards than there are yet; in each notation, and up to the last place."""
    for game in map(ruleset, slugs()):
        for lang in ("ja", "en"):
            text = ""
            some = [game.cards[at // 2 % len(game.cards)].id for at in range(game.sizes[-1])]
            for at, card in enumerate(game.sample_build().cards if game.sample_text else some):
                made = pressed(game, text, f"add-{card}", lang)
                text = made.text
                assert made.build is not None
                assert (card, None) in (made.slots[-1:] if game.is_ordered else made.slots)
                assert len(made.slots) == at + 1
            assert builder(game, text, lang).problems == ()
            assert pressed(game, text, f"add-{game.cards[0].id}", lang).text == text


@pytest.mark.parametrize("slug", ["fest", "ocg"])
def test_a_deck_to_begin_with_is_a_press_away(browser: TestClient, slug: str) -> None:
    """Each is legal; a number that none has changes nothing."""
    game = ruleset(slug).under({})
    begun = [builder(game, "", "en"), *(pressed(game, "x", f"deck-{n}", "en") for n in range(1, 6))]
    page = browser.get(f"/en/games/{slug}/try", params={"step": "deck-1"}).text

    assert len(begun[0].starters) > 4
    assert all(each.build and not each.problems for each in begun[1:])
    assert [
        pressed(game, "x", f"deck-{odd}", "en").text for odd in ("0", "99", "９" * 99, "x")
    ] == ["x"] * 4
    assert "filled in, " in page
    assert game.write_build(next(iter(game.starters("en").values())), "en") in unescape(page)


def test_several_decks_are_put_together_one_by_one(browser: TestClient) -> None:
    """Each button says of which deck it is; one more is begun by its first card, and out with its last."""
    ocg, text = ruleset("ocg"), "deck Blades deck Wilds"
    blades, wilds = (ocg.read_build(name).cards for name in ("Blades", "Wilds"))
    drawn = builder(ocg, text, "en")
    page = browser.get("/en/games/ocg/try", params={"build": text}).text

    assert (drawn.decks, drawn.problems) == ([40, 40], ())
    assert (drawn.whole, drawn.build) == (ocg.read_build(text), Build(blades))
    assert pressed(ocg, text, "2:show", "en").build == Build(wilds)
    assert "Deck 1: 40 of 40–80 cards" in page
    assert 'value="1:add-C03"' in page
    assert 'value="3:show"' in page
    assert 'class="bouts' in page
    assert re.search(r"\w×2 \w×2", page), "decks of opponents are counted"

    third = pressed(ocg, text, "3:show", "en")
    assert (third.decks, third.row, third.has_room) == ([40, 40, 0], [], False)
    begun = pressed(ocg, third.text, "3:add-C01", "en")
    assert begun.decks == [40, 40, 1]
    assert [each.code for each in begun.problems] == ["too-few-cards"]
    filled = pressed(ocg, begun.text, "3:deck-3", "en")
    assert (filled.decks, filled.at, filled.problems) == ([40, 40, 40], 2, ())
    less = pressed(ocg, pressed(ocg, filled.text, "1:out-1", "en").text, "2:more-C03", "en")
    assert less.decks == [39, 41, 40]
    assert [card.info.id for card in less.row] == sorted([*wilds, "C03"])
    left = pressed(ocg, pressed(ocg, less.text, "1:clear", "en").text, "1:clear", "en")
    assert (left.decks, left.at, len(left.row)) == ([], 0, 40)
    assert pressed(ocg, begun.text, "3:out-1", "en").decks == [40, 40]
    odd = ("9:show", "0:out-1", "x:clear", "99:add-C01", ":out-1", "2:up-1")
    assert all(pressed(ocg, text, each, "en").whole for each in odd)
    assert "0 of 40–80 cards" in browser.get("/en/games/ocg/try", params={"build": "#"}).text
    laplaplus = ruleset("laplaplus")
    assert not builder(laplaplus, laplaplus.write_build(laplaplus.sample_build()), "en").has_room


def test_a_program_has_a_build_read_as_far_as_it_is_written(
    janken: Ruleset, browser: TestClient
) -> None:
    def read(game: str, text: str) -> dict[str, object]:
        sent = browser.post(f"/api/v1/games/{game}/build", json={"text": text, "lang": "en"})
        assert sent.status_code == 200
        found: dict[str, object] = sent.json()
        return found

    two, odd = read("janken", "Rock, Paper/Al"), read("laplaplus", "攻, Atack")
    whole = read("laplaplus", "紅蓮【攻撃】、機/ムライ")

    assert two["cards"] == [{"card": each, "flavour": None} for each in ("rock", "paper")]
    assert (two["name"], two["notation"], two["figures"]) == ("Al", "en", [])
    assert [each["text"] for each in two["problems"]] == ["A build has three hands."]  # type: ignore[attr-defined]
    assert (odd["cards"], len(odd["problems"])) == (None, 1)  # type: ignore[arg-type]
    assert whole["cards"] == [
        {"card": "attack", "flavour": "紅蓮"},
        {"card": "core_engine", "flavour": None},
    ]
    assert whole["figures"] == [
        {"label": "HP at the start", "value": 1},
        {"label": "Speed in turn 1", "value": 1},
    ]


@pytest.mark.parametrize("size", [9, 20_000])
def test_numbers_are_only_of_builds_that_can_be(browser: TestClient, size: int) -> None:
    """The reference would play a build of any size, and take its time."""
    found = browser.post("/api/v1/games/laplaplus/build", json={"text": "核" * size}).json()

    assert found["figures"] == []
    assert [each["code"] for each in found["problems"]] == ["too-many-cards"]
    assert len(found["cards"] or ()) == (size if size == 9 else 0)


def test_a_text_with_far_too_many_cards_is_kept_and_not_drawn(browser: TestClient) -> None:
    """Twenty thousand cards would be sixty thousand buttons."""
    text = "核" * 5000
    answer = browser.get("/en/games/laplaplus/try", params={"build": text})
    page = LexborHTMLParser(answer.text)

    assert (answer.status_code, len(page.css(".slots > li"))) == (422, 8)
    assert [each.text() for each in page.css("textarea")] == [text]


def test_lore_is_shown_as_its_page_will_show_it(browser: TestClient) -> None:
    shown = browser.post("/api/v1/lore", json={"text": "*so* <img src=x onerror=alert(1)>"}).json()
    long = browser.post("/api/v1/lore", json={"text": "x" * 20_001, "lang": "ja"}).json()

    assert shown["html"].startswith("<p><em>so</em> &lt;img")
    assert (long["html"], len(long["problems"])) == ("", 1)
