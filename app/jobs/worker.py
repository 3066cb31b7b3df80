"""The worker does due work, job after job, until it is stopped."""

import logging
import math
import os
import signal
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass
from datetime import datetime, timedelta
from functools import partial
from threading import Event, Thread
from time import monotonic
from typing import Any, Final

from app.clock import CLOCK, Clock
from app.jobs.back_off import FIRST_SECONDS, rest_after, told
from app.jobs.duels import forget_ended, remind_due as remind_duelists, settle_due
from app.jobs.exchanges import DueMatches, begin_due, offer_due, pair_due
from app.jobs.fetch import fetch_all, fetching, take_from_folder
from app.jobs.inbox import desk, read_new
from app.jobs.letters import PATIENCE_SECONDS, send_some
from app.jobs.outages import make_up_due
from app.jobs.retention import Retention
from app.jobs.seasons.beacons import Beacons
from app.jobs.seasons.deadlines import close_due, lay_open_due, release_due, step_due
from app.jobs.seasons.places import fill_due
from app.jobs.seasons.placings import count_places
from app.jobs.seasons.ranks import count_due, lead_due
from app.jobs.seasons.reminders import remind_due
from app.jobs.seasons.runs import RunsUnderWay
from app.jobs.texts import Renderer
from app.jobs.trials import forget_over
from app.jobs.webhooks import Pushes, Webhooks
from app.mail.transport.imap import box_at
from app.mail.transport.smtp import transports
from app.settings import Settings
from app.store.database import Database, StoreUnavailable
from app.store.upkeep import facts
from app.store.work import heartbeats, outages

Job = Callable[[Database, datetime], bool]
"""Does some of its due work, and tells whether there was any."""

IDLE_SECONDS: Final = 1
TURN_SECONDS: Final = 2
"""After so long a job with more to do lets the others have their turn."""
END_SECONDS: Final = 60
"""How long the work in hand may take after a stop: longer than any wait inside it."""

logger = logging.getLogger(__name__)


def work(
    database: Database,
    settings: Settings,
    *,
    stop: Event,
    once: bool = False,
    clock: Clock = CLOCK,
) -> None:
    """Everything due was done, over and over until `stop` is set; with `once`, until nothing is due.

    Raises at once if the settings cannot work: `SecretMissing`, `BadSmtpUrl`, `BadImapUrl`.
    """
    key = settings.key()
    box = box_at(settings.imap_url) if settings.imap_url else None
    runs_under_way = RunsUnderWay(settings.compute)
    matches = DueMatches(settings.compute)
    renderer = Renderer()
    patience = math.inf if once else PATIENCE_SECONDS
    ways = transports(settings, stop)
    send = partial(send_some, ways, settings, stop, renderer, patience=patience)
    jobs_beside: dict[str, Job] = {
        "letters": send,
        "beacons": _Settled(clock, Beacons(settings)),
        "webhooks": _Settled(clock, Webhooks(settings)),
        "pushes": _Settled(clock, Pushes(settings)),
    }
    beside = {name: _Beside(name, job, stop, clock) for name, job in jobs_beside.items()}
    jobs: dict[str, Job] = {
        "inbox": partial(_some, partial(read_new, at=desk(settings)), stop),
        "deadlines": _Settled(clock, close_due),
        "seals": _Settled(clock, lay_open_due),
        "steps": _Settled(clock, step_due),
        "results": _Settled(clock, release_due),
        "places": _Settled(clock, fill_due),
        "reminders": _Settled(clock, remind_due),
        "outages": _Settled(clock, make_up_due),
        "matches": _Settled(clock, begin_due),
        "exchanges": _Settled(clock, matches),
        "rounds": _Settled(clock, pair_due),
        "seats": _Settled(clock, offer_due),
        "runs": runs_under_way,
        "placings": count_places,
        "ranks": partial(count_due, settings.zone),
        "groups": _Settled(clock, lead_due),
        **(jobs_beside if once else beside),
        "duels": _Settled(clock, settle_due),
        "duel reminders": _Settled(clock, remind_duelists),
        "old duels": _Settled(clock, forget_ended),
        "trials": _Settled(clock, forget_over),
        "retention": _Settled(clock, Retention(settings.keep_mail_days)),
    }
    if settings.mail_folder:
        folder = partial(take_from_folder, settings.mail_folder)
        jobs = {"folder": partial(_some, folder, stop), **jobs}
    if box and once:
        jobs = {"mailbox": partial(_some, partial(fetch_all, box), stop), **jobs}
    jobs = {"heartbeat": _Heart(clock, key, is_awaited=not once), **jobs}
    with ExitStack() as stack:
        for close in (
            runs_under_way.close,
            matches.close,
            renderer.close,
            *(each.close for each in beside.values()),
        ):
            stack.callback(close)
        stack.enter_context(fetching(database, None if once else box))
        run(database, jobs, stop=stop, once=once, clock=clock)
    with suppress(StoreUnavailable), database.writing() as session:
        heartbeats.end(session, "jobs")


def keep_working(database: Database, settings: Settings, *, stop: Event) -> None:
    """As `work`, and begun again where a fault has ended it, until `stop` is set."""
    while not stop.is_set():
        try:
            work(database, settings, stop=stop)
        except Exception as error:
            logger.error("the worker has died, and begins again: %s", told(error))
            stop.wait(FIRST_SECONDS)


