"""Moments as people write them: `2027-03-31 21:00`, in the zone at hand, in a named one, or with an offset from UTC."""

from contextlib import suppress
from datetime import UTC, date, datetime, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.errors import Problem

MOST_SHOWN: Final = 40
_YEARS: Final = range(1900, 3000)
"""Elsewhere calendars and zones end, and nobody lives."""


def parsed(typed: str) -> datetime:
    """The moment, of no zone where none is typed. Raises `ValueError` where there is none, or it is a long time away."""
    moment = datetime.fromisoformat(typed.strip())
    if moment.year not in _YEARS:
        raise ValueError("that is a long time away")
    return moment


def read_moment(typed: str, zone: tzinfo, problems: list[Problem]) -> datetime | None:
    """The moment; None if it cannot be read, or if there are none or two of it, and `problems` says so.

    `2027-03-31 21:00` is meant in `zone`, `2027-03-31 21:00 Asia/Tokyo` in that one. Where clocks are put on, an hour
    is left out, and where they are put back, one comes twice: neither is guessed.
    """
    text = typed.strip()
    if named := zone_in(text):
        found = read_zone(named, problems)
        if found is None:
            return None
        zone, text = found, text.removesuffix(named).strip()
    try:
        moment = parsed(text)
    except ValueError:
        problems.append(Problem("bad-moment", typed=typed[:MOST_SHOWN]))
        return None
    with suppress(ValueError):
        day = date.fromisoformat(text).isoformat()
        problems.append(
            Problem("day-alone", typed=typed, beginning=f"{day} 00:00", end=f"{day} 23:59")
        )
        return None
    return moment if moment.tzinfo else local(moment, zone, problems)


def zone_in(typed: str) -> str:
    """The name of the zone behind a moment; empty if it has none."""
    head, _, last = typed.strip().rpartition(" ")
    return last if head and last[:1].isalpha() else ""


def read_zone(typed: str, problems: list[Problem]) -> ZoneInfo | None:
    """The zone of this name; None if there is none, and `problems` says so."""
    try:
        return ZoneInfo(typed)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        problems.append(Problem("unknown-zone", typed=typed[:MOST_SHOWN]))
        return None


def local(moment: datetime, zone: tzinfo, problems: list[Problem]) -> datetime | None:
    """The moment at which clocks in this zone show this; None if they never do, or do twice, and `problems` says so."""
    first, second = (moment.replace(tzinfo=zone, fold=fold) for fold in (0, 1))
    if first.utcoffset() == second.utcoffset():
        return first
    typed, name = f"{moment:%Y-%m-%d %H:%M}", str(zone)
    if is_left_out(moment, zone):
        later = first.astimezone(UTC).astimezone(zone)
        instead = f"{later:%Y-%m-%d %H:%M}"
        problems.append(Problem("moment-left-out", typed=typed, zone=name, instead=instead))
    else:
        one, other = (each.isoformat(" ", "minutes") for each in (first, second))
        problems.append(Problem("moment-twice", typed=typed, zone=name, first=one, second=other))
    return None


def is_left_out(moment: datetime, zone: tzinfo) -> bool:
    """Whether clocks in this zone never show this: they are put on over it."""
    there = moment.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    return there.replace(tzinfo=None, fold=0) != moment.replace(fold=0)


def same_clock(moment: datetime, zone: tzinfo) -> datetime:
    """The moment at which clocks in this zone show this: the first of two; where it is left out, as much later as clocks are put on."""
    return moment.replace(tzinfo=zone, fold=0).astimezone(UTC)
