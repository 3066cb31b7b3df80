"""The tables of seasons that are played in stages: their lots, and what was paired."""

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
    """What is published of it from the opening on."""
    drawn_at: datetime = moment()
    tickets: list[list[Any]] = Field(default_factory=list, sa_column=Column(JSON, nullable=False))
    """What its lots hang on: number, seal and side of each entry of the first closing. Empty where they hang on the seals of all who are in it."""


class PairingList(SQLModel, table=True):
    """Pairings of a stage that were played together, with their outcomes."""

    __tablename__ = "pairing_list"
    __table_args__ = (UniqueConstraint("run_id", "serial"),)

    id: int = id_of()
    run_id: int = id_of("run.id", nullable=False)
    serial: int
    """Counts from 1 in its run, in the order in which they were played."""
    stage: int
    """The place of the stage, from 1."""
    battles: int
    """How many of them were fought for."""
    results: bytes = Field(sa_column=Column(LargeBinary, nullable=False))
    """Round, table, both entrants and the outcome of each, compressed (`app.store.results.stages`)."""
