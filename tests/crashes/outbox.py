"""A crash test of the outbox: workers are killed at work, then every letter is checked for loss and duplicates."""

import logging
import random
import signal
import time
from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final, Literal

from sqlmodel import Session, col, select

from app.bench.mail.intake import empty_database, undisturbed
from app.bench.mail.sink import SinkLine, Weather, sink
from app.jobs.letters import RESENDS, send_due
from app.jobs.texts import Renderer
from app.letters.render import RenderedLetter
from app.mail.transport.delivery import Parcel, ServerAnswer, Transport
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Letter, LetterState, Player
from app.store.work import outbox
from tests.crashes.doubts import watch_doubts, were_in_doubt
from tests.crashes.points import A_LETTER, Moment, die_at

Doubt = Literal["hold", "resend"]

WEATHER: Final = Weather(later=5, never=1, cut=1)
A_MOMENT: Final = 0.05
"""Most seconds between a letter drawn by lot and a kill at a random instant."""
AWAY: Final = 0.2
"""So often no mail server is there for a worker that dies over the database."""
_SEED: Final = 20_261_121
_BEGAN: Final = datetime(2026, 11, 21, tzinfo=UTC)
_FAR_AHEAD: Final = _BEGAN + timedelta(days=3650)
_TEXT: Final = "飛脚は雨の日も走る。\n.\nA line with nothing but a dot in it.\n" * 20
_NOBODY: Final = "smtp://127.0.0.1:1"
"""An address without a mail server."""
_PROCESSES: Final = get_context("forkserver")
_PROCESSES.set_forkserver_preload([__name__])


@dataclass(frozen=True, slots=True)
class CrashFigures:
    """The fates of the letters after these kills of workers. `lost` and `doubled` ought to be 0.

    `lost`: not in a final state of letters, or said to have left when it has not, or to have been
    refused. `twice`: left twice, under one Message-ID, after being in doubt, where such letters are sent
    again. `doubled`: left twice in any other way. `most_at_a_kill`: so many letters at most were under way
    when a worker died; it ought to be no more than `connections`, those of each worker.
    """

    database: str
    doubt: Doubt
    letters: int
    connections: int
    most_at_a_kill: int
    killed_at_random: int
    killed_at_points: dict[str, int]
    seconds: float
    sent: int
    in_doubt: int
    dead: int
    lost: int
    twice: int
    doubled: int

    @property
    def kills(self) -> int:
        """The number of workers that died."""
        return self.killed_at_random + sum(self.killed_at_points.values())

    @property
    def faults(self) -> list[str]:
        """What ought not to be."""
        found = []
        if self.lost or self.doubled:
            found.append(f"{self.lost} letters were lost, {self.doubled} doubled.")
        if self.most_at_a_kill > self.connections:
            found.append(f"{self.most_at_a_kill} letters were under way at one death.")
        return found


