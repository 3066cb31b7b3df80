"""A card that was just made, in builds of the house: so it can be tried at once."""

from collections import Counter
from typing import Final

from app.engine import Build, CardInfo, Lang, Ruleset
from app.tournament.lab import line_of

_MOST: Final = 4
"""So many copies at most of a card are taken out for a new one, if some card has so few."""


def decks(rules: Ruleset, lang: Lang) -> dict[str, Build]:
    """Each build to begin with that the last own card of these rules may join, by name, those with most copies of it first.

    It takes the place of all copies of a card, of its own family if there is one. Rules without own cards have none.
    """
    if not rules.house or not rules.house.added:
        return {}
    new, found = rules.house.added[-1], {}
    for name, build in rules.starters(lang).items():
        if joined := _joined(rules, build, new):
            found[f"{name} + {new.name.to(lang)}"] = joined
    return dict(sorted(found.items(), key=lambda each: -each[1].cards.count(new.id)))


def _joined(rules: Ruleset, build: Build, new: CardInfo) -> Build | None:
    """The build with the new card in place of the first card that it may replace."""
    family = {card.id: card.family for card in rules.known}
    copies = Counter(build.cards)

    def fits_worse(id: str) -> tuple[bool, bool, int]:
        return family[id] != new.family, copies[id] > _MOST, -copies[id]

    for old in sorted(copies, key=fits_worse):
        cards = [new.id if id == old else id for id in build.cards]
        joined = Build(tuple(cards if rules.is_ordered else sorted(cards)))
        if rules.allows(joined):
            return joined
    return None


def field(rules: Ruleset, lang: Lang) -> str:
    """A list for the laboratory: builds to begin with, and the first of those that have the new card, under its name."""
    name = rules.house.added[-1].name.to(lang) if rules.house else ""
    joined = [(build, name) for build in decks(rules, lang).values()][:1]
    those = [*joined, *((build, each) for each, build in rules.starters(lang).items())]
    return "\n".join(line_of(rules, build, each) for build, each in those)
