"""Improvements: every single change of a build, tried against every opponent it met."""

from collections.abc import Hashable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import combinations, islice
from math import comb
from typing import Final, NamedTuple

from app.engine import AWAY, HOME, Build, Ruleset, exchanged
from app.errors import Problem, TooMuchToPlay
from app.tournament.cache import IN_TURN, Cache
from app.tournament.full_table import FullTable, opponents
from app.tournament.scoring import Scoring, Table

_FEW: Final = 32
MOST_SECONDS: Final = 10
"""The most seconds of a question, by the pace of its game. Longer ones are refused."""


class BuildChange(NamedTuple):
    """Two slots exchanged (`other`), or another card in one slot (`card`). Slots count from the top, from 1."""

    slot: int
    build: Build
    other: int | None = None
    card: str | None = None

    @property
    def size(self) -> tuple[bool, int]:
        """A sort key: exchanges come before new cards, and nearer slots before distant ones."""
        return self.other is None, (self.other or self.slot) - self.slot


@dataclass(frozen=True, slots=True)
class BuildTrial:
    """A change, and the score of the changed build against every opponent it met."""

    change: BuildChange
    points: int


@dataclass(frozen=True, slots=True)
class Improvement:
    """The effect of single changes for an entry with these `points`.

    `tried`: every change. `rescues`: for each entry that beat it, by index, the smallest change that wins, or None.
    Among equally small ones the most points decide, then the first. `best`: the change with the most points, among
    equals the smallest; None if none has more than now. `place`: that of the best by points alone, after the points of
    all opponents have been adjusted.
    """

    points: int
    tried: tuple[BuildTrial, ...]
    rescues: tuple[tuple[int, BuildTrial | None], ...]
    best: BuildTrial | None
    place: int | None

    @property
    def rescued(self) -> int:
        """The number of lost battles that a single change would have won."""
        return sum(change is not None for _, change in self.rescues)


_kept: Final[Cache[tuple[Hashable, int], Improvement]] = Cache(64, IN_TURN)


def changes(game: Ruleset, build: Build) -> list[BuildChange]:
    """Return every legal build one change away with as many cards, the smallest change first."""
    return [each for each in _changes(game, build) if game.allows(each.build)]


def _changes(game: Ruleset, build: Build) -> Iterator[BuildChange]:
    """Yield every build one change away, legal or not. Most callers need only the first few."""
    cards, ids = build.cards, [card.id for card in game.cards]
    pairs = [
        pair for pair in combinations(range(len(cards)), 2) if cards[pair[0]] != cards[pair[1]]
    ]
    for at, other in sorted(pairs, key=lambda pair: pair[1] - pair[0]):
        row = [*cards]
        row[at], row[other] = cards[other], cards[at]
        yield BuildChange(at + 1, Build(tuple(row)), other=other + 1)
    for at, before in enumerate(cards):
        above, below = cards[:at], cards[at + 1 :]
        for card in ids:
            if card != before:
                yield BuildChange(at + 1, Build((*above, card, *below)), card=card)


def improve(table: FullTable, index: int) -> Improvement:
    """Try every change of this entrant against every opponent it met. Raises `TooMuchToPlay`."""
    game, builds, row = table.judge(index), table.builds, table.row(index)
    possible = changes(game, builds[index])
    met = _opponents(table, index, len(possible))
    outcomes = game.rows([each.build for each in possible], [builds[other] for other in met])
    points = [table.standing(other).points for other in range(len(builds))]
    score = Table([], table.scoring).score
    tried = [BuildTrial(change, score(new)) for change, new in zip(possible, outcomes, strict=True)]
    # Sorting keeps the order of equals: smallest first, then by points, then as they came.
    by_size = sorted(range(len(tried)), key=lambda at: (tried[at].change.size, -tried[at].points))
    rescues = [
        (
            other,
            next((tried[at] for at in by_size if outcomes[at][column] & 3 == HOME), None),
        )
        for column, other in enumerate(met)
        if row[other] & 3 == AWAY
    ]
    best = max(range(len(tried)), key=lambda at: tried[at].points, default=None)
    if best is None or tried[best].points <= points[index]:
        return Improvement(points[index], tuple(tried), tuple(rescues), None, None)
    place = _place(table, index, tried[best], met, outcomes[best])
    return Improvement(points[index], tuple(tried), tuple(rescues), tried[best], place)


