"""Approve or refuse newcomers, in a season that asks for it.

A newcomer is a player who played in no published season. A revision they confirm then waits for approval. In a call for
cards every card and every change waits, and the version accepted before still counts. A waiting revision keeps its name
but takes no place. If approved it counts, if there is room, and is numbered by its arrival. Approval covers everything
the player sends to this season. A refused player may send something else. What still waits when entries close is left
out.
"""

from typing import Literal

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.entries import calls, characters
from app.league.entries.acceptance import accept
from app.league.entries.places import open_at, room_at
from app.league.entries.rosters import waiting_of
from app.notices.answers import Approval
from app.store import entries, letters, pictures, seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Entry, Revision, RevisionState, Season


def approve(session: Session, slug: str, entry: Entry, by: Organiser) -> Revision:
    """Approve a newcomer: the waiting revision counts, or joins the queue for places. The player gets a letter.

    Raises `SeasonRefused` if this entry has nothing waiting, if the season is full or takes no entries, or if a card
    conflicts with cards accepted before.
    """
    season, revision = _waiting(session, slug, entry, by)
    problems = [
        *room_at(session, season, by.now),
        *calls.problems_of(session, season, revision),
    ]
    if problems:
        raise SeasonRefused(problems)
    entry.approved_at = by.now
    accept(session, entry, revision, by.now, is_approved=True)
    verdict: Literal["yes", "queue"] = "yes" if entry.current is revision else "queue"
    _tell(session, season, revision, Approval(verdict=verdict, reason=by.tell.strip()), by)
    audits.note(session, by, "approve", season, entry)
    return revision


def refuse(session: Session, slug: str, entry: Entry, by: Organiser) -> Revision:
    """Refuse a newcomer: the waiting revision is left out, and the player gets a letter. They may send something else.

    Raises `SeasonRefused` if this entry has nothing waiting, or the season takes no entries.
    """
    season, revision = _waiting(session, slug, entry, by)
    revision.state = RevisionState.REFUSED
    entry.name_key = characters.name_key(entry.current.name) if entry.current else None
    pictures.drop(session, revision)
    _tell(session, season, revision, Approval(verdict="no", reason=by.tell.strip()), by)
    audits.note(session, by, "refuse", season, entry)
    return revision


def entry_called(session: Session, season: Season, name: str) -> Entry:
    """Return the waiting entry of this name. Raises `SeasonRefused`, which suggests all names that wait."""
    waiting, key = entries.waiting(session, season), characters.name_key(name)
    found = [each.entry for each in waiting if each.entry.name_key == key]
    if not found:
        names = tuple(each.name for each in waiting)
        raise SeasonRefused([Problem("unknown-entry", entry=name, suggestions=names)])
    return found[0]


def _waiting(session: Session, slug: str, entry: Entry, by: Organiser) -> tuple[Season, Revision]:
    season = seasons.locked(session, slug)
    if problems := [*open_at(season, by.now)]:
        raise SeasonRefused(problems)
    session.refresh(entry)
    revision = waiting_of(session, entry)
    if revision is None or entry.season_id != season.id:
        raise SeasonRefused([Problem("nothing-waits")])
    return season, revision


def _tell(
    session: Session, season: Season, revision: Revision, about: Approval, by: Organiser
) -> None:
    if player := revision.entry.player:
        key = f"approval:{revision.id}:{about.verdict}"
        letters.write(session, about, player, key, now=by.now, season=season, revision=revision)
