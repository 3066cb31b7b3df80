"""The rule book against the tables: every card and deck as it is."""

import re
from typing import get_args

import pytest

from app.engine import Lang
from app.games.ocg import RULESETS
from app.games.ocg.cards import CARDS
from app.games.ocg.effects import COLOUR_NAMES, keywords
from app.games.ocg.pool import POOLS
from app.games.ocg.words.samples import SAMPLES
from app.games.ocg.workshop import of_file

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)


def table(lang: Lang, chapter: str) -> list[list[str]]:
    """The rows of the table in this chapter, without its head."""
    text = re.split(r"\n##+ ", RULESETS[0].rules(lang).partition(f"### {chapter} ")[2])[0]
    rows = [line.strip("| \n").split(" | ") for line in text.splitlines() if line.startswith("| ")]
    return rows[1:]


@languages
def test_every_card_is_listed_as_it_is(lang: Lang) -> None:
    other: Lang = "en" if lang == "ja" else "ja"
    told = {row[0]: row[1:] for n in range(1, 5) for row in table(lang, f"5.{n}")}

    assert [*told] == [*CARDS]
    for id, card in CARDS.items():
        names = [card.name.to(lang), card.name.to(other)]
        colour, level = COLOUR_NAMES[card.colour].to(lang), str(card.level)
        if card.kind == "char":
            has = ("、" if lang == "ja" else ", ").join(
                name.to(lang) for _, name in keywords(card.bonus)
            ) or "–"
            numbers = [str(card.bonus.power), str(card.bonus.dur)]
            who = POOLS.house.characters[card.who].to(lang)
            assert told[id] == [*names, who, colour, level, *numbers, has, card.rarity]
        else:
            assert told[id] == [*names, colour, level, card.text.to(lang), card.rarity]


@languages
def test_every_sample_deck_is_listed_and_how_it_is_played(lang: Lang) -> None:
    book = " ".join(RULESETS[0].rules(lang).split())
    rows = table(lang, "5.5")

    assert [row[0] for row in rows] == [sample.name.to(lang) for sample in SAMPLES]
    for row, sample in zip(rows, SAMPLES, strict=True):
        cards = " ".join(f"{n}x{id}" if n > 1 else id for id, n in sorted(sample.deck.items()))
        assert row[1:] == [str(sum(sample.deck.values())), cards]
        assert sample.how.to(lang) in book


@languages
def test_the_own_cards_that_the_book_writes_are_legal(lang: Lang) -> None:
    written = RULESETS[0].rules(lang).partition("```toml\n")[2].partition("```")[0]

    assert [each.id for each in of_file(written)] == ["X01", "X02"]
