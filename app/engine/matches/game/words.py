"""The words of a game: a sentence an event, Japanese beside English.

An event tells its audience nothing that their views do not, so a telling needs no state. Names are given to it: a
letter says *you* of its reader, a page the names of both. `outlook` looks ahead at a plan in the same words.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from app.engine.matches.basics import Action, MatchEvent, Seat, View
from app.engine.telling import TellingLine
from app.engine.words import Lang, Words


class GameWords(ABC):
    """What happens, in sentences."""

    covers: ClassVar[Words | None] = None
    """What the lines of a plan are for, and what happens where they run out; for a game of which a player might not guess."""

    turn_begins: ClassVar[tuple[str, str]] = ("turn-began", "turn")
    """The event with which a turn begins, and the part of it that has its number."""

    @abstractmethod
    def tell(
        self,
        events: Iterable[MatchEvent],
        names: Mapping[Seat, str],
        lang: Lang,
        seat: Seat | None = None,
        /,
    ) -> Iterator[TellingLine]:
        """What happened in sentences, from events alone that the reader may hear of.

        Where seats name a place differently, as `seat` does; without one as seat A, like the view of a spectator.
        """

    def outlook(
        self, view: View, plan: Sequence[Action], names: Mapping[Seat, str], lang: Lang, /
    ) -> Iterator[TellingLine]:
        """A dry look at a plan: what these actions would come to one after the other, from the view of their player alone.

        Games in which that says little tell nothing.
        """
        return iter(())
