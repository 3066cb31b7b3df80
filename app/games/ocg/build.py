"""A build: one to eight decks, each an object of cards and their copies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.engine.matches.game import ConfigError
from app.engine.words import Words
from app.games.ocg.cards import CARDS, Card

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


def problems(
    build: object,
    config: Mapping[str, Any],
    collection: Mapping[str, int] | None = None,
    cards: Mapping[str, Card] = CARDS,
) -> list[Words]:
    """Everything that is wrong with a build under a settled configuration; a collection limits all its decks together."""
    if (
        not isinstance(build, dict)
        or build.keys() != {"decks"}
        or not isinstance(build["decks"], list)
    ):
        return [
            Words("デッキのリスト（decks）が必要です。", "A build is a list of decks as “decks”.")
        ]
    decks = build["decks"]
    found = []
    if not 1 <= len(decks) <= MOST_DECKS:
        found.append(
            Words(
                f"デッキは1つから{MOST_DECKS}つまでです（今は{len(decks)}つ）。",
                f"A build has 1 to {MOST_DECKS} decks; these are {len(decks)}.",
            )
        )
    for number, deck in enumerate(decks, start=1):
        found += _in_deck(number, deck, config, cards)
    if collection is not None and not found:
        found += _beyond(decks, collection)
    return found


def _in_deck(
    number: int, deck: object, config: Mapping[str, Any], cards: Mapping[str, Card]
) -> Iterator[Words]:
    if not isinstance(deck, dict):
        yield Words(
            f"デッキ{number}：カードIDと枚数の組ではありません。",
            f"Deck {number} is no object of card ids and copies.",
        )
        return
    size = 0
    for id, copies in deck.items():
        most = most_copies(id, config) if id in cards else MOST_COPIES
        if id not in cards:
            yield Words(
                f"デッキ{number}：「{id}」というカードはありません。",
                f"Deck {number}: there is no card “{id}”.",
            )
        if not most:
            yield Words(
                f"デッキ{number}：{id}は、この大会では使えないレアリティです。",
                f"Deck {number}: {id} is rarer than this tournament allows.",
            )
        elif type(copies) is not int or not 1 <= copies <= most:
            yield Words(
                f"デッキ{number}：{id}の枚数は1から{most}までです。",
                f"Deck {number}: there are 1 to {most} copies of a card, not so of {id}.",
            )
        size += max(copies, 0) if type(copies) is int else 0
    if not FEWEST_CARDS <= size <= MOST_CARDS:
        yield Words(
            f"デッキ{number}：デッキは{FEWEST_CARDS}枚から{MOST_CARDS}枚までです（今は{size}枚）。",
            f"Deck {number}: a deck has {FEWEST_CARDS} to {MOST_CARDS} cards, this one {size}.",
        )


def _beyond(decks: list[dict[str, int]], collection: Mapping[str, int]) -> Iterator[Words]:
    """A physical card is in one deck only."""
    used: Counter[str] = Counter()
    for deck in decks:
        used.update(deck)
    for id, copies in sorted(used.items()):
        if copies > collection.get(id, 0):
            yield Words(
                f"{id}は{collection.get(id, 0)}枚しか持っていません（使っているのは{copies}枚）。",
                f"The collection has {collection.get(id, 0)} of {id}; the decks use {copies}.",
            )
