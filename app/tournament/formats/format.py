"""The interface of all formats: entrants and results in, pairings and standings out.

Entrants are named by their index, in order of number.
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
"""The reason in the outcome byte of a win or loss without a battle. No ruleset uses this number."""
BYE: Final = HOME | WITHOUT_BATTLE << 2
"""The outcome of a bye, which counts as a win."""
NEVER: Final = -1
"""The round after which an annulled entrant left. Its place stays empty, and nobody wins against it."""


Lives = Callable[[int, int], tuple[float, float]]
"""Returns the life that two entrants have left after their battle."""


class Pairing(NamedTuple):
    """A meeting: the entrant in the first seat, then the other. Rounds and tables count from 1."""

    round: int
    table: int
    first: int
    second: int


class Bye(NamedTuple):
    """An entrant without an opponent in a round, and the outcome that counts for it."""

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
        """Return the pairing with this outcome. A bye, or a win without a battle, keeps its own outcome."""
        if isinstance(pairing, Bye):
            return cls(pairing.round, 0, pairing.first, None, pairing.outcome)
        return pairing if isinstance(pairing, PairingResult) else cls(*pairing, outcome)


Due = Pairing | Bye | PairingResult
"""The next thing in a stage: a meeting, a bye, or a meeting won without a battle."""


class Reason(NamedTuple):
    """A reason for the pairing of a round: its kind, the entrants concerned, and figures.

    `table`: the pairing it explains, 0 for all of them. `app.web.views.draws` has the sentence of each kind, and says
    what its figures mean.
    """

    kind: str
    entrants: Sequence[int] = ()
    figures: Sequence[int] = ()
    table: int = 0


class RoundDraw(NamedTuple):
    """The pairings of a round with their reasons. One function finds both, so that they agree."""

    due: Sequence[Due]
    reasons: Sequence[Reason]


@dataclass(frozen=True)
class Field:
    """The entrants of a stage.

    `seeds`: the entrants, the strongest first. `lots`: decide what is left to chance. `left`: the round after which an
    entrant was no longer paired: 0 before the first, `NEVER` if annulled. `late`: entrants placed after all others.
    `given`: pairings and byes set by organisers. `facts`: what outcomes do not show. `sides`: the side of each entrant
    by index, if there are sides. `apart`: nobody meets their own side. `avoids`: pairs that organisers keep apart.
    `lives`: called only if the scoring counts life. `by_number`: true in stages of version 1, where numbers of entries
    stood for lots, and `upper-half` also counted entrants who were out.
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
        """The lives, or None unless a tie-break counts them."""
        return self.lives if "life" in self.scoring.slugs else None

    def keeps_apart(self, first: int, second: int) -> bool:
        """Whether these two must not meet, because of their side or a ruling."""
        is_one_side = self.apart and self.sides[first] == self.sides[second]
        return is_one_side or second in self.avoids.get(first, ())

    @cached_property
    def classes(self) -> dict[int, int | None]:
        """The class of each seed. A bracket places members of one class as far from each other as possible.

        If sides stay apart, the class is the side. Entrants who avoid each other join one class, unless it would hold
        more than half of all.
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
        """Whether this entrant left before this round, so that it is not paired."""
        return self.left.get(entrant, round_) < round_

    @cached_property
    def present(self) -> tuple[int, ...]:
        """The seeds without annulled entrants."""
        return tuple(each for each in self.seeds if self.left.get(each) != NEVER)

    def possible(self, meetings: Iterable[Pairing]) -> Iterator[Pairing | PairingResult]:
        """Yield the possible meetings of a plan. Annulled entrants meet nobody; one who left loses without a battle."""
        for each in meetings:
            gone = [self.is_gone(side, each.round) for side in each[2:]]
            if not any(gone):
                yield each
            elif not all(gone) and NEVER not in map(self.left.get, each[2:]):
                yield PairingResult(*each, (AWAY if gone[0] else HOME) | WITHOUT_BATTLE << 2)

    def planned(self, due: Iterable[Due], round_: int, *about: Reason) -> RoundDraw:
        """Return this round of a plan. Reasons name byes, and wins against entrants who left."""
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
        """The lot of each entrant among those tied; the lowest goes first. Label `tournament/cut`."""
        return self.lots.drawn("cut", self.seeds)


class Format(Protocol):
    """A format with its settings. The same input gives the same answer on any machine."""

    def pairings(self, field: Field, results: Sequence[PairingResult]) -> Sequence[Due]:
        """Return everything that can be played now and has no result; empty when the stage is over.

        A result never changes another pairing that was returned before it.
        """

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the pairings of this round with their reasons, as far as the rounds before it decide them."""

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return the table so far, best first."""


def play_out(
    stage: Format, field: Field, play: Callable[[Sequence[Pairing]], Iterable[int]]
) -> list[PairingResult]:
    """Return every result of a stage that can be played at once, in the order of pairings."""
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
