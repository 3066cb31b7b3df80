"""Splits typed lines into normalised words, each character with its place in the original."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Final, NamedTuple, Self

from app.engine.matches.orders.vocabulary import CONDITION, HEADER, ORDER
from app.text.characters import BLANKS, is_hidden, normal

COMMENT: Final = ";"
_SIGN = re.compile("(?s:.)[\u0300-\u036f\u3099\u309a\uff9e\uff9f]?")
_SAME: Final = {"、": ",", "−": "-", "\u2010": "-", "\u2011": "-"}
_LONGEST_SIGN: Final = 6
"""The most letters into which one character is normalised (㌖). A longer one would turn a short line into a long one.
"""
_WORD = re.compile("[^ ]+")
_OURS: Final = sorted(
    {
        way
        for table in (HEADER, ORDER, CONDITION)
        for ways in table.values()
        for way in ways
        if not way.isascii()
    },
    key=len,
    reverse=True,
)
# A Japanese word of the grammar that touches no other Japanese letter is a word without blanks around it.
_OURS_ALONE = re.compile(rf"(?<![^\x00-\x7f])(?:{'|'.join(_OURS)})(?![^\x00-\x7f])")
_OPERATOR = re.compile("<=|>=|!=|==|=>|=<|<>|[=<>≠≦≧≤≥]")


class TokenPlace(NamedTuple):
    """A line and a column of the text as typed, counted from 1."""

    line: int
    column: int


@dataclass(frozen=True, slots=True)
class OrderToken:
    """A normalised word. `places` has the place of each character and one past the end; `source` is the typed line."""

    text: str
    places: tuple[TokenPlace, ...]
    source: str = ""

    @property
    def place(self) -> TokenPlace:
        """Where it begins."""
        return self.places[0]

    @property
    def end(self) -> TokenPlace:
        """Where the next character stands."""
        return self.places[-1]

    @property
    def typed(self) -> str:
        """The letters that were typed, where they stand in one line."""
        return (
            self.source[self.place.column - 1 : self.end.column - 1]
            if self.source and self.place.line == self.end.line
            else self.text
        )

    def part(self, start: int, end: int | None = None) -> Self:
        """A part of it."""
        end = len(self.text) if end is None else end
        return type(self)(self.text[start:end], self.places[start : end + 1], self.source)

    def saying(self, text: str) -> Self:
        """The token with another text in the same place."""
        return type(self)(text, (self.place,) * len(text) + (self.end,), self.source)


def tokens(line: int, typed: str) -> list[OrderToken]:
    """The words of a line, without its comment and without invisible characters."""
    text, columns = _normalised(typed)
    text = text.partition(COMMENT)[0]
    places = [TokenPlace(line, column) for column in columns[: len(text)]]
    found: list[OrderToken] = []
    for match in _WORD.finditer(text):
        start, end = match.span()
        behind = places[end] if end < len(places) else TokenPlace(line, columns[end])
        word = OrderToken(match[0], (*places[start:end], behind), typed)
        found += [word] if match[0].isascii() else _split(word, _OURS_ALONE)
    if found and found[-1].text.endswith("。"):
        last = found.pop()
        found += [last.part(0, len(last.text) - 1)] if last.text != "。" else []
    return found


def operators_apart(words: Sequence[OrderToken]) -> list[OrderToken]:
    """The words, with comparisons as separate words."""
    return [part for word in words for part in _split(word, _OPERATOR)]


def joined(words: Sequence[OrderToken]) -> OrderToken:
    """The words joined by blanks."""
    places: list[TokenPlace] = []
    for word in words:
        places += word.places
    text = " ".join(word.text for word in words)
    return OrderToken(text, tuple(places), words[0].source if words else "")


def _split(word: OrderToken, at: re.Pattern[str]) -> Iterator[OrderToken]:
    start = 0
    for match in at.finditer(word.text):
        if start < match.start():
            yield word.part(start, match.start())
        yield word.part(*match.span())
        start = match.end()
    if start < len(word.text):
        yield word.part(start)


def _normalised(typed: str) -> tuple[str, Sequence[int]]:
    """The normalised text, and the column of each of its characters and of the end."""
    if typed.isascii() and typed.isprintable():
        return typed.lower(), range(1, len(typed) + 2)
    pieces, columns = [], []
    for match in _SIGN.finditer(typed):
        meant = _meant(match[0])
        pieces.append(meant)
        columns += [match.start() + 1] * len(meant)
    return "".join(pieces), [*columns, len(typed) + 1]


@lru_cache(maxsize=4096)
def _meant(sign: str) -> str:
    """A character as it is compared: a space for any blank, nothing for what cannot be seen."""
    if is_hidden(sign[0]):
        return ""
    if sign in BLANKS:
        return " "
    meant = normal(sign)
    return _SAME.get(meant, meant) if len(meant) <= _LONGEST_SIGN else sign
