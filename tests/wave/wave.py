"""A wave of entries: so many by form and as many by mail, while readers look; and whether each was answered, once."""

import asyncio
import os
import random
import re
import resource
import socket
import time
from collections import Counter, defaultdict
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from email import message_from_bytes, policy
from email.message import EmailMessage
from pathlib import Path
from secrets import token_hex
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from sqlmodel import col, select

from app.bench.mail.intake import GAME, empty_database, entry, open_a_season
from app.bench.web import SERVE, process
from app.games import ruleset
from app.league.seasons import seasons
from app.store.database import Database
from app.store.security.audits import Organiser
from app.store.tables import Entry, Revision
from tests.wave.browsers import HOST, Browser, MailServer, Parcel, Watch

TO: Final = "play@hikyaku.example"
PAGES: Final = (
    *("/en/", "/ja/", "/en/seasons/bench", "/ja/seasons/bench"),
    *("/en/feed.atom", "/api/v1/seasons/bench", "/en/games/laplaplus"),
)
MAIL_LINES: Final = 20
PER_CLIENT: Final = 20
"""Entrants that share an address, as a class at school or a house does."""
LOOK_SECONDS: Final = 2.0
"""From a page to the next, on average."""
_CALM_SECONDS: Final = 300
"""After the wave, until the last letter is there."""
_FORM: Final = "/en/seasons/bench/enter"
_LINK: Final = re.compile(r"https?://[^/\s]+(/(?:ja|en)/confirm/[^\s>]+)")
_OF_FAULTS: Final = ("database is locked", "Traceback", "cannot be used", "could not be kept")


@dataclass(frozen=True, slots=True)
class Wait:
    """Seconds for which clients waited for one kind of answer."""

    name: str
    count: int
    p50: float
    p99: float
    most: float


@dataclass(frozen=True, slots=True)
class WaveFigures:
    """The wave: as it was, and what it left behind. `faults` is empty if each entry and mail was answered, once."""

    database: str
    workers: int
    by_form: int
    by_mail: int
    seconds: float
    """From the first entry until the last one was taken."""
    settled: float
    """From the first entry until the last receipt was there."""
    cpu_seconds: float
    """Of the server, all its processes together, until it ended."""
    statuses: dict[int, int]
    later: dict[str, int]
    waits: list[Wait]
    faults: list[str]


def measure_wave(
    entries: int, seconds: float, readers: int, workers: int, url: str = ""
) -> WaveFigures:
    """So many entries by form, and as many by mail, come within so many seconds, and are confirmed as their letters come."""
    with TemporaryDirectory() as folder, empty_database(folder, url) as database:
        open_a_season(database)
        port = _free_port()
        environment = {
            **{name: value for name, value in os.environ.items() if "HIKYAKU_" not in name},
            "HIKYAKU_DATABASE_URL": url or f"sqlite:///{folder}/bench.db",
            "HIKYAKU_MAILDIR": f"{folder}/mail",
            "HIKYAKU_SECRET": token_hex(32),
            "HIKYAKU_MAIL_ADDRESS": TO,
            "HIKYAKU_MAIL_LISTEN": f"lmtp://{HOST}:{port}",
            "HIKYAKU_UNPROVEN_LETTERS_A_DAY": str(10**9),
            "FORWARDED_ALLOW_IPS": HOST,
        }
        used = _cpu_seconds()
        log = Path(folder, "serve.log")
        with process([*SERVE, "--workers", str(workers)], environment, log) as at:
            wave = Wave(entries, workers, urlsplit(at).port or 0, port, Path(folder, "mail"))
            asyncio.run(wave.roll(seconds, readers))
        used = _cpu_seconds() - used
        wave.read_letters()
        told = log.read_text("utf-8", "replace")
        return WaveFigures(
            database.engine.dialect.name,
            workers,
            entries,
            entries,
            round(wave.seconds, 1),
            round(wave.settled, 1),
            round(used, 1),
            dict(sorted(wave.watch.statuses.items())),
            dict(wave.watch.later),
            [_wait(name, found) for name, found in wave.watch.waits.items() if found],
            [
                *wave.faults(),
                *_missing(database, wave.names),
                *(f"“{words}” stands in the log" for words in _OF_FAULTS if words in told),
            ],
        )


