"""The cards as a player reads them."""

from collections.abc import Iterator
from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.ocg.abilities import Bonus
from app.games.ocg.cards import CARDS, Card
from app.games.ocg.names import CARDS as NAMES
from app.games.ocg.names import CHARACTERS, COLOURS, SIGNS

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
EFFECTS: Final = {
    "I01": Words("持ち主の攻撃力＋1。", "Its bearer has power +1."),
    "I02": Words("持ち主の耐久力＋2。", "Its bearer has durability +2."),
    "I03": Words(
        "持ち主に速攻：出たターンにアタックできます。",
        "Its bearer has Swift and may attack in the turn in which it arrives.",
    ),
    "I04": Words(
        "持ち主に回復1：ドローフェイズごとに、ダメージが1減ります。ほかの回復に足されます。",
        "Its bearer has Recover 1, beyond any other, and loses 1 of its damage in each draw phase.",
    ),
    "I05": Words(
        "持ち主に貫通1：アタックで誰かとぶつかると、相手の山札の上から1枚もダメージになります。ほかの貫通に足されます。",
        "Its bearer has Pierce 1, beyond any other: as it attacks and meets a guard, the top card of the opponent's pile becomes damage too.",
    ),
    "I06": Words("持ち主の攻撃力＋2、耐久力−1。", "Its bearer has power +2 and durability −1."),
    "I07": Words(
        "持ち主に頑丈1：ぶつかって受けるダメージが1減ります。ほかの頑丈に足されます。",
        "Its bearer has Tough 1, beyond any other, and takes 1 less in a clash.",
    ),
    "K01": Words(
        "使ったキャラクターの攻撃力＋2（このターン）。", "Its user has power +2 in this turn."
    ),
    "K02": Words(
        "使ったキャラクターに頑丈2（このターン）：ぶつかって受けるダメージが2減ります。",
        "Its user has Tough 2 in this turn and takes 2 less in a clash.",
    ),
    "K03": Words(
        "自分のキャラクター1人の、負ったダメージを3まで減らします。",
        "Remove up to 3 damage from one of your characters.",
    ),
    "K04": Words(
        "相手のキャラクター1人に2ダメージ。バトルではないので、頑丈では減らず、倒しても相手のダメージにはなりません。",
        "2 damage to an enemy character. It is no battle: Tough does not lower it, and whoever falls is no damage point.",
    ),
    "K05": Words("カードを2枚引きます。", "Draw 2 cards."),
    "K06": Words(
        "使ったキャラクターのこのターンのアタックには、誰も反撃できません。",
        "Nobody can counter its user's attack in this turn.",
    ),
    "K07": Words(
        "自分の捨て札のキャラクターカード1枚を、手札に戻します。",
        "Take one character card from your discard back into your hand.",
    ),
    "K08": Words(
        "相手のキャラクターのアイテム1つを捨て札にします。",
        "Discard one item of an enemy character.",
    ),
    "K09": Words(
        "レベル0か1の、相手のキャラクター1人を捨て札にします。ダメージにはなりません。",
        "Discard an enemy character of level 0 or 1. It is no damage point.",
    ),
    "R01": Words("白のキャラクターの攻撃力＋1。", "White characters have power +1."),
    "R02": Words("緑のキャラクターの耐久力＋1。", "Green characters have durability +1."),
    "R03": Words("青のキャラクターの攻撃力＋1。", "Blue characters have power +1."),
    "R04": Words(
        "直接アタックでダメージになるカードは2枚までです。",
        "A direct attack moves at most 2 cards.",
    ),
    "R05": Words("全キャラクターの攻撃力＋1。", "All characters have power +1."),
    "R06": Words(
        "全キャラクターに回復1：次のドローフェイズに、ダメージが1減ります。",
        "All characters have Recover 1: in the next draw phase they lose 1 of their damage.",
    ),
}
"""What items, commands and areas do."""
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
    colour = COLOURS[card.colour].to(lang)
    said = [_COLOURED.to(lang).format(colour=colour.capitalize())]
    if card.kind == "char":
        words = _BASIC if card.is_basic else _CLASS
        who = CHARACTERS[card.who].to(lang)
        said.append(words.to(lang).format(who=who, below=card.level - 1))
        for name, means in _MEANS.items():
            if amount := getattr(card.bonus, name):
                keyword = KEYWORDS[name].to(lang).format(n=amount)
                colon = "：" if lang == "ja" else ": "
                said.append(f"{keyword}{colon}{means.to(lang).format(n=amount)}")
    else:
        if card.level:
            said.append(_NEEDS.to(lang).format(level=card.level))
        said.append(EFFECTS[card.id].to(lang))
    return ("" if lang == "ja" else " ").join(said)


def _info(number: int, card: Card) -> CardInfo:
    figures = [] if card.kind == "area" else [(LEVEL, str(card.level))]
    if card.kind == "char":
        figures += [(POWER, str(card.bonus.power)), (DURABILITY, str(card.bonus.dur))]
    figures.append((RARITY, card.rarity))
    family = _FAMILIES[card.colour if card.kind == "char" else card.kind]
    text = Words(_text(card, "ja"), _text(card, "en"))
    return CardInfo(number, card.id, SIGNS[card.id], NAMES[card.id], family, (*figures,), text)


CARD_LIST: Final = tuple(_info(number, card) for number, card in enumerate(CARDS.values(), 1))
"""All of them, numbered in the order of the book."""
