"""A build: one to eight decks, each an object of cards and their copies."""

from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.engine.matches.game import ConfigError
from app.engine.words import Words
from app.games.ocg.cards import CARDS

UNIQUE: Final = ("field", "own")
MOST_DECKS: Final = 8
MOST_COPIES: Final = 4
FEWEST_CARDS: Final = 40
MOST_CARDS: Final = 80


def settle(config: Mapping[str, Any]) -> dict[str, Any]:
    """The configuration with all its keys. Raises `ConfigError`."""
    problems = [
        Words(f"「{key}」という設定はありません。", f"There is no setting “{key}”.")
        for key in sorted(map(str, config.keys() - {"unique"}))
    ]
    unique = config.get("unique", "field")
    if unique not in UNIQUE:
        problems.append(
            Words(
                "「unique」は「field」か「own」です。",
                "“unique” is “field” or “own”.",
            )
        )
    if problems:
        raise ConfigError(problems)
    return {"unique": unique}


def problems(build: object, config: Mapping[str, Any]) -> list[Words]:
    """Everything that is wrong with a build; `collection` in the configuration limits all its decks together."""
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
        found += _in_deck(number, deck)
    collection = config.get("collection")
    if collection is not None and not found:
        found += _beyond(decks, collection)
    return found


def _in_deck(number: int, deck: object) -> Iterator[Words]:
    if not isinstance(deck, dict):
        yield Words(
            f"デッキ{number}：カードIDと枚数の組ではありません。",
            f"Deck {number} is no object of card ids and copies.",
        )
        return
    size = 0
    for id, copies in deck.items():
        if id not in CARDS:
            yield Words(
                f"デッキ{number}：「{id}」というカードはありません。",
                f"Deck {number}: there is no card “{id}”.",
            )
        if type(copies) is not int or not 1 <= copies <= MOST_COPIES:
            yield Words(
                f"デッキ{number}：{id}の枚数は1から{MOST_COPIES}までです。",
                f"Deck {number}: there are 1 to {MOST_COPIES} copies of a card, not so of {id}.",
            )
        else:
            size += copies
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
