"""Similar builds: the same cards, or a few changes apart.

A change replaces, adds or removes a card, or exchanges two places. If `is_ordered` is false, builds are kept sorted and
differ only by their cards.
"""

from collections import Counter, defaultdict
from collections.abc import Collection, Hashable, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from threading import Lock
from typing import Final

from app.engine import Build
from app.tournament.cache import Cache
from app.tournament.full_table import FullTable

Cards = tuple[str, ...]

MOST_CHANGES: Final = 3
"""The most changes between similar builds. They also share at least half of their cards."""
MOST_NEAREST: Final = 5


@dataclass(frozen=True, slots=True)
class Near:
    """A similar build, and the number of changes."""

    index: int
    changes: int


def identical(builds: Sequence[Build]) -> list[tuple[int, ...]]:
    """Return groups of entries with the same cards in the same order, in order of their first member."""
    return [tuple(group) for group in _by_cards(builds).values() if len(group) > 1]


def one_change_apart(builds: Sequence[Build], *, is_ordered: bool = True) -> list[tuple[int, int]]:
    """Return all pairs of builds that one change makes the same, in order.

    Of identical builds, only the first is used.
    """
    firsts = {cards: group[0] for cards, group in _by_cards(builds).items()}
    pairs: set[tuple[int, int]] = set()
    for cards, first in firsts.items():
        shorter = {cards[:at] + cards[at + 1 :] for at in range(len(cards))} & firsts.keys()
        pairs |= {_pair(first, firsts[each]) for each in shorter}
    for keys in _keys(firsts) if is_ordered else [_of_decks(firsts)]:
        alike: dict[Hashable, list[int]] = defaultdict(list)
        for cards, key in keys:
            alike[key].append(firsts[cards])
        for group in alike.values():
            pairs |= {_pair(*two) for two in combinations(group, 2)}
    return sorted(pairs)


class Likeness:
    """Builds prepared for finding those most similar to one of them."""

    def __init__(self, builds: Sequence[Build], *, is_ordered: bool = True) -> None:
        self._is_ordered = is_ordered
        self._builds = [build.cards for build in builds]
        self._bags = bags(self._builds)
        self._same = _by_cards(builds)

    def twins(self, index: int) -> list[int]:
        """Return all other builds with the same cards in the same order."""
        return [other for other in self._same[self._builds[index]] if other != index]

    def nearest(self, index: int) -> tuple[Near, ...]:
        """The builds most similar to this one but different, nearest first; only a few near ones.

        Equally near ones keep their order. Of identical builds, the first stands for all.
        """
        cards = self._builds[index]
        # Similar builds share at least this many cards, wherever these stand. That rules out most builds.
        least = len(cards) - _reach(cards)
        shared = map(int.bit_count, map(self._bags[index].__and__, self._bags))
        near: dict[Cards, Near] = {}
        for other in (at for at, count in enumerate(shared) if count >= least):
            others = self._builds[other]
            if others not in near:
                changes = self._changes(index, other)
                if 0 < changes <= _reach(max(cards, others, key=len)):
                    near[others] = Near(other, changes)
        return tuple(sorted(near.values(), key=lambda each: each.changes)[:MOST_NEAREST])

    def _changes(self, index: int, other: int) -> int:
        cards, others = self._builds[index], self._builds[other]
        if self._is_ordered:
            return changes_between(cards, others)
        return max(len(cards), len(others)) - (self._bags[index] & self._bags[other]).bit_count()


_kept: Final[Cache[object, Likeness]] = Cache(8, Lock())


def of(table: FullTable) -> Likeness:
    """Return the prepared builds of this table, by rank; they are cached."""
    return _kept.of(
        table.key,
        lambda: Likeness(
            [table.builds[standing.entry] for standing in table.standings],
            is_ordered=table.game.is_ordered,
        ),
    )


def bags(builds: Sequence[Cards]) -> list[int]:
    """Return a bit set for each build, with a bit for each copy of each card. Two sets share what the builds share."""
    longest = max(map(len, builds), default=0)
    bits: dict[str, int] = {}

    def bag(cards: Cards) -> int:
        copied = 0
        for card, copies in Counter(cards).items():
            at = bits.setdefault(card, len(bits) * longest)
            copied |= ((1 << copies) - 1) << at
        return copied

    return list(map(bag, builds))


def _reach(longer: Cards) -> int:
    """Return the most changes between this build and a similar one that is not longer."""
    return min(MOST_CHANGES, len(longer) // 2)


def changes_between(one: Cards, other: Cards) -> int:
    """Return the fewest changes that make one build the other; `MOST_CHANGES + 1` if there are more."""
    return _fewest(one, other, MOST_CHANGES)


def _fewest(one: Cards, other: Cards, most: int) -> int:
    """The fewest changes from one build to the other; `most + 1` if there are more than `most`.

    A common beginning stays in a shortest way, and an exchange brings at least one card to its
    place in the other build. So it suffices to try, at the first different place, the changes that
    make it right.
    """
    if most < 1 or abs(len(one) - len(other)) > most:
        return 0 if one == other else most + 1
    at = next((at for at, (a, b) in enumerate(zip(one, other, strict=False)) if a != b), None)
    if at is None:
        return abs(len(one) - len(other))
    wrong, rest, wanted, others = one[at], one[at + 1 :], other[at], other[at + 1 :]
    ways = [(rest, others), (rest, other[at:]), (one[at:], others)]  # replaced, taken out, added
    exchangeable = (to for to, card in enumerate(rest) if card == wanted)
    ways += [((*rest[:to], wrong, *rest[to + 1 :]), others) for to in exchangeable]
    for mine, theirs in ways:
        most = min(most, _fewest(mine, theirs, most - 1))
    return most + 1


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _by_cards(builds: Sequence[Build]) -> dict[Cards, list[int]]:
    groups: dict[Cards, list[int]] = defaultdict(list)
    for index, build in enumerate(builds):
        groups[build.cards].append(index)
    return groups


def _keys(builds: Collection[Cards]) -> Iterator[list[tuple[Cards, Hashable]]]:
    """Yield lists of builds with a key, one kind of key at a time, since all at once would fill the memory.

    Two builds share a key exactly if they differ in one card, or in the order of two.
    """
    longest = max(map(len, builds), default=0)
    for at in range(longest):
        yield [(cards, cards[:at] + cards[at + 1 :]) for cards in builds if at < len(cards)]
    for at, other in combinations(range(longest), 2):
        yield [
            (
                cards,
                (
                    frozenset((cards[at], cards[other])),
                    cards[:at] + cards[at + 1 : other] + cards[other + 1 :],
                ),
            )
            for cards in builds
            if other < len(cards) and cards[at] != cards[other]
        ]


def _of_decks(builds: Collection[Cards]) -> list[tuple[Cards, Hashable]]:
    """Return each sorted build with each of its keys. Two builds share a key exactly if they differ in one card."""
    return [
        (cards, key)
        for cards in builds
        for key in {cards[:at] + cards[at + 1 :] for at in range(len(cards))}
    ]
