"""The documentation lists what cards of each game are made of, in both languages."""

import pytest

from app.engine import Lang
from app.engine.workshop.listing import listed
from app.games import ruleset, slugs

MAKERS = [slug for slug in slugs() if ruleset(slug).workshop]


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize("slug", MAKERS)
def test_each_row_of_the_list_says_what_a_word_means(slug: str, lang: Lang) -> None:
    shop = ruleset(slug).shop
    text = shop.words(lang) if shop.words else listed(shop.kind, lang)
    rows = [line.strip("|").split(" | ") for line in text.splitlines() if line.startswith("| `")]

    assert len(rows) > 5
    assert [row for row in rows if not all(cell.strip() for cell in row)] == []
    assert not shop.words or all(f"### {heading}" in text for heading in HEADINGS[lang])


HEADINGS: dict[Lang, tuple[str, ...]] = {
    "ja": ("効果 `do`", "条件 `constraint`", "系統 `family`"),
    "en": ("What a card does: `do`", "Conditions: `constraint`", "Families: `family`"),
}
