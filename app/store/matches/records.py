"""The records of matches, line by line or packed."""

from collections.abc import Collection, Iterable, Mapping, Sequence

from sqlmodel import Session, col, func, insert, select

from app.store.tables import Match, MatchLine, MatchRecord, Season


def lines(session: Session, match_ids: Collection[int]) -> dict[int, list[MatchLine]]:
    """The records of these matches."""
    found: dict[int, list[MatchLine]] = {id: [] for id in match_ids}
    if not found:
        return found
    statement = select(MatchLine).where(col(MatchLine.match_id).in_(match_ids))
    for line in session.exec(statement.order_by(col(MatchLine.match_id), col(MatchLine.n))):
        found[line.match_id].append(line)
    return found


def turns(session: Session, match_ids: Collection[int]) -> dict[int, list[tuple[int, int]]]:
    """The line numbers of these records, each with its turn."""
    found: dict[int, list[tuple[int, int]]] = {id: [] for id in match_ids}
    statement = select(MatchLine.match_id, MatchLine.n, MatchLine.turn).where(
        col(MatchLine.match_id).in_(match_ids)
    )
    for match_id, n, turn in session.exec(statement):
        found[match_id].append((n, turn))
    return found


def heads(session: Session, match_ids: Collection[int]) -> dict[int, MatchLine]:
    """The first lines of these records."""
    statement = select(MatchLine).where(col(MatchLine.match_id).in_(match_ids), MatchLine.n == 0)
    return {each.match_id: each for each in session.exec(statement)}


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
