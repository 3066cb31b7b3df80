"""The table over all rounds of seasons that continue one another: what each character has won since
the first.
"""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from sqlmodel import Session

from app.engine import Lang
from app.league import visibility
from app.league.results import results
from app.league.results.results import FinishedRun
from app.store import entrants
from app.store.series import rounds
from app.store.tables import Run, Season
from app.tournament.standings import placed


@dataclass(frozen=True, slots=True)
class RoundsTotal:
    """A character over all rounds. Equal ones share a place. `season` and `number`: the last round
    that it played, and its number there.
    """

    place: int
    season: Season
    number: int
    name: str
    owner: str
    by_round: Sequence[int | None]
    """The points in each round; None for a round that it did not play."""
    points: int
    wins: int
    draws: int
    losses: int


@dataclass(frozen=True, slots=True)
class AllRounds:
    """The table after the last of these seasons, the first round first."""

    seasons: Sequence[Season]
    lines: Sequence[RoundsTotal]


@dataclass(slots=True)
class _Sum:
    """A character so far: the last round that it played, and its own figures of each."""

    season: Season
    number: int
    name: str
    owner: str
    by_round: list[int | None]
    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def key(self) -> tuple[int, int]:
        """What decides: points, then wins."""
        return sum(each or 0 for each in self.by_round), self.wins


def of(session: Session, season: Season, lang: Lang) -> AllRounds | None:
    """The table of all rounds up to this one, with public names. None before its results are
    public, and if it continues no season.
    """
    played: list[tuple[Season, Run]] = []
    earlier: Season | None = season
    while earlier:
        run = visibility.published_run(session, earlier)
        if run is None:
            return None
        played.insert(0, (earlier, run))
        former = rounds.before(session, earlier)
        earlier = former if former and visibility.shows_beside(season, former) else None
    if len(played) == 1:
        return None
    first_of: dict[int, int] = {}
    sums: dict[int, _Sum] = {}
    for at, (each, run) in enumerate(played):
        hidden = entrants.hidden(session, each)
        table = results.named(results.finished(session, each, run), hidden, lang)
        before = {entry: old.entry_id for entry, old in rounds.carried(session, each).items()}
        for entry in (who.entry_id for who in table.participants):
            first_of[entry] = first_of.get(before.get(entry, entry), entry)
        _add(sums, table, each, at, len(played), first_of)
    return AllRounds([each for each, _ in played], [*_placed(sums.values())])


def _add(
    sums: dict[int, _Sum],
    table: FinishedRun,
    season: Season,
    at: int,
    of_: int,
    first_of: dict[int, int],
) -> None:
    for standing in table.standings:
        who = table.participants[standing.entry]
        blank = _Sum(season, who.number, who.name, who.owner, [None] * of_)
        found = sums.setdefault(first_of[who.entry_id], blank)
        found.season, found.number = season, who.number
        found.name, found.owner = who.name, who.owner
        found.by_round[at] = standing.points
        found.wins += standing.wins
        found.draws += standing.draws
        found.losses += standing.losses


def _placed(sums: Iterable[_Sum]) -> Iterator[RoundsTotal]:
    order = sorted(sums, key=lambda each: (-each.key[0], -each.key[1], each.number))
    for place, each in placed(order, lambda each: each.key):
        yield RoundsTotal(
            place,
            each.season,
            each.number,
            each.name,
            each.owner,
            each.by_round,
            each.key[0],
            each.wins,
            each.draws,
            each.losses,
        )
