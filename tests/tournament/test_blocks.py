"""All pairs of a field in blocks: the same halves whoever plays them, and how many to a block."""

from collections.abc import Iterator
from concurrent.futures import Executor, Future, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import replace
from multiprocessing import active_children
from typing import Any

import pytest

from app.engine import Build, Pace
from app.games import ruleset
from app.tournament import blocks
from app.tournament.executors import Hands, all_cores

GAME = "laplaplus"
VERSION = "laplaplus@1"
FIELD = [
    ruleset(GAME).read_build(cards) for cards in ("攻核", "核核", "重核硬", "盾響核", "", "核")
]


def halves(field: list[Build]) -> list[bytes]:
    played = blocks.play_blocks(GAME, VERSION, field)
    return [half for _, block in played for half in block]


def test_blocks_hold_whole_rows_and_about_as_many_battles_as_asked() -> None:
    """Rows of five builds meet 4, 3, 2, 1 and 0 others: 4 + 3 are enough for 5, then all that is left."""
    assert list(blocks.blocks(5, 5, range(5))) == [range(2), range(2, 5)]
    assert list(blocks.blocks(5, 5, range(2, 5))) == [range(2, 5)]
    assert list(blocks.blocks(5, 100, range(1))) == [range(1)]
    assert list(blocks.blocks(0, 5, range(0))) == []


@pytest.mark.parametrize("in_threads", [True, False])
def test_whoever_plays_the_blocks_the_field_is_the_same(
    in_threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a block a row, in threads and, where the interpreter would be held, in processes."""
    expected = blocks.play_block(GAME, VERSION, FIELD, range(len(FIELD)))
    rules = replace(ruleset(GAME), pace=Pace(battles=1, in_threads=in_threads))
    monkeypatch.setattr(blocks, "ruleset", lambda slug, version: rules)
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)

    assert halves(FIELD) == expected


def test_a_process_that_is_killed_costs_no_battle(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    rules = replace(ruleset(GAME), pace=Pace(battles=1, in_threads=False))
    monkeypatch.setattr(blocks, "ruleset", lambda slug, version: rules)
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    field = FIELD * 8
    found: list[bytes] = []
    for rows, played in blocks.play_blocks(GAME, VERSION, field):
        found += played
        if not rows.start:
            for child in active_children():
                child.kill()
                child.join()

    assert found == blocks.play_block(GAME, VERSION, field, range(len(field)))
    assert "a process has died" in caplog.text


def test_threads_are_for_games_that_let_the_interpreter_go() -> None:
    with all_cores(Pace(in_threads=True)) as threads:
        assert isinstance(threads, ThreadPoolExecutor)
    with all_cores(Pace(in_threads=False)) as processes:
        assert isinstance(processes, ProcessPoolExecutor)


def test_what_a_cluster_has_lost_with_its_worker_is_asked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """`distributed` tells of it by whatever its own code stumbles over."""
    monkeypatch.setattr(blocks, "FEW_BLOCKS", 0)
    monkeypatch.setattr(blocks, "BLOCK_SECONDS", 0)
    asked: list[Future[list[bytes]]] = []

    class Forgetful(Executor):
        def submit(self, work: Any, /, *given: Any, **named: Any) -> Future[Any]:
            asked.append(Future())
            if len(asked) in (1, 4):
                asked[-1].set_exception(ValueError("not enough values to unpack"))
            else:
                asked[-1].set_result(work(*given, **named))
            return asked[-1]

    @contextmanager
    def hands(*_: object) -> Iterator[Hands]:
        yield Hands(Forgetful(), 1, lambda: 1)

    monkeypatch.setattr(blocks, "hands", hands)
    played = halves(FIELD)
    monkeypatch.undo()

    assert played == halves(FIELD)
    assert len(asked) == len(FIELD) + 2
