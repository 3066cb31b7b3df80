"""A revision that its player has confirmed counts, or waits: for an organiser's yes, or for a
place.
"""

from datetime import datetime

from sqlmodel import Session

from app import clock
from app.clock import APART
from app.engine.workshop.call import is_call
from app.league.entries import characters, places
from app.league.entries.rosters import waiting_of
from app.notices.answers import Place
from app.store import entries, letters, pictures
from app.store.tables import Entry, Revision, RevisionState, Season


def accept(
    session: Session, entry: Entry, revision: Revision, at: datetime, *, is_approved: bool = False
) -> bool:
    """Let the revision count, confirmed or approved at this moment.

    False if one that was received later counts already.

    That of a newcomer waits for an organiser instead, where the season looks at newcomers
    (`league.desk.newcomers`), and one that finds no place waits for that from this moment on, where
    the season has a waiting list.
    """
    if is_outdated(entry, revision, at):
        revision.state = RevisionState.SUPERSEDED
        return False
    if not is_approved and awaits_approval(session, entry):
        return _wait(session, entry, revision, RevisionState.WAITING, at)
    if awaits_place(session, entry, at):
        entry.queued_at = entry.queued_at or at
        return _wait(session, entry, revision, RevisionState.QUEUED, at)
    _count(session, entry, revision, at)
    return True


def _count(session: Session, entry: Entry, revision: Revision, at: datetime) -> None:
    """It counts from this moment on, and waits for nothing."""
    entry.queued_at, entry.here_at = None, at
    revision.state = RevisionState.ACCEPTED
    entry.current = revision
    entry.name_key = characters.name_key(revision.name)
    entry.accepted_at = entry.accepted_at or revision.received_at
    session.flush()
    pictures.accept(session, revision)


def awaits_approval(session: Session, entry: Entry) -> bool:
    """Whether what this entry's player sends waits for an organiser: a newcomer's does, until one has said yes.

    Every card does.
    """
    season = session.get_one(Season, entry.season_id)
    if not season.approves_newcomers or entry.player_id is None:
        return False
    if is_call(season.game):
        return True
    is_let_in = entry.approved_at is not None or entry.current is not None
    return not is_let_in and not entries.has_played(session, entry.player_id)


def awaits_place(session: Session, entry: Entry, moment: datetime) -> bool:
    """Whether what this entry's player sends waits for a place: none is free, or others have waited longer."""
    season = session.get_one(Season, entry.season_id)
    if entry.current is not None or not season.waiting_list:
        return False
    ahead = any(each.entry is not entry for each in entries.queued(session, season))
    return ahead or any(places.full(session, season, moment))


def move_up(session: Session, season: Season, now: datetime) -> list[Revision]:
    """Move entries up from the waiting list, longest-waiting first, as long as there are free places.

    Their players are told. The caller has locked the season, which must take entries. Returns the
    revisions that moved up.
    """
    moved: list[Revision] = []
    if not season.waiting_list or any(places.open_at(season, now)):
        return moved
    for revision in entries.queued(session, season):
        if any(places.full(session, season, now)):
            break
        entry = revision.entry
        _count(session, entry, revision, now)
        moved.append(revision)
        if entry.player:
            key = f"place:{revision.id}:{now:%y%m%d%H%M%S}"
            letters.write(
                session,
                Place(verdict="in"),
                entry.player,
                key,
                now=now,
                season=season,
                revision=revision,
            )
    return moved


def _wait(
    session: Session, entry: Entry, revision: Revision, state: RevisionState, at: datetime
) -> bool:
    """The revision waits in place of an earlier one, and holds its name; False if a later one waits already."""
    before = waiting_of(session, entry)
    if before and is_later(before, at, revision):
        revision.state = RevisionState.SUPERSEDED
        return False
    if before:
        before.state = RevisionState.SUPERSEDED
        pictures.move(session, before, revision)
    revision.state = state
    entry.name_key = characters.name_key(revision.name)
    session.flush()
    return True


def is_outdated(entry: Entry, revision: Revision, now: datetime) -> bool:
    """Whether a revision counts already that was received later than this one, or its player has taken it out later."""
    out_at = entry.withdrawn_at
    if out_at and revision.received_at < out_at <= max(now, clock.now()) + APART:
        return True
    return entry.current is not None and is_later(entry.current, now, revision)


def is_later(one: Revision, now: datetime, other: Revision | None = None) -> bool:
    """Whether it was received later than the other, or than now.

    A moment that is still to come is of a clock that was ahead.

    The mail that is acted on now may have come long ago.
    """
    is_past = one.received_at <= max(now, clock.now()) + APART
    than = (other.received_at, other.serial) if other else (now, one.serial)
    return is_past and (one.received_at, one.serial) > than
