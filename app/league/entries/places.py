"""The places of a season: whether it takes an entry at a moment, the waves in which places open,
and the waiting list.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from datetime import datetime, tzinfo
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.store import entries
from app.store.tables import Entry, Season, SeasonState
from app.text.moments import parsed

MOST_WAVES: Final = 20
_DIVIDER: Final = re.compile(r"[\n,、;]")
_WAVE: Final = re.compile(r"(\S.*\S)\s+\+?([0-9]{1,7})")


def open_at(season: Season, moment: datetime) -> Iterator[Problem]:
    """The problem if the season takes no entry received at this moment."""
    title = visibility.title_of(season)
    if season.state is SeasonState.DRAFT:
        yield Problem("season-not-open", season=title)
    elif season.state is SeasonState.CALLED_OFF:
        yield Problem("season-called-off", season=title)
    elif season.state is not SeasonState.OPEN or ((end := ends_at(season)) and moment >= end):
        yield Problem("season-closed", season=title)


def ends_at(season: Season) -> datetime | None:
    """From when on an open season takes nothing: its deadline, if it is not paused, or before that when an organiser said that it closes."""
    waits = season.paused_at and season.closes_at and season.paused_at < season.closes_at
    closes_at = None if waits else season.closes_at
    return min(filter(None, (season.closing_at, closes_at)), default=None)


def room_at(session: Session, season: Season, moment: datetime) -> Iterator[Problem]:
    """Return the problem if the season cannot take a new entry received at this time, else None.

    It is closed, or full without a waiting list. An entry takes its place once it counts; a held
    entry has no place yet. If the season is locked, the answer stays true until the transaction
    ends.
    """
    if closed := [*open_at(season, moment)]:
        yield from closed
    elif not season.waiting_list:
        yield from full(session, season, moment)


def full(session: Session, season: Season, moment: datetime) -> Iterator[Problem]:
    """The problem if every place that the season has at this moment is taken."""
    most = capacity_at(season, moment)
    if most is None or entries.count(session, season) < most:
        return
    title, places = visibility.title_of(season), str(most)
    later = [(each, number) for each, number in waves_of(season) if each > moment]
    if later:
        at, more = later[0]
        yield Problem("season-full-until", season=title, places=places, more=str(more), at=at)
    else:
        yield Problem("season-full", season=title, places=places)


# --- waves ----------------------------------------------------------------------------------------------

Wave = tuple[datetime, int]
"""A moment, and how many places open then."""


def waves_of(season: Season) -> tuple[Wave, ...]:
    """The waves that have not been opened yet, the next first."""
    return tuple((datetime.fromisoformat(at), number) for at, number in season.waves)


def capacity_at(season: Season, moment: datetime) -> int | None:
    """How many places the season has at this moment; None for no limit."""
    if season.capacity is None:
        return None
    return season.capacity + sum(number for at, number in waves_of(season) if at <= moment)


def open_waves(season: Season, now: datetime) -> int:
    """The places of every wave that is due are places like all others from now on; how many there are."""
    due = [(at, number) for at, number in waves_of(season) if at <= now]
    more = sum(number for _, number in due)
    if more:
        season.capacity = capacity_at(season, now)
        season.waves = season.waves[len(due) :]
    return more


def rank(session: Session, entry: Entry) -> int | None:
    """Its place on the waiting list, from 1; None if it waits for no place."""
    season = session.get_one(Season, entry.season_id)
    if not season.waiting_list:
        return None
    line = [each.entry_id for each in entries.queued(session, season)]
    return line.index(entry.id) + 1 if entry.id in line else None


def read_waves(text: str, zone: tzinfo) -> tuple[Wave, ...]:
    """The waves that these lines say, `2027-03-01 21:00 +200` each, in order of time.

    Raises `SeasonRefused` with every problem.
    """
    found: list[Wave] = []
    problems: list[Problem] = []
    for line in _DIVIDER.split(unicodedata.normalize("NFKC", text)):
        if not line.strip():
            continue
        said = _WAVE.fullmatch(line.strip())
        at = _moment(said[1], zone) if said else None
        if said is None or at is None:
            problems.append(Problem("bad-wave", typed=line.strip()[:40]))
        else:
            found.append((at, int(said[2])))
    if problems:
        raise SeasonRefused(problems)
    return tuple(sorted(found))


def write_waves(waves: Sequence[Wave], zone: tzinfo) -> str:
    """The waves as lines: what `read_waves` reads."""
    return "\n".join(f"{at.astimezone(zone):%Y-%m-%d %H:%M} +{number}" for at, number in waves)


def wave_problems(
    waves: Sequence[Wave], capacity: int | None, most: int, now: datetime
) -> Iterator[Problem]:
    """The problems of these later places of a season with this many places."""
    if waves and capacity is None:
        yield Problem("waves-without-places")
    if any(at <= now for at, _ in waves):
        yield Problem("wave-past")
    if len({at for at, _ in waves}) < len(waves) or len(waves) > MOST_WAVES:
        yield Problem("bad-waves", most=str(MOST_WAVES))
    if any(number < 1 for _, number in waves) or sum(number for _, number in waves) > most:
        yield Problem("bad-capacity", typed="+".join(str(n) for _, n in waves), most=f"{most:,}")


def _moment(text: str, zone: tzinfo) -> datetime | None:
    try:
        at = parsed(text)
    except ValueError:
        return None
    return at if at.tzinfo else at.replace(tzinfo=zone)
