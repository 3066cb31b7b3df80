"""The check-in of a season: who takes part says that they are there, or leaves the place to who waits for one."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.league.entries import places
from app.league.entries.acceptance import move_up
from app.notices.answers import Place
from app.store import entries, letters, mails
from app.store.tables import Entry, Player, RevisionState, Season

LASTS: Final = timedelta(days=1)
_ARRIVING: Final = timedelta(minutes=1)


def begins(season: Season) -> datetime | None:
    """From when on players are asked, for a day; None without a check-in, or a deadline. What counts from then on is there."""
    hours = season.decisions.get("check_in")
    ends = season.closes_at and hours and season.closes_at - timedelta(hours=hours)
    return ends - LASTS if ends else None


def is_asked(season: Season, entry: Entry, now: datetime) -> bool:
    """Whether its player is to say that they are there, and has not."""
    start, said_at = begins(season), entry.here_at or entry.created_at
    takes_part = entry.current is not None and entry.player_id is not None
    return takes_part and start is not None and said_at < start <= now


def be_there(session: Session, season: Season, player: Player, now: datetime) -> None:
    """The player is there, with all that they have in the season."""
    for entry in entries.of_player(session, season, player):
        entry.here_at = now
        session.add(entry)


def due(session: Session, season: Season, now: datetime) -> list[Entry]:
    """The entries whose players are to be asked now; or, once it is over and all mail of before is read, who were asked and did not answer.

    Nobody is asked in the second half: who had no half a day to answer keeps the place.
    """
    start = begins(season)
    if start is None or now < start or any(places.open_at(season, now)):
        return []
    is_over = now >= start + LASTS + _ARRIVING
    if mails.unread(session, start + LASTS) if is_over else now > start + LASTS / 2:
        return []
    asked = letters.keys(session, season, _reason(season))
    absent = [each for each in entries.of_season(session, season) if is_asked(season, each, now)]
    return [each for each in absent if (f"{_reason(season)}:{each.player_id}" in asked) == is_over]


def settle(session: Session, season: Season, now: datetime) -> bool:
    """They are asked, by one letter each; or each of their characters is held until they say yes again, and who waits moves up. The season is locked."""
    found, start = due(session, season, now), begins(season)
    is_over = start is not None and now >= start + LASTS
    for entry in found:
        revision, key = entry.current, f"{_reason(season)}:{entry.player_id}"
        if is_over and revision:
            revision.state, entry.current, entry.name_key = RevisionState.HELD, None, None
            session.add_all([entry, revision])
            key = f"{key}:{entry.id}"
        if entry.player:
            about = Place(verdict="gone" if is_over else "asked")
            letters.write(
                session, about, entry.player, key, now=now, season=season, revision=revision
            )
    session.flush()
    move_up(session, season, now)
    return bool(found)


def _reason(season: Season) -> str:
    return f"check-in:{season.id}:{begins(season):%y%m%d%H%M}"
