"""A full table in the form that awards use, and the marks of entrants."""

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
"""The most battles that are replayed. In a larger field, awards that need replays are not given."""
MEDALS: Final = 3


@dataclass(frozen=True, slots=True)
class AwardMark:
    """What an entrant has achieved for an award.

    `value` decides; between equals `than` does, if the award's sentence mentions it. `against`: the rank of the
    opponent, the highest-placed of several.
    """

    value: int
    against: int | None = None
    than: int = 0


Marks = Iterator[tuple[int, int, AwardMark]]
"""The subject (the index of a reason or a card, -1 for none), the rank of the entrant, and its mark."""
PLAIN: Final = -1


@dataclass(frozen=True)
class AwardField:
    """A full table in the form that awards use. Entrants are named by their rank."""

    table: FullTable

    @cached_property
    def standings(self) -> Sequence[Standing]:
        """The table, best first."""
        return self.table.standings

    @cached_property
    def crossed(self) -> Crossed:
        """The sets of entries that each entry beat, drew with and lost to."""
        return Crossed.of(self.table.row, self.standings)

    def above(self, rank: int) -> int:
        """Return the set of all entrants on higher places."""
        return (1 << self.standings[rank].place - 1) - 1

    def below(self, rank: int) -> int:
        """Return the set of all entrants on lower places."""
        place, last = self.standings[rank].place, rank
        while last + 1 < len(self.standings) and self.standings[last + 1].place == place:
            last += 1
        return self.crossed.everybody() & ~((1 << last + 1) - 1)

    @cached_property
    def ends(self) -> Sequence[Mapping[int, tuple[int, int]]]:
        """For each entrant, its wins and draws by reason; reasons without either are left out."""
        reasons = range(len(self.table.game.reasons))
        rows = (self.table.row(each.entry) for each in self.standings)
        counts = (
            {why: (row.count(HOME | why << 2), row.count(DRAW | why << 2)) for why in reasons}
            for row in rows
        )
        return [{why: ends for why, ends in each.items() if any(ends)} for each in counts]

    @cached_property
    def battles(self) -> Sequence["AwardReplay"]:
        """Every battle, replayed.

        Empty in a field with too many, and for matches, whose records are stored elsewhere.
        """
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
        """Pairs that met, with the number of turns: of replayed battles, and of matches."""
        ranks = self.table.ranks
        return [
            *((each.home, each.away, each.turn) for each in self.battles),
            *((ranks[one], ranks[other], turn) for (one, other), turn in self.table.rounds.items()),
        ]


@dataclass(frozen=True, slots=True)
class AwardReplay:
    """The facts of a replayed battle. Both entrants and the winner are named by rank.

    `course`: the life of both during the battle. `taken`: the life lost, by victim, owner of the card, and turn.
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
        """Collect the facts of this battle."""
        ranks = {Side.HOME: home, Side.AWAY: away}
        winner = None if battle.winner is None else ranks[battle.winner]
        taken: Counter[tuple[int, int, int]] = Counter()
        for each in game.changes(battle.events):
            if each.after < each.before:
                taken[ranks[each.side], ranks[each.owner], each.turn] += each.before - each.after
        return cls(home, away, winner, battle.turn, battle.hp, course_of(battle), taken)

    def both(self, value: int, than: int = 0) -> Marks:
        """Yield this mark for both entrants."""
        yield PLAIN, self.home, AwardMark(value, self.away, than)
        yield PLAIN, self.away, AwardMark(value, self.home, than)

    def other(self, rank: int) -> int:
        """Return the opponent of this entrant."""
        return self.away if rank == self.home else self.home
