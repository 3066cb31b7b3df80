"""The picture of a game: how a match stands, said once as data, from a view alone.

Text for letters and terminals, tables for pages and letters are drawn of that data by the engine. A match that is over,
or the server's own archive, shows the boards of both as one.
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
    """One side as the events have shown it so far: its cards, of which each stands somewhere, and what is counted."""

    meters: ClassVar[Mapping[str, Words]] = {}
    """What is counted, by the names under which `amounts` has it."""

    def __init__(self, cards: Sequence[str]) -> None:
        self.cards = [*cards]
        self.stands = [Stand.UP] * len(self.cards)
        self.life: int | None = None
        self.amounts = dict.fromkeys(self.meters, 0)

    def take(self, card: str, before: Stand, after: Stand) -> None:
        """A copy of this card that stood so stands otherwise from now on; a card of another deck stands nowhere."""
        for at, each in enumerate(self.cards):
            if each == card and self.stands[at] is before:
                self.stands[at] = after
                return

    def row(self) -> Row:
        """As it stands; what is below 0 is not shown."""
        stands = zip(self.cards, self.stands, strict=True)
        pieces = (Piece(place, card, stand) for place, (card, stand) in enumerate(stands, 1))
        statuses = (Status(self.meters[each], n) for each, n in self.amounts.items() if n >= 0)
        return Row(tuple(pieces), self.life, tuple(statuses))


class GamePicture(GameRules[State]):
    """How it looks."""

    lay_out: Callable[[Sequence[str]], BoardSide] = BoardSide
    """Makes a side of its cards, before anything has happened, for the boards of a battle; see `show`."""

    def show(self, sides: Any, what: str, detail: Mapping[str, Any], /) -> None:
        """What an event changes on both sides, by their seats, of those that `lay_out` made; else nothing."""

    @abstractmethod
    def board(self, view: View, names: Mapping[Seat, str], lang: Lang, /) -> MatchBoard:
        """What lies where for whoever has this view: it tells nothing else."""

    def diagram(self, view: View, names: Mapping[Seat, str], lang: Lang, /) -> str:
        """The board as text: lines of at most 72 columns, a wide character taking two."""
        return diagram.diagram(self.board(view, names, lang), lang)

    def open_board(self, state: State, names: Mapping[Seat, str], lang: Lang, /) -> MatchBoard:
        """The state as a page draws it where nothing is hidden any more: each side as its own player sees it."""
        common, *sides = (
            self.board(self.view(state, seat), names, lang) for seat in (None, *SEATS)
        )
        return opened(common, dict(zip(SEATS, sides, strict=True)))
