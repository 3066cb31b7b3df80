"""What every format is: entrants and the results so far in, pairings out; results in, standings out.

Entrants are called by their index, in order of number.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Final, NamedTuple, Protocol

from app.engine import AWAY, HOME, NOT_PLAYED
from app.tournament.formats.lots import Lots
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing
from app.tournament.tiebreaks import NO_FACTS, Facts

WITHOUT_BATTLE: Final = 63
"""The reason in the outcome byte of a win or loss without a battle; no ruleset has this many reasons."""
BYE: Final = HOME | WITHOUT_BATTLE << 2
"""The outcome of a bye that counts as a win."""
NEVER: Final = -1
"""The round after which an annulled entrant left: the place stays empty, and nobody has won against it."""


Lives = Callable[[int, int], tuple[float, float]]
"""A function that tells the life that both of two entrants have left after their battle."""


class Pairing(NamedTuple):
    """A meeting: both entrants, that of the first seat first. Rounds and tables count from 1."""

    round: int
    table: int
    first: int
    second: int


class Bye(NamedTuple):
    """An entrant without an opponent in a round, and the outcome that is counted for it."""

    round: int
    first: int
    outcome: int = BYE


class PairingResult(NamedTuple):
    """The result of a pairing, or of a bye, which has no `second` and no table.

    `outcome` is the byte of the battle from the view of the first seat.
    """

    round: int
    table: int
    first: int
    second: int | None
    outcome: int

    @classmethod
    def of(cls, pairing: "Due", outcome: int = NOT_PLAYED) -> "PairingResult":
        """The pairing with this outcome; a bye, and what is won without a battle, with its own."""
        if isinstance(pairing, Bye):
            return cls(pairing.round, 0, pairing.first, None, pairing.outcome)
        return pairing if isinstance(pairing, PairingResult) else cls(*pairing, outcome)


Due = Pairing | Bye | PairingResult
"""What comes next: a meeting, a bye, or a meeting that is won without a battle."""


class Reason(NamedTuple):
    """Why a round is paired as it is: of which kind, about whom, and in figures.

    `table` is that of a pairing, 0 of all of them.

    Kinds have their sentences in `app.web.views.draws`, where their figures are named.
    """

    kind: str
    entrants: Sequence[int] = ()
    figures: Sequence[int] = ()
    table: int = 0


class RoundDraw(NamedTuple):
    """How a round was paired: the pairings, and why they are so, as the same function found both."""

    due: Sequence[Due]
    reasons: Sequence[Reason]


@dataclass(frozen=True)
class Field:
    """Who takes part in a stage.

    `seeds` are the entrants, the strongest first; `lots` decide what is left to chance. Who has
    `left` is paired no more after this round, 0 for none, or `NEVER` was there. Who came `late`
    stands behind all others. `given` are the pairings and byes that organisers have set. `facts`
    are what outcomes do not tell of each entrant, `sides` the side of each by its index, where
    there are any. With `apart` nobody is to meet their own side; whom else each `avoids`,
    organisers have said. `lives` are asked only where the scoring counts life. `by_number` is that
    of stages of the first version: there numbers of entry stood for lots, and `upper-half` counted
    who was out as well.
    """

    seeds: tuple[int, ...]
    scoring: Scoring = field(default_factory=Scoring)
    lots: Lots = field(default_factory=Lots)
    left: Mapping[int, int] = field(default_factory=dict)
    late: frozenset[int] = frozenset()
    given: Sequence[Pairing | Bye] = ()
    facts: Facts = NO_FACTS
    sides: Sequence[int | None] = ()
    apart: bool = False
    avoids: Mapping[int, frozenset[int]] = field(default_factory=dict)
    lives: Lives | None = None
    by_number: bool = False

    @property
    def counted_lives(self) -> Lives | None:
        """The lives, where a tie-break counts them."""
        return self.lives if "life" in self.scoring.slugs else None

    def keeps_apart(self, first: int, second: int) -> bool:
        """Whether these two are not to meet: they are on one side, where sides stay apart, or one avoids the other."""
        is_one_side = self.apart and self.sides[first] == self.sides[second]
        return is_one_side or second in self.avoids.get(first, ())

    @cached_property
    def classes(self) -> dict[int, int | None]:
        """The class of each seed, where a bracket sets those of one class as far from each other as may be.

        It is the side, where sides stay apart, and those who avoid each other are of one, unless it
        were more than half of all.
        """
        found = {each: self.sides[each] if self.apart else -1 - each for each in self.seeds}
        for one, other in sorted((min(two), max(two)) for two in self._avoiding):
            both = {found[one], found[other]}
            joined = [each for each, own in found.items() if own in both]
            if 2 * len(joined) <= len(found):
                found |= dict.fromkeys(joined, found[one])
        return found

    @property
    def _avoiding(self) -> Iterator[tuple[int, int]]:
        there = {*self.seeds}
        for one in there & self.avoids.keys():
            yield from ((one, other) for other in self.avoids[one] & there)

    def is_gone(self, entrant: int, round_: int) -> bool:
        """Whether they are not paired in this round, since they have left before."""
        return self.left.get(entrant, round_) < round_

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The seeds without those who never were there."""
        return tuple(each for each in self.seeds if self.left.get(each) != NEVER)

    def possible(self, meetings: Iterable[Pairing]) -> Iterator[Pairing | PairingResult]:
        """The possible meetings of a plan: none with annulled entrants, and an entrant who left loses without a battle."""
        for each in meetings:
            gone = [self.is_gone(side, each.round) for side in each[2:]]
            if not any(gone):
                yield each
            elif not all(gone) and NEVER not in map(self.left.get, each[2:]):
                yield PairingResult(*each, (AWAY if gone[0] else HOME) | WITHOUT_BATTLE << 2)

    def planned(self, due: Iterable[Due], round_: int, *about: Reason) -> RoundDraw:
        """This round of a plan: who has no opponent, and who wins because the opponent left."""
        drawn = [each for each in due if each.round == round_]
        reasons = [*about]
        for each in drawn:
            if isinstance(each, PairingResult) and each.second is not None:
                two = each.first, each.second
                left = two if each.outcome & 3 == AWAY else two[::-1]
                reasons.append(Reason("gone", left, table=each.table))
        busy = {side for each in drawn for side in each[2:4]}
        resting = {each for each in self.seeds if not self.is_gone(each, round_)} - busy
        if resting:
            reasons.append(Reason("rests", sorted(resting)))
        return RoundDraw(drawn, reasons)

    @cached_property
    def seed_of(self) -> dict[int, int]:
        """The place of each entrant among the seeds, from 0."""
        return {entrant: seed for seed, entrant in enumerate(self.seeds)}

    @cached_property
    def lot_of(self) -> dict[int, int]:
        """The lot of each entrant among those who are level: label `tournament/cut`, the lowest stands first."""
        return self.lots.drawn("cut", self.seeds)


class Format(Protocol):
    """A format, with the settings it is played by. The same input gives the same answer, on any machine."""

    def pairings(self, field: Field, results: Sequence[PairingResult]) -> Sequence[Due]:
        """All that can be played now and has no result yet; nothing when the stage is over.

        A result changes no other pairing that was given before it.
        """

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """How this round was paired, or will be, as far as follows from the results of those before it."""

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """The table so far, best first."""


def play_out(
    stage: Format, field: Field, play: Callable[[Sequence[Pairing]], Iterable[int]]
) -> list[PairingResult]:
    """Every result of a stage whose meetings are played at once, in the order in which they were paired."""
    results: list[PairingResult] = []
    while due := stage.pairings(field, results):
        meetings = [each for each in due if isinstance(each, Pairing)]
        outcomes = iter(play(meetings))
        results += [
            PairingResult.of(each, next(outcomes))
            if isinstance(each, Pairing)
            else PairingResult.of(each)
            for each in due
        ]
    return results
