"""A player takes his entry out of a season."""

from sqlmodel import Session

from app.errors import Problem, SubmissionRejected
from app.league.submitting import Origin, answer, open_at
from app.store import entries, seasons
from app.store.tables import Entry, Player, Revision, RevisionState, Season


def withdraw(session: Session, season: Season, player: Player, origin: Origin) -> Revision:
    """The player does not take part any more, until he enters again; what he has sent waits for nothing.

    Raises `SubmissionRejected` if he has no entry in the season, or if it takes no changes any more.
    """
    season = seasons.lock(session, season)
    entry = entries.of_player(session, season, player)
    standing = standing_of(session, entry) if entry else None
    if not entry or not standing:
        raise SubmissionRejected([Problem("no-own-entry")])
    if problems := [*open_at(season, origin.received_at)]:
        raise SubmissionRejected(problems)
    for revision in entries.revisions(session, entry):
        if revision.state is RevisionState.HELD or revision is entry.current:
            revision.state = RevisionState.WITHDRAWN
            session.add(revision)
    entry.current = None
    entry.name_key = None
    session.add(entry)
    answer(session, "withdrawn", season, player, standing, origin, {"name": standing.name})
    return standing


def standing_of(session: Session, entry: Entry) -> Revision | None:
    """What counts of this entry; if nothing does, the last of what waits for its player to confirm it."""
    if entry.current:
        return entry.current
    held = [each for each in entries.revisions(session, entry) if each.state is RevisionState.HELD]
    return held[-1] if held else None
