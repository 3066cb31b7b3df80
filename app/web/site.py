"""What routes ask for: the site they belong to, a session, the moment, the language."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import datetime
from typing import Annotated

from fastapi import Depends, Path, Request
from sqlmodel import Session

from app import clock
from app.engine import Lang
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Season


@dataclass(frozen=True, slots=True)
class Site:
    """One installation: its database, its settings, the key of its secret links.

    `preview` shows the report of the entry with this number as HTML: letters are not written here.
    """

    database: Database
    settings: Settings
    key: bytes
    preview: "Callable[[Session, Season, int, datetime], str | None] | None" = None


def _site(request: Request) -> Site:
    site: Site = request.app.state.site
    return site


def _reading(site: "SiteOf") -> Iterator[Session]:
    with site.database.reading() as session:
        yield session


def _writing(site: "SiteOf") -> Iterator[Session]:
    with site.database.writing() as session:
        yield session


def _now() -> datetime:
    return clock.now()


SiteOf = Annotated[Site, Depends(_site)]
Now = Annotated[datetime, Depends(_now)]
RowId = Annotated[int, Path(ge=1, lt=2**63)]
"""A number that a row of the database can have; no other has a page."""

# "function": committed before the answer leaves, so that no page tells of what was not kept.
Reading = Annotated[Session, Depends(_reading, scope="function")]
Writing = Annotated[Session, Depends(_writing, scope="function")]

__all__ = ["Lang", "Now", "Reading", "RowId", "Site", "SiteOf", "Writing"]
