"""Divisions: everybody meets everybody in theirs; from season to season the best go up and the last go down."""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import pairwise

from app.tournament.formats.cuts import cut
from app.tournament.formats.format import Field, Pairing, PairingResult, RoundDraw
from app.tournament.formats.groups import drawn_side_by_side, side_by_side, tables_of
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Divisions:
    """Divisions of these sizes, the highest first; who is left over is in the lowest.

    `moves` go up and down between two.

    The seeds are the ranking of the season before (番付), with the newcomers below.
    """

    sizes: tuple[int, ...]
    moves: int = 1
    meetings: int = 1

    def members(self, field: Field) -> list[tuple[int, ...]]:
        """Who is in each division, best first."""
        there = {*field.present}
        return [tuple(each for each in own if each in there) for own in self._places(field)]

    def _places(self, field: Field) -> list[tuple[int, ...]]:
        """The places of each division, with empty places of entrants who left."""
        cuts = [sum(self.sizes[:at]) for at in range(len(self.sizes))]
        return [field.seeds[a:b] for a, b in zip(cuts, [*cuts[1:], None], strict=True)]

    def pairings(
        self, field: Field, results: Sequence[PairingResult]
    ) -> list[Pairing | PairingResult]:
        """Every meeting that has no result yet; the tables of a round are counted through all divisions."""
        return side_by_side(self._places(field), self.meetings, field, results)

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """The divisions as the ranking has them, and the round of the Berger tables in each."""
        return drawn_side_by_side("division", self._places(field), self.meetings, field, round_)

    def tables(self, field: Field, results: Sequence[PairingResult]) -> list[list[Standing]]:
        """The table of each division."""
        return tables_of(self.members(field), field, results)

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """All of the highest division, then all of the next."""
        lines: list[Standing] = []
        for table in self.tables(field, results):
            above = len(lines)
            lines += [replace(each, place=above + each.place) for each in table]
        return lines

    def promoted(self, field: Field, results: Sequence[PairingResult]) -> tuple[int, ...]:
        """The seeds of the next season: the best of each division move before the last of the one above.

        At most half of a division moves in all, so that nobody falls past an entrant who stays.
        Lots decide ties.
        """
        order = [[*cut(table, None, field).through] for table in self.tables(field, results)]
        for above, moves in enumerate(self._moves(order)):
            if moves:
                down, up = order[above][-moves:], order[above + 1][:moves]
                order[above][-moves:], order[above + 1][:moves] = up, down
        return tuple(entry for division in order for entry in division)

    def drawn(self, field: Field, results: Sequence[PairingResult]) -> tuple[int, ...]:
        """Those who are level at a border that some of them cross, as the lots ordered them."""
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
        """How many go up and down between each of these divisions and the next."""
        return [
            min(self.moves, len(one) // 2, len(other) // 2) for one, other in pairwise(divisions)
        ]
