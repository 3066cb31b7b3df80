"""Words of a game are explained where they are read: at a tap or a key, without scripts, in either language."""

import re
from dataclasses import replace
from typing import Any

import pytest
from markupsafe import Markup, escape
from playwright.sync_api import Browser, expect

from app.engine import Lang
from app.engine.words import Words
from app.games import match_game, match_slugs, ruleset
from app.web.glossary import Glossary
from tests.support.match_games.bluff import Bluff
from tests.web.serving import Serving, visitor


def words_in(marked: Markup) -> list[str]:
    """What has become a button."""
    return re.findall(r"<button [^>]*>(.*?)</button>", marked)


@pytest.mark.parametrize(
    ("slug", "lang", "text", "found"),
    [
        ("fest", "en", "Judging points decide, not pointless attributes.", ["Judging points", "attributes"]),
        ("fest", "en", "Unreserved, shieldless, will-o'-wisp", []),
        ("fest", "ja", "総得点と審査点、得意な意と意味", ["総得点", "審査点", "意"]),
        ("fest", "ja", "《盾へのヤジ》で盾が減る", ["盾へのヤジ", "盾"]),
        ("acts", "ja", "2eちょうど、40D、e43に3R、DURとDURATION", ["2eちょうど", "40D", "3R", "DUR"]),
        ("acts", "en", "With exactly 2e the master's e43 takes 40D", ["exactly", "2e", "master", "40D"]),
        ("acts", "en", "Touch Gun Carriage, then Shot, and give it one shot", ["Shot"]),
        ("ocg", "en", "Ine of the Road Guard and Suzu, Chapel Wall guard", ["guard"]),
        ("ocg", "ja", "礼拝堂の壁スズは壁", ["壁"]),
    ],
)  # fmt: skip
def test_a_term_is_no_part_of_another_word_and_the_longest_is_meant(
    slug: str, lang: Lang, text: str, found: list[str]
) -> None:
    marked = Glossary(ruleset(slug), lang).block()(text)

    assert words_in(marked) == found
    assert marked.striptags() == text


def test_a_term_is_marked_once_in_each_part_of_a_page_and_explained_once() -> None:
    glossary = Glossary(ruleset("fest"), "en")
    first, second = glossary.block(), glossary.block()

    assert words_in(first("your front")) == words_in(second("their front")) == ["front"]
    assert words_in(first("the front again, and its theme")) == ["theme"]
    assert [name for name, _ in glossary.used.values()] == ["front", "theme"]


def test_cards_and_effects_stand_without_their_ids() -> None:
    glossary = Glossary(ruleset("fest"), "en")

    assert (
        glossary.plain("House's front: F22 Student Council!") == "House's front: Student Council!"
    )
    said = glossary.block()("F22 Student Council: B16 Opening Act, but AF22 F22")
    assert said.striptags() == "Student Council: Opening Act, but AF22 F22"
    assert words_in(said) == ["Opening Act"]


def test_nothing_in_a_text_becomes_a_tag() -> None:
    fest = ruleset("fest")
    named = replace(fest.cards[0], name=Words("<b>盾</b>", "40<i>"))
    glossary = Glossary(replace_cards(fest, named), "ja")

    text = "<script>盾</script> <b>盾</b> & 意"
    marked = glossary.block()(text)
    assert words_in(marked) == ["盾", "意"]
    assert re.sub("</?button[^>]*>", "", marked) == escape(text)


def replace_cards(rules: Any, card: Any) -> Any:
    """The same rules with this card in front of all others."""
    return replace(rules, cards=(card, *rules.cards))


def test_a_game_without_terms_has_nothing_marked() -> None:
    glossary = Glossary(Bluff(), "en")

    assert glossary.block()("a <front>") == escape("a <front>")
    assert glossary.plain("F22 a front") == "F22 a front"
    assert not glossary.terms


@pytest.mark.parametrize("slug", match_slugs())
def test_every_term_has_a_short_plain_meaning_in_both_languages(slug: str) -> None:
    game = match_game(slug)

    assert 10 <= len(game.glossary) <= 25
    for meaning in (*game.glossary.values(), *game.card_words.values()):
        assert meaning.ja.endswith(("。", ")", "）"))
        assert meaning.en.endswith((".", ")"))
    assert all(len(each.ja) <= 80 and len(each.en) <= 150 for each in game.glossary.values())


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_term_is_explained_at_a_tap_and_at_a_key_without_scripts(
    site: Serving, chromium: Browser, lang: str
) -> None:
    with visitor(chromium, site, 360, java_script_enabled=False, has_touch=True) as guest:
        guest.go(f"/{lang}/games/fest/lesson")
        terms, page = guest.page.locator(".coach .term"), guest.page
        shown = page.locator(".meaning:popover-open")
        terms.first.tap()
        expect(shown).to_have_count(1)
        expect(shown.locator("b")).to_have_text(terms.first.inner_text())
        page.keyboard.press("Escape")
        expect(shown).to_have_count(0)
        terms.last.press("Enter")
        expect(shown.locator("b")).to_have_count(1)
        guest.look()


def test_escape_closes_what_a_term_means_before_the_sheet_it_stands_in(
    site: Serving, chromium: Browser
) -> None:
    with visitor(chromium, site) as guest:
        guest.go("/en/games/fest/lesson")
        page = guest.page
        page.locator(".able > label").first.click()
        page.locator(".able .sheet .term:visible").first.click()
        expect(page.locator(".meaning:popover-open")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".meaning:popover-open")).to_have_count(0)
        expect(page.locator(".able .sheet:visible")).to_have_count(1)
        page.keyboard.press("Escape")
        expect(page.locator(".able .sheet:visible")).to_have_count(0)
