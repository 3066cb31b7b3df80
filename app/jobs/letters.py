"""The way out: letters are rendered when they are due, then sent, one after the other.

A letter is marked just before its words leave, and that the mail server has taken it is written down
before anything of the next one is begun. So whenever a worker dies there is at most one letter of theirs
that may or may not have left: the one whose answer they were waiting for.
"""

import logging
import math
import random
import time
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from threading import Event
from typing import Final, TypeVar

from sqlmodel import Session

from app.i18n import lang_of, moment
from app.jobs import pace
from app.jobs.releases import release_due
from app.jobs.texts import Render, Rendering, render_some
from app.letters.contents import draft
from app.letters.links import route
from app.letters.logbook import logbook
from app.mail.transport.delivery import Answer, Fate, Parcel, Transport
from app.mail.transport.mime import Unmailable, compose
from app.settings import Settings
from app.store.database import Database, StoreUnavailable
from app.store.tables import Letter, Season
from app.store.work import outbox
from app.store.work.outbox import Claimed
from app.text.privacy import mask, mask_traceback

BATCH: Final = 20
"""So many are rendered at a time."""
IN_HAND: Final = 5
"""So many a worker claims at a time. Where the worker dies and none of its host is left, they wait for the lease."""
# A worker's share of letters before its other jobs have their turn.
TURN: Final = 50
PATIENCE_SECONDS: Final = 1
# The way out is closed after so many faults in a row, and opened again a while later.
FAULTS: Final = 3
REST: Final = timedelta(minutes=1)
UNWELCOME_REST: Final = timedelta(minutes=5)
GIVE_UP_AFTER: Final = timedelta(days=3)
RESENDS: Final = 5
# How long we keep trying to write down answers that only we have heard.
KEEPING_SECONDS: Final = 30

_Changed = TypeVar("_Changed")

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Sent:
    """The fate of the letters that were due; and why the rest of them waits, if it does."""

    sent: int = 0
    retry: int = 0
    doubt: int = 0
    dead: int = 0
    stopped: str = ""

    def __bool__(self) -> bool:
        return bool(self.sent or self.retry or self.doubt or self.dead)


def send_due(
    database: Database,
    transport: Transport,
    *,
    now: datetime,
    settings: Settings,
    limit: int | None = None,
    patience: float = math.inf,
    stop: Event | None = None,
    render: Render = draft,
) -> Sent:
    """No letter is due any more, or `limit` were tried, or the way out is closed, or `stop` is set.

    Where so many may leave a minute and no more, it waits for their turn, so many seconds in all.
    The clock starts at `now` and goes on while letters are sent.
    """
    release_due(database, settings, now)
    drain = _Drain(database, transport, now, settings, stop or Event(), render, patience)
    try:
        return drain.run(limit)
    finally:
        transport.close()


def send_some(
    transport: Transport,
    settings: Settings,
    stop: Event,
    database: Database,
    now: datetime,
    patience: float = PATIENCE_SECONDS,
) -> bool:
    """The worker's job: some letters, so that other jobs get their turn. Tells whether there were any."""
    release_due(database, settings, now)
    with database.reading() as session:
        if not outbox.is_anything_due(session, now=now, resends=_resends(settings)):
            return False
        wait = pace.until_turn(session, settings.mail_per_minute, now=now)
        if wait.total_seconds() > patience:
            return False
    return bool(
        send_due(
            database,
            transport,
            now=now,
            settings=settings,
            limit=TURN,
            patience=patience,
            stop=stop,
        )
    )


def wait_after(attempts: int) -> timedelta:
    """How long a letter waits after so many attempts: 1, 2, 4 … 60 minutes."""
    return timedelta(minutes=min(60, 2 ** (attempts - 1)))


def is_given_up(attempts: int) -> bool:
    """Whether a letter has waited for three days in all."""
    return sum((wait_after(n) for n in range(1, attempts + 1)), timedelta()) > GIVE_UP_AFTER


