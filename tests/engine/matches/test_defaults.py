"""What a game with decisions has that says nothing of its own."""

from typing import Any

import pytest

from app.engine.board import Piece, Row
from app.engine.build import Build
from app.engine.matches.game import AUTOPILOT, CAREFUL, SEATS, WON, ConfigError, MatchDecision
from app.engine.matches.game.house import _Idea
from app.engine.matches.game.picture import GamePicture
from app.engine.matches.game.rules import GameRules
from app.games.fest.game import FEST
from app.games.fest.state import State
from tests.games.fest.played import standing
from tests.support.match_games.bluff import Bluff

BUILD = Build(("b", "a"), None)


def asked(state: State) -> MatchDecision:
    pending = FEST.pending(state)
    assert isinstance(pending, tuple)
    return pending[0]


def test_a_game_meets_in_its_usual_way_and_counts_nothing() -> None:
    game = Bluff()
    assert GameRules.as_data(game, BUILD) == ["a", "b"]
    assert GameRules.exhibited(game, BUILD, BUILD) == {}
    unknown: Any = None
    assert GameRules.reached(game, unknown) == dict.fromkeys(SEATS, 0)
    assert GameRules.under(game, {}) == {}
    assert GameRules.settle(game, {}) == {}
    with pytest.raises(ConfigError):
        GameRules.settle(game, {"rounds": 3})


def test_a_game_that_shows_nothing_of_its_own_lays_its_cards_out() -> None:
    side = GamePicture.lay_out(["a", "b"])
    GamePicture.show(Bluff(), {"A": side, "B": side}, "", {})
    assert side.row() == Row((Piece(1, "a"), Piece(2, "b")), None)


def test_without_a_search_the_house_plays_as_for_the_absent_and_says_so() -> None:
    found: dict[str, Any] = {}

    class Told(Bluff):
        search = None

        def autopilot(self, *_: Any) -> Any:
            return found

    game = Told()
    assert [*game.opponents] == [AUTOPILOT]
    assert game.reasoned({}, None, None)[0] is found  # type: ignore[arg-type]


def test_a_game_that_says_nothing_of_how_it_stands_asks_for_orders_all_the_same() -> None:
    game = Bluff()
    assert [
        *game.primer,
        *game.goal,
        *game.stands({}),
        *game.so_far({}, "A"),
        *game.moment({}),
    ] == [""] * 10
    assert [game.chapters, game.glossary, game.card_words] == [{}, {}, {}]
    assert not game.called({}, "card", "f01", "en")
    assert "orders" in game.asks({}).en
    assert game.foreseen({}) is None
    assert [*game.notions({}, {})] == []


def test_what_is_won_or_lost_is_said_so() -> None:
    assert [_Idea({}, sum_, 3).mean.en for sum_ in (3 * WON, -3 * WON, 6)] == [
        "a win",
        "a loss",
        "+2.0",
    ]


def test_the_house_says_why_it_picks_a_card() -> None:
    hand = {"hand": ("F01", "F07", "G09"), "deck": ("F05", "F04"), "points": [3, 3, 3, 0]}
    state = standing(a=hand, b={"hand": ("F07",)})
    decision = asked(state)
    play = {"a": "play", "card": "G09", "effect": "S11", "args": {}}
    state, _ = FEST.apply(state, {decision.id: play})
    decision = asked(state)

    advice = FEST.suggest(FEST.view(state, "A"), decision, FEST.legal(state, decision), CAREFUL)

    assert advice.order.en.startswith("pick ")
    assert advice.why.en.startswith("It has the fewest abilities")
