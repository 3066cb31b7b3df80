"""Organisers: their roles and rights, let in by a link that works once and, if they wish, a second factor."""

import hashlib
import hmac
import re
import secrets
import unicodedata
from base64 import b32encode
from collections.abc import Sequence
from datetime import datetime, timedelta
from enum import StrEnum
from typing import Final, Literal

import pyotp
from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.people.tokens import make_token
from app.notices.answers import Door, Post
from app.settings import settings
from app.store import letters, players
from app.store.security import second_factors, security_log, sign_ins
from app.store.security.security_log import SecurityEvent
from app.store.tables import Player, Role, SecondFactor, SignIn, SignInPurpose

LINK_LIFETIME: Final = timedelta(days=2)
MAILED_LINK_LIFETIME: Final = timedelta(minutes=15)
MOST_LINKS: Final = 3
"""By mail, to one organiser, that are good at the same time: strangers who ask for more keep nobody out."""
API_LIFETIME: Final = timedelta(days=365)
COMMAND_LINE: Final = "command line"
"""The client in the security log of acts on the machine itself."""
RECOVERY_CODES: Final = 10
_AROUND: Final = (-1, 0, 1)
"""Steps of half a minute by which a telephone's clock may be off (RFC 6238 §5.2)."""
_NOISE: Final = re.compile(r"[\s\-‐-―−ー]+")
Shown = Literal["code", "recovery"]
"""The proof that was given."""


# --- who may do what ----------------------------------------------------------------------------------


class Right(StrEnum):
    """What an organiser may do, or a program by its token."""

    LOOK = "look"
    ANSWER = "answer"
    ENTRIES = "entries"
    SEASONS = "seasons"
    PEOPLE = "people"


RIGHTS: Final[dict[Role, frozenset[Right]]] = {
    Role.HELPER: frozenset({Right.LOOK, Right.ANSWER}),
    Role.ORGANISER: frozenset({Right.LOOK, Right.ANSWER, Right.ENTRIES, Right.SEASONS}),
    Role.OWNER: frozenset(Right),
}
"""What each role may do; everything else it may not.

`look`: every page of the desk but those with secrets and those that lead to acts of others.
`answer`: answer mails, send letters again. `entries`: add, correct, take out and hide entries.
`seasons`: all acts and settings of seasons, and writing to their players. `people`: who organises.
"""
FOR_PROGRAMS: Final = (Right.LOOK, Right.ENTRIES, Right.SEASONS)
"""The rights that a token can carry."""


def rights(player: Player, scopes: str | None = None) -> frozenset[Right]:
    """What this person may do, or a program of theirs whose token has these scopes."""
    own = RIGHTS[player.role] if player.role and player.organiser_since else frozenset[Right]()
    return own if scopes is None else own & frozenset(map(Right, scopes.split()))


# --- appointed and dismissed --------------------------------------------------------------------------


def appoint(
    session: Session,
    address: str,
    name: str,
    now: datetime,
    role: Role | None = None,
    client: str = COMMAND_LINE,
) -> str:
    """The player with this address is an organiser from now on. Returns the token of a link that lets one browser in.

    Without a `role` they keep theirs; the first of all owns the installation, later ones organise.
    """
    player = _appointed(session, address, name, now, role, client)
    return _token(session, SignInPurpose.LINK, player, name, now, LINK_LIFETIME)


def invite(
    session: Session, address: str, name: str, role: Role, now: datetime, client: str
) -> Player:
    """The player with this address is an organiser from now on, told by letter, whose link lets one browser in.

    One who organises already keeps what they are.

    Raises `SeasonRefused` if they organise already.
    """
    if (known := players.with_address(session, address)) and known.organiser_since:
        raise SeasonRefused([Problem("organises-already", name=known.desk_name)])
    player = _appointed(session, address, name, now, role, client)
    link = _link_by_mail(session, player, now, LINK_LIFETIME)
    _tell(session, player, Post(role=role.value, sign_in=link.id), now)
    return player


