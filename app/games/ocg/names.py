"""What colours, characters, cards and starter decks are called, in both languages."""

from typing import Final

from app.engine.words import Lang, Words
from app.games.ocg.cards import CARDS

COLOURS: Final = {
    "white": Words("白", "white"),
    "black": Words("黒", "black"),
    "blue": Words("青", "blue"),
    "red": Words("赤", "red"),
    "green": Words("緑", "green"),
}
RARITIES: Final = {
    "C": Words("コモン", "common"),
    "U": Words("アンコモン", "uncommon"),
    "R": Words("レア", "rare"),
    "S": Words("激レア", "super rare"),
}
DECKS: Final = {
    "Blades": Words("刃の陣", "Blades"),
    "Wilds": Words("獣の陣", "Wilds"),
    "Forerunners": Words("速攻隊", "Forerunners"),
    "Siege": Words("籠城", "Under Siege"),
    "House": Words("イネ一座", "House of Ine"),
}
"""The names of the sample decks, the starter decks first."""


def card_name(id: str, lang: Lang) -> str:
    """A card as texts name it."""
    return CARDS[id].name.to(lang)
