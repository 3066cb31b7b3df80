"""Questions about runs and their results."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from app.store.tables import Result, Revision, Run, Season


@dataclass(frozen=True, slots=True)
class Participant:
    """An entry as it takes part in a run."""

    number: int
    revision: Revision


def latest(session: Session, season: Season) -> Run | None:
    """The season's newest run, finished or not."""
    statement = select(Run).where(Run.season_id == season.id).order_by(col(Run.serial).desc())
    return session.exec(statement).first()


def begin(session: Session, run: Run, participants: Sequence[Participant]) -> None:
    """Keep a new run, with a result to come for everyone who takes part."""
    last = session.exec(select(func.max(Run.serial)).where(Run.season_id == run.season_id)).one()
    run.serial = (last or 0) + 1
    session.add(run)
    session.flush()
    session.add_all(
        Result(run_id=run.id, number=taking_part.number, revision_id=taking_part.revision.id)
        for taking_part in participants
    )
    session.flush()


def participants(session: Session, run: Run) -> list[Participant]:
    """Who takes part, by number."""
    statement = (
        select(Result.number, Revision)
        .join(Revision, col(Result.revision_id) == col(Revision.id))
        .where(Result.run_id == run.id)
        .order_by(col(Result.number))
    )
    return [Participant(number, revision) for number, revision in session.exec(statement)]


def outcomes(session: Session, run: Run) -> list[bytes | None]:
    """What is known so far, by number: while the run is on, outcomes against later numbers only."""
    statement = select(Result.outcomes).where(Result.run_id == run.id).order_by(col(Result.number))
    return [
        zlib.decompress(packed) if packed is not None else None
        for packed in session.exec(statement)
    ]


def played(session: Session, run: Run) -> int:
    """How many battles of the run are kept."""
    statement = select(func.count(col(Result.id))).where(
        Result.run_id == run.id, col(Result.outcomes).is_not(None)
    )
    left = run.entries - session.exec(statement).one()
    return (run.entries * (run.entries - 1) - left * (left - 1)) // 2


def keep(session: Session, run: Run, numbers: Sequence[int], rows: Sequence[bytes]) -> None:
    """Keep these rows of outcomes, compressed."""
    statement = select(Result).where(Result.run_id == run.id, col(Result.number).in_(numbers))
    by_number = {result.number: result for result in session.exec(statement)}
    for number, row in zip(numbers, rows, strict=True):
        by_number[number].outcomes = zlib.compress(row)
        session.add(by_number[number])


def with_inputs(session: Session, run: Run) -> list[Run]:
    """Finished runs of the same season with the same inputs."""
    statement = select(Run).where(
        Run.season_id == run.season_id,
        Run.inputs_digest == run.inputs_digest,
        col(Run.digest).is_not(None),
        Run.id != run.id,
    )
    return list(session.exec(statement))
