"""House decks that contain a new card, to try it and to compare it with the same decks without it."""

from dataclasses import replace
from itertools import islice
from random import Random
from typing import Final, NamedTuple

from app.engine import Build, CardInfo, Lang, Ruleset, Words
from app.tournament.lab import line_of

MOST_COPIES: Final = 4


class HouseDeck(NamedTuple):
    """A house deck, and the places in which `copies` of a new card may replace the most similar cards."""

    likeness: tuple[bool, bool]
    copies: int
    places: tuple[int, ...]
    build: Build
    name: Words
    is_ordered: bool

    def given(self, card: str, lot: Random) -> Build:
        """Return the build with the copies in places drawn by lot."""
        taken = lot.sample(self.places, self.copies)
        cards = [card if at in taken else each for at, each in enumerate(self.build.cards)]
        return replace(self.build, cards=tuple(cards if self.is_ordered else sorted(cards)))


def new_card(made: Ruleset) -> CardInfo:
    """Return the new card, which is the last card of these rules."""
    return (made.added or made.cards)[-1]


def with_room(made: Ruleset) -> list[HouseDeck]:
    """Return the house decks that the new card may join, those with the most similar cards first.

    If the order of a build matters, the card joins in one place only.
    """
    found: list[HouseDeck] = []
    new, cards = new_card(made), {card.id: card for card in made.known}
    english = {build: name for name, build in made.starters("en").items()}
    for name, build in made.starters().items():
        kinds = [(cards[id].family, cards[id].figures[:1]) for id in build.cards]
        like = [(family == new.family, first == new.figures[:1]) for family, first in kinds]
        places = tuple(at for at, each in enumerate(like) if each == max(like))
        called = Words(name, english.get(build, name))
        most = 1 if made.is_ordered else min(MOST_COPIES, len(places))
        tried = (
            HouseDeck(max(like), copies, places, build, called, made.is_ordered)
            for copies in range(most, 0, -1)
        )
        legal = (each for each in tried if made.allows(each.given(new.id, Random(0))))
        found += islice(legal, int(len(build.decks) <= 1))
    return sorted(found, key=lambda each: each[:2], reverse=True)


def with_new(made: Ruleset, lang: Lang) -> dict[str, Build]:
    """Return the same decks with the new card, by name; empty if these rules have no house cards."""
    new, decks = new_card(made), with_room(made) if made.added else ()
    return {
        f"{deck.name.to(lang)} + {new.name.to(lang)}": deck.given(new.id, Random(0))
        for deck in decks
    }


def as_list(made: Ruleset, lang: Lang) -> str:
    """Return a list for the laboratory: the house decks, and before them one deck with the new card, under its name."""
    joined = [(build, new_card(made).name.to(lang)) for build in with_new(made, lang).values()][:1]
    those = [*joined, *((build, each) for each, build in made.starters(lang).items())]
    return "\n".join(line_of(made, build, each) for build, each in those)
