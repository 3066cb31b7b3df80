"""Pairs of cards: which two win more together than apart, and how entries with one card fare against another."""

from collections import defaultdict
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import combinations

from app.engine import Build
from app.statistics.crosstable import Crossed, share


@dataclass(frozen=True, slots=True)
class Share:
    """A number of entries, and the score in all their battles."""

    entries: int
    score: float | None


@dataclass(frozen=True, slots=True)
class PairUse:
    """The entries with both of two cards, with only the first, and with only the second."""

    cards: tuple[str, str]
    both: Share
    first: Share
    second: Share

    @property
    def gain(self) -> float | None:
        """The score with both cards, minus the better score with one alone. None unless all three exist."""
        scores = [each.score for each in (self.both, self.first, self.second)]
        if None in scores:
            return None
        together, *apart = (score or 0 for score in scores)
        return together - max(apart)

    def is_a_rule(self, least: int) -> bool:
        """Whether each of the three groups has at least this many entries."""
        return min(each.entries for each in (self.both, self.first, self.second)) >= least


class _Sum:
    """A group of entries, with the score and the number of their battles."""

    def __init__(self) -> None:
        self.entries = self.halves = self.played = 0

    def add(self, halves: int, played: int) -> None:
        self.entries += 1
        self.halves += halves
        self.played += played

    def less(self, other: "_Sum") -> Share:
        """Return the share of this group without another group."""
        halves, played = self.halves - other.halves, self.played - other.played
        return Share(self.entries - other.entries, share(halves, played))


def of_pairs(cards: Sequence[str], builds: Sequence[Build], crossed: Crossed) -> list[PairUse]:
    """Return every two of these cards that some entry has both of, in order. `builds` are in order of rank."""
    place = {card: at for at, card in enumerate(cards)}
    singles: dict[str, _Sum] = defaultdict(_Sum)
    pairs: dict[tuple[str, str], _Sum] = defaultdict(_Sum)
    for rank, build in enumerate(builds):
        score = crossed.halves(rank), crossed.played(rank)
        own = sorted({*build.cards}, key=place.__getitem__)
        for card in own:
            singles[card].add(*score)
        for one, other in combinations(own, 2):
            pairs[one, other].add(*score)
    return [
        PairUse(
            (one, other),
            pair.less(_Sum()),
            singles[one].less(pair),
            singles[other].less(pair),
        )
        for (one, other), pair in sorted(
            pairs.items(), key=lambda each: (place[each[0][0]], place[each[0][1]])
        )
    ]


def against(
    cards: Sequence[str], builds: Sequence[Build], crossed: Crossed
) -> list[list[float | None]]:
    """Return the score of entries with one card (row) against entries with another (column); None if they did not meet.

    An entry with both cards is on both sides, so the scores of two cards against each other add up to 1.
    """
    users = dict.fromkeys(cards, 0)
    for rank, build in enumerate(builds):
        for card in {*build.cards}:
            users[card] |= 1 << rank
    halves = {card: dict.fromkeys(cards, 0) for card in cards}
    played = {card: dict.fromkeys(cards, 0) for card in cards}
    for rank, build in enumerate(builds):
        own = {*build.cards}
        for other, among in users.items():
            won, met = crossed.halves(rank, among), crossed.played(rank, among)
            for card in own:
                halves[card][other] += won
                played[card][other] += met
    return [[share(halves[one][other], played[one][other]) for other in cards] for one in cards]
