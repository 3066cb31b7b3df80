"""The house cards as a player reads them."""

from typing import Final

from app.engine.ruleset import CardInfo
from app.engine.words import Lang, Words
from app.games.fest.cards import HOUSE
from app.games.fest.effects import Use
from app.games.fest.words.known import blanks_of
from app.games.fest.words.names import EFFECTS, abilities, filled


def _effect(use: Use, lang: Lang) -> str:
    """What an effect is called and does, and when it can be used."""
    words, blanks = EFFECTS[use.effect.code], blanks_of(use)
    text = filled(words.text, blanks).to(lang)
    needs = filled(words.needs, blanks).to(lang) if words.needs.en else ""
    if lang == "ja":
        return f"{use.word}「{words.name.ja}」{text}" + (f"条件：{needs}。" if needs else "")
    return f"{use.word} {words.name.en}: {text}" + (f" Only if {needs}." if needs else "")


def _info(number: int, id: str) -> CardInfo:
    card = HOUSE[id]
    ja, en = (
        " ".join([_abilities(id, lang), *(_effect(use, lang) for use in card.uses)])
        for lang in _LANGS
    )
    return CardInfo(number, id, card.sign, card.name, card.family, (), Words(ja, en))


def _abilities(id: str, lang: Lang) -> str:
    named = abilities(HOUSE[id].abilities, lang)
    return f"能力は{named}。" if lang == "ja" else f"Abilities: {named}."


_LANGS: Final[tuple[Lang, Lang]] = ("ja", "en")
CARD_LIST: Final = tuple(_info(number, id) for number, id in enumerate(HOUSE, 1))
"""All of them, numbered in the order of the book."""
