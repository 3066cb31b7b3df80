"""Browsers to be woken by news: which, when, and for how long."""

from collections.abc import Iterable, Sequence
from datetime import datetime, timedelta
from hashlib import sha256
from typing import Final

from sqlmodel import Session, col, select
from sqlmodel.sql.expression import SelectOfScalar

from app.notices.about import About
from app.store import moments
from app.store.rows import add_if_new
from app.store.tables import Player, PushDevice, Season

MOST: Final = 5
"""The most browsers of a player; one more replaces the oldest."""
MOST_FAILURES: Final = 10
"""The failures in a row after which a browser is deleted."""
_BATCH: Final = 50
LONGEST: Final = timedelta(hours=6)
"""The longest time for which a browser is put off at once."""
_DAY: Final = timedelta(days=1)


def add(session: Session, player: Player, season: Season, endpoint: str) -> None:
    """Wake this browser for news of the season. It belongs to the last player who asked, and to no other.

    A player has at most `MOST` browsers; the oldest goes.
    """
    known_as = sha256(endpoint.encode()).hexdigest()
    add_if_new(session, PushDevice(player_id=player.id, endpoint=endpoint, endpoint_key=known_as))
    this = select(PushDevice).where(PushDevice.endpoint_key == known_as).with_for_update()
    device = session.exec(this).one()
    if device.player_id != player.id:
        device.player_id, device.seasons, device.due_at = player.id, [], None
    device.failures, device.seasons = 0, sorted({*device.seasons, season.id})
    for each in of_player(session, player.id)[:-MOST]:
        session.delete(each)


def of_player(session: Session, player_id: int, season_id: int | None = None) -> list[PushDevice]:
    """The player's browsers, the oldest first; only those woken for this season, if one is given."""
    return [
        each
        for each in session.exec(_of([player_id]))
        if season_id is None or season_id in each.seasons
    ]


def _of(players: Iterable[int]) -> SelectOfScalar[PushDevice]:
    theirs = select(PushDevice).where(col(PushDevice.player_id).in_(players))
    return theirs.order_by(col(PushDevice.id))


def end(session: Session, player_id: int, season_id: int | None = None) -> None:
    """Stop waking their browsers for this season, or for any. A browser with no season left is deleted."""
    for device in session.exec(_of([player_id]).with_for_update()):
        device.seasons = [each for each in device.seasons if season_id not in (None, each)]
        if not device.seasons:
            session.delete(device)


def wake(
    session: Session, told: Sequence[tuple[Player, About]], season: Season | None, now: datetime
) -> None:
    """Wake the browsers of these readers that want it for this season, if this news wakes any.

    Results are the last news of a season.
    """
    news = {player.id: about for player, about in told if season and about.wakes}
    if not season or not news:
        return
    for device in session.exec(_of(news).with_for_update()):
        about = news[device.player_id]
        chapters = getattr(about, "chapters", None)
        asked = [each.deadline for each in chapters or () if each.is_asked and each.deadline]
        if season.id in device.seasons and (asked or chapters is None):
            until = max(asked, default=season.closes_at) or now
            device.due_at, device.until = now, until if until > now else now + _DAY
            if about.has_results:
                device.seasons = [each for each in device.seasons if each != season.id]


def is_any_due(session: Session, *, now: datetime) -> bool:
    """Whether a browser is to be woken."""
    return session.exec(_due(now).limit(1)).first() is not None


def _due(now: datetime) -> SelectOfScalar[PushDevice]:
    """The condition for a browser to be due: its news is not stale, and its player wants letters."""
    wanted = select(Player.id).where(col(Player.muted_at).is_(None))
    is_due = moments.has_come(col(PushDevice.due_at), now, LONGEST) & (col(PushDevice.until) > now)
    return select(PushDevice).where(is_due, col(PushDevice.player_id).in_(wanted))


def claim(session: Session, *, now: datetime) -> Sequence[PushDevice]:
    """Claim some browsers to be woken now. They are no longer due.

    So none is woken twice. If the worker dies meanwhile, the next news and the letter make up for it.
    """
    taken = session.exec(_due(now).limit(_BATCH).with_for_update(skip_locked=True)).all()
    for device in taken:
        device.due_at = None
    return taken


def settle(
    session: Session, number: int, *, is_taken: bool, is_gone: bool, wait: timedelta, now: datetime
) -> None:
    """Store the outcome for a browser: it was woken; or it is tried again, later each time; or it is deleted, because
    it is gone, has failed too often or has no season left.
    """
    device = session.get(PushDevice, number, with_for_update=True)
    if device is None:
        return
    device.failures = 0 if is_taken else device.failures + 1
    if is_gone or device.failures >= MOST_FAILURES or not (device.seasons or device.failures):
        session.delete(device)
    elif device.failures:
        device.due_at = device.due_at or now + min(wait * 2**device.failures, LONGEST)
