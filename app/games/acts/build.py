"""A build: a master and thirty cards, as copies by id; and the configuration of a match."""

from collections.abc import Iterator, Mapping
from typing import Any, Final

from app.engine.matches.game import ConfigError
from app.engine.words import Words
from app.games.acts.cards import CARDS, ETHER, FIXTURES, Card

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


def problems(
    build: object, config: Mapping[str, Any], cards: Mapping[str, Card] = CARDS
) -> list[Words]:
    """Everything that is wrong with a build of these cards."""
    if type(build) is not dict or build.keys() != {"deck", "master"}:
        return [
            Words(
                "マスター(master)とデッキ(deck)が必要です。",
                "A build is a master as “master” and its cards as “deck”.",
            )
        ]
    legal = {id for id in cards if config["cards"] == "fixtures" or id not in FIXTURES}
    return [*_of_master(build["master"], legal), *_of_deck(build["deck"], legal)]


def _of_master(master: object, legal: set[str]) -> Iterator[Words]:
    if type(master) is not str or master not in legal or CARDS[master].kind != "master":
        yield Words(f"「{master}」というマスターはいません。", f"There is no master “{master}”.")


def _of_deck(deck: object, legal: set[str]) -> Iterator[Words]:
    if type(deck) is not dict:
        yield Words(
            "デッキはカードIDと枚数の組です。", "A deck is an object of card ids and copies."
        )
        return
    size = 0
    for id, copies in deck.items():
        if id not in legal or CARDS[id].kind == "master":
            yield Words(f"「{id}」というカードはありません。", f"There is no card “{id}”.")
        if type(copies) is not int or copies < 1:
            yield Words(f"{id}の枚数が数ではありません。", f"The copies of {id} are no number.")
            continue
        if copies > MOST_COPIES and id != ETHER:
            yield Words(
                f"{id}は{MOST_COPIES}枚までです(今は{copies}枚)。",
                f"There are at most {MOST_COPIES} copies of a card; of {id} there are {copies}.",
            )
        size += copies
    if size != SIZE:
        yield Words(
            f"デッキはちょうど{SIZE}枚です(今は{size}枚)。",
            f"A deck has exactly {SIZE} cards, this one {size}.",
        )
