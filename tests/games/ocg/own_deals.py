"""Matches of the online card plan with own cards, for the laws."""

from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

from app.engine.matches.game import SEATS, Seat
from app.games.ocg.cards import CARDS
from app.games.ocg.workshop import KINDS, of_config
from tests.games.ocg.deals import redeal
from tests.support.cards import drawn

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


def own_cards(random: Random, count: int = 20) -> list[dict[str, Any]]:
    """This many cards as a configuration lists them, of all kinds, and legal together."""
    found: list[dict[str, Any]] = []
    while len(found) < count:
        number = len(found) + 1
        kind = random.choice(KINDS)
        names = {
            "id": f"X{number:02}",
            "ja": f"自作{chr(0x30A0 + number)}",
            "en": f"Own {chr(65 + number % 26)}{chr(97 + number // 26)}",
        }
        card = {**drawn(kind, random), "kind": kind.word, **names}
        if kind.word == "char":
            card["who"], card["who_ja"] = random.choice(LINES)
        if not of_config([*found, card])[1].problems:
            found.append(card)
    return found


LINES = (("Nagi", "ナギ"), ("Kaze", "カゼ"), ("Sho", "ショウ"), ("Mio", "ミオ"))
"""Characters that are not of the house, and some that are."""
