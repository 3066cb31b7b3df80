"""The board of an exhibition as its events change it: which cards of a deck are out, and the points of both."""

from collections.abc import Mapping
from typing import Any, ClassVar, Final

from app.engine import Stand, Words
from app.engine.matches.game import SEATS, BoardSide, Seat
from app.games.fest.abilities import ATTRIBUTES
from app.games.fest.words.names import ATTRIBUTES as NAMES
from app.games.fest.words.sentences import JUDGING_NAME, TOTAL

_OUT: Final = {"played", "failed", "trimmed"}


class ShownSide(BoardSide):
    """The display of one seat: its points, which may be negative until the next limit step, and its total."""

    meters: ClassVar[Mapping[str, Words]] = {**NAMES, "jp": JUDGING_NAME, "total": TOTAL}

    def leave(self, card: str, *, out: bool = True) -> None:
        """A copy of this card has left hand and deck, or comes back."""
        before, after = (Stand.UP, Stand.GONE) if out else (Stand.GONE, Stand.UP)
        self.take(card, before, after)


def show(sides: Mapping[Seat, ShownSide], what: str, detail: Mapping[str, Any]) -> None:
    """Apply an event to the display."""
    match what:
        case "fronts-revealed":
            for seat in SEATS:
                for card in detail["cards"][seat]:
                    sides[seat].leave(card)
        case "shown" if "front" in (detail["from"], detail["to"]):
            sides[detail["seat"]].leave(detail["card"], out=detail["to"] == "front")
        case "round-began":
            for side in sides.values():
                side.amounts |= dict.fromkeys((*ATTRIBUTES, "jp"), 0)
        case "front-scored":
            sides[detail["seat"]].amounts |= detail["points"]
        case "limited" | "points-changed":
            sides[detail["seat"]].amounts |= detail["after"]
        case "judged" | "scored":
            for seat in SEATS:
                sides[seat].amounts["jp"] = detail["jp"][seat]
                if "total" in detail:
                    sides[seat].amounts["total"] = detail["total"][seat]
        case _ if what in _OUT:
            sides[detail["seat"]].leave(detail["card"])
