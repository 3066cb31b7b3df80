"""What holds for every two builds of every game, whatever they are."""

import json
import os
import subprocess
import sys
from collections import Counter
from operator import le
from pathlib import Path

import pytest
from hypothesis import given, settings, strategies as st

from app.engine import NOT_PLAYED, Build, Ruleset, exchanged, in_rows, outcome_byte
from tests.games.drawn import GAMES, builds, digest, pairs

TOP = Path(__file__).parents[2]

# Each is of up to thirty battles, played twice.
tables = settings(max_examples=settings().max_examples // 3)
every_game = pytest.mark.parametrize("game", GAMES, ids=lambda game: game.rules_version)


@every_game
@given(st.data())
def test_exchanging_sides_exchanges_the_result(game: Ruleset, data: st.DataObject) -> None:
    home, away = data.draw(pairs(game))
    battle, other = game.play(home, away), game.play(away, home)

    assert (battle.winner.enemy if battle.winner else None) == other.winner
    assert (battle.reason, battle.turn, battle.hp) == (other.reason, other.turn, other.hp[::-1])
    assert Counter(e.kind for e in battle.events) == Counter(e.kind for e in other.events)


@every_game
@given(st.data())
def test_a_build_against_itself_is_a_draw(game: Ruleset, data: st.DataObject) -> None:
    build = data.draw(builds(game))

    assert game.play(build, build).winner is None


@every_game
@given(st.data())
def test_the_log_is_numbered_and_plain_data(game: Ruleset, data: st.DataObject) -> None:
    """Stored as JSON and read again it is the same; what happens within another event comes after it."""
    events = game.play(*data.draw(pairs(game))).events
    told = [event.as_dict() for event in events]

    assert [event.n for event in events] == list(range(1, len(events) + 1))
    assert all(event.within < event.n for event in events)
    assert [event.kind for event in events].count("battle-ended") == 1
    assert events[-1].kind == "battle-ended"
    assert json.loads(json.dumps(told)) == json.loads(json.dumps(told, default=str))
    for event in told:
        for value in event.values():
            assert isinstance(value, str | int | tuple)


@every_game
@given(st.data())
def test_the_short_way_to_the_winner_agrees_with_the_long_one(
    game: Ruleset, data: st.DataObject
) -> None:
    """And neither hears the names."""
    home, away = data.draw(pairs(game))
    battle = game.play(home, away)
    named = Build(home.cards, "Alice")

    assert game.play(named, away) == battle
    assert game.outcomes([named], [away]) == bytes(
        [outcome_byte(battle.winner, game.reasons.index(battle.reason))]
    )


@every_game
@given(st.data())
def test_the_same_builds_give_the_same_log(game: Ruleset, data: st.DataObject) -> None:
    pair = data.draw(pairs(game))

    assert game.play(*pair) == game.play(*pair)


@pytest.mark.unmeasured
def test_results_do_not_depend_on_how_strings_are_hashed() -> None:
    code = "from tests.games.drawn import *; print(*(digest(game, 40) for game in GAMES))"
    seed = "0" if os.environ.get("PYTHONHASHSEED") != "0" else "4711"
    told = subprocess.run(
        [sys.executable, "-c", code],
        cwd=TOP,
        env=os.environ | {"PYTHONHASHSEED": seed},
        check=True,
        capture_output=True,
        text=True,
    ).stdout.split()

    assert told == [digest(game, 40) for game in GAMES]


# --- all pairs at once --------------------------------------------------------------------------------


@every_game
@tables
@given(st.data())
def test_the_table_agrees_with_the_battles_pair_by_pair(game: Ruleset, data: st.DataObject) -> None:
    field = data.draw(st.lists(builds(game), max_size=6))
    at = data.draw(st.integers(0, len(field)))

    def byte(home: Build, away: Build) -> int:
        battle = game.play(home, away)
        return outcome_byte(battle.winner, game.reasons.index(battle.reason))

    against = bytes(byte(home, away) for home in field[:at] for away in field[at:])
    assert game.outcomes(field[:at], field[at:]) == b"".join(game.rows(field[:at], field[at:]))
    assert game.outcomes(field[:at], field[at:]) == against
    lives = [2 - sum((1, 0, 2)[byte_ & 3] for byte_ in row) for row in in_rows(against, at)]
    left, best = (
        game.lives_left(field[:at], field[at:], (1, 0, 2), [2] * at),
        max(lives, default=-1),
    )
    assert all(map(le, lives, left))
    assert (
        left.index(max(left)) == lives.index(best) if best >= 0 else all(each < 0 for each in left)
    )
    assert game.outcomes(field) == bytes(
        NOT_PLAYED if i == j else byte(field[i], field[j])
        for i in range(len(field))
        for j in range(len(field))
    )


@every_game
@tables
@given(st.data())
def test_the_whole_table_is_its_own_mirror_image(game: Ruleset, data: st.DataObject) -> None:
    field = data.draw(st.lists(builds(game), max_size=6))
    size = len(field)
    table = game.outcomes(field)
    lines = [table[i * size : (i + 1) * size] for i in range(size)]

    assert len(table) == size * size
    assert [bytes(column) for column in zip(*lines, strict=True)] == [
        exchanged(line) for line in lines
    ]
    assert all(lines[i][i] == NOT_PLAYED for i in range(size))


@every_game
def test_a_table_without_builds_is_empty(game: Ruleset) -> None:
    sample = game.sample_build()

    assert game.outcomes([]) == b""
    assert game.outcomes([sample]) == bytes([NOT_PLAYED])
    assert game.outcomes([], [sample]) == game.outcomes([sample], []) == b""
