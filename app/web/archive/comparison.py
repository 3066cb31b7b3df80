"""Compare the files of an archive with those this program makes of its season: each is proven, false or neither."""

from collections.abc import Callable, Iterable
from contextlib import closing, suppress
from dataclasses import dataclass, field
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlalchemy.exc import SQLAlchemyError

from app.errors import DomainError, Problem
from app.league.archive import package, restoration
from app.league.archive.package import Package
from app.league.archive.record import EarlierRecord, Record
from app.league.exports import catalogue
from app.settings import GivenSettings, Settings
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.upkeep.migrations import migrate
from app.web.archive import bundle
from app.web.archive.program import this_program
from app.web.dependencies import SiteApp

_READ: Final = (
    *(".html", ".css", ".svg", ".webp", ".txt"),
    *(".json", ".jsonl", ".csv", ".sqlite3"),
)
"""The names of what is only read. Anything else may be run, by Python, by a browser or with a double click."""


_BROKEN: Final = (
    LookupError,
    TypeError,
    ValueError,
    AttributeError,
    ArithmeticError,
    SQLAlchemyError,
)
"""What comes of data that no season can have."""
_OPEN: Final = {"restore-earlier", "restore-hidden", "restore-round-before"}
"""Why a season whose archive this very program made may not come back."""


@dataclass(slots=True)
class ArchiveComparison:
    """`same` files are what this program makes; of the others some are false, and of some nobody can say."""

    same: int = 0
    differences: list[Problem] = field(default_factory=list)
    unproven: list[Problem] = field(default_factory=list)


def compare(
    packed: Package,
    site: Callable[[Settings, Database], SiteApp],
    by: Organiser,
    formers: Iterable[Package] = (),
    whole: Record | EarlierRecord | None = None,
) -> ArchiveComparison:
    """Bring the season back in an empty database, make its archive anew there, and compare every file.

    What differs is false if this very program made the archive, or if the archive's own list says so; and always where it can
    be run. Else it is unproven: another program wrote these pages, and a list in the archive is as easily written as they are.
    `formers`: the seasons that it goes on from. `whole`: the organisers' own record, where something is hidden.
    """
    found, members = ArchiveComparison(), packed.members
    if not members:
        return found
    can_run = bundle.programs(packed.record.season.game)
    same = {name for name, content in can_run.items() if members.get(name) == content}
    made = set[str]()
    unmade = list[Problem]()

    def take(name: str, content: bytes) -> None:
        made.add(name)
        if members.get(name) == content:
            same.add(name)

    try:
        _make(packed, site, by, formers, whole, take)
    except DomainError as refusal:
        unmade += refusal.problems
    except _BROKEN as error:
        told_, *_ = str(error).splitlines() or [""]
        unmade.append(Problem("archive-broken", reason=f"{type(error).__name__}: {told_}"))
    is_ours = bool(packed.manifest and packed.manifest.program == this_program())
    if unmade:
        open_ = [each for each in unmade if not is_ours or each.code in _OPEN]
        found.unproven += open_
        found.differences += [each for each in unmade if each not in open_]
        try:
            found.differences += catalogue.against_record(packed)
        except _BROKEN:  # no file can hold what it says
            found.differences.append(Problem("archive-differs", file=package.DATABASE))
    listed = packed.manifest.files if packed.manifest else {}
    told = packed.chronicle.matches
    is_ours &= not unmade and not (told and told.annulled)  # matches that count for nothing
    for name in sorted({*members, *listed, *(made if is_ours else ())} - same):
        is_listed = name in listed and sha256(members.get(name, b"")).hexdigest() == listed[name]
        if name not in members:
            found.differences.append(Problem("archive-missing", file=name))
        elif not name.endswith(_READ):
            found.differences.append(Problem("archive-foreign", file=name))
        elif is_ours or (
            listed and not is_listed and name != package.MANIFEST
        ):  # its own is not in it
            code = "archive-differs" if name in (made if is_ours else listed) else "archive-unknown"
            found.differences.append(Problem(code, file=name))
        elif name != package.MANIFEST or unmade:
            found.unproven.append(Problem("archive-unproven", file=name))
    if not packed.manifest:  # nothing tells what else was in it
        found.unproven.append(Problem("archive-unproven", file=package.MANIFEST))
    found.same = len(same)
    return found


def _make(
    packed: Package,
    site: Callable[[Settings, Database], SiteApp],
    by: Organiser,
    formers: Iterable[Package],
    whole: Record | EarlierRecord | None,
    take: Callable[[str, bytes], None],
) -> None:
    with TemporaryDirectory() as folder, closing(Database(f"sqlite:///{folder}/made.db")) as there:
        migrate(there)
        with there.writing() as session:
            for each in formers:
                with suppress(DomainError), session.begin_nested():
                    restoration.restore(session, each.record, by, each.chronicle, each.pictures)
            restoration.restore(
                session, packed.record, by, packed.chronicle, packed.pictures, (), whole
            )
        settings = GivenSettings(database_url=f"sqlite:///{folder}/made.db", maildir=Path(folder))
        bundle.make(site(settings, there), packed.record.season.slug, by.now, take)
