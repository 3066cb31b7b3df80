"""What a table that can be downloaded is: its name, its columns and rows, where it is had, and who may see it when."""

import json
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import chain
from operator import attrgetter
from typing import Any, Final, Generic, Literal, TypeVar

from sqlmodel import Session

from app.league.results.results import FinishedRun
from app.store.tables import Season
from app.tournament.spreadsheets import BOM, harmless, line

S = TypeVar("S")
R = TypeVar("R")
Door = Literal["csv", "json", "sql"]
"""A file of this kind, on the site and in archives; or a table in the SQLite file of archives."""
CSV: Final[tuple[Door, ...]] = ("csv",)
SQL: Final[tuple[Door, ...]] = ("sql",)


@dataclass(frozen=True, slots=True)
class WithResults(Generic[S]):
    """Everybody may see it once the results are public, of which it is made.

    In an address below a stage, with its place.
    """

    make: Callable[[FinishedRun, int], S | None]
    folder: str = ""
    """Where its files are, below the address of the season."""

    @property
    def is_always(self) -> bool:
        """Whether every season has it, once its results are public: such tables are in each archive."""
        return not self.folder


@dataclass(frozen=True, slots=True)
class WhenFound(Generic[S]):
    """Everybody may see it as soon as `find` has what it is made of."""

    find: Callable[[Session, Season, datetime], S | None]
    is_always: bool = False
    folder: str = ""


@dataclass(frozen=True, slots=True)
class Columns(Generic[S, R]):
    """Columns: their headings, which are keys in JSON and fields in SQL, and what a row of the source has in them."""

    heads: Callable[[S], Iterable[str]]
    of: Callable[[S, R], Iterable[object]]
    fraction: str = "g"
    """How a fraction is written in CSV."""


def of(view: Callable[[S, R], object], heads: str, fraction: str = "g") -> Columns[S, R]:
    """Columns with these attributes of what the row is in this view, `heading=attribute` where they differ.

    Empty if it is None.
    """
    named = [each.split("=") for each in heads.split(", ")]
    gets = [attrgetter(each[-1]) for each in named]

    def values(source: S, row: R) -> list[object]:
        seen = view(source, row)
        return [None if seen is None else get(seen) for get in gets]

    return Columns(lambda _: (each[0] for each in named), values, fraction)


def cells(heads: str) -> Columns[Any, Any]:
    """Columns of rows that are their values."""
    return Columns(lambda _: heads.split(", "), lambda _, row: row)


@dataclass(frozen=True, slots=True)
class Export(Generic[S, R]):
    """A table that can be downloaded; `sql` declares its fields in the SQLite file, where their names alone do not."""

    name: str
    audience: WithResults[S] | WhenFound[S]
    columns: Sequence[Columns[S, R]]
    rows: Callable[[S], Iterable[R]]
    doors: tuple[Door, ...] = ("csv", "json", "sql")
    sql: str = ""

    @property
    def files(self) -> list[str]:
        """The names of its files, below the address of the season."""
        return [f"{self.audience.folder}{self.name}.{door}" for door in self.doors if door != "sql"]

    def heads(self, source: S) -> list[str]:
        """The headings of all columns."""
        return [head for each in self.columns for head in each.heads(source)]

    def values(self, source: S) -> Iterator[list[object]]:
        """What stands in each row, a value a column."""
        rows = self.rows(source)  # counted before the first is asked for
        return ([value for each in self.columns for value in each.of(source, row)] for row in rows)

    def csv(self, source: S) -> Iterator[bytes]:
        """A line each for spreadsheets; the first names the columns."""
        fractions = [each.fraction for each in self.columns for _ in each.heads(source)]
        lines = (line([*map(_cell, row, fractions)]) for row in self.values(source))
        return chain([line([*map(harmless, self.heads(source))], start=BOM)], lines)

    def json(self, source: S, season: str) -> bytes:
        """An object for each row, without what is None."""
        heads = self.heads(source)
        rows = (zip(heads, row, strict=True) for row in self.values(source))
        told = [{head: value for head, value in row if value is not None} for row in rows]
        content = {"format": f"hikyaku-{self.name}-1", "season": season, self.name: told}
        return json.dumps(content, ensure_ascii=False).encode()


def _cell(value: object, fraction: str) -> str:
    if isinstance(value, str):
        return harmless(value)
    if value is None or isinstance(value, bool):
        return "yes" if value else ""
    return f"{value:{fraction}}" if isinstance(value, float) else str(value)
