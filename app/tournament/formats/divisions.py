"""Divisions: a round robin in each. From season to season the best go up and the last go down."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.tournament.formats.cuts import cut
from app.tournament.formats.format import Field, Pairing, PairingResult, RoundDraw
from app.tournament.formats.groups import drawn_side_by_side, side_by_side, tables_of
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Divisions:
    """Divisions of these sizes, the highest first; the rest are in the lowest. `moves`: how many go up and down.

    The seeds are the ranking of the season before (番付), with newcomers at the end.
    """

    sizes: tuple[int, ...]
    moves: int = 1
    meetings: int = 1

    def members(self, field: Field) -> list[tuple[int, ...]]:
        """Return the members of each division, best first."""
        there = {*field.present}
        return [tuple(each for each in own if each in there) for own in self._places(field)]

    def _places(self, field: Field) -> list[tuple[int, ...]]:
        """Return the places of each division, including those of entrants who left."""
        cuts = [sum(self.sizes[:at]) for at in range(len(self.sizes))]
        return [field.seeds[a:b] for a, b in zip(cuts, [*cuts[1:], None], strict=True)]

    def pairings(
        self, field: Field, results: Sequence[PairingResult]
    ) -> list[Pairing | PairingResult]:
        """Return every meeting without a result. Tables of a round are numbered through all divisions."""
        return side_by_side(self._places(field), self.meetings, field, results)

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the divisions and this round of the Berger tables in each."""
        return drawn_side_by_side("division", self._places(field), self.meetings, field, round_)

    def tables(self, field: Field, results: Sequence[PairingResult]) -> list[list[Standing]]:
        """Return the table of each division."""
        return tables_of(self.members(field), field, results)

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return the entrants of the highest division, then those of the next, and so on."""
        lines: list[Standing] = []
        for table in self.tables(field, results):
            above = len(lines)
            lines += [replace(each, place=above + each.place) for each in table]
        return lines

    def promoted(self, field: Field, results: Sequence[PairingResult]) -> tuple[int, ...]:
        """Return the seeds of the next season: the best of each division change places with the last of the one above.

        At most half of a division moves in all, so that nobody falls past an entrant who stays. Lots decide ties.
        """
        order = [[*cut(table, None, field).through] for table in self.tables(field, results)]
        for above, moves in enumerate(self._moves(order)):
            if moves:
                down, up = order[above][-moves:], order[above + 1][:moves]
                order[above][-moves:], order[above + 1][:moves] = up, down
        return tuple(entry for division in order for entry in division)

    def drawn(self, field: Field, results: Sequence[PairingResult]) -> tuple[int, ...]:
        """Return entrants tied at a border that some of them cross, in the order of their lots."""
        tables = self.tables(field, results)
        moves = [0, *self._moves(tables), 0]
        found: list[int] = []
        for table, up, down in zip(tables, moves, moves[1:], strict=False):
            split = {
                table[at].place
                for at in (up, len(table) - down)
                if 0 < at < len(table) and table[at - 1].place == table[at].place
            }
            level = [line for line in table if line.place in split]
            found += cut(level, None, field).seeded
        return tuple(found)

    def _moves(self, divisions: Sequence[Sequence[object]]) -> list[int]:
        """Return how many go up and down between each division and the next."""
        return [
            min(self.moves, len(one) // 2, len(other) // 2) for one, other in pairwise(divisions)
        ]
