"""A full table as awards ask it, and the marks that entrants have to show for them."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations
from typing import Final

from app.engine import DRAW, HOME, NOT_PLAYED, Battle, Ruleset, Side, course_of
from app.statistics.crosstable import Crossed
from app.tournament.full_table import FullTable
from app.tournament.standings import Standing

MOST_REPLAYED: Final = 800
"""Battles. In a field with more of them no award is given that only a replay could tell."""
MEDALS: Final = 3


@dataclass(frozen=True, slots=True)
class AwardMark:
    """What an entrant has to show for an award.

    `value` decides, and between equals `than`, if the sentence of the award tells it. `against`: an opponent against
    whom it was earned, by rank, of several the highest-placed.
    """

    value: int
    against: int | None = None
    than: int = 0


Marks = Iterator[tuple[int, int, AwardMark]]
"""What it is about (the index of a reason or a card, -1 for nothing), the rank of the entrant, and its mark."""
PLAIN: Final = -1


@dataclass(frozen=True)
class AwardField:
    """A full table as awards ask it. Entrants are called by their rank."""

    table: FullTable

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The table, best first."""
        return self.table.standings

    @cached_property
    def crossed(self) -> Crossed:
        """Who beat whom."""
        return Crossed.of(self.table.row, self.standings)

    def above(self, rank: int) -> int:
        """The set of all on higher places."""
        return (1 << self.standings[rank].place - 1) - 1

    def below(self, rank: int) -> int:
        """The set of all on lower places."""
        place, last = self.standings[rank].place, rank
        while last + 1 < len(self.standings) and self.standings[last + 1].place == place:
            last += 1
        return self.crossed.everybody() & ~((1 << last + 1) - 1)

    @cached_property
    def ends(self) -> Sequence[Mapping[int, tuple[int, int]]]:
        """For each entrant how often it won and drew for each reason, where it did."""
        reasons = range(len(self.table.game.reasons))
        rows = (self.table.row(each.entry) for each in self.standings)
        counts = (
            {why: (row.count(HOME | why << 2), row.count(DRAW | why << 2)) for why in reasons}
            for row in rows
        )
        return [{why: ends for why, ends in each.items() if any(ends)} for each in counts]

    @cached_property
    def battles(self) -> Sequence["AwardReplay"]:
        """Every battle, replayed; none in a field with too many, nor of matches, whose records are not here."""
        count = len(self.standings)
        if self.table.game.match or count * (count - 1) // 2 > MOST_REPLAYED:
            return ()
        builds = [self.table.builds[each.entry] for each in self.standings]
        game, met = self.table.game, [self.table.row(each.entry) for each in self.standings]
        return [
            AwardReplay.of(game, home, away, game.play(builds[home], builds[away]))
            for home, away in combinations(range(count), 2)
            if met[home][self.standings[away].entry] != NOT_PLAYED
        ]

    @cached_property
    def lengths(self) -> Sequence[tuple[int, int, int]]:
        """Two that met, and how many turns they took: of battles that are replayed, and of matches."""
        ranks = self.table.ranks
        return [
            *((each.home, each.away, each.turn) for each in self.battles),
            *((ranks[one], ranks[other], turn) for (one, other), turn in self.table.rounds.items()),
        ]


@dataclass(frozen=True, slots=True)
class AwardReplay:
    """What is left of a battle when it has been replayed. Both and the winner are called by their rank.

    `course` is the life of both over the battle; `taken` how much life who lost by whose cards in which turn.
    """

    home: int
    away: int
    winner: int | None
    turn: int
    hp: tuple[int, int]
    course: Sequence[tuple[int, int]]
    taken: Mapping[tuple[int, int, int], int]

    @classmethod
    def of(cls, game: Ruleset, home: int, away: int, battle: Battle) -> "AwardReplay":
        """What awards ask of a battle between these."""
        ranks = {Side.HOME: home, Side.AWAY: away}
        winner = None if battle.winner is None else ranks[battle.winner]
        taken: Counter[tuple[int, int, int]] = Counter()
        for each in game.changes(battle.events):
            if each.after < each.before:
                taken[ranks[each.side], ranks[each.owner], each.turn] += each.before - each.after
        return cls(home, away, winner, battle.turn, battle.hp, course_of(battle), taken)

    def both(self, value: int, than: int = 0) -> Marks:
        """Both sides get this mark."""
        yield PLAIN, self.home, AwardMark(value, self.away, than)
        yield PLAIN, self.away, AwardMark(value, self.home, than)

    def other(self, rank: int) -> int:
        """Whom this one met."""
        return self.away if rank == self.home else self.home
