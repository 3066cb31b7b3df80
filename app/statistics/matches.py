"""Statistics of the matches of a season: how they ended, how long they took, and whether one seat is better."""

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Final, NamedTuple

from app.engine.matches.game import Seat
from app.statistics.crosstable import share

FORFEIT: Final = "forfeit"
"""The reason of a forfeited match. It counts neither for seats nor for lengths."""
_ROUND: Final = re.compile(r'"d":"[a-z]+([0-9]{1,6})\.')
"""The id of a decision in a record. It begins with the round or turn, like `r3.front` and `t3.main.7`."""


class MatchEnd(NamedTuple):
    """A finished match: the winning seat, if any, the round or turn of its last decision, and its exchanges.

    `rounds` is 0 if no record is kept.
    """

    winner: Seat | None
    reason: str
    rounds: int
    exchanges: int


class Ends(NamedTuple):
    """The number of matches that each seat won, and of draws."""

    a: int
    b: int
    drawn: int

    @property
    def played(self) -> int:
        """The number of all matches."""
        return self.a + self.b + self.drawn


@dataclass(frozen=True, slots=True)
class Matches:
    """The matches of a season, counted. `ends`: by reason, the commonest first. `rounds`, `exchanges`: by length.

    `seats`: wins of seat A and seat B, without forfeits.
    """

    ends: Sequence[tuple[str, Ends]]
    seats: Ends
    rounds: Sequence[tuple[int, int]]
    exchanges: Sequence[tuple[int, int]]

    @property
    def score_of_a(self) -> float | None:
        """The score of seat A, with draws as half; None without matches."""
        return share(2 * self.seats.a + self.seats.drawn, self.seats.played)


def of(played: Iterable[MatchEnd]) -> Matches:
    """Count these matches."""
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
    """Return the round or turn of the first decision in this line of a record; 0 if it has none."""
    found = _ROUND.search(line)
    return int(found[1]) if found else 0


def _ends(those: Iterable[MatchEnd]) -> Ends:
    winners = Counter(each.winner for each in those)
    return Ends(winners["A"], winners["B"], winners[None])
