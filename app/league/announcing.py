"""News that go to players by themselves: a season opens, its deadline nears, it has ended."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.store import entries, letters, players
from app.store.tables import Player, Run, Season

REMINDERS: Final = (timedelta(hours=6), timedelta(hours=48))
"""So long before the deadline those who have no entry are reminded; the shortest first."""


def season_opened(session: Session, season: Season, now: datetime) -> None:
    """Everybody whom news may reach hears that the season takes entries."""
    for player in players.reachable(session):
        key = f"opened:{season.id}:{player.id}"
        letters.write(session, "opened", player, key, now=now, season=season)


def remind(session: Session, season: Season, now: datetime) -> int:
    """Who has no entry that counts hears of the deadline, once at each of its times; how many did.

    Who got to know of the season later than the time of a reminder does not get that one.
    """
    hours = _due(season, now)
    if hours is None or season.closes_at is None:
        return 0
    prefix = f"reminder:{season.id}:{season.closes_at:%y%m%d%H%M}:{hours}"
    count = 0
    for player in list(_unreminded(session, season, prefix)):
        key = f"{prefix}:{player.id}"
        letters.write(session, "reminder", player, key, now=now, season=season)
        count += 1
    return count


def is_near(season: Season, now: datetime) -> bool:
    """Whether the deadline is so near that players are reminded of it."""
    return season.closes_at is not None and now >= season.closes_at - max(REMINDERS)


def season_ended(session: Session, season: Season, run: Run, now: datetime) -> None:
    """Those who follow the season, and did not take part, hear how it ended."""
    for player in players.following(session, season):
        entry = entries.of_player(session, season, player)
        if entry is None or entry.current is None:
            key = f"digest:{run.id}:{player.id}"
            letters.write(session, "digest", player, key, now=now, season=season, run=run)


def _due(season: Season, now: datetime) -> int | None:
    """Which reminder it is time for: its hours before the deadline."""
    if season.closes_at is None or season.opened_at is None:
        return None
    for before in REMINDERS:
        begins = season.closes_at - before
        if begins <= now < season.closes_at:
            known_before = season.opened_at < begins
            return int(before / timedelta(hours=1)) if known_before else None
    return None


def _unreminded(session: Session, season: Season, prefix: str) -> Iterator[Player]:
    reminded = letters.readers(session, season, prefix)
    for player in players.without_entry(session, season):
        if player.id not in reminded:
            yield player
