"""Browsers that are woken by news: which, when, and how long."""

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
"""Browsers of a player: with one more the oldest goes."""
MOST_FAILURES: Final = 10
"""In a row; then the browser is forgotten."""
_BATCH: Final = 50
LONGEST: Final = timedelta(hours=6)
"""No browser is put off for longer at a time."""
_DAY: Final = timedelta(days=1)


def add(session: Session, player: Player, season: Season, endpoint: str) -> None:
    """This browser is woken by news of the season, and of no other player's any more: whoever asked last has it.

    A player has so many at most; the oldest goes.
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
    """Their browsers, the oldest first; only those woken by news of this season, if one is given."""
    return [
        each
        for each in session.exec(_of([player_id]))
        if season_id is None or season_id in each.seasons
    ]


def _of(players: Iterable[int]) -> SelectOfScalar[PushDevice]:
    theirs = select(PushDevice).where(col(PushDevice.player_id).in_(players))
    return theirs.order_by(col(PushDevice.id))


def end(session: Session, player_id: int, season_id: int | None = None) -> None:
    """No browser of theirs is woken by news of this season any more, or of any; one that nothing wakes is forgotten."""
    for device in session.exec(_of([player_id]).with_for_update()):
        device.seasons = [each for each in device.seasons if season_id not in (None, each)]
        if not device.seasons:
            session.delete(device)


def wake(
    session: Session, told: Sequence[tuple[Player, About]], season: Season | None, now: datetime
) -> None:
    """The browsers of these readers are woken that want it for this season, if these news shall wake anybody.

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
    """Those with news that are not old, and of players who want letters."""
    wanted = select(Player.id).where(col(Player.muted_at).is_(None))
    is_due = moments.has_come(col(PushDevice.due_at), now, LONGEST) & (col(PushDevice.until) > now)
    return select(PushDevice).where(is_due, col(PushDevice.player_id).in_(wanted))


def claim(session: Session, *, now: datetime) -> Sequence[PushDevice]:
    """Some browsers to be woken now. None of them is due any more.

    So none is woken twice: a worker that dies meanwhile leaves that to the next news, and to the letter.
    """
    taken = session.exec(_due(now).limit(_BATCH).with_for_update(skip_locked=True)).all()
    for device in taken:
        device.due_at = None
    return taken


def settle(
    session: Session, number: int, *, is_taken: bool, is_gone: bool, wait: timedelta, now: datetime
) -> None:
    """The browser was woken; or it is tried again then and later each time; or it is forgotten: it is gone, or failed too often, or nothing wakes it any more."""
    device = session.get(PushDevice, number, with_for_update=True)
    if device is None:
        return
    device.failures = 0 if is_taken else device.failures + 1
    if is_gone or device.failures >= MOST_FAILURES or not (device.seasons or device.failures):
        session.delete(device)
    elif device.failures:
        device.due_at = device.due_at or now + min(wait * 2**device.failures, LONGEST)
