"""Matches of Bluff for the laws, and what is hidden in them dealt anew."""

from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from tests.support.match_games.bluff import DECK, State


def deal(random: Random) -> tuple[dict[str, Any], dict[Seat, Any]]:
    """Any decks, with more of 0 than of others."""
    return {}, {seat: random.choices(range(6), [3, 1, 1, 1, 1, 1], k=DECK) for seat in SEATS}


def redeal(state: State, seat: Seat | None, random: Random) -> State:
    """The own deck in another order, all cards of the other seat any others; a spectator sees none of either."""
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
