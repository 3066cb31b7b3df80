"""Matches of the online card plan with own cards, for the laws."""

from collections.abc import Iterator, Mapping, Sequence
from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from app.games.ocg.cards import CARDS
from app.games.ocg.effects import COLOURS
from tests.games.ocg.deals import redeal

__all__ = ["deal", "redeal"]


def deal(random: Random) -> tuple[dict[str, Any], dict[Seat, Any]]:
    """Either rule for names; decks of own cards among those of the house, one or two."""
    own = own_cards(random)
    builds: dict[Seat, Any] = {
        seat: {"decks": [_deck(random, own) for _ in range(random.choice((1, 1, 2)))]}
        for seat in SEATS
    }
    return {"unique": random.choice(("field", "own")), "cards": own}, builds


def _deck(random: Random, own: Sequence[Mapping[str, Any]]) -> dict[str, int]:
    """Half of it own cards."""
    cards = [*random.sample([*CARDS], 10), *random.sample([card["id"] for card in own], 10)]
    deck = dict.fromkeys(cards, 1)
    size = random.choice((40, 40, 55, 80))
    while sum(deck.values()) < size:
        deck[random.choice([id for id in cards if deck[id] < 4])] += 1
    return dict(sorted(deck.items()))


def own_cards(random: Random) -> list[dict[str, Any]]:
    """Own cards of all kinds, one character after the other of a line of their own, and a class card of the house's."""
    return [
        {"id": f"X{number:02}", "ja": f"自作{number}", "en": f"Own {number}", **card}
        | {"colour": random.choice(COLOURS), "rarity": random.choice("CURS")}
        for number, card in enumerate(_kinds(random), start=1)
    ]


def _kinds(random: Random) -> Iterator[dict[str, Any]]:
    def some(*names: str) -> dict[str, Any]:
        return {name: random.choice(_GIVES[name]) for name in names if random.random() < 0.5}

    for level in range(3):
        numbers = {"power": random.randint(0, 5), "dur": random.randint(1, 8)}
        own = {"kind": "char", "who": "Nagi", "who_ja": "ナギ", "level": level} | numbers
        yield own | some("swift", "pierce", "recover", "tough")
        house = {"kind": "char", "who": "Sho", "who_ja": "ショウ", "level": level + 1} | numbers
        yield house | some("wall", "pierce", "recover", "tough")
    for level in range(3):
        yield {"kind": "item", "level": level, "power": 1} | some(*_GIVES)
        yield {"kind": "area"} | some(*_GIVES) | {"whose": random.choice(("", *COLOURS))}
    yield {"kind": "area", "most": random.randint(0, 3)}
    for does in (
        {"do": "lend", "power": random.randint(1, 3)} | some("tough", "pierce"),
        {"do": "lend", "feint": True},
        {"do": "lend", "tough": 2},
        {"do": "draw", "count": random.randint(1, 4)},
        {"do": "heal", "points": random.randint(1, 9)},
        {"do": "hit", "points": random.randint(1, 9)},
        {"do": "banish", "level": random.randint(0, 3)},
        {"do": "break-item"},
        {"do": "call-back"},
    ):
        yield {"kind": "command", "level": random.randint(0, 3), "does": does}


_GIVES: Mapping[str, Sequence[Any]] = {
    "dur": (-2, -1, 1, 2),
    "swift": (True,),
    "wall": (True,),
    "pierce": (1, 2),
    "recover": (1, 2),
    "tough": (1, 2),
}
