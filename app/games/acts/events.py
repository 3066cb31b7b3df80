"""What can happen, as events: who may hear of it and what is in `detail`.

`seat` is the one whose doing it is, or to whom it happens; squares are those of seat A.
"""

from collections.abc import Mapping, Sequence
from typing import Any

from app.engine.matches.game import Event, Over, Seat


def shuffled(seat: Seat) -> Event:
    """The deck of this seat was shuffled."""
    return Event("shuffled", "all", {"seat": seat})


def unveiled(masters: Mapping[Seat, str]) -> Event:
    """The masters are turned up."""
    return Event("unveiled", "all", {"A": masters["A"], "B": masters["B"]})


def drawn(seat: Seat, cards: Sequence[str]) -> tuple[Event, Event]:
    """Cards came into the hand: how many for all, which for their owner."""
    return (
        Event("drawn", "all", {"seat": seat, "count": len(cards)}),
        Event("drew", seat, {"seat": seat, "cards": sorted(cards)}),
    )


def turn_began(turn: int) -> Event:
    """A turn begins."""
    return Event("turn-began", "all", {"turn": turn})


def tossed(seat: Seat) -> Event:
    """The coin shows the side of this seat."""
    return Event("tossed", "all", {"seat": seat})


def chose(seat: Seat, first: Seat) -> Event:
    """The seat has decided who acts first."""
    return Event("chose", "all", {"seat": seat, "first": first})


def made(seat: Seat, action: Mapping[str, Any]) -> Event:
    """A servant was made."""
    at = int(action["at"])
    ether = action["master"] + action["hand"]
    return Event("made", "all", {"seat": seat, "card": action["card"], "at": at, "count": ether})


def relocated(seat: Seat, card: str, at: int, to: int) -> Event:
    """A unit stands on another square."""
    return Event("relocated", "all", {"seat": seat, "card": card, "at": at, "to": to})


def ether_moved(seat: Seat, hand: int, moves: Sequence[Sequence[Any]], at: int) -> Event:
    """Ether came from the hand, and went from the unit at this square to others or back."""
    moved = [[int(square), off, on] for square, off, on in moves]
    return Event("ether-moved", "all", {"seat": seat, "hand": hand, "moves": moved, "at": at})


def passed(seat: Seat) -> Event:
    """A seat passed."""
    return Event("passed", "all", {"seat": seat})


def attacked(
    seat: Seat, card: str, at: int, skill: str | None, targets: Sequence[tuple[int, str]]
) -> Event:
    """An attack is declared; the targets with their cards."""
    detail = {"seat": seat, "card": card, "at": at, "skill": skill or ""}
    return Event("attacked", "all", detail | {"targets": [[*each] for each in targets]})


def used(seat: Seat, card: str, at: int, skill: str) -> Event:
    """An active skill is declared."""
    return Event("used", "all", {"seat": seat, "card": card, "at": at, "skill": skill})


def tool_used(seat: Seat, tool: str, on: int) -> Event:
    """A tool is declared, in answer or not, on this square or on none."""
    return Event("tool-used", "all", {"seat": seat, "tool": tool, "on": on})


def failed(what: str) -> Event:
    """A tool, or the skill of this name, fails."""
    return Event("failed", "all", {"what": what})


def defended(seat: Seat, card: str, at: int, skill: str, target: int) -> Event:
    """A defence is used, for the card on the target square."""
    detail = {"seat": seat, "card": card, "at": at, "skill": skill, "target": target}
    return Event("defended", "all", detail)


def hurt(seat: Seat, card: str, at: int, points: int, left: int) -> Event:
    """A card takes damage, or none; what it has left then, below 0 if it is destroyed."""
    detail = {"seat": seat, "card": card, "at": at, "points": points, "left": left}
    return Event("hurt", "all", detail)


def destroyed(seat: Seat, card: str, at: int) -> Event:
    """A card is destroyed."""
    return Event("destroyed", "all", {"seat": seat, "card": card, "at": at})


def spited(seat: Seat, card: str, at: int) -> Event:
    """The Spite of a destroyed doll comes over this unit."""
    return Event("spited", "all", {"seat": seat, "card": card, "at": at})


def mended(seat: Seat, card: str, at: int, points: int) -> Event:
    """So much damage was taken off a unit."""
    return Event("mended", "all", {"seat": seat, "card": card, "at": at, "points": points})


def ether_turned(seat: Seat, card: str, at: int, count: int) -> Event:
    """So much ether of a unit is usable again, or spent if below 0."""
    return Event("ether-turned", "all", {"seat": seat, "card": card, "at": at, "count": count})


def recalled(seat: Seat, card: str, at: int) -> Event:
    """A servant went back to the hand."""
    return Event("recalled", "all", {"seat": seat, "card": card, "at": at})


def turn_ended() -> Event:
    """The main turn is over, and all ether usable."""
    return Event("turn-ended")


def refilled(seat: Seat, count: int) -> Event:
    """So much ether came back from the trash."""
    return Event("refilled", "all", {"seat": seat, "count": count})


def ended(over: Over) -> Event:
    """The match is over: the score of each seat as text, and the reason."""
    score = {seat: str(points) for seat, points in over.score.items()}
    return Event("ended", "all", {"score": score, "reason": over.reason})
