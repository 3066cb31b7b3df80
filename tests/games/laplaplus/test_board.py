"""The fold over the log shows what the engine had, at every single event."""

from collections.abc import Callable
from contextlib import suppress
from typing import TypeVarTuple

import pytest
from hypothesis import given

from app.engine import Battle, Event, Side
from app.games.laplaplus import events as log
from app.games.laplaplus.battle import Fallen, State
from app.games.laplaplus.board import Board, place_of, side_of
from tests.games.laplaplus.drawn import Pair, drawn_pairs, pairs
from tests.games.laplaplus.play import build, play
from tests.support.tables import by_row

Ts = TypeVarTuple("Ts")


class Watched(State):
    """A battle that folds its log as it writes it, and compares after each event."""

    def __init__(self, home: str, away: str) -> None:
        self.log: list[Event] = []
        self.board = Board()
        super().__init__(build(home), build(away), self.log)

    def record(self, kind: Callable[[int, int, int, *Ts], Event], *args: *Ts) -> int:
        n = super().record(kind, *args)
        self.board.apply(self.log[-1])
        assert shown(self.board) == held(self), self.log[-1]
        return n


def shown(board: Board) -> list[object]:
    """What the fold has for each side."""
    return [
        (
            board.hp[side],
            board.base_hp(side),
            board.speed(side),
            board.order[side],
            [ref for ref in board.order[side] if ref in board.down],
        )
        for side in Side
    ]


def held(state: State) -> list[object]:
    """What the engine has for each side."""
    return [
        (
            team.hp,
            team.base_hp,
            team.base_hp + team.speed_bonus,
            tuple(placed.ref for placed in team.row),
            [placed.ref for placed in team.row if not placed.up],
        )
        for team in (state.home, state.away)
    ]


def folded(battle: Battle) -> Board:
    board = Board()
    for event in battle.events:
        board.apply(event)
    return board


def watch(pair: Pair) -> None:
    state = Watched(*pair)
    with suppress(Fallen):
        state.run()
    assert state.log == list(play(*pair).events[:-1])


@given(pairs())
def test_after_every_event_the_fold_shows_what_the_engine_has(pair: Pair) -> None:
    watch(pair)


@pytest.mark.unmeasured
def test_so_it_does_in_full_rows() -> None:
    for pair in drawn_pairs(80, seed=2):
        watch(pair)


@given(pairs())
def test_every_turn_ends_with_a_checksum_of_the_fold(pair: Pair) -> None:
    board = Board()
    for event in play(*pair).events:
        board.apply(event)
        if isinstance(event, log.TurnEnded):
            assert (event.home_hp, event.away_hp) == tuple(board.hp.values())
            assert (event.home_base_hp, event.away_base_hp) == tuple(map(board.base_hp, Side))
            assert (event.home_order, event.away_order) == tuple(board.order.values())
            assert set(event.down) == board.down


@given(pairs())
def test_what_events_say_of_hp_speed_and_rows_is_what_the_fold_shows(pair: Pair) -> None:
    board = Board()
    for event in play(*pair).events:
        if isinstance(event, log.HpRestored):
            assert event.hp_before == board.hp[side_of(event.card)]
        board.apply(event)
        match event:
            case log.BuildsDisclosed():
                assert (event.home_hp, event.away_hp) == tuple(board.hp.values())
                assert (event.home_base_hp, event.away_base_hp) == tuple(map(board.base_hp, Side))
            case log.OrderDecided():
                assert (event.home_speed, event.away_speed) == tuple(map(board.speed, Side))
            case log.SpeedRaised():
                assert event.speed == board.speed(side_of(event.card))
            case log.CardRemoved():
                assert event.base_hp == board.base_hp(side_of(event.card))
                assert event.card not in event.order
            case log.CardsSwapped():
                assert event.order.index(event.sunk) == event.order.index(event.risen) + 1
            case log.JudgementHeld() | log.BattleEnded():
                assert (event.home_hp, event.away_hp) == tuple(board.hp.values())


def test_the_board_after_crash_brain_and_a_trap_left_alone() -> None:
    """重壊類核 v 罠攻核: Crash and Attack have gone, Heavy Blow is down, 10 : 5, base 9 and 7."""
    board = folded(play("重壊類核", "罠攻核"))

    assert board.order == {
        Side.HOME: ("home.1", "home.3", "home.4"),
        Side.AWAY: ("away.1", "away.3"),
    }
    assert board.down == {"home.1"}
    assert [board.hp[side] for side in Side] == [10, 5]
    assert [board.base_hp(side) for side in Side] == [9, 7]
    assert [board.speed(side) for side in Side] == [9, 7]


def test_a_removed_card_is_not_down() -> None:
    """Dual Core goes down and is removed."""
    assert folded(play("双核", "核")).down == set()


@by_row(("ref", "side", "place"), [("home.3", "home", 3), ("away.8", "away", 8)])
def test_a_reference_says_whose_card_it_is_and_where_it_stood(
    ref: str, side: str, place: int
) -> None:
    assert (side_of(ref), place_of(ref)) == (side, place)
