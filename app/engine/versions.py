"""Versions of rules as data: since which version of its game a card is there, and until which.

All versions share the verbs until one of them changes, and one table of cards, whose ids mean the same in all: a card that
changes leaves with a version, and comes back under another id.
"""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Protocol, Self, TypeVar


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardSpan:
    """The version that a card comes with, and the one that it leaves with; without them it is there from the first on, for good."""

    since: str = ""
    until: str = ""

    def during(self, since: str = "", until: str = "") -> Self:
        """The same card in these versions."""
        return replace(self, since=since, until=until)


class CardRecord(Protocol):
    """A card as a game lists it, with its span."""

    @property
    def id(self) -> str: ...

    @property
    def since(self) -> str: ...

    @property
    def until(self) -> str: ...


SomeCard = TypeVar("SomeCard", bound=CardRecord)


def by_version(
    versions: Sequence[str], cards: Iterable[SomeCard]
) -> dict[str, Mapping[str, SomeCard]]:
    """The cards of each of these versions, the oldest first, by id: those with since ≤ version < until."""
    begin = {"": 0} | {version: n for n, version in enumerate(versions)}
    end = begin | {"": len(versions)}
    spans = [(card, begin[card.since], end[card.until]) for card in cards]
    return {
        version: {card.id: card for card, since, until in spans if since <= n < until}
        for n, version in enumerate(versions)
    }
