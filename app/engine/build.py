"""A build: the row of cards that a player decides on."""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Any, Self

from app.engine.battle import made_often
from app.errors import BuildUnreadable, Problem


@made_often
@dataclass(frozen=True, slots=True)
class Build:
    """Identifiers of the cards from the top, and the names that were written beside them.

    `name` is the character's, `flavour` has those of its slots, up to the last one named. `decks` says where the cards
    are several decks, one after the other, how many each has.
    """

    cards: tuple[str, ...]
    name: str | None = None
    flavour: tuple[str | None, ...] = ()
    decks: tuple[int, ...] = ()

    def nameless(self) -> Self:
        """The same cards without any names, as a battle and a digest see them."""
        return replace(self, name=None, flavour=())


class BuildNotAllowed(BuildUnreadable):
    """Every word of the text was read, but `build` as a whole is not allowed: it has too few cards, for example."""

    def __init__(self, problems: Iterable[Problem], build: Build) -> None:
        super().__init__(problems)
        self.build = build

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled whole."""
        return type(self), (self.problems, self.build)
