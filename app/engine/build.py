"""A build: the row of cards that a player decides on."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Build:
    """Identifiers of the cards from the top, and the names that were written beside them.

    `name` is the character's, `flavour` has those of its slots, up to the last one named.
    """

    cards: tuple[str, ...]
    name: str | None = None
    flavour: tuple[str | None, ...] = ()

    def nameless(self) -> Self:
        """The same cards without any names, as a battle and a digest see them."""
        return replace(self, name=None, flavour=())
