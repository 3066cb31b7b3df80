"""The answers to a field: a counter-build, and the mixture of its builds that no build of it beats.

They are cached for pages.
"""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from typing import Final

from app.engine import Build, Ruleset, in_rows
from app.statistics.metagame.changes import BestChanges, best_changes
from app.statistics.metagame.counter import SEED, CounterBuild, counter_build
from app.statistics.metagame.mixture import Unsolved, payoffs, solve
from app.statistics.metagame.worth import CardWorth, worths
from app.statistics.what_if import MOST_SECONDS
from app.tournament.cache import IN_TURN, Cache
from app.tournament.full_table import FullTable, opponents

BATTLES: Final = 4_000_000
"""The most battles of a search. The pace of the game may lower it to a few seconds."""
MOST_MIXED: Final = 1_000
"""The most different builds in a mixture. A larger field contributes its best."""


@dataclass(frozen=True, slots=True)
class MixtureBuild:
    """A build of the mixture, by the index of its first entry, with the chance of drawing it.

    `alike`: the number of entries with this build.
    """

    index: int
    chance: float
    alike: int


@dataclass(frozen=True, slots=True)
class FieldMixture:
    """The mixture over `of` different builds. No build gains more than `gain` of a battle against it."""

    drawn: tuple[MixtureBuild, ...]
    of: int
    gain: float
    cards: tuple[CardWorth, ...]


@dataclass(frozen=True, slots=True)
class Answers:
    """The answers to a field. `mixture` is None if it could not be computed; `unsolved` says why."""

    counter: CounterBuild
    mixture: FieldMixture | None
    unsolved: str = ""


def most_battles(game: Ruleset) -> int:
    """Return the most battles that a search in this game may take while a page is loading."""
    return min(BATTLES, game.pace.battles * MOST_SECONDS)


def find_answers(
    game: Ruleset, builds: Sequence[Build], order: Sequence[int], most: int, seed: int = SEED
) -> Answers:
    """Find the answers to a field, without the cache.

    `order`: the indices of its builds, best first. Raises `TooMuchToPlay`.
    """
    counter = counter_build(game, builds, most, seed)
    try:
        return Answers(counter, mixture_of(game, builds, order))
    except Unsolved as why:
        return Answers(counter, None, str(why))


def mixture_of(game: Ruleset, builds: Sequence[Build], order: Sequence[int]) -> FieldMixture:
    """Return the mixture over the field's different builds.

    All of them are played against each other. Raises `Unsolved`.
    """
    alike: dict[Build, list[int]] = {}
    for index in order:
        alike.setdefault(builds[index], []).append(index)
    different = [*alike][:MOST_MIXED]
    gains = payoffs(in_rows(game.outcomes(different), len(different)))
    found = solve(gains)
    drawn = (
        MixtureBuild(alike[different[row]][0], found.chance(row), len(alike[different[row]]))
        for row in found.support
    )
    cards = worths(game, different, found, gains)
    return FieldMixture(tuple(drawn), len(different), float(-found.value), tuple(cards))


_answers: Final[Cache[Hashable, Answers]] = Cache(32, IN_TURN)
_changes: Final[Cache[tuple[Hashable, int], list[BestChanges]]] = Cache(64, IN_TURN)


def answers(table: FullTable) -> Answers:
    """Return the answers to a field; they are cached. Raises `Busy`, and `TooMuchToPlay`."""
    order = [line.entry for line in table.standings]
    game = table.judge()
    return _answers.of(
        table.key, lambda: find_answers(game, table.builds, order, most_battles(game))
    )


def changes(table: FullTable, index: int) -> list[BestChanges]:
    """Return the best changes of an entrant against everyone it met; they are cached.

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
    """Whether the answers are in the cache."""
    return _answers.get(table.key) is not None


def knows_changes(table: FullTable, index: int) -> bool:
    """Whether the best changes of this entrant are in the cache."""
    return _changes.get((table.key, index)) is not None
