"""Pairings by hand: the organiser says who meets whom, as a table of comma-separated values."""

import csv
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from app.errors import ListUnreadable, Problem
from app.text.characters import shown
from app.tournament.formats.format import Field, Pairing, Result
from app.tournament.formats.results import Tally
from app.tournament.standings import Standing, ranked

MOST: Final = 100_000
"""So many meetings at the most."""
HEADS: Final = ("round", "first", "second")
_SHOWN: Final = 60


@dataclass(frozen=True, slots=True)
class ByHand:
    """These meetings, and no others."""

    meetings: tuple[Pairing, ...]

    def pairings(self, field: Field, results: Sequence[Result]) -> list[Pairing]:
        """Those that have no result yet, in the order in which they were given."""
        played = {each[:2] for each in results}
        return [
            each
            for each in self.meetings
            if each[:2] not in played and field.left.isdisjoint(each[2:])
        ]

    def standings(self, field: Field, results: Sequence[Result]) -> list[Standing]:
        return ranked(Tally(field, results), sorted(field.seeds), field.scoring.tie_breaks)


def read(text: str, numbers: Mapping[int, int]) -> ByHand:
    """The meetings of this table: `round,first,second` a line, both by their numbers; the tables follow the lines.

    `numbers` gives the entrant of each number. A first line of names is left out, and so are empty ones.
    Raises `ListUnreadable` with the problems of all lines.
    """
    problems: list[Problem] = []
    meetings: list[Pairing] = []
    busy: set[tuple[int, int]] = set()
    tables: dict[int, int] = {}
    for line, cells in enumerate(csv.reader(text.splitlines()), 1):
        values = [cell.strip() for cell in cells]
        if not any(values) or (line == 1 and values == [*HEADS]):
            continue
        if len(values) != len(HEADS) or not all(map(_is_number, values)):
            problems.append(Problem("pairing-unreadable", line, words=(_shown(cells),)))
            continue
        round_, *pair = map(int, values)
        strangers = [number for number in dict.fromkeys(pair) if number not in numbers]
        problems += [Problem("pairing-of-nobody", line, words=(str(each),)) for each in strangers]
        if pair[0] == pair[1]:
            problems.append(Problem("pairing-with-itself", line, words=(str(pair[0]),)))
        twice = [number for number in dict.fromkeys(pair) if (round_, number) in busy]
        problems += [
            Problem("pairing-twice", line, words=(str(each), str(round_))) for each in twice
        ]
        busy |= {(round_, number) for number in pair}
        if strangers:
            continue
        tables[round_] = tables.get(round_, 0) + 1
        meetings.append(Pairing(round_, tables[round_], *(numbers[number] for number in pair)))
    if len(meetings) > MOST:
        problems.append(Problem("too-many-pairings", words=(f"{MOST:,}",)))
    if not meetings and not problems:
        problems.append(Problem("no-pairings"))
    if problems:
        raise ListUnreadable(problems)
    return ByHand(tuple(meetings))


def _is_number(cell: str) -> bool:
    return cell.isascii() and cell.isdigit() and len(cell) < 8 and int(cell) > 0


def _shown(cells: Sequence[str]) -> str:
    return shown(",".join(cells)[:_SHOWN])
