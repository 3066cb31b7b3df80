"""What a player wishes to hear from us, besides the answers to what he sends."""

from datetime import datetime

from sqlmodel import Session

from app.store.inserting import add_if_new
from app.store.tables import Follower, Player, Season


def mute(session: Session, player: Player, now: datetime) -> None:
    """No letters go to this player but answers to what he sends himself; asked twice, it stays so."""
    player.muted_at = player.muted_at or now
    session.add(player)


def unmute(session: Session, player: Player) -> None:
    """Reports, reminders and news go to this player again."""
    player.muted_at = None
    session.add(player)


def choose(session: Session, player: Player, now: datetime, *, letters: bool, log: bool) -> None:
    """Whether the player gets letters besides answers, and whether all his battles come with his report."""
    if letters:
        unmute(session, player)
    else:
        mute(session, player, now)
    player.wants_log = log
    session.add(player)


def follow(session: Session, player: Player, season: Season, now: datetime) -> None:
    """The player hears how the season ends, even if he does not take part."""
    add_if_new(session, Follower(season_id=season.id, player_id=player.id, created_at=now))
