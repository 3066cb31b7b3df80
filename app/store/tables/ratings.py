"""The tables of ratings across seasons. They follow from published results, and are computed again after an undo."""

from datetime import date
from typing import ClassVar

from sqlalchemy import Column, Date, Index, UniqueConstraint
from sqlmodel import Field, SQLModel

from app.store.tables.columns import id_of
from app.store.tables.personal import PersonalData


class RankChange(SQLModel, table=True):
    """The change of a player's rank by a published season. The rows of a game are in order of publication."""

    holds: ClassVar = PersonalData("How a rank moved.", "player_id", leaves={"player_id": None})

    __tablename__ = "rank_change"
    __table_args__ = (
        UniqueConstraint("season_id", "entry_id", "player_id"),
        Index("ix_rank_change_game_player_id", "game", "player_id"),
    )

    id: int = id_of()
    game: str = Field(max_length=64)
    season_id: int = id_of("season.id", nullable=False)
    entry_id: int = id_of("entry.id", nullable=False, index=True)
    player_id: int | None = id_of("player.id", nullable=True, index=True)
    """None for a person who has been erased since."""
    change: int
    """The change of the Elo in thousandths, by `games` rated games."""
    games: int
    away: int
    """The absence before the games, including the days up to the publication."""
    elo: int
    """The Elo after the season in thousandths, like all columns below."""
    absence: int
    total: int
    """The number of rated games so far."""
    leads: bool
    """Whether the player may lead a group."""
    day: date = Field(sa_column=Column(Date, nullable=False))
    """The day of the publication; absence grows from it on."""

    @property
    def before(self) -> int:
        """The Elo before the season, in thousandths."""
        return self.elo - self.change


class Visit(SQLModel, table=True):
    """A day on which a player was here with a browser that speaks for them."""

    holds: ClassVar = PersonalData(
        "A day on which they were here.", "player_id", "visits", goes=True
    )

    __table_args__ = (UniqueConstraint("player_id", "day"),)

    id: int = id_of()
    player_id: int = id_of("player.id", nullable=False)
    day: date = Field(sa_column=Column(Date, nullable=False))
