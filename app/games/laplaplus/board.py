"""The board after each event, from the log alone."""

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Final

from app import engine
from app.engine import Event, Piece, Side, Stand, Words
from app.games.laplaplus import events as log
from app.games.laplaplus.cards import STANDARD, Card, CardPool

BASE_HP: Final = Words("基礎HP", "base HP")


@cache
def side_of(ref: log.CardRef) -> Side:
    """The side of the card."""
    return Side(ref.partition(".")[0])


@cache
def place_of(ref: log.CardRef) -> int:
    """Its place when the battle began, from 1."""
    return int(ref.partition(".")[2])


@cache
def _pieces(ref: log.CardRef, card: str) -> list[Piece]:
    """The card in each of its states."""
    return [Piece(place_of(ref), card, stand) for stand in Stand]


@dataclass(slots=True)
class Board:
    """A fold over the log: apply every event in turn, and it shows what the engine had at that moment.

    `order` holds references from the top, `began` those with which the sides began, `down` those of the cards that
    are down.
    """

    pool: CardPool = STANDARD
    cards: dict[log.CardRef, Card] = field(default_factory=dict)
    order: dict[Side, tuple[log.CardRef, ...]] = field(default_factory=dict)
    began: dict[Side, tuple[log.CardRef, ...]] = field(default_factory=dict)
    hp: dict[Side, int] = field(default_factory=dict)
    bonus: dict[Side, int] = field(default_factory=dict)
    down: set[log.CardRef] = field(default_factory=set)

    def base_hp(self, side: Side) -> int:
        """The sum of the forces in play."""
        return sum([self.cards[ref].force for ref in self.order[side]])

    def speed(self, side: Side) -> int:
        """Base HP and the bonuses of the running order phase."""
        return self.base_hp(side) + self.bonus[side]

    def apply(self, event: Event) -> None:
        """Take the event in."""
        if type(event) not in _CHANGES:
            return
        match event:  # the most frequent first
            case log.CardDowned():
                self.down.add(event.card)
            case log.DamageDealt():
                self.hp[event.target] = event.hp_left
            case log.CardsUpped():
                self.down -= {*event.home, *event.away}
            case log.TurnBegan():
                self.bonus = dict.fromkeys(Side, 0)
            case log.CardUpped():
                self.down.discard(event.card)
            case log.SpeedRaised():
                self.bonus[side_of(event.card)] += event.points
            case log.BattleBegan():
                for side, ids in ((Side.HOME, event.home), (Side.AWAY, event.away)):
                    placed = {
                        f"{side}.{place}": self.pool.by_id[id] for place, id in enumerate(ids, 1)
                    }
                    self.cards |= placed
                    self.order[side] = self.began[side] = tuple(placed)
                    self.hp[side] = self.bonus[side] = 0
            case log.HpSet():
                self.hp[event.side] = event.hp
            case log.InitialHpRaised() | log.HpRestored():
                self.hp[side_of(event.card)] = event.hp
            case log.CardRemoved():
                self.order[side_of(event.card)] = event.order
                self.down.discard(event.card)
            case log.CardsSwapped():  # pragma: no branch  # the others were sent away
                self.order[side_of(event.sunk)] = event.order

    def row(self, side: Side) -> engine.Row:
        """Return the side in the form that all games share. Cards that have left the game are at the end."""
        order = self.order[side]
        cards, down = self.cards, self.down
        pieces = [_pieces(ref, cards[ref].id)[ref in down] for ref in order]
        if len(order) < len(self.began[side]):
            pieces += [
                _pieces(ref, cards[ref].id)[Stand.GONE]
                for ref in self.began[side]
                if ref not in order
            ]
        base = engine.Status(BASE_HP, self.base_hp(side))
        return engine.Row(tuple(pieces), self.hp[side], (base,))


_CHANGES: Final = frozenset(
    (
        *(log.BattleBegan, log.HpSet, log.InitialHpRaised, log.HpRestored, log.TurnBegan),
        *(log.SpeedRaised, log.DamageDealt, log.CardDowned, log.CardUpped, log.CardsUpped),
        *(log.CardRemoved, log.CardsSwapped),
    )
)
"""The events that `Board.apply` knows; most of a battle's are others."""
_TOUCHED: Final[dict[type[Event], Callable[[Any], Iterable[Side]]]] = {
    log.HpSet: lambda event: (event.side,),
    log.DamageDealt: lambda event: (event.target,),
    log.CardsSwapped: lambda event: (side_of(event.sunk),),
    log.CardsUpped: lambda _: (Side.HOME, Side.AWAY),
    **dict.fromkeys(
        (
            *(log.InitialHpRaised, log.HpRestored),
            *(log.CardDowned, log.CardUpped, log.CardRemoved),
        ),
        lambda event: (side_of(event.card),),
    ),
}
"""For each type of event that changes the display: the sides whose rows it may change."""
_LAID_OUT: Final = 3
"""The event that sets the HP of the second side."""


def boards(events: Iterable[Event], pool: CardPool = STANDARD) -> Iterator[engine.Board]:
    """The board whenever it changes; the first shows both rows with the HP that they begin with."""
    board = Board(pool)
    made: dict[object, engine.Row] = {}
    shown: dict[Side, engine.Row] = {}

    def row(side: Side) -> engine.Row:
        """Made once for all events that leave it as it was, or as it had been before."""
        order, down = board.order[side], board.down
        state = side, order, board.hp[side], *[ref in down for ref in order]
        if state not in made:
            made[state] = board.row(side)
        return made[state]

    for event in events:
        kind = type(event)
        if kind not in _CHANGES:
            continue
        board.apply(event)
        if event.n < _LAID_OUT or kind not in _TOUCHED:
            continue
        n, is_new = event.n if shown else 1, False
        for side in _TOUCHED[kind](event) if shown else Side:
            now = row(side)
            if now is not shown.get(side):
                shown[side] = now
                is_new = True
        if is_new:
            yield engine.Board(n, shown[Side.HOME], shown[Side.AWAY])
