"""The player of the house that plays to win: it knows its view alone, answers the same each time, and wins."""

from collections.abc import Iterator
from dataclasses import replace
from importlib import import_module
from random import Random
from typing import Any

import pytest

from app.engine.matches.course import House, Match, advance
from app.engine.matches.dice import Dice
from app.engine.matches.game import AUTOPILOT, SEATS, Chance, Decision, Game, Over, Seat
from app.engine.matches.search import TENGU, Search
from app.games import match_game, match_slugs
from tests.support.tables import by_row

GAMES = [game for game in map(match_game, match_slugs()) if TENGU in game.opponents]
HEAD = {"config": {}, "h": ""}


def search_of(game: Game[Any], **changes: int) -> Search[Any]:
    search = game.opponents[TENGU].decide.__self__  # type: ignore[attr-defined]
    return replace(search, **changes)


def decisions(game: Game[Any], random: Random) -> Iterator[tuple[Any, Decision]]:
    """What is asked in a match of any kind, which the house plays and now and then somebody else."""
    deals = import_module(f"tests.games.{game.id}.deals")
    config, builds = deals.deal(random)
    state, dice = game.new(game.settle(config), builds), Dice(random.randbytes(32))
    while not isinstance(pending := game.pending(state), Over):
        if isinstance(pending, Chance):
            state, _ = game.apply_chance(state, pending, dice.draw(pending))
            continue
        moves = {}
        for each in pending:
            yield state, each
            options = game.legal(state, each)
            moves[each.id] = game.autopilot(game.view(state, each.seat), each, options)
            if random.random() < 0.2:
                moves[each.id] = random.choice([*options])
        state, _ = game.apply(state, moves)


def asked(game: Game[Any], state: Any) -> list[tuple[Any, ...]]:
    """Who is asked what; the number of a secret decision counts what is hidden."""
    pending = game.pending(state)
    assert isinstance(pending, tuple)
    return [(each.seat, each.kind, each.secret or each.id) for each in pending]


def test_the_games_with_a_strong_player_of_the_house() -> None:
    for game in GAMES:
        vars(game).pop("opponents", None)  # they were found before anything is measured
    assert [game.id for game in GAMES] == ["acts", "fest", "ocg"]
    assert all([*game.opponents] == [AUTOPILOT, TENGU] for game in GAMES)
    assert not any(AUTOPILOT in game.styles for game in GAMES)


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_it_imagines_worlds_that_its_view_may_be_of(game: Game[Any]) -> None:
    search = search_of(game)
    for n in range(12):
        random = Random(n)
        for state, decision in decisions(game, random):
            view = game.view(state, decision.seat)
            world = search.imagine(view, Dice(random.randbytes(32)))
            assert game.view(world, decision.seat) == view
            assert asked(game, world) == asked(game, state)


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_its_answer_is_legal_and_follows_from_its_view(game: Game[Any]) -> None:
    deals = import_module(f"tests.games.{game.id}.deals")
    search = search_of(game, steps=60)
    for n in range(3):
        random = Random(f"legal {n}")
        for state, decision in decisions(game, random):
            if random.random() < 0.7:
                continue
            view, options = game.view(state, decision.seat), game.legal(state, decision)
            answer = search.decide(view, decision, options)
            assert answer in options
            other = deals.redeal(state, decision.seat, random)
            same = game.view(other, decision.seat), decision, game.legal(other, decision)
            assert search.decide(*same) == answer


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_it_beats_the_autopilot_with_every_starter(game: Game[Any]) -> None:
    tengu = House(replace(game.opponents[TENGU], decide=search_of(game, steps=100).decide))
    won = 0
    starters = [*game.starters.values()]
    for n in range(8):
        seat: Seat = SEATS[n % 2]
        builds: dict[Seat, Any] = {"A": starters[n // 2 % 2], "B": starters[n // 4 % 2]}
        match = Match.begin(game, HEAD, builds)
        done = advance(match, {seat: tengu}, Dice(bytes([n])), "script").match
        assert done.ended
        won += done.ended.winner == seat

    assert won > 4
