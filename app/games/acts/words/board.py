"""The board of a match as its events change it: which cards of a build are on the field or gone, what both masters have left."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from app.engine import Row, Stand, Words
from app.engine.matches.game import SEATS, BoardSide, Seat
from app.games.acts.cards import CARDS
from app.games.acts.squares import HOME


class ShownSide(BoardSide):
    """What one seat shows. Cards are `UP` in deck and hand, `DOWN` on the field, `GONE` in the trash; ether is not followed."""

    meters: ClassVar[Mapping[str, Words]] = {
        "servants": Words("サーヴァント", "Servants"),
        "deck": Words("山札", "Deck"),
    }

    def __init__(self, cards: Sequence[str]) -> None:
        super().__init__(cards)
        self.life = next(CARDS[id].life for id in self.cards if CARDS[id].kind == "master")
        self.amounts["deck"] = len(self.cards) - 1
        self.field: dict[int, list[tuple[Seat, str]]] = {}
        """On each square a card and the tools on it, each with the seat it came from."""
        self.aim = 0
        """The square for which it used the tool that came last; 0 if the other side did."""

    def row(self) -> Row:
        on_field = (CARDS[cards[0][1]].kind for cards in self.field.values())
        self.amounts["servants"] = sum(kind == "servant" for kind in on_field)
        return super().row()


def show(sides: Mapping[Seat, ShownSide], what: str, detail: Mapping[str, Any]) -> None:
    """What an event changes on the board."""
    match what:
        case "unveiled":
            for seat in SEATS:
                _put(sides, seat, detail[seat], HOME[seat])
        case "drawn":
            sides[detail["seat"]].amounts["deck"] -= detail["count"]
        case "made":
            _put(sides, detail["seat"], detail["card"], detail["at"])
        case "relocated":
            field = sides[detail["seat"]].field
            field[detail["to"]] = field.pop(detail["at"])
        case "tool-used":
            _use(sides, detail["seat"], detail["tool"], detail["on"])
        case "failed" if _stays(detail["what"]):
            at = next(side.aim for side in sides.values() if side.aim)
            field = next(side.field for side in sides.values() if at in side.field)
            _leave(sides, [field[at].pop()])
            if not field[at]:
                del field[at]
        case "hurt" | "mended" if CARDS[detail["card"]].kind == "master":
            change = -detail["points"] if what == "hurt" else detail["points"]
            sides[detail["seat"]].life += change
        case "destroyed":
            _leave(sides, sides[detail["seat"]].field.pop(detail["at"]))
        case "recalled":
            unit, *tools = sides[detail["seat"]].field.pop(detail["at"])
            _leave(sides, [unit], Stand.UP)
            _leave(sides, tools)


def _stays(what: str) -> bool:
    """Whether this is a tool that stays on the field."""
    return what in CARDS and CARDS[what].tool in ("custom", "field")


def _put(sides: Mapping[Seat, ShownSide], seat: Seat, card: str, at: int) -> None:
    """The card comes onto this square: onto the card there, or as one of its seat."""
    on = next((side.field for side in sides.values() if at in side.field), sides[seat].field)
    sides[seat].take(card, Stand.UP, Stand.DOWN)
    on.setdefault(at, []).append((seat, card))


def _leave(
    sides: Mapping[Seat, ShownSide], cards: Iterable[tuple[Seat, str]], after: Stand = Stand.GONE
) -> None:
    """These leave the field."""
    for seat, card in cards:
        sides[seat].take(card, Stand.DOWN, after)


def _use(sides: Mapping[Seat, ShownSide], seat: Seat, tool: str, on: int) -> None:
    """A tool leaves the hand, and stays if it is of that kind."""
    if not _stays(tool):
        sides[seat].take(tool, Stand.UP, Stand.GONE)
        return
    for each, side in sides.items():
        side.aim = on if each == seat else 0
    _put(sides, seat, tool, on)
