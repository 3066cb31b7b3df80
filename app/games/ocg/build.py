"""A build: one to eight decks, each an object of cards and their copies."""

from collections.abc import Mapping
from typing import Any, Final

from app.engine.matches.settings import MatchSetting, one_of, settled
from app.engine.versions import CARDS
from app.engine.words import Words
from app.games.ocg.pool import POOLS

MOST_DECKS: Final = 8
MOST_COPIES: Final = 4
FEWEST_CARDS: Final = 40
MOST_CARDS: Final = 80
_RANKS: Final = "CURS"
_FEW: Final[Mapping[str, int]] = {"R": 2, "S": 1}
SETTINGS: Final[Mapping[str, MatchSetting]] = {
    "unique": one_of("field", "own"),
    "rarity": one_of("any", "few", "R", "U", "C"),
    "turns_per_exchange": one_of(1, 2),
    CARDS: MatchSetting(
        [], lambda own: isinstance(own, list), Words("カードの並び", "a list of cards")
    ),
}
"""The choices for `rarity`: rare cards unlimited, only a few copies of each, or none above a rank."""


def settle(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with `unique` always, and all else that is not as usual. Raises `ConfigError`."""
    found = settled(config, SETTINGS, lambda found: POOLS.of(found).faults).items()
    return {key: value for key, value in found if key == "unique" or value != SETTINGS[key].usual}


def rarest(config: Mapping[str, Any]) -> str:
    """The rarity of the rarest cards that there are under a settled configuration."""
    limit: str = config.get("rarity", "any")
    return limit if limit in _RANKS else _RANKS[-1]


def most_copies(id: str, config: Mapping[str, Any]) -> int:
    """Return how many copies of a card a deck may have under a settled configuration."""
    rarity = POOLS.of(config)[id].rarity
    if _RANKS.index(rarity) > _RANKS.index(rarest(config)):
        return 0
    return _FEW.get(rarity, MOST_COPIES) if config.get("rarity") == "few" else MOST_COPIES
