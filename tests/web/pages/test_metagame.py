"""What answers a field, and the best changes: of a season and of a list alike, worked out once, within a limit."""

import json
from contextlib import nullcontext
from datetime import timedelta
from typing import Any

import pytest

from app.i18n import translations
from app.statistics.metagame import answers, mixture
from app.statistics.metagame.mixture import Unsolved
from app.store.database import Database
from app.tournament.cache import Cache
from app.web import limits
from tests.support.browsers import Browser, Site
from tests.support.house_cards import VOLLEY
from tests.support.seasons import Character, a_finished_season

FIELD = [
    Character("Alice & Co", "双連連攻連連力力"),
    Character("Bob", "硬"),
    Character("Carol", "攻響核核"),
    Character("<i>Dave</i>", "攻響核"),
    Character("Eve", "盾攻"),
    Character("フランク", "攻響核核"),
]
ANSWERS = "/en/seasons/cup/answers"
CHANGES = "/en/seasons/cup/entries/4/changes"


@pytest.fixture
def browser(database: Database, monkeypatch: pytest.MonkeyPatch) -> Browser:
    monkeypatch.setattr(answers, "_answers", Cache(4, nullcontext()))
    monkeypatch.setattr(answers, "_changes", Cache(4, nullcontext()))
    with database.writing() as session:
        a_finished_season(session, FIELD)
    return Site(database).browser()


def listed(browser: Browser) -> str:
    """The address of the same field as a list."""
    text = "\n".join(f"{each.build}/{each.name}" for each in FIELD)
    return browser.enter("/en/lab/laplaplus", list=text).location


def test_a_season_and_its_list_have_the_same_answers(browser: Browser) -> None:
    season, here = browser.get(ANSWERS), listed(browser)
    link = browser.get(here).page.css_first("main a[rel=nofollow]").attributes["href"]  # type: ignore[union-attr]
    answer = browser.get(link or "")

    assert link == f"{here}/answers"
    assert answer.text("#counter ~ .telling") == season.text("#counter ~ .telling")
    assert "wins 6, draws 0 and loses 0" in answer.text("#counter ~ .telling")
    assert answer.text("#mixture ~ .scroll tbody") == season.text("#mixture ~ .scroll tbody")
    assert "100%" in answer.text("#mixture ~ .scroll tbody")
    assert "Alice & Co" in answer.text("#mixture ~ .scroll tbody")
    for page in (answer, season):
        links = {node.attributes["href"] or "" for node in page.page.css("main section a")}
        assert {browser.get(to).status for to in links if not to.startswith("#")} == {200}


def test_every_battle_of_the_counter_build_can_be_seen(browser: Browser) -> None:
    answer = browser.get(ANSWERS)
    shown = browser.follow(browser.submit(answer, "#battles ~ table form"))
    whole = browser.follow(browser.submit(answer, "#counter ~ form"))

    assert "The counter-build wins" in shown.text(".outcome")
    assert whole.text(".standings tr.first th").startswith("The counter-build")


def test_the_best_changes_say_whose_results_they_turn_and_play_them(browser: Browser) -> None:
    season, here = browser.get(CHANGES), listed(browser)
    answer = browser.get(f"{here}/entries/4/changes")

    assert "The best changes" in browser.get(f"{here}/entries/4").text("#rivals ~ p")
    assert answer.text("#changes-1 ~ .scroll tbody") == season.text("#changes-1 ~ .scroll tbody")
    assert "All 72 changes were played" in season.text("#changes-1 ~ p")
    shown = browser.follow(browser.submit(answer, "#changes-1 ~ .scroll form"))
    assert "<i>Dave</i>, changed" in shown.text()


def test_programs_are_told_the_same(browser: Browser) -> None:
    told = json.loads(browser.get("/api/v1/seasons/cup/answers").html)
    changes = json.loads(browser.get("/api/v1/seasons/cup/entries/4/changes").html)

    assert told["counter"]["beats"] == [1, 2, 3, 4, 5, 6]
    assert [each["number"] for each in told["mixture"]["drawn"]] == [1]
    assert [(each["cards"], each["possible"]) for each in changes["changes"]] == [
        (1, 72),
        (2, 1728),
    ]


@pytest.mark.parametrize("path", [ANSWERS, CHANGES])
def test_one_client_is_first_to_ask_so_often_only(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    """What is known already is free."""
    once = limits.Limit("answers", 1, timedelta(minutes=10))
    monkeypatch.setattr(limits, "ANSWERS", once)
    other = "/en/seasons/cup/entries/3/changes"

    assert [browser.get(each).status for each in (path, path, other)] == [200, 200, 429]


@pytest.mark.parametrize("path", [ANSWERS, CHANGES])
def test_without_a_kernel_what_would_take_too_long_is_refused(
    browser: Browser, monkeypatch: pytest.MonkeyPatch, path: str
) -> None:
    monkeypatch.setattr(answers, "most_battles", lambda _game: 10)

    answer = browser.get(path)
    assert answer.status == 422
    assert "battles" in answer.text()


def test_without_a_solver_the_page_says_so(
    browser: Browser, monkeypatch: pytest.MonkeyPatch
) -> None:
    def none(_rows: Any) -> None:
        raise Unsolved(mixture.NO_SOLVER)

    monkeypatch.setattr(answers, "payoffs", none)
    answer = browser.get(ANSWERS.replace("/en/", "/ja/"))

    assert translations("ja").gettext(mixture.NO_SOLVER) in answer.text()
    assert not answer.page.css("#worth")


def test_in_a_list_with_house_cards_they_come_along(browser: Browser) -> None:
    """The build that answers it, and those that would have won, are seen with the same cards."""
    sent = browser.submit(
        browser.get("/en/lab/laplaplus"), list="攻核/A\n矢核/B\n盾核/C", cards=VOLLEY
    )
    for path, form in (
        ("/answers", "#counter ~ form"),
        ("/entries/2/changes", "#changes-1 ~ .scroll form"),
        ("/entries/2/what-if", ".rescued form"),
    ):
        answer = browser.get(f"{sent.location}{path}")
        there = browser.submit(answer, form).location.partition("/battles")[0]
        shown = browser.get(there)
        area = shown.page.css_first("textarea#cards")
        assert area is not None, path
        assert area.text().strip() == VOLLEY.strip()
