"""Divisions: everybody meets everybody in theirs; from season to season the best go up and the last go down."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from app.tournament.formats.format import Field, Pairing, Result
from app.tournament.formats.groups import side_by_side
from app.tournament.formats.results import Tally
from app.tournament.standings import Standing, ranked


@dataclass(frozen=True, slots=True)
class Divisions:
    """Divisions of these sizes, the highest first; who is left over is in the lowest. `moves` go up and down between two.

    The seeds are the ranking of the season before (番付), with the newcomers below.
    """

    sizes: tuple[int, ...]
    moves: int = 1
    meetings: int = 1

    def members(self, field: Field) -> list[tuple[int, ...]]:
        """Who is in each division, best first."""
        cuts = [sum(self.sizes[:at]) for at in range(len(self.sizes))]
        return [field.seeds[a:b] for a, b in zip(cuts, [*cuts[1:], None], strict=True)]

    def pairings(self, field: Field, results: Sequence[Result]) -> list[Pairing]:
        """Every meeting that has no result yet; the tables of a round are counted through all divisions."""
        return side_by_side(self.members(field), self.meetings, field, results)

    def tables(self, field: Field, results: Sequence[Result]) -> list[list[Standing]]:
        """The table of each division."""
        tally = Tally(field, results)
        return [
            ranked(tally, sorted(members), field.scoring.tie_breaks)
            for members in self.members(field)
        ]

    def standings(self, field: Field, results: Sequence[Result]) -> list[Standing]:
        """All of the highest division, then all of the next."""
        lines: list[Standing] = []
        for table in self.tables(field, results):
            above = len(lines)
            lines += [replace(each, place=above + each.place) for each in table]
        return lines

    def promoted(self, field: Field, results: Sequence[Result]) -> tuple[int, ...]:
        """The seeds of the next season: the best of each division stand before the last of the one above.

        No division gives up more than half of its members in all, so that nobody goes down past somebody who stays.
        """
        order = [[line.entry for line in table] for table in self.tables(field, results)]
        for above in range(len(order) - 1):
            moves = min(self.moves, len(order[above]) // 2, len(order[above + 1]) // 2)
            if moves:
                down, up = order[above][-moves:], order[above + 1][:moves]
                order[above][-moves:], order[above + 1][:moves] = up, down
        return tuple(entry for division in order for entry in division)
