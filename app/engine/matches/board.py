"""The board of a match as one reader may see it, for pages, spectators and replays.

Boards of battles (`app.engine.board`) show whole builds in order, at events that everyone may read. Here most cards
are hidden, sides have several zones, and pieces may stand on squares.
"""

from collections import Counter as Count
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Literal, NamedTuple

Owner = Literal["A", "B"]


class Counter(NamedTuple):
    """A counter with its amount. A status that only holds or not has no amount.

    With `of`, the most there can be, it is drawn as a meter. Without, `scale` may say how much fills its bar; there
    can be more. `before` is the amount one step earlier.
    """

    name: str
    amount: int | None = None
    of: int | None = None
    scale: int | None = None
    before: int | None = None

    @property
    def change(self) -> int:
        """What the step has added; 0 if the amount before is unknown."""
        return 0 if self.amount is None or self.before is None else self.amount - self.before


class Meter(NamedTuple):
    """An amount out of the most there can be."""

    amount: int
    of: int


class Attached(NamedTuple):
    """A card attached to a piece: an item that it bears, a tool set on a unit."""

    card: str
    name: str


@dataclass(frozen=True, slots=True)
class MatchPiece:
    """A card or unit that the reader can see. Orders call it `id`; `count` is the number of equal ones.

    `card` is the card's id, if orders call it by its place. `notes` are short: its strength, its damage. `lines` say
    what can be done with it now, or why not. `label` is the name for readers, if orders use another word than its id.
    `owner` is given if the zone does not tell it. `meter` is what it has left; its numbers are in the notes.
    `is_new`: one step earlier it was not here, or different.
    """

    id: str
    name: str
    notes: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    count: int = 1
    owner: Owner | None = None
    meter: Meter | None = None
    is_new: bool = False
    label: str = ""
    card: str = ""
    attached: tuple[Attached, ...] = ()

    @property
    def looks(self) -> tuple[object, ...]:
        """What distinguishes it from other pieces in the same place."""
        return self.id, self.name, self.notes, self.attached, self.owner


