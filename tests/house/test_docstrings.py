"""Docstrings are understood at first reading: their sentences are short, and some phrases are never needed."""

import re
from typing import Final

from tests.support.sentences import TOP, docstrings, lengths, modules

MEAN: Final = 14
"""The most words of a sentence on average."""
LONG: Final = 0.01
"""The largest share of sentences over 25 words."""
ROOMS: Final = (
    "app/bench",
    "app/cli",
    "app/games",
    "app/league",
    "app/statistics",
    "app/tournament",
    "app/clock.py",
    "app/errors.py",
    "app/i18n.py",
    "app/main.py",
    "app/settings.py",
)
"""Where no retired phrase is left."""
RETIRED: Final = {
    "so many": "this many, how many, the most …",
    "somebody": "a player, an organiser, anyone",
    "whoever": "the player who, anyone who",
    "as things stand": "now",
    "what becomes of": "what happens to",
    "that are none": "unknown, other",
    "that is none": "unknown, other",
    "none that": "no … that",
    "of which none": "none of which",
    "anybody's": "anyone's",
    "is there already": "already exists",
    "be it": "whether",
}
"""Phrases that a reader reads twice, and what to write instead."""
_RETIRED: Final = re.compile(rf"\b({'|'.join(RETIRED)})\b", re.IGNORECASE)


def test_sentences_of_docstrings_are_short() -> None:
    found = lengths(docstrings(modules("app")))

    assert found.mean <= MEAN, f"{found}; python -m tests.support.sentences long app"
    assert found.long <= LONG, f"{found}; python -m tests.support.sentences long app"


def test_no_docstring_has_a_phrase_that_was_retired() -> None:
    found = {
        f"{path.relative_to(TOP)}: “{hit[1]}” in “{' '.join(text.split())[:60]}…”; write {RETIRED[hit[1].lower()]}"
        for path in modules(*ROOMS)
        for text in docstrings([path])
        for hit in _RETIRED.finditer(" ".join(text.split()))
    }

    assert not found, "\n".join(sorted(found))
