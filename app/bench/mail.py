"""How many mails a second are taken in, answered and sent by one worker, and how much memory that takes."""

import random
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from itertools import islice
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlmodel import select

from app.bench import CannotMeasure
from app.bench.cost import cpu_seconds, forget_peak, peak_mib
from app.bench.mail_sink import sink
from app.games import ruleset
from app.jobs.inbox import desk, read_new
from app.jobs.letters import BATCH, send_due
from app.jobs.releases import release_due
from app.jobs.texts import render_some
from app.league import seasons
from app.letters.contents import draft
from app.mail.inbox.arrivals import receive
from app.mail.transport.outgoing import transport
from app.settings import GivenSettings, Settings
from app.store.database import Database, StoreUnavailable
from app.store.security.audits import Organiser
from app.store.tables import Player, Season
from app.store.upkeep.migrations import migrate

GAME: Final = "laplaplus"
_PARTS: Final = 10
_SEED: Final = 20_261_121


@dataclass(frozen=True, slots=True)
class Step:
    """A step that every mail takes: by the clock and by the processor.

    `mib` is the most memory held during each tenth of the mails.
    """

    name: str
    per_second: float
    slowest_tenth: float
    cpu_ms: float
    mib: list[float]


@dataclass(frozen=True, slots=True)
class MailFigures:
    """Each step with all mails."""

    database: str
    mails: int
    steps: list[Step]


def measure_mail(mails: int, url: str = "") -> MailFigures:
    """As many players enter a season by mail, are answered, and get their answers."""
    with (
        TemporaryDirectory() as folder,
        empty_database(folder, url) as database,
        sink(Path(folder) / "sink.log") as server,
    ):
        _open_a_season(database)
        worker = _Worker(database, undisturbed(smtp_url=server.url), mails)
        work = {
            "kept": worker.keep,
            "read and answered": worker.answer,
            "rendered": worker.render,
            "sent": worker.send,
        }
        steps = [_step(name, do, mails) for name, do in work.items()]
        return MailFigures(database.engine.dialect.name, mails, steps)


def undisturbed(**values: Any) -> Settings:
    """Settings that no environment changes, with no limit to letters a minute or a day."""
    return GivenSettings(secret=token_hex(32), unproven_letters_a_day=10**9, **values)


class _Worker:
    """Takes more mails through a step, as the jobs do."""

    def __init__(self, database: Database, ours: Settings, mails: int) -> None:
        self.database = database
        self.settings = ours
        self.entries = (_entry(number, ours.mail_address) for number in range(mails))

    def keep(self, many: int) -> None:
        for raw in islice(self.entries, many):
            with self.database.writing() as session:
                receive(session, raw, datetime.now(UTC))

    def answer(self, many: int) -> None:
        for _ in islice(read_new(self.database, desk(self.settings)), many):
            pass

    def render(self, many: int) -> None:
        for done in range(0, many, BATCH):
            size = min(BATCH, many - done)
            release_due(self.database, self.settings, datetime.now(UTC))
            render_some(self.database, draft, now=datetime.now(UTC), size=size)

    def send(self, many: int) -> None:
        way, now = transport(self.settings), datetime.now(UTC)
        sent = send_due(self.database, way, now=now, settings=self.settings, limit=many)
        if sent.sent != many:
            raise CannotMeasure(f"Of {many} letters {sent.sent} were sent. {sent.stopped}")


def _step(name: str, work: Callable[[int], None], mails: int) -> Step:
    """The work was done for all mails, a tenth at a time."""
    tenths = [mails * (part + 1) // _PARTS - mails * part // _PARTS for part in range(_PARTS)]
    seconds, mib = [], []
    used = cpu_seconds()
    for many in tenths:
        forget_peak()
        began = time.perf_counter()
        work(many)
        seconds.append(time.perf_counter() - began)
        mib.append(peak_mib())
    return Step(
        name,
        per_second=round(mails / sum(seconds), 1),
        slowest_tenth=round(min(map(lambda n, s: n / s, tenths, seconds)), 1),
        cpu_ms=round(1000 * (cpu_seconds() - used) / mails, 2),
        mib=mib,
    )


@contextmanager
def empty_database(folder: str, url: str) -> Iterator[Database]:
    """A SQLite file of our own, or the one at this address if it is empty."""
    try:
        database = Database(url or f"sqlite:///{folder}/bench.db")
        try:
            migrate(database)
            with database.reading() as session:
                if (
                    session.exec(select(Player.id)).first()
                    or session.exec(select(Season.id)).first()
                ):
                    raise CannotMeasure("There is something in that database; name an empty one.")
            yield database
        finally:
            database.close()
    except StoreUnavailable as error:
        raise CannotMeasure(f"The database cannot be used: {error}.") from None


def _open_a_season(database: Database) -> None:
    by = Organiser("bench", datetime.now(UTC))
    with database.writing() as session:
        seasons.create(session, seasons.Plan(GAME, "bench"), by)
        seasons.open_season(session, "bench", by)


def _entry(number: int, to: str) -> bytes:
    """A mail as many send it: Japanese, in ISO-2022-JP, from a new player."""
    draw = random.Random(_SEED + number)
    rules = ruleset(GAME)
    build = "".join(card.char for card in draw.choices(rules.cards, k=rules.sizes[-1]))
    mail = EmailMessage()
    mail["From"] = f"p{number}@example.com"
    mail["To"] = to
    mail["Subject"] = "エントリー"
    mail["Message-ID"] = f"<{number}.bench@example.com>"
    lore = "雨の日にだけ強くなるという。" * 12
    mail.set_content(
        f"名前: 第{number}の影武者\n構成: {build}\n設定: {lore}\n", charset="iso-2022-jp"
    )
    return mail.as_bytes()
