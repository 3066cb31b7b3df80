"""Pairings made by hand, read from lines of text or comma-separated values."""

import csv
import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from difflib import get_close_matches
from typing import Final

from app.errors import ListUnreadable, Problem
from app.text.characters import shown
from app.tournament.formats.format import Field, Pairing, PairingResult, Reason, RoundDraw
from app.tournament.formats.results import StageTally
from app.tournament.standings import Standing, ranked

MOST: Final = 100_000
"""The most pairings in one list."""
HEADS: Final = ("round", "first", "second")
RESTS: Final = ("-", "–", "—", "ー", "休み")
"""The marks written opposite an entrant with a bye."""
_SHOWN: Final = 60
_NAMED: Final = 20
_BETWEEN: Final = re.compile(r"\s+(?:[-–—]|vs\.?|対)\s*|\s*[–—]\s+", re.IGNORECASE)
_DIVIDERS: Final = "\t;,，"
_SAID: Final = re.compile('"?sep=.', re.IGNORECASE)


@dataclass(frozen=True, slots=True)
class ByHand:
    """A format of given pairings. If sides stay apart, pairings within a side are left out."""

    meetings: tuple[Pairing, ...]

    def pairings(
        self, field: Field, results: Sequence[PairingResult]
    ) -> list[Pairing | PairingResult]:
        """Return the pairings without a result, in the given order."""
        played = {each[:2] for each in results}
        waiting = (
            each
            for each in self.meetings
            if each[:2] not in played and not field.keeps_apart(*each[2:])
        )
        return [*field.possible(waiting)]

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the round as given."""
        return field.planned(self.pairings(field, ()), round_, Reason("by-hand"))

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        return ranked(StageTally(field, results), sorted(field.present), field.scoring.tie_breaks)


def read(
    text: str,
    numbers: Mapping[int, int],
    names: Mapping[str, int],
    field: Field | None = None,
) -> ByHand:
    """Read the pairings in these lines, round by round; tables are in the order of lines.

    A line has two sides, each a number or name of an entry: `3 – Alice`, `3 vs 8`, or cells divided
    by a comma, semicolon or tab. An empty line ends a round; with three cells the first is the
    round. Every entrant is in each round, with `-` opposite for a bye. A header line is skipped.

    `numbers` and `names` give the entrants, and `field` those who must not meet. Raises
    `ListUnreadable` with the problems of all lines and rounds.
    """
    reader = _Reader(numbers, names, field or Field(()))
    for line, typed in enumerate(text.removeprefix("\ufeff").splitlines(), 1):
        reader.read(line, typed)
    return reader.whole()


class _Reader:
    """The state of reading a list of pairings, with its problems."""

    def __init__(self, numbers: Mapping[int, int], names: Mapping[str, int], field: Field) -> None:
        self._numbers = numbers
        self._field = field
        self._called = {entrant: str(number) for number, entrant in numbers.items()}
        self._names = {_key(name): entrant for name, entrant in names.items()}
        self._shown = {_key(name): name for name in names}
        self._problems: list[Problem] = []
        self._meetings: list[Pairing] = []
        self._busy: dict[int, set[int]] = {}
        self._tables: dict[int, int] = {}
        self._round = 1
        self._is_begun = False

    def read(self, line: int, typed: str) -> None:
        """Read the next line."""
        cells = _cells(typed)
        if line == 1 and _SAID.match(typed):
            return
        if not any(cells):
            self._round += self._is_begun
            self._is_begun = False
            return
        if line == 1 and [cell.casefold() for cell in cells] in ([*HEADS], [*HEADS[1:]]):
            return
        round_ = self._round
        if len(cells) == len(HEADS):
            if not _is_number(cells[0]):
                self._unreadable(line, typed)
                return
            round_, cells = int(cells[0]), cells[1:]
        if len(cells) != len(HEADS) - 1 or not all(cells) or cells[0] in RESTS:
            self._unreadable(line, typed)
            return
        self._round, self._is_begun = round_, True
        sides = [self._side(line, cell) for cell in cells if cell not in RESTS]
        if None not in sides:
            self._pair(line, round_, [each for each in sides if each is not None])

    def _side(self, line: int, cell: str) -> int | None:
        found = self._names.get(_key(cell))
        if found is None and _is_number(cell):
            found = self._numbers.get(int(cell))
        if found is None:
            near = get_close_matches(_key(cell)[:_SHOWN], [*self._shown], n=2, cutoff=0.5)
            code = "pairing-of-nobody" if _is_number(cell) else "pairing-of-stranger"
            nearest = tuple(self._shown[each] for each in near)
            self._problems.append(
                Problem(code, line, typed=shown(cell[:_SHOWN]), suggestions=nearest)
            )
        return found

    def _pair(self, line: int, round_: int, sides: Sequence[int]) -> None:
        busy = self._busy.setdefault(round_, set())
        called = [self._called[each] for each in sides]
        if len({*sides}) < len(sides):
            self._problems.append(Problem("pairing-with-itself", line, number=called[0]))
        elif len(sides) == 2 and self._field.keeps_apart(*sides):
            is_avoiding = sides[1] in self._field.avoids.get(sides[0], ())
            code = "pairing-of-avoiding" if is_avoiding else "pairing-of-one-side"
            self._problems.append(Problem(code, line, one=called[0], other=called[1]))
        self._problems += [
            Problem("pairing-twice", line, number=self._called[each], round=str(round_))
            for each in dict.fromkeys(sides)
            if each in busy
        ]
        busy |= {*sides}
        if len(sides) == 2:
            self._tables[round_] = self._tables.get(round_, 0) + 1
            self._meetings.append(Pairing(round_, self._tables[round_], *sides))

    def _unreadable(self, line: int, typed: str) -> None:
        line_ = shown(typed.strip()[:_SHOWN])
        self._problems.append(Problem("pairing-unreadable", line, typed=line_))

    def whole(self) -> ByHand:
        """Return all pairings in order of rounds. Raises `ListUnreadable`."""
        problems = self._problems
        for round_, busy in sorted(self._busy.items()) if not problems else ():
            missing = sorted(int(self._called[each]) for each in {*self._called} - busy)
            if missing:
                left_out = ", ".join(map(str, missing[:_NAMED]))
                problems.append(Problem("pairing-leaves-out", round=str(round_), numbers=left_out))
        if len(self._meetings) > MOST:
            problems.append(Problem("too-many-pairings", most=f"{MOST:,}"))
        if not self._meetings and not problems:
            problems.append(Problem("no-pairings"))
        if problems:
            raise ListUnreadable(problems)
        return ByHand(tuple(sorted(self._meetings)))


def _cells(typed: str) -> list[str]:
    """Return the two sides of a line: its cells, or the texts on both sides of a dash or `vs`."""
    if divider := next((each for each in _DIVIDERS if each in typed), None):
        cells = [cell.strip() for cell in next(csv.reader([typed], delimiter=divider), [])]
        cells = cells[: 1 + max((at for at, cell in enumerate(cells) if cell), default=0)]
        return [cells[0], cells[2]] if len(cells) == len(HEADS) and cells[1] in RESTS else cells
    first, *second = _BETWEEN.split(typed.strip(), maxsplit=1)
    return [first.strip(), *(each.strip() or RESTS[0] for each in second)]


def _key(name: str) -> str:
    """Return a name in the form used for comparing."""
    return unicodedata.normalize("NFKC", name).casefold().strip()


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and len(cell) < 8 and int(cell) > 0
