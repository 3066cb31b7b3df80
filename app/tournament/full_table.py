"""The full table of a field: its pairs, their outcomes, and the standings."""

from bisect import bisect_left, bisect_right
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from operator import attrgetter, itemgetter
from typing import Any, Final, Self

from pydantic import BaseModel

from app.engine import NOT_PLAYED, Build, Ruleset
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing, standings
from app.tournament.tiebreaks import Facts

ROWS_KEPT: Final = 4
"""How many rows of a table are kept ready: who is told of a season is asked about again and again."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Entrant:
    """An entry in a field. `build` has no name; `written` is the build in one-character notation."""

    number: int
    name: str
    owner: str = ""
    build: Build
    written: str


@dataclass(frozen=True, kw_only=True)
class FullTable:
    """A field and the outcomes of its pairs: all pairs, or those that were paired.

    Entrants are named by their index, in order of number. `row` returns an entrant's outcomes from its own view, a byte
    for everyone; `NOT_PLAYED` for itself. Statistics of the table are cached under `key`, which keeps no table alive.
    """

    game: Ruleset
    scoring: Scoring
    builds: tuple[Build, ...]
    standings: tuple[Standing, ...]
    row: Callable[[int], bytes] = field(repr=False)
    rounds: Mapping[tuple[int, int], int] = field(default_factory=dict, repr=False)
    """For matches, the number of rounds or turns of each pair, the lower index first; empty for battles."""
    is_full: bool = True
    """Whether all pairs have met. If not, `row` has gaps, and statistics of all pairs are not computed."""
    fought: tuple[int, int] | None = None
    """The number of battles and of draws, if some pairs met more than once."""
    key: Hashable = field(default_factory=object, repr=False)

    @classmethod
    def of(
        cls, game: Ruleset, scoring: Scoring, builds: Sequence[Build], rows: Sequence[bytes]
    ) -> Self:
        """Return the table in which these builds have these outcomes."""
        table = standings(rows, scoring, Facts.of(builds))
        return cls(
            game=game,
            scoring=scoring,
            builds=tuple(builds),
            standings=tuple(table),
            row=rows.__getitem__,
        )

    def judge(self, _index: int | None = None) -> Ruleset:
        """Return the rules for another build of this entrant, or of any."""
        return self.game

    def rows(self) -> Iterator[bytes]:
        """Yield the outcomes of each entrant."""
        return map(self.row, range(len(self.builds)))

    @cached_property
    def ranks(self) -> tuple[int, ...]:
        """The line of each entrant in the standings."""
        ranks = {standing.entry: rank for rank, standing in enumerate(self.standings)}
        return tuple(ranks[index] for index in range(len(ranks)))

    @cached_property
    def order(self) -> tuple[int, ...]:
        """The entrants from the top of the standings."""
        return tuple(standing.entry for standing in self.standings)

    @cached_property
    def points(self) -> list[int]:
        """The points of all entrants, in ascending order."""
        return sorted(each.points for each in self.standings)

    @cached_property
    def row_by_rank(self) -> Callable[[int], bytes]:
        """Returns an entrant's outcomes against each line of the standings; the last ones asked for are kept."""
        in_order, row = in_this_order(self.order), self.row
        return lru_cache(ROWS_KEPT)(lambda index: in_order(row(index)))

    def level(self, index: int) -> range:
        """Return the lines of the standings that share the place of this entrant."""
        place, by = self.standing(index).place, attrgetter("place")
        first = bisect_left(self.standings, place, key=by)
        return range(first, bisect_right(self.standings, place, key=by))

    def standing(self, index: int) -> Standing:
        """Return the entrant's line of the standings."""
        return self.standings[self.ranks[index]]

    def alone_on(self, place: int) -> int | None:
        """Return the entrant that has this place alone; None if several share it."""
        found = [
            each.entry for each in self.standings[place - 1 : place + 1] if each.place == place
        ]
        return found[0] if len(found) == 1 else None


def in_order(
    rows: Iterable[Standing], columns: Sequence[Standing], row_of: Callable[[int], bytes]
) -> Iterator[bytes]:
    """Yield the outcomes of these rows against these columns. `row_of`: returns an entry's against all."""
    in_order = in_this_order([column.entry for column in columns])
    return (in_order(row_of(standing.entry)) for standing in rows)


def in_this_order(order: Sequence[int]) -> Callable[[bytes], bytes]:
    """Return what picks these places of a row, in this order."""
    pick = itemgetter(*order, 0)  # of one alone it would pick no tuple
    return lambda row: bytes(pick(row)[:-1])


def opponents(table: FullTable, index: int) -> list[int]:
    """Return the indices of all opponents of this entrant."""
    return [other for other, byte in enumerate(table.row(index)) if byte != NOT_PLAYED]


class StandingLine(BaseModel):
    """A line of the table, in the same JSON everywhere.

    `tie_breaks`: by name; null if no other entrant is left to compare with. In a list being tried out `number` counts
    its characters, and `owner` is empty.
    """

    place: int
    number: int
    name: str
    owner: str
    points: int
    wins: int
    draws: int
    losses: int
    tie_breaks: dict[str, float | None]

    @classmethod
    def of(cls, standing: Standing, entrant: Entrant, scoring: Scoring, **more: Any) -> Self:
        """Return the line of this entrant. `more`: the further fields of a subclass."""
        return cls(
            place=standing.place,
            number=entrant.number,
            name=entrant.name,
            owner=entrant.owner,
            points=standing.points,
            wins=standing.wins,
            draws=standing.draws,
            losses=standing.losses,
            tie_breaks=dict(zip(scoring.slugs, standing.tie_breaks, strict=True)),
            **more,
        )
