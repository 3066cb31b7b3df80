"""The picture of a game: the position of a match as data, from a view alone.

The engine draws it as text for letters and terminals, and as tables for pages and letters. For a finished match, and
in the server's archive, the boards of both players are combined into one.
"""

from abc import abstractmethod
from collections.abc import Callable, Mapping, Sequence
from typing import Any, ClassVar

from app.engine.board import Piece, Row, Stand, Status
from app.engine.matches import diagram
from app.engine.matches.basics import SEATS, Seat, State, View
from app.engine.matches.board import MatchBoard, opened
from app.engine.matches.game.rules import GameRules
from app.engine.words import Lang, Words


class BoardSide:
    """One side as the events have shown it so far: where each of its cards is, and its counters."""

    meters: ClassVar[Mapping[str, Words]] = {}
    """The counters, by their names in `amounts`."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards = [*cards]
        self.stands = [Stand.UP] * len(self.cards)
        self.life: int | None = None
        self.amounts = dict.fromkeys(self.meters, 0)

    def take(self, card: str, before: Stand, after: Stand) -> None:
        """Move a copy of this card from one state to another. A card of another deck is not on this board."""
        for at, each in enumerate(self.cards):
            if each == card and self.stands[at] is before:
                self.stands[at] = after
                return

    def row(self) -> Row:
        """The side now; amounts below 0 are not shown."""
        stands = zip(self.cards, self.stands, strict=True)
        pieces = (Piece(place, card, stand) for place, (card, stand) in enumerate(stands, 1))
        statuses = (Status(self.meters[each], n) for each, n in self.amounts.items() if n >= 0)
        return Row(tuple(pieces), self.life, tuple(statuses))


class GamePicture(GameRules[State]):
    """How a match looks."""

    lay_out: Callable[[Sequence[str]], BoardSide] = BoardSide
    """Makes the side for these cards at the start, for the boards of battles; see `show`."""

    def show(self, sides: Any, what: str, detail: Mapping[str, Any], /) -> None:
        """Apply an event to both sides, by seat, that `lay_out` made. By default nothing changes."""

    @abstractmethod
    def board(self, view: View, names: Mapping[Seat, str], lang: Lang, /) -> MatchBoard:
        """The board for the reader with this view. It tells nothing else."""

    def diagram(self, view: View, names: Mapping[Seat, str], lang: Lang, /) -> str:
        """The board as text: lines of at most 72 columns, a wide character taking two."""
        return diagram.diagram(self.board(view, names, lang), lang)

    def open_board(self, state: State, names: Mapping[Seat, str], lang: Lang, /) -> MatchBoard:
        """The board of a state without hidden cards: each side as its own player sees it."""
        common, *sides = (
            self.board(self.view(state, seat), names, lang) for seat in (None, *SEATS)
        )
        return opened(common, dict(zip(SEATS, sides, strict=True)))
