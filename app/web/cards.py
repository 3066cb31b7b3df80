"""The rules that an address names, and builds as rows of cards."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from starlette.exceptions import HTTPException

from app.engine import Build, CardInfo, Ruleset
from app.games import is_installed, ruleset

_MOST_RULES: Final = 32
"""Whose cards are kept: each season with bans of its own has rules of its own."""


@dataclass(frozen=True, slots=True)
class CardView:
    """A card in a row. `family` is the index of its family in the game, which gives its colour."""

    place: int
    info: CardInfo
    family: int
    flavour: str | None
    deck: int = 0
    """Which of several decks it is in."""

    @property
    def kind(self) -> tuple[int, int]:
        """The same of all copies of a card in its deck."""
        return self.deck, self.info.number


def rules_at(slug: str, version: str | None) -> Ruleset:
    """The game in this version, or the newest. Raises 404 for a version that there is not."""
    if version is not None and not is_installed(ruleset(slug).slug, version):
        raise HTTPException(404)
    return ruleset(slug, version)


def row_of(game: Ruleset, build: Build, flavour: Sequence[str | None] = ()) -> list[CardView]:
    """The cards from the top, each with the name that its player gave it."""
    known = by_id(game)
    decks = [deck for deck, cards in enumerate(build.decks) for _ in range(cards)]
    return [
        CardView(
            at + 1,
            *known[id],
            flavour[at] if at < len(flavour) else None,
            decks[at] if decks else 0,
        )
        for at, id in enumerate(build.cards)
    ]


def families(game: Ruleset) -> list[list[CardView]]:
    """All cards there are, family by family, in order of number."""
    found: list[list[CardView]] = []
    for info, family in by_id(game).values():
        if family == len(found):
            found.append([])
        found[family].append(CardView(info.number, info, family, None))
    return found


@lru_cache(_MOST_RULES)
def in_battle(game: Ruleset) -> Mapping[str, tuple[CardInfo, int]]:
    """The same of all cards that may stand in a battle."""
    known = by_id(game)
    families = {card.family: family for card, family in known.values()}
    return dict(known) | {
        card.id: (card, families.get(card.family, 0)) for card in (*game.banned, *game.unbuilt)
    }


@lru_cache(_MOST_RULES)
def by_id(game: Ruleset) -> Mapping[str, tuple[CardInfo, int]]:
    """Each card of the game with its family. A card without a character gets the first of its name."""
    names = list(dict.fromkeys(card.family for card in game.cards))
    return {
        card.id: (replace(card, char=card.char or card.name.ja[:1]), names.index(card.family))
        for card in game.cards
    }
