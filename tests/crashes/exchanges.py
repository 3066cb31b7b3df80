"""A crash test of exchanges: orders come in, matches move on and letters leave while their processes are killed."""

import logging
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import datetime
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from sqlmodel import select

from app.bench.mail.intake import empty_database, undisturbed
from app.bench.mail.sink import Weather, sink
from app.bench.matches import exchange
from app.engine.matches import record
from app.engine.matches.game import Seat
from app.engine.matches.record import Line
from app.jobs.exchanges import move_due, pair_due
from app.jobs.letters import send_due
from app.jobs.texts import Renderer
from app.league.matches import advances, plans
from app.league.matches.settings import GRACE
from app.letters.render import RenderedLetter
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store import seasons
from app.store.database import Database
from app.store.matches import matches, records as stored_records
from app.store.tables import Letter, LetterState, MatchPlan

Key = tuple[int, int, Seat]
"""A match, its turn and a seat."""

PHASES: Final = 20
"""Of taking orders, moving on and sending: kills are spread over about so many."""
_SEED: Final = 20_261_123
_A_MOMENT: Final = 0.4
_AT_ONCE: Final = 2
"""How many matches each plays at a time. New ones begin as these end."""
_WORDS: Final = RenderedLetter(
    "News", "Your matches have moved on.", "<p>Your matches have moved on.</p>"
)
_PROCESSES: Final = get_context("forkserver")
_PROCESSES.set_forkserver_preload(["app.cli.serve", __name__])


@dataclass(frozen=True, slots=True)
class ExchangeCrashFigures:
    """A season of matches after so many kills of each kind of process; what stands behind `letters` ought to be 0.

    `broken`: records that are no whole chain to their end. `lost`: orders with a receipt that played no part.
    `doubled`, `missing`: letters that left twice, or neither left nor are in doubt. `other`: records unlike those of the same
    season without kills, which it lacks or which that one lacks.
    """

    database: str
    matches: int
    exchanges: int
    seconds: float
    kills: dict[str, int]
    orders: int
    letters: int
    broken: int
    lost: int
    doubled: int
    missing: int
    other: int

    @property
    def is_well(self) -> bool:
        """Whether all that was promised holds."""
        return not (self.broken or self.lost or self.doubled or self.missing or self.other)


def measure_exchange_crashes(players: int, kills: int, url: str = "") -> ExchangeCrashFigures:
    """A season in which each meets each, under kills; then the same without any."""
    began = time.monotonic()
    with (
        TemporaryDirectory() as folder,
        TemporaryDirectory() as beside,
        empty_database(folder, url) as database,
        empty_database(beside, "") as calm,
        sink(Path(folder) / "sink.log", Weather()) as server,
    ):
        for each in (database, calm):
            exchange.begin(each, players, _AT_ONCE, root=bytes(32))
        killer = _Killer(database, undisturbed(smtp_url=server.url), kills)
        exchanges = killer.play()
        _Killer(calm, undisturbed(), 0).play()
        records, expected = _records(database), _records(calm)
        with database.reading() as session:
            letters = session.exec(select(Letter)).all()
            kept = {(p.match_id, p.turn, p.seat): p for p in session.exec(select(MatchPlan))}
        taken = Counter(line.message_id for line in server.lines() if line.did == "taken")
        return ExchangeCrashFigures(
            database=database.engine.dialect.name,
            matches=len(records),
            exchanges=exchanges,
            seconds=round(time.monotonic() - began, 1),
            kills=dict(killer.killed),
            orders=len(killer.receipts),
            letters=len(letters),
            broken=sum(not _is_whole(lines) for lines in records.values()),
            lost=sum(not _has_played(kept.get(k), sha) for k, sha in killer.receipts.items()),
            doubled=sum(many > 1 for many in taken.values()),
            missing=sum(
                not taken[each.message_id] and each.state is not LetterState.DOUBT
                for each in letters
            ),
            other=sum(records.get(name) != expected.get(name) for name in {*records, *expected}),
        )


