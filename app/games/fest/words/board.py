"""The board of an exhibition as its events change it: which cards of a deck are out, and the points of both."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from app.engine import Row, Stand, Status, Words
from app.engine.matches.game import SEATS, BoardSide, Seat
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.words.names import ATTRIBUTES as NAMES
from app.games.fest.words.sentences import JUDGING_NAME, TOTAL

_OUT: Final = {"played", "failed", "trimmed"}


class ShownSide(BoardSide):
    """What one seat shows."""

    def __init__(self, cards: Sequence[str]) -> None:
        super().__init__(cards)
        self.points = dict.fromkeys((*ATTRIBUTES, "jp"), 0)
        self.total = 0

    def leave(self, card: str, *, out: bool = True) -> None:
        """A copy of this card has left hand and deck, or comes back."""
        before, after = (Stand.UP, Stand.GONE) if out else (Stand.GONE, Stand.UP)
        self.take(card, before, after)

    def row(self) -> Row:
        """As it stands; points below 0 are not shown, the next limit step ends them."""
        names: dict[str, Words] = {**NAMES, "jp": JUDGING_NAME, "total": TOTAL}
        held = {**self.points, "total": self.total}
        return Row(
            self.pieces(), None, tuple(Status(names[k], n) for k, n in held.items() if n >= 0)
        )


def show(sides: Mapping[Seat, ShownSide], what: str, detail: Mapping[str, Any]) -> None:
    """What an event changes on the board."""
    match what:
        case "fronts-revealed":
            for seat in SEATS:
                for card in detail["cards"][seat]:
                    sides[seat].leave(card)
        case "shown" if "front" in (detail["from"], detail["to"]):
            sides[detail["seat"]].leave(detail["card"], out=detail["to"] == "front")
        case "round-began":
            for side in sides.values():
                side.points = dict.fromkeys(side.points, 0)
        case "front-scored":
            sides[detail["seat"]].points = dict(detail["points"])
        case "limited" | "points-changed":
            sides[detail["seat"]].points = dict(detail["after"])
        case "judged" | "scored":
            for seat in SEATS:
                sides[seat].points["jp"] = detail["jp"][seat]
                sides[seat].total = detail.get("total", {}).get(seat, sides[seat].total)
        case _ if what in _OUT:
            sides[detail["seat"]].leave(detail["card"])
