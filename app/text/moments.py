"""Moments as people write them: `2027-03-31 21:00`, in the zone at hand, in a named one, or with an offset from UTC."""

import re
import unicodedata
from contextlib import suppress
from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import Final
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from app.errors import Problem

MOST_SHOWN: Final = 40
_YEARS: Final = range(1900, 3000)
"""The years that calendars and time zones cover."""


def parsed(typed: str) -> datetime:
    """The moment as typed, naive if it names no zone. Raises `ValueError` if it is not a moment of these years."""
    moment = datetime.fromisoformat(typed.strip())
    if moment.year not in _YEARS:
        raise ValueError("that is a long time away")
    return moment


def read_moment(typed: str, zone: tzinfo, problems: list[Problem]) -> datetime | None:
    """The moment; None with a problem if it cannot be read, does not exist or exists twice.

    `2027-03-31 21:00` is read in `zone`, `2027-03-31 21:00 Asia/Tokyo` in the zone that it names. When clocks go
    forward an hour is skipped, and when they go back one comes twice: neither is guessed.
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
    """The zone of this name; None with a problem if it does not exist."""
    try:
        return ZoneInfo(typed)
    except (ZoneInfoNotFoundError, ValueError, OSError):
        problems.append(Problem("unknown-zone", typed=typed[:MOST_SHOWN]))
        return None


def local(moment: datetime, zone: tzinfo, problems: list[Problem]) -> datetime | None:
    """The moment at which clocks in this zone show this time; None with a problem if they never do or do so twice."""
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
    """Whether clocks in this zone skip this time when they go forward."""
    there = moment.replace(tzinfo=zone).astimezone(UTC).astimezone(zone)
    return there.replace(tzinfo=None, fold=0) != moment.replace(fold=0)


def same_clock(moment: datetime, zone: tzinfo) -> datetime:
    """The moment at which clocks in this zone show this time: the first, if it comes twice. A skipped time is moved
    by as much as the clocks go forward.
    """
    return moment.replace(tzinfo=zone, fold=0).astimezone(UTC)


# --- days as people write them -----------------------------------------------------------------------------

_MONTHS: Final = (
    "jan",
    "feb",
    "mar",
    "apr",
    "may",
    "jun",
    "jul",
    "aug",
    "sep",
    "oct",
    "nov",
    "dec",
)
_NAMED: Final = rf"({'|'.join(_MONTHS)})[a-z]*\.?"
_ORDINAL: Final = r"(\d{1,2})(?:st|nd|rd|th)?\b"
_YEAR: Final = r"(?:,?\s*(\d{4})\b)?"
_DAY_FIRST: Final = re.compile(rf"\b{_ORDINAL}(?:\s+of)?\s*{_NAMED}{_YEAR}")
_MONTH_FIRST: Final = re.compile(rf"\b{_NAMED}\s*{_ORDINAL}{_YEAR}")
_DAY: Final = re.compile(
    r"(?:(\d{4})[-/.年]\s*(\d{1,2})[-/.月]\s*|(\d{1,2})[/月]\s*)?(\d{1,2})(?!\d)"
)
_EITHER: Final = re.compile(r"(?<![\d/])\d{1,2}/\d{1,2}(?![\d/])")
_NEAR: Final = (("today|本日|今日|きょう", 0), ("tomorrow|明日|あした|あす", 1))
_UNTIL: Final = re.compile(r"\buntil\b|\btill?\b|まで")
_BEGINS: Final = re.compile(r"\bfrom\b|から|より")
_LASTS: Final = re.compile(r"\d\s*(?:日間|週間|か月|ヶ月|days?\b|weeks?\b|months?\b)")


def read_days(typed: str, today: date) -> tuple[date, date] | None:
    """The first and last day of a period such as `10 to 20 December` or `12月10日から20日まで`; None if it cannot be read.

    Without a year it is the next such period that has not ended. `12/10` is read in Japanese only: elsewhere it is
    two different days.
    """
    text = unicodedata.normalize("NFKC", typed).lower()
    for words, days in _NEAR:
        text = re.sub(words, f"{today + timedelta(days):%Y年%m月%d日}", text)
    is_unclear = (text.isascii() and _EITHER.search(text)) or _LASTS.search(text)
    text = _DAY_FIRST.sub(lambda said: _plain_day(said[3], said[2], said[1]), text)
    text = _MONTH_FIRST.sub(lambda said: _plain_day(said[3], said[1], said[2]), text)
    found = [tuple(int(each or 0) for each in (y, m or n, d)) for y, m, n, d in _DAY.findall(text)]
    if len(found) == 1:
        now = (today.year, today.month, today.day)
        is_unclear = is_unclear or (None if _UNTIL.search(text) else _BEGINS.search(text))
        found = [now if _UNTIL.search(text) else found[0], *found]
    if is_unclear or len(found) != 2:
        return None
    (year, month, day), (until_year, until_month, until_day) = found
    next_month = (month - (until_day >= day)) % 12 + 1 if month else 0
    month, until_month = month or until_month, until_month or next_month
    goes_round = month > until_month
    if not until_year:
        until_year = year + goes_round if year else today.year
        is_over = not year and (until_month, until_day) < (today.month, today.day)
        until_year += is_over
    with suppress(ValueError):
        first = date(year or until_year - goes_round, month, day)
        last = date(until_year, until_month, until_day)
        return (first, last) if first <= last else None
    return None


def _plain_day(year: str | None, month: str, day: str) -> str:
    return f" {year + '年' if year else ''}{_MONTHS.index(month) + 1}月{day}日"
