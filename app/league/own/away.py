"""Times when a player is away, over all seasons: set, changed and cut short.

Nobody else can read them. A deadline waits for the whole time, even if the player is back earlier,
so coming back and leaving again gains nothing.
"""

from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, time, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import OwnRefused, Problem
from app.league.matches import deadlines
from app.league.matches.settings import MatchSettings
from app.league.visibility import title_of
from app.settings import settings
from app.store.matches import matches
from app.store.own import absences
from app.store.own.absences import Parts
from app.store.tables import Absence, Player
from app.text.characters import shown
from app.text.moments import read_days

MOST_DAYS: Final = 21
"""Of all times away that begin within a year of one another."""
YEAR: Final = timedelta(days=365)
_DAY: Final = timedelta(days=1)
_MOST_SAID: Final = 80
_SECOND: Final = timedelta(seconds=1)


def declare(session: Session, player: Player, _game: str, said: str, *, now: datetime) -> Problem:
    """The player is away on these days; one that they meet and that has not begun is changed by it.

    Matches that ask them wait, where a season does so.

    Raises `OwnRefused` with every problem.
    """
    zone = settings().zone
    today = now.astimezone(zone).date()
    days = read_days(said, today)
    if not days:
        raise OwnRefused([Problem("away-unread", typed=shown(said[:_MOST_SAID]))])
    first, last = days
    if not today - YEAR <= first <= last <= today + YEAR or last < today:
        raise OwnRefused([Problem("away-when")])
    begins_at, ends_at = (
        datetime.combine(day, time(), zone).astimezone(UTC) for day in (first, last + _DAY)
    )
    waiting = deadlines.lock(session, player)
    told = Problem("away-told", first=first.isoformat(), last=last.isoformat())
    others = absences.of_player(session, player)
    if (begins_at, ends_at) in [(each.begins_at, each.ends_at) for each in _ahead(others, now)]:
        return told
    met = [
        each for each in _ahead(others, now) if each.begins_at < ends_at > begins_at < each.ends_at
    ]
    if any(each.begins_at <= now or absences.is_used(session, each) for each in met):
        raise OwnRefused([Problem("away-fixed")])
    near = [each for each in others if each not in met and abs(each.begins_at - begins_at) < YEAR]
    left = MOST_DAYS - sum(-(-(each.ends_at - each.begins_at) // _DAY) for each in near)
    if (last - first).days >= left:
        raise OwnRefused([Problem("away-long", most=str(MOST_DAYS), left=str(max(left, 0)))])
    for each in met:
        session.delete(each)
    session.add(Absence(player_id=player.id, begins_at=begins_at, ends_at=ends_at, told_at=now))
    session.flush()
    deadlines.wait_for(session, waiting, now)
    return told


def end(session: Session, player: Player, _game: str, _said: str, *, now: datetime) -> Problem:
    """The player is back, or does not go: the next deadlines are as for everybody.

    What waits for them already goes on once all are ready.

    Raises `OwnRefused` for who is not away, and is not going to be.
    """
    deadlines.lock(session, player)
    ahead = _ahead(absences.of_player(session, player), now)
    if not ahead:
        raise OwnRefused([Problem("away-not")])
    if absences.is_used(session, ahead[0]):
        ahead[0].back_at = now
    elif ahead[0].begins_at < now:
        ahead[0].ends_at = now
    else:
        session.delete(ahead[0])
    session.flush()
    return Problem("away-back")


ACTS: Final = {"away": declare, "back": end}


def told(session: Session, player: Player, now: datetime) -> list[list[Problem]]:
    """Each time away that is not over, and what each of the player's seasons makes of it, in words
    for them alone.
    """
    parts = absences.parts(session, player)
    waiting = [(own.id, each.deadline) for _, each, own in matches.waiting_for(session, player)]
    ahead = _ahead(absences.of_player(session, player), now)
    return [[*dict.fromkeys(_told(each, parts, waiting))] for each in ahead]


def _told(
    absence: Absence, parts: Parts, waiting: Sequence[tuple[int, datetime]]
) -> Iterator[Problem]:
    zone = settings().zone
    first, last = (
        each.astimezone(zone).date().isoformat()
        for each in (absence.begins_at, absence.ends_at - _SECOND)
    )
    yield Problem("away-told", first=first, last=last)
    for season, found, part in parts:
        play, name = MatchSettings.of(found.settings), title_of(season)
        used = part.absence_id if part else None
        own = [at for entry_id, at in waiting if part and entry_id == part.entry_id]
        if play.tempo == "script":
            continue
        if used not in (None, absence.id):
            yield Problem("away-elsewhere", season=name)
        elif play.away == "house":
            yield Problem("away-house", season=name)
        elif used:
            yield Problem("away-waits", season=name, until=max(own, default=absence.ends_at))
        else:
            begun_at = found.begun_at or absence.ends_at
            until = play.deadline_after(absence.ends_at, begun_at)
            yield Problem("away-would-wait", season=name, until=until)
        for at in own:
            if absence.begins_at <= at < absence.told_at + absences.LAST_DAY:
                yield Problem("away-late", season=name, at=at)


def _ahead(those: Sequence[Absence], now: datetime) -> list[Absence]:
    """Times away that are not over, the first one first."""
    return [each for each in those if each.ends_at > now and not each.back_at]
