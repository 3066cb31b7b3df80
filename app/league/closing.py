"""Entries close: they are numbered, and laid open to the organiser unless an announced deadline is still to come."""

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import announcing, seals, visibility
from app.league.opening import require
from app.store import audits, entries, mails, seasons
from app.store.audits import Organiser
from app.store.tables import Season, SeasonState


def close(session: Session, slug: str, by: Organiser) -> Season:
    """No more entries; those that count get their numbers, by first accepted revision.

    Closed before its announced deadline, the season stays sealed until then.
    Raises `SeasonRefused` unless the season is open and every mail received so far has been read.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.OPEN)
    cut_off = min(by.now, season.closes_at) if season.closes_at else by.now
    if waiting := mails.unread(session, cut_off):
        raise SeasonRefused([Problem("mail-unread", words=(str(waiting),))])
    counted = [entry for entry in entries.of_season(session, season) if entry.current]
    for number, entry in enumerate(counted, 1):
        entry.number = number
        session.add(entry)
    season.state = SeasonState.CLOSED
    season.closed_at = by.now
    visibility.lay_open(season, by.now)
    session.add(season)
    seals.keep(session, season, by.now)
    audits.note(session, by, "close", season, detail={"entries": len(counted)})
    return season


def reopen(session: Session, slug: str, by: Organiser) -> Season:
    """The season takes entries again, without a deadline until it gets a new one, and is sealed again.

    Everybody hears it, with what the organiser tells: its page, its feed, and a letter to every player. The seals stay public,
    and what is added or changed from here on is marked if the builds had been laid open.
    Raises `SeasonRefused` unless it is closed and something is told.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.CLOSED)
    require_words(by)
    visibility.lay_open(season, by.now)
    for entry in entries.of_season(session, season):
        entry.number = None
        session.add(entry)
    season.state = SeasonState.OPEN
    season.closed_at = None
    if season.closes_at and season.closes_at <= by.now:
        season.closes_at = None
    session.add(season)
    audits.note(session, by, "reopen", season, detail={"public": by.tell.strip()})
    announcing.season_reopened(session, season, by)
    return season


def require_reason(by: Organiser) -> None:
    """Raise `SeasonRefused` unless the organiser says why, be it to the log or to everybody."""
    if not by.reason.strip() and not by.tell.strip():
        raise SeasonRefused([Problem("no-reason")])


def require_words(by: Organiser) -> None:
    """Raise `SeasonRefused` unless the organiser says why to everybody: the reason for the log is never shown to them."""
    if not by.tell.strip():
        raise SeasonRefused([Problem("nothing-told")])
