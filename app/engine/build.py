"""What a player decides: a row of cards."""

from dataclasses import dataclass, replace
from typing import Self


@dataclass(frozen=True, slots=True)
class Build:
    """Identifiers of the cards from the top, and the character's name if one was written beside them."""

    cards: tuple[str, ...]
    name: str | None = None

    def nameless(self) -> Self:
        """The same cards without a name: what a battle and a digest see."""
        return replace(self, name=None)