def measure_crashes(
    letters: int, kills: int, doubt: Doubt, url: str = "", connections: int = 4
) -> CrashFigures:
    """Two workers at a time send the letters and are killed: one at an observable moment, one at a random instant."""
    began = time.monotonic()
    with (
        TemporaryDirectory() as folder,
        empty_database(folder, url) as database,
        sink(Path(folder) / "sink.log", WEATHER) as server,
    ):
        _write_letters(database, letters)
        watch_doubts(database)
        ours = undisturbed(smtp_url=server.url, mail_doubt=doubt, mail_connections=connections)
        killer = _Killer(database, ours, per_life=max(1, letters // kills // 2))
        killer.kill(kills)
        killer.finish()
        fates = _fates(database)
        counted = Counter(state for state, _ in fates.values())
        lost, twice, doubled = judge(fates, server.lines(), were_in_doubt(database), doubt)
        return CrashFigures(
            database=database.engine.dialect.name,
            doubt=doubt,
            letters=letters,
            connections=connections,
            most_at_a_kill=killer.most_at_a_kill,
            killed_at_random=killer.at_random,
            killed_at_points=dict(killer.at_points),
            seconds=round(time.monotonic() - began, 1),
            sent=counted[LetterState.SENT],
            in_doubt=counted[LetterState.DOUBT],
            dead=counted[LetterState.DEAD],
            lost=lost,
            twice=twice,
            doubled=doubled,
        )


class _Killer:
    """Lets workers live for a while, and counts how many letters were under way."""

    def __init__(self, database: Database, ours: Settings, *, per_life: int) -> None:
        self.database = database
        self.settings = ours
        self.per_life = per_life
        self.draw = random.Random(_SEED)
        self.hour = 0
        self.at_random = 0
        self.at_points: Counter[str] = Counter()
        self.most_at_a_kill = 0

    def kill(self, kills: int) -> None:
        """Kill that many workers, or fewer if all letters have left before."""
        names: list[str] = []
        while self.at_random + self.at_points.total() < kills and self._is_anything_left():
            names = names or self.draw.sample(list(A_LETTER), len(A_LETTER))
            name = names.pop()
            victim = self._start_to_die_at(name)
            self.at_random += self._kill_one_at_random()
            self.at_points[name] += _has_died(victim)
            self._count_those_under_way()
            self.hour += 1

    def finish(self) -> None:
        """Nothing is due any more, however far the clock goes on."""
        while self._is_anything_left():
            self.hour += 2
            _has_died(self._start(self.settings))
            self._count_those_under_way()

    def _start_to_die_at(self, at: str) -> BaseProcess:
        """A worker that dies there, or goes on if it does not come there so often; now and then no server is there."""
        times = self.draw.randint(1, max(1, round(2 * self.per_life * A_LETTER[at])))
        is_away = at == "COMMIT" and self.draw.random() < AWAY
        ours = self.settings.model_copy(update={"smtp_url": _NOBODY}) if is_away else self.settings
        # Some moments come only when all of this is done.
        return self._start(ours, Moment(at, times), limit=4 * self.per_life)

    def _start(
        self, ours: Settings, moment: Moment | None = None, limit: int | None = None
    ) -> BaseProcess:
        arguments = (self.database.url, ours, self.hour, moment, limit)
        worker = _PROCESSES.Process(target=_live, args=arguments)
        worker.start()
        return worker

    def _kill_one_at_random(self) -> bool:
        """Whether it died of it: some moments after it had begun with a letter that was drawn."""
        ours, theirs = _PROCESSES.Pipe(duplex=False)
        arguments = (self.database.url, self.settings, self.hour, theirs)
        worker = _PROCESSES.Process(target=_live_and_tell, args=arguments)
        worker.start()
        theirs.close()
        with suppress(EOFError):
            for _ in range(self.draw.randint(1, 2 * self.per_life)):
                ours.recv()
        time.sleep(self.draw.uniform(0, A_MOMENT))
        worker.kill()
        ours.close()
        return _has_died(worker)

    def _is_anything_left(self) -> bool:
        resends = RESENDS if self.settings.mail_doubt == "resend" else 0
        with self.database.reading() as session:
            return outbox.is_anything_due(session, now=_FAR_AHEAD, resends=resends)

    def _count_those_under_way(self) -> None:
        with self.database.reading() as session:
            claims = session.exec(
                select(Letter.claim).where(col(Letter.state) == LetterState.SENDING)
            ).all()
        by_process = Counter((claim or "").rpartition(".")[0] for claim in claims)
        self.most_at_a_kill = max([self.most_at_a_kill, *by_process.values()])


def _has_died(worker: BaseProcess) -> bool:
    """Whether it was killed; if not, it ends when its work is done."""
    worker.join()
    if worker.exitcode not in (0, -signal.SIGKILL):
        raise ChildProcessError(f"a worker failed by itself: {worker.exitcode}")
    return worker.exitcode != 0


def _live(url: str, ours: Settings, hour: int, moment: Moment | None, limit: int | None) -> None:
    """A worker that is killed at this moment, if one is given."""
    database = Database(url)
    ours = die_at(moment, database, ours) if moment else ours
    _send(database, ours, hour, transports(ours), limit)


def _live_and_tell(url: str, ours: Settings, hour: int, listening: Connection) -> None:
    """A worker that says when it begins with a letter."""
    ways = [_Telling(way, listening) for way in transports(ours)]
    _send(Database(url), ours, hour, ways)


def _send(
    database: Database,
    ours: Settings,
    hour: int,
    ways: Sequence[Transport],
    limit: int | None = None,
) -> None:
    """Send with a clock this many hours ahead, so that all leases of earlier workers have run out."""
    logging.disable()
    now = _BEGAN + timedelta(hours=hour)
    send_due(database, ways, now=now, settings=ours, limit=limit, renderer=Renderer(_words))


class _Telling:
    """A transport that tells before each letter."""

    def __init__(self, way: Transport, listening: Connection) -> None:
        self.way = way
        self.close = way.close
        self.listening = listening

    def deliver(self, parcel: Parcel, leaving: Callable[[], bool]) -> ServerAnswer:
        """As the way out does it."""
        self.listening.send(None)
        return self.way.deliver(parcel, leaving)


def _words(_: Session, letter: Letter) -> RenderedLetter:
    return RenderedLetter(f"No. {letter.id}", _TEXT, f"<pre>{_TEXT}</pre>")


def _write_letters(database: Database, many: int) -> None:
    """Write a letter to each of that many players."""
    with database.writing() as session:
        for number in range(many):
            address = f"p{number}@example.com"
            player = Player(address=address, address_key=address, lang="ja", created_at=_BEGAN)
            letter = Letter(
                kind="receipt",
                dedup_key=address,
                message_id=f"<{number}@bench.example>",
                player=player,
                lang="ja",
                due_at=_BEGAN,
                created_at=_BEGAN,
            )
            session.add_all([player, letter])


def _fates(database: Database) -> dict[str, tuple[LetterState, str]]:
    """The state and the Message-ID of the letter to each address."""
    with database.reading() as session:
        rows = session.exec(select(Player, Letter).join(Letter))
        return {player.address: (letter.state, letter.message_id) for player, letter in rows}


def judge(
    fates: Mapping[str, tuple[LetterState, str]],
    lines: Sequence[SinkLine],
    doubtful: set[str],
    doubt: Doubt,
) -> tuple[int, int, int]:
    """How many letters were lost, left twice as they may, and left twice as they must not."""
    taken = Counter(line.recipient for line in lines if line.did == "taken")
    refused = {line.recipient for line in lines if line.did == "refused"}
    misnamed = {line for line in lines if line.message_id != fates[line.recipient][1]}
    lost, twice, doubled = 0, 0, len(misnamed)
    for address, (state, message_id) in fates.items():
        is_where_it_says = {
            LetterState.SENT: taken[address] > 0,
            LetterState.DEAD: address in refused,
            LetterState.DOUBT: message_id in doubtful,
        }
        lost += not is_where_it_says.get(state, False)
        if taken[address] > 1:
            is_fair = doubt == "resend" and message_id in doubtful
            twice, doubled = twice + is_fair, doubled + (not is_fair)
    return lost, twice, doubled
