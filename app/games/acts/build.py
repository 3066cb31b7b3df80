"""A build: a master and thirty cards, as copies by id; and the configuration of a match."""

from collections.abc import Mapping
from typing import Any, Final

from app.engine.matches.game import ConfigError
from app.engine.words import Words

SIZE: Final = 30
MOST_COPIES: Final = 3
CARD_SETS: Final = ("starter", "fixtures")


def settle(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with all its keys. Raises `ConfigError`."""
    problems = [
        Words(f"「{key}」という設定はありません。", f"There is no setting “{key}”.")
        for key in sorted(map(str, config.keys() - {"cards", "turn_limit"}))
    ]
    cards, limit = config.get("cards", "starter"), config.get("turn_limit", 0)
    if cards not in CARD_SETS:
        problems.append(
            Words(
                "「cards」は「starter」か「fixtures」です。",
                "“cards” is “starter” or “fixtures”.",
            )
        )
    if type(limit) is not int or limit < 0:
        problems.append(
            Words(
                "「turn_limit」は0(なし)以上の数です。",
                "“turn_limit” is a number; 0 is none.",
            )
        )
    if problems:
        raise ConfigError(problems)
    return {"cards": cards, "turn_limit": limit}
