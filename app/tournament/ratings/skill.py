"""Ratings across seasons by the model of Plackett and Luce (openskill): strength, and its uncertainty.

Everyone starts at `START`. A battle moves the mean of both, more if the result was unexpected, and narrows the
deviation. Battles count in order, those of a season in the order of the Berger tables.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Final

from app.engine import NOT_PLAYED, Side, winner_of
from app.tournament.formats import round_robin

MODEL: Final = "openskill-6 plackett-luce"
"""The name of the model. Its parameters are the library's defaults."""


@dataclass(frozen=True, slots=True)
class SkillEstimate:
    """An estimate of strength. The true value is within two deviations of the mean, nineteen times in twenty."""

    mean: float
    deviation: float
    battles: int = 0

    @property
    def either_way(self) -> float:
        """The margin of error of the mean, nineteen times in twenty."""
        return 2 * self.deviation

    @property
    def rating(self) -> float:
        """A strength that the true one almost certainly reaches, so that a few lucky battles do not suffice to lead."""
        return self.mean - 3 * self.deviation


START: Final = SkillEstimate(25.0, 25.0 / 3)

Battle = tuple[str, str, Side | None]
"""Two owners, the first at home, and the side that won."""


def battles(owners: Sequence[str], outcome: Callable[[int, int], int]) -> Iterator[Battle]:
    """Yield the battles of a season between characters of different owners, in the order of the Berger tables.

    `owners`: the owner of each character, empty if it is not rated. `outcome`: returns the byte of a pair, as the first
    sees it.
    """
    count = len(owners)
    rated = [at for at, owner in enumerate(owners) if owner]
    pairs = [pair for pair in combinations(rated, 2) if owners[pair[0]] != owners[pair[1]]]
    for first, second in sorted(pairs, key=lambda pair: (round_robin.round_of(count, *pair), pair)):
        if (byte := outcome(first, second)) != NOT_PLAYED:
            yield owners[first], owners[second], winner_of(byte)


def after(
    skills: Mapping[str, SkillEstimate], played: Iterable[Battle]
) -> dict[str, SkillEstimate]:
    """Return the skills of all owners after these battles. New owners begin at `START`."""
    from openskill.models import PlackettLuce

    model = PlackettLuce()
    found = {
        owner: (model.rating(each.mean, each.deviation), each.battles)
        for owner, each in skills.items()
    }
    for home, away, winner in played:
        (first, of_first), (second, of_second) = (
            found.get(each) or (model.rating(START.mean, START.deviation), 0)
            for each in (home, away)
        )
        ranks = [1.0 + (winner is Side.AWAY), 1.0 + (winner is Side.HOME)]
        [first], [second] = model.rate([[first], [second]], ranks=ranks)
        found[home], found[away] = (first, of_first + 1), (second, of_second + 1)
    return {
        owner: SkillEstimate(each.mu, each.sigma, count) for owner, (each, count) in found.items()
    }
