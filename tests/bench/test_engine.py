"""The builds that battles are measured with."""

from app.bench import engine
from app.games import ruleset, slugs
from tests.support.tables import by_row


@by_row("game", slugs())
def test_a_field_of_any_game_is_drawn_by_its_rules(game: str) -> None:
    rules = ruleset(game).under({})
    field = engine.drawn_legal(ruleset(game), 20)

    assert len({each.cards for each in field}) > 10
    assert field == engine.drawn_legal(ruleset(game), 20)
    for build in field:
        assert rules.read_build(rules.write_build(build)) == build


@by_row("game", [each for each in slugs() if not ruleset(each).match])
def test_the_builds_that_are_drawn_are_legal(game: str) -> None:
    rules = ruleset(game)

    for cards in engine.kinds(rules).values():
        for build in engine.drawn(cards, 20, rules.sizes[-1]):
            assert rules.read_build(rules.write_build(build)) == build


def test_the_same_builds_are_drawn_every_time() -> None:
    field = engine.drawn(("core", "attack"), 5, 8)

    assert engine.drawn(("core", "attack"), 5, 8) == field
    assert engine.drawn(("core", "attack"), 9, 8)[:5] == field
