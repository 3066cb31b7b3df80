"""R41: cards that people make are played, told, kept and proven like those of the house; a broken one is refused with all that is wrong."""

import json
from collections.abc import Mapping
from random import Random
from typing import Any, get_args

import pytest

from app.engine.matches.dice import Dice, canonical
from app.engine.matches.game import Chance, MatchEvent, Over
from app.engine.words import Lang
from app.engine.workshop.problems import explain
from app.errors import CardsUnreadable, Problem
from app.games.acts.game import Acts
from app.games.acts.pool import POOLS
from app.games.acts.workshop import cards_of
from tests.games.acts.deals import build_of
from tests.games.acts.made import records
from tests.games.acts.stage import GAME, NAMES
from tests.support.cards import broken

LANGS: tuple[Lang, ...] = get_args(Lang)


def play(game: Acts, builds: Mapping[Any, Any], random: Random) -> tuple[Any, list[MatchEvent]]:
    """A match of two autopilots, and what happened; on its way it is what its dump says, and orders are read as they were meant."""
    state, log, steps = game.new({}, builds), list[MatchEvent](), 0
    dice = Dice(random.randbytes(32))
    while not isinstance(pending := game.pending(state), Over):
        steps += 1
        assert steps < game.max_steps
        if isinstance(pending, Chance):
            state, events = game.apply_chance(state, pending, dice.draw(pending))
        else:
            moves = {}
            for each in pending:
                view, options = game.view(state, each.seat), game.legal(state, each)
                moves[each.id] = game.autopilot(view, each, options)
                assert moves[each.id] in options
                assert game.parse(game.format(moves[each.id], view), view, each) == moves[each.id]
            state, events = game.apply(state, moves)
        log += events
    assert game.load(json.loads(canonical(game.dump(state)))) == state
    return state, log


@pytest.mark.parametrize("number", range(12))
def test_matches_with_any_legal_cards_are_played_and_told(number: int) -> None:
    random = Random(f"own/{number}")
    game = Acts(own=records(random))
    config = game.settle({})
    builds: Any = {seat: build_of(random, POOLS.of(config)) for seat in ("A", "B")}
    assert [game.validate_build(each, config) for each in builds.values()] == [[], []]
    _, log = play(game, builds, random)

    for lang in LANGS:
        assert len([*game.tell(log, NAMES, lang)]) >= len(log)


def faults(own: Any) -> list[Problem]:
    """What is wrong with these records."""
    try:
        cards_of(own)
    except CardsUnreadable as refusal:
        return [*refusal.problems]
    return []


def test_a_broken_card_is_refused_with_every_mistake_and_its_place() -> None:
    random = Random(41)
    found = [faults([broken(each, random) for each in records(random)]) for _ in range(100)]

    assert all(explain(each, lang) for problems in found for each in problems for lang in LANGS)
    assert sum(map(len, found)) > 200


def test_cards_of_a_match_are_a_list_of_legal_ones() -> None:
    own = records(Random(2))
    assert GAME.settle({"cards": own})["cards"] == own
    wrongs: list[Any] = [[], [1], [{}], [{**own[0], "id": "M01"}], {"cards": own}, None]
    for wrong in wrongs:
        with pytest.raises(Exception, match="cards"):
            GAME.settle({"cards": wrong})
