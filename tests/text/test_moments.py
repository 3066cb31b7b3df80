"""A moment is read in the zone that is named; where clocks change it is never guessed."""

import re
from datetime import UTC, datetime
from pathlib import Path
from zoneinfo import ZoneInfo, available_timezones

from hypothesis import given, strategies as st

from app.errors import Problem
from app.text.moments import read_moment, same_clock
from tests.support.problems import filled
from tests.support.tables import by_row

TOKYO = ZoneInfo("Asia/Tokyo")


def read(typed: str, zone: str = "Asia/Tokyo") -> tuple[datetime | None, list[Problem]]:
    problems: list[Problem] = []
    return read_moment(typed, ZoneInfo(zone), problems), problems


@by_row(
    ("typed", "expected"),
    [
        ("2027-03-31 21:00", datetime(2027, 3, 31, 12, tzinfo=UTC)),
        ("2027-03-31T21:00", datetime(2027, 3, 31, 12, tzinfo=UTC)),
        ("2027-03-31 21:00 Europe/Berlin", datetime(2027, 3, 31, 19, tzinfo=UTC)),
        ("2027-10-31 02:30+01:00", datetime(2027, 10, 31, 1, 30, tzinfo=UTC)),
    ],
)
def test_a_moment_is_local_unless_it_names_its_zone(typed: str, expected: datetime) -> None:
    assert read(typed) == (expected, [])


@by_row(
    ("typed", "code", "words"),
    [
        ("2027-03-28 02:30 Europe/Berlin", "moment-left-out", "2027-03-28 03:30"),
        ("2027-10-31 02:30 Europe/Berlin", "moment-twice", "2027-10-31 02:30+02:00"),
        ("2027-03-31", "day-alone", "2027-03-31 23:59"),
        ("2027-03-31 21:00 Asia/Edo", "unknown-zone", "Asia/Edo"),
        ("tomorrow", "bad-moment", "tomorrow"),
        ("0001-01-01 00:00", "bad-moment", "0001-01-01 00:00"),
        ("9999-12-31 23:59 America/New_York", "bad-moment", "9999-12-31 23:59 America/New_York"),
    ],
)
def test_what_is_no_moment_or_two_is_answered_with_what_to_write(
    typed: str, code: str, words: str
) -> None:
    moment, (problem,) = read(typed)

    assert (moment, problem.code) == (None, code)
    assert words in filled(problem)


@given(
    st.integers(0, 60 * 366 * 24 * 60).map(
        lambda minutes: datetime.fromtimestamp(minutes * 60, UTC).replace(tzinfo=None)
    ),
    st.sampled_from(sorted(available_timezones())),
)
def test_what_is_read_is_what_the_clocks_there_show(typed: datetime, zone: str) -> None:
    moment, problems = read(f"{typed:%Y-%m-%d %H:%M} {zone}")

    if moment:
        assert moment.astimezone(ZoneInfo(zone)).replace(tzinfo=None) == typed
        assert same_clock(typed, ZoneInfo(zone)) == moment
    else:
        assert problems[0].code in ("moment-left-out", "moment-twice")


def test_what_is_typed_into_pages_programs_and_commands_has_one_reader() -> None:
    """Another would take the year 1, which no zone and no page can show."""
    readers = {
        str(file): file.read_text("utf-8")
        for room in ("web", "cli", "mail", "league/entries/places.py")
        for file in [*Path("app", room).rglob("*.py")] or [Path("app", room)]
    }

    assert sum("parsed(" in text for text in readers.values()) >= 5
    assert [
        file
        for file, text in readers.items()
        if re.search(r"datetime\.fromisoformat\((typed|text)", text)
    ] == []
