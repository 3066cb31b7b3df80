"""The board of a match as its events change it: which cards of a deck are on the field or gone, and the meters of both."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, ClassVar

from app.engine import Row, Stand, Words
from app.engine.matches.game import SEATS, BoardSide, Seat, other
from app.games.ocg.effects import Banish, BreakItem, CallBack, Verb
from app.games.ocg.pool import MatchCards


class ShownSide(BoardSide):
    """The display of one seat. Cards are `UP` in pile and hand, `DOWN` on the table, `GONE` in discard and damage."""

    meters: ClassVar[Mapping[str, Words]] = {
        "damage": Words("ダメージ", "Damage"),
        "pile": Words("山札", "Pile"),
        "hand": Words("手札", "Hand"),
        "field": Words("場", "On the field"),
    }

    def __init__(self, cards: Sequence[str]) -> None:
        super().__init__(cards)
        self.field: dict[int, list[str]] = {}

    def leave(self, slot: int) -> None:
        """Show all cards of this character as gone."""
        for card in self.field.pop(slot):
            self.take(card, Stand.DOWN, Stand.GONE)

    def lose(self, cards: Iterable[str]) -> None:
        """These come from hand or pile, and are gone."""
        for card in cards:
            self.take(card, Stand.UP, Stand.GONE)

    def row(self) -> Row:
        """Return the row as it is now."""
        self.amounts["field"] = len(self.field)
        return super().row()


def show(
    sides: Mapping[Seat, ShownSide], what: str, detail: Mapping[str, Any], pool: MatchCards
) -> None:
    """Apply an event to the display."""
    if what == "battle-ended":
        for each in SEATS:
            sides[each].amounts["damage"] = detail["damage"][each]
    if "seat" not in detail:
        return
    seat: Seat = detail["seat"]
    side, foe = sides[seat], sides[other(seat)]
    match what:
        case "shuffled":
            side.amounts |= {"pile": detail["count"], "hand": 0}
        case "drawn":
            side.amounts["pile"] -= detail["count"]
            side.amounts["hand"] += detail["count"]
        case "played":
            _play(side, foe, detail, pool[detail["card"]].verb)
        case "left":
            side.leave(detail["slot"])
        case "fainted":
            side.leave(detail["slot"])
            side.amounts["damage"] += 1
        case "attacked" | "clashed":
            count = detail["count"] if what == "attacked" else detail["pierced"]
            foe.amounts["pile"] -= count
            foe.amounts["damage"] += count
        case "lost":
            side.lose(detail["cards"])
        case "discarded":
            side.lose(detail["cards"])
            side.amounts["hand"] -= len(detail["cards"])


def _play(side: ShownSide, foe: ShownSide, detail: Mapping[str, Any], verb: Verb) -> None:
    """A card leaves the hand."""
    card, target = detail["card"], detail.get("target")
    side.amounts["hand"] -= 1
    match detail["p"]:
        case "command":
            side.take(card, Stand.UP, Stand.GONE)
            _command(side, foe, verb, target)
            return
        case "summon":
            side.field[detail["slot"]] = [card]
        case "class" | "set":
            side.field[detail["on"]].append(card)
    side.take(card, Stand.UP, Stand.DOWN)


def _command(side: ShownSide, foe: ShownSide, verb: Verb, target: int | str | None) -> None:
    """Apply the effect of a command to public cards."""
    match verb:
        case CallBack():
            side.take(str(target), Stand.GONE, Stand.UP)
            side.amounts["hand"] += 1
        case BreakItem():
            slot, item = str(target).split(".")
            foe.field[int(slot)].remove(item)
            foe.take(item, Stand.DOWN, Stand.GONE)
        case Banish():
            foe.leave(int(target or 0))
