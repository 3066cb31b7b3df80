"""A search for a strong answer to a field, from its best builds and from random ones, one change at a time.

Its length is counted in battles, never by the clock, so that the same seed finds the same build on any machine.
"""

import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass
from itertools import combinations, islice
from typing import Final

from app.engine import AWAY, DRAW, HOME, Build, Ruleset, positions, winners
from app.errors import Problem, TooMuchToPlay
from app.tournament.scoring import Scoring, Table

SEED: Final = 1
SAMPLE: Final = 96
"""The sample of a large field. A change must do well against it before it meets the whole field."""
_FEW: Final = 8
"""The number of changes at each step that meet the whole field."""
_STARTS: Final = 4
_BARREN: Final = 60
"""The search stops after this many climbs without a better build."""
_SHAKEN: Final = 3
_LOTS: Final = 100
"""The most random draws for a build that the game allows."""


@dataclass(frozen=True, slots=True)
class CounterBuild:
    """A build with its points, and its outcomes against each of the field.

    `battles` and `seed`: how it was found.
    """

    build: Build
    outcomes: bytes
    points: int
    seed: int
    battles: int

    @property
    def beaten(self) -> list[int]:
        """The indices of opponents that it beats."""
        return [*positions(winners(self.outcomes), HOME)]

    @property
    def drawn(self) -> list[int]:
        """The indices of opponents that it draws with."""
        return [*positions(winners(self.outcomes), DRAW)]

    @property
    def lost(self) -> list[int]:
        """The indices of opponents that beat it."""
        return [*positions(winners(self.outcomes), AWAY)]


def counter_build(
    game: Ruleset,
    field: Sequence[Build],
    most: int,
    seed: int = SEED,
    scoring: Scoring | None = None,
) -> CounterBuild:
    """Return the build with the most points against the field found in at most `most` battles.

    Raises `TooMuchToPlay` for games with orders, and if not even the field's own builds can be tried.
    """
    if game.match:
        raise TooMuchToPlay([Problem("played-by-orders", game=game.title)])
    search = _Search(game, field, most, random.Random(seed), scoring or Scoring())
    search.run()
    if not search.found:
        raise TooMuchToPlay([Problem("too-many-battles", battles=f"{search.wanted:,}")])
    build, outcomes = search.best
    return CounterBuild(build, outcomes, search.score(outcomes), seed, search.battles)


class _Spent(Exception):
    """Raised when too few battles are left."""


class _Search:
    """The state of a search: the builds found so far, and the battles played."""

    def __init__(
        self,
        game: Ruleset,
        field: Sequence[Build],
        most: int,
        lot: random.Random,
        scoring: Scoring,
    ) -> None:
        self.game, self.field, self.most, self.lot = game, field, most, lot
        self.score = Table([], scoring).score
        self.perfect = scoring.win * len(field)
        self.battles = self.wanted = 0
        self.found: dict[Build, bytes] = {}
        """Every build that met the whole field, with its outcomes."""
        is_large = len(field) > 2 * SAMPLE
        self.sample = lot.sample(list(field), SAMPLE) if is_large else field

    @property
    def best(self) -> tuple[Build, bytes]:
        """The best build with its outcomes; among equals the first one found."""
        return max(self.found.items(), key=lambda each: self.score(each[1]))

    def run(self) -> None:
        """Climb from one start after the other, until the battles are spent or no better build is found."""
        highest, barren = -1, 0
        with suppress(_Spent):
            for start in self._starts():
                self._climb(start)
                points = self.score(self.best[1])
                barren = 0 if points > highest else barren + 1
                highest = max(points, highest)
                if highest == self.perfect or barren == _BARREN:
                    return

    def _starts(self) -> Iterator[Build]:
        """Yield builds to start from: the strongest of the field, then random ones and changed copies of the best, for
        ever.
        """
        yield from self._strongest(dict.fromkeys(self.field), _STARTS)
        while True:
            yield self._drawn(Build(()))
            yield self._drawn(self.best[0])

    def _strongest(self, builds: Iterable[Build], many: int) -> list[Build]:
        """Return the legal builds with the most points against the sample; among equals the first."""
        some = [*builds]
        points = [self.score(row) for row in self._played(some, self.sample)]
        order = sorted(range(len(some)), key=lambda at: -points[at])
        return [*islice((some[at] for at in order if self.game.allows(some[at])), many)]

    def _drawn(self, like: Build) -> Build:
        """Return a random legal build that keeps most cards of `like`; if none is found, the best so far."""
        ids = [card.id for card in self.game.cards]
        for _ in range(_LOTS):
            cards = [*like.cards] or self.lot.choices(ids, k=self.game.sizes[-1])
            for at in self.lot.sample(range(len(cards)), min(_SHAKEN, len(cards))):
                cards[at] = self.lot.choice(ids)
            if self.game.allows(build := Build(tuple(cards))):
                return build
        return self.best[0]

    def _climb(self, build: Build) -> None:
        """Take the best change again and again, until none has more points."""
        points = self._points([build])[0]
        while True:
            near = [each for each in neighbours(self.game, build) if each not in self.found]
            few = self._strongest(near, _FEW)
            reached = self._points(few)
            if not few or max(reached) <= points:
                return
            points = max(reached)
            build = few[reached.index(points)]

    def _points(self, builds: Sequence[Build]) -> list[int]:
        """Return the points of these builds against the whole field."""
        new = [each for each in builds if each not in self.found]
        self.found.update(zip(new, self._played(new, self.field), strict=True))
        return [self.score(self.found[each]) for each in builds]

    def _played(self, builds: Sequence[Build], opponents: Sequence[Build]) -> list[bytes]:
        self.wanted = self.battles + len(builds) * len(opponents)
        if self.wanted > self.most:
            raise _Spent
        self.battles = self.wanted
        return self.game.rows(builds, opponents)


def neighbours(game: Ruleset, build: Build) -> Iterator[Build]:
    """Yield every build one step away, legal or not: two cards exchanged, or one replaced, removed or added."""
    cards, ids = build.cards, [card.id for card in game.cards]
    for one, other in combinations(range(len(cards)), 2):
        if cards[one] != cards[other]:
            row = [*cards]
            row[one], row[other] = row[other], row[one]
            yield Build(tuple(row))
    for at, before in enumerate(cards):
        yield from (Build((*cards[:at], id, *cards[at + 1 :])) for id in ids if id != before)
    if len(cards) - 1 in game.sizes:
        yield from dict.fromkeys(Build((*cards[:at], *cards[at + 1 :])) for at in range(len(cards)))
    if len(cards) + 1 in game.sizes:
        yield from dict.fromkeys(
            Build((*cards[:at], id, *cards[at:])) for at in range(len(cards) + 1) for id in ids
        )