@dataclass(frozen=True, slots=True)
class Square:
    """A square of a grid by its name in orders, with the pieces on it and notes on the square itself."""

    id: str
    pieces: tuple[MatchPiece, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class Zone:
    """A zone: cards in a row, a pile to look through, or rows of squares.

    `count` is the number of all its cards, including those that the reader cannot see. `is_secret`: only its owner
    sees what is in it, such as a hand; others see what was shown to them. `key` is its name for programs: cards are
    played from the `hand`.
    """

    name: str
    pieces: tuple[MatchPiece, ...] = ()
    count: int = 0
    is_pile: bool = False
    grid: tuple[tuple[Square, ...], ...] = ()
    is_secret: bool = False
    key: str = ""

    @property
    def hidden(self) -> int:
        """How many lie face down for the reader."""
        return self.count - sum(piece.count for piece in self.pieces)

    @property
    def is_opened(self) -> bool:
        """Whether a tap opens it: a pile, or a secret zone other than the hand, of which some cards are known."""
        return bool(self.pieces) and (self.is_pile or self.is_secret) and self.key != "hand"

    @property
    def all(self) -> tuple[MatchPiece, ...]:
        """All its pieces; those on squares from the bottom up."""
        standing = (each for row in self.grid[::-1] for square in row for each in square.pieces)
        return (*self.pieces, *standing)

    @property
    def able(self) -> tuple[MatchPiece, ...]:
        """The pieces that have lines about what can be done with them."""
        return tuple(each for each in self.all if each.lines)


@dataclass(frozen=True, slots=True)
class BoardPart:
    """The part of one seat; without a seat, what both share."""

    seat: Owner | None
    name: str
    counters: tuple[Counter, ...] = ()
    zones: tuple[Zone, ...] = ()
    notes: tuple[str, ...] = ()


@dataclass(frozen=True)
class MatchBoard:
    """The whole board in the reader's language: where the match stands, and the parts from top to bottom, the
    reader's last.
    """

    heading: tuple[str, ...] = ()
    parts: tuple[BoardPart, ...] = ()

    @cached_property
    def table(self) -> list[tuple[Counter, ...]]:
        """The counters of both sides as a table for comparison, the reader's first, with the numbers of hidden cards.
        Empty if something lies between the sides.
        """
        if any(part.seat is None for part in self.parts):
            return []
        counted = (
            [
                *(each for each in part.counters if each.amount is not None),
                *(Counter(zone.name, zone.count) for zone in part.zones if zone.is_secret),
            ]
            for part in self.parts[::-1]
        )
        return [*zip(*counted, strict=True)]

    def counts(self, part: BoardPart) -> list[Counter]:
        """What the table leaves out of a part: its counters, and the numbers of hidden cards in its zones."""
        told = {each.name for each in part.counters}
        hidden = (zone for zone in part.zones if zone.is_secret and zone.name not in told)
        counted = [*part.counters, *(Counter(zone.name, zone.count) for zone in hidden)]
        return [each for each in counted if each.amount is None] if self.table else counted


def cards_in(
    key: str,
    name: str,
    cards: Sequence[str] | int,
    piece: Callable[[str], MatchPiece],
    seen: Sequence[str] = (),
    *,
    is_pile: bool = False,
    is_secret: bool = False,
) -> Zone:
    """A zone with these cards, equal ones together. If `cards` is a number, only those in `seen` are shown."""
    known, count = (seen, cards) if isinstance(cards, int) else (cards, len(cards))
    pieces = (
        replace(piece(id), count=times) if times > 1 else piece(id)
        for id, times in Count(known).items()
    )
    return Zone(name, tuple(pieces), count, is_pile, is_secret=is_secret, key=key)


def opened(common: MatchBoard, sides: Mapping[Owner, MatchBoard]) -> MatchBoard:
    """The board without hidden cards: `common` as spectators see it, and each side as its own player does.

    What a player might do next is left out.
    """
    own = {
        part.seat: part
        for seat, board in sides.items()
        for part in board.parts
        if part.seat == seat
    }
    return MatchBoard(
        common.heading,
        tuple(
            replace(each, zones=tuple(map(_idle, own[each.seat].zones)))
            if each.seat in own
            else each
            for each in common.parts
        ),
    )


def _idle(zone: Zone) -> Zone:
    return replace(zone, pieces=tuple(replace(each, lines=()) for each in zone.pieces))


def turned(board: MatchBoard) -> MatchBoard:
    """The board from the other end of the table: both sides are exchanged, and squares have the names used there."""
    seated = iter([part for part in reversed(board.parts) if part.seat])
    parts = (next(seated) if part.seat else part for part in board.parts)
    return replace(
        board,
        parts=tuple(replace(each, zones=tuple(map(_turned, each.zones))) for each in parts),
    )


def _turned(zone: Zone) -> Zone:
    """Turn a zone: the names of squares stay in place, and the pieces move to the opposite squares."""
    rows = zip(zone.grid, reversed(zone.grid), strict=True)
    return replace(
        zone,
        grid=tuple(
            tuple(
                replace(across, id=here.id)
                for here, across in zip(row, reversed(opposite), strict=True)
            )
            for row, opposite in rows
        ),
    )


def compared(board: MatchBoard, before: MatchBoard) -> MatchBoard:
    """The board marked with what has changed since `before`: counters know their earlier amount, pieces whether they
    are new.
    """
    earlier = {(part.seat, part.name): part for part in before.parts}
    return replace(
        board,
        parts=tuple(
            _compared(part, earlier[part.seat, part.name])
            if (part.seat, part.name) in earlier
            else part
            for part in board.parts
        ),
    )


def _compared(part: BoardPart, before: BoardPart) -> BoardPart:
    amounts = {each.name: each.amount for each in before.counters}
    zones = {zone.name: zone for zone in before.zones}
    return replace(
        part,
        counters=tuple(each._replace(before=amounts.get(each.name)) for each in part.counters),
        zones=tuple(_marked(zone, zones.get(zone.name, Zone(zone.name))) for zone in part.zones),
    )


def _marked(zone: Zone, before: Zone) -> Zone:
    squares = {square.id: square for row in before.grid for square in row}
    return replace(
        zone,
        pieces=_fresh(zone.pieces, before.pieces),
        grid=tuple(
            tuple(
                replace(each, pieces=_fresh(each.pieces, squares.get(each.id, each).pieces))
                for each in row
            )
            for row in zone.grid
        ),
    )


def _fresh(
    pieces: tuple[MatchPiece, ...], before: tuple[MatchPiece, ...]
) -> tuple[MatchPiece, ...]:
    known = {each.looks: each.count for each in before}
    return tuple(replace(each, is_new=known.get(each.looks, 0) < each.count) for each in pieces)
