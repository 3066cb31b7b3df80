"""The worth of cards: what the best mixture of a field loses if a card is forbidden."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from app.engine import Build, Ruleset
from app.statistics.metagame.mixture import PARTS, Mixture, solve

if TYPE_CHECKING:
    from numpy import int8
    from numpy.typing import NDArray


@dataclass(frozen=True, slots=True)
class CardWorth:
    """A card that the mixture draws, and the chance of drawing a build with it.

    `lost`: how much more the field's best answer gains, per battle, against the best mixture without the card than
    against the mixture of all builds. None if no build is without the card.
    """

    card: str
    share: float
    lost: float | None


def worths(
    game: Ruleset, builds: Sequence[Build], mixture: Mixture, gains: "NDArray[int8]"
) -> list[CardWorth]:
    """Return the worth of every card that the mixture of these builds draws, the highest first.

    A card that the mixture can do without has a worth of 0.
    """
    found = []
    for card in game.cards:
        having = sum(
            part
            for part, build in zip(mixture.parts, builds, strict=True)
            if card.id in build.cards
        )
        if having:
            without = [at for at, build in enumerate(builds) if card.id not in build.cards]
            lost = mixture.value - solve(gains[without]).value if without else None
            # Both values are lower bounds, a hair below the true ones.
            worth = None if lost is None else max(0.0, float(lost))
            found.append(CardWorth(card.id, having / PARTS, worth))
    return sorted(found, key=lambda each: (each.lost is not None, -(each.lost or 0), -each.share))
