"""The check-in of a season: players confirm that they are there, or lose the place to the waiting
list.
"""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.league.entries import places
from app.league.entries.acceptance import move_up
from app.notices.answers import Place
from app.store import entries, letters, mails
from app.store.tables import Entry, Player, RevisionState, Season

LASTS: Final = timedelta(days=1)


def begins(season: Season) -> datetime | None:
    """When players are asked from, for a day; None without a check-in or a deadline. Entries that
    count after it need no check-in.
    """
    hours, ends = season.decisions.get("check_in"), season.closes_at
    return ends - timedelta(hours=hours) - LASTS if ends and hours else None


def is_asked(season: Season, entry: Entry, now: datetime) -> bool:
    """Whether its player has been asked to check in, and has not answered."""
    start, takes_part = begins(season), entry.current is not None and entry.player_id is not None
    return takes_part and start is not None and (entry.here_at or entry.created_at) < start <= now


def due(session: Session, season: Season, now: datetime) -> list[tuple[Entry, str]]:
    """Return the entries whose players are to be asked now, each with the key of its question.

    Once the check-in is over and all earlier mail is read, returns those that were asked and did
    not answer. Nobody is asked in its second half: a player without half a day to answer keeps the
    place.
    """
    start = begins(season)
    if start is None or now < start or any(places.open_at(season, now)):
        return []
    is_over = now > start + LASTS + timedelta(minutes=1)
    if mails.unread(session, start + LASTS) if is_over else now > start + LASTS / 2:
        return []
    reason = _reason(season, start)
    asked = letters.keys(session, season, reason)
    absent = [each for each in entries.of_season(session, season) if is_asked(season, each, now)]
    keyed = [(each, f"{reason}:{each.player_id}") for each in absent]
    return [(each, key) for each, key in keyed if (key in asked) == is_over]


def go_on(session: Session, season: Season, before: datetime | None, now: datetime) -> None:
    """Note that a pause put off a check-in that had begun, so that nobody is asked twice."""
    start = begins(season)
    if before and start and before < start <= now:
        letters.rename(session, season, _reason(season, before), _reason(season, start))
        for entry in entries.of_season(session, season):
            if (entry.here_at or entry.created_at) >= before:
                entry.here_at = now


def _reason(season: Season, start: datetime) -> str:
    return f"check-in:{season.id}:{start:%y%m%d%H%M}"


def settle(session: Session, season: Season, now: datetime) -> bool:
    """They are asked, by one letter each.

    Or each of their characters is held until they say yes again, and who waits moves up. The season
    is locked.
    """
    found, start = due(session, season, now), begins(season)
    is_over = start is not None and now > start + LASTS
    for entry, key in found:
        revision, about = entry.current, Place(verdict="gone" if is_over else "asked")
        if is_over and revision:
            revision.state, entry.current, entry.name_key = RevisionState.HELD, None, None
        player = session.get_one(Player, entry.player_id)
        why = f"{key}:{entry.id}" if is_over else key
        letters.write(session, about, player, why, now=now, season=season, revision=revision)
    move_up(session, season, now)
    return bool(found)
