"""The ranking (番付) at the start of a season that follows another: who goes up, who goes down, who is new."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from app.tournament.formats.divisions import Divisions
from app.tournament.formats.lots import Lots
from app.tournament.formats.stages import Phase, final_order
from app.tournament.standings import Standing


class Former(NamedTuple):
    """An entrant's final place in a season, and the division it belongs to afterwards.

    `place` and `of`: its place and the number of members in its division. Without divisions they are those of the
    season, and both divisions are 0.
    """

    entry: int
    division: int
    place: int
    of: int
    bound: int


def after_stages(played: Sequence[Phase]) -> list[Former]:
    """Return all entrants as ranked after these stages: by the last stage with divisions, if there is one.

    Those who did not reach that stage follow, in the order in which they ended.
    """
    order = final_order(played)
    divided = [
        (each.stage.format, each) for each in played if isinstance(each.stage.format, Divisions)
    ]
    if not divided:
        return [Former(each.entry, 0, each.place, len(order), 0) for each in order]
    found = [*_moved(*divided[-1])]
    there = {each.entry for each in found}
    return found + [
        Former(each.entry, 0, each.place, len(order), 0)
        for each in order
        if each.entry not in there
    ]


def after_table(lines: Sequence[Standing]) -> list[Former]:
    """Return all entrants as ranked by the table of a season without stages."""
    return [Former(each.entry, 0, each.place, len(lines), 0) for each in lines]


def _moved(format_: Divisions, phase: Phase) -> Iterator[Former]:
    """Yield the members of all divisions after promotion and relegation, the best of each first."""
    stood = {
        line.entry: (division, line.place, len(table))
        for division, table in enumerate(format_.tables(phase.field, phase.results), 1)
        for line in table
    }
    order = iter(format_.promoted(phase.field, phase.results))
    for bound, members in enumerate(format_.members(phase.field), 1):
        for _ in members:
            entry = next(order)
            yield Former(entry, *stood[entry], bound)


class FormerRank(NamedTuple):
    """The origin of a member of the new season: its number now and in the former season, and its former standing.

    `was` is None for newcomers.
    """

    number: int
    was: int | None = None
    division: int = 0
    place: int = 0
    of: int = 0
    bound: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking after a season, named by slug and digest of results, of all who take part in the new one."""

    season: str
    digest: str
    ranks: tuple[FormerRank, ...]

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Return the ranking from the form of a database row."""
        return cls(
            kept["season"], kept["digest"], tuple(FormerRank(*each) for each in kept["ranks"])
        )

    def kept(self) -> dict[str, Any]:
        """Return the ranking in the form of a database row and a record."""
        return {
            "season": self.season,
            "digest": self.digest,
            "ranks": [[*each] for each in self.ranks],
        }

    @property
    def numbers(self) -> list[int]:
        """The numbers of all members, in order."""
        return [each.number for each in self.ranks]

    def is_in_order(self, lot_of: Mapping[int, int] | None = None) -> bool:
        """Whether the order follows promotion and relegation.

        A division lists entrants who come down, then those who stay, then those who come up. Newcomers are last, by
        number. Ties follow `lot_of`, if given.
        """
        order = [(level(each), lot_of[each.number] if lot_of else 0) for each in self.ranks]
        return order == sorted(order)


def level(rank: FormerRank) -> tuple[int, ...]:
    """Return the key that decides the order; equal keys are tied. Entrants without a division come after all others."""
    if rank.was is None:
        return True, 0, False, 0, rank.number
    moved = (rank.division > rank.bound) - (rank.division < rank.bound)
    return False, not rank.bound, rank.bound, moved, rank.place


def lots_of(lots: Lots, numbers: Sequence[int]) -> dict[int, int]:
    """Return the lot of each of these numbers, which decides ties of the former season. Label `tournament/ranking`."""
    lot_of = lots.drawn("ranking", range(len(numbers)))
    return {numbers[at]: lot for at, lot in lot_of.items()}


def ranked(
    former: Sequence[Former],
    was: Sequence[int],
    now: Mapping[int, int],
    numbers: Sequence[int],
    lot_of: Mapping[int, int] | None = None,
) -> list[FormerRank]:
    """Return the ranking of these `numbers`: former entrants as they were ranked, then newcomers by number.

    `was`: the number of each entrant in the former season. `now`: the new number of each former number that is here
    again. Ties follow `lot_of`; without it the former order stays.
    """
    order = [
        FormerRank(now[number], number, *each[1:])
        for each in former
        for number in [was[each.entry]]
        if number in now
    ]
    if lot_of:
        order.sort(key=lambda rank: (level(rank), lot_of[rank.number]))
    there = {each.number for each in order}
    return order + [FormerRank(number) for number in numbers if number not in there]
