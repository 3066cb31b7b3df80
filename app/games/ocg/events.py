"""The events of a match: who may know of each, and what its `detail` holds.

`seat`: the seat that acted or was affected. `slot`: one of its slots. `foe`: a slot of the other seat.
"""

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any

from app.engine.matches.game import MatchEvent, Over, Seat


def shuffled(seat: Seat, count: int) -> MatchEvent:
    """The deck of this seat, of this many cards, was shuffled."""
    return MatchEvent("shuffled", "all", {"seat": seat, "count": count})


def deck_picked(seat: Seat, deck: int) -> MatchEvent:
    """Chance took this one of the decks of the seat, by its place from 0."""
    return MatchEvent("deck-picked", seat, {"seat": seat, "deck": deck})


def mulligan(seat: Seat) -> MatchEvent:
    """The five cards had no basic character: they go back, and the deck is shuffled again."""
    return MatchEvent("mulligan", "all", {"seat": seat})


def drawn(seat: Seat, count: int) -> MatchEvent:
    """This many cards came into the hand."""
    return MatchEvent("drawn", "all", {"seat": seat, "count": count})


def drew(seat: Seat, cards: Sequence[str]) -> MatchEvent:
    """The seat drew these cards since the last draw or decision. Only their owner sees them, and never their order."""
    return MatchEvent("drew", seat, {"seat": seat, "cards": sorted(cards)})


def turn_began(turn: int, initiative: Seat) -> MatchEvent:
    """A turn begins."""
    return MatchEvent("turn-began", "all", {"turn": turn, "initiative": initiative})


def recovered(seat: Seat, slot: int, card: str, points: int) -> MatchEvent:
    """A character lost so much of its damage."""
    return MatchEvent(
        "recovered", "all", {"seat": seat, "slot": slot, "card": card, "points": points}
    )


def battlefield_set(area: str) -> MatchEvent:
    """The battlefield of this turn."""
    return MatchEvent("battlefield-set", "all", {"area": area})


def played(seat: Seat, play: Mapping[str, Any]) -> MatchEvent:
    """A play was carried out. `on`, `slot` and `by` are slots of the field; `target` is the card or slot hit.

    `over`, `user` and `met`: the cards on top of the characters concerned, all of them public.
    """
    return MatchEvent("played", "all", {"seat": seat, **play})


def skipped(seat: Seat, play: Mapping[str, Any]) -> MatchEvent:
    """A play of this seat had become impossible; the card stays in its hand."""
    return MatchEvent("skipped", seat, {"seat": seat, "play": dict(play)})


def left(seat: Seat, slot: int, card: str) -> MatchEvent:
    """A character has no durability left outside a clash: it goes to the discard."""
    return MatchEvent("left", "all", {"seat": seat, "slot": slot, "card": card})


def clashed(
    seat: Seat,
    slot: int,
    card: str,
    against: tuple[int, str],
    dealt: int,
    taken: int,
    pierced: int,
) -> MatchEvent:
    """An attacker of this seat met a guard: what both dealt, and how many cards it pierced from the pile."""
    foe, guard = against
    detail = {"seat": seat, "slot": slot, "card": card, "foe": foe, "guard": guard}
    return MatchEvent(
        "clashed", "all", detail | {"dealt": dealt, "taken": taken, "pierced": pierced}
    )


def attacked(seat: Seat, slot: int, card: str, count: int) -> MatchEvent:
    """Nobody countered an attacker of this seat: this many cards of the other seat became damage."""
    return MatchEvent("attacked", "all", {"seat": seat, "slot": slot, "card": card, "count": count})


def fainted(seat: Seat, slot: int, card: str) -> MatchEvent:
    """A character of this seat faints."""
    return MatchEvent("fainted", "all", {"seat": seat, "slot": slot, "card": card})


def lost(seat: Seat, cards: Sequence[str]) -> MatchEvent:
    """The pile of this seat lost these cards in the battle. No view tells to which attack."""
    return MatchEvent("lost", "all", {"seat": seat, "cards": sorted(cards)})


def battle_ended(damage: Mapping[Seat, int]) -> MatchEvent:
    """The battle of the turn is over; the damage of both seats."""
    return MatchEvent("battle-ended", "all", {"damage": {**damage}})


def discarded(seat: Seat, cards: Sequence[str]) -> MatchEvent:
    """The hand was cut down by these cards."""
    return MatchEvent("discarded", "all", {"seat": seat, "cards": sorted(cards)})


def ended(over: Over, lost: Mapping[Seat, tuple[int, int]] = MappingProxyType({})) -> MatchEvent:
    """The match is over: the score of each seat as text, and the reason; if both have `lost`, their damage and what their piles lack."""
    score = {seat: str(points) for seat, points in over.score.items()}
    both = {"lost": {seat: [*plight] for seat, plight in lost.items()}} if len(lost) > 1 else {}
    return MatchEvent("ended", "all", {"score": score, "reason": over.reason, **both})
