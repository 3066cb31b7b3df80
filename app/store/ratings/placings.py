"""Queries for places in published results across seasons. Entries with a hidden name or owner are never included."""

import zlib
from bisect import bisect_left
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from itertools import permutations
from typing import Any, Final, NamedTuple

from sqlalchemy import bindparam, delete, insert
from sqlmodel import Session, case, col, func, select

from app.engine import NOT_PLAYED, Side, winner_of
from app.store.entrants import HOLDER
from app.store.tables import PUBLIC, Entry, Placing, Player, Result, Revision, Run, Season

SHOWN: Final = (
    col(Season.state).in_(PUBLIC),
    col(Season.listed),
    col(Entry.name_hidden_at).is_(None),
    col(Entry.owner_hidden_at).is_(None),
)
"""The conditions for a place to be shown on pages across seasons."""


class _Place(NamedTuple):
    """An entry's place in the published results of its season."""

    season: Season
    placing: Placing
    name: str
    owner: str
    entries: int
    """The number of entries that took part."""


# Put together once: every page of an owner asks it.
_OF_PLAYER: Final = (
    select(Season, Placing, Revision.name, HOLDER, Run.entries)  # type: ignore[call-overload]
    .join(Placing, col(Placing.run_id) == col(Season.published_run_id))
    .join(Run, col(Run.id) == col(Placing.run_id))
    .join(Entry, col(Entry.id) == col(Placing.entry_id))
    .join(Revision, col(Revision.id) == col(Placing.revision_id))
    .where(Entry.player_id == bindparam("player"), *SHOWN)
    .order_by(col(Season.published_at).desc(), col(Season.id).desc(), col(Placing.number))
)


def keep(session: Session, run: Run, lines: Iterable[Mapping[str, Any]]) -> None:
    """Store the places of the run."""
    session.execute(delete(Placing).where(col(Placing.run_id) == run.id))
    if rows := [{"run_id": run.id, **line} for line in lines]:
        session.execute(insert(Placing), rows)


def uncounted(session: Session) -> list[tuple[str, str, str]]:
    """The published seasons whose places are not stored: slug, game, and the rules of their runs."""
    kept = select(Placing.id).where(col(Placing.run_id) == col(Season.published_run_id)).exists()
    statement = (
        select(Season.slug, Season.game, Run.rules_version)
        .join(Run, col(Run.id) == col(Season.published_run_id))
        .where(col(Season.state).in_(PUBLIC), Run.entries > 0, ~kept)
        .order_by(col(Season.id))
    )
    return list(session.exec(statement))


def of_player(session: Session, player: Player) -> list[_Place]:
    """All places of this player's entries, the last published season first."""
    return [_Place(*row) for row in session.execute(_OF_PLAYER, {"player": player.id})]


# --- who met whom ---------------------------------------------------------------------------------------

_KNOWN: Final = (col(Player.owner_page).is_not(None), col(Player.owner_page_hidden_at).is_(None))
"""The conditions for a player to have a visible owner's page."""


class PlacingRow(NamedTuple):
    """The outcomes of an entry in a run from its own view, compressed; None if no longer kept."""

    season: Season
    placing: Placing
    name: str
    outcomes: bytes | None


class PlacedOpponent(NamedTuple):
    """An opponent whose player has an owner's page."""

    run_id: int
    number: int
    name: str
    owner: str
    page: str


def rows_of(session: Session, player: Player) -> list[PlacingRow]:
    """The outcomes of this player's entries, the last published season first."""
    statement = (
        select(Season, Placing, Revision.name, Result.outcomes)
        .join(Placing, col(Placing.run_id) == col(Season.published_run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Revision, col(Revision.id) == col(Placing.revision_id))
        .join(
            Result,
            (col(Result.run_id) == col(Placing.run_id))
            & (col(Result.number) == col(Placing.number)),
        )
        .where(Entry.player_id == player.id, *SHOWN)
        .order_by(col(Season.published_at).desc(), col(Season.id).desc(), col(Placing.number))
    )
    return [PlacingRow(*row) for row in session.execute(statement)]


def opponents(session: Session, player: Player, runs: Iterable[int]) -> list[PlacedOpponent]:
    """The entries in these runs of other players with an owner's page."""
    statement = (
        select(  # type: ignore[call-overload]
            Placing.run_id, Placing.number, Revision.name, HOLDER, Player.owner_page
        )
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Player, col(Player.id) == col(Entry.player_id))
        .join(Revision, col(Revision.id) == col(Placing.revision_id))
        .where(col(Placing.run_id).in_([*runs]), Player.id != player.id, *_KNOWN, *SHOWN)
        .order_by(col(Season.published_at).desc(), col(Placing.run_id), col(Placing.number))
    )
    return [PlacedOpponent(*row) for row in session.execute(statement)]


def numbers(session: Session, run_id: int) -> list[int]:
    """The numbers of all entries of the run, in the order of its rows of outcomes."""
    statement = select(Result.number).where(Result.run_id == run_id)
    return list(session.exec(statement.order_by(col(Result.number))))


class RatedPlacing(NamedTuple):
    """An entry in published results whose player has an owner's page."""

    run_id: int
    digest: str
    number: int
    page: str
    owner: str


def rated(session: Session, runs: Iterable[int]) -> list[RatedPlacing]:
    """The entries in these runs of all players with an owner's page, in order of publication."""
    statement = (
        select(  # type: ignore[call-overload]
            Placing.run_id, Run.digest, Placing.number, Player.owner_page, HOLDER
        )
        .select_from(Placing)
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Run, col(Run.id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Player, col(Player.id) == col(Entry.player_id))
        .join(Revision, col(Revision.id) == col(Placing.revision_id))
        .where(col(Placing.run_id).in_([*runs]), *_KNOWN, *SHOWN)
        .order_by(col(Season.published_at), col(Season.id), col(Placing.number))
    )
    return [RatedPlacing(*row) for row in session.execute(statement)]


