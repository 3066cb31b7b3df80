"""The board of a match as one reader may see it: what a page draws, for a player, a spectator and a replay.

The boards of battles (`app.engine.board`) are another thing: they show whole builds, card by card in the order of the build,
at the events of a log that everybody may read. Here most cards are hidden, sides have several zones, and pieces may stand
on squares.
"""

from dataclasses import dataclass
from typing import Literal, NamedTuple

Owner = Literal["A", "B"]


class Counter(NamedTuple):
    """What is counted, and how much of it there is; what only holds or does not has no amount."""

    name: str
    amount: int | None = None


@dataclass(frozen=True, slots=True)
class Piece:
    """A card or a unit that lies open to the reader: `id` is how orders call it, `count` how many alike there are.

    `notes` are short: its strength, its damage, what is attached to it. `lines` say what can be done with it now, or why
    not. `owner` is given where it does not follow from the zone.
    """

    id: str
    name: str
    notes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    count: int = 1
    owner: Owner | None = None


@dataclass(frozen=True, slots=True)
class Square:
    """A place of a grid as orders call it, what stands on it, and what is to be said of the place itself."""

    id: str
    pieces: tuple[Piece, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """Cards in a row, or a pile that is looked through rather than looked at, or rows of squares.

    `count` is the number of all cards in it, those among them of which the reader knows nothing but that they are there.
    """

    name: str
    pieces: tuple[Piece, ...] = ()
    count: int = 0
    is_pile: bool = False
    grid: tuple[tuple[Square, ...], ...] = ()

    @property
    def hidden(self) -> int:
        """How many lie face down for the reader."""
        return self.count - sum(piece.count for piece in self.pieces)


@dataclass(frozen=True, slots=True)
class Part:
    """What belongs to one seat, or without a seat what is common to both."""

    seat: Owner | None
    name: str
    counters: tuple[Counter, ...] = ()
    zones: tuple[Zone, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Board:
    """All of it, in the reader's language: where the match stands, and the parts from the top, the reader's own one last.

    A game that draws nothing has its diagram as `text`.
    """

    heading: tuple[str, ...] = ()
    parts: tuple[Part, ...] = ()
    text: str = ""