def _appointed(
    session: Session, address: str, name: str, now: datetime, role: Role | None, client: str
) -> Player:
    player = players.known_as(session, address, "en", now)
    is_first = not any(each.role is Role.OWNER for each in players.organisers(session))
    if not role and not player.organiser_since:
        role = Role.OWNER if is_first else Role.ORGANISER
    if role and player.organiser_since and player.role is not role:
        _keep_an_owner(session, player)
    player.organiser_since = player.organiser_since or now
    player.role = role or player.role
    player.desk_name = name
    session.flush()
    detail = {"role": player.role.value} if player.role else {}
    event = SecurityEvent.ORGANISER_APPOINTED
    security_log.note(session, event, now=now, client=client, player=player.id, detail=detail)
    return player


def change_role(
    session: Session, player: Player, role: Role, now: datetime, client: str = COMMAND_LINE
) -> None:
    """This is their role from now on, which a letter tells them. The same again changes nothing.

    Raises `SeasonRefused` if they are no organiser, or the last owner.
    """
    _require_organiser(player)
    if player.role is role:
        return
    _keep_an_owner(session, player)
    was, player.role = player.role, role
    event = SecurityEvent.ROLE_CHANGED
    detail = {"role": role.value}
    security_log.note(session, event, now=now, client=client, player=player.id, detail=detail)
    _tell(session, player, Post(role=role.value, was=was.value if was else ""), now)


def dismiss(session: Session, address: str, now: datetime, client: str = COMMAND_LINE) -> int:
    """Remove this organiser, and sign out all their browsers and programs; returns how many.

    A letter tells them. Raises `SeasonRefused` if they are no organiser, or the last owner.
    """
    player = organiser_at(session, address)
    _keep_an_owner(session, player)
    was = player.role
    player.organiser_since = player.role = None
    event = SecurityEvent.ORGANISER_DISMISSED
    security_log.note(session, event, now=now, client=client, player=player.id)
    _tell(session, player, Post(was=was.value if was else ""), now)
    return sign_ins.end_all(session, player.id, sign_ins.FOR_ORGANISERS, now=now)


def _keep_an_owner(session: Session, player: Player) -> None:
    """Raise `SeasonRefused` if there is no other owner than this one."""
    if player.role is Role.OWNER and [each.id for each in players.owners(session)] == [player.id]:
        raise SeasonRefused([Problem("last-owner")])


def _tell(session: Session, player: Player, about: Post, now: datetime) -> None:
    key = f"post:{player.id}:{now:%y%m%d%H%M%S%f}"
    letters.write(session, about, player, key, now=now)


def send_link(session: Session, address: str, lang: str, now: datetime) -> int | None:
    """A link that lets one browser in, for a quarter of an hour, is on its way; the organiser's number.

    None if this is no organiser's address, or they have as many as are good at once: then the same
    is done, and undone, so that the answer takes as long.
    """
    attempt = session.begin_nested()
    player = players.looked_up(session, address, lang, now)
    links = sign_ins.of_player(session, player.id, [SignInPurpose.LINK], now=now)
    good = sum(abs(now - each.created_at) < MAILED_LINK_LIFETIME for each in links)
    link = _link_by_mail(session, player, now, MAILED_LINK_LIFETIME)
    letters.write(
        session,
        Door(sign_in=link.id),
        player,
        f"sign-in:{link.id}:{now:%y%m%d%H%M%S%f}",
        now=now,
        lang=lang,
    )
    if player.organiser_since and good < MOST_LINKS:
        attempt.commit()
        return player.id
    attempt.rollback()
    return None


def _link_by_mail(session: Session, player: Player, now: datetime, lifetime: timedelta) -> SignIn:
    """A link whose token a letter can be given when it leaves: it is kept nowhere."""
    sign_in, _ = sign_ins.start(
        session,
        SignInPurpose.LINK,
        player.id,
        now=now,
        expires_at=now + lifetime,
        label=player.desk_name,
    )
    token = make_token(settings().key(), "enter", sign_in.id, own=player.secrets)
    sign_in.token_hash = sign_ins.hashed(token)
    return sign_in


def link(session: Session, token: str, now: datetime) -> SignIn | None:
    """The link with this token, not used up yet; None if it opens nothing (any more)."""
    return sign_ins.find(session, token, SignInPurpose.LINK, now=now)


