"""The match of the rules, as the server plays and anybody checks it: by the course of matches and its proof."""

import json
from pathlib import Path

import pytest

from app.engine.matches import record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice, build_commit, commit
from app.engine.matches.game import Seat
from app.engine.matches.record import Line
from app.games.fest.game import FEST
from app.games.fest.state import State
from tests.support.commands import hikyaku

SEED = bytes(range(32))
NAMES: dict[Seat, str] = {"A": "alice", "B": "bob"}
SALTS: dict[Seat, bytes] = {"A": b"\xaa" * 32, "B": b"\xbb" * 32}
BUILDS: dict[Seat, object] = dict.fromkeys(NAMES, FEST.starters["D1"])
HEAD = record.head(
    FEST,
    "demo-1",
    config={},
    seats=NAMES,
    commit=commit(SEED),
    build_commit={seat: build_commit(BUILDS[seat], SALTS[seat]) for seat in SALTS},
    nonce=NAMES,
)
DICE = Dice.of(SEED, HEAD)


@pytest.fixture(scope="module")
def lines() -> list[Line]:
    """The record, an exchange at a time: eight of them."""
    step = advance(Match.begin(FEST, HEAD, BUILDS), None, DICE)
    played = [HEAD, *step.lines]
    while not step.match.ended:
        step = advance(step.match, {}, DICE)
        played += step.lines
    assert step.match.turn == 8
    return [*played, record.chained(step.match.h, record.reveal(SEED, BUILDS, SALTS))]


def test_its_record_is_that_of_the_rules_byte_for_byte(lines: list[Line]) -> None:
    assert [lines[n]["h"] for n in (0, 4, 44)] == [
        "9c03f647f536b550a7d915ba595fa9d016b96805d3485e954900cc8091745766",
        "502c2118704904f646d382ba9e163409bb219d553ba278c66842cd9baee09733",
        "7c5bcf5378127d89913344ac297a00f742a5e1ca5fe2f0a75b57158866b8c8fc",
    ]


def test_a_script_gives_the_same_record(lines: list[Line]) -> None:
    begun: Match[State] = Match.begin(FEST, HEAD, BUILDS)
    assert [HEAD, *advance(begun, {}, DICE, "script").lines] == lines[:-1]


def test_anybody_replays_it(lines: list[Line], tmp_path: Path) -> None:
    """The digests after new and after n = 4, the last one, and the result, as the rules print them."""
    (tmp_path / "demo-1.jsonl").write_bytes(record.written(lines))
    arguments = ["match", "replay", str(tmp_path / "demo-1.jsonl"), "--json"]
    done = hikyaku(*arguments)
    *steps, result = map(json.loads, done.stdout.splitlines())

    assert [step["n"] for step in steps] == [*range(44)]
    assert [steps[n]["digest"] for n in (0, 4, 43)] == [
        "71b2afbbce63abed2da7652f0f74ce1eec21dc2d8ef05f6bb930057ae233b8b0",
        "7b70da60ba13208ade51408206cf2c0d0bc5a6cab6699e6a8fac995dbe46b916",
        "4bd80f1d0c5c137a1ff60cac1b4d7de91334b25b3f87238ae1278cc44c8a3930",
    ]
    assert result == {"score": {"A": "0", "B": "1"}, "reason": "points"}
