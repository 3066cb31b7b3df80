"""Sign-ins: browsers and programs that act for a player or organiser. They hold a token, and the database its
SHA-256.
"""

import hashlib
import secrets
from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session, col, delete, select, update

from app.store.tables import Player, SignIn, SignInPurpose

KEPT_FOR: Final = timedelta(days=30)
"""How long an ended sign-in stays in the database."""
FOR_ORGANISERS: Final = (SignInPurpose.LINK, SignInPurpose.ORGANISER, SignInPurpose.API)


def start(
    session: Session,
    purpose: SignInPurpose,
    player_id: int,
    *,
    now: datetime,
    expires_at: datetime,
    season_id: int | None = None,
    label: str = "",
    browser: str = "",
    proven_at: datetime | None = None,
    scopes: str | None = None,
) -> tuple[SignIn, str]:
    """Create a sign-in. Also returns its token, which is not stored."""
    session.exec(delete(SignIn).where(col(SignIn.expires_at) < now - KEPT_FOR))
    token = secrets.token_urlsafe(32)
    sign_in = SignIn(
        token_hash=hashed(token),
        purpose=purpose,
        player_id=player_id,
        season_id=season_id,
        form_token=secrets.token_urlsafe(32),
        label=label,
        browser=browser,
        created_at=now,
        seen_at=now,
        proven_at=proven_at,
        scopes=scopes,
        expires_at=expires_at,
    )
    session.add(sign_in)
    session.flush()
    return sign_in, token


def find(
    session: Session,
    token: str,
    purpose: SignInPurpose,
    *,
    now: datetime,
    idle: timedelta | None = None,
) -> SignIn | None:
    """The sign-in that this token opens; None if there is none, it is over, or it was `idle` too long.

    An organiser's sign-in opens nothing once its holder is no organiser.
    """
    return next(iter(find_all(session, [token], purpose, now=now, idle=idle)), None)


def find_all(
    session: Session,
    tokens: Iterable[str],
    purpose: SignInPurpose,
    *,
    now: datetime,
    idle: timedelta | None = None,
) -> Sequence[SignIn]:
    """The sign-ins of several tokens, the latest first."""
    conditions = [
        col(SignIn.token_hash).in_([hashed(token) for token in tokens]),
        col(SignIn.purpose) == purpose,
        col(SignIn.expires_at) > now,
        col(SignIn.ended_at).is_(None),
    ]
    if idle is not None:
        conditions.append(col(SignIn.seen_at).between(now - idle, now + idle))
    if purpose in FOR_ORGANISERS:
        conditions.append(col(Player.organiser_since).is_not(None))
    statement = select(SignIn).join(Player).where(*conditions)
    return session.exec(statement.order_by(col(SignIn.created_at).desc())).all()


def is_known(session: Session, token: str) -> bool:
    """Whether this token opens a sign-in, or opened one recently."""
    return (
        session.exec(select(SignIn.id).where(SignIn.token_hash == hashed(token))).first()
        is not None
    )


def touch(session: Session, sign_in_id: int, *, now: datetime) -> None:
    """Note that the sign-in was used just now."""
    statement = update(SignIn).where(col(SignIn.id) == sign_in_id).values(seen_at=now)
    session.exec(statement, execution_options={"synchronize_session": False})


def prove(session: Session, sign_in_id: int, *, now: datetime) -> None:
    """Note that its holder has just proven who they are."""
    statement = update(SignIn).where(col(SignIn.id) == sign_in_id).values(proven_at=now)
    session.exec(statement, execution_options={"synchronize_session": False})


def of_player(
    session: Session,
    player_id: int,
    purposes: Sequence[SignInPurpose],
    *,
    now: datetime,
    idle: timedelta | None = None,
) -> Sequence[SignIn]:
    """Every browser and program that acts for this person for these purposes, the last used first."""
    conditions = [
        col(SignIn.player_id) == player_id,
        col(SignIn.purpose).in_(purposes),
        col(SignIn.expires_at) > now,
        col(SignIn.ended_at).is_(None),
    ]
    if idle is not None:
        conditions.append(col(SignIn.seen_at).between(now - idle, now + idle))
    statement = select(SignIn).where(*conditions)
    return session.exec(statement.order_by(col(SignIn.seen_at).desc(), col(SignIn.id))).all()


def end_one(
    session: Session,
    player_id: int,
    purposes: Sequence[SignInPurpose],
    sign_in_id: int,
    *,
    now: datetime,
) -> SignIn | None:
    """End this sign-in of this person; None if it is not theirs or had ended."""
    mine = (
        col(SignIn.id) == sign_in_id,
        col(SignIn.player_id) == player_id,
        col(SignIn.purpose).in_(purposes),
        col(SignIn.ended_at).is_(None),
    )
    found = session.exec(select(SignIn).where(*mine)).first()
    statement = update(SignIn).where(*mine).values(ended_at=now)
    ended = session.exec(statement, execution_options={"synchronize_session": False})
    return found if found and ended.rowcount else None


def end(session: Session, *tokens: str, now: datetime) -> bool:
    """End these sign-ins. True for one caller only, so that a link is used once."""
    mine = col(SignIn.token_hash).in_([hashed(token) for token in tokens])
    statement = update(SignIn).where(mine, col(SignIn.ended_at).is_(None)).values(ended_at=now)
    ended = session.exec(statement, execution_options={"synchronize_session": False})
    return ended.rowcount > 0


def end_all(
    session: Session,
    player_id: int,
    purposes: Sequence[SignInPurpose],
    *,
    now: datetime,
    but: int = 0,
) -> int:
    """Sign out every browser and program that acts for this person for these purposes, except `but`. Returns how
    many.
    """
    statement = update(SignIn).where(
        col(SignIn.id) != but,
        col(SignIn.player_id) == player_id,
        col(SignIn.purpose).in_(purposes),
        col(SignIn.ended_at).is_(None),
    )
    return session.exec(
        statement.values(ended_at=now), execution_options={"synchronize_session": False}
    ).rowcount


def hashed(token: str) -> str:
    """The stored digest of a token."""
    return hashlib.sha256(token.encode("utf-8", "replace")).hexdigest()
