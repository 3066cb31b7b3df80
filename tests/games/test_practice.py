"""The player of the house that plays to win: it knows its view alone, answers the same each time, and wins."""

from collections.abc import Iterator
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import islice
from random import Random
from types import ModuleType
from typing import Any

import pytest

from app.engine.matches.course import CourseHouse, Match, advance
from app.engine.matches.dice import Dice, canonical
from app.engine.matches.game import (
    AUTOPILOT,
    CAREFUL,
    SEATS,
    TENGU,
    Chance,
    Game,
    MatchDecision,
    Over,
    Search,
    Seat,
)
from app.engine.matches.menus import of_now
from app.engine.matches.orders.wording import in_language, menus_in_language
from app.games import match_game, match_slugs
from app.league.matches.views import Look
from app.league.practice.practice import action_of
from app.letters.matches import samples_of
from tests.games.test_match_laws import FOUND, LANGS
from tests.support.tables import by_row

GAMES = [game for game in map(match_game, match_slugs()) if TENGU in game.opponents]
HEAD = {"config": {}, "h": ""}


def search_of(game: Game[Any], **changes: Any) -> Search[Any]:
    assert game.search
    return replace(game.search, **changes)


def decisions(
    game: Game[Any], random: Random, deals: ModuleType | None = None
) -> Iterator[tuple[Any, MatchDecision]]:
    """What is asked in a match of any kind, which the house plays and now and then somebody else."""
    deals = deals or import_module(f"tests.games.{game.id}.deals")
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
            world = search.imagine(view, Dice(random.randbytes(32)), game.cards)
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
            answer = search.decide(game, view, decision, options)
            assert answer in options
            other = deals.redeal(state, decision.seat, random)
            same = game.view(other, decision.seat), decision, game.legal(other, decision)
            assert search.decide(game, *same) == answer


@by_row("game", GAMES, ids=[game.id for game in GAMES])
def test_the_house_advises_what_it_would_do_as_it_is_typed_and_says_why(game: Game[Any]) -> None:
    """From the view alone: states that look alike get the same advice, at both levels."""
    deals = import_module(f"tests.games.{game.id}.deals")
    for n, level in enumerate((CAREFUL, TENGU)):
        random = Random(f"advice {n}")
        for state, decision in decisions(game, random):
            if level == TENGU and random.random() < 0.8:
                continue
            view, options = game.view(state, decision.seat), game.legal(state, decision)
            with pytest.MonkeyPatch.context() as patch:
                patch.setattr(type(game), "search", search_of(game, steps=60))
                advice = game.suggest(view, decision, options, level)
                other = deals.redeal(state, decision.seat, random)
                alike = game.view(other, decision.seat), decision, game.legal(other, decision)
                assert game.suggest(*alike, level) == advice
                decide = game.autopilot if level == CAREFUL else game.opponents[TENGU].decide
                assert advice.action == decide(view, decision, options)
            for lang in LANGS:
                typed = advice.order.to(lang)
                assert typed == in_language(game.format(advice.action, view), game, lang)
                assert action_of(typed, game, view, decision, options, 1) == advice.action
            assert advice.why.en.endswith(".")
            assert advice.why.ja.endswith("。")


@by_row(("game", "deals"), FOUND, ids=[game.rules for game, _ in FOUND])
def test_whatever_page_command_and_letter_offer_is_taken(
    game: Game[Any], deals: ModuleType
) -> None:
    """Each by itself, in both languages: other words are other acts, and what does harm says so and comes last."""
    kinds, random = set[str](), Random("offered")
    for state, decision in (each for _ in range(9) for each in decisions(game, random, deals)):
        if decision.kind in kinds - game.reactions and random.random() < 0.95:
            continue
        kinds.add(decision.kind)
        view, options = game.view(state, decision.seat), game.legal(state, decision)

        def taken(
            typed: str, view: Any = view, options: Any = options, decision: Any = decision
        ) -> bytes:
            action = action_of(typed, game, view, decision, options, 1)
            assert action in options
            return canonical(action)

        for lang in LANGS:
            menus = menus_in_language(of_now(game.menus(view, decision, options, lang)), game, lang)
            for menu in menus:
                count, some = len(menu.choices), menu.least or 1
                places = [[(at + n) % count for n in range(some)] for at in range(count)]
                lines = {menu.line(each) for each in places} | {menu.none} - {""}
                acts = {*map(taken, lines)}
                assert len(acts) == len(lines) or menu.most > 1
                harms = [each.harms for each in menu.choices]
                assert harms == sorted(harms)
                assert all(each.label for each in menu.choices if each.harms)
            for action in islice(options, 24):
                listed = in_language(game.format(action, view), game, lang)
                assert taken(listed) == canonical(action)
            look = Look(game, "m", decision.seat, {}, 1, view, [(decision, options)], (), False, "")
            for line in samples_of(look, lang, game.autopilot(view, decision, options)):
                taken(line)
    assert kinds >= game.reactions


@pytest.mark.unmeasured
@pytest.mark.parametrize("game", GAMES, ids=[game.id for game in GAMES])
def test_it_beats_the_autopilot_with_every_starter(game: Game[Any]) -> None:
    tengu = CourseHouse(
        replace(game.opponents[TENGU], decide=partial(search_of(game, steps=100).decide, game))
    )
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
