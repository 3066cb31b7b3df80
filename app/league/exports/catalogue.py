"""All tables that can be downloaded, and the files of an archive that follow from the record of its season."""

import json
from collections.abc import Iterator
from typing import Any, Final

from app.errors import Problem, RecordUnreadable
from app.league.archive import evidence, package
from app.league.archive.package import Package
from app.league.archive.record import EarlierRecord, Record
from app.league.exports import lists, records, results
from app.league.exports.export import Export
from app.store.upkeep import public_data

EXPORTS: Final[tuple[Export[Any, Any], ...]] = (
    lists.SEALS,
    *(results.STANDINGS, results.TABLE, results.CARDS, results.PAIRS),
    *(results.RIVALS, results.AWARDS, results.STAGE_STANDINGS, results.PAIRINGS),
    *(lists.BANZUKE, lists.ALL_ROUNDS, lists.SO_FAR),
    *(records.SEASON, records.ENTRY, records.REASON, records.BATTLE, records.WITHDRAWN),
)
"""A new one is one more here."""


def schema(proof: int = 1) -> str:
    """The tables of the SQLite file, of a season that is proven so."""
    made = "\n" + "".join(
        f"CREATE TABLE {each.name} {each.sql or '({})'.format(', '.join(each.heads(None)))};\n"
        for each in _in_sql()
    )
    if proof == 1:
        return made
    return made.replace("digest_2", "digest_3").replace(
        "salt TEXT NOT NULL", "salts TEXT NOT NULL, digests TEXT NOT NULL"
    )


def _in_sql() -> list[Export[Any, Any]]:
    return [each for each in EXPORTS if "sql" in each.doors]


def database_of(record: Record) -> bytes:
    """Its SQLite file; the same record always makes the same bytes."""
    rows = {each.name: each.values(record) for each in _in_sql()}
    return public_data.database_of(schema(record.proof), rows)


def list_of(record: Record) -> str:
    """Its characters, one a line, as `build/name`: for the laboratory, and for the tools that came before us."""
    return "".join(
        f"{entry.build}/{entry.name}\n" for entry in sorted(record.entries, key=lambda e: e.number)
    )


def against_record(packed: Package) -> Iterator[Problem]:
    """The data of an archive that are not what its record gives, where its pages cannot be made anew."""
    record = packed.record
    if not packed.members or isinstance(record, EarlierRecord):
        return
    expected = {
        package.DATABASE: database_of(record),
        package.LIST: list_of(record).encode(),
    }
    for name, content in expected.items():
        if packed.members.get(name) != content:
            yield Problem("archive-differs", words=(name,))
    if not _has_seals(record, packed.members.get(package.SEALS, b"")):
        yield Problem("archive-differs", words=(package.SEALS,))


def _has_seals(record: Record, content: bytes) -> bool:
    """Whether these seals are those of its entries."""
    what = "salts" if record.proof == 2 else "salt"
    try:
        published = evidence.read_seals(content)
        salts = {each["number"]: each.get(what) for each in json.loads(content)["seals"]}
    except (RecordUnreadable, ValueError, KeyError, TypeError):
        return False
    return (
        published.season == record.season.slug
        and {*salts} == {each.number for each in record.entries}
        and all(
            seal.commitment == entry.commitment
            and seal.name == entry.name
            and salts[entry.number] == getattr(entry, what)
            for seal, entry in zip(published.seals, record.entries, strict=False)
        )
    )
