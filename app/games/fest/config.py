"""The configuration of a match: how it is scored, its size, which cards there are, and which decks may be played."""

import json
import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Final

from app.engine.matches.settings import MatchSetting, one_of, settled
from app.engine.words import Words
from app.games.fest.abilities import ABILITIES, ATTRIBUTES, THEMES
from app.games.fest.cards import HOUSE, Card, Cards
from app.games.fest.effects import EFFECTS, HOUSE_TAG, Printed


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
_CARD_ID: Final = re.compile("[A-Z][A-Z0-9]{1,7}")
_BLANKS: Final[Mapping[str, tuple[str, ...]]] = {"x": ATTRIBUTES, "y": ATTRIBUTES, "z": THEMES}


@dataclass(frozen=True, slots=True)
class Size:
    """How many cards there are of each kind."""

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


def cards(config: Mapping[str, Any]) -> Cards:
    """All cards that a match with this configuration knows."""
    return _with_custom(json.dumps(config["cards"])) if config["cards"] else HOUSE


def known(config: Mapping[str, Any], house: Mapping[str, Card]) -> Mapping[str, Card]:
    """The cards that decks of it may name: these of the house, and custom ones."""
    return {id: card for id, card in cards(config).items() if id in house or not card.sign}


@lru_cache(maxsize=64)
def _with_custom(listed: str) -> Cards:
    return Cards({**HOUSE, **{card["id"]: _card(card) for card in json.loads(listed)}})


def _card(listed: Mapping[str, Any]) -> Card:
    first, second = (
        Printed(each["code"], each.get("z"), each.get("x"), each.get("y"))
        for each in listed["effects"]
    )
    one, another = listed["abilities"]
    name = Words(listed["name"], listed["name"])
    return Card(listed["id"], name, (one, another), (first, second), (*listed["tags"],))


def settle(config: Mapping[str, Any], house: Mapping[str, Card] = HOUSE) -> dict[str, Any]:
    """The configuration with all its keys; no custom card is called as one of the house. Raises `ConfigError`, which names every problem."""
    found = settled(config, _SETTINGS, lambda found: _problems_of_cards(found["cards"], house))
    return found | {"allowed_tags": sorted({*found["allowed_tags"]})}


def _problems_of_cards(listed: object, house: Mapping[str, Card]) -> Iterator[Words]:
    known = {*house}
    for number, card in enumerate(listed if isinstance(listed, list) else (), start=1):
        if not isinstance(card, Mapping):
            yield Words(f"{number}枚目のカードが読めません。", f"Card number {number} is no card.")
            continue
        id = card.get("id")
        named = id if isinstance(id, str) else str(number)
        if not isinstance(id, str) or not _CARD_ID.fullmatch(id):
            yield _of(
                named,
                "IDは大文字1字と、大文字か数字1〜7字です。",
                "an id is a capital letter, then 1 to 7 capital letters or digits.",
            )
        elif id in known:
            yield _of(
                named, "同じIDのカードがもうあります。", "there is another card with this id."
            )
        else:
            known.add(id)
        for ja, en in _faults(card):
            yield _of(named, ja, en)


def _of(card: str, ja: str, en: str) -> Words:
    return Words(f"カード{card}: {ja}", f"Card {card}: {en}")


def _faults(card: Mapping[str, Any]) -> Iterator[Words]:
    """What is wrong with a card of the organiser, but for its id."""
    wanted = {"id", "name", "abilities", "effects", "tags"}
    if not wanted <= {*card} <= wanted | {"author", "picture"}:
        yield Words(
            "項目はid、name、abilities、effects、tagsと、任意でauthor、pictureです。",
            "it has id, name, abilities, effects and tags, perhaps also author and picture.",
        )
    texts = [card[key] for key in ("name", "author", "picture") if key in card]
    if not all(isinstance(text, str) for text in texts) or not card.get("name"):
        yield Words("名前と文は空でない文字列です。", "its name and other texts are texts.")
    abilities = card.get("abilities")
    if not (
        isinstance(abilities, list)
        and len(abilities) == 2
        and all(each is None or (isinstance(each, str) and each in ABILITIES) for each in abilities)
    ):
        yield Words("能力は2つで、なしはnullです。", "it has two abilities, null for none.")
    tags = card.get("tags")
    if not _is_list_of_texts(tags):
        yield Words("tagsはタグの並びです。", "its tags are a list of tags.")
        tags = None
    effects = card.get("effects")
    if not (isinstance(effects, list) and len(effects) == 2):
        yield Words("効果は2種です。", "it has two effects.")
        return
    faulty = [fault for each in effects for fault in _faults_of_effect(each)]
    yield from faulty
    if faulty:
        return
    one, another = ({key: each.get(key) for key in ("code", *_BLANKS)} for each in effects)
    if one == another:
        yield Words("2つの効果は異なる必要があります。", "its two effects are the same.")
    for tag in sorted({EFFECTS[each["code"]].tag for each in effects}):
        if tags is not None and tag not in tags:
            yield Words(f"タグ{tag}が必要です。", f"it needs the tag {tag}.")


def _faults_of_effect(listed: object) -> Iterator[Words]:
    code = listed.get("code") if isinstance(listed, Mapping) else None
    if not isinstance(listed, Mapping) or not isinstance(code, str) or code not in EFFECTS:
        yield Words("知られていない効果です。", "an effect is not known.")
        return
    effect = EFFECTS[code]
    wanted = {"code", *effect.blanks}
    if not wanted <= {*listed} <= wanted | {"title", "flavour"} or not all(
        isinstance(text, str) for text in listed.values()
    ):
        blanks = "、".join(effect.blanks) or "なし"
        yield Words(
            f"{code}の項目が違います。空欄: {blanks}。",
            f"{code} has other keys; its blanks are {', '.join(effect.blanks) or 'none'}.",
        )
    elif any(listed[blank] not in _BLANKS[blank] for blank in effect.blanks):
        yield Words(
            f"{code}の空欄の言葉が違います。", f"{code} has a blank with a word that does not fit."
        )
    elif code in ("S05", "S07") and listed["x"] == listed["y"]:
        yield Words(
            f"{code}の2つの属性は異なる必要があります。", f"{code} has the same attribute twice."
        )
