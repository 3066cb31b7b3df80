"""Measure how long a published season takes to be exported, verified, restored and compared under other rules."""

import io
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.bench.cost import Watch, forget_peak, peak_mib
from app.bench.engine import Measured, machine
from app.bench.season import GAME, SLUG, by, publish_season
from app.games.house import with_cards
from app.league.archive import package, restoration, verification
from app.league.desk import rules
from app.league.exports import catalogue
from app.main import create_app
from app.settings import GivenSettings
from app.store.database import Database
from app.store.upkeep.migrations import migrate
from app.web.archive import bundle

CARD: Final = """
[[card]]
id = "volley"
char = "矢"
ja = "一斉射撃"
en = "Volley"
family = "damage"
force = 1

[[card.ability]]
kind = "action"
do = "hit-enemy"
points = 3
"""
"""A house card of the rules that the season is compared under."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ArchiveFigures(Measured):
    """`differences` is how many the checks found: none. `mib` is the size of the zip."""

    entries: int
    files: int
    mib: float
    differences: int


def measure_archive(entries: int) -> ArchiveFigures:
    """Export a season of drawn characters, verify and restore its archive, and compare it with a house card."""
    watch, files = Watch(), list[str]()
    with TemporaryDirectory() as folder:
        database, other = (Database(f"sqlite:///{folder}/{name}.db") for name in ("one", "other"))
        for each in (database, other):
            migrate(each)
        publish_season(database, entries, Watch())
        settings = GivenSettings(
            database_url=f"sqlite:///{folder}/one.db", maildir=Path(folder, "mail")
        )
        forget_peak()
        file = io.BytesIO()
        with watch.step("export"):
            app = create_app(settings, database)
            bundle.write(app, SLUG, datetime.now(UTC), file, files.append, create_app)
        with watch.step("verify"):
            packed = package.read(file.getvalue())
            found = [*verification.verify(packed.record), *catalogue.against_record(packed)]
        with watch.step("restore"), other.writing() as session:
            restoration.restore(session, packed.record, by(), packed.chronicle, packed.pictures)
        with watch.step("errata"), database.reading() as session:
            rules.preview(session, SLUG, with_cards(GAME, CARD), by())
        peak = peak_mib()
        for each in (database, other):
            each.close()
    size = round(len(file.getvalue()) / 2**20, 1)
    return ArchiveFigures(
        machine=machine(),
        entries=entries,
        files=len(files),
        mib=size,
        steps=watch.steps,
        peak_mib=peak,
        differences=len(found),
    )
