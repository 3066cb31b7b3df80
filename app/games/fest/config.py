"""The configuration of a match: its scoring, its size, its cards, and the decks allowed."""

import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from app.engine.matches.settings import MatchSetting, one_of, settled
from app.engine.versions import Pools
from app.engine.words import Words
from app.engine.workshop.problems import explain
from app.games.fest.cards import HOUSE, Card, Cards
from app.games.fest.effects import HOUSE_TAG
from app.games.fest.workshop import cards as workshop


def _is_list_of_texts(value: object) -> bool:
    return isinstance(value, list) and all(isinstance(each, str) for each in value)


_SETTINGS: Final[Mapping[str, MatchSetting]] = {
    "scoring": one_of("B", "A", "C"),
    "petit": one_of(False, True),
    "open_lists": one_of(False, True),
    "knockout": one_of(False, True),
    "allowed_tags": MatchSetting(
        [HOUSE_TAG],
        _is_list_of_texts,
        Words("タグの並び", "a list of tags"),
    ),
    "max_copies": MatchSetting(
        None,
        lambda most: most is None or (type(most) is int and most >= 1),
        Words("1以上の数かnull", "a number from 1 on, or null"),
    ),
    "cards": MatchSetting(
        [], lambda cards: isinstance(cards, list), Words("カードの並び", "a list of cards")
    ),
}


@dataclass(frozen=True, slots=True)
class Size:
    """The number of cards of each kind."""

    deck: int
    hand: int
    front: int
    reserve: int
    kept_at_first: int
    """The most that the autopilot keeps in round 1."""


NORMAL: Final = Size(deck=24, hand=8, front=3, reserve=8, kept_at_first=3)
PETIT: Final = Size(deck=15, hand=5, front=2, reserve=5, kept_at_first=2)


def size(config: Mapping[str, Any]) -> Size:
    """The size of a match with this configuration."""
    return PETIT if config["petit"] else NORMAL


def known(config: Mapping[str, Any], house: Mapping[str, Card]) -> Mapping[str, Card]:
    """Return the cards that its decks may name: these of the game, and custom ones."""
    return {id: card for id, card in cards(config).items() if id in house or not card.sign}


def settle(config: Mapping[str, Any], house: Mapping[str, Card] = HOUSE) -> dict[str, Any]:
    """The configuration with all its keys; no house card is called as one of the house. Raises `ConfigError`, which names every problem.

    Where it says no tags, that of the house and those of the house cards are allowed.
    """
    said = dict(config)
    if said.get("allowed_tags") is None:
        said.pop("allowed_tags", None)
    found = settled(said, _SETTINGS, lambda found: _problems_of_cards(found["cards"], house))
    tags = {*found["allowed_tags"]}
    if "allowed_tags" not in said:
        tags.update(tag for card in found["cards"] for tag in card["tags"])
    return found | {"allowed_tags": sorted(tags)}


def _problems_of_cards(listed: object, house: Mapping[str, Card]) -> Iterator[Words]:
    if listed and isinstance(listed, list):
        yield from _judged(json.dumps(listed), tuple(house))


@lru_cache(maxsize=64)
def _judged(listed: str, house: tuple[str, ...]) -> tuple[Words, ...]:
    """Return the problems of these cards. The result is cached, since a season asks for every deck."""
    file = workshop.of_config(json.loads(listed), {id: HOUSE[id] for id in house})[1]
    return tuple(Words(explain(each, "ja"), explain(each, "en")) for each in file.problems)


def _pool(own: Sequence[Mapping[str, Any]]) -> Cards:
    made = workshop.of_config(own, HOUSE)[0].cards() if own else {}
    return Cards({**HOUSE, **made})


POOLS: Final = Pools(_pool)
cards = POOLS.of
"""Return all cards of a match with this configuration."""
