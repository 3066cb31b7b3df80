"""The rule book against the game: rulings in their order, the same words as in lists of results."""

import re

import pytest

from app.engine import Lang
from app.games.laplaplus import RULESETS
from app.games.laplaplus.battle import REASONS
from app.games.laplaplus.sentences import ENDINGS

languages = pytest.mark.parametrize("lang", ["ja", "en"])


@languages
def test_all_rulings_are_told_in_their_order(lang: Lang) -> None:
    rulings = re.findall(r"^- \*\*R(\d+)\*\* ", RULESETS[0].rules(lang), re.MULTILINE)

    assert [int(number) for number in rulings] == list(range(1, 47))


@languages
def test_the_rule_book_says_what_lists_of_results_call_an_ending(lang: Lang) -> None:
    """Chapter 5.8, in the order of the reasons: result, meaning, turn."""
    chapter = RULESETS[0].rules(lang).partition("### 5.8 ")[2].partition("\n## ")[0]
    rows = re.findall(r"^\| ([^|]+) \| [^|]+ \| [^|]+ \|$", chapter, re.MULTILINE)

    assert rows[1:] == [ENDINGS[reason].to(lang) for reason in REASONS]
