"""The public data of a season, from its record alone: tables for those who ask in SQL."""

import json
from collections.abc import Iterator
from typing import Final

from app.engine import AWAY, HOME, NOT_PLAYED, reason_of
from app.league import visibility
from app.league.archive import verification
from app.league.archive.parts import RecordedEntry, RecordedWithdrawal
from app.league.archive.record import Record, public_record
from app.league.exports.export import SQL, Columns, Export, WhenFound, cells, of

RECORD: Final = WhenFound(
    lambda session, season, now: (
        public_record(session, season, now) if visibility.published_run(session, season) else None
    ),
    is_always=True,
)
"""Everybody, once the results are public."""
SEASON: Final[Export[Record, Record]] = Export(
    "season",
    RECORD,
    (
        of(lambda _, each: each, "slug=season.slug, game=season.game, rules"),
        of(lambda _, each: each.season, "title_ja, title_en"),
        of(lambda _, each: each.scoring, "win, draw, loss"),
        Columns(lambda _: ("tie_breaks",), lambda _, each: (" ".join(each.scoring.tie_breaks),)),
        of(lambda _, each: each, "digest, last_digest"),
    ),
    lambda record: [record],
    SQL,
    """(
    slug TEXT PRIMARY KEY, game TEXT NOT NULL, rules TEXT NOT NULL, title_ja TEXT NOT NULL, title_en TEXT NOT NULL,
    win INTEGER NOT NULL, draw INTEGER NOT NULL, loss INTEGER NOT NULL, tie_breaks TEXT NOT NULL,
    digest TEXT NOT NULL, digest_2 TEXT NOT NULL
)""",
)
ENTRY: Final[Export[Record, RecordedEntry]] = Export(
    "entry",
    RECORD,
    (
        of(lambda _, each: each, "number, place, points, name, owner, url, build, lore"),
        Columns(
            lambda record: ("extras", *(("salts", "digests") if record.proof == 2 else ("salt",))),
            lambda record, each: (
                json.dumps(each.extras, ensure_ascii=False, sort_keys=True),
                *(
                    map(json.dumps, (each.salts, each.digests))
                    if record.proof == 2
                    else (each.salt,)
                ),
            ),
        ),
        of(lambda _, each: each, "commitment"),
        of(lambda _, each: each.mark, "late=kind, late_at=at, late_reason=reason"),
    ),
    lambda record: record.entries,
    SQL,
    """(
    number INTEGER PRIMARY KEY, place INTEGER NOT NULL, points INTEGER NOT NULL, name TEXT NOT NULL, owner TEXT NOT NULL,
    url TEXT NOT NULL, build TEXT NOT NULL, lore TEXT NOT NULL, extras TEXT NOT NULL, salt TEXT NOT NULL,
    commitment TEXT NOT NULL, late TEXT, late_at TEXT, late_reason TEXT
)""",
)
"""`late` is `added` or `changed`: after the builds had been laid open.

Of a season whose seals bind parts it has JSON of the salts of those that are shown, and of the digests of those that are hidden.
"""


def _reasons(record: Record) -> list[tuple[int, str, str, str]]:
    game = verification.game_of(record)
    return [
        (id_, reason, game.ending(id_, "ja"), game.ending(id_, "en"))
        for id_, reason in enumerate(game.reasons)
    ]


REASON: Final[Export[Record, tuple[int, str, str, str]]] = Export(
    "reason",
    RECORD,
    (cells("id, slug, ja, en"),),
    _reasons,
    SQL,
    "(id INTEGER PRIMARY KEY, slug TEXT NOT NULL, ja TEXT NOT NULL, en TEXT NOT NULL)",
)


def _battles(record: Record) -> Iterator[tuple[int, int, int | None, int]]:
    numbers = [each.number for each in record.entries]
    for home, row in enumerate(record.outcomes):
        for away, byte in enumerate(bytes.fromhex(row), home + 1):
            if byte != NOT_PLAYED:
                winner = {HOME: numbers[home], AWAY: numbers[away]}.get(byte & 3)
                yield numbers[home], numbers[away], winner, reason_of(byte)


BATTLE: Final[Export[Record, tuple[int, int, int | None, int]]] = Export(
    "battle",
    RECORD,
    (cells("home, away, winner, reason"),),
    _battles,
    SQL,
    """(
    home INTEGER NOT NULL REFERENCES entry, away INTEGER NOT NULL REFERENCES entry, winner INTEGER REFERENCES entry,
    reason INTEGER NOT NULL REFERENCES reason, PRIMARY KEY (home, away)
) WITHOUT ROWID""",
)
"""Each stands once, with the lower number as `home`; a draw has no winner."""
WITHDRAWN: Final[Export[Record, RecordedWithdrawal]] = Export(
    "withdrawn",
    RECORD,
    (of(lambda _, each: each, "number, name, at, reason"),),
    lambda record: record.withdrawn,
    SQL,
    "(number INTEGER NOT NULL, name TEXT NOT NULL, at TEXT NOT NULL, reason TEXT NOT NULL)",
)
