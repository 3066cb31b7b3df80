"""Standings: points, then tie-breaks in the order the season names, then a shared place."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from itertools import compress, groupby
from typing import Final

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.i18n import N_


class TieBreak(StrEnum):
    """What separates entries with equal points."""

    HEAD_TO_HEAD = "head-to-head"
    """Points from the battles among the tied: one small table, no restart."""
    SONNEBORN_BERGER = "sonneborn-berger"
    """Twice the points of those beaten and once of those drawn with, halved."""
    WINS = "wins"
    """Battles won."""


NAMES: Final = {
    TieBreak.HEAD_TO_HEAD: N_("Head-to-head"),
    TieBreak.SONNEBORN_BERGER: N_("Sonneborn–Berger"),
    TieBreak.WINS: N_("Wins"),
}


@dataclass(frozen=True, slots=True)
class Scoring:
    """What a result is worth, and what separates equals."""

    win: int = 3
    draw: int = 1
    loss: int = 0
    tie_breaks: tuple[TieBreak, ...] = tuple(TieBreak)


@dataclass(frozen=True, slots=True)
class Standing:
    """One line of the table. `entry` is the index of its row; equals share a `place`.

    `tie_breaks` holds a number for each of the scoring's tie-breaks; head-to-head points are None
    where nobody is left to compare with.
    """

    entry: int
    place: int
    points: int
    wins: int
    draws: int
    losses: int
    tie_breaks: tuple[float | None, ...]


def _mask(winner: int) -> bytes:
    """A translation of outcome bytes: 1 where it ended like this, else 0."""
    return bytes(byte != NOT_PLAYED and byte & 3 == winner for byte in range(256))


WON: Final = _mask(HOME)
DRAWN: Final = _mask(DRAW)
LOST: Final = _mask(AWAY)


def standings(rows: Sequence[bytes], scoring: Scoring) -> list[Standing]:
    """The table, best first; within a shared place the earlier entry stands first.

    `rows` holds each entry's outcomes from its own view (itself at home), a byte for every entry.
    """
    table = Table(rows, scoring)
    tied = list(_split(range(len(rows)), table.points))
    numbers: dict[int, list[float | None]] = {entry: [] for entry in range(len(rows))}
    for tie_break in scoring.tie_breaks:
        still_tied: list[list[int]] = []
        for group in tied:
            values = table.values(tie_break, group)
            for entry in group:
                numbers[entry].append(values[entry])
            still_tied.extend(_split(group, values) if len(group) > 1 else [group])
        tied = still_tied
    result: list[Standing] = []
    for group in tied:
        place = len(result) + 1
        result.extend(
            Standing(
                entry,
                place,
                table.points[entry],
                table.wins[entry],
                table.draws[entry],
                table.losses[entry],
                tuple(numbers[entry]),
            )
            for entry in group
        )
    return result


def _split(
    group: Sequence[int], values: "Sequence[float] | dict[int, float | None]"
) -> Iterator[list[int]]:
    """Groups of equal value, the highest first, each in order of entry."""
    ordered = sorted(group, key=lambda entry: values[entry] or 0, reverse=True)
    for _, equals in groupby(ordered, key=lambda entry: values[entry]):
        yield sorted(equals)


class Table:
    """The cross table, counted."""

    def __init__(self, rows: Sequence[bytes], scoring: Scoring) -> None:
        self.rows = rows
        self.scoring = scoring
        self.wins = [row.translate(WON).count(1) for row in rows]
        self.draws = [row.translate(DRAWN).count(1) for row in rows]
        self.losses = [row.translate(LOST).count(1) for row in rows]
        self.points = [
            scoring.win * wins + scoring.draw * draws + scoring.loss * losses
            for wins, draws, losses in zip(self.wins, self.draws, self.losses, strict=True)
        ]

    def score(self, row: bytes) -> int:
        """What the battles of a row, or of a part of it, are worth."""
        scoring = self.scoring
        return (
            scoring.win * row.translate(WON).count(1)
            + scoring.draw * row.translate(DRAWN).count(1)
            + scoring.loss * row.translate(LOST).count(1)
        )

    def values(self, tie_break: TieBreak, group: Sequence[int]) -> dict[int, float | None]:
        """The number that this tie-break gives each entry of a group that is tied so far."""
        match tie_break:
            case TieBreak.HEAD_TO_HEAD:
                if len(group) == 1:
                    return {group[0]: None}
                return {i: self.score(bytes(self.rows[i][j] for j in group)) for i in group}
            case TieBreak.SONNEBORN_BERGER:
                return {i: self.sonneborn_berger(self.rows[i]) for i in group}
            case TieBreak.WINS:
                return {i: self.wins[i] for i in group}

    def sonneborn_berger(self, row: bytes) -> float:
        """Twice the points of those beaten and once of those drawn with, halved."""
        beaten = sum(compress(self.points, row.translate(WON)))
        drawn = sum(compress(self.points, row.translate(DRAWN)))
        return (2 * beaten + drawn) / 2
