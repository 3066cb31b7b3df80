"""Cards to print: each once, nine on a sheet, nothing cut off, whatever stands on them."""

import re
from collections import Counter
from math import ceil

import pytest
from playwright.sync_api import Browser
from selectolax.lexbor import LexborHTMLParser

from app.engine import CardInfo, Lang, Words
from app.games import ruleset, slugs
from app.games.house import with_cards
from app.store.database import Database
from app.web.cards import CardView
from app.web.printing import CardPrint, sheets
from app.web.rendering import STATIC, environment
from tests.support.browsers import Site
from tests.support.seasons import Character, a_finished_season

GAMES = slugs()
HOSTILE = "<script>x</script>&\"'"
CUT_OFF = """() => [...document.querySelectorAll(".cell :is(article, div, header, p:not(.flavour), footer)")]
    .filter(each => each.scrollHeight > each.clientHeight + 1 || each.scrollWidth > each.clientWidth + 1)
    .map(each => each.closest("article").textContent)"""
"""The cards of which something is cut off; stories may be."""


def names(html: str, cells: str = ".cell:not(.aid)") -> list[str]:
    return [each.text() for each in LexborHTMLParser(html).css(f"{cells} h3")]


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("slug", GAMES)
def test_each_card_of_a_game_is_printed_once_with_what_a_table_needs(slug: str, lang: Lang) -> None:
    game, html = ruleset(slug), sheets(ruleset(slug), lang)
    tree = LexborHTMLParser(html)

    assert Counter(names(html)) == Counter(card.name.to(lang) for card in game.cards)
    for card in game.cards:
        assert card.text.to(lang) in tree.body.text()  # type: ignore[union-attr]
    assert len(tree.css(".aid")) == sum(each.copies for each in game.aids)
    assert len(tree.css(".sheet")) == ceil(len(game.cards) / 9) + ceil(len(tree.css(".aid")) / 9)
    assert all(each.css(".marks") for each in tree.css(".sheet"))
    assert not tree.css("script, link, [src^='/'], [href]"), "it needs no server"


def test_a_field_is_laid_out_as_it_is_seen_and_ether_has_backs() -> None:
    laid = names(sheets(ruleset("acts"), "en"), ".aid")

    assert laid[:15] == [
        "53",
        "52",
        "51",
        "43",
        "42",
        "41",
        "33",
        "32",
        "31",
        "23",
        "22",
        "21",
        "13",
        "12",
        "11",
    ]
    assert laid.count("Ether, spent") == laid.count("Ether") == 9
    assert names(sheets(ruleset("laplaplus"), "en"), ".aid").count("Open card") == 2 * 4


def test_a_skill_shows_how_its_name_is_read() -> None:
    assert "いっせん" in sheets(ruleset("shiden-issen-2"), "ja")


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("slug", GAMES)
def test_on_paper_there_are_nine_cards_a_page_and_nothing_is_cut_off(
    chromium: Browser, slug: str, lang: Lang
) -> None:
    game, page = ruleset(slug), chromium.new_page()
    page.set_content(sheets(game, lang))
    page.emulate_media(media="print")

    paper = page.pdf(prefer_css_page_size=True)

    aids = sum(each.copies for each in game.aids)
    assert len(re.findall(rb"/Type\s*/Page\b", paper)) == ceil(len(game.cards) / 9) + ceil(aids / 9)
    assert page.evaluate(CUT_OFF) == []
    page.close()


@pytest.mark.parametrize("picture", ["", "data:image/gif;base64,R0lGODlhAQABAAAAACw="])
def test_long_texts_and_hostile_names_fit_their_cards(chromium: Browser, picture: str) -> None:
    rights = [("Source of the picture", "x" * 200), ("Terms", "改" * 200), ("Licence", "W " * 100)]
    cards = [
        CardPrint(
            CardView(
                1,
                CardInfo(1, "X0101", "夜", Words(name, name), own, (), Words(text, text)),
                0,
                None,
            ),
            lore,
            "A" * 64,
            picture,
            told,
        )
        for own in [Words("ハウスカード(#pbm-std)", "Own cards (#pbm-std)")]
        for name in ("W" * 64, "夜" * 64, HOSTILE)
        for text, lore, told in (
            ("短い。", "", ()),
            ("A text of some words. " * 20, "物語。" * 5_000, ()),
            ("長い文章。" * 60, "\n".join("a" * 3_000), rights),
            ("x" * 800, "W" * 20_000, ()),
        )
    ]
    template = environment("en").get_template("games/print.html")
    style = (STATIC / "print.css").read_text()
    html = template.render(lang="en", game=ruleset("fest"), cards=cards, aids=(), style=style)
    page = chromium.new_page()
    page.set_content(html)

    assert page.evaluate(CUT_OFF) == []
    assert not page.query_selector_all("script")
    assert names(html)[-1] == HOSTILE
    assert len(html) < 100_000, "of a long story there is as much as a card has room for"
    page.close()


OWN = """[[card]]
ja = "夜店のユイ"
id = "X01"
en = "Yui"
abilities = ["dress", "food"]
tags = ["#pbm-std", "#standard"]
author = "<i>ハル</i>"
[[card.effects]]
code = "B01"
[[card.effects]]
code = "B02"
"""


def test_a_house_card_is_printed_with_its_author_and_its_crest() -> None:
    html = sheets(with_cards("fest", OWN), "en")
    drawn = LexborHTMLParser(html).css(".drawn-card:has(.crest)")

    assert [each.css_first("h3").text() for each in drawn] == ["Yui"]  # type: ignore[union-attr]
    assert "by <i>ハル</i>" in drawn[0].text()
    assert "#standard" in drawn[0].text()


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_a_character_is_printed_with_its_sheet(database: Database, lang: Lang) -> None:
    field = [
        Character("Alice", "紅蓮【攻撃】, 核", HOSTILE, f"Once. {HOSTILE}"),
        Character("Bob", "核"),
    ]
    with database.writing() as session:
        a_finished_season(session, field)
    with Site(database).browser().client as client:
        page = client.get(f"/{lang}/seasons/cup/entries/1/print").text
        linked = client.get(f"/{lang}/seasons/cup/entries/1").text

    assert names(page) == [ruleset("laplaplus").cards[at].name.to(lang) for at in (5, 0)]
    sheet = LexborHTMLParser(page).css_first(".character")
    assert sheet
    for told in ("Alice", "攻核", f"Once. {HOSTILE}"):
        assert told in sheet.text()
    assert f'href="/{lang}/seasons/cup/entries/1/print"' in linked


def test_a_build_is_printed_as_often_as_it_has_its_cards_or_refused_with_every_problem(
    database: Database,
) -> None:
    with Site(database).browser().client as client:
        answer = client.get("/en/games/laplaplus/print?build=攻核攻")
        wrong = client.get("/ja/games/laplaplus/print?build=空, 核, 海/x")
        tried = LexborHTMLParser(client.get("/en/games/laplaplus/try?build=攻核攻").text)

    assert names(answer.text) == ["Attack", "Core", "Attack"]
    assert not names(answer.text, ".aid")
    assert tried.css_matches("a[href*='/games/laplaplus/print?build=']")
    assert wrong.status_code == 422
    assert "「空」" in wrong.text
    assert "「海」" in wrong.text