def outcomes(session: Session, run_id: int, numbers: Iterable[int]) -> dict[int, bytes]:
    """The outcomes of these entries of the run, each from its own view, compressed; those no longer kept are left
    out.
    """
    statement = select(Result.number, Result.outcomes).where(
        Result.run_id == run_id, col(Result.number).in_([*numbers])
    )
    return {number: row for number, row in session.exec(statement) if row is not None}


def between_own(session: Session, runs: Iterable[int]) -> dict[int, Counter[Side | None]]:
    """The results of battles between two characters of one player in these runs, by player, each once from either
    side.
    """
    entered: dict[tuple[int, int], list[int]] = {}
    statement = (
        select(Placing.run_id, Entry.player_id, Placing.number)
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .where(col(Placing.run_id).in_([*runs]), col(Entry.player_id).is_not(None), *SHOWN)
    )
    for run_id, player_id, number in session.exec(statement):
        entered.setdefault((run_id, player_id or 0), []).append(number)
    found: dict[int, Counter[Side | None]] = {}
    for (run_id, player_id), own in entered.items():
        if len(own) > 1:
            order = numbers(session, run_id)
            rows = outcomes(session, run_id, own)
            ends = (
                zlib.decompress(rows[one])[bisect_left(order, other)]
                for one, other in permutations(own, 2)
                if one in rows
            )
            counted = found.setdefault(player_id, Counter())
            counted.update(winner_of(end) for end in ends if end != NOT_PLAYED)
    return found


# --- the hall of fame -----------------------------------------------------------------------------------


class PlacingTotal(NamedTuple):
    """A player's totals over several seasons."""

    page: str
    """The end of the address of their owner's page; empty for a name from a list of earlier days."""
    name: str
    seasons: int
    titles: int
    points: int
    wins: int
    draws: int
    losses: int


class Best(NamedTuple):
    """A character in one season."""

    season: Season
    number: int
    name: str
    place: int
    entries: int
    wins: int
    draws: int
    losses: int


_SUMS: Final = (
    func.count(col(Placing.run_id).distinct()),
    func.count(case((col(Placing.place) == 1, col(Placing.run_id))).distinct()),
    *(func.sum(col(getattr(Placing, name))) for name in ("points", "wins", "draws", "losses")),
)


def totals(session: Session, runs: Sequence[int]) -> list[PlacingTotal]:
    """The totals over these runs of every player with an owner's page, under the name that they gave last.

    Battles between their own characters are left out.
    """
    played = col(Placing.run_id).in_([*runs])
    sums = (
        select(Player.id, Player.owner_page, *_SUMS)
        .select_from(Placing)
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Player, col(Player.id) == col(Entry.player_id))
        .where(played, *_KNOWN, *SHOWN)
        .group_by(col(Player.id), col(Player.owner_page))
    )
    names = (
        select(Player.owner_page, HOLDER)
        .select_from(Placing)
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Player, col(Player.id) == col(Entry.player_id))
        .join(Revision, col(Revision.id) == col(Placing.revision_id))
        .where(played, HOLDER != "", *_KNOWN, *SHOWN)
        .order_by(col(Season.published_at), col(Season.id))
    )
    called = {row[0]: row[1] for row in session.execute(names)}
    own = between_own(session, runs)
    found = []
    for player_id, page, *sums_of in session.execute(sums):
        total = PlacingTotal(page, called.get(page, ""), *map(int, sums_of))
        met = own.get(player_id, Counter())
        wins, losses = total.wins - met[Side.HOME], total.losses - met[Side.AWAY]
        found.append(total._replace(wins=wins, draws=total.draws - met[None], losses=losses))
    return found


def listed_totals(session: Session, runs: Iterable[int]) -> list[PlacingTotal]:
    """Totals of owners in lists of earlier days, which have only names."""
    statement = (
        select(Revision.owner, *_SUMS)
        .select_from(Placing)
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Revision, col(Revision.id) == col(Placing.revision_id))
        .where(
            col(Placing.run_id).in_([*runs]),
            col(Entry.player_id).is_(None),
            Revision.owner != "",
            Entry.successors == "",
            *SHOWN,
        )
        .group_by(col(Revision.owner))
    )
    return [PlacingTotal("", name, *map(int, rest)) for name, *rest in session.execute(statement)]


def best(session: Session, runs: Iterable[int], most: int) -> list[Best]:
    """The characters with the largest share of wins in one of these runs, draws counting half, if above one half."""
    battles = col(Placing.wins) + col(Placing.draws) + col(Placing.losses)
    share = (2.0 * col(Placing.wins) + col(Placing.draws)) / battles
    statement = (
        select(  # type: ignore[call-overload]
            Season,
            Placing.number,
            Revision.name,
            Placing.place,
            Run.entries,
            Placing.wins,
            Placing.draws,
            Placing.losses,
        )
        .select_from(Placing)
        .join(Season, col(Season.published_run_id) == col(Placing.run_id))
        .join(Run, col(Run.id) == col(Placing.run_id))
        .join(Entry, col(Entry.id) == col(Placing.entry_id))
        .join(Revision, col(Revision.id) == col(Placing.revision_id))
        .where(col(Placing.run_id).in_([*runs]), Placing.wins > Placing.losses, *SHOWN)
        .order_by(share.desc(), battles.desc(), col(Season.published_at), col(Placing.number))
        .limit(most)
    )
    return [Best(*row) for row in session.execute(statement)]
