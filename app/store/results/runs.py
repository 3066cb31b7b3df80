"""Queries for runs and their results."""

import zlib
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from typing import Final

from sqlalchemy import bindparam
from sqlmodel import Session, col, delete, func, insert, select, update

from app.store.results import stages
from app.store.tables import Result, Revision, Run, Season

_WITH_ID: Final = select(Run).where(Run.id == bindparam("id"))
"""Built once, since every page of results uses it."""


@dataclass(frozen=True, slots=True)
class _Participant:
    """An entry as it takes part in a run."""

    number: int
    revision: Revision


def with_id(session: Session, id_: int) -> Run | None:
    """The run, if there is one."""
    return session.exec(_WITH_ID, params={"id": id_}).first()


def latest(session: Session, season: Season) -> Run | None:
    """The season's newest run, finished or not."""
    statement = select(Run).where(Run.season_id == season.id).order_by(col(Run.serial).desc())
    return session.exec(statement).first()


def latest_finished(session: Session, season: Season) -> Run | None:
    """The season's newest finished run."""
    statement = (
        select(Run)
        .where(Run.season_id == season.id, col(Run.digest).is_not(None))
        .order_by(col(Run.serial).desc())
    )
    return session.exec(statement).first()


def basis(session: Session, run: Run) -> Run | None:
    """The run from which it took unchanged outcomes."""
    return session.get_one(Run, run.basis_id) if run.basis_id else None


def begin(session: Session, run: Run, taking_part: Sequence[tuple[int, int]]) -> None:
    """Store a new run, with an open result for each number and the revision that it plays."""
    last = session.exec(select(func.max(Run.serial)).where(Run.season_id == run.season_id)).one()
    run.serial = (last or 0) + 1
    session.add(run)
    session.flush()
    rows = [
        {"run_id": run.id, "number": number, "revision_id": revision_id}
        for number, revision_id in taking_part
    ]
    if rows:
        session.execute(insert(Result), rows)


def drop(session: Session, run: Run, staying: Collection[int]) -> None:
    """Only the entries with these numbers take part in the run."""
    session.execute(
        delete(Result).where(col(Result.run_id) == run.id, col(Result.number).not_in(staying))
    )


def participants(session: Session, run: Run) -> list[_Participant]:
    """The participants of the run, by number."""
    statement = (
        select(Result.number, Revision)
        .join(Revision, col(Result.revision_id) == col(Revision.id))
        .where(Result.run_id == run.id)
        .order_by(col(Result.number))
    )
    return [_Participant(number, revision) for number, revision in session.exec(statement)]


def outcomes(session: Session, run: Run) -> list[bytes | None]:
    """The outcomes known so far, by number: during the run only those of played rows, in the order of playing."""
    statement = select(Result.outcomes).where(Result.run_id == run.id).order_by(col(Result.number))
    return [
        zlib.decompress(packed) if packed is not None else None
        for packed in session.exec(statement)
    ]


def battles(run: Run) -> int:
    """The number of its battles; for a season in stages an estimate until it is finished."""
    return _pairs(run.entries) if run.battles is None else run.battles


def is_full(run: Run) -> bool:
    """Whether everybody met everybody."""
    return battles(run) == _pairs(run.entries)


def to_play(run: Run) -> int:
    """The number of battles to be played, without those taken over from another run."""
    return battles(run) - taken_over(run)


def taken_over(run: Run) -> int:
    """The number of battles taken over from an earlier run."""
    return _pairs(run.taken_over)


def played(session: Session, run: Run) -> int:
    """The number of stored battles of the run; if sides do not meet, the same share of them as of all pairs."""
    statement = select(func.count(col(Result.id))).where(
        Result.run_id == run.id, col(Result.outcomes).is_not(None)
    )
    all_ = _pairs(run.entries)
    met = all_ - _pairs(run.entries - session.exec(statement).one())
    kept = met * battles(run) // max(all_, 1) or stages.battles(session, run)
    return min(kept, to_play(run))


def _pairs(entries: int) -> int:
    return entries * (entries - 1) // 2


def packed(row: bytes) -> bytes:
    """A compressed row of outcomes. The window is no larger than the row: setting up a larger one would take longer
    than compressing. Only runs of a byte are looked for: outcomes repeat by chance alone, and take less room so.
    """
    window = min(max(len(row).bit_length(), 9), zlib.MAX_WBITS)
    packing = zlib.compressobj(wbits=window, strategy=zlib.Z_RLE)
    return packing.compress(row) + packing.flush()


def keep(session: Session, run: Run, rows: Mapping[int, bytes]) -> None:
    """Keep these rows of outcomes by number, `packed`."""
    ids = session.exec(select(Result.number, Result.id).where(Result.run_id == run.id))
    changes = [{"id": id, "outcomes": rows[number]} for number, id in ids if number in rows]
    session.execute(update(Result), changes)


def keep_all(session: Session, run: Run, rows: Sequence[bytes]) -> None:
    """Keep all rows of outcomes, `packed`, in order of number."""
    numbers = session.exec(
        select(Result.number).where(Result.run_id == run.id).order_by(col(Result.number))
    )
    keep(session, run, dict(zip(numbers, rows, strict=True)))


def let_go(session: Session, run: Run, published: Collection[int]) -> None:
    """Delete the outcomes of the season's other runs, except those with these serials. Entries and digests stay."""
    full = (
        select(Result.run_id, Result.number, Result.revision_id)
        .join(Run, col(Result.run_id) == col(Run.id))
        .where(
            Run.season_id == run.season_id,
            Run.id != run.id,
            col(Run.serial).not_in(published),
            col(Result.outcomes).is_not(None),
        )
    )
    results = [each._asdict() for each in session.execute(full)]
    if results:
        # Rows that only grow shorter leave SQLite their pages; rows that go give them back.
        let_go = {result["run_id"] for result in results}
        session.execute(
            delete(Result).where(col(Result.run_id).in_(let_go), col(Result.outcomes).is_not(None))
        )
        session.execute(insert(Result), results)
        stages.let_go(session, [*let_go])


def with_inputs(session: Session, run: Run) -> list[Run]:
    """Finished runs of the same season with the same inputs."""
    statement = select(Run).where(
        Run.season_id == run.season_id,
        Run.inputs_digest == run.inputs_digest,
        col(Run.digest).is_not(None),
        Run.id != run.id,
    )
    return list(session.exec(statement))
