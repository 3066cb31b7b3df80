"""The ranking (番付) with which a season begins that follows another: who goes up, who goes down, who is new."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple, Self

from app.tournament.formats.divisions import Divisions
from app.tournament.formats.lots import Lots
from app.tournament.formats.stages import Phase, final_order
from app.tournament.standings import Standing


class Former(NamedTuple):
    """An entrant's final place in a season, and the division it belongs to afterwards.

    `place` is that in its division, out of how many. Without divisions it is the place in the
    season, and both divisions are 0.
    """

    entry: int
    division: int
    place: int
    of: int
    bound: int


def after_stages(played: Sequence[Phase]) -> list[Former]:
    """Everybody, as they are ranked after these stages: by the last one with divisions, if there is any.

    Those who did not come so far are ranked below, as they ended.
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
    """Everybody, as the table of a season without stages has them."""
    return [Former(each.entry, 0, each.place, len(lines), 0) for each in lines]


def _moved(format_: Divisions, phase: Phase) -> Iterator[Former]:
    """The members of all divisions, each where they belong from now on, the best of each first."""
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
    """Where a member of the new season comes from: their number there and here, and how they stood.

    Of newcomers `was` is None.
    """

    number: int
    was: int | None = None
    division: int = 0
    place: int = 0
    of: int = 0
    bound: int = 0


@dataclass(frozen=True, slots=True)
class Ranking:
    """The ranking after the season of this slug, whose results had this digest: all who take part, in order."""

    season: str
    digest: str
    ranks: tuple[FormerRank, ...]

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The ranking that was kept so."""
        return cls(
            kept["season"], kept["digest"], tuple(FormerRank(*each) for each in kept["ranks"])
        )

    def kept(self) -> dict[str, Any]:
        """As a row and a record keep it."""
        return {
            "season": self.season,
            "digest": self.digest,
            "ranks": [[*each] for each in self.ranks],
        }

    @property
    def numbers(self) -> list[int]:
        """All numbers, in order."""
        return [each.number for each in self.ranks]

    def is_in_order(self, lot_of: Mapping[int, int] | None = None) -> bool:
        """Whether its order follows promotion and relegation.

        Within a division first those who come down, then those who stay, then those who come up;
        newcomers at the end, by number. Ties follow these lots, if there are any.
        """
        order = [(level(each), lot_of[each.number] if lot_of else 0) for each in self.ranks]
        return order == sorted(order)


def level(rank: FormerRank) -> tuple[int, ...]:
    """What decides; those of whom it is the same are level. Who has no division is below all who have one."""
    if rank.was is None:
        return True, 0, False, 0, rank.number
    moved = (rank.division > rank.bound) - (rank.division < rank.bound)
    return False, not rank.bound, rank.bound, moved, rank.place


def lots_of(lots: Lots, numbers: Sequence[int]) -> dict[int, int]:
    """The lot of each of these numbers among those whom the former season left level: label `tournament/ranking`."""
    lot_of = lots.drawn("ranking", range(len(numbers)))
    return {numbers[at]: lot for at, lot in lot_of.items()}


def ranked(
    former: Sequence[Former],
    was: Sequence[int],
    now: Mapping[int, int],
    numbers: Sequence[int],
    lot_of: Mapping[int, int] | None = None,
) -> list[FormerRank]:
    """The ranking of those with these `numbers`: who was there before as they were ranked, then the newcomers by number.

    `was` are the numbers of the former season, by entrant; `now` says by them who is here again,
    under which number. Those who are level stand in the order of these lots, or without any as they
    came.
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
