"""Battles outside all seasons: each game shows one, and a build that is tried meets the house."""

import re

import pytest

from app.engine import AWAY, HOME, Lang, Ruleset, Tone
from app.errors import BuildUnreadable
from app.games import ruleset, slugs
from app.league.eligibility.choices import under
from app.league.practice import sparring
from app.store.database import Database
from app.web.front.logs import mask
from app.web.views.sparring import example, exhibition
from tests.support.browsers import Site
from tests.support.seasons import Character, a_finished_season


@pytest.mark.parametrize("slug", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_each_game_says_what_it_is_and_shows_a_battle_in_a_few_lines(slug: str, lang: Lang) -> None:
    game, shown = ruleset(slug), exhibition(slug, lang)

    assert shown is not None
    assert len(shown.lines) in (5, 6)
    assert shown.lines[-1].tone is Tone.VERDICT
    first = next(line for line in shown.lines if line.turn)
    assert all(name in first.text for name, _ in shown.sides)
    assert 2 <= game.about.to(lang).count("。" if lang == "ja" else ".") <= 4


@pytest.mark.parametrize("slug", slugs())
def test_the_build_to_begin_with_wins_some_and_loses_some(slug: str) -> None:
    game = under(ruleset(slug), ())
    outcomes = sparring.of_house(game).outcomes(game, example(game))

    assert {HOME, AWAY} <= {byte & 3 for byte in outcomes}


def test_a_build_meets_the_best_of_a_season_once_its_results_are_public(database: Database) -> None:
    site = Site(database)
    path = "/en/games/laplaplus/try?build=攻核"
    before = site.browser().get(path).page.css(".bouts")
    with database.writing() as session:
        a_finished_season(session, [Character("Tuesday", "攻響核"), Character("Mirror", "連核")])
    page = site.browser().get(path).page
    links = [node.attributes["href"] or "" for node in page.css(".bouts td a")]

    assert (len(before), len(page.css(".bouts"))) == (1, 2)
    assert len(links) == 8 + 2
    told = site.browser().get(links[-1])
    assert told.status == 200
    assert "Your build" in told.text("h1")
    assert "%E6%94%BB" not in mask(links[-1])
    house = links[7].partition("#")[0]
    assert site.browser().get(f"{house}?slug=cup").status == 200, "whom it meets stands in the path"


def test_of_a_build_full_of_mistakes_some_are_told_and_the_others_counted(
    database: Database,
) -> None:
    path = "/en/games/laplaplus/try?build=" + ",".join(["Atack"] * 300)
    answer = Site(database).browser().get(path)

    assert answer.status == 422
    *told, last = answer.told("build")
    assert len(told) == 20
    assert re.fullmatch(r"And 28\d more\.", last)


@pytest.mark.parametrize("blank", ["", "%20", "%0a", "%E3%80%80", "%20%0a%09"])
def test_an_empty_build_is_played_only_where_it_is_one(
    database: Database, janken: Ruleset, blank: str
) -> None:
    """A form sent without a build says what is wrong with it, as for any other."""
    browser = Site(database).browser()
    for game in map(ruleset, slugs()):
        answer = browser.get(f"/en/games/{game.slug}/try?build={blank}")
        begun = browser.get(f"/en/games/{game.slug}/try?build={blank}&step=clear")

        wrong = wrong_with(under(game, ()), "")
        assert (answer.status, answer.told("build")) == (422 if wrong else 200, wrong)
        assert bool(answer.page.css(".bouts")) == (not wrong)
        assert (begun.status, begun.told("build")) == (200, []), "there is nothing yet"
        assert bool(begun.page.css(".bouts")) == (not wrong)


def wrong_with(game: Ruleset, text: str) -> list[str]:
    """Everything, in words."""
    try:
        game.read_build(text)
    except BuildUnreadable as refusal:
        return [game.explain(each, "en") for each in refusal.problems]
    return []


def test_what_cannot_be_read_is_told_beside_the_build_and_stays_there(database: Database) -> None:
    answer = Site(database).browser().get("/en/games/laplaplus/try?build=攻,Atack")

    assert answer.status == 422
    assert "Atack" in answer.told("build")[0]
    assert "攻,Atack" in answer.text("#build")
