"""The mixture of a field's builds that no build of the field beats.

It solves a zero-sum game, in which a win is worth 1 and a loss -1, and proves the answer exactly. HiGHS solves the
linear program over few builds at a time: those with some chance and their best answers, until no other build answers
better.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING, Any, Final

from app.engine import AWAY, HOME, NOT_PLAYED
from app.i18n import N_

if TYPE_CHECKING:
    from numpy import int8
    from numpy.typing import NDArray

PARTS: Final = 1_000_000_000
"""The unit of chances: one part in this many. The proof then adds whole numbers only."""
EPSILON: Final = Fraction(1, 100_000)
"""The most that any build of the field may gain per battle (wins minus losses) against a proven mixture."""
_TOLERANCE: Final = 1e-9
_FIRST: Final = 16
MOST_STEPS: Final = 2_000
"""The most steps of the simplex method in total.

A field of a thousand builds takes a few hundred. One with random outcomes may take more.
"""

_WORTH: Final = bytes(
    0 if byte == NOT_PLAYED else {HOME: 1, AWAY: 0xFF}.get(byte & 3, 0) for byte in range(256)
)

NO_SOLVER: Final = N_("Not shown: no solver (highspy) is installed on this machine.")
TANGLED: Final = N_("Not shown: solving this field would take too long.")
UNPROVEN: Final = N_("Not shown: the solver's answer could not be proven.")


class Unsolved(Exception):
    """No mixture was found. The text is a message that says why."""


@dataclass(frozen=True, slots=True)
class Mixture:
    """The chance of each row, in parts of `PARTS`. `value`: what it gains at least per battle against any column."""

    parts: tuple[int, ...]
    value: Fraction

    @property
    def support(self) -> list[int]:
        """The rows with a chance, the most likely first."""
        drawn = (row for row, many in enumerate(self.parts) if many)
        return sorted(drawn, key=lambda row: (-self.parts[row], row))

    def chance(self, row: int) -> float:
        """Return the chance of this row, from 0 to 1."""
        return self.parts[row] / PARTS


def payoffs(rows: Sequence[bytes]) -> "NDArray[int8]":
    """Return the gain of each row against each column: 1 for a win, -1 for a loss, else 0. Raises `Unsolved`."""
    np = _numpy()
    signed = np.frombuffer(b"".join(rows).translate(_WORTH), dtype=np.int8)
    found: NDArray[int8] = signed.reshape(len(rows), -1)
    return found


def solve(gains: "NDArray[int8]") -> Mixture:
    """Return the mixture of rows that gains most against the column that answers it best.

    Its value is computed in whole numbers, whatever the solver says. Raises `Unsolved` if there is no solver, or if its
    answer is more than `EPSILON` below the best.
    """
    np = _numpy()
    exact = gains.astype(float)  # sums of chances are taken with it, those of the proof are not
    rows, columns = ([*range(min(_FIRST, count))] for count in gains.shape)
    steps = MOST_STEPS
    while True:
        chances, answers, taken = _program(gains[np.ix_(rows, columns)], steps)
        steps -= taken
        against_columns = chances @ exact[rows]
        against_rows = exact[:, columns] @ answers
        if against_rows.max() - against_columns.min() <= 10 * _TOLERANCE:
            break
        more = _best(-against_rows, rows), _best(against_columns, columns)
        if not any(more):
            break
        rows += more[0]
        columns += more[1]
    mine, theirs = _in_parts(chances.tolist()), _in_parts(answers.tolist())
    value = (np.array(mine) @ gains[rows].astype(np.int64)).min()
    most = (gains[:, columns].astype(np.int64) @ np.array(theirs)).max()
    if Fraction(int(most - value), PARTS) > EPSILON:
        raise Unsolved(UNPROVEN)
    parts = [0] * len(gains)
    for row, part in zip(rows, mine, strict=True):
        parts[row] = part
    return Mixture(tuple(parts), Fraction(int(value), PARTS))


def _best(scores: Any, known: Sequence[int]) -> list[int]:
    """Return the unknown lines with the least score; at most as many as are known, so that few rounds suffice."""
    np = _numpy()
    order = np.argsort(scores, kind="stable")[: 2 * len(known)].tolist()
    seen = set(known)
    return [at for at in order if at not in seen][: len(known)]


def _in_parts(chances: Sequence[float]) -> list[int]:
    """Return these chances in whole parts that add up to `PARTS`."""
    chances = [chance if chance > _TOLERANCE else 0.0 for chance in chances]
    whole = sum(chances)
    exact = [chance / whole * PARTS for chance in chances]
    parts = [int(part) for part in exact]
    missing = PARTS - sum(parts)
    for at in sorted(range(len(parts)), key=lambda at: parts[at] - exact[at])[:missing]:
        parts[at] += 1
    return parts


def _program(gains: Any, most: int) -> tuple[Any, Any, int]:
    """Return the best chances of rows and columns, and the number of steps taken.

    Raises `Unsolved` after `most` steps.
    """
    np = _numpy()
    try:
        import highspy
    except ImportError:
        raise Unsolved(NO_SOLVER) from None
    rows, columns = gains.shape
    infinity = highspy.kHighsInf
    program = highspy.HighsLp()
    program.num_col_, program.num_row_ = rows + 1, columns + 1
    program.sense_ = highspy.ObjSense.kMaximize
    program.col_cost_ = np.append(np.zeros(rows), 1.0)
    program.col_lower_ = np.append(np.zeros(rows), -infinity)
    program.col_upper_ = np.append(
        np.ones(rows), infinity
    )  # a value at its own limit has no answers
    # Against each column at least the value, and the chances make one.
    program.row_lower_ = np.append(np.zeros(columns), 1.0)
    program.row_upper_ = np.append(np.full(columns, infinity), 1.0)
    dense = np.vstack([gains.T.astype(float), np.ones(rows)])
    dense = np.hstack([dense, np.append(np.full(columns, -1.0), 0.0)[:, None]])
    at = np.nonzero(dense.T)
    program.a_matrix_.format_ = highspy.MatrixFormat.kColwise
    program.a_matrix_.start_ = np.append(0, np.cumsum(np.count_nonzero(dense, axis=0))).astype(
        np.int32
    )
    program.a_matrix_.index_ = at[1].astype(np.int32)
    program.a_matrix_.value_ = dense.T[at]
    solver = _silent(highspy)
    for name, value in _OPTIONS.items():
        solver.setOptionValue(name, value)
    solver.setOptionValue("simplex_iteration_limit", most)
    solver.passModel(program)
    solver.run()
    if solver.getModelStatus() != highspy.HighsModelStatus.kOptimal:
        raise Unsolved(TANGLED)
    solution = solver.getSolution()
    chances = np.clip(np.array(solution.col_value[:rows]), 0, None)
    answers = np.abs(np.array(solution.row_dual[:columns]))
    steps = solver.getInfo().simplex_iteration_count
    return chances / chances.sum(), answers / answers.sum(), steps


def _silent(highspy: Any) -> Any:
    """Return a solver that prints nothing. It would print its name before an option could stop it."""

    class Silent(highspy.Highs):  # type: ignore[misc]
        def enableCallbacks(self) -> None:  # noqa: N802
            self.silent()
            super().enableCallbacks()

    return Silent()


_OPTIONS: Final[dict[str, Any]] = {
    "threads": 1,
    "solver": "simplex",
    "presolve": "off",
    "primal_feasibility_tolerance": _TOLERANCE,
    "dual_feasibility_tolerance": _TOLERANCE,
}
"""Options that give the same answer on every machine. Steps limit the time, not the clock."""


def _numpy() -> Any:
    try:
        import numpy as np
    except ImportError:
        raise Unsolved(NO_SOLVER) from None
    return np
