"""How many mails a second are taken in, answered and sent by one worker, and how much memory that takes."""

import random
import smtplib
import socket
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from email.message import EmailMessage
from functools import partial
from itertools import islice
from multiprocessing import get_context
from multiprocessing.connection import Connection
from pathlib import Path
from queue import SimpleQueue
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Any, Final

from sqlmodel import select

from app.bench import CannotMeasure
from app.bench.cost import cpu_seconds, forget_peak, peak_mib
from app.bench.mail.sink import sink
from app.games import ruleset
from app.jobs.fetch import keep
from app.jobs.inbox import desk, read_new
from app.jobs.letters import send_due
from app.jobs.releases import release_due
from app.jobs.texts import BATCH, Renderer
from app.league.seasons import seasons
from app.league.seasons.decisions import season_plans
from app.mail.transport.listener import listening, place_at
from app.mail.transport.smtp import transports
from app.settings import GivenSettings, Settings
from app.store.database import BadDatabaseUrl, Database, StoreUnavailable
from app.store.security.audits import Organiser
from app.store.tables import Player, Season
from app.store.upkeep.migrations import migrate

GAME: Final = "laplaplus"
_PARTS: Final = 10
_CONNECTIONS: Final = 20
"""How many connections a mail server opens to one place at a time; Postfix does so."""
Bring = Callable[[list[bytes]], None]
"""Brings these mails; returns when all have been taken in."""
_SEED: Final = 20_261_121


@dataclass(frozen=True, slots=True)
class _Step:
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
    steps: list[_Step]


def measure_mail(mails: int, url: str = "") -> MailFigures:
    """Measure how this many players enter a season by mail and get their answers."""
    with (
        TemporaryDirectory() as folder,
        empty_database(folder, url) as database,
        sink(Path(folder) / "sink.log") as server,
        _door(database) as port,
        _mail_server(port) as bring,
    ):
        open_a_season(database)
        worker = _Worker(database, undisturbed(smtp_url=server.url), bring, mails)
        work = {
            "taken in": worker.take_in,
            "read and answered": worker.answer,
            "rendered": worker.render,
            "sent": worker.send,
        }
        steps = [_step(name, do, mails) for name, do in work.items()]
        return MailFigures(database.engine.dialect.name, mails, steps)


def undisturbed(**values: Any) -> Settings:
    """Settings that no environment variable changes, without a limit of letters a minute or a day."""
    return GivenSettings(secret=token_hex(32), unproven_letters_a_day=10**9, **values)


class _Worker:
    """Takes more mails through a step, as the jobs do."""

    def __init__(self, database: Database, ours: Settings, bring: Bring, mails: int) -> None:
        self.database = database
        self.settings = ours
        self.bring = bring
        self.entries = (entry(number, ours.mail_address) for number in range(mails))

    def take_in(self, many: int) -> None:
        self.bring(list(islice(self.entries, many)))

    def answer(self, many: int) -> None:
        for _ in islice(read_new(self.database, desk(self.settings)), many):
            pass

    def render(self, many: int) -> None:
        with closing(Renderer()) as renderer:
            for done in range(0, many, BATCH):
                size = min(BATCH, many - done)
                release_due(self.database, self.settings, datetime.now(UTC))
                renderer.some(self.database, now=datetime.now(UTC), size=size)

    def send(self, many: int) -> None:
        ways, now = transports(self.settings), datetime.now(UTC)
        sent = send_due(self.database, ways, now=now, settings=self.settings, limit=many)
        if sent.sent != many:
            raise CannotMeasure(f"Of {many} letters {sent.sent} were sent. {sent.stopped}")


@contextmanager
def _door(database: Database) -> Iterator[int]:
    """Take mail in over LMTP, as from a mail server; yields the port."""
    place = place_at("lmtp://127.0.0.1:0")
    with (
        closing(socket.create_server((place.host, place.port))) as listener,
        listening(listener, place.protocol, partial(keep, database)),
    ):
        yield listener.getsockname()[1]


@contextmanager
def _mail_server(port: int) -> Iterator[Bring]:
    """A process that brings mails to this port over several connections."""
    processes = get_context("forkserver")
    ours, theirs = processes.Pipe()
    process = processes.Process(target=_bring_all, args=(port, theirs), daemon=True)
    process.start()
    theirs.close()

    def bring(raws: list[bytes]) -> None:
        try:
            ours.send(raws)
            ours.recv()
        except EOFError:
            raise CannotMeasure("A mail was not taken in.") from None

    try:
        bring([])  # until it is there
        yield bring
    finally:
        process.kill()
        process.join()


def _bring_all(port: int, line: Connection) -> None:
    idle = SimpleQueue[smtplib.LMTP]()
    for _ in range(_CONNECTIONS):
        idle.put(smtplib.LMTP("127.0.0.1", port))

    def bring(raw: bytes) -> None:
        peer = idle.get()
        peer.sendmail("bench@example.com", ["play@example.com"], raw)
        idle.put(peer)

    with ThreadPoolExecutor(_CONNECTIONS) as senders:
        while True:
            list(senders.map(bring, line.recv()))
            line.send("taken in")


def _step(name: str, work: Callable[[int], None], mails: int) -> _Step:
    """Do this work for all mails, a tenth at a time."""
    tenths = [mails * (part + 1) // _PARTS - mails * part // _PARTS for part in range(_PARTS)]
    seconds, mib = [], []
    used = cpu_seconds()
    for many in tenths:
        forget_peak()
        began = time.perf_counter()
        work(many)
        seconds.append(time.perf_counter() - began)
        mib.append(peak_mib())
    return _Step(
        name,
        per_second=round(mails / sum(seconds), 1),
        slowest_tenth=round(min(map(lambda n, s: n / s, tenths, seconds)), 1),
        cpu_ms=round(1000 * (cpu_seconds() - used) / mails, 2),
        mib=mib,
    )


@contextmanager
def empty_database(folder: str, url: str) -> Iterator[Database]:
    """A SQLite file in a temporary folder, or the database at this address if it is empty."""
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
    except BadDatabaseUrl as error:
        raise CannotMeasure(f"--database {error}.") from None
    except StoreUnavailable as error:
        raise CannotMeasure(f"The database cannot be used: {error}.") from None


def open_a_season(database: Database) -> None:
    """The season `bench` takes entries, without a deadline."""
    by = Organiser("bench", datetime.now(UTC))
    with database.writing() as session:
        seasons.create(session, season_plans.Plan(GAME, "bench"), by)
        seasons.open_season(session, "bench", by)


def entry(number: int, to: str) -> bytes:
    """A mail like many: in Japanese, as ISO-2022-JP, from a new player."""
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
