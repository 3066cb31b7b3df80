"""The pool and the sides of a season in its record."""

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
    """The limits on builds besides the rules."""

    banned: list[str] = Field(default=[])
    copies: int | None = None
    size: int | None = None

    def pool(self) -> Pool:
        """The pool as the league has it."""
        return Pool(tuple(self.banned), self.copies, self.size)

    @classmethod
    def written(cls, _session: Session, season: Season, _run: Run, _: FinishedRun) -> Self | None:
        """That of the season."""
        return cls.model_validate(season.pool) if pool_of(season) else None

    def restore(self, back: Restoration) -> None:
        """Its builds had this beside the rules."""
        back.season.pool = self.pool().plain()


class RecordedSide(RecordPart):
    """A side, and what its members came to together."""

    ja: str
    en: str
    colour: str
    members: int
    points: int
    wins: int


class RecordedSides(Section):
    """The sides of the season; `apart`: nobody met their own. Which one an entry is on stands in its extras."""

    apart: bool
    every: list[RecordedSide]

    def sides(self) -> Sides:
        """The sides as the league has them."""
        return Sides(tuple(Side(each.ja, each.en, each.colour) for each in self.every), self.apart)

    @classmethod
    def written(
        cls, _session: Session, _season: Season, _run: Run, played: FinishedRun
    ) -> Self | None:
        """Those of this run, with what they came to."""
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
        """Sides that no season can have."""
        return sides.problems_of(self.sides())

    def table_differences(
        self, lines: Sequence[Standing], on_side: Sequence[int | None]
    ) -> Iterator[Problem]:
        """Sides whose members came to something else in these standings."""
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
        """The sides of entries whose extras are hidden."""
        if lore := record.hides("lore"):
            yield Problem("unproven-sides", numbers=listed(lore))

    def restore(self, back: Restoration) -> None:
        """The season has these sides."""
        back.season.sides = self.sides().plain()
