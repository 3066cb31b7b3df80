"""The records of matches, line by line or packed."""

from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from sqlalchemy import bindparam
from sqlmodel import Session, col, func, insert, select

from app.store.tables import Match, MatchLine, MatchRecord, Season

# Put together once, since every order and every letter about matches asks them.
_LINES: Final = (
    select(MatchLine.match_id, MatchLine.turn, MatchLine.line, MatchLine.h)
    .where(col(MatchLine.match_id).in_(bindparam("ids", expanding=True)))
    .order_by(col(MatchLine.match_id), col(MatchLine.n))
)
_HEADS: Final = _LINES.where(MatchLine.n == 0)
_TURNS: Final = select(MatchLine.match_id, MatchLine.n, MatchLine.turn).where(
    col(MatchLine.match_id).in_(bindparam("ids", expanding=True)),
    col(MatchLine.n) >= bindparam("since"),
)


class RecordLine(NamedTuple):
    """A line of a record as it is stored, with its turn and its hash."""

    turn: int
    line: str
    h: str


def lines(session: Session, match_ids: Collection[int]) -> dict[int, list[RecordLine]]:
    """The records of these matches."""
    found: dict[int, list[RecordLine]] = {id: [] for id in match_ids}
    if found:
        for id, *line in session.execute(_LINES, {"ids": [*match_ids]}):
            found[id].append(RecordLine(*line))
    return found


def turns(
    session: Session, match_ids: Collection[int], since: int
) -> dict[int, list[tuple[int, int]]]:
    """The line numbers of these records from `since` on, each with its turn."""
    found: dict[int, list[tuple[int, int]]] = {id: [] for id in match_ids}
    for id, *line in session.execute(_TURNS, {"ids": [*match_ids], "since": since}):
        found[id].append((line[0], line[1]))
    return found


def heads(session: Session, match_ids: Collection[int]) -> dict[int, RecordLine]:
    """The first lines of these records."""
    if not match_ids:
        return {}
    rows = session.execute(_HEADS, {"ids": [*match_ids]})
    return {id: RecordLine(*line) for id, *line in rows}


def latest(session: Session, match: Match) -> tuple[int, int]:
    """The last turn that added to the record, and the number of its first line in that turn."""
    statement = (
        select(MatchLine.turn, func.min(MatchLine.n))
        .where(MatchLine.match_id == match.id)
        .group_by(col(MatchLine.turn))
        .order_by(col(MatchLine.turn).desc())
    )
    turn, first = session.exec(statement).first() or (0, 0)
    return turn, first


def append(session: Session, new: Iterable[tuple[Match, Sequence[tuple[str, str]]]]) -> None:
    """Append these lines of the turn to the records, each with its hash."""
    rows = [
        {"match_id": match.id, "n": n, "turn": match.turn, "line": line, "h": h}
        for match, lines in new
        for n, (line, h) in enumerate(lines, match.step)
    ]
    if rows:
        session.execute(insert(MatchLine), rows)


def pack(session: Session, new: Mapping[int, bytes]) -> None:
    """Store the packed records of these matches, by match."""
    if new:
        rows = [{"match_id": id, "packed": record} for id, record in new.items()]
        session.execute(insert(MatchRecord), rows)


def packed(session: Session, match_ids: Collection[int]) -> dict[int, bytes]:
    """The packed records of these matches, by match, if they have one."""
    if not match_ids:
        return {}
    statement = select(MatchRecord).where(col(MatchRecord.match_id).in_(match_ids))
    return {each.match_id: each.packed for each in session.exec(statement)}


def count_packed(session: Session, season: Season) -> int:
    """The number of matches of the season with a packed record."""
    statement = (
        select(func.count(col(MatchRecord.match_id)))
        .join(Match, col(Match.id) == col(MatchRecord.match_id))
        .where(Match.season_id == season.id)
    )
    return session.exec(statement).one()
