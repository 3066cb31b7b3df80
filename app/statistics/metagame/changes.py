"""The best changes of a build by one or two cards, with the opponents whose result changes."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from math import comb
from operator import sub
from typing import Final

from app.engine import Build, Ruleset
from app.errors import Problem, TooMuchToPlay
from app.tournament.scoring import Scoring, Table

BEST: Final = 10
"""The most changes shown."""

Replaced = tuple[tuple[int, str], ...]
"""The cards put into slots; slots count from 0."""

_WORTH: Final = bytes((1, 2, 0, 1)[byte & 3] for byte in range(256))
"""A translation of outcome bytes: 2 for a win, 1 for a draw, 0 for a loss."""


@dataclass(frozen=True, slots=True)
class BuildChanged:
    """A build with other cards in these slots, which count from 1, and its points.

    `better`, `worse`: the indices of opponents against whom it does better or worse than the original build.
    """

    build: Build
    slots: tuple[int, ...]
    points: int
    better: tuple[int, ...]
    worse: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class BestChanges:
    """The best changes by this number of cards, best first. Each has more points than `points`, those of the original.

    `tried` of `possible` changes were played against every opponent. Fewer are tried in a search, which starts from the
    best single changes. `battles`: the number of battles played.
    """

    cards: int
    points: int
    best: tuple[BuildChanged, ...]
    tried: int
    possible: int
    battles: int

    @property
    def is_complete(self) -> bool:
        """Whether every change was tried, so that no better one exists."""
        return self.tried == self.possible


def best_changes(
    game: Ruleset,
    build: Build,
    field: Sequence[Build],
    most: int,
    scoring: Scoring | None = None,
) -> list[BestChanges]:
    """Return the best changes by one card and by two, in at most `most` battles for each.

    Raises `TooMuchToPlay` if not even the changes of one card can be played, and for games with orders.
    """
    if game.match:
        raise TooMuchToPlay([Problem("played-by-orders", game=game.title)])
    slots, others = len(build.cards), len(game.cards) - 1
    if slots * others * len(field) > most:
        battles = f"{slots * others * len(field):,}"
        raise TooMuchToPlay([Problem("too-many-battles", battles=battles)])
    now = game.outcomes([build], field)
    score = Table([], scoring or Scoring()).score
    ones = [
        ((at, card.id),) for at in range(slots) for card in game.cards if card.id != build.cards[at]
    ]
    ranked = _ranked(game, build, ones, field, score)
    found = [_told(game, build, 1, ranked, now, score, len(ones))]
    if slots > 1:
        possible = comb(slots, 2) * others**2
        room = min(possible, most // max(1, len(field)))
        twos = islice(_of_two([change for _, change, _ in ranked]), room)
        ranked = _ranked(game, build, [*twos], field, score)
        found.append(_told(game, build, 2, ranked, now, score, possible))
    return found


def _of_two(ones: Sequence[Replaced]) -> Iterator[Replaced]:
    """Yield every change of two cards, beginning with combinations of the best single changes."""
    for at, (second,) in enumerate(ones):
        for (first,) in ones[:at]:
            if first[0] != second[0]:
                yield tuple(sorted((first, second)))


def _ranked(
    game: Ruleset,
    build: Build,
    changes: Sequence[Replaced],
    field: Sequence[Build],
    score: Callable[[bytes], int],
) -> list[tuple[int, Replaced, bytes]]:
    """Return the changes with their points and outcomes, best first; equal ones keep their order."""
    builds = [_with(build, change) for change in changes]
    rows = zip(changes, game.rows(builds, field), strict=True)
    return sorted(((score(row), change, row) for change, row in rows), key=lambda each: -each[0])


def _told(
    game: Ruleset,
    build: Build,
    cards: int,
    ranked: Sequence[tuple[int, Replaced, bytes]],
    now: bytes,
    score: Callable[[bytes], int],
    possible: int,
) -> BestChanges:
    before = now.translate(_WORTH)
    points = score(now)
    best: list[BuildChanged] = []
    for gained, change, row in ranked:
        if gained <= points or len(best) == BEST:
            break
        changed = _with(build, change)
        if game.allows(changed):
            after = row.translate(_WORTH)
            signs = [*enumerate(map(sub, after, before))]
            best.append(
                BuildChanged(
                    changed,
                    tuple(at + 1 for at, _ in change),
                    gained,
                    tuple(index for index, sign in signs if sign > 0),
                    tuple(index for index, sign in signs if sign < 0),
                )
            )
    battles = len(ranked) * len(now)
    return BestChanges(cards, points, tuple(best), len(ranked), possible, battles)


def _with(build: Build, change: Replaced) -> Build:
    cards = [*build.cards]
    for at, card in change:
        cards[at] = card
    return Build(tuple(cards))
