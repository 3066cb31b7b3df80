"""The parts of a record about the pool and the sides of a season."""

from collections.abc import Iterator, Sequence
from typing import Self

from pydantic import Field
from sqlmodel import Session

from app.errors import Problem
from app.league.archive.parts import RecordPart, Restoration, Section, Whole, listed
from app.league.eligibility import sides
from app.league.eligibility.pools import Pool, pool_of
from app.league.eligibility.sides import Side, Sides
from app.league.results.results import FinishedRun
from app.store.tables import Run, Season
from app.text.characters import shown
from app.tournament.sides import table
from app.tournament.standings import Standing


class RecordedPool(Section):
    """The season's limits on builds, beside the rules of the game."""

    banned: list[str] = Field(default=[])
    copies: int | None = None
    size: int | None = None

    def pool(self) -> Pool:
        """Return the pool in the form that the league uses."""
        return Pool(tuple(self.banned), self.copies, self.size)

    @classmethod
    def written(cls, _session: Session, season: Season, _run: Run, _: FinishedRun) -> Self | None:
        """Return the pool of the season, or None without limits."""
        return cls.model_validate(season.pool) if pool_of(season) else None

    def restore(self, back: Restoration) -> None:
        """Store the pool in the restored season."""
        back.season.pool = self.pool().plain()


class RecordedSide(RecordPart):
    """A side, and the totals of its members."""

    ja: str
    en: str
    colour: str
    members: int
    points: int
    wins: int


class RecordedSides(Section):
    """The sides of the season. `apart`: nobody met their own side. The extras of an entry name its side."""

    apart: bool
    every: list[RecordedSide]

    def sides(self) -> Sides:
        """Return the sides in the form that the league uses."""
        return Sides(tuple(Side(each.ja, each.en, each.colour) for each in self.every), self.apart)

    @classmethod
    def written(
        cls, _session: Session, _season: Season, _run: Run, played: FinishedRun
    ) -> Self | None:
        """Return the sides of this run with their totals, or None without sides."""
        if not played.sides:
            return None
        lines = {each.side: each for each in played.side_lines}
        every = [
            RecordedSide(
                ja=each.ja,
                en=each.en,
                colour=each.colour,
                members=lines[at].members,
                points=lines[at].points,
                wins=lines[at].wins,
            )
            for at, each in enumerate(played.sides.every)
        ]
        return cls(apart=played.sides.apart, every=every)

    def faults(self, _record: Whole) -> Iterator[Problem]:
        """Yield the problems of sides that no season can have."""
        return sides.problems_of(self.sides())

    def table_differences(
        self, lines: Sequence[Standing], on_side: Sequence[int | None]
    ) -> Iterator[Problem]:
        """Yield the sides whose totals differ from these standings."""
        for line in table(lines, on_side, len(self.every)):
            told = self.every[line.side]
            if (told.members, told.points, told.wins) != (line.members, line.points, line.wins):
                yield Problem(
                    "side-differs",
                    side=shown(told.en),
                    points=str(told.points),
                    wins=str(told.wins),
                    points_again=str(line.points),
                    wins_again=str(line.wins),
                )

    def unproven(self, record: Whole) -> Iterator[Problem]:
        """Yield a problem if extras are hidden, since they name an entry's side."""
        if lore := record.hides("lore"):
            yield Problem("unproven-sides", numbers=listed(lore))

    def restore(self, back: Restoration) -> None:
        """Store these sides in the restored season."""
        back.season.sides = self.sides().plain()
