"""A file that holds a season: its record, or its archive with all that it needs to come back."""

import json
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from io import BytesIO
from typing import Final
from zipfile import BadZipFile, ZipFile

from pydantic import ValidationError

from app.errors import Problem, RecordUnreadable
from app.league.archive import evidence, public_data, verification
from app.league.archive.chronicle import Chronicle
from app.league.archive.record import EarlierRecord, Record
from app.league.archive.structure import read_record
from app.league.pictures.formats import MOST_KEPT
from app.text import validation

RECORD: Final = "data/record.json"
CHRONICLE: Final = "data/chronicle.json"
SEALS: Final = "data/seals.json"
DATABASE: Final = "data/season.sqlite3"
LIST: Final = "data/characters.txt"
MOST_BYTES: Final = 256 * 1024 * 1024
"""Of a part of an archive, unpacked."""
_PARTS: Final[tuple[str, ...]] = (SEALS, DATABASE, LIST)
_ZIP: Final = b"PK\x03\x04"


@dataclass(frozen=True, slots=True)
class Package:
    """A season as a file brings it. `parts` are its further data, by name; a record alone has none."""

    record: Record | EarlierRecord
    chronicle: Chronicle = field(default_factory=Chronicle)
    pictures: Mapping[str, bytes] = field(default_factory=dict)
    parts: Mapping[str, bytes] = field(default_factory=dict)


def read(content: bytes) -> Package:
    """The season in a record or an archive. Raises `RecordUnreadable` with what is wrong."""
    if not content.startswith(_ZIP):
        return Package(read_record(content))
    try:
        with ZipFile(BytesIO(content)) as file:
            names = file.namelist()
            parts = {name: _part(file, name) for name in _PARTS if name in names}
            chronicle = Chronicle.model_validate_json(_part(file, CHRONICLE))
            pictures = {
                digest: _part(file, f"pictures/{digest}.webp", MOST_KEPT)
                for digest in chronicle.pictures.values()
                if f"pictures/{digest}.webp" in names
            }
            return Package(read_record(_part(file, RECORD)), chronicle, pictures, parts)
    except KeyError as error:
        raise _broken(str(error.args[0])) from None
    except ValidationError as faults:
        raise RecordUnreadable(validation.problems("record-malformed", faults)) from None
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise _broken(str(error)) from None


def _part(file: ZipFile, name: str, most: int = MOST_BYTES) -> bytes:
    """The file of this name, unpacked only as far as it may be large."""
    with file.open(name) as part:
        content = part.read(most + 1)
    if len(content) > most:
        raise _broken(f"{name} > {most // 1024} KiB")
    return content


def _broken(why: str) -> RecordUnreadable:
    return RecordUnreadable([Problem("archive-broken", words=(why,))])


def against_parts(package: Package) -> Iterator[Problem]:
    """The further data of an archive that are not what its record gives. Its pages are made anew where it is brought back."""
    record = package.record
    if not package.parts or isinstance(record, EarlierRecord):
        return
    game = verification.game_of(record)
    expected = {
        DATABASE: public_data.database_of(record, game),
        LIST: public_data.list_of(record).encode(),
    }
    for name, content in expected.items():
        if package.parts.get(name) != content:
            yield Problem("archive-differs", words=(name,))
    yield from _seals(record, package.parts.get(SEALS, b""))


def _seals(record: Record, content: bytes) -> Iterator[Problem]:
    try:
        published = evidence.read_seals(content)
        what = "salts" if record.proof == 2 else "salt"
        salts = {each["number"]: each.get(what) for each in json.loads(content)["seals"]}
    except (RecordUnreadable, ValueError, KeyError, TypeError):
        yield Problem("archive-differs", words=(SEALS,))
        return
    numbers = {each.number for each in record.entries}
    is_same = published.season == record.season.slug and {*salts} == numbers
    is_same &= all(
        seal.commitment == entry.commitment
        and seal.name == entry.name
        and salts[entry.number] == getattr(entry, what)
        for seal, entry in zip(published.seals, record.entries, strict=False)
    )
    if not is_same:
        yield Problem("archive-differs", words=(SEALS,))
