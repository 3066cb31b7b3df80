"""The events of a match: who may know of each, and what its `detail` holds.

`seat`: the seat that acted or was affected. Squares are those of seat A.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.matches.game import MatchEvent, Over, Seat


def shuffled(seat: Seat) -> MatchEvent:
    """The deck of this seat was shuffled."""
    return MatchEvent("shuffled", "all", {"seat": seat})


def unveiled(masters: Mapping[Seat, str]) -> MatchEvent:
    """The masters are turned up."""
    return MatchEvent("unveiled", "all", {"A": masters["A"], "B": masters["B"]})


def drawn(seat: Seat, cards: Sequence[str]) -> tuple[MatchEvent, MatchEvent]:
    """Cards came into the hand. Everyone learns how many, their owner also which."""
    return (
        MatchEvent("drawn", "all", {"seat": seat, "count": len(cards)}),
        MatchEvent("drew", seat, {"seat": seat, "cards": sorted(cards)}),
    )


def turn_began(turn: int) -> MatchEvent:
    """A turn begins."""
    return MatchEvent("turn-began", "all", {"turn": turn})


def tossed(seat: Seat) -> MatchEvent:
    """The coin shows the side of this seat."""
    return MatchEvent("tossed", "all", {"seat": seat})


def chose(seat: Seat, first: Seat) -> MatchEvent:
    """The seat has decided who acts first."""
    return MatchEvent("chose", "all", {"seat": seat, "first": first})


def made(seat: Seat, action: Mapping[str, Any]) -> MatchEvent:
    """A servant was made."""
    at = int(action["at"])
    ether = action["master"] + action["hand"]
    return MatchEvent(
        "made", "all", {"seat": seat, "card": action["card"], "at": at, "count": ether}
    )


def relocated(seat: Seat, card: str, at: int, to: int) -> MatchEvent:
    """A unit moved to another square."""
    return MatchEvent("relocated", "all", {"seat": seat, "card": card, "at": at, "to": to})


def ether_moved(seat: Seat, hand: int, moves: Sequence[Sequence[Any]], at: int) -> MatchEvent:
    """Ether came from the hand, and went from the unit at this square to others or back."""
    moved = [[int(square), off, on] for square, off, on in moves]
    return MatchEvent("ether-moved", "all", {"seat": seat, "hand": hand, "moves": moved, "at": at})


def passed(seat: Seat) -> MatchEvent:
    """A seat passed."""
    return MatchEvent("passed", "all", {"seat": seat})


def attacked(
    seat: Seat, card: str, at: int, skill: str | None, targets: Sequence[tuple[int, str]]
) -> MatchEvent:
    """An attack is declared; the targets with their cards."""
    detail = {"seat": seat, "card": card, "at": at, "skill": skill or ""}
    return MatchEvent("attacked", "all", detail | {"targets": [[*each] for each in targets]})


def used(seat: Seat, card: str, at: int, skill: str) -> MatchEvent:
    """An active skill is declared."""
    return MatchEvent("used", "all", {"seat": seat, "card": card, "at": at, "skill": skill})


def tool_used(seat: Seat, tool: str, on: int) -> MatchEvent:
    """A tool was declared, as an answer or not, on this square or on none."""
    return MatchEvent("tool-used", "all", {"seat": seat, "tool": tool, "on": on})


def failed(what: str) -> MatchEvent:
    """A tool, or the skill of this name, fails."""
    return MatchEvent("failed", "all", {"what": what})


def defended(seat: Seat, card: str, at: int, skill: str, target: int) -> MatchEvent:
    """A defence is used, for the card on the target square."""
    detail = {"seat": seat, "card": card, "at": at, "skill": skill, "target": target}
    return MatchEvent("defended", "all", detail)


def hurt(seat: Seat, card: str, at: int, points: int, left: int) -> MatchEvent:
    """A card took damage, perhaps 0. `left`: the rest, negative if it is destroyed."""
    detail = {"seat": seat, "card": card, "at": at, "points": points, "left": left}
    return MatchEvent("hurt", "all", detail)


def destroyed(seat: Seat, card: str, at: int) -> MatchEvent:
    """A card is destroyed."""
    return MatchEvent("destroyed", "all", {"seat": seat, "card": card, "at": at})


def spited(seat: Seat, card: str, at: int) -> MatchEvent:
    """The Spite of a destroyed doll comes over this unit."""
    return MatchEvent("spited", "all", {"seat": seat, "card": card, "at": at})


def mended(seat: Seat, card: str, at: int, points: int) -> MatchEvent:
    """Damage was taken off a unit."""
    return MatchEvent("mended", "all", {"seat": seat, "card": card, "at": at, "points": points})


def ether_turned(seat: Seat, card: str, at: int, count: int) -> MatchEvent:
    """Ether of a unit became usable again, or was spent if `count` is negative."""
    return MatchEvent("ether-turned", "all", {"seat": seat, "card": card, "at": at, "count": count})


def ether_lost(seat: Seat, card: str, at: int, count: int) -> MatchEvent:
    """Ether of a unit went to the trash."""
    return MatchEvent("ether-lost", "all", {"seat": seat, "card": card, "at": at, "count": count})


def recalled(seat: Seat, card: str, at: int) -> MatchEvent:
    """A servant went back to the hand."""
    return MatchEvent("recalled", "all", {"seat": seat, "card": card, "at": at})


def turn_ended() -> MatchEvent:
    """The main turn is over, and all ether usable."""
    return MatchEvent("turn-ended")


def refilled(seat: Seat, count: int) -> MatchEvent:
    """Ether came back from the trash."""
    return MatchEvent("refilled", "all", {"seat": seat, "count": count})


def ended(over: Over) -> MatchEvent:
    """The match is over: the score of each seat as text, and the reason."""
    score = {seat: str(points) for seat, points in over.score.items()}
    return MatchEvent("ended", "all", {"score": score, "reason": over.reason})
