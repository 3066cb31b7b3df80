"""Outcomes of battles: winner and reason in one byte.

Bits 0-1: 0 draw, 1 home, 2 away. Bits 2-7: index into the ruleset's `reasons`. 0xFF: not played.
"""

from collections.abc import Callable, Sequence
from typing import Final, Literal

from app.engine.battle import Side
from app.engine.build import Build

Mark = Literal["won", "drawn", "lost"]

DRAW, HOME, AWAY = 0, 1, 2
NOT_PLAYED = 0xFF

_WINNERS = (None, Side.HOME, Side.AWAY)
_MARKS: Final[dict[Side | None, Mark]] = {Side.HOME: "won", None: "drawn", Side.AWAY: "lost"}
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


def reason_of(byte: int) -> int:
    """Index of the reason in the ruleset's `reasons`."""
    return byte >> 2


def exchanged(outcomes: bytes | bytearray) -> bytes:
    """The outcomes with home and away exchanged; reasons stay."""
    return bytes(outcomes).translate(_EXCHANGED)


Decide = Callable[[Build, Build], tuple[Side | None, str]]
"""The outcome of a battle: its winner and the reason."""


def all_pairs(
    decide: Decide, reasons: Sequence[str], builds: Sequence[Build], rows: range
) -> bytes:
    """One byte a pair, as `app.engine.ruleset.Outcomes` says; each pair is played once."""
    table: dict[int, bytearray] = {}
    for i in rows:
        table[i] = bytearray(len(builds))
        for j in range(len(builds)):
            if i == j:
                table[i][j] = NOT_PLAYED
            elif j in table:
                table[i][j : j + 1] = exchanged(table[j][i : i + 1])
            else:
                winner, reason = decide(builds[i], builds[j])
                table[i][j] = outcome_byte(winner, reasons.index(reason))
    return b"".join(table.values())
