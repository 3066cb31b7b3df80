"""A finished run, as letters and pages read it: who took part, the table, each result."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from sqlmodel import Session

from app.engine import Build, Ruleset, Sheet
from app.games import ruleset
from app.league.battling import build_of
from app.league.flavouring import labels_of, lines_of, names_of
from app.league.keeping import Kept
from app.league.opening import scoring_of
from app.league.standing import Scoring, Standing, standings
from app.store import fields
from app.store.tables import Revision, Run, Season


@dataclass(frozen=True, slots=True)
class Participant:
    """An entry as it took part. `written` is its build in one-character notation."""

    number: int
    entry_id: int
    revision_id: int
    player_id: int | None
    name: str
    owner: str
    build: Build
    written: str


@dataclass(frozen=True)
class FinishedRun:
    """All of a run that is finished. Participants are called by their index, in order of number.

    `standings` is the table, best first; `ranks` says at which line of it each participant stands.
    """

    game: Ruleset
    scoring: Scoring
    rules_version: str
    digest: str
    participants: tuple[Participant, ...]
    standings: tuple[Standing, ...]
    ranks: tuple[int, ...]
    by_player: Mapping[int, int] = field(repr=False)
    """Where each player's entry stands among the participants."""
    packed: tuple[bytes, ...] = field(repr=False)
    key: object = field(default_factory=object, repr=False)
    """What is worked out about the run is kept under this; it keeps no run alive."""

    def row(self, index: int) -> bytes:
        """The participant's outcomes from its own view, a byte for everyone; `NOT_PLAYED` for itself."""
        return zlib.decompress(self.packed[index])

    def standing(self, index: int) -> Standing:
        """The participant's line of the table."""
        return self.standings[self.ranks[index]]


_kept: Final[Kept[tuple[object, ...], FinishedRun]] = Kept(4, Lock())


def finished(session: Session, season: Season, run: Run) -> FinishedRun:
    """The season's run, read and counted once and kept, since it never changes any more.

    It is told by the rules that it was played by. Raises LookupError for a run that is not finished, and `RulesNotInstalled`.
    """
    if not run.digest:
        raise LookupError(f"run {run.serial} of {season.slug} is not finished")
    scoring = scoring_of(season)
    game = ruleset(season.game, run.rules_version)

    def read() -> FinishedRun:
        field_ = fields.of_run(session, run)
        return count(
            game,
            scoring,
            run.rules_version,
            run.digest or "",
            [_participant(game, taker) for taker in field_],
            [taker.outcomes or b"" for taker in field_],
        )

    return _kept.of(
        (str(session.get_bind().engine.url), run.id, run.rules_version, run.digest, scoring), read
    )


def count(
    game: Ruleset,
    scoring: Scoring,
    rules_version: str,
    digest: str,
    participants: Sequence[Participant],
    packed: Sequence[bytes],
) -> FinishedRun:
    """The run in which these had these outcomes, each from its own view, packed."""
    table = standings([*map(zlib.decompress, packed)], scoring)
    ranks = {standing.entry: rank for rank, standing in enumerate(table)}
    return FinishedRun(
        game=game,
        scoring=scoring,
        rules_version=rules_version,
        digest=digest,
        participants=tuple(participants),
        standings=tuple(table),
        ranks=tuple(ranks[index] for index in range(len(packed))),
        by_player={each.player_id: i for i, each in enumerate(participants) if each.player_id},
        packed=tuple(packed),
    )


def _participant(game: Ruleset, taker: fields.Taker) -> Participant:
    build = build_of(game.slug, game.rules_version, taker.build)
    return Participant(
        taker.number,
        taker.entry_id,
        taker.revision_id,
        taker.player_id,
        taker.name,
        taker.owner,
        build,
        game.write_build(build),
    )


def sheet_of(revision: Revision) -> Sheet:
    """What a character brings to a telling: its name, and what its extras say."""
    extras = revision.extras
    return Sheet(revision.name, labels_of(extras), names_of(extras), lines_of(extras))
