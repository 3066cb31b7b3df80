"""The board of a match as its events change it: which cards of a build are on the field or gone, what both masters have left."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, ClassVar

from app.engine import Row, Stand, Words
from app.engine.matches.game import SEATS, BoardSide, Seat
from app.games.acts.pool import MatchCards
from app.games.acts.squares import HOME


@dataclass(slots=True)
class Stack:
    """A card on a square and the tools on it, each with the seat it came from; what the card has left."""

    left: int
    cards: list[tuple[Seat, str]] = field(default_factory=list)


class ShownSide(BoardSide):
    """The display of one seat.

    Cards are `UP` in deck and hand, `DOWN` on the field, `GONE` in the trash. Ether is left out.
    """

    meters: ClassVar[Mapping[str, Words]] = {
        "servants": Words("サーヴァント", "Servants"),
        "deck": Words("山札", "Deck"),
    }

    def __init__(self, cards: Sequence[str], pool: MatchCards) -> None:
        super().__init__(cards)
        self.pool = pool
        self.amounts["deck"] = len(self.cards) - 1
        masters = (pool[id] for id in self.cards if pool[id].kind == "master")
        self.life = next((each.life for each in masters), None)
        self.field: dict[int, Stack] = {}
        self.aim = 0
        """The square for which this side used the latest tool; 0 if the other side used it."""

    def row(self) -> Row:
        tops = [(self.pool[each.cards[0][1]].kind, each.left) for each in self.field.values()]
        self.amounts["servants"] = sum(kind == "servant" for kind, _ in tops)
        self.life = next((left for kind, left in tops if kind == "master"), self.life)
        return super().row()


def show(sides: Mapping[Seat, ShownSide], what: str, detail: Mapping[str, Any]) -> None:
    """Apply an event to the display."""
    match what:
        case "unveiled":
            for seat in SEATS:
                _put(sides, seat, detail[seat], HOME[seat])
        case "drawn":
            sides[detail["seat"]].amounts["deck"] -= detail["count"]
        case "made":
            _put(sides, detail["seat"], detail["card"], detail["at"])
        case "relocated":
            moved = sides[detail["seat"]].field
            moved[detail["to"]] = moved.pop(detail["at"])
        case "tool-used":
            _use(sides, detail["seat"], detail["tool"], detail["on"])
        case "failed" if _stays(sides["A"].pool, detail["what"]):
            at = next(side.aim for side in sides.values() if side.aim)
            for on in [side.field for side in sides.values() if at in side.field]:
                _leave(sides, [on[at].cards.pop()])
                if not on[at].cards:
                    del on[at]
        case "hurt" | "mended":
            change = detail["points"] if what == "mended" else -detail["points"]
            sides[detail["seat"]].field[detail["at"]].left += change
        case "destroyed":
            _leave(sides, sides[detail["seat"]].field.pop(detail["at"]).cards)
        case "recalled":
            unit, *tools = sides[detail["seat"]].field.pop(detail["at"]).cards
            _leave(sides, [unit], Stand.UP)
            _leave(sides, tools)


def _stays(pool: MatchCards, what: str) -> bool:
    """Whether this is a tool that stays on the field."""
    return what in pool and pool[what].tool in ("custom", "field")


def _put(sides: Mapping[Seat, ShownSide], seat: Seat, card: str, at: int) -> None:
    """The card comes onto this square: onto the card there, or as one of its seat."""
    on = next((side.field for side in sides.values() if at in side.field), sides[seat].field)
    sides[seat].take(card, Stand.UP, Stand.DOWN)
    on.setdefault(at, Stack(sides[seat].pool[card].life)).cards.append((seat, card))


def _leave(
    sides: Mapping[Seat, ShownSide], cards: Iterable[tuple[Seat, str]], after: Stand = Stand.GONE
) -> None:
    """These leave the field."""
    for seat, card in cards:
        sides[seat].take(card, Stand.DOWN, after)


def _use(sides: Mapping[Seat, ShownSide], seat: Seat, tool: str, on: int) -> None:
    """A tool leaves the hand, and stays if it is of that kind."""
    if not _stays(sides[seat].pool, tool):
        sides[seat].take(tool, Stand.UP, Stand.GONE)
        return
    for each, side in sides.items():
        side.aim = on if each == seat else 0
    _put(sides, seat, tool, on)
