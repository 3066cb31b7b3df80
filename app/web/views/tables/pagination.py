"""Long lists, a page at a time: `?page=2`."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Annotated, Final, Generic, TypeVar

from fastapi import Depends
from starlette.exceptions import HTTPException

T = TypeVar("T")
U = TypeVar("U")

MOST_LINES: Final = 100
"""Of a list on one page: Tab passes each line that has a link."""
MOST_PAIRED: Final = 50
"""The same where each line has two of them."""


@dataclass(frozen=True, slots=True)
class PagePart(Generic[T]):
    """One page of a longer list. `first` is the place of its first item in that list, from 0."""

    items: Sequence[T]
    number: int
    of: int
    first: int
    total: int

    def shown_as(self, items: Sequence[U]) -> "PagePart[U]":
        """The same page, each item as it is shown."""
        return PagePart(items, self.number, self.of, self.first, self.total)


def part(items: Sequence[T], number: int, most: int) -> PagePart[T]:
    """This page of the items, with a limited number per page. Raises 404 if there is no such page."""
    of = max(1, -(-len(items) // most))
    if number > of:
        raise HTTPException(404)
    first = (number - 1) * most
    return PagePart(items[first : first + most], number, of, first, len(items))


async def _page_number(page: str = "1") -> int:
    if not (page.isascii() and page.isdigit() and 0 < len(page) < 10 and int(page)):
        raise HTTPException(404)
    return int(page)


PageNumber = Annotated[int, Depends(_page_number)]
