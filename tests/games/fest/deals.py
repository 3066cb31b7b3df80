"""Matches of the school festival for the laws, and what is hidden in them dealt anew."""

from collections import Counter
from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from app.games.fest.cards import HOUSE
from app.games.fest.state import State
from tests.games.fest import own

_CUSTOM = {
    "id": "X01",
    "name": "Twin Stalls",
    "abilities": ["food", None],
    "effects": [
        {"code": "S01", "x": "will"},
        {"code": "S01", "x": "sword", "title": "Second helping"},
    ],
    "tags": ["#standard"],
}


def deal(random: Random) -> tuple[dict[str, Any], dict[Seat, Any]]:
    """Any configuration, any decks: of many cards, or of a few that come often."""
    config: dict[str, Any] = {
        "scoring": random.choice("ABC"),
        "petit": random.random() < 0.3,
        "open_lists": random.random() < 0.2,
        "knockout": random.random() < 0.3,
        "allowed_tags": ["#standard", "#pbm-std"],
        "cards": [_CUSTOM] if random.random() < 0.2 else [],
    }
    if random.random() < 0.4:
        config["cards"] = own.cards(random, 6)
        config["allowed_tags"] += ["#tag-0", "#tag-1", "#tag-2"]
    known = [*HOUSE, *(card["id"] for card in config["cards"])]
    size = 15 if config["petit"] else 24
    builds: dict[Seat, Any] = {}
    for seat in SEATS:
        cards = random.sample(known, random.choice((2, 6, 12, len(known))))
        builds[seat] = {"deck": dict(Counter(random.choices(cards, k=size)))}
    return config, builds


def redeal(state: State, seat: Seat | None, random: Random) -> State:
    """The own deck in another order; the cards that the other seat hides are dealt anew, but for those seen."""
    state = state.copy()
    for each in SEATS:
        side = state.seats[each]
        if each == seat:
            if state.phase not in ("shuffle", "reshuffle"):
                side.deck = tuple(random.sample(side.deck, len(side.deck)))
            continue
        known = [*side.seen]
        kept = [*side.seen_reserve]
        pool = list(
            (Counter(side.hand + side.reserve + side.deck) - Counter(known + kept)).elements()
        )
        random.shuffle(pool)
        hand = len(side.hand) - len(known)
        reserve = len(side.reserve) - len(kept)
        side.hand = tuple(sorted(known + pool[:hand]))
        side.reserve = tuple(sorted(kept + pool[hand : hand + reserve]))
        deck = pool[hand + reserve :]
        side.deck = tuple(sorted(deck) if state.phase in ("shuffle", "reshuffle") else deck)
    return state
