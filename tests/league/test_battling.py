"""All pairs of a field in blocks: the same halves whoever plays them, and how many to a block."""

from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from dataclasses import replace

import pytest

from app.engine import Build, Pace
from app.games import ruleset
from app.league import battling
from app.league.computing import all_cores

GAME = "laplaplus"
VERSION = "laplaplus@1"
FIELD = [
    ruleset(GAME).read_build(cards) for cards in ("攻核", "核核", "重核硬", "盾響核", "", "核")
]


def halves(field: list[Build]) -> list[bytes]:
    played = battling.play_blocks(GAME, VERSION, field)
    return [half for _, block in played for half in block]


def test_blocks_hold_whole_rows_and_about_as_many_battles_as_asked() -> None:
    """Rows of five builds meet 4, 3, 2, 1 and 0 others: 4 + 3 are enough for 5, then all that is left."""
    assert list(battling.blocks(5, 5, range(5))) == [range(2), range(2, 5)]
    assert list(battling.blocks(5, 5, range(2, 5))) == [range(2, 5)]
    assert list(battling.blocks(5, 100, range(1))) == [range(1)]
    assert list(battling.blocks(0, 5, range(0))) == []


@pytest.mark.parametrize("in_threads", [True, False])
def test_whoever_plays_the_blocks_the_field_is_the_same(
    in_threads: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """With a block a row, in threads and, where the interpreter would be held, in processes."""
    expected = battling.play_block(GAME, VERSION, FIELD, range(len(FIELD)))
    rules = replace(ruleset(GAME), pace=Pace(battles=1, in_threads=in_threads))
    monkeypatch.setattr(battling, "ruleset", lambda slug, version: rules)
    monkeypatch.setattr(battling, "FEW_BLOCKS", 0)

    assert halves(FIELD) == expected


def test_threads_are_for_games_that_let_the_interpreter_go() -> None:
    with all_cores(Pace(in_threads=True)) as threads:
        assert isinstance(threads, ThreadPoolExecutor)
    with all_cores(Pace(in_threads=False)) as processes:
        assert isinstance(processes, ProcessPoolExecutor)
