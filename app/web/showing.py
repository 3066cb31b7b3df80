"""Characters as pages show them."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine import Build, Ruleset
from app.games import ruleset
from app.store.tables import Revision, Season
from app.web.cards import Card, row_of


@dataclass(frozen=True, slots=True)
class Character:
    """A character with its cards, from the top."""

    name: str
    owner: str
    lore: str
    url: str
    written: str
    row: Sequence[Card]


def character_of(season: Season, revision: Revision) -> Character:
    """The character as it stands in this revision."""
    build = ruleset(season.game).read_build(revision.build)
    return character(season.game, build, revision.name, revision.owner, revision.lore, revision.url)


def character(game: str, build: Build, name: str, owner: str, lore: str, url: str) -> Character:
    """A character of this game, as pages show it."""
    written = ruleset(game).write_build(build)
    return Character(name, owner, lore, url, written, row_of(game, build))


def sample_of(game: Ruleset) -> Build:
    """A card of each of the first families: enough to show how a build is written."""
    firsts = {card.family: card.id for card in reversed(game.cards)}
    return Build(tuple(card.id for card in game.cards if firsts[card.family] == card.id)[:4])
