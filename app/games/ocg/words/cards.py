"""The cards as a player reads them."""

from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.ocg.cards import COLOUR_NAMES, Card
from app.games.ocg.effects import Bonus
from app.games.ocg.pool import MOST_POOLS, Pool

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
POWER: Final = Words("攻撃力", "Power")
DURABILITY: Final = Words("耐久力", "Durability")
RARITY: Final = Words("レアリティ", "Rarity")
KEYWORDS: Final = {
    "swift": Words("速攻", "Swift"),
    "wall": Words("壁", "Wall"),
    "pierce": Words("貫通{n}", "Pierce {n}"),
    "recover": Words("回復{n}", "Recover {n}"),
    "tough": Words("頑丈{n}", "Tough {n}"),
}
"""What a character may have besides its numbers; `{n}` is how much."""
_MEANS: Final = {
    "swift": Words(
        "出たターンにアタックできます。", "It may attack in the turn in which it arrives."
    ),
    "wall": Words(
        "アタックできませんが、1ターンに2回、出たターンにも反撃できます。",
        "It cannot attack, but counters twice a turn, in the turn of its arrival too.",
    ),
    "pierce": Words(
        "アタックで誰かとぶつかるたびに、相手の山札の上から{n}枚もダメージになります。",
        "Whenever it attacks and meets a guard, {n} more damage comes from the top of the opponent's pile.",
    ),
    "recover": Words(
        "ドローフェイズごとに、負ったダメージが{n}減ります。",
        "It loses {n} of its damage in each draw phase.",
    ),
    "tough": Words(
        "ぶつかって受けるダメージが{n}減ります。",
        "It takes {n} less whenever it meets somebody in battle.",
    ),
}
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


def keywords(bonus: Bonus, lang: Lang) -> Iterator[str]:
    """What a character has besides its numbers."""
    for name, words in KEYWORDS.items():
        if amount := getattr(bonus, name):
            yield words.to(lang).format(n=amount)


def _text(card: Card, lang: Lang) -> str:
    """What a card is and does."""
    colour = COLOUR_NAMES[card.colour].to(lang)
    said = [_COLOURED.to(lang).format(colour=colour.capitalize())]
    if card.kind == "char":
        words = _BASIC if card.is_basic else _CLASS
        who = Words(card.who_ja, card.who).to(lang)
        said.append(words.to(lang).format(who=who, below=card.level - 1))
        for name, means in _MEANS.items():
            if amount := getattr(card.bonus, name):
                keyword = KEYWORDS[name].to(lang).format(n=amount)
                colon = "：" if lang == "ja" else ": "
                said.append(f"{keyword}{colon}{means.to(lang).format(n=amount)}")
    else:
        if card.level:
            said.append(_NEEDS.to(lang).format(level=card.level))
        said.append(card.text.to(lang))
    return ("" if lang == "ja" else " ").join(said)


def _info(number: int, card: Card) -> CardInfo:
    figures = [] if card.kind == "area" else [(LEVEL, str(card.level))]
    if card.kind == "char":
        figures += [(POWER, str(card.bonus.power)), (DURABILITY, str(card.bonus.dur))]
    figures.append((RARITY, card.rarity))
    family = _FAMILIES[card.colour if card.kind == "char" else card.kind]
    text = Words(_text(card, "ja"), _text(card, "en"))
    return CardInfo(number, card.id, card.sign, card.name, family, (*figures,), text)


@lru_cache(maxsize=MOST_POOLS)
def card_list(pool: Pool) -> tuple[CardInfo, ...]:
    """All of them, numbered in the order of the book; own ones follow."""
    return tuple(_info(number, card) for number, card in enumerate(pool.values(), 1))
