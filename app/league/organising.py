"""Who organises: appointed from the command line, let in by a link that works once."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.store import players, sign_ins
from app.store.tables import Player, SignIn, SignInPurpose

LINK_LIFETIME: Final = timedelta(days=2)
API_LIFETIME: Final = timedelta(days=365)


def appoint(session: Session, address: str, name: str, now: datetime) -> str:
    """Whoever has this address organises from now on. Returns the token of a link that lets one browser in."""
    player = players.known_as(session, address, "en", now)
    player.organiser_since = player.organiser_since or now
    session.add(player)
    session.flush()
    return _token(session, SignInPurpose.LINK, player, name, now, LINK_LIFETIME)


def grant_token(session: Session, address: str, name: str, now: datetime) -> str:
    """A token with which a program acts for this organiser. Raises `SeasonRefused` if he is none."""
    return _token(session, SignInPurpose.API, _organiser(session, address), name, now, API_LIFETIME)


def dismiss(session: Session, address: str, now: datetime) -> int:
    """He organises no more, and every browser and program of his is signed out; how many there were.

    Raises `SeasonRefused` if he is no organiser.
    """
    player = _organiser(session, address)
    player.organiser_since = None
    session.add(player)
    return sign_ins.end_all(session, player.id, sign_ins.FOR_ORGANISERS, now=now)


def enter(session: Session, token: str, now: datetime) -> SignIn | None:
    """The sign-in that a link stands for, which is used up by this; None if it opens nothing (any more)."""
    link = sign_ins.find(session, token, SignInPurpose.LINK, now=now)
    return link if link and sign_ins.end(session, token, now=now) else None


def _organiser(session: Session, address: str) -> Player:
    player = players.with_address(session, address)
    if not player or not player.organiser_since:
        raise SeasonRefused([Problem("no-organiser")])
    return player


def _token(
    session: Session,
    purpose: SignInPurpose,
    player: Player,
    name: str,
    now: datetime,
    lifetime: timedelta,
) -> str:
    expires_at = now + lifetime
    _, token = sign_ins.start(
        session, purpose, player.id, now=now, expires_at=expires_at, label=name
    )
    return token
