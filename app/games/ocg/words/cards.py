"""The cards as a player reads them."""

from functools import lru_cache
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.ocg.cards import Card
from app.games.ocg.effects import COLOUR_NAMES, keywords, meant
from app.games.ocg.pool import MOST_POOLS, MatchCards

_FAMILIES: Final = {
    "white": Words("白のキャラクター", "White characters"),
    "red": Words("赤のキャラクター", "Red characters"),
    "blue": Words("青のキャラクター", "Blue characters"),
    "black": Words("黒のキャラクター", "Black characters"),
    "green": Words("緑のキャラクター", "Green characters"),
    "item": Words("アイテム", "Items"),
    "command": Words("コマンド", "Commands"),
    "area": Words("エリア", "Areas"),
}
LEVEL: Final = Words("レベル", "Level")
_POWER: Final = Words("攻撃力", "Power")
_DURABILITY: Final = Words("耐久力", "Durability")
RARITY: Final = Words("レアリティ", "Rarity")
_BASIC: Final = Words(
    "基本キャラクター：手札から召喚します。", "A basic character: it is summoned."
)
_CLASS: Final = Words(
    "クラスカード：場にいるレベル{below}の{who}に重ねます。",
    "A class card: it is laid on {who} of level {below}.",
)
_NEEDS: Final = Words(
    "レベル{level}以上のキャラクターに。", "For a character of level {level} or more."
)
_COLOURED: Final = Words("{colour}。", "{colour}.")


def _text(card: Card, lang: Lang) -> str:
    """Return what a card is and does."""
    colour = COLOUR_NAMES[card.colour].to(lang)
    said = [_COLOURED.to(lang).format(colour=colour.capitalize())]
    if card.kind == "char":
        words = _BASIC if card.is_basic else _CLASS
        who = Words(card.who_ja, card.who).to(lang)
        said.append(words.to(lang).format(who=who, below=card.level - 1))
        for key, name in keywords(card.bonus):
            colon = "：" if lang == "ja" else ": "
            said.append(f"{name.to(lang)}{colon}{meant(card.bonus, key).to(lang)}")
    else:
        if card.level:
            said.append(_NEEDS.to(lang).format(level=card.level))
        said.append(card.text.to(lang))
    return ("" if lang == "ja" else " ").join(said)


def _info(number: int, card: Card) -> CardInfo:
    figures = [] if card.kind == "area" else [(LEVEL, str(card.level))]
    if card.kind == "char":
        figures += [(_POWER, str(card.bonus.power)), (_DURABILITY, str(card.bonus.dur))]
    figures.append((RARITY, card.rarity))
    family = _FAMILIES[card.colour if card.kind == "char" else card.kind]
    text = Words(_text(card, "ja"), _text(card, "en"))
    return CardInfo(number, card.id, card.sign or card.id, card.name, family, (*figures,), text)


@lru_cache(maxsize=MOST_POOLS)
def card_list(pool: MatchCards) -> tuple[CardInfo, ...]:
    """Return all cards, numbered in the order of the book, own ones last."""
    return tuple(_info(number, card) for number, card in enumerate(pool.values(), 1))
