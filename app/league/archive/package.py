"""Read the file of a season: its record, or an archive with everything needed to restore it."""

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from datetime import datetime
from io import BytesIO
from stat import S_IFDIR, S_IFMT, S_IFREG
from typing import Final, Literal
from zipfile import BadZipFile, ZipFile, ZipInfo

from pydantic import ValidationError
from sqlmodel import Session

from app.errors import Problem, RecordUnreadable
from app.league import visibility
from app.league.archive import evidence
from app.league.archive.chronicle import Chronicle, chronicle as chronicle_of
from app.league.archive.parts import Hex, RecordPart
from app.league.archive.record import EarlierRecord, Record, public_record
from app.league.archive.structure import read_record
from app.store import seasons
from app.text import validation

RECORD: Final = "data/record.json"
CHRONICLE: Final = "data/chronicle.json"
SEALS: Final = "data/seals.json"
DATABASE: Final = "data/season.sqlite3"
LIST: Final = "data/characters.txt"
MANIFEST: Final = "data/manifest.json"
PROGRAM: Final = "battles.pyz"
MOST_BYTES: Final = 1024 * 1024 * 1024
"""The most bytes of an archive, unpacked."""
MOST_OF_RECORD: Final = 64 * 1024 * 1024
_ZIP: Final = b"PK\x03\x04"
_ENCRYPTED: Final = 0x1


class Manifest(RecordPart):
    """The program that made an archive, and the SHA-256 of every other file in it.

    It finds damaged and missing files. It proves nothing alone, since anyone who can change a page
    can also change it.
    """

    format: Literal["hikyaku-archive-1"] = "hikyaku-archive-1"
    program: str
    files: dict[str, Hex]


@dataclass(frozen=True, slots=True)
class Package:
    """A season read from a file. `members`: all files of the archive by name; empty if the file is a record alone."""

    record: Record | EarlierRecord
    chronicle: Chronicle = field(default_factory=Chronicle)
    members: Mapping[str, bytes] = field(default_factory=dict)
    manifest: Manifest | None = None

    @property
    def pictures(self) -> dict[str, bytes]:
        """The pictures of characters in the archive, by SHA-256."""
        named = ((each, f"pictures/{each}.webp") for each in self.chronicle.pictures.values())
        return {digest: self.members[name] for digest, name in named if name in self.members}


def read(content: bytes) -> Package:
    """Read the season from a record or an archive. Raises `RecordUnreadable` with every fault."""
    if not content.startswith(_ZIP):
        return Package(read_record(content))
    try:
        with ZipFile(BytesIO(content)) as file:
            found = file.infolist()
            if unsafe := [*_unsafe(found)]:
                raise RecordUnreadable(unsafe)
            if min((each.header_offset for each in found), default=0):
                raise _broken("other files stand before those in its list")
            members = {each.filename: file.read(each) for each in found if not each.is_dir()}
        chronicle = Chronicle.model_validate_json(members[CHRONICLE])
        told = members.get(MANIFEST)
        manifest = None if told is None else Manifest.model_validate_json(told)
        return Package(read_record(members[RECORD]), chronicle, members, manifest)
    except KeyError as error:
        raise _broken(str(error.args[0])) from None
    except ValidationError as faults:
        raise RecordUnreadable(validation.problems("record-malformed", faults)) from None
    except (BadZipFile, NotImplementedError, RuntimeError, EOFError, OSError, ValueError) as error:
        raise _broken(str(error)) from None


def _unsafe(found: list[ZipInfo]) -> Iterator[Problem]:
    """Yield a problem for each file that is unsafe to unpack, and if the archive is too large.

    A file longer than the zip's list says fails its checksum when it is read.
    """
    written = Counter(each.filename.rstrip("/").casefold() for each in found)
    for each in found:
        name = each.filename
        parts = name.removesuffix("/").split("/")
        is_plain = name == each.orig_filename and name.isprintable() and not {*name} & {*"\\:"}
        is_plain &= not {"", ".", ".."} & {*parts} and written["/".join(parts).casefold()] == 1
        kind = S_IFDIR if each.is_dir() else S_IFREG
        is_file = S_IFMT(each.external_attr >> 16) in (0, kind)
        is_empty = not each.is_dir() or not each.file_size
        if not (is_plain and is_file and is_empty) or each.flag_bits & _ENCRYPTED:
            yield Problem("archive-unsafe", file=name)
        if name == RECORD and each.file_size > MOST_OF_RECORD:
            yield Problem("archive-large", file=name, most=str(MOST_OF_RECORD // 1024**2))
    if sum(each.file_size for each in found) > MOST_BYTES:
        yield Problem("archive-large", file="*", most=str(MOST_BYTES // 1024**2))


def formers_here(
    session: Session, record: Record | EarlierRecord, now: datetime
) -> Iterator[Package]:
    """Yield the earlier seasons that this one builds on, if they are on this site and their results are public."""
    for slug in evidence.formers(record):
        season = seasons.with_slug(session, slug)
        if season and visibility.published_run(session, season):
            yield Package(public_record(session, season, now), chronicle_of(session, season))


def _broken(why: str) -> RecordUnreadable:
    return RecordUnreadable([Problem("archive-broken", reason=why)])
