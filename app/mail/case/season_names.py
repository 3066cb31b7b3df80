"""Seasons that a mail names in its sentences: by slug or title, else by a part of a title that no other has."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from app.store.tables import Season
from app.text.characters import normal

_LONGEST_LINE: Final = 200
_FOR: Final = r"(?:\b(?:for|of|in|from|at) )?(?:\bthe )?"
_WORD: Final = re.compile(r"[a-z0-9\u00df-\u024f]+")
_SIGNS: Final = re.compile(r"[^\W_a-z0-9\u00df-\u024f]+")
_MOST_LINES: Final = 100


def season_in(lines: Sequence[str], those: Sequence[Season]) -> Season | None:
    """The only one of these seasons that the lines name; None if they name several."""
    lines = lines[:_MOST_LINES]
    named = [each for each in those if any(beside(each, line) is not None for line in lines)]
    if not named:
        parts = {each.slug: set(_parts(each.title_ja, each.title_en)) for each in those}
        said = set(_parts(*(line[:_LONGEST_LINE] for line in lines)))
        named = [each for each in those if said & _own(each, parts)]
    return named[0] if len(named) == 1 else None


def beside(season: Season, line: str) -> str | None:
    """The line without a name of the season; None if it does not name it."""
    return _without((season.slug, season.title_ja, season.title_en), line)


def beside_part(those: Sequence[Season], line: str) -> tuple[Season, str] | None:
    """The only one of these seasons of whose title a part stands in the line, and the line without that part."""
    season = season_in([line], those)
    rows = (
        _rows(words, length, between)
        for title in ((season.title_ja, season.title_en) if season else ())
        for words, between in ((normal(title).split(), " "), ("".join(normal(title).split()), ""))
        for length in range(len(words), 1 if between else 2, -1)
    )
    rest = _without(sorted((part for row in rows for part in row), key=len, reverse=True), line)
    return (season, rest) if season and rest is not None else None


def _without(names: Iterable[str], line: str) -> str | None:
    said = " ".join(normal(line[:_LONGEST_LINE]).split())
    for name in names:
        words = " ?".join(map(re.escape, normal(name).split()))
        if found := re.search(rf"{_FOR}(?<![a-z0-9-]){words}(?![a-z0-9-])の?", said):
            return f"{said[: found.start()]} {said[found.end() :]}"
    return None


def _own(season: Season, parts: dict[str, set[str]]) -> set[str]:
    """The parts of its titles that no other season's have."""
    others = (part for slug, each in parts.items() if slug != season.slug for part in each)
    return parts[season.slug] - {*others}


def _parts(*texts: str) -> Iterator[str]:
    """Two Latin words in a row, three characters of others."""
    for text in texts:
        said = normal(text)
        words = _WORD.findall(said)
        yield from _rows(words, 2, " ")
        for signs in _SIGNS.findall("".join(said.split())):
            yield from _rows(signs, 3, "")


def _rows(items: Sequence[str], length: int, between: str) -> Iterable[str]:
    return (between.join(items[at : at + length]) for at in range(len(items) - length + 1))
