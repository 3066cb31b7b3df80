"""How long a season takes from its closing to its reports, and where the time goes."""

import random
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlmodel import col, select

from app.games import ruleset
from app.jobs.seasons import run
from app.league import closing, opening, publishing
from app.league.submitting import Origin, Submission, submit
from app.mail.writing import render
from app.store import players
from app.store.audits import Organiser
from app.store.database import Database
from app.store.migrating import migrate
from app.store.tables import Letter

_SEED: Final = 20_261_121


@dataclass(slots=True)
class SeasonFigures:
    """`seconds` by step; `peak_mib` is the most memory that this process and its largest child held."""

    entries: int
    battles: int
    letters: int = 0
    html_bytes: int = 0
    """Of the largest report."""
    seconds: dict[str, float] = field(default_factory=dict)
    peak_mib: float = 0
    stored_mib: float = 0

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure what is done inside."""
        began = time.perf_counter()
        yield
        self.seconds[name] = round(time.perf_counter() - began, 3)

    @property
    def close_to_published(self) -> float:
        """Seconds until every letter's row is there."""
        return round(sum(self.seconds[name] for name in ("close", "run", "publish")), 3)


def measure_season(entries: int) -> SeasonFigures:
    """Play a season of drawn characters in a database of its own, and render every report."""
    game = "laplaplus"
    figures = SeasonFigures(entries, entries * (entries - 1) // 2)
    by = Organiser("bench", datetime.now(UTC))
    with TemporaryDirectory() as folder:
        database = Database(f"sqlite:///{folder}/bench.db")
        migrate(database)
        with figures.step("enter"), database.writing() as session:
            season = opening.create(session, opening.Plan(game, "bench"), by)
            opening.open_season(session, "bench", by)
            for number, cards in enumerate(_drawn(game, entries), 1):
                player = players.known_as(session, f"p{number}@example.com", "ja", by.now)
                submission = Submission(f"character {number}", ", ".join(cards), lore="…" * 200)
                submit(session, season, player, submission, Origin(by.now, proven=True))
        with figures.step("close"), database.writing() as session:
            closing.close(session, "bench", Organiser("bench", datetime.now(UTC)))
        with figures.step("run"):
            for _ in run(database, "bench", by):
                pass
        with figures.step("publish"), database.writing() as session:
            publishing.publish(session, "bench", by)
        figures.peak_mib = _peak_mib()
        with figures.step("render"), database.reading() as session:
            for letter in session.exec(select(Letter).where(col(Letter.kind) == "report")):
                figures.letters += 1
                html = render(session, letter).html
                figures.html_bytes = max(figures.html_bytes, len(html.encode()))
        database.close()
        size = sum(file.stat().st_size for file in Path(folder).iterdir())
        figures.stored_mib = round(size / 2**20, 1)
    return figures


def _drawn(game: str, entries: int) -> list[list[str]]:
    """Builds of as many cards as may be, drawn the same everywhere."""
    draw = random.Random(_SEED)
    rules = ruleset(game)
    cards = [card.id for card in rules.cards]
    return [draw.choices(cards, k=rules.sizes[-1]) for _ in range(entries)]


def _peak_mib() -> float:
    used = [
        resource.getrusage(who).ru_maxrss
        for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    ]
    return round(sum(used) / 1024, 1)
