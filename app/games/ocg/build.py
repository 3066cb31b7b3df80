"""A build: one to eight decks, each an object of cards and their copies."""

from collections.abc import Mapping
from typing import Any, Final

from app.engine.matches.game import ConfigError
from app.engine.words import Words
from app.games.ocg.cards import CARDS

UNIQUE: Final = ("field", "own")
MOST_DECKS: Final = 8
MOST_COPIES: Final = 4
FEWEST_CARDS: Final = 40
MOST_CARDS: Final = 80


RARITY: Final = ("any", "few", "R", "U", "C")
"""What a season may decide about rare cards: none of them limited, only few of each, or none above this rarity."""
_RANKS: Final = "CURS"
_FEW: Final[Mapping[str, int]] = {"R": 2, "S": 1}
_USUAL: Final[Mapping[str, Any]] = {"unique": "field", "rarity": "any", "turns_per_exchange": 1}
_VALUES: Final[Mapping[str, tuple[Any, ...]]] = {
    "unique": UNIQUE,
    "rarity": RARITY,
    "turns_per_exchange": (1, 2),
}


def settle(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with `unique` always, and all else that is not as usual. Raises `ConfigError`."""
    problems = [
        Words(f"「{key}」という設定はありません。", f"There is no setting “{key}”.")
        for key in sorted(map(str, config.keys() - _USUAL.keys()))
    ]
    settled = {key: config.get(key, usual) for key, usual in _USUAL.items()}
    for key, values in _VALUES.items():
        if not any(type(settled[key]) is type(each) and settled[key] == each for each in values):
            *most, last = map(str, values)
            problems.append(
                Words(
                    f"「{key}」は{'、'.join((*most, last))}のどれかです。",
                    f"“{key}” is {', '.join(most)} or {last}.",
                )
            )
    if problems:
        raise ConfigError(problems)
    return {key: value for key, value in settled.items() if key == "unique" or value != _USUAL[key]}


def rarest(config: Mapping[str, Any]) -> str:
    """The rarity of the rarest cards that there are under a settled configuration."""
    limit: str = config.get("rarity", "any")
    return limit if limit in _RANKS else _RANKS[-1]


def most_copies(id: str, config: Mapping[str, Any]) -> int:
    """How many copies of a card a deck may have under a settled configuration."""
    rarity = CARDS[id].rarity
    if _RANKS.index(rarity) > _RANKS.index(rarest(config)):
        return 0
    return _FEW.get(rarity, MOST_COPIES) if config.get("rarity") == "few" else MOST_COPIES