class Wave:
    """Players who enter, by form and by mail, and answer the letters that they get."""

    def __init__(self, entries: int, workers: int, web: int, lmtp: int, letters: Path) -> None:
        self.entries = entries
        self.workers = workers
        self.web = web
        self.letters = letters / "new"
        self.watch = Watch()
        self.mail_server = MailServer(lmtp, self.watch)
        self.rules = ruleset(GAME)
        self.names: set[str] = set()
        """Of the characters whose senders heard a yes."""
        self.began = self.seconds = self.settled = 0.0
        self.answers: Counter[str] = Counter()
        """Letters that answer a mail, by its Message-ID."""
        self.by_reader: defaultdict[str, int] = defaultdict(int)
        self._read: set[Path] = set()
        self._acts: set[asyncio.Task[None]] = set()

    async def roll(self, seconds: float, readers: int) -> None:
        """Everybody has entered, and confirmed by the letter they got, or `faults` tells who could not."""
        loop = asyncio.get_running_loop()
        await self._wake()
        self.began = time.monotonic()
        mail = [loop.create_task(self.mail_server.work()) for _ in range(MAIL_LINES)]
        looking = [loop.create_task(self._look(number)) for number in range(readers)]
        gap = seconds / self.entries
        entering = [
            loop.create_task(self._enter(number, number * gap)) for number in range(self.entries)
        ]
        try:
            async with asyncio.timeout(seconds + _CALM_SECONDS):
                await self._answer_letters(loop)
        except TimeoutError:
            self.watch.wrong.append("the last letter did not come in time")
        done = await _end(*mail, *looking, *entering, *self._acts)
        self.watch.wrong += [f"{type(each).__name__}: {each}" for each in done]

    async def _wake(self) -> None:
        """A server that has just started has made every page once."""
        async with Browser(self.web, "10.2.1.1", Watch()) as browser:
            for path in (*PAGES, _FORM) * 2 * self.workers:
                await browser.get(path, "page")
                browser.leave()

    def faults(self) -> list[str]:
        """What went wrong, as far as clients could see it."""
        faults = [f"{each} ({n} times)" for each, n in Counter(self.watch.wrong).items()]
        missing = 2 * self.entries - len(self.names)
        if missing:
            faults.append(f"{missing} entries never got a yes")
        sent = {f"<{number}.bench@example.com>" for number in range(self.entries)}
        sent |= {f"<yes.{number}.bench@example.com>" for number in range(self.entries)}
        many = Counter(self.answers[each] for each in sent)
        if many.pop(1, 0) != len(sent):
            faults += [f"{n} mails got {times} answers" for times, n in many.items()]
        odd = Counter(number for number in self.by_reader.values() if number != 2)
        return faults + [f"{n} players got {times} letters" for times, n in odd.items()]

    # --- who enters -----------------------------------------------------------------------------------

    async def _enter(self, number: int, after: float) -> None:
        """One by mail and one by form, after so many seconds."""
        await asyncio.sleep(after)
        raw = entry(number, TO)
        self.mail_server.bring(Parcel(f"p{number}@example.com", TO, raw))
        self.names.add(f"第{number}の影武者")  # unless it is refused, which is counted
        fields = self._fields(number)
        async with self._browser(number) as browser:
            form = await browser.get(_FORM, "form")
            fields["form_key"] = form.form_key
            answer = await browser.post_parts(_FORM, fields, "form sent")
            if answer.status == 303:
                await browser.get(answer.headers["location"], "page")
                self.names.add(fields["name"])

    def _fields(self, number: int) -> dict[str, str]:
        cards = random.Random(number).choices(self.rules.cards, k=self.rules.sizes[-1])
        return {
            "seen": "",
            "name": f"Runner {number}",
            "build": "".join(card.char for card in cards),
            "owner": "",
            "lore": "Runs by night, and is never seen. " * 12,
            "address": f"f{number}@home{number % 50}.example",
            "lang": ("en", "ja")[number % 2],
        }

    async def _confirm(self, number: int, path: str) -> None:
        """The player of the form opens the link in their letter, and presses the button."""
        async with self._browser(number) as browser:
            page = await browser.get(path, "link")
            sent = {"form_key": page.form_key, "answer": "yes"}
            answer = await browser.post(path, sent, "yes pressed")
            if answer.status == 303:
                await browser.get(answer.headers["location"], "own page")

    def _browser(self, number: int) -> Browser:
        client = number // PER_CLIENT
        return Browser(self.web, f"10.1.{client // 250}.{client % 250 + 1}", self.watch)

    # --- letters --------------------------------------------------------------------------------------

    async def _answer_letters(self, loop: asyncio.AbstractEventLoop) -> None:
        """Until every player has their two letters."""
        while True:
            await asyncio.sleep(0.2)
            self.read_letters(loop)
            taken = min(len(self.watch.waits[each]) for each in ("form sent", "mail, until 250"))
            if not self.seconds and taken >= self.entries:
                self.seconds = time.monotonic() - self.began
            if len(self.by_reader) == 2 * self.entries and min(self.by_reader.values()) >= 2:
                self.settled = time.monotonic() - self.began
                return

    def read_letters(self, loop: asyncio.AbstractEventLoop | None = None) -> None:
        """Letters that have come since are counted; while it runs, those that ask for a yes get one."""
        with suppress(FileNotFoundError):
            for path in set(self.letters.iterdir()) - self._read:
                self._read.add(path)
                self._take(path.read_bytes(), loop)

    def _take(self, raw: bytes, loop: asyncio.AbstractEventLoop | None) -> None:
        letter = message_from_bytes(raw, policy=policy.default)
        reader = str(letter["To"]).strip("<>")
        self.by_reader[reader] += 1
        if answers := str(letter["In-Reply-To"] or ""):
            self.answers[answers] += 1
        text = letter.get_body(("plain",))
        link = _LINK.search(text.get_content()) if text else None
        number = int(re.sub(r"\D", "", reader.partition("@")[0]))
        if not link or not loop:
            return
        if reader.startswith("p"):
            self.mail_server.bring(_yes(number, letter))
        else:
            act = loop.create_task(self._confirm(number, link[1]))
            self._acts.add(act)
            act.add_done_callback(self._acts.discard)

    # --- who looks ------------------------------------------------------------------------------------

    async def _look(self, number: int) -> None:
        """A page, and another a moment later, for ever."""
        draw = random.Random(number)
        async with Browser(self.web, f"10.2.0.{number % 250 + 1}", self.watch) as browser:
            while True:
                await asyncio.sleep(draw.uniform(0, 2 * LOOK_SECONDS))
                await browser.get(draw.choice(PAGES), "page")