class _Drain:
    """One pass through the letters that are due."""

    def __init__(
        self,
        database: Database,
        transport: Transport,
        now: datetime,
        settings: Settings,
        stop: Event,
        render: Render,
        patience: float,
    ) -> None:
        self.database = database
        self.transport = transport
        self.settings = settings
        self.stop = stop
        self.render = render
        self.patience = patience
        self.key = settings.key()
        self._started = now, time.monotonic()
        self._counts: Counter[str] = Counter()
        self._titles: dict[tuple[int | None, str], str] = {}
        self._faults = 0
        self._stopped = ""
        self._opens_at = now
        self._has_waited = False
        self._may_have_left = False

    def run(self, limit: int | None) -> Sent:
        self._settle_old_claims()
        left = limit
        in_hand = 1 if self.settings.mail_per_minute else IN_HAND
        while left != 0 and not self._is_over:
            size = BATCH if left is None else min(BATCH, left)
            batch = self._claim(min(in_hand, size))
            if not batch:
                if not self._render(size).found:
                    break
                continue
            self._send_batch(batch)
            left = None if left is None else left - len(batch)
        return Sent(**self._counts, stopped=self._stopped)

    @property
    def _now(self) -> datetime:
        now, then = self._started
        return now + timedelta(seconds=time.monotonic() - then)

    @property
    def _is_over(self) -> bool:
        return bool(self._stopped) or self.stop.is_set() or self.patience < 0

    def _claim(self, size: int) -> list[Claimed]:
        """Letters that are ours to send now: when it is their turn, if there is one and we are so patient."""
        while not self._is_over:
            with self.database.writing() as session:
                batch = outbox.claim(session, now=self._now, limit=size)
                if not batch:
                    return []
                wait = pace.take_turn(session, self.settings.mail_per_minute, now=self._now)
                if not wait:
                    return batch
                session.rollback()
            self._wait(wait.total_seconds())
        return []

    def _wait(self, seconds: float) -> None:
        """Wait for our turn, or until our patience is over."""
        if not self._has_waited:
            self._has_waited = True
            most = self.settings.mail_per_minute
            logger.info("letters wait: %d may leave a minute (HIKYAKU_MAIL_PER_MINUTE)", most)
        self.patience -= seconds
        if self.patience >= 0:
            self.stop.wait(seconds)

    def _render(self, size: int) -> Rendering:
        rendered = render_some(self.database, self.render, now=self._now, size=size)
        self._counts["dead"] += rendered.dead
        return rendered

    def _settle_old_claims(self) -> None:
        with self.database.writing() as session:
            self._counts["doubt"] += outbox.release_late(session, now=self._now)
            outbox.resend_doubtful(session, now=self._now, resends=_resends(self.settings))

    def _send_batch(self, batch: Sequence[Claimed]) -> None:
        try:
            for claimed in batch:
                if self._is_over:
                    break
                self._send(claimed)
        finally:
            if batch:
                self._writing(partial(self._let_go, batch[0].token))

    def _let_go(self, token: str, session: Session) -> None:
        """Letters that were claimed and not tried are free again; they rest if the way out is closed."""
        outbox.hand_back(session, token)
        if self._stopped:
            outbox.rest(session, now=self._now, until=self._opens_at)

    def _send(self, claimed: Claimed) -> None:
        """One letter, from our claim to its fate."""
        self._may_have_left = False
        try:
            parcel = self._parcel(claimed)
            if parcel is None:
                return
            answer = self.transport.deliver(parcel, partial(self._mark_sending, claimed))
        except Unmailable as error:
            answer = Answer(Fate.DEAD, str(error))
        except StoreUnavailable:
            raise
        except Exception as error:  # a bug of ours; it must not keep the other letters here
            trace = mask_traceback(error)
            subject = {"letter": claimed.id}
            logger.error("letter %d cannot be sent\n%s", claimed.id, trace, extra=subject)
            fate = Fate.DOUBT if self._may_have_left else Fate.RETRY
            answer = Answer(fate, mask(f"{type(error).__name__}: {error}"), broken=True)
        self._keep(claimed, answer)
        self._watch(answer)

    def _parcel(self, claimed: Claimed) -> Parcel | None:
        with self.database.reading() as session:
            found = outbox.load(session, claimed)
            if found is None:
                return None
            letter, player = found
            generation = player.secret_generation
            title = self._title(session, letter)
            ways = route(letter, player.address, self.key, self.settings, generation, title)
            ways = replace(ways, text_only=player.wants_text_only)
            return compose(letter, ways, self.settings, logbook(session, letter))

    def _title(self, session: Session, letter: Letter) -> str:
        """The title of its season in its language: the letters of a pass are mostly of one."""
        key = letter.season_id, letter.lang
        if key not in self._titles:
            season = session.get(Season, letter.season_id) if letter.season_id else None
            self._titles[key] = season.title(lang_of(letter.lang)) if season else ""
        return self._titles[key]

    def _mark_sending(self, claimed: Claimed) -> bool:
        self._may_have_left = True
        with self.database.writing() as session:
            return outbox.mark_sending(session, claimed, now=self._now)

    def _keep(self, claimed: Claimed, answer: Answer) -> None:
        """The fate of the letter is written down."""
        if outcome := self._writing(partial(self._write_down, claimed, answer)):
            self._counts[outcome] += 1
            level = logging.INFO if outcome == "sent" else logging.WARNING
            logger.log(level, "letter %d: %s: %s", claimed.id, outcome, answer.reply)

    def _writing(self, change: Callable[[Session], _Changed]) -> _Changed:
        """The change is made, even if the database was away for a moment: it is known here alone."""
        deadline = time.monotonic() + KEEPING_SECONDS
        while True:
            try:
                with self.database.writing() as session:
                    return change(session)
            except StoreUnavailable:
                if time.monotonic() > deadline:
                    raise
                time.sleep(1)

    def _write_down(self, claimed: Claimed, answer: Answer, session: Session) -> str | None:
        """The word for it, if the letter was still ours."""
        now, reply = self._now, answer.reply
        later = now + wait_after(claimed.attempts) * random.uniform(1, 1.2)
        match answer.fate:
            case Fate.SENT:
                return "sent" if outbox.mark_sent(session, claimed, reply, now=now) else None
            case Fate.DOUBT:
                return "doubt" if outbox.doubt(session, claimed, reply, due_at=later) else None
            case Fate.RETRY if not is_given_up(claimed.attempts):
                return "retry" if outbox.put_back(session, claimed, reply, due_at=later) else None
            case Fate.RETRY | Fate.DEAD:
                return "dead" if outbox.bury(session, claimed, reply) else None
            case Fate.UNREACHABLE | Fate.UNWELCOME:
                kept = outbox.put_back(session, claimed, reply, due_at=now + REST, counts=False)
                return "retry" if kept else None
            case Fate.NOT_OURS:
                return None

    def _watch(self, answer: Answer) -> None:
        """After faults in a row, or a no to all our letters, the way out is closed for a while."""
        if answer.fate is Fate.UNREACHABLE or answer.broken:
            self._faults += 1
        else:
            self._faults = 0
        if answer.fate is Fate.UNWELCOME or self._faults == FAULTS:
            pause = UNWELCOME_REST if answer.fate is Fate.UNWELCOME else REST
            self._opens_at = self._now + pause
            self._stopped = answer.reply or answer.fate.name
            opens_at = moment(self._opens_at, "en", self.settings.zone)
            logger.warning("letters wait until %s: %s", opens_at, answer.reply)


def _resends(settings: Settings) -> int:
    """How often a letter in doubt is sent again; not at all where it is held for the organiser."""
    return RESENDS if settings.mail_doubt == "resend" else 0
