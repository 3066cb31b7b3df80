"""The picture of a game: how a match stands, drawn from a view alone.

The diagram is text for letters and terminals; the board is the same as data, which pages draw. A match that is over, or
the server's own archive, shows the boards of both as one.
"""

from abc import ABC, abstractmethod
from collections.abc import Mapping, Sequence
from typing import Any, ClassVar

from app.engine.board import Piece, Row, Stand
from app.engine.matches.basics import SEATS, Seat, State, View
from app.engine.matches.board import MatchBoard, opened
from app.engine.matches.game.rules import GameRules
from app.engine.words import Lang


class BoardSide(ABC):
    """One side as the events have shown it so far: its cards, of which each stands somewhere."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards = [*cards]
        self.stands = [Stand.UP] * len(self.cards)

    def take(self, card: str, before: Stand, after: Stand) -> None:
        """A copy of this card that stood so stands otherwise from now on. Raises `LookupError` if none stood so."""
        for at, each in enumerate(self.cards):
            if each == card and self.stands[at] is before:
                self.stands[at] = after
                return
        raise LookupError(f"no {card} is {before.name}")

    def pieces(self) -> tuple[Piece, ...]:
        """Its cards for a row."""
        stands = zip(self.cards, self.stands, strict=True)
        return tuple(Piece(place, card, stand) for place, (card, stand) in enumerate(stands, 1))

    @abstractmethod
    def row(self) -> Row:
        """As it stands."""


class GamePicture(GameRules[State]):
    """How it looks."""

    lay_out: ClassVar[type[BoardSide]]
    """Makes a side of its cards, before anything has happened, for the boards of a battle; see `show`."""

    def show(self, sides: Any, what: str, detail: Mapping[str, Any], /) -> None:
        """What an event changes on both sides, by their seats, of those that `lay_out` made."""
        raise NotImplementedError

    @abstractmethod
    def diagram(self, view: View, names: Mapping[Seat, str], lang: Lang, /) -> str:
        """The view as text: lines of at most 72 columns, a wide character taking two."""

    def board(self, view: View, names: Mapping[Seat, str], lang: Lang, /) -> MatchBoard:
        """The view as a page draws it: from the view alone, so it tells nothing else. Without its own it is the diagram."""
        return MatchBoard(text=self.diagram(view, names, lang))

    def open_board(self, state: State, names: Mapping[Seat, str], lang: Lang, /) -> MatchBoard:
        """The state as a page draws it where nothing is hidden any more: each side as its own player sees it."""
        common, *sides = (
            self.board(self.view(state, seat), names, lang) for seat in (None, *SEATS)
        )
        return opened(common, dict(zip(SEATS, sides, strict=True)))
