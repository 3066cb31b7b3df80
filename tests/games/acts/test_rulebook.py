"""The rule book against the tables: every card and deck as it is."""

import re
from typing import get_args

import pytest

from app.engine import Lang
from app.games.acts import RULESETS
from app.games.acts.cards import CARDS
from app.games.acts.pool import POOLS
from app.games.acts.words.cards import TOOLS, text
from app.games.acts.words.samples import SAMPLES

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)


def table(lang: Lang, chapter: str) -> list[list[str]]:
    """The rows of the table in this chapter, without its head."""
    book = re.split(r"\n##+ ", RULESETS[0].rules(lang).partition(f"### {chapter} ")[2])[0]
    rows = [line.strip("| \n").split(" | ") for line in book.splitlines() if line.startswith("| ")]
    return rows[1:]


@languages
def test_every_card_is_listed_as_it_is(lang: Lang) -> None:
    other: Lang = "en" if lang == "ja" else "ja"
    told = {row[0]: row[1:] for n in range(1, 6) for row in table(lang, f"5.{n}")}

    assert {*told} == {*CARDS}
    for id, card in CARDS.items():
        names = [POOLS.house.names[id].to(lang), POOLS.house.names[id].to(other)]
        numbers = [*map(str, (card.size, card.life, card.atk, card.dfn))]
        if card.kind == "tool":
            numbers = [TOOLS[card.tool].to(lang), f"{card.cost}e"]
        assert told[id][:2] == names
        assert told[id][-1] == text(card, lang)
        assert card.kind == "ether" or told[id][2 : 2 + len(numbers)] == numbers


@languages
def test_every_sample_deck_is_listed_and_how_it_is_played(lang: Lang) -> None:
    book = " ".join(RULESETS[0].rules(lang).split())
    rows = table(lang, "5.6")

    assert [row[0] for row in rows] == [sample.name.to(lang) for sample in SAMPLES]
    for row, sample in zip(rows, SAMPLES, strict=True):
        deck = {**sample.deck}
        (master,) = deck.keys() & {"M01", "M02", "M03", "M04"}
        del deck[master]
        cards = " ".join(f"{n}x{id}" if n > 1 else id for id, n in deck.items())
        assert row[1:] == [master, cards]
        assert sample.how.to(lang) in book
