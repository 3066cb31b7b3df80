"""The words of changes, as `changes.toml` has them."""

import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import Final, NamedTuple

from app.mail.reading.patterns import ANY, EDGE, SOME, Pattern, Wrong, one_of, pattern_of
from app.mail.words import mistake, read_tables, words_of

# In the skeleton of a sentence one of these stands for what was typed.
CARD, PLACE, BOTH, PAIR, FIELD, QUOTED, AMOUNT, ARROW, DONE = map(chr, range(0xE000, 0xE009))
LATIN: Final = "a-z0-9\u00df-\u024f"
_MOST_PLACES: Final = 6
_ONE: Final = f"([{CARD}{PLACE}{BOTH}])"
_NEW: Final = f"([{CARD}{BOTH}])"
_LIST: Final = f"(?<=[{CARD}]),(?:and)?(?=[{CARD}])"
_PLACES: Final = {
    "old": _ONE,
    "one": _ONE,
    "other": _ONE,
    "was": _ONE,
    "new": _NEW,
    "more": _NEW,
    "place": f"({PLACE})",
    "pair": f"({PAIR})",
    "field": f"({FIELD})",
    "quote": f"({QUOTED})",
    "amount": f"({AMOUNT})",
    "arrow": f"({ARROW})",
    "pause": "(,|$)",
    "text": f"{EDGE}((?:[^,]|{_LIST}){{1,120}}?){EDGE}",
    "words": f"{EDGE}([^,]{{1,40}}?){EDGE}",
}
"""What fills the places of phrases."""
_ANYTHING: Final = ".{0,40}?"
_IN_CARDS: Final = (
    "swap", "exchange", "replace", "move-above", "move-below", "move", "move-up", "move-down",
    "put", "add-above", "add-below", "add", "remove",
)  # fmt: skip


class Frames(NamedTuple):
    """All phrases of some kinds as one expression, and the names of its groups; `begins`: that a phrase begins here."""

    expression: re.Pattern[str]
    begins: re.Pattern[str]
    kinds: tuple[str, ...]
    places: tuple[str, ...]


class _Words(NamedTuple):
    """The words of `changes.toml`."""

    texts: Frames
    cards: Frames
    unknown: Frames
    below: Frames
    unread: Frames
    doubt: re.Pattern[str]
    same: re.Pattern[str]
    after: re.Pattern[str]
    places: Mapping[str, Sequence[str]]
    fields: Mapping[str, str]


@lru_cache(maxsize=1)
def words() -> _Words:
    """Those of this program."""
    return read_words(Path(__file__).with_name("changes.toml"))


def read_words(path: Path) -> _Words:
    """The words in this file. Raises `FileBroken`, which names the line of a mistake."""
    tables = read_tables(path)
    lists: dict[str, Pattern] = {}
    for name, phrases in tables["lists"].items():
        lists[name] = one_of(_patterns(path, "lists", phrases, lists))
    found = {
        kind: [
            pattern
            for lang in ("en", "ja")
            if lang in table
            for pattern in _patterns(path, kind, table[lang], lists)
        ]
        for kind, table in tables.items()
        if kind not in ("lists", "places", "fields")
    }

    def frames(*kinds: str) -> Frames:
        return _frames({kind: found[kind] for kind in kinds})

    def any_of(kind: str) -> str:
        return one_of([*map(_placed, found[kind])]).expression

    return _Words(
        texts=frames("set", "append"),
        cards=frames(*_IN_CARDS),
        unknown=frames("replace-unknown", "add-unknown"),
        below=frames("below"),
        unread=frames("unread"),
        doubt=re.compile(f"{EDGE}{any_of('doubt')}{EDGE}"),
        same=re.compile(any_of("same")),
        after=re.compile(f" ?{EDGE}{any_of('after')}$"),
        places={name: words_of(path, "places", each) for name, each in tables["places"].items()},
        fields={
            unicodedata.normalize("NFKC", word).casefold(): field
            for field, words in tables["fields"].items()
            for word in words_of(path, "fields", words)
        },
    )


def _frames(kinds: Mapping[str, Sequence[Pattern]]) -> Frames:
    places: list[str] = []
    expressions = []
    for at, patterns in enumerate(kinds.values()):
        places.append("")
        placed = [*map(_placed, patterns)]
        places += (name for each in placed for name in each.places)
        expressions.append(f"(?P<k{at}>{'|'.join(each.expression for each in placed)})")
    every = f"{EDGE}(?:{'|'.join(expressions)}){EDGE}"
    return Frames(
        re.compile(every), re.compile(f"(?:please )?{every}"), tuple(kinds), tuple(places)
    )


def _placed(pattern: Pattern) -> Pattern:
    """The pattern with what fills each of its places; words at its end go on to the next comma, or to the end."""
    first, *parts = pattern.expression.split(SOME)
    expression = first.replace(ANY, _ANYTHING)
    for name, part in zip(pattern.places, parts, strict=True):
        expression += _PLACES[name] + part.replace(ANY, _ANYTHING)
    if pattern.places[-1:] in (("text",), ("words",)) and not re.search(r"\w|[ぁ-鿿]", parts[-1]):
        expression += f"(?=,(?!(?:and)?{CARD})|$)"
    return Pattern(expression, pattern.places)


def _patterns(
    path: Path, table: str, phrases: object, lists: Mapping[str, Pattern]
) -> list[Pattern]:
    """The patterns of these phrases, which stand in the table of this name."""
    found = []
    for phrase in words_of(path, table, phrases):
        try:
            found.append(pattern_of(phrase, lists, {}, _MOST_PLACES))
        except Wrong as wrong:
            ja, en = wrong.args
            raise mistake(path, table, phrase, f"「{phrase}」は{ja}", f"“{phrase}” {en}") from None
    return found