def grant_token(
    session: Session,
    address: str,
    name: str,
    now: datetime,
    scopes: Sequence[Right] = (Right.LOOK,),
) -> str:
    """Make a token for a program of this organiser. Raises `SeasonRefused` for other players."""
    player = organiser_at(session, address)
    event = SecurityEvent.TOKEN_MADE
    security_log.note(session, event, now=now, client=COMMAND_LINE, player=player.id)
    return token_for(session, player, name, now, scopes)


def token_for(
    session: Session,
    player: Player,
    name: str,
    now: datetime,
    scopes: Sequence[Right] = (Right.LOOK,),
) -> str:
    """A token for a player who is known to be an organiser. It may look, and what they may of these."""
    asked = {Right.LOOK, *scopes} & {*FOR_PROGRAMS} & rights(player)
    kept = " ".join(each for each in FOR_PROGRAMS if each in asked)
    return _token(session, SignInPurpose.API, player, name, now, API_LIFETIME, kept)


def speaking_for(session: Session, address: str, now: datetime) -> Sequence[SignIn]:
    """The browsers, programs and unused links of an organiser. Raises `SeasonRefused` for other players."""
    player = organiser_at(session, address)
    return sign_ins.of_player(session, player.id, sign_ins.FOR_ORGANISERS, now=now)


def sign_out(session: Session, address: str, now: datetime, number: int | None = None) -> int:
    """The one with this number, or all of them, are over; how many that were.

    Raises `SeasonRefused` if they are no organiser.
    """
    player = organiser_at(session, address)
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
    player = organiser_at(session, address)
    if not second_factors.forget(session, player.id):
        return False
    sign_ins.end_all(session, player.id, [SignInPurpose.ORGANISER, SignInPurpose.LINK], now=now)
    security_log.note(
        session, SecurityEvent.SECOND_FACTOR_OFF, now=now, client=COMMAND_LINE, player=player.id
    )
    return True


def organiser_at(session: Session, address: str) -> Player:
    """The organiser with this address. Raises `SeasonRefused` for other addresses."""
    player = players.with_address(session, address)
    return _require_organiser(player)


def _require_organiser(player: Player | None) -> Player:
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
    scopes: str | None = None,
) -> str:
    expires_at = now + lifetime
    _, token = sign_ins.start(
        session, purpose, player.id, now=now, expires_at=expires_at, label=name, scopes=scopes
    )
    return token


def begin_factor(session: Session, player_id: int) -> SecondFactor:
    """A secret for their app, which is asked for nothing until `confirm_factor`; the same until then."""
    return second_factors.begin(session, player_id, pyotp.random_base32())


def factor_address(factor: SecondFactor, site: str, name: str) -> str:
    """The address that the app reads from the picture: `otpauth://totp/…`."""
    return pyotp.TOTP(factor.secret).provisioning_uri(name=name, issuer_name=site)


def confirm_factor(session: Session, player_id: int, typed: str, now: datetime) -> list[str] | None:
    """From now on they are asked for codes, as the first one is right.

    Returns the recovery codes, which are kept nowhere.

    None if the code is wrong, or if there is nothing to confirm.
    """
    factor = second_factors.find(session, player_id, lock=True)
    if factor is None or factor.since or not (step := _step(factor, _tidied(typed), now)):
        return None
    codes = [_recovery_code() for _ in range(RECOVERY_CODES)]
    factor.since, factor.last_step = now, step
    factor.recovery = [_hashed(each) for each in codes]
    return codes


def check_code(session: Session, player_id: int, typed: str, now: datetime) -> Shown | None:
    """The proof that this is, used up by it; None if it is wrong, or no factor is on."""
    factor = second_factors.find(session, player_id, lock=True)
    if factor is None or not factor.since:
        return None
    given = _tidied(typed)
    if step := _step(factor, given, now):
        factor.last_step = step
        return "code"
    hashed = _hashed(given)
    if hashed in factor.recovery:
        factor.recovery = [each for each in factor.recovery if each != hashed]
        return "recovery"
    return None


def _step(factor: SecondFactor, given: str, now: datetime) -> int | None:
    """Return the time step of this code, if it is later than the last used one, or that one came from a fast clock."""
    app = pyotp.TOTP(factor.secret)
    for step in (app.timecode(now) + off for off in _AROUND):
        is_used = step <= factor.last_step <= app.timecode(now) + max(_AROUND)
        if hmac.compare_digest(app.generate_otp(step), given) and not is_used:
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
