"""Outcomes of battles: winner and reason in one byte.

Bits 0-1: 0 draw, 1 home, 2 away. Bits 2-7: index into the ruleset's `reasons`. 0xFF: not played.
"""

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Final, Literal

from app.engine.battle import Side
from app.engine.build import Build

Mark = Literal["won", "drawn", "lost"]

DRAW, HOME, AWAY = 0, 1, 2
NOT_PLAYED = 0xFF

_WINNERS = (None, Side.HOME, Side.AWAY)
_MARKS: Final[dict[Side | None, Mark]] = {Side.HOME: "won", None: "drawn", Side.AWAY: "lost"}
_WINNER_BYTES = bytes(byte & 3 for byte in range(256))
_EXCHANGED = bytes(
    byte if byte == NOT_PLAYED else byte & 0xFC | (0, 2, 1, 3)[byte & 3] for byte in range(256)
)


def outcome_byte(winner: Side | None, reason: int) -> int:
    """The byte for this winner and the reason with index `reason` (0 to 62)."""
    return _WINNERS.index(winner) | reason << 2


def winner_of(byte: int) -> Side | None:
    """The winner; None for a draw. The byte must be of a battle that was played."""
    return _WINNERS[byte & 3]


def mark_of(winner: Side | None) -> Mark:
    """How the battle ended for home."""
    return _MARKS[winner]


def winners(outcomes: bytes) -> bytes:
    """The winner of each: `DRAW`, `HOME` or `AWAY`; 3 where nothing was played."""
    return outcomes.translate(_WINNER_BYTES)


def positions(outcomes: bytes, byte: int) -> Iterator[int]:
    """Yield where this byte stands, from the first."""
    at = outcomes.find(byte)
    while at >= 0:
        yield at
        at = outcomes.find(byte, at + 1)


def reason_of(byte: int) -> int:
    """Index of the reason in the ruleset's `reasons`."""
    return byte >> 2


def exchanged(outcomes: bytes | bytearray) -> bytes:
    """The outcomes with home and away exchanged; reasons stay."""
    return bytes(outcomes).translate(_EXCHANGED)


Decide = Callable[[Build, Build], tuple[Side | None, str]]
"""The outcome of a battle: its winner and the reason."""


def all_pairs(
    decide: Decide,
    reasons: Sequence[str],
    builds: Sequence[Build],
    opponents: Sequence[Build] | None = None,
) -> bytes:
    """One byte a pair, as `app.engine.ruleset.Outcomes` says."""

    def row(home: Build, others: Sequence[Build]) -> bytes:
        decided = (decide(home, away) for away in others)
        return bytes(outcome_byte(winner, reasons.index(reason)) for winner, reason in decided)

    if opponents is not None:
        return b"".join(row(home, opponents) for home in builds)
    halves = (row(home, builds[at:]) for at, home in enumerate(builds, 1))
    return bytes(square(halves, len(builds)))


Costs = tuple[int, int, int]
"""The lives that a draw, a victory and a defeat cost, none below 0."""


def lives_left(
    decide: Decide,
    builds: Sequence[Build],
    field: Sequence[Build],
    costs: Costs,
    lives: Sequence[int],
) -> list[int]:
    """What is left to each build, as `app.engine.ruleset.Lives` says."""
    left, met = [*lives], [0] * len(builds)
    while (most := max(left, default=-1)) >= 0:
        at = left.index(most)
        if met[at] == len(field):
            break
        winner, _ = decide(builds[at], field[met[at]])
        left[at] -= costs[_WINNERS.index(winner)]
        met[at] += 1
    return left


def in_rows(outcomes: bytes, count: int) -> list[bytes]:
    """The outcomes as this many rows."""
    width = len(outcomes) // max(1, count)
    return [outcomes[at * width : (at + 1) * width] for at in range(count)]


def square(halves: Iterable[bytes], count: int) -> bytearray:
    """The whole table of `count` entries, row by row.

    `halves`: outcomes of each entry against all later ones.
    """
    table = bytearray([NOT_PLAYED]) * (count * count)
    for i, half in enumerate(halves):
        table[i * count + i + 1 : (i + 1) * count] = half
        table[(i + 1) * count + i :: count] = exchanged(half)
    return table
