"""A call for cards is a game whose builds are cards: each is read, written, printed and taken into a set, and nothing is fought."""

from dataclasses import replace

import pytest

from app.engine import Build, Lang
from app.engine.outcomes import DRAW, NOT_PLAYED
from app.engine.workshop import call, labels
from app.engine.workshop.call import CardBuild
from app.engine.workshop.file import written
from app.errors import BuildUnreadable, CardsUnreadable, Problem, UnknownGame
from app.games import calls, fought, ruleset
from app.games.house import with_cards

every_call = pytest.mark.parametrize("slug", calls())
in_both = pytest.mark.parametrize("lang", ["ja", "en"])


def sample(slug: str, lang: Lang = "ja") -> CardBuild:
    game = ruleset(slug).makes
    assert game
    assert game.workshop
    build = ruleset(slug).read_build(game.workshop.sample.to(lang))
    assert isinstance(build, CardBuild)
    return build


@every_call
@in_both
def test_a_card_is_written_as_it_is_read(slug: str, lang: Lang) -> None:
    rules, build = ruleset(slug), sample(slug, lang)

    for text in (
        rules.write_build(build, lang),
        rules.write_build(build, "identifiers"),
        "\n".join(call.lines(rules, build, lang)),
        build.text,
    ):
        assert rules.read_build(text).nameless() == build.nameless()
    named = rules.read_build(f"{rules.write_build(build, lang)}/ミナト")
    assert named.name == "ミナト"
    assert rules.write_build(named, lang).endswith("/ミナト")


@every_call
def test_a_card_is_printed_under_its_name_and_joins_a_set_under_its_number(slug: str) -> None:
    rules, build = ruleset(slug), sample(slug)
    assert rules.makes
    text = call.as_set(rules.makes, [("ミナト", {**build.data, "author": "Alice"})], 7)

    made = with_cards(rules.makes.slug, text)

    assert call.printed_build(rules, build, "ミナト").name.ja == "ミナト"
    assert made.house
    assert [card.name.ja for card in made.house.added] == ["ミナト"]
    assert "Alice" not in text


@every_call
def test_nobody_wins_a_call(slug: str) -> None:
    rules, build = ruleset(slug), sample(slug)

    assert rules.play(build, build).winner is None
    outcomes = rules.outcomes([build, build])
    assert [*outcomes] == [NOT_PLAYED, DRAW, DRAW, NOT_PLAYED]
    assert rules.lives_left([build], [build], (1, 0, 2), [3]) == [2]
    assert call.is_call(slug)
    with pytest.raises(UnknownGame):
        fought(slug)


@every_call
def test_everything_that_is_wrong_is_told_in_both_languages(slug: str) -> None:
    rules = ruleset(slug)

    with pytest.raises(BuildUnreadable) as refusal:
        rules.read_build("よろしくお願いします。")

    for problem in refusal.value.problems:
        assert rules.explain(problem, "ja") != rules.explain(problem, "en")
    assert rules.explain(Problem("name-too-long"), "en")


@every_call
def test_what_is_no_card_is_none(slug: str) -> None:
    rules = ruleset(slug)
    assert rules.makes

    assert rules.write_build(Build(("x",))) == ""
    with pytest.raises(CardsUnreadable):
        call.printed_build(rules, Build(("x",)), "x")
    toy = replace(rules.makes, workshop=None)
    with pytest.raises(CardsUnreadable):
        call.printed(toy, {})
    with pytest.raises(CardsUnreadable):
        call.told(toy, Problem("card-stray"), "ja")


def test_what_one_line_cannot_say_is_written_in_toml() -> None:
    game = ruleset("fest-cards")
    build = sample("fest-cards")
    broken = CardBuild((), text=written({"card": [{**build.data, "flavour": "a  b"}]}))

    assert game.write_build(broken, "ja") == broken.text


def test_a_deed_that_there_is_not_is_written_as_it_stands() -> None:
    game = ruleset("fest")
    assert game.workshop
    data = {"effects": [{"code": "N01", "own": {"deeds": [{"do": "sing"}]}}]}

    assert "sing" in labels.written(data, game.workshop.kind, "ja")
