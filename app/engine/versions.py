"""Versions of rules as data: in which versions each card exists, and the cards of one match.

All versions share the verbs until one of them changes. They share one table of cards, in which an id always means the
same card: a changed card leaves with one version and returns under another id. Own cards exist only in matches whose
configuration lists them.
"""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from hashlib import sha256
from typing import Any, Final, Generic, Protocol, Self, TypeVar


@dataclass(frozen=True, slots=True, kw_only=True, eq=False)
class CardSpan:
    """The first version that has a card, and the first that no longer has it. By default a card is in all versions."""

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
    """The cards of each version by id, the oldest version first: those with since ≤ version < until."""
    begin = {"": 0} | {version: n for n, version in enumerate(versions)}
    end = begin | {"": len(versions)}
    spans = [(card, begin[card.since], end[card.until]) for card in cards]
    return {
        version: {card.id: card for card, since, until in spans if since <= n < until}
        for n, version in enumerate(versions)
    }


MARK: Final = "+"
"""Separates the version of the rules from the digest of own cards."""
_DIGITS: Final = 32
"""The digits of the digest in a version: enough that nobody can find two texts with the same."""


def version_of(base: str, text: str) -> str:
    """The name of the version that adds the cards of this text to `base`."""
    return f"{base}{MARK}{sha256(text.encode()).hexdigest()[:_DIGITS]}"


def base_of(version: str) -> str:
    """The version of the rules without its own cards."""
    return version.partition(MARK)[0]


SomePool = TypeVar("SomePool")
CARDS: Final = "cards"
"""The key of a configuration under which a match has its own cards, as plain data."""
_MOST_POOLS: Final = 64


class Pools(Generic[SomePool]):
    """The cards of a match by its configuration: those of the game, and the own cards that it lists.

    `made` makes the pool for a list of own cards, once it has been checked. Each list is checked only once.
    """

    def __init__(self, made: Callable[[Sequence[Mapping[str, Any]]], SomePool]) -> None:
        self.house: Final = made(())
        self._of_text = lru_cache(maxsize=_MOST_POOLS)(lambda text: made(json.loads(text)))
        self._at: dict[int, tuple[list[Any], SomePool]] = {}

    def of(self, config: Mapping[str, Any]) -> SomePool:
        """The pool of a match with this configuration, of a view or a state."""
        listed = config.get(CARDS)
        if not listed or not isinstance(listed, list):
            return self.house
        found = self._at.get(id(listed))
        if found is None or found[0] is not listed:
            if len(self._at) >= _MOST_POOLS:
                self._at.clear()
            found = listed, self._of_text(json.dumps(listed, sort_keys=True))
            self._at[id(listed)] = found
        return found[1]