def _some(
    acts: Callable[[Database], Iterator[object]], stop: Event, database: Database, _now: datetime
) -> bool:
    """Act after act is done until none is left, the turn is over, or `stop` is set. Tells whether there was any."""
    ends, had_any = monotonic() + TURN_SECONDS, False
    for _ in acts(database):
        had_any = True
        if stop.is_set() or monotonic() > ends:
            break
    return had_any


@dataclass(frozen=True, slots=True)
class _Settled:
    """A job whose acts cannot be taken back and go by the clock: it rests while the clock is in doubt."""

    clock: Clock
    job: Job

    def __call__(self, database: Database, now: datetime) -> bool:
        return self.clock.is_settled and self.job(database, now)


class _Beside:
    """A job in a separate thread, as long as any is due. While it waits for others, no other job
    waits for it.
    """

    def __init__(self, name: str, job: Job, stop: Event, clock: Clock) -> None:
        self.name = name
        self.job = job
        self.stop = stop
        self.clock = clock
        self._thread = ThreadPoolExecutor(1)
        self._going: Future[bool] | None = None

    def __call__(self, database: Database, _now: datetime) -> bool:
        """Tells whether there was any when it was last looked; raises what has stopped it since."""
        if self._going and not self._going.done():
            return False
        last, self._going = self._going, None
        had_any = last.result() if last else False
        self._going = self._thread.submit(self._do, database)
        return had_any

    def close(self) -> None:
        """Finish the work in hand."""
        self._thread.shutdown()
        error = self._going.exception() if self._going else None
        if isinstance(error, Exception):
            logger.error("%s failed: %s", self.name, told(error))

    def _do(self, database: Database) -> bool:
        had_any = False
        while not self.stop.is_set() and self.job(database, self.clock.now()):
            had_any = True
        return had_any


@dataclass(slots=True)
class _Heart:
    """Says every few seconds that a worker does the jobs, and the time.

    `is_back`: nobody has heard of it since it started, or since it could not say so. One that is run once, now and
    then, is missed by nobody in between.
    """

    clock: Clock
    key: bytes
    due: datetime | None = None
    is_awaited: bool = True
    is_back: bool = True

    def __call__(self, database: Database, now: datetime) -> bool:
        if self.due and self.due - heartbeats.EVERY <= now < self.due:
            return False
        was_away, self.is_back = self.is_back, True
        with database.writing() as session:
            if was_away:
                facts.note_secret(session, self.key, now=now)
            least = outages.SHORT if was_away else timedelta.max  # it may have been busy
            outages.beat(session, "clock", self.clock, least=least, is_missed=self.is_awaited)
            heartbeats.beat(session, "jobs", self.clock)
            if self.clock.is_settled:
                heartbeats.forget(session, now)
        self.due, self.is_back = now + heartbeats.EVERY, False
        return False


def run(
    database: Database,
    jobs: Mapping[str, Job],
    *,
    stop: Event,
    once: bool = False,
    clock: Clock = CLOCK,
) -> None:
    """The jobs take turns. One that fails rests, longer each time; the others go on.

    With `once` a clock that is in doubt is waited for: jobs that go by it have not been done yet.
    """
    shifts = [_Shift(name, job, clock) for name, job in jobs.items()]
    while not stop.is_set():
        busy = [shift.take_turn(database) for shift in shifts if not stop.is_set()]
        if any(busy):
            continue
        if once and clock.is_settled:
            return
        stop.wait(IDLE_SECONDS)


@contextmanager
def stopping() -> Iterator[Event]:
    """An event that SIGTERM and SIGINT set: the work in hand is finished, then the worker stops.

    Work that does not end in time is left as by a kill, which loses nothing.
    """
    stop, is_over = Event(), Event()

    def leave() -> None:
        stop.wait()
        if not is_over.wait(END_SECONDS):
            logger.error("what was in hand has not ended within %d s and is left", END_SECONDS)
            os._exit(1)

    def ask(*_: Any) -> None:
        # Not here: the signal may have come while the main thread held the event's lock.
        Thread(target=stop.set).start()

    Thread(target=leave, daemon=True).start()

    before = {number: signal.signal(number, ask) for number in (signal.SIGTERM, signal.SIGINT)}
    try:
        yield stop
    finally:
        is_over.set()
        stop.set()
        for number, handler in before.items():
            signal.signal(number, handler)


@dataclass(slots=True)
class _Shift:
    """A job, and how long it rests after failing."""

    name: str
    job: Job
    clock: Clock
    failures: int = 0
    rests_until: float = 0
    """Of the clock that cannot be set."""

    def take_turn(self, database: Database) -> bool:
        if self.clock.uptime() < self.rests_until:
            return False
        try:
            busy = self.job(database, self.clock.now())
        except Exception as error:
            self._rest(error)
            return False
        self.failures = 0
        return busy

    def _rest(self, error: Exception) -> None:
        self.failures += 1
        rest = rest_after(self.failures)
        self.rests_until = self.clock.uptime() + rest
        logger.error("%s failed, next try in %d s: %s", self.name, rest, told(error))
