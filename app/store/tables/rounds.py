"""The tables of rounds of one competition: which season follows which, and what was carried over."""

from typing import ClassVar

from sqlalchemy import Column, ForeignKey
from sqlmodel import Field, SQLModel

from app.store.tables.columns import Id, id_of
from app.store.tables.personal import FARED


class Round(SQLModel, table=True):
    """A season that is the next round of another: its characters come from there, and may be changed within limits."""

    season_id: int = Field(
        sa_column=Column(Id, ForeignKey("season.id"), primary_key=True, autoincrement=False)
    )
    before_id: int = id_of("season.id", nullable=False, unique=True)
    """The season that is the round before."""
    number: int
    """The number of the round; the first round has no row."""
    added: int | None = None
    """How many cards a build may add to that of the round before; None: as many as the game allows."""
    changes: int | None = None
    """How many places of the build of the round before may be changed; None: all."""


class Carryover(SQLModel, table=True):
    """An entry that continues one of the round before."""

    holds: ClassVar = FARED

    entry_id: int = Field(
        sa_column=Column(Id, ForeignKey("entry.id"), primary_key=True, autoincrement=False)
    )
    revision_id: int = id_of("revision.id", nullable=False)
    """The revision that it played in the round before."""
