"""The cards of a match: those of the game, and own ones listed in its configuration."""

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property, lru_cache
from typing import Any, Final

from app.engine.versions import Pools
from app.engine.words import Lang, Words
from app.engine.workshop.problems import explain
from app.games.ocg.cards import CARDS, Card
from app.games.ocg.effects import Bonus
from app.games.ocg.workshop import of_config

MOST_POOLS: Final = 64
"""The most pools for which results are cached."""


class MatchCards(dict[str, Card]):
    """All cards by id, with facts about them together. A pool is equal only to itself."""

    __hash__ = object.__hash__  # type: ignore[assignment]
    __eq__ = object.__eq__

    def __init__(self, own: Iterable[Card], faults: Sequence[Words]) -> None:
        self.faults = faults
        """The problems of the list of own cards. With any, no match is played."""
        self.own: Mapping[str, Card] = {card.id: card for card in own}
        super().__init__({**CARDS, **self.own})
        self.strength = lru_cache(maxsize=1 << 14)(self._strength)

    @cached_property
    def characters(self) -> Mapping[str, Words]:
        """The names of characters. Two cards of one character are never on the field together."""
        return {card.who: Words(card.who_ja, card.who) for card in self.values() if card.who}

    @cached_property
    def called(self) -> Mapping[str, str]:
        """The same names by their spelling in either language."""
        return {name.lower(): who for who, words in self.characters.items() for name in words}

    @cached_property
    def spelled(self) -> Mapping[str, Sequence[str]]:
        """The spellings of cards: English names begin with the character's; in Japanese the character's name may be
        alone.
        """
        return {id: (*card.name, *filter(None, [card.who_ja])) for id, card in self.items()}

    def _strength(self, top: str, items: tuple[str, ...], area: str) -> Bonus:
        """Return the numbers of a character with this card on top and these items on this battlefield."""
        card = self[top]
        total = card.bonus
        for item in items:
            total += self[item].bonus
        ground = self[area].ground if area else None
        if ground and ground.colour in ("", card.colour):
            total += ground.bonus
        return total

    def name(self, id: str, lang: Lang) -> str:
        """A card as texts name it."""
        return self[id].name.to(lang)


def _made(own: Sequence[Mapping[str, Any]]) -> MatchCards:
    made, file = of_config(own)
    faults = [Words(explain(each, "ja"), explain(each, "en")) for each in file.problems]
    return MatchCards([each.card() for each in made], faults)


POOLS: Final = Pools(_made)
"""The cards of a match, by its configuration."""
