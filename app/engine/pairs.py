"""Who wins, and why, for many pairs at once: the plain way, one battle after the other."""

from collections.abc import Callable, Sequence

from app.engine.battle import Side
from app.engine.build import Build
from app.engine.outcome import NOT_PLAYED, exchanged, outcome_byte

Decide = Callable[[Build, Build], tuple[Side | None, str]]
"""Who wins a battle, and why."""


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
