"""Who organises: appointed from the command line, let in by a link that works once."""

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.store import players
from app.store.security import second_factors, security_log, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, SignIn, SignInPurpose

LINK_LIFETIME: Final = timedelta(days=2)
API_LIFETIME: Final = timedelta(days=365)
COMMAND_LINE: Final = "command line"
"""Where it comes from, in the security log, what whoever runs the machine does."""


def appoint(session: Session, address: str, name: str, now: datetime) -> str:
    """Whoever has this address organises from now on. Returns the token of a link that lets one browser in."""
    player = players.known_as(session, address, "en", now)
    player.organiser_since = player.organiser_since or now
    session.add(player)
    session.flush()
    event = SecurityEvent.ORGANISER_APPOINTED
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return _token(session, SignInPurpose.LINK, player, name, now, LINK_LIFETIME)


def grant_token(session: Session, address: str, name: str, now: datetime) -> str:
    """A token with which a program acts for this organiser. Raises `SeasonRefused` if he is none."""
    player = _organiser(session, address)
    event = SecurityEvent.TOKEN_MADE
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return token_for(session, player, name, now)


def token_for(session: Session, player: Player, name: str, now: datetime) -> str:
    """The same for somebody who is known to be an organiser."""
    return _token(session, SignInPurpose.API, player, name, now, API_LIFETIME)


def dismiss(session: Session, address: str, now: datetime) -> int:
    """He organises no more, and every browser and program of his is signed out; how many there were.

    Raises `SeasonRefused` if he is no organiser.
    """
    player = _organiser(session, address)
    player.organiser_since = None
    session.add(player)
    event = SecurityEvent.ORGANISER_DISMISSED
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return sign_ins.end_all(session, player.id, sign_ins.FOR_ORGANISERS, now=now)


def forget_factor(session: Session, address: str, now: datetime) -> bool:
    """Their second factor is gone, for a lost telephone, and every browser is signed out; whether they had one.

    Raises `SeasonRefused` if they are no organiser.
    """
    player = _organiser(session, address)
    if not second_factors.forget(session, player.id):
        return False
    sign_ins.end_all(session, player.id, [SignInPurpose.ORGANISER, SignInPurpose.LINK], now=now)
    security_log.note(
        session, SecurityEvent.SECOND_FACTOR_OFF, now=now, client=COMMAND_LINE, player=player.id
    )
    return True


def speaking_for(session: Session, address: str, now: datetime) -> Sequence[SignIn]:
    """The browsers, programs and unused links of an organiser. Raises `SeasonRefused` if they are none."""
    player = _organiser(session, address)
    return sign_ins.of_player(session, player.id, sign_ins.FOR_ORGANISERS, now=now)


def sign_out(session: Session, address: str, now: datetime, number: int | None = None) -> int:
    """The one with this number, or all of them, are over; how many that were.

    Raises `SeasonRefused` if they are no organiser.
    """
    player = _organiser(session, address)
    if number is None:
        ended = sign_ins.end_all(session, player.id, sign_ins.FOR_ORGANISERS, now=now)
        event = SecurityEvent.SIGNED_OUT_EVERYWHERE
    else:
        purposes = sign_ins.FOR_ORGANISERS
        ended = int(sign_ins.end_one(session, player.id, purposes, number, now=now) is not None)
        event = SecurityEvent.SIGN_IN_ENDED
    if ended:
        security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return ended


def link(session: Session, token: str, now: datetime) -> SignIn | None:
    """The link with this token, not used up yet; None if it opens nothing (any more)."""
    return sign_ins.find(session, token, SignInPurpose.LINK, now=now)


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
