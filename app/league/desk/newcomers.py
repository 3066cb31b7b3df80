"""Newcomers in a season that looks at them: who has played in no published season waits for an organiser's yes.

A revision that its player stands by is then *waiting*. In a call for cards every card is looked at,
and every change of it: what was accepted before stands. It holds its name and no place, counts with
the yes if there is room, and is numbered by its arrival. The yes holds for whatever the player
sends to this season; a no ends what waits, and the player may send something else. What waits when
entries close does not take part.
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
    """The newcomer takes part with what waited, or waits for a place with it, and hears so.

    Raises `SeasonRefused` if nothing of this entry waits, the season is full or takes no entries
    any more, or a card does not go together with those that were taken before.
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
    """Refuse what waited. Its player hears so, with the words for them, and may send something
    else.

    Raises `SeasonRefused` if nothing of this entry waits, or the season takes no entries any more.
    """
    season, revision = _waiting(session, slug, entry, by)
    revision.state = RevisionState.REFUSED
    entry.name_key = characters.name_key(entry.current.name) if entry.current else None
    session.add_all([entry, revision])
    pictures.drop(session, revision)
    _tell(session, season, revision, Approval(verdict="no", reason=by.tell.strip()), by)
    audits.note(session, by, "refuse", season, entry)
    return revision


def entry_called(session: Session, season: Season, name: str) -> Entry:
    """The entry of this name that waits. Raises `SeasonRefused` naming all that do."""
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
