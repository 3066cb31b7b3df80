"""Organisers: appointed from the command line, let in by a link that works once and, if they wish, a second factor."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

import pyotp
from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.store import players
from app.store.security import second_factors, security_log, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, SecondFactor, SignIn, SignInPurpose

LINK_LIFETIME: Final = timedelta(days=2)
API_LIFETIME: Final = timedelta(days=365)
COMMAND_LINE: Final = "command line"
"""The client in the security log of acts on the machine itself."""
RECOVERY_CODES: Final = 10
_AROUND: Final = (-1, 0, 1)
"""Steps of half a minute by which a telephone's clock may be off (RFC 6238 §5.2)."""
_NOISE: Final = re.compile(r"[\s\-‐-―−ー]+")
Shown = Literal["code", "recovery"]
"""The proof that was given."""


def appoint(session: Session, address: str, name: str, now: datetime) -> str:
    """The player with this address is an organiser from now on. Returns the token of a link that lets one browser in."""
    player = players.known_as(session, address, "en", now)
    player.organiser_since = player.organiser_since or now
    session.add(player)
    session.flush()
    event = SecurityEvent.ORGANISER_APPOINTED
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return _token(session, SignInPurpose.LINK, player, name, now, LINK_LIFETIME)


def dismiss(session: Session, address: str, now: datetime) -> int:
    """This player is an organiser no more, and all their browsers and programs are signed out; how many there were.

    Raises `SeasonRefused` if they are none.
    """
    player = _organiser(session, address)
    player.organiser_since = None
    session.add(player)
    event = SecurityEvent.ORGANISER_DISMISSED
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return sign_ins.end_all(session, player.id, sign_ins.FOR_ORGANISERS, now=now)


def link(session: Session, token: str, now: datetime) -> SignIn | None:
    """The link with this token, not used up yet; None if it opens nothing (any more)."""
    return sign_ins.find(session, token, SignInPurpose.LINK, now=now)


def grant_token(session: Session, address: str, name: str, now: datetime) -> str:
    """A token with which a program acts for this organiser. Raises `SeasonRefused` if they are none."""
    player = _organiser(session, address)
    event = SecurityEvent.TOKEN_MADE
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return token_for(session, player, name, now)


def token_for(session: Session, player: Player, name: str, now: datetime) -> str:
    """The same for a player who is known to be an organiser."""
    return _token(session, SignInPurpose.API, player, name, now, API_LIFETIME)


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


def begin_factor(session: Session, player_id: int) -> SecondFactor:
    """A secret for their app, which is asked for nothing until `confirm_factor`; the same until then."""
    return second_factors.begin(session, player_id, pyotp.random_base32())


def factor_address(factor: SecondFactor, site: str, name: str) -> str:
    """The address that the app reads from the picture: `otpauth://totp/…`."""
    return pyotp.TOTP(factor.secret).provisioning_uri(name=name, issuer_name=site)


def confirm_factor(session: Session, player_id: int, typed: str, now: datetime) -> list[str] | None:
    """From now on they are asked for codes, as the first one is right. Returns the recovery codes, which are kept nowhere.

    None if the code is wrong, or if there is nothing to confirm.
    """
    factor = second_factors.find(session, player_id, lock=True)
    if factor is None or factor.since or not (step := _step(factor, _tidied(typed), now)):
        return None
    codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
    second_factors.keep(
        session, factor, since=now, last_step=step, recovery=[_hashed(each) for each in codes]
    )
    return codes


def check_code(session: Session, player_id: int, typed: str, now: datetime) -> Shown | None:
    """The proof that this is, used up by it; None if it is wrong, or no factor is on."""
    factor = second_factors.find(session, player_id, lock=True)
    if factor is None or not factor.since:
        return None
    given = _tidied(typed)
    if step := _step(factor, given, now):
        second_factors.keep(session, factor, last_step=step)
        return "code"
    hashed = _hashed(given)
    if hashed in factor.recovery:
        left = [each for each in factor.recovery if each != hashed]
        second_factors.keep(session, factor, recovery=left)
        return "recovery"
    return None


def _step(factor: SecondFactor, given: str, now: datetime) -> int | None:
    """The time step whose code this is, if it comes after the last one that was taken."""
    app = pyotp.TOTP(factor.secret)
    for step in (app.timecode(now) + off for off in _AROUND):
        if hmac.compare_digest(app.generate_otp(step), given) and step > factor.last_step:
            return step
    return None


def _tidied(typed: str) -> str:
    """As it was meant: half-width, small letters, without blanks and hyphens; ASCII."""
    plain = _NOISE.sub("", unicodedata.normalize("NFKC", typed[:100]).casefold())
    return plain.encode("ascii", "ignore").decode("ascii")


def _recovery_code() -> str:
    """80 bits, in four groups."""
    code = b32encode(secrets.token_bytes(10)).decode("ascii").lower()
    return "-".join(code[at : at + 4] for at in range(0, 16, 4))


def _hashed(code: str) -> str:
    return hashlib.sha256(_tidied(code).encode()).hexdigest()
