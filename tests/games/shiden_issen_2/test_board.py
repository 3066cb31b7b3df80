"""The fold over the log shows what the engine had, at every single event."""

from collections.abc import Callable
from contextlib import suppress
from typing import Any

import pytest
from hypothesis import given

from app.engine import Event, Side
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.battle import Decided, State
from app.games.shiden_issen_2.board import Board, level_of, side_of
from tests.games.shiden_issen_2.drawn import Pair, drawn_pairs, pairs
from tests.games.shiden_issen_2.play import build, folded, play
from tests.support.tables import by_row


class Watched(State):
    """A battle that folds its log as it writes it, and compares after each event."""

    def __init__(self, home: str, away: str) -> None:
        self.log: list[Event] = []
        self.board = Board()
        super().__init__(build(home), build(away), self.log)

    def record(self, kind: Callable[..., Event], *args: Any, **fields: Any) -> int:
        n = super().record(kind, *args, **fields)
        self.board.apply(self.log[-1])
        assert shown(self.board) == held(self), self.log[-1]
        return n


def shown(board: Board) -> list[object]:
    """What the fold has."""
    return [
        [
            (
                [skill.id for skill in board.slots[side]],
                board.hp(side),
                board.statuses[side],
                board.marked[side],
            )
            for side in Side
        ],
        board.hit,
        board.due,
    ]


def held(state: State) -> list[object]:
    """What the engine has."""
    slots = [slot for character in state.both for slot in character.slots]
    return [
        [
            (
                [slot.skill.id for slot in character.slots],
                len(character.owned),
                {status.value: count for status, count in character.statuses.items()},
                [skill.id for skill in character.marked],
            )
            for character in state.both
        ],
        {slot.ref for slot in slots if slot.is_hit},
        {slot.ref for slot in slots if slot.is_due},
    ]


def watch(pair: Pair) -> None:
    state = Watched(*pair)
    with suppress(Decided):
        state.run()
    assert state.log == list(play(*pair).events[:-1])


@given(pairs())
def test_after_every_event_the_fold_shows_what_the_engine_has(pair: Pair) -> None:
    watch(pair)


@pytest.mark.unmeasured
def test_so_it_does_in_many_battles() -> None:
    for pair in drawn_pairs(200, seed=2):
        watch(pair)


@given(pairs())
def test_every_round_begins_with_a_checksum_of_the_fold(pair: Pair) -> None:
    board = Board()
    for event in play(*pair).events:
        board.apply(event)
        if isinstance(event, log.RoundBegan):
            for side, ids, statuses, hp in (
                (Side.HOME, event.home, event.home_statuses, event.home_hp),
                (Side.AWAY, event.away, event.away_statuses, event.away_hp),
            ):
                assert tuple(skill.id for skill in board.slots[side]) == ids
                assert {s: statuses.count(s) for s in statuses} == board.statuses[side]
                assert board.hp(side) == hp


@given(pairs())
def test_what_events_count_is_what_the_fold_shows(pair: Pair) -> None:
    board = Board()
    for event in play(*pair).events:
        match event:
            case log.StatusGained():
                assert event.now == board.statuses[event.side].get(event.status, 0) + event.count
            case log.StatusLifted():
                assert event.left == board.statuses[event.side][event.status] - event.count
        board.apply(event)
        match event:
            case log.SkillDestroyed():
                assert board.hp(side_of(event.skill)) == event.left
            case log.BattleEnded():
                assert (event.home_hp, event.away_hp) == tuple(map(board.hp, Side))
                assert event.both_empty == (event.home_hp == event.away_hp == 0)


@by_row(("ref", "side", "level"), [("home.3", "home", 3), ("away.0", "away", 0)])
def test_a_reference_says_whose_slot_it_is_and_which(ref: str, side: str, level: int) -> None:
    assert (side_of(ref), level_of(ref)) == (side, level)


def test_the_board_after_a_battle_has_what_is_left() -> None:
    battle = play("閃閃交硬果", "待速搦待閃")
    board = folded(battle)

    assert tuple(map(board.hp, Side)) == battle.hp
    assert board.skill("home.0").ja == "凡打"
