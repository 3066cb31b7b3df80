"""`hikyaku cards` and `hikyaku rules`: what a player reads up."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from app.games import ruleset, slugs

Hikyaku = Callable[..., Result]


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_every_card_is_listed_with_its_text(hikyaku: Hikyaku, game: str, lang: str) -> None:
    listed = hikyaku("cards", game, "--lang", lang).stdout

    for card in ruleset(game).cards:
        name, text = (card.name.ja, card.text.ja) if lang == "ja" else (card.name.en, card.text.en)
        assert name in listed
        assert text in listed


def test_cards_stand_under_their_family(hikyaku: Hikyaku) -> None:
    assert hikyaku("cards", "laplaplus").stdout.splitlines()[:3] == [
        "Core",
        "    1  核  Core         Force 5",
        "       Has no ability.",
    ]


def test_cards_as_json_have_both_languages(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("cards", "laplaplus", "--json").stdout)

    assert told["cards"][0] | {"text": None} == {
        "number": 1,
        "id": "core",
        "character": "核",
        "name": {"ja": "コア", "en": "Core"},
        "family": {"ja": "コア系", "en": "Core"},
        "figures": [{"label": {"ja": "フォース", "en": "Force"}, "value": "5"}],
        "text": None,
    }


@pytest.mark.parametrize("game", slugs())
@pytest.mark.parametrize("lang", ["ja", "en"])
def test_the_rule_book_is_printed_as_it_is(hikyaku: Hikyaku, game: str, lang: str) -> None:
    book = ruleset(game).folder / f"RULES.{lang}.md"

    assert hikyaku("rules", game, "--lang", lang).stdout == book.read_text(encoding="utf-8")
