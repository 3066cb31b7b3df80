"""The board of a match as its events change it: which cards of a build are on the field or gone, and the meters of both."""

import json
from collections.abc import Iterable, Iterator, Mapping
from typing import Any, Final

from app.engine import Board, Piece, Row, Stand, Status, Words
from app.engine.battle import Event
from app.engine.matches.exhibition import BattleBegan, Happened, NextBegan
from app.engine.matches.game import SEATS, Seat, other
from app.games.acts.cards import CARDS
from app.games.acts.squares import HOME

_METERS: Final = {
    "vit": Words("残りVIT", "VIT left"),
    "servants": Words("サーヴァント", "Servants"),
    "deck": Words("山札", "Deck"),
}


class _Side:
    """What one seat shows. Cards are `UP` in deck and hand, `DOWN` on the field, `GONE` in the trash; ether is not followed."""

    def __init__(self, cards: Iterable[str]) -> None:
        self.cards = [*cards]
        self.stands = [Stand.UP] * len(self.cards)
        self.meters = dict.fromkeys(_METERS, 0)

    def take(self, card: str, before: Stand, after: Stand) -> None:
        """A copy of this card that stood so stands otherwise from now on."""
        places = (at for at, each in enumerate(self.cards) if each == card)
        self.stands[next(at for at in places if self.stands[at] is before)] = after

    def row(self) -> Row:
        cards = tuple(
            Piece(place, card, stand)
            for place, (card, stand) in enumerate(zip(self.cards, self.stands, strict=True), 1)
        )
        return Row(cards, None, tuple(Status(_METERS[name], n) for name, n in self.meters.items()))


class _Table:
    """Both sides, and on each square a card with the tools on it, each with the seat it came from."""

    def __init__(self, home: str, began: BattleBegan) -> None:
        self.home: Seat = "B" if home == "B" else "A"
        cards = began.home_cards, began.away_cards
        self.sides = dict(zip((self.home, other(self.home)), map(_Side, cards), strict=True))
        self.field: dict[int, list[tuple[Seat, str]]] = {}
        self.used: dict[str, int] = {}
        """The square for which a tool was used last."""

    def rows(self) -> tuple[Row, Row]:
        for seat, side in self.sides.items():
            units = [cards[0] for cards in self.field.values()]
            side.meters["servants"] = sum(
                owner == seat and CARDS[card].kind == "servant" for owner, card in units
            )
        return self.sides[self.home].row(), self.sides[other(self.home)].row()

    def put(self, seat: Seat, card: str, at: int) -> None:
        """The card comes onto this square."""
        self.sides[seat].take(card, Stand.UP, Stand.DOWN)
        self.field.setdefault(at, []).append((seat, card))

    def leave(self, cards: Iterable[tuple[Seat, str]], after: Stand = Stand.GONE) -> None:
        """These leave the field."""
        for seat, card in cards:
            self.sides[seat].take(card, Stand.DOWN, after)

    def use(self, seat: Seat, tool: str, on: int) -> None:
        """A tool leaves the hand, and stays if it is of that kind."""
        self.used[tool] = on
        if CARDS[tool].tool in ("custom", "field"):
            self.put(seat, tool, on)
        else:
            self.sides[seat].take(tool, Stand.UP, Stand.GONE)

    def fail(self, tool: str) -> None:
        """What was used last of this tool does not stay."""
        cards = self.field[self.used[tool]]
        self.leave([cards.pop()])
        if not cards:
            del self.field[self.used[tool]]


def boards(events: Iterable[Event]) -> Iterator[Board]:
    """The boards, the first one when both decks are laid out."""
    first, *rest = events
    if not isinstance(first, BattleBegan):
        raise TypeError("a battle begins with its decks")
    table = _Table(first.home, first)
    last = table.rows()
    yield Board(first.n, *last)
    for event in rest:
        if isinstance(event, NextBegan):
            table = _Table(event.home, first)
        if isinstance(event, Happened):
            _show(table, event.what, json.loads(event.detail))
            rows = table.rows()
            if rows != last:
                last = rows
                yield Board(event.n, *rows)


def _show(table: _Table, what: str, detail: Mapping[str, Any]) -> None:
    """What an event changes on the board."""
    sides = table.sides
    match what:
        case "shuffled":
            side = sides[detail["seat"]]
            side.meters["deck"] = len(side.cards) - 1
        case "unveiled":
            for seat in SEATS:
                table.put(seat, detail[seat], HOME[seat])
                sides[seat].meters["vit"] = CARDS[detail[seat]].life
        case "drawn":
            sides[detail["seat"]].meters["deck"] -= detail["count"]
        case "made":
            table.put(detail["seat"], detail["card"], detail["at"])
        case "relocated":
            table.field[detail["to"]] = table.field.pop(detail["at"])
        case "tool-used":
            table.use(detail["seat"], detail["tool"], detail["on"])
        case "failed" if detail["what"] in CARDS and CARDS[detail["what"]].tool in (
            "custom",
            "field",
        ):
            table.fail(detail["what"])
        case "hurt" | "mended" if CARDS[detail["card"]].kind == "master":
            meters = sides[detail["seat"]].meters
            change = -detail["points"] if what == "hurt" else detail["points"]
            meters["vit"] = max(0, meters["vit"] + change)
        case "destroyed":
            table.leave(table.field.pop(detail["at"]))
        case "recalled":
            unit, *tools = table.field.pop(detail["at"])
            table.leave([unit], Stand.UP)
            table.leave(tools)
