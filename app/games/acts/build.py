"""A build: a master and thirty cards, as copies by id; and the configuration of a match."""

from collections.abc import Mapping
from typing import Final

from app.engine.matches.settings import MatchSetting, one_of
from app.engine.words import Words

SIZE: Final = 30
MOST_COPIES: Final = 3
SETTINGS: Final[Mapping[str, MatchSetting]] = {
    "cards": one_of("starter", "fixtures"),
    "turn_limit": MatchSetting(
        0,
        lambda limit: type(limit) is int and limit >= 0,
        Words("0(なし)以上の数", "a number; 0 is none"),
    ),
}
