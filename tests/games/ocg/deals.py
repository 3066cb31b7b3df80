"""Matches of the online card plan for the laws, and what is hidden in them dealt anew."""

from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from app.games.ocg.cards import BLADES, CARDS, WILDS
from app.games.ocg.state import State


def deal(random: Random) -> tuple[dict[str, Any], dict[Seat, Any]]:
    """Either rule for names; starters and any other decks, one or several."""
    builds: dict[Seat, Any] = {
        seat: {"decks": [_deck(random) for _ in range(random.choice((1, 1, 2, 3)))]}
        for seat in SEATS
    }
    return {"unique": random.choice(("field", "own"))}, builds


def _deck(random: Random) -> dict[str, int]:
    if random.random() < 0.3:
        return random.choice((BLADES, WILDS))
    cards = random.sample([*CARDS], random.randint(20, len(CARDS)))
    size = random.choice((40, 40, 55, 80))
    deck = dict.fromkeys(cards, 1)
    while sum(deck.values()) < size:
        deck[random.choice([id for id in cards if deck[id] < 4])] += 1
    return dict(sorted(deck.items()))


def redeal(state: State, seat: Seat | None, random: Random) -> State:
    """Piles in another order; the other seat's hand and pile dealt anew, and what it has beside the deck it plays.

    Before the first turn hands stay: whether they have a basic character is public.
    """
    state = state.copy()
    for each, side in state.sides.items():
        pool = [*side.pile]
        if each != seat:
            if state.turn:
                pool += side.hand
            if side.deck >= 0:
                side.decks = (*(_deck(random) for _ in range(side.deck)), side.decks[side.deck])
        random.shuffle(pool)
        if each != seat and state.turn:
            count = len(side.hand)
            side.hand, pool = sorted(pool[:count]), pool[count:]
        side.pile = pool
    return state