class _Killer:
    """Plays a season by processes of which some are killed, and remembers every receipt."""

    def __init__(self, database: Database, ours: Settings, kills: int) -> None:
        self.database = database
        self.settings = ours
        self.left = kills
        self.each = -(-kills // PHASES)
        self.here = 0
        self.draw = random.Random(_SEED)
        self.killed: Counter[str] = Counter()
        self.receipts: dict[Key, str] = {}
        self.url = database.url

    def play(self) -> int:
        """All matches are over; after how many exchanges."""
        now, exchanges = exchange.BEGAN, 0
        self._do("worker", _work, now)
        while self._goes_on():
            exchanges += 1
            now = exchange.deadline(self.database)
            self._order(now)
            self._do("worker", _work, now + GRACE)
            if self.settings.smtp_url:
                self._do("sender", _send, now + GRACE)
        return exchanges

    def _goes_on(self) -> bool:
        with self.database.reading() as session:
            return not matches.is_over(session, seasons.by_slug(session, exchange.SLUG))

    def _order(self, now: datetime) -> None:
        """Orders for all that are asked have got their receipts."""
        self.here = self.each
        left = exchange.orders(self.database)
        while left:
            ours, theirs = _PROCESSES.Pipe(duplex=False)
            process = _PROCESSES.Process(target=_submit, args=(self.url, left, now, theirs))
            process.start()
            theirs.close()
            most = self.draw.randint(1, len(left)) if self._may_kill() else len(left)
            told = self._hear(ours, most)
            if most < len(left):
                self._kill("web", process)
                told += self._hear(ours, len(left))
            process.join()
            left = left[told:]

    def _hear(self, line: Connection, most: int) -> int:
        """How many receipts have come, at most this many."""
        for told in range(most):
            try:
                key, sha256 = line.recv()
            except EOFError:
                return told
            self.receipts[key] = sha256
        return most

    def _do(
        self, name: str, work: Callable[[str, Settings, datetime], None], now: datetime
    ) -> None:
        """Two processes at a time have done all of this work, however many were killed."""
        self.here, was_killed = self.each, True
        while was_killed:
            arguments = (self.url, self.settings, now)
            two = [_PROCESSES.Process(target=work, args=arguments) for _ in range(2)]
            for each in two:
                each.start()
            killed = [self._may_kill() and self._kill_soon(name, each) for each in two]
            was_killed = any(killed)
            for each in two:
                each.join()

    def _may_kill(self) -> bool:
        return self.left > 0 and self.here > 0

    def _kill_soon(self, name: str, process: BaseProcess) -> bool:
        time.sleep(self.draw.uniform(0, _A_MOMENT))
        return self._kill(name, process)

    def _kill(self, name: str, process: BaseProcess) -> bool:
        """Whether it died of it."""
        process.kill()
        process.join()
        has_died = process.exitcode != 0
        self.killed[name] += has_died
        self.left -= has_died
        self.here -= 1
        return has_died


def _submit(url: str, texts: Sequence[tuple[Key, str]], now: datetime, line: Connection) -> None:
    database = Database(url)
    for (match_id, turn, seat), text in texts:
        with database.writing() as session:
            receipt = plans.submit_text(session, match_id, seat, text, now)
        line.send(((match_id, turn, seat), receipt.sha256))


def _work(url: str, _: Settings, now: datetime) -> None:
    database = Database(url)
    while move_due(database, now) or pair_due(database, now):
        pass


def _send(url: str, ours: Settings, now: datetime) -> None:
    logging.disable()
    database = Database(url)
    send_due(
        database, transports(ours), now=now, settings=ours, renderer=Renderer(lambda *_: _WORDS)
    )


def _records(database: Database) -> dict[str, list[Line]]:
    with database.reading() as session:
        found = matches.of_season(session, seasons.by_slug(session, exchange.SLUG))
        kept = stored_records.lines(session, [each.id for each in found])
        return {
            each.game_id: [advances.line_of(line.line, line.h) for line in kept[each.id]]
            for each in found
        }


def _is_whole(lines: Sequence[Line]) -> bool:
    before = ["", *(line["h"] for line in lines)]
    chained = all(
        line["h"] == record.chain(h, line) for h, line in zip(before, lines, strict=False)
    )
    counted = [line.get("n", 0) for line in lines] == [*range(len(lines))]
    return chained and counted and lines[-1]["t"] == "over"


def _has_played(plan: MatchPlan | None, sha256: str) -> bool:
    return plan is not None and plan.is_played and plan.sha256 == sha256
