"""The contribution of cards and slots: scores of entries with a card compared to those without."""

from collections import Counter
from collections.abc import Collection, Sequence
from dataclasses import dataclass

from app.engine import Build
from app.statistics.crosstable import Crossed, share


@dataclass(frozen=True, slots=True)
class UsedCard:
    """The number of entries with a card, and the scores of all battles with and without it."""

    entries: int
    score: float | None
    score_without: float | None

    @property
    def contribution(self) -> float | None:
        """The score of entries with the card minus that of entries without it; None if all or none have it.

        In a round robin of n it is n/(n−1) times the score above one half of entries with the card against those
        without. Battles among entries with the card change nothing. It says who wins, not why: the card may merely be
        in good company.
        """
        if self.score is None or self.score_without is None:
            return None
        return self.score - self.score_without


@dataclass(frozen=True, slots=True)
class CardUse(UsedCard):
    """The use of a card anywhere in a build. `copies`: the number of all copies."""

    card: str
    copies: int


@dataclass(frozen=True, slots=True)
class SlotUse(UsedCard):
    """The use of a card in this slot, 1 at the top; if `card` is None, of the slot with any card."""

    slot: int
    card: str | None


@dataclass(frozen=True, slots=True)
class _Scores:
    """The score of each entry, and its number of battles."""

    halves: Sequence[int]
    played: Sequence[int]

    def of(self, users: Collection[int]) -> tuple[int, float | None, float | None]:
        """Return the number of users, their score, and the score of all others."""
        halves = sum(self.halves[user] for user in users)
        played = sum(self.played[user] for user in users)
        others = share(sum(self.halves) - halves, sum(self.played) - played)
        return len(users), share(halves, played), others


def of_cards(cards: Sequence[str], builds: Sequence[Build], crossed: Crossed) -> list[CardUse]:
    """Return the use of each of these cards, in their order. `builds` are in order of rank."""
    scores = _scores(crossed)
    users: dict[str, list[int]] = {card: [] for card in cards}
    for rank, build in enumerate(builds):
        for card in dict.fromkeys(build.cards):
            users[card].append(rank)
    copies = Counter(card for build in builds for card in build.cards)
    return [CardUse(*scores.of(users[card]), card, copies[card]) for card in cards]


def of_slots(builds: Sequence[Build], crossed: Crossed) -> list[SlotUse]:
    """Return the use of each slot, and of each card in it: slots from the top, the most used card first."""
    scores = _scores(crossed)
    users: dict[tuple[int, str | None], list[int]] = {}
    for rank, build in enumerate(builds):
        for slot, card in enumerate(build.cards, 1):
            users.setdefault((slot, None), []).append(rank)
            users.setdefault((slot, card), []).append(rank)
    uses = [SlotUse(*scores.of(ranks), slot, card) for (slot, card), ranks in users.items()]
    return sorted(uses, key=lambda use: (use.slot, -use.entries, use.card or ""))


def _scores(crossed: Crossed) -> _Scores:
    ranks = range(len(crossed.won))
    return _Scores([crossed.halves(r) for r in ranks], [crossed.played(r) for r in ranks])
