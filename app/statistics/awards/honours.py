"""The awards of a season and their winners."""

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from threading import Lock
from typing import Final

from app.engine import Ruleset
from app.statistics.awards.award import AWARDS, Award
from app.statistics.awards.field import MEDALS, PLAIN, AwardField, AwardMark
from app.tournament.cache import Cache
from app.tournament.full_table import FullTable


@dataclass(frozen=True, slots=True)
class Winner:
    """A winner of an award, by index, with its place (1 to 3). `against` is an index too."""

    entrant: int
    place: int
    value: int
    against: int | None


@dataclass(frozen=True, slots=True)
class Honour:
    """An award of this season, its subject `what`, and its first three places, best first."""

    award: Award
    what: int
    winners: tuple[Winner, ...]

    def about(self, game: Ruleset) -> str | None:
        """Return the identifier of the card, or the reason, that the award is about; None if about neither."""
        if self.what == PLAIN:
            return None
        is_card = self.award.slug == "card"
        return game.cards[self.what].id if is_card else game.reasons[self.what]

    @property
    def first(self) -> tuple[Winner, ...]:
        """The entrants on the first place."""
        return tuple(each for each in self.winners if each.place == 1)


_kept: Final[Cache[object, tuple[Honour, ...]]] = Cache(8, Lock())


def of(table: FullTable) -> tuple[Honour, ...]:
    """Return the awards of this table; they are cached."""
    return _kept.of(table.key, lambda: tuple(give(table)))


def give(table: FullTable) -> Iterator[Honour]:
    """Yield every award that a single entrant, or a few, earned."""
    field = AwardField(table)
    if len(field.standings) < 2:
        return
    order = [each.entry for each in field.standings]
    for award in AWARDS.values():
        about: dict[int, dict[int, AwardMark]] = defaultdict(dict)
        for what, rank, mark in award.marks(field):
            marks = about[what]
            if rank not in marks or _order(award, mark) < _order(award, marks[rank]):
                marks[rank] = mark
        for what, marks in sorted(about.items()):
            if winners := tuple(_winners(marks, award.key, order)):
                yield Honour(award, what, winners)


def _order(award: Award, mark: AwardMark) -> tuple[tuple[int, int], int]:
    """Return a sort key for marks of one entrant: best first, then against the highest-placed opponent."""
    return award.key(mark), mark.against or 0


def _winners(
    marks: Mapping[int, AwardMark],
    key: Callable[[AwardMark], tuple[int, int]],
    order: Sequence[int],
) -> Iterator[Winner]:
    """Yield the first three. If a place would be shared by too many, it and those after it are not given."""
    place = 1
    for _, level in groupby(
        sorted(marks, key=lambda rank: (key(marks[rank]), rank)), key=lambda rank: key(marks[rank])
    ):
        ranks = list(level)
        if place + len(ranks) - 1 > MEDALS:
            return
        for rank in ranks:
            against = marks[rank].against
            yield Winner(
                order[rank], place, marks[rank].value, None if against is None else order[against]
            )
        place += len(ranks)


def of_entrant(honours: Iterable[Honour], index: int) -> list[tuple[Honour, Winner]]:
    """Return what this entrant has won: awards, then second and third places."""
    won = [(honour, each) for honour in honours for each in honour.winners if each.entrant == index]
    return sorted(won, key=lambda each: each[1].place)
