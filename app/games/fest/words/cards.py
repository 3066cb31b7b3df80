"""The house cards as a player reads them."""

from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.fest.cards import HOUSE, Card
from app.games.fest.effects import Use
from app.games.fest.words.known import blanks_of
from app.games.fest.words.names import abilities, filled, title, words_of


def _effect(use: Use, lang: Lang) -> str:
    """Return the name and text of an effect, and its conditions."""
    words, blanks, name = words_of(use.effect), blanks_of(use), title(use)
    text = filled(words.text, blanks).to(lang)
    needs = filled(words.needs, blanks).to(lang) if words.needs.en else ""
    if lang == "ja":
        return f"{use.word}「{name.ja}」{text}" + (f"条件：{needs}。" if needs else "")
    return f"{use.word} {name.en}: {text}" + (f" Only if {needs}." if needs else "")


def info(number: int, card: Card) -> CardInfo:
    """The card as a player reads it."""
    ja, en = (
        " ".join([_abilities(card, lang), *(_effect(use, lang) for use in card.uses)])
        for lang in _LANGS
    )
    return CardInfo(
        number, card.id, card.sign, card.name, card.family, (), Words(ja, en), tags=card.tags
    )


def _abilities(card: Card, lang: Lang) -> str:
    named = abilities(card.abilities, lang)
    return f"能力は{named}。" if lang == "ja" else f"Abilities: {named}."


_LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")
CARD_LIST: Final = tuple(info(number, card) for number, card in enumerate(HOUSE.values(), 1))
"""All cards, numbered in the order of the book."""
