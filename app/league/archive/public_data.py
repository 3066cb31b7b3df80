"""The public data of a season, from its record alone: rows for SQL, and lists to paste."""

import json
from collections.abc import Iterator, Sequence
from typing import Any

from app.engine import AWAY, HOME, NOT_PLAYED, Ruleset, reason_of
from app.league.archive.record import Record
from app.store.upkeep import public_data


def database_of(record: Record, game: Ruleset) -> bytes:
    """Its SQLite file; `app.store.upkeep.public_data` has the tables."""
    season, points = record.season, record.scoring
    tie_breaks = " ".join(points.tie_breaks)
    return public_data.database_of(
        {
            "season": [
                (
                    *(season.slug, season.game, record.rules, season.title_ja, season.title_en),
                    *(points.win, points.draw, points.loss, tie_breaks),
                    *(record.digest, record.last_digest),
                )
            ],
            "entry": _entries(record),
            "reason": [
                (id_, reason, game.ending(id_, "ja"), game.ending(id_, "en"))
                for id_, reason in enumerate(game.reasons)
            ],
            "battle": _battles(record),
            "withdrawn": [(e.number, e.name, e.at, e.reason) for e in record.withdrawn],
        },
        public_data.OF_PARTS if record.proof == 2 else public_data.SCHEMA,
    )


def list_of(record: Record) -> str:
    """Its characters, one a line, as `build/name`: for the laboratory, and for the tools that came before us."""
    return "".join(
        f"{entry.build}/{entry.name}\n" for entry in sorted(record.entries, key=lambda e: e.number)
    )


def _entries(record: Record) -> Iterator[Sequence[Any]]:
    for each in record.entries:
        mark = each.mark
        yield (
            *(each.number, each.place, each.points, each.name, each.owner, each.url, each.build),
            *(each.lore, json.dumps(each.extras, ensure_ascii=False, sort_keys=True)),
            *(map(json.dumps, (each.salts, each.digests)) if record.proof == 2 else (each.salt,)),
            each.commitment,
            *((mark.kind, mark.at, mark.reason) if mark else (None, None, None)),
        )


def _battles(record: Record) -> Iterator[tuple[int, int, int | None, int]]:
    numbers = [each.number for each in record.entries]
    for home, row in enumerate(record.outcomes):
        for away, byte in enumerate(bytes.fromhex(row), home + 1):
            if byte == NOT_PLAYED:
                continue
            winner = {HOME: numbers[home], AWAY: numbers[away]}.get(byte & 3)
            yield numbers[home], numbers[away], winner, reason_of(byte)
