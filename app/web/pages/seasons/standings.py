"""The standings as a reader asks for them: in the order of a column, and only those found by a word."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Annotated, Final
from urllib.parse import urlencode

from fastapi import Depends
from starlette.exceptions import HTTPException

from app.i18n import N_
from app.league.results.results import FinishedRun, Participant
from app.text.characters import normal
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing

MOST_LINES: Final = 60
"""Of the standings on one page: each is a stop of the Tab key."""
_MOST_SOUGHT: Final = 100


@dataclass(frozen=True, slots=True)
class Column:
    """A column to sort by. `falls`: its greatest values stand first; equals stand as in the table."""

    slug: str
    label: str
    value: Callable[[Standing, Participant], float | str | None]
    falls: bool = False
    is_number: bool = False
    css: str = ""


@dataclass(frozen=True, slots=True)
class StandingsQuery:
    """The word that is looked for, and the column to sort by, turned round or not."""

    find: str = ""
    sort: str = "place"
    turned: bool = False

    @property
    def is_plain(self) -> bool:
        """Whether it is the table as it is."""
        return self == StandingsQuery()

    def query(self, column: Column | None = None) -> str:
        """The same for an address; with a column, its order, or that turned round if it is in order by it."""
        turned = self.turned
        if column:
            turned = column.slug == self.sort and not self.turned
        slug = column.slug if column else self.sort
        sort = f"-{slug}" if turned else slug
        asked = {"find": self.find, "sort": "" if sort == "place" else sort}
        return urlencode({name: value for name, value in asked.items() if value})

    def falls(self, column: Column) -> bool:
        """Whether the table is sorted with the greatest values of this column first."""
        return column.falls is not self.turned


async def _asked(find: str = "", sort: str = "") -> StandingsQuery:
    return StandingsQuery(
        find.strip()[:_MOST_SOUGHT], sort.removeprefix("-") or "place", sort[:1] == "-"
    )


AskedOrder = Annotated[StandingsQuery, Depends(_asked)]


def columns(scoring: Scoring, *, in_stages: bool) -> list[Column]:
    """The columns of the standings in order of importance.

    In a season with stages, one is how far a character came.
    """

    def tie_break(at: int) -> Callable[[Standing, Participant], float | str | None]:
        return lambda line, who: line.tie_breaks[at]

    return [
        Column("place", N_("Place"), lambda line, who: line.place, is_number=True, css="n"),
        Column("name", N_("Name"), lambda line, who: normal(who.name)),
        Column("build", N_("Build"), lambda line, who: normal(who.written), css="build"),
        *(
            [Column("reached", N_("How far"), lambda line, who: line.place, css="reached")]
            if in_stages
            else []
        ),
        Column("record", N_("W-D-L"), lambda line, who: line.wins, True, True, "wdl"),
        Column("points", N_("Points"), lambda line, who: line.points, True, True, "n"),
        *(
            Column(f"by-{each.slug}", each.label, tie_break(at), True, True, "n minor")
            for at, each in enumerate(scoring.tie_breaks)
        ),
    ]


def arranged(run: FinishedRun, asked: StandingsQuery) -> list[Standing]:
    """The lines that are asked for. Raises 404 for a column that there is not."""
    if asked.is_plain:
        return [*run.standings]
    column = next(
        (
            each
            for each in columns(run.scoring, in_stages=bool(run.plans))
            if each.slug == asked.sort
        ),
        None,
    )
    if not column:
        raise HTTPException(404)
    sought = normal(asked.find)

    def is_found(line: Standing) -> bool:
        who = run.participants[line.entry]
        return any(sought in normal(text) for text in (who.name, who.owner, who.written))

    lines = [line for line in run.standings if not sought or is_found(line)]
    values = [(column.value(line, run.participants[line.entry]), line) for line in lines]
    some = [(value, line) for value, line in values if value is not None]
    # Sorting keeps the order of equals, also of those turned round.
    some.sort(key=lambda each: each[0], reverse=asked.falls(column))
    return [line for _, line in some] + [line for value, line in values if value is None]
