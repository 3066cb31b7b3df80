"""Matches of Bluff for the laws, and the same matches with everything hidden dealt anew."""

from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from tests.support.match_games.bluff import DECK, State


def deal(random: Random) -> tuple[dict[str, Any], dict[Seat, Any]]:
    """Any decks, with more of 0 than of others."""
    return {}, {seat: random.choices(range(6), [3, 1, 1, 1, 1, 1], k=DECK) for seat in SEATS}


def redeal(state: State, seat: Seat | None, random: Random) -> State:
    """Shuffle the seat's own deck, and replace all cards of the other seat; for a spectator, those
    of both.
    """
    for each in SEATS:
        side = state.side(each)
        deck = random.sample(side.deck, len(side.deck))
        hand = [*side.hand]
        if each != seat:
            deck, hand = ([random.randrange(6) for _ in zone] for zone in (deck, hand))
        if not side.shuffled:
            deck = sorted(deck)
        state = state.with_(each, deck=tuple(deck), hand=tuple(sorted(hand)))
    return state
