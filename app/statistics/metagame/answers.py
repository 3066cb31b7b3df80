"""The answers to a field: a counter-build, and the mixture of its builds that no build of it beats.

They are kept for its pages.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from app.engine import Build, Ruleset
from app.statistics.metagame.changes import BestChanges, best_changes
from app.statistics.metagame.counter import SEED, CounterBuild, counter_build
from app.statistics.metagame.mixture import Unsolved, payoffs, solve
from app.statistics.metagame.worth import CardWorth, worths
from app.statistics.what_if import MOST_SECONDS
from app.tournament.cache import IN_TURN, Cache
from app.tournament.full_table import FullTable, opponents

BATTLES: Final = 4_000_000
"""A search takes no more than these, and no more than a few seconds by the pace of its game."""
MOST_MIXED: Final = 1_000
"""Different builds that a mixture is made of; of a larger field the best."""


@dataclass(frozen=True, slots=True)
class MixtureBuild:
    """A build of the mixture, by the index of its first entry, and how often it is drawn.

    `alike` entries have this build.
    """

    index: int
    chance: float
    alike: int


@dataclass(frozen=True, slots=True)
class FieldMixture:
    """The mixture over `of` different builds of the field; none gains more than `gain` of a battle against it."""

    drawn: tuple[MixtureBuild, ...]
    of: int
    gain: float
    cards: tuple[CardWorth, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """`mixture` is None if it could not be computed, for the reason `unsolved`."""

    counter: CounterBuild
    mixture: FieldMixture | None
    unsolved: str = ""


def most_battles(game: Ruleset) -> int:
    """How many battles a search of this game may take while a page is loading."""
    return min(BATTLES, game.pace.battles * MOST_SECONDS)


def find_answers(
    game: Ruleset, builds: Sequence[Build], order: Sequence[int], most: int, seed: int = SEED
) -> Answers:
    """The answers to a field, found anew.

    `order` has the indices of its builds, the best first. Raises `TooMuchToPlay`.
    """
    counter = counter_build(game, builds, most, seed)
    try:
        return Answers(counter, mixture_of(game, builds, order))
    except Unsolved as why:
        return Answers(counter, None, str(why))


def mixture_of(game: Ruleset, builds: Sequence[Build], order: Sequence[int]) -> FieldMixture:
    """The mixture over the field's different builds, every two of which have met. Raises `Unsolved`."""
    alike: dict[Build, list[int]] = {}
    for index in order:
        alike.setdefault(builds[index], []).append(index)
    different = [*alike][:MOST_MIXED]
    width = len(different)
    outcomes = game.outcomes(different)
    gains = payoffs([outcomes[at * width : (at + 1) * width] for at in range(width)])
    found = solve(gains)
    drawn = (
        MixtureBuild(alike[different[row]][0], found.chance(row), len(alike[different[row]]))
        for row in found.support
    )
    cards = worths(game, different, found, gains)
    return FieldMixture(tuple(drawn), width, float(-found.value), tuple(cards))


_answers: Final[Cache[Hashable, Answers]] = Cache(32, IN_TURN)
_changes: Final[Cache[tuple[Hashable, int], list[BestChanges]]] = Cache(64, IN_TURN)


def answers(table: FullTable) -> Answers:
    """The answers to a field that has met, found in turn and kept. Raises `Busy`, and `TooMuchToPlay`."""
    order = [line.entry for line in table.standings]
    game = table.judge()
    return _answers.of(
        table.key, lambda: find_answers(game, table.builds, order, most_battles(game))
    )


def changes(table: FullTable, index: int) -> list[BestChanges]:
    """The best changes for an entrant against everyone it met, found in turn and kept.

    Raises `Busy`, and `TooMuchToPlay`.
    """
    game, builds = table.judge(index), table.builds
    met = opponents(table, index)
    return _changes.of(
        (table.key, index),
        lambda: best_changes(
            game, builds[index], [builds[at] for at in met], most_battles(game), table.scoring
        ),
    )


def knows_answers(table: FullTable) -> bool:
    """Whether the answers are kept."""
    return _answers.get(table.key) is not None


def knows_changes(table: FullTable, index: int) -> bool:
    """Whether the best changes of this entrant are kept."""
    return _changes.get((table.key, index)) is not None
