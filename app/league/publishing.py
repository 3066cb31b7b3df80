"""Results go public, and every player gets a report; or they are taken back."""

from sqlmodel import Session

from app.league import announcing, visibility
from app.league.closing import require_reason
from app.league.opening import require
from app.store import audits, letters, runs, seasons
from app.store.audits import Organiser
from app.store.tables import Season, SeasonState


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
    announcing.results_are_out(session, season, run, _why_undone(session, season), by.now)
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
