"""Groups: a round robin in each, and the best of each go on."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, replace
from itertools import count as numbers
from operator import itemgetter

from app.tournament.formats.bracket import seats
from app.tournament.formats.cuts import Cut, cut
from app.tournament.formats.format import NEVER, Field, Pairing, PairingResult, Reason, RoundDraw
from app.tournament.formats.results import StageTally
from app.tournament.formats.round_robin import RoundRobin, apart_in
from app.tournament.standings import Standing, placed, ranked


@dataclass(frozen=True, slots=True)
class Groups:
    """Groups, filled by seeding or by lot. In each everyone meets everyone, and the `best` go on.

    By seeding, groups are filled to and fro, 1-2-3-3-2-1, so that they are equally strong. By lot (label
    `tournament/groups`) only their sizes are known beforehand, which differ by one at most. Lots decide ties in a
    group. If sides stay apart, each entrant joins the group with the fewest of its side, and a side does not meet
    itself. Pairs kept apart are in different groups, if possible.
    """

    groups: int
    best: int = 2
    by_lot: bool = False
    meetings: int = 1

    def members(self, field: Field) -> list[tuple[int, ...]]:
        """Return the members of each group, the strongest first."""
        there = {*field.present}
        return [tuple(each for each in dealt if each in there) for dealt in self._dealt(field)]

    def _dealt(self, field: Field) -> list[tuple[int, ...]]:
        """Return the places of each group, including those of entrants who left.

        Late entrants join the smallest group.
        """
        order = [each for each in field.seeds if each not in field.late]
        if self.by_lot:
            order.sort(key=field.lots.drawn("groups", order).__getitem__)
        dealt: list[list[int]] = [[] for _ in range(self.groups)]
        there: list[Counter[int | None]] = [Counter() for _ in dealt]

        def avoided(group: int, entrant: int) -> int:
            return len(field.avoids.get(entrant, frozenset()).intersection(dealt[group]))

        def kin(group: int, entrant: int) -> int:
            side = field.sides[entrant] if field.apart else None
            return there[group][side] + avoided(group, entrant)

        def deal(group: int, entrant: int) -> None:
            there[group][field.sides[entrant] if field.apart else None] += 1
            dealt[group].append(entrant)

        for start in range(0, len(order), self.groups):
            turn = [*range(self.groups)][:: -1 if start // self.groups % 2 else 1]
            free = {
                each: not any(avoided(at, each) for at in turn)
                for each in order[start : start + self.groups]
            }
            for entrant in sorted(free, key=free.__getitem__):
                place = min(turn, key=lambda group: kin(group, entrant))
                turn.remove(place)
                deal(place, entrant)
        for entrant in sorted(field.late, key=field.seed_of.__getitem__):
            sizes = [sum(field.left.get(each) != NEVER for each in group) for group in dealt]
            deal(min(range(self.groups), key=lambda at: (sizes[at], kin(at, entrant))), entrant)
        return [tuple(sorted(each, key=field.seed_of.__getitem__)) for each in dealt]

    def pairings(
        self, field: Field, results: Sequence[PairingResult]
    ) -> list[Pairing | PairingResult]:
        """Return every meeting without a result. Tables of a round are numbered through all groups."""
        return side_by_side(self._dealt(field), self.meetings, field, results)

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the groups and this round of the Berger tables in each."""
        dealt = self._dealt(field)
        about = [Reason("dealt-by-lot" if self.by_lot else "dealt", (), (self.groups,))]
        return drawn_side_by_side("group", dealt, self.meetings, field, round_, about)

    def tables(self, field: Field, results: Sequence[PairingResult]) -> list[list[Standing]]:
        """Return the table of each group."""
        return tables_of(self.members(field), field, results)

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return all group winners, then all who are second, and so on. Equal places are shared."""
        lines = sorted(
            (
                (at if field.by_number else line.place, line)
                for table in self.tables(field, results)
                for at, line in enumerate(table)
            ),
            key=itemgetter(0),
        )
        return [replace(line, place=place) for place, (_, line) in placed(lines, itemgetter(0))]

    def cuts(self, field: Field, results: Sequence[PairingResult]) -> list[Cut]:
        """Return the entrants of each group who go on."""
        return [cut(table, self.best, field) for table in self.tables(field, results)]

    def qualified(self, field: Field, results: Sequence[PairingResult]) -> tuple[int, ...]:
        """Return the entrants who go on, as seeds of a knock-out: group winners first, then all who are second, etc.

        If two go on from each of two, four, eight … groups, nobody meets a member of the same group before the final.
        """
        through = [each.through for each in self.cuts(field, results)]
        if self.best != 2 or self.groups & (self.groups - 1) or {2} != {len(e) for e in through}:
            return tuple(each[at] for at in range(self.best) for each in through if at < len(each))
        halves = seats(self.groups)
        across = dict(zip(halves, halves[self.groups // 2 :] + halves, strict=False))
        second = {2 * self.groups - 1 - across[at]: each[1] for at, each in enumerate(through)}
        return (*(each[0] for each in through), *(second[at] for at in sorted(second)))


def tables_of(
    parts: Sequence[Sequence[int]], field: Field, results: Sequence[PairingResult]
) -> list[list[Standing]]:
    """Return the table of each of these parts, counted separately."""
    part_of = {entry: at for at, members in enumerate(parts) for entry in members}
    met: list[list[PairingResult]] = [[] for _ in parts]
    for each in results:
        met[part_of[each.first]].append(each)
    whole = StageTally(field, results) if field.by_number else None
    return [
        ranked(
            whole or StageTally(replace(field, seeds=tuple(members)), own),
            sorted(members),
            field.scoring.tie_breaks,
        )
        for members, own in zip(parts, met, strict=True)
    ]


def drawn_side_by_side(
    kind: str,
    parts: Sequence[Sequence[int]],
    meetings: int,
    field: Field,
    round_: int,
    about: Sequence[Reason] = (),
) -> RoundDraw:
    """Return the round of these parts. Reasons of `kind` name the members of each part."""
    members = [Reason(kind, part, (at,)) for at, part in enumerate(parts, 1)]
    apart = [each for part in parts for each in apart_in(part, field, round_)]
    due = side_by_side(parts, meetings, field, ())
    return field.planned(due, round_, *about, *members, Reason("parts"), *apart)


def side_by_side(
    parts: Sequence[Sequence[int]], meetings: int, field: Field, results: Sequence[PairingResult]
) -> list[Pairing | PairingResult]:
    """Return the unplayed meetings of parts that are each a round robin. Tables are numbered through all parts."""
    played = {each[:2] for each in results}
    robin = RoundRobin(meetings)
    everything = sorted(
        (each.round, part, each.table, each)
        for part, members in enumerate(parts)
        for each in robin.schedule(
            replace(field, seeds=tuple(members), late=field.late & {*members})
        )
    )
    tables = {round_: numbers(1) for round_, *_ in everything}
    planned = [each._replace(table=next(tables[round_])) for round_, *_, each in everything]
    return [each for each in field.possible(planned) if each[:2] not in played]
