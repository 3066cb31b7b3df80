"""A finished run, as letters and pages read it: who took part, the table, each result."""

import zlib
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import Final

from sqlmodel import Session

from app.engine import Build, Ruleset, Sheet
from app.games import ruleset
from app.league import news, visibility
from app.league.characters import labels_of, lines_of, names_of
from app.league.seasons import require, require_reason, scoring_of
from app.store import fields, letters, runs, seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Revision, Run, Season, SeasonState
from app.tournament.blocks import build_of
from app.tournament.cache import Kept
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing, standings


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


def publish(session: Session, slug: str, by: Organiser) -> Season:
    """The reviewed run is public from now on; a report to everyone who took part is on its way.

    Who had a report of an earlier run gets this one as its correction, with what is told of the undo.
    Followers get a digest; who is muted gets nothing.
    Raises `SeasonRefused` unless the season is under review, and before its announced deadline.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.REVIEW)
    visibility.require_laid_open(season, by.now)
    run = runs.latest(session, season)
    if not run or not run.digest:
        raise LookupError(f"the season {slug} is under review without a finished run")
    news.results_are_out(session, season, run, _why_undone(session, season), by.now)
    season.state = SeasonState.PUBLISHED
    season.published_at = by.now
    season.published_run_id = run.id
    session.add(season)
    audits.note(session, by, "publish", season, detail={"run": run.serial, "digest": run.digest})
    return season


def undo(session: Session, slug: str, by: Organiser) -> Season:
    """One step back: what is published is under review again, what is under review is closed again.

    Reports that have not left are dropped; those that have are not written again for the same run.
    Raises `SeasonRefused` in any other state, or without a reason.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.PUBLISHED, SeasonState.REVIEW)
    require_reason(by)
    dropped = 0
    if season.state is SeasonState.PUBLISHED:
        dropped = letters.drop_results(session, season)
        season.state = SeasonState.REVIEW
        season.published_at = None
        season.published_run_id = None
    else:
        season.state = SeasonState.CLOSED
    session.add(season)
    audits.note(session, by, "undo", season, detail={"letters dropped": dropped})
    return season


def _why_undone(session: Session, season: Season) -> str:
    """What players are told of going back since the last publication; empty if nothing is, and if nobody did."""
    for audit in audits.of_season(session, season)[::-1]:
        if audit.act == "publish":
            break
        if audit.act == "undo" and "told" in audit.detail:
            return str(audit.detail["told"])
    return ""
