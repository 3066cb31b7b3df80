"""The mixture that nobody in a field beats: of known games, of drawn ones, and where there is no solver."""

import sys
from collections.abc import Sequence
from fractions import Fraction

import pytest
from hypothesis import given, strategies as st

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, exchanged
from app.statistics.metagame import mixture
from app.statistics.metagame.mixture import EPSILON, PARTS, Mixture, Unsolved, payoffs, solve

pytest.importorskip("highspy")
GAIN = {DRAW: 0, HOME: 1, AWAY: -1, NOT_PLAYED: 0}


def exploited(rows: Sequence[bytes], found: Mixture) -> Fraction:
    """What the best answer of the field gains against the mixture, counted battle by battle."""
    return max(
        Fraction(sum(found.parts[i] * -GAIN[row[at]] for i, row in enumerate(rows)), PARTS)
        for at in range(len(rows[0]))
    )


@st.composite
def tables(draw: st.DrawFn) -> list[bytes]:
    """Results of a field in which everybody meets everybody, however they end."""
    count = draw(st.integers(1, 24))
    rows = [bytearray([NOT_PLAYED]) * count for _ in range(count)]
    for i in range(count):
        for j in range(i):
            rows[i][j] = draw(st.sampled_from([HOME, AWAY, DRAW]))
            rows[j][i] = exchanged(bytes([rows[i][j]]))[0]
    return [bytes(row) for row in rows]


@given(rows=tables())
def test_nobody_gains_against_it(rows: list[bytes]) -> None:
    found = solve(payoffs(rows))

    assert sum(found.parts) == PARTS
    assert min(found.parts) >= 0
    assert exploited(rows, found) == -found.value <= EPSILON
    assert solve(payoffs(rows)) == found


def test_rock_paper_and_scissors_are_drawn_alike() -> None:
    found = solve(payoffs([bytes(row) for row in ((0, 2, 1), (1, 0, 2), (2, 1, 0))]))

    assert [round(3 * part / PARTS, 6) for part in found.parts] == [1, 1, 1]
    assert found.support == sorted(found.support, key=lambda row: (-found.parts[row], row))


def test_who_beats_everybody_is_drawn_always() -> None:
    found = solve(payoffs([bytes(row) for row in ((0, 1, 1), (2, 0, 1), (2, 2, 0))]))

    assert found == Mixture((PARTS, 0, 0), Fraction(0))
    assert found.support == [0]
    assert found.chance(0) == 1


@pytest.mark.parametrize(("rows", "value"), [(((1, 1), (2, 0)), 1), (((2, 2), (2, 2)), -1)])
def test_who_beats_everybody_or_nobody_is_worth_a_whole_battle(
    rows: Sequence[Sequence[int]], value: int
) -> None:
    found = solve(payoffs([*map(bytes, rows)]))

    assert sum(found.parts) == PARTS
    assert found.value == value


def test_with_fewer_builds_than_the_field_it_is_worth_less() -> None:
    """Paper and scissors alone, against rock, paper and scissors: paper 1/3, scissors 2/3 lose a third of a battle at most."""
    found = solve(payoffs([bytes((1, 0, 2)), bytes((2, 1, 0))]))

    assert [round(3 * part / PARTS, 6) for part in found.parts] == [1, 2]
    assert round(3 * found.value, 6) == -1


def test_it_takes_no_more_than_counted_steps(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(mixture, "MOST_STEPS", 1)

    with pytest.raises(Unsolved, match="too long"):
        solve(payoffs([bytes(row) for row in ((0, 2, 1), (1, 0, 2), (2, 1, 0))]))


def test_without_a_solver_it_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    gains = payoffs([b"\0"])
    monkeypatch.setitem(sys.modules, "highspy", None)

    with pytest.raises(Unsolved, match="highspy"):
        solve(gains)
    monkeypatch.setitem(sys.modules, "numpy", None)
    with pytest.raises(Unsolved, match="highspy"):
        payoffs([b"\0"])


def test_the_solver_prints_nothing(capfd: pytest.CaptureFixture[str]) -> None:
    solve(payoffs([bytes((0, 1)), bytes((2, 0))]))

    assert capfd.readouterr() == ("", "")
