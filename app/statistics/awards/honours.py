"""The awards of a season as they are given: which there are, and to whom."""

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
    """An entrant, by index, on this place (1 to 3) for an award; `against` is an index, too."""

    entrant: int
    place: int
    value: int
    against: int | None


@dataclass(frozen=True, slots=True)
class Honour:
    """An award of this season, `what` it is about, and the first three, the first first."""

    award: Award
    what: int
    winners: tuple[Winner, ...]

    def about(self, game: Ruleset) -> str | None:
        """The identifier of the card, or the reason, that it is about."""
        if self.what == PLAIN:
            return None
        is_card = self.award.slug == "card"
        return game.cards[self.what].id if is_card else game.reasons[self.what]

    @property
    def first(self) -> tuple[Winner, ...]:
        """Those who have the award."""
        return tuple(each for each in self.winners if each.place == 1)


_kept: Final[Cache[object, tuple[Honour, ...]]] = Cache(8, Lock())


def of(table: FullTable) -> tuple[Honour, ...]:
    """The awards of this table, given once and kept."""
    return _kept.of(table.key, lambda: tuple(give(table)))


def give(table: FullTable) -> Iterator[Honour]:
    """Every award that one entrant earned alone, or with few others."""
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
    """The best mark of an entrant first; of equal ones that against the highest-placed."""
    return award.key(mark), mark.against or 0


def _winners(
    marks: Mapping[int, AwardMark],
    key: Callable[[AwardMark], tuple[int, int]],
    order: Sequence[int],
) -> Iterator[Winner]:
    """The first three; where more would share a place, nobody has it."""
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
    """What this entrant has won, awards before second and third places."""
    won = [(honour, each) for honour in honours for each in honour.winners if each.entrant == index]
    return sorted(won, key=lambda each: each[1].place)
