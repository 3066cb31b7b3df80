"""What the matches of a season tell: how they ended, how long they went on, and whether a seat is the better one."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.engine.matches.game import Seat
from app.statistics.crosstable import share

FORFEIT: Final = "forfeit"
"""The reason of a match that was not played to an end: it says nothing of seats and lengths."""
_ROUND: Final = re.compile(r'"d":"[a-z]+([0-9]{1,6})\.')
"""Where a record names a decision: its id begins with the round or turn, like `r3.front` and `t3.main.7`."""


class MatchEnd(NamedTuple):
    """A match that is over: the seat that won, if any, the round or turn of its last decision, and how many exchanges it had.

    Where no record is kept the round is 0.
    """

    winner: Seat | None
    reason: str
    rounds: int
    exchanges: int


class Ends(NamedTuple):
    """How many matches each seat won, and how many were drawn."""

    a: int
    b: int
    drawn: int

    @property
    def played(self) -> int:
        """All of them."""
        return self.a + self.b + self.drawn


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a season together. `ends` by reason, the commonest first; `rounds` and `exchanges` by length.

    `seats` are those that were not forfeited: what sitting in A or B has brought.
    """

    ends: Sequence[tuple[str, Ends]]
    seats: Ends
    rounds: Sequence[tuple[int, int]]
    exchanges: Sequence[tuple[int, int]]

    @property
    def score_of_a(self) -> float | None:
        """The score of seat A, a draw being half; None without matches."""
        return share(2 * self.seats.a + self.seats.drawn, self.seats.played)


def of(played: Iterable[MatchEnd]) -> Matches:
    """These matches together."""
    found = list(played)
    counts: Counter[str] = Counter(each.reason for each in found)
    ends = [
        (reason, _ends(each for each in found if each.reason == reason))
        for reason, _ in counts.most_common()
    ]
    whole = [each for each in found if each.reason != FORFEIT]
    rounds = Counter(each.rounds for each in whole if each.rounds)
    exchanges = Counter(each.exchanges for each in whole if each.exchanges)
    return Matches(ends, _ends(whole), sorted(rounds.items()), sorted(exchanges.items()))


def round_of(line: str) -> int:
    """The round or turn of the decision that this line of a record begins with; 0 if it names none."""
    found = _ROUND.search(line)
    return int(found[1]) if found else 0


def _ends(those: Iterable[MatchEnd]) -> Ends:
    winners = Counter(each.winner for each in those)
    return Ends(winners["A"], winners["B"], winners[None])
