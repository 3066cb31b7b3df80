"""The tables of seasons in stages: their lots and pairings."""

from datetime import datetime
from typing import Any

from sqlalchemy import JSON, Column, ForeignKey, LargeBinary, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store.tables.columns import Id, id_of, moment


class Lottery(SQLModel, table=True):
    """The secret from which all lots of a season in stages are drawn. It is revealed with the results."""

    season_id: int = Field(
        sa_column=Column(Id, ForeignKey("season.id"), primary_key=True, autoincrement=False)
    )
    root: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    commitment: str = Field(max_length=64)
    """The commitment to the secret, public from the opening on."""
    drawn_at: datetime = moment()
    tickets: list[list[Any]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """What its lots depend on: number, seal and side of each entry of the first closing. Empty if they depend on the
    seals of all current entries.
    """


class PairingList(SQLModel, table=True):
    """Pairings of a stage that were played together, with their outcomes."""

    __tablename__ = "pairing_list"
    __table_args__ = (UniqueConstraint("run_id", "serial"),)

    id: int = id_of()
    run_id: int = id_of("run.id", nullable=False)
    serial: int
    """The number in its run, from 1 in the order of playing."""
    stage: int
    """The place of the stage, from 1."""
    battles: int
    """How many of the pairings were battles."""
    results: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """Round, table, both entrants and the outcome of each, compressed (`app.store.results.stages`)."""