def best(table: FullTable, index: int) -> tuple[BuildTrial, int] | None:
    """Return `best` and `place` as `improve` does, but many times faster."""
    game, possible = table.judge(index), [*_changes(table.judge(index), table.builds[index])]
    met, row = _opponents(table, index, len(possible)), table.row(index)
    met.sort(key=table.ranks.__getitem__)
    met.sort(key=lambda other: row[other] & 3 != AWAY)
    field, now = [table.builds[other] for other in met], table.standing(index).points
    found = _best(game, table.scoring, possible, field, now)
    if found and not game.allows(found.change.build):  # to ask takes long, and most are legal
        legal = [each for each in possible if game.allows(each.build)]
        found = _best(game, table.scoring, legal, field, now)
    if found is None:
        return None
    return found, _place(table, index, found, met, game.outcomes([found.change.build], field))


def _best(
    game: Ruleset,
    scoring: Scoring,
    possible: Sequence[BuildChange],
    field: Sequence[Build],
    now: int,
) -> BuildTrial | None:
    """Return the change with the most points against this field, hardest first; None if none has more than `now`."""
    most = max(scoring.win, scoring.draw, scoring.loss)
    costs = (most - scoring.draw, most - scoring.win, most - scoring.loss)
    lives = [most * len(field) - now - 1] * len(possible)
    left = game.lives_left([each.build for each in possible], field, costs, lives)
    best = max(range(len(left)), key=left.__getitem__, default=None)
    if best is None or left[best] < 0:
        return None
    return BuildTrial(possible[best], now + 1 + left[best])


def _opponents(table: FullTable, index: int, tried: int) -> list[int]:
    """Return whom this entrant met. Raises `TooMuchToPlay` if that is too many for the changes to be `tried`."""
    game, met = table.judge(index), opponents(table, index)
    if game.match:
        raise TooMuchToPlay([Problem("played-by-orders", game=game.title)])
    battles = tried * len(met)
    if battles > game.pace.battles * MOST_SECONDS:
        raise TooMuchToPlay([Problem("too-many-battles", battles=f"{battles:,}")])
    return met


def _place(
    table: FullTable, index: int, trial: BuildTrial, met: Sequence[int], outcomes: bytes
) -> int:
    """Return the entrant's place with this change, by points alone. The points of its opponents are adjusted."""
    score, row = Table([], table.scoring).score, table.row(index)
    worth = {byte: score(exchanged(bytes([byte]))) for byte in {*row, *outcomes}}
    points = {line.entry: line.points for line in table.standings if line.entry != index}
    for other, new in zip(met, outcomes, strict=True):
        points[other] += worth[new] - worth[row[other]]
    return 1 + sum(each > trial.points for each in points.values())


def answer(table: FullTable, index: int) -> Improvement:
    """Return the improvement of an entrant; it is cached. Raises `Busy`, and `TooMuchToPlay`."""
    return _kept.of((table.key, index), lambda: improve(table, index))


def is_known(table: FullTable, index: int) -> bool:
    """Whether the improvement is in the cache."""
    return _kept.get((table.key, index)) is not None


def rescue(
    game: Ruleset, build: Build, opponents: Iterable[Build]
) -> tuple[int, BuildChange] | None:
    """Return the number of the first opponent that a single change beats, and the smallest such change; else None."""
    may_be = cache(game.allows)  # to ask takes longer than to play
    for number, opponent in enumerate([] if game.match else opponents):
        found = _changes(game, build)
        while some := [*islice(found, _FEW)]:
            outcomes = game.outcomes([opponent], [each.build for each in some])
            for change, byte in zip(some, outcomes, strict=True):
                if byte & 3 == AWAY and may_be(change.build):
                    return number, change
    return None


def is_affordable(game: Ruleset, build: Build, others: int, seconds: float | None = None) -> bool:
    """Whether every change of this build can be tried against this many opponents while a page is loading."""
    slots = len(build.cards)
    most = slots * (len(game.cards) - 1) + comb(slots, 2)
    within = MOST_SECONDS if seconds is None else seconds
    return not game.match and most * others <= game.pace.battles * within