async def _end(*tasks: asyncio.Task[None]) -> list[BaseException]:
    """The tasks are over; those that failed by themselves say why."""
    for task in tasks:
        task.cancel()
    results = await asyncio.gather(*tasks, return_exceptions=True)
    return [each for each in results if each and not isinstance(each, asyncio.CancelledError)]


def _yes(number: int, letter: EmailMessage) -> Parcel:
    """The reply of a player who entered by mail."""
    to = str(letter["Reply-To"])
    mail = EmailMessage()
    mail["From"], mail["To"] = f"p{number}@example.com", to
    mail["Subject"] = f"Re: {letter['Subject']}"
    mail["Message-ID"] = f"<yes.{number}.bench@example.com>"
    mail["In-Reply-To"] = letter["Message-ID"]
    mail.set_content("はい\n")
    return Parcel(mail["From"], re.sub(r".*<|>.*", "", to), mail.as_bytes())


def _missing(database: Database, names: set[str]) -> list[str]:
    """Which of these are not in the season once it is closed, or more than once; and whether others are."""
    with database.writing() as session:
        seasons.close(session, "bench", Organiser("bench", datetime.now(UTC)))
    with database.reading() as session:
        playing = select(Revision.name).join(Entry, col(Entry.current_id) == Revision.id)
        found = Counter(session.exec(playing))
    doubled = sum(times > 1 for times in found.values())
    cases = {
        "entries are not in the season": len(names - set(found)),
        "are in it more than once": doubled,
        "are in it and were never taken": len(set(found) - names),
    }
    return [f"{number} {words}" for words, number in cases.items() if number]


def _wait(name: str, seconds: list[float]) -> Wait:
    ordered = sorted(seconds)
    p50, p99 = (ordered[len(ordered) * part // 100] for part in (50, 99))
    return Wait(name, len(ordered), round(p50, 3), round(p99, 3), round(ordered[-1], 3))


def _cpu_seconds() -> float:
    """Of processes that this one started, and that have ended."""
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _free_port() -> int:
    with socket.create_server((HOST, 0)) as found:
        return int(found.getsockname()[1])
