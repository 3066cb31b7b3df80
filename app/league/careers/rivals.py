"""Head to head: the battles between the characters of two owners who both want to be known."""

import zlib
from bisect import bisect_left
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session

from app.engine import NOT_PLAYED, Side, winner_of
from app.league.careers.owners import OwnerRecord
from app.store.ratings import placings
from app.store.ratings.placings import PlacedOpponent, PlacingRow
from app.store.tables import Player, Season


@dataclass(frozen=True, slots=True)
class Encounter:
    """A battle between a character of theirs and one of the other's. `result` as the first of the two sees it."""

    season: Season
    number: int
    name: str
    other: PlacedOpponent
    result: Literal["w", "d", "l"]

    @property
    def battle(self) -> str:
        """The end of its address."""
        return "{}-{}".format(*sorted((self.number, self.other.number)))


@dataclass(frozen=True, slots=True)
class Rival:
    """Another owner, by the end of the address of their page, and how it went against them."""

    page: str
    name: str
    record: OwnerRecord


def encounters(session: Session, player: Player, page: str = "") -> list[Encounter]:
    """All their battles with others who have a page, or with the one who has this page.

    The last published season first.
    """
    rows = placings.rows_of(session, player)
    runs = {each.placing.run_id for each in rows}
    met: dict[int, list[PlacedOpponent]] = {}
    for other in placings.opponents(session, player, runs):
        if not page or other.page == page:
            met.setdefault(other.run_id, []).append(other)
    orders = {run: placings.numbers(session, run) for run in met}
    return [
        each
        for row in rows
        if row.placing.run_id in met and row.outcomes
        for each in _of(row, orders[row.placing.run_id], met[row.placing.run_id])
    ]


def rivals(session: Session, player: Player) -> list[Rival]:
    """The other owners whom they have met, those with the most battles first."""
    found: dict[str, list[Encounter]] = {}
    for each in encounters(session, player):
        found.setdefault(each.other.page, []).append(each)
    return sorted(
        (Rival(page, name_of(met), record_of(met)) for page, met in found.items()),
        key=lambda rival: (-rival.record.battles, rival.name, rival.page),
    )


def name_of(met: list[Encounter]) -> str:
    """What the other calls themselves, or called themselves last; empty if they never did."""
    return next((each.other.owner for each in met if each.other.owner), "")


def record_of(met: list[Encounter]) -> OwnerRecord:
    """Won, drawn and lost, as the first of the two sees it."""
    results = [each.result for each in met]
    return OwnerRecord(*(results.count(each) for each in ("w", "d", "l")))


def _of(row: PlacingRow, order: list[int], met: list[PlacedOpponent]) -> Iterator[Encounter]:
    outcomes = zlib.decompress(row.outcomes or b"")
    for other in met:
        byte = outcomes[bisect_left(order, other.number)]
        if byte != NOT_PLAYED:
            result = _RESULTS[winner_of(byte)]
            yield Encounter(row.season, row.placing.number, row.name, other, result)


_RESULTS: dict[Side | None, Literal["w", "d", "l"]] = {Side.HOME: "w", None: "d", Side.AWAY: "l"}
