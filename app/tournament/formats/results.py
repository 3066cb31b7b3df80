"""Count the results of a stage, in which pairs may meet twice or not at all, and entrants may have byes."""

from collections.abc import Iterator, Sequence
from dataclasses import replace
from math import sqrt

from app.engine import AWAY, DRAW, HOME, exchanged
from app.tournament.formats.format import WITHOUT_BATTLE, Field, PairingResult
from app.tournament.scoring import Counts
from app.tournament.tiebreaks import Facts


class StageTally(Counts):
    """The results of every entrant: opponent, and outcome from its own view; the opponent of a bye is None.

    `rounds`: if given, rounds an entrant did not play count in Buchholz by FIDE C.07. In its own sum they are an
    opponent with as many points as itself (16.4). In the sums of others they are draws from the round in which it left
    (16.3).
    """

    def __init__(
        self,
        field: Field,
        results: Sequence[PairingResult],
        *,
        rounds: int = 0,
    ) -> None:
        size = max(field.seeds, default=-1) + 1
        self.record: list[list[tuple[int | None, int]]] = [[] for _ in range(size)]
        self._last = [0] * size
        for each in results:
            self.record[each.first].append((each.second, each.outcome))
            self._last[each.first] = max(self._last[each.first], each.round)
            if each.second is not None:
                self.record[each.second].append((each.first, exchanged(bytes([each.outcome]))[0]))
                self._last[each.second] = max(self._last[each.second], each.round)
        self._rounds = rounds
        everyone = range(size)
        wins, draws, losses = (
            [self._ended(entry, how) for entry in everyone] for how in (HOME, DRAW, AWAY)
        )
        members = None if field.by_number else field.seeds
        facts = _facts(field, results, size)
        super().__init__(field.scoring, wins, draws, losses, facts, members)

    def _ended(self, entry: int, how: int) -> int:
        return sum(outcome & 3 == how for _, outcome in self.record[entry])

    def beaten(self, entry: int, values: Sequence[float]) -> Iterator[float]:
        """Return the values of all beaten opponents, once for each win."""
        return self._values(entry, values, HOME)

    def sonneborn_berger(self, entry: int) -> float:
        """Return the points of beaten opponents, plus half of those of drawn ones, once for each battle."""
        won, drawn = (sum(self._values(entry, self.points, how)) for how in (HOME, DRAW))
        return won + drawn / 2

    def _values(self, entry: int, values: Sequence[float], how: int) -> Iterator[float]:
        for other, outcome in self.record[entry]:
            if outcome & 3 == how:
                if other is not None:
                    yield values[other]
                elif self._rounds:
                    yield values[entry]

    def met(self, entry: int) -> Iterator[float]:
        """Yield the points of all opponents, and what counts for rounds without one."""
        for other, _ in self.record[entry]:
            if other is not None:
                missing = max(self._rounds - self._last[other], 0)
                yield self.points[other] + self.scoring.draw * missing
            elif self._rounds:
                yield self.points[entry]
        for _ in range(self._rounds - len(self.record[entry])):
            yield self.points[entry]

    def score_against(self, entry: int, others: Sequence[int]) -> int:
        """Return the points from battles with these entrants."""
        scoring, these = self.scoring, {*others}
        worth = {HOME: scoring.win, DRAW: scoring.draw, AWAY: scoring.loss}
        return sum(worth[outcome & 3] for other, outcome in self.record[entry] if other in these)


def _facts(field: Field, results: Sequence[PairingResult], size: int) -> Facts:
    """Return the facts of the field, with the life left over in these results if it counts."""
    lives = field.counted_lives
    if not lives:
        return field.facts
    life = [0.0] * size
    for each in battles(results):
        if each.second is not None:
            first, second = lives(each.first, each.second)
            life[each.first] += first
            life[each.second] += second
    return replace(field.facts, life=life)


def battles(results: Sequence[PairingResult]) -> Iterator[PairingResult]:
    """Yield the results decided by a battle."""
    return (
        each for each in results if each.second is not None and each.outcome >> 2 != WITHOUT_BATTLE
    )


def interval(score: float, battles: int, z: float = 1.96) -> tuple[float, float]:
    """Return the range of the true share of points, correct in 19 of 20 cases. `score`: the share so far.

    Wilson's interval (E. B. Wilson, Probable inference, JASA 22, 1927): it stays within 0 and 1 and says something
    after few battles. With draws it is somewhat wider than necessary.
    """
    if not battles:
        return 0.0, 1.0
    weight = z * z / battles
    middle = (score + weight / 2) / (1 + weight)
    half = z / (1 + weight) * sqrt(score * (1 - score) / battles + weight / (4 * battles))
    return max(middle - half, 0.0), min(middle + half, 1.0)
