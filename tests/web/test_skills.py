"""Where a game has skills instead of cards, pages say so."""

import re
from typing import Any, Final

import pytest

from app.engine import Lang
from app.games import ruleset
from app.store.database import Database
from app.web.rendering import environment
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
    *(
        "/seasons/cup/entries/1",
        "/seasons/cup/entries/1/what-if",
        "/seasons/cup/entries/1/changes",
        "/seasons/cup/answers",
        "/seasons/cup/battles/1-2",
    ),
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
    for node in page.css("a[href*='/games/']"):  # another game may have cards
        if GAME not in (node.attributes["href"] or ""):
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


@pytest.mark.parametrize(
    ("lang", "text", "said"),
    [
        ("en", "turns the letters off in %(turns)s", "turns the letters off in rounds"),
        ("en", "A card game, on the cards", "A card game, on the cards"),
        ("ja", "パターンのある%(turn)s、ポストカード", "パターンのあるラウンド、ポストカード"),
    ],
)
def test_terms_stand_where_a_text_names_them_and_nothing_else_is_rewritten(
    lang: Lang, text: str, said: str
) -> None:
    terms = ruleset(GAME).terms
    template = "{{ _(text, turn=terms.turn, turns=terms.turns) }}"

    assert environment(lang, terms).from_string(template).render(text=text) == said


def test_one_is_called_otherwise_than_several() -> None:
    template = '{{ ngettext("%(num)s %(turn)s", "%(num)s %(turns)s", n, turn=terms.turn, turns=terms.turns) }}'
    of_rounds = environment("en", ruleset(GAME).terms).from_string(template)

    assert [of_rounds.render(n=n) for n in (1, 2)] == ["1 round", "2 rounds"]
