"""The figures of a build are what its battles begin with."""

from app.engine import Build
from app.games import ruleset
from app.games.laplaplus import board as laplaplus
from app.games.shiden_issen_2 import board as shiden_issen_2, events as log


def _figures(slug: str, build: Build) -> dict[str, int]:
    return {figure.label.en: figure.value for figure in ruleset(slug).figures(build)}


def test_laplaplus_tells_hp_and_the_speed_of_the_first_turn() -> None:
    """Rules §4, §5: two forces of 8 and 4 times 1; [Quick] adds 15 to the speed."""
    build = ruleset("laplaplus").read_build("双連連連連力力速")

    assert _figures("laplaplus", build) == {"HP at the start": 12, "Speed in turn 1": 27}


def test_a_build_that_loses_before_the_first_turn_has_no_speed() -> None:
    """Rules §4: without HP there is nothing to begin with."""
    build = ruleset("laplaplus").read_build("力")

    assert _figures("laplaplus", build) == {"HP at the start": 0, "Speed in turn 1": 0}


def test_shiden_issen_tells_the_speed_with_which_it_begins() -> None:
    game = ruleset("shiden-issen-2")
    build = game.sample_build()
    events = game.play(build, build).events
    first = next(each for each in events if isinstance(each, log.OrderDecided))

    assert _figures("shiden-issen-2", build) == {"Speed in round 1": first.home_speed}
    assert _figures("shiden-issen-2", Build(())) == {}


def test_a_board_names_sides_and_places_without_what_earlier_battles_left_in_memory() -> None:
    for module in (laplaplus, shiden_issen_2):
        for remembered in vars(module).values():
            getattr(remembered, "cache_clear", lambda: None)()
    game = ruleset("laplaplus")
    build = game.read_build("攻核")
    first = next(game.boards(build, build, game.play(build, build)))

    assert [(each.place, each.card) for each in first.away.cards] == [(1, "attack"), (2, "core")]
    assert (laplaplus.side_of("away.3"), laplaplus.place_of("away.3")) == ("away", 3)
    assert (shiden_issen_2.side_of("away.3"), shiden_issen_2.level_of("away.3")) == ("away", 3)
