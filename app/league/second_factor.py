"""The second factor of an organiser: six digits of an app (RFC 6238), or one of ten codes kept for the day it is lost."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from datetime import datetime
from typing import Final, Literal

import pyotp
from sqlmodel import Session

from app.store.security import second_factors
from app.store.tables import SecondFactor

RECOVERY_CODES: Final = 10
_AROUND: Final = (-1, 0, 1)
"""Steps of half a minute by which a telephone's clock may be off (RFC 6238 §5.2)."""
_NOISE: Final = re.compile(r"[\s\-‐-―−ー]+")

Shown = Literal["code", "recovery"]
"""What somebody has shown."""


def begin(session: Session, player_id: int) -> SecondFactor:
    """A secret for their app, which is asked for nothing until `confirm`; the same until then."""
    return second_factors.begin(session, player_id, pyotp.random_base32())


def address(factor: SecondFactor, site: str, name: str) -> str:
    """What the app reads out of the picture: `otpauth://totp/…`."""
    return pyotp.TOTP(factor.secret).provisioning_uri(name=name, issuer_name=site)


def confirm(session: Session, player_id: int, typed: str, now: datetime) -> list[str] | None:
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


def check(session: Session, player_id: int, typed: str, now: datetime) -> Shown | None:
    """What they have shown by this, and it opens nothing a second time; None if it is wrong, or none is on."""
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
