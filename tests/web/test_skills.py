"""Where a game has skills instead of cards, pages say so."""

import re
from typing import Any, Final

import pytest

from app.engine import TERMS, Lang, Terms
from app.games import ruleset
from app.i18n import renamed, translations
from app.store.database import Database
from tests.support.browsers import Answer, Browser, Site
from tests.support.seasons import Character, a_finished_season, a_season

GAME: Final = "shiden-issen-2"
RULES: Final[dict[str, Any]] = {"game": GAME, "rules_version": f"{GAME}@1.03-p1"}
FIELD: Final = [
    Character("ムライ", "閃閃交硬果", lore="鞘走る。"),
    Character("クロダ", "待速搦待閃"),
    Character("Hana", "覚強閃強強"),
    Character("Kuro", "閃閃交硬覚"),
]
CALLED: Final = {
    "ja": re.compile("カード|ターン"),
    "en": re.compile(r"\b[Cc]ards?\b|\b[Tt]urns? \d|\bTurns\b"),
}
PAGES: Final = (
    *("/seasons/cup", "/seasons/cup/table", "/seasons/cup/seals", "/seasons/cup/statistics"),
    *("/seasons/cup/entries/1", "/seasons/cup/entries/1/what-if", "/seasons/cup/battles/1-2"),
    *("/seasons/next", "/seasons/next/enter", f"/games/{GAME}/rules", f"/games/{GAME}/cards"),
    *(f"/lab/{GAME}", "/taking-part"),
)


@pytest.fixture
def browser(database: Database) -> Browser:
    with database.writing() as session:
        a_finished_season(session, FIELD, **RULES)
        a_season(session, slug="next", **RULES)
    return Site(database).browser()


def words(answer: Answer) -> str:
    """What the page says, to readers and to those who list it."""
    assert answer.status == 200
    page = answer.page
    page.merge_text_nodes()
    for node in page.css("a[href*='/games/laplaplus']"):
        node.decompose()
    described = [node.attributes["content"] or "" for node in page.css("meta[name=description]")]
    named = [node.attributes["aria-label"] or "" for node in page.css("[aria-label]")]
    return " ".join([*(node.text() for node in page.css("title, body")), *described, *named])


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("path", PAGES)
def test_no_page_of_a_game_with_skills_speaks_of_cards(
    browser: Browser, path: str, lang: Lang
) -> None:
    assert CALLED[lang].findall(words(browser.get(f"/{lang}{path}"))) == []


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_neither_do_a_preview_its_problems_and_what_the_laboratory_says(
    browser: Browser, lang: Lang
) -> None:
    form = browser.get(f"/{lang}/seasons/next/enter")
    preview = {"name": "x", "build": "閃閃", "flavour5": "Fifth"}
    trial = browser.submit(
        browser.get(f"/{lang}/lab/{GAME}"), list="閃閃交硬果/A\n待速搦待閃/B\n覚強閃強強/C\n"
    )
    told = [
        browser.post(f"/{lang}/seasons/next/enter/preview", preview),
        browser.get(trial.location),
        browser.get(f"{trial.location}/entries/1"),
    ]

    assert [CALLED[lang].findall(words(each)) for each in told] == [[], [], []]
    assert (trial.status, form.status) == (303, 200)
    refused = browser.enter(f"/{lang}/seasons/next/enter")
    assert CALLED[lang].findall(refused.text()) == []


@pytest.mark.parametrize(
    ("lang", "cards", "skills"), [("ja", "カード", "スキル"), ("en", "cards", "skills")]
)
def test_a_page_about_several_games_calls_with_each_what_it_has(
    browser: Browser, lang: Lang, cards: str, skills: str
) -> None:
    for path in ("/games", "/taking-part"):
        answer = browser.get(f"/{lang}{path}")

        assert cards in answer.text("a[href$='/games/laplaplus/cards']")
        assert skills in answer.text(f"a[href$='/games/{GAME}/cards']")


def test_what_is_filled_in_keeps_its_name_and_other_words_their_letters() -> None:
    terms = ruleset(GAME).terms
    text = "Cards: %(cards)s, {card} of postcards. A card."

    assert renamed(text, "en", terms) == "Skills: %(cards)s, {card} of postcards. A skill."
    assert renamed("Skills of a round", "en", TERMS, terms) == "Cards of a turn"
    assert translations("ja", terms).gettext("All cards") == "スキル一覧"
    assert translations("ja", Terms()) is translations("ja")


def test_several_are_called_so_too() -> None:
    said = translations("en", ruleset(GAME).terms).ngettext
    one, many = "%(num)s card, and what it does.", "%(num)s cards, and what they do."

    assert said(one, many, 1) == "%(num)s skill, and what it does."
    assert said(one, many, 2) == "%(num)s skills, and what they do."
