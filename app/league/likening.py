"""Builds alike: the same cards, or one change apart."""

from collections import defaultdict
from collections.abc import Hashable, Iterator, Sequence
from itertools import combinations

from app.engine import Build

Cards = tuple[str, ...]


def identical(builds: Sequence[Build]) -> list[tuple[int, ...]]:
    """Who plays the very same cards in the same order, as groups of two or more, in order of their first."""
    return [tuple(group) for group in _by_cards(builds).values() if len(group) > 1]


def one_change_apart(builds: Sequence[Build]) -> list[tuple[int, int]]:
    """All pairs of builds that one change makes the same, in order.

    A change is a card replaced, added or taken out, or the cards of two places exchanged. Of identical
    builds the first stands for all.
    """
    firsts = {cards: group[0] for cards, group in _by_cards(builds).items()}
    pairs: set[tuple[int, int]] = set()
    alike: dict[Hashable, list[int]] = defaultdict(list)
    for cards, first in firsts.items():
        for key in _keys(cards):
            alike[key].append(first)
        shorter = {cards[:at] + cards[at + 1 :] for at in range(len(cards))} & firsts.keys()
        pairs |= {_pair(first, firsts[each]) for each in shorter}
    for group in alike.values():
        pairs |= {_pair(*two) for two in combinations(group, 2)}
    return sorted(pairs)


def _pair(one: int, other: int) -> tuple[int, int]:
    return (one, other) if one < other else (other, one)


def _by_cards(builds: Sequence[Build]) -> dict[Cards, list[int]]:
    groups: dict[Cards, list[int]] = defaultdict(list)
    for index, build in enumerate(builds):
        groups[build.cards].append(index)
    return groups


def _keys(cards: Cards) -> Iterator[Hashable]:
    """Two different builds have one in common just if they differ in one card, or in the order of two."""
    for at in range(len(cards)):
        yield at, cards[:at] + cards[at + 1 :]
    for at, other in combinations(range(len(cards)), 2):
        if cards[at] != cards[other]:
            rest = cards[:at] + cards[at + 1 : other] + cards[other + 1 :]
            yield at, other, frozenset((cards[at], cards[other])), rest
