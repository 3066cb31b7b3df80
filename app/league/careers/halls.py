"""The hall of fame of a cup or a game: winners, most titles, best characters, the table of all seasons.

People appear here if they chose to be known across seasons. Names from lists of old seasons also
appear, since those belong to no player of this site.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from app.league import visibility
from app.league.archive.history import WHY
from app.store import seasons
from app.store.ratings import placings
from app.store.ratings.placings import Best, PlacingTotal
from app.store.security import audits
from app.store.tables import Season
from app.tournament.standings import placed

MOST_BEST: Final = 10
"""How many characters are listed."""


@dataclass(frozen=True, slots=True)
class _Line:
    """A line of the table of all seasons; equals share a place."""

    place: int
    total: PlacingTotal


@dataclass(frozen=True, slots=True)
class Hall:
    """What the public results of several seasons come to."""

    seasons: Sequence[Season]
    """The last published first."""
    lines: Sequence[_Line]
    best: Sequence[Best]

    @property
    def champions(self) -> list[PlacingTotal]:
        """Those with titles, most titles first."""
        won = [each.total for each in self.lines if each.total.titles]
        return sorted(won, key=lambda total: -total.titles)


def hall_of(session: Session, of: Sequence[Season]) -> Hall:
    """Of these seasons, as far as their results are public."""
    public = [each for each in of if visibility.is_public(each) and each.published_run_id]
    runs = [each.published_run_id for each in public if each.published_run_id]
    listed = [each.published_run_id or 0 for each in public if _is_history(session, each)]
    everybody = [*placings.totals(session, runs), *placings.listed_totals(session, listed)]
    everybody.sort(key=lambda total: (-total.points, -total.wins, total.name, total.page))
    ranks = placed(everybody, lambda total: (total.points, total.wins))
    lines = [_Line(place, total) for place, total in ranks]
    return Hall(public, lines, placings.best(session, runs, MOST_BEST))


def _is_history(session: Session, season: Season) -> bool:
    """Whether it was imported from the list of an old season; elsewhere an entry without a player may be erased."""
    reason = audits.first_reason(session, season, "add")
    return reason == WHY and season.opened_at == season.published_at


def of_game(session: Session, game: str) -> Hall:
    """Of all seasons of this game."""
    return hall_of(
        session,
        [each for each in visibility.listed(seasons.with_results(session)) if each.game == game],
    )
