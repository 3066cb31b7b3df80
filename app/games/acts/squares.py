"""The squares of the field: row and column as a number, 12 for row 1 and column 2, in the view of seat A."""

from collections.abc import Iterable, Mapping
from typing import Final

from app.engine.matches.game import Seat

ROWS: Final = 5
COLUMNS: Final = 3
SQUARES: Final = tuple(
    10 * row + column for row in range(1, ROWS + 1) for column in range(1, COLUMNS + 1)
)
NAMED: Final[Mapping[str, int]] = {str(square): square for square in SQUARES}
"""The squares and their names."""
HOME: Final[Mapping[Seat, int]] = {"A": 12, "B": 52}
"""The squares on which masters begin."""
EVERYWHERE: Final = ROWS
"""A distance beyond all others."""


def turned(square: int, seat: Seat | None) -> int:
    """The square as this seat numbers it, or the one that it numbers so."""
    return 64 - square if seat == "B" else square


def distance(one: int, other: int) -> int:
    """Return the distance in rings: 1 within 2R."""
    rows = abs(one // 10 - other // 10)
    columns = abs(one % 10 - other % 10)
    return max(rows, columns)


_WITHIN: Final = {
    (square, reach): tuple(each for each in SQUARES if distance(square, each) <= reach)
    for square in SQUARES
    for reach in range(EVERYWHERE + 1)
}


_AROUND: Final = {key: frozenset(squares) - {key[0]} for key, squares in _WITHIN.items()}


_KEYS: Final = {"7": 11, "8": 10, "9": 9, "4": 1, "6": -1, "1": -9, "2": -10, "3": -11}


def keyed(square: int, keys: Iterable[str], seat: Seat) -> set[int]:
    """The squares in these places of a ten-key around this one, as the seat sees it: 8 is ahead."""
    ahead = -1 if seat == "B" else 1
    return {square + ahead * _KEYS[key] for key in keys}.intersection(SQUARES)


def line(row: int, column: int, seat: Seat) -> set[int]:
    """The squares of the row or the column that the seat numbers so; 0 for any."""
    own = {each: turned(each, seat) for each in SQUARES}
    return {at for at, own in own.items() if row in (0, own // 10) and column in (0, own % 10)}


def around(square: int, reach: int) -> frozenset[int]:
    """The squares up to this distance, but not itself."""
    return _AROUND[square, reach]


def within(square: int, reach: int) -> tuple[int, ...]:
    """The squares up to this distance, itself among them, in ascending order."""
    return _WITHIN[square, reach]
