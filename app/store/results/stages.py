"""Queries for seasons in stages: their lots and pairings."""

import zlib
from collections.abc import Sequence
from struct import Struct
from typing import Final, NamedTuple

from sqlmodel import Session, col, delete, func, select

from app.store.tables import Lottery, PairingList, Revision, Run, Season

_RESULT: Final = Struct("<IIIIB")
_AT_ONCE: Final = 500


class KeptPairing(NamedTuple):
    """A pairing: entrants by their index in the run. `second` is None for a bye. `outcome` is from the view of the
    first.
    """

    round: int
    table: int
    first: int
    second: int | None
    outcome: int


def lottery(session: Session, season: Season) -> Lottery | None:
    """The lots of the season; None where it has none."""
    return session.get(Lottery, season.id)


def keep(
    session: Session, run: Run, stage: int, paired: Sequence[KeptPairing], battles: int
) -> None:
    """Store these pairings as the next that were played."""
    last = select(func.max(PairingList.serial)).where(PairingList.run_id == run.id)
    packed = b"".join(
        _RESULT.pack(
            each.round,
            each.table,
            each.first,
            0 if each.second is None else each.second + 1,
            each.outcome,
        )
        for each in paired
    )
    session.add(
        PairingList(
            run_id=run.id,
            serial=(session.exec(last).one() or 0) + 1,
            stage=stage,
            battles=battles,
            results=zlib.compress(packed),
        )
    )


def played(session: Session, run: Run) -> dict[int, list[KeptPairing]]:
    """All pairings played in the run, by stage, in the order of playing."""
    statement = (
        select(PairingList.stage, PairingList.results)
        .where(PairingList.run_id == run.id)
        .order_by(col(PairingList.serial))
    )
    found: dict[int, list[KeptPairing]] = {}
    for stage, packed in session.exec(statement):
        found.setdefault(stage, []).extend(
            KeptPairing(round_, table, first, second - 1 if second else None, outcome)
            for round_, table, first, second, outcome in _RESULT.iter_unpack(
                zlib.decompress(packed)
            )
        )
    return found


def battles(session: Session, run: Run) -> int:
    """How many battles of the run are kept."""
    statement = select(func.sum(PairingList.battles)).where(PairingList.run_id == run.id)
    return session.exec(statement).one() or 0


def let_go(session: Session, runs: Sequence[int]) -> None:
    """Delete the pairings of these runs."""
    session.execute(delete(PairingList).where(col(PairingList.run_id).in_(runs)))


def commitments(session: Session, revisions: Sequence[int]) -> list[str]:
    """The seals of these revisions, in their order."""
    found: dict[int, str] = {}
    for start in range(0, len(revisions), _AT_ONCE):
        some = revisions[start : start + _AT_ONCE]
        asked = select(Revision.id, Revision.commitment).where(col(Revision.id).in_(some))
        found.update(session.exec(asked).all())
    return [found[each] for each in revisions]
