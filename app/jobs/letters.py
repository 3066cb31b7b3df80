"""The ways out: letters are rendered when they are due, then sent, on each way one after the other.

A letter is marked just before its words leave, and that the mail server has taken it is written down
before anything of the next one is begun on that way. So whenever a worker dies there is at most one letter
for each way that may or may not have left: the one whose answer was waited for.

Who wakes whom, all under `_Drain._news`: the thread that claims wakes the ways out for each parcel, and when it closes;
a way out wakes it, and the others, for each letter that is settled, when a server has answered on it, and when it finds
that all is over. Who sets `stop` wakes nobody: a way out with a letter in hand finds it set when that is settled.
"""

import logging
import math
import random
import time
from collections import Counter, deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack, closing
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from functools import partial
from threading import Condition, Event
from typing import Final, NamedTuple

from sqlmodel import Session

from app.i18n import lang_of, moment
from app.jobs.releases import release_due
from app.jobs.texts import BATCH, Renderer, Rendering
from app.letters.links import route
from app.letters.reports.stories import logbook
from app.mail.transport.delivery import DeliveryFate, Parcel, ServerAnswer, Transport
from app.mail.transport.mime import Unmailable, compose
from app.settings import Settings
from app.store import seasons
from app.store.database import Database, StoreUnavailable
from app.store.limits import buckets
from app.store.tables import Letter, Player
from app.store.work import outbox
from app.store.work.ledger import Ledger
from app.store.work.outbox import LetterClaim
from app.text.privacy import mask, mask_traceback

IN_HAND: Final = 5
"""How many letters a worker claims at a time, for each way out. If its host dies, they wait for the
lease.
"""
SPARE: Final = 2
"""More letters are claimed when this many are left for each way out but one."""
# A worker's share of letters before its other jobs have their turn, for each way out.
TURN: Final = 50
PATIENCE_SECONDS: Final = 1
# The way out is closed after this many faults in a row, and opened again a while later.
FAULTS: Final = 3
REST: Final = timedelta(minutes=1)
UNWELCOME_REST: Final = timedelta(minutes=5)
GIVE_UP_AFTER: Final = timedelta(days=3)
RESENDS: Final = 5

logger = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class SentLetter:
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
    ways: Sequence[Transport],
    *,
    now: datetime,
    settings: Settings,
    limit: int | None = None,
    patience: float = math.inf,
    stop: Event | None = None,
    renderer: Renderer | None = None,
) -> SentLetter:
    """No letter is due any more, or `limit` were tried, or the way out is closed, or `stop` is set.

    They leave over several ways at once, one after the other on each; the order is that in which they fell due.
    Where so many may leave a minute and no more, it waits for their turn, so many seconds in all.
    The clock starts at `now` and goes on while letters are sent.
    """
    release_due(database, settings, now)
    with ExitStack() as stack:
        renderer = renderer or stack.enter_context(closing(Renderer()))
        drain = _Drain(database, ways, now, settings, stop or Event(), renderer, patience)
        return drain.run(limit)


def send_some(
    ways: Sequence[Transport],
    settings: Settings,
    stop: Event,
    renderer: Renderer,
    database: Database,
    now: datetime,
    patience: float = PATIENCE_SECONDS,
) -> bool:
    """The worker's job: some letters, so that other jobs get their turn. Tells whether there were any."""
    release_due(database, settings, now)
    with database.reading() as session:
        if not outbox.is_anything_due(session, now=now, resends=_resends(settings)):
            renderer.close()
            return False
        wait = _turn(buckets.wait, session, settings, now)
        if wait.total_seconds() > patience:
            return False
    return bool(
        send_due(
            database,
            ways,
            now=now,
            settings=settings,
            limit=TURN * len(ways),
            patience=patience,
            stop=stop,
            renderer=renderer,
        )
    )


def _turn(
    ask: Callable[..., timedelta], session: Session, settings: Settings, now: datetime
) -> timedelta:
    """How long until it is a letter's turn, by whichever of the workers; if it is, `buckets.take` takes it.

    Turns are evenly apart, so that no minute has more of them, and no burst annoys a mail server.
    """
    if settings.mail_per_minute is None:
        return timedelta(0)
    apart = timedelta(minutes=1) / settings.mail_per_minute
    return ask(session, "letters", capacity=1, refill=apart, now=now)


def wait_after(attempts: int) -> timedelta:
    """How long a letter waits after this many attempts: 1, 2, 4 … 60 minutes."""
    return timedelta(minutes=min(60, 2 ** (attempts - 1)))


def is_given_up(attempts: int) -> bool:
    """Whether a letter has waited for three days in all."""
    return sum((wait_after(n) for n in range(1, attempts + 1)), timedelta()) > GIVE_UP_AFTER


@dataclass(slots=True)
class _Way:
    """A way out for one letter after the other; `has_worked` if a server has answered for a letter on it."""

    transport: Transport
    has_worked: bool = False


class _Packed(NamedTuple):
    """A claimed letter, packed for its recipient."""

    claimed: LetterClaim
    parcel: Parcel
    address: str


class _Drain:
    """One pass through the letters that are due.

    This thread claims letters and makes parcels of them; each way out has a thread that takes one after the other;
    whatever becomes of them is written down together (`Ledger`). On each way a letter's fate is written down before
    anything of the next one is begun.
    """

    def __init__(
        self,
        database: Database,
        ways: Sequence[Transport],
        now: datetime,
        settings: Settings,
        stop: Event,
        renderer: Renderer,
        patience: float,
    ) -> None:
        self.database = database
        self.ways = [_Way(transport) for transport in ways]
        self.settings = settings
        self.stop = stop
        self.renderer = renderer
        self.patience = patience
        self.key = settings.key()
        self.ledger = Ledger(database)
        self._started = now, time.monotonic()
        self._counts: Counter[str] = Counter()
        self._faults = 0
        self._stopped = ""
        self._opens_at = now
        self._has_waited = False
        # Shared by all threads, under this condition.
        self._news = Condition()
        self._packed: deque[_Packed] = deque()
        self._in_hand: set[LetterClaim] = set()
        self._untried: set[str] = set()
        self._is_closing = False

    def run(self, limit: int | None) -> SentLetter:
        with self.ledger:
            self._settle_old_claims()
            try:
                with ThreadPoolExecutor(len(self.ways), "letters") as threads:
                    done = [threads.submit(self._use, way) for way in self.ways]
                    try:
                        self._feed(limit)
                    finally:
                        self._close()
                for each in done:
                    each.result()
            finally:
                self._let_go()
        return SentLetter(**self._counts, stopped=self._stopped)

    @property
    def _now(self) -> datetime:
        now, then = self._started
        return now + timedelta(seconds=time.monotonic() - then)

    @property
    def _is_over(self) -> bool:
        return bool(self._stopped) or self.stop.is_set() or self._is_closing

    # --- the thread that claims ---

    def _feed(self, limit: int | None) -> None:
        """Letters are claimed and made ready as the ways out need them, until none is left that may leave."""
        paced = self.settings.mail_per_minute is not None
        left = limit
        while left != 0 and not self._is_over and self.patience >= 0:
            room = self._wait_for_room(paced)
            batch = self._claim(room if left is None else min(room, left))
            if batch:
                self._pack(batch)
                left = None if left is None else left - len(batch)
            elif not self._render(BATCH if left is None else min(BATCH, left)).found:
                break
        with self._news:
            self._news.wait_for(lambda: self._is_over or not self._in_hand)

    def _wait_for_room(self, paced: bool) -> int:
        """How many to claim, when it is time: before a way out has nothing to do."""
        spare = 1 if paced else SPARE
        with self._news:
            self._news.wait_for(
                lambda: self._is_over or len(self._in_hand) <= spare * (len(self.ways) - 1)
            )
            return 1 if paced else max(1, IN_HAND * len(self.ways) - len(self._in_hand))

    def _claim(self, size: int) -> list[LetterClaim]:
        """Letters that are ours to send now: when it is their turn, if there is one and we are so patient."""
        while not self._is_over and self.patience >= 0:
            batch, wait = self.ledger.write(partial(self._take_turn, size))
            if not wait:
                return batch
            self._wait(wait.total_seconds())
        return []

    def _take_turn(self, size: int, session: Session) -> tuple[list[LetterClaim], timedelta]:
        """Letters whose turn it is, or how long until it is."""
        batch = outbox.claim(session, now=self._now, limit=size)
        if not batch:
            return [], timedelta(0)
        wait = _turn(buckets.take, session, self.settings, self._now)
        if wait:
            outbox.hand_back(session, batch[0].token)
        return ([] if wait else batch), wait

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
        is_paced = self.settings.mail_per_minute is not None
        rendered = self.renderer.some(self.database, now=self._now, size=size, is_paced=is_paced)
        with self._news:
            self._counts["dead"] += rendered.dead
        return rendered

    def _settle_old_claims(self) -> None:
        self._counts["doubt"] += self.ledger.write(self._give_up_old_claims)

    def _give_up_old_claims(self, session: Session) -> int:
        doubtful = outbox.release_late(session, now=self._now)
        outbox.resend_doubtful(session, now=self._now, resends=_resends(self.settings))
        return doubtful

    def _pack(self, batch: Sequence[LetterClaim]) -> None:
        """Parcels are made of letters that were claimed, and lie ready for the next way out that is free."""
        with self._news:
            self._in_hand.update(batch)
        with self.database.reading() as session:
            found = outbox.load(session, batch)
            told_of = seasons.with_ids(session, {each.season_id or 0 for each, _ in found.values()})
        for claimed in batch:
            if self._is_over:
                return
            if claimed.id not in found:  # it is not ours any more, or else it is damaged
                self._settle(claimed, ServerAnswer(DeliveryFate.RETRY, "it cannot be read"))
                continue
            letter, player = found[claimed.id]
            season = told_of.get(letter.season_id or 0)
            try:
                title = season.title(lang_of(letter.lang)) if season else ""
                parcel = self._parcel(letter, player, title)
            except StoreUnavailable:
                raise
            except Exception as error:  # of this letter: the way out is not broken
                answer = _fault(claimed, error, may_have_left=False)
                self._settle(claimed, replace(answer, broken=False))
                continue
            with self._news:
                self._packed.append(_Packed(claimed, parcel, player.address))
                self._news.notify_all()

    def _parcel(self, letter: Letter, player: Player, title: str) -> Parcel:
        ways = route(letter, player.address, self.key, self.settings, player.secrets, title)
        ways = replace(ways, text_only=player.wants_text_only)
        attached = None
        if player.wants_log:
            with self.database.reading() as session:
                attached = logbook(session, letter)
        return compose(letter, ways, self.settings, attached)

    def _close(self) -> None:
        """No way out begins another letter."""
        with self._news:
            self._is_closing = True
            self._news.notify_all()

    def _let_go(self) -> None:
        """Letters that were claimed and not tried are free again; they rest if the way out is closed."""
        tokens = self._untried | {claimed.token for claimed in self._in_hand}
        if tokens or self._stopped:
            self.ledger.write(partial(self._hand_back, sorted(tokens)), is_news=True)

    def _hand_back(self, tokens: Sequence[str], session: Session) -> None:
        for token in tokens:
            outbox.hand_back(session, token)
        if self._stopped:
            outbox.rest(session, now=self._now, until=self._opens_at)

    # --- the thread of a way out ---

    def _use(self, way: _Way) -> None:
        """Send letters over it one by one, until none is left or none may leave."""
        try:
            while (packed := self._next(way)) and self._send(way, packed):
                pass
        except BaseException:
            self._close()
            raise
        finally:
            way.transport.close()

    def _next(self, way: _Way) -> _Packed | None:
        """One way out is tried first; the others are used as soon as a server listens to us there."""
        with self._news:
            self._news.wait_for(lambda: self._is_over or (self._packed and self._is_open(way)))
            if self._is_over:
                self._news.notify_all()
                return None
            return self._packed.popleft()

    def _is_open(self, way: _Way) -> bool:
        return way is self.ways[0] or any(each.has_worked for each in self.ways)

    def _send(self, way: _Way, packed: _Packed) -> bool:
        """One letter, from our claim to its fate. Whether the way out is there for others, too."""
        claimed = packed.claimed
        may_have_left = False

        def leaving() -> bool:
            nonlocal may_have_left
            may_have_left = True
            self._note_work(way)
            mark = partial(
                outbox.mark_sending, claimed=claimed, address=packed.address, now=self._now
            )
            return self.ledger.write(mark, row=claimed.id)

        try:
            answer = way.transport.deliver(packed.parcel, leaving)
        except StoreUnavailable:
            raise
        except Exception as error:
            answer = _fault(claimed, error, may_have_left=may_have_left)
        is_unheard = answer.fate is DeliveryFate.UNREACHABLE and not may_have_left
        if is_unheard and self._is_one_too_many(way, packed):
            logger.info("the mail server takes no more connections: %s", answer.reply)
            return False
        if (
            answer.fate not in (DeliveryFate.UNREACHABLE, DeliveryFate.UNWELCOME)
            and not answer.broken
        ):
            self._note_work(way)
        self._settle(claimed, answer)
        return True

    def _note_work(self, way: _Way) -> None:
        if not way.has_worked:
            with self._news:
                way.has_worked = True
                self._news.notify_all()

    def _is_one_too_many(self, way: _Way, packed: _Packed) -> bool:
        """Whether a server that listens on others does not on this one: then its letter is left to those."""
        with self._news:
            way.has_worked = False
            if not any(each.has_worked for each in self.ways):
                return False
            self.ways.remove(way)
            self._packed.appendleft(packed)
            self._news.notify_all()
            return True

    def _settle(self, claimed: LetterClaim, answer: ServerAnswer) -> None:
        """Store the outcome of the letter, and release its claim."""
        change = partial(self._write_down, claimed, answer)
        outcome = self.ledger.write(change, row=claimed.id, is_news=True)
        if outcome:
            level = logging.INFO if outcome == "sent" else logging.WARNING
            logger.log(level, "letter %d: %s: %s", claimed.id, outcome, answer.reply)
        with self._news:
            if outcome:
                self._counts[outcome] += 1
            if answer.fate is DeliveryFate.NOT_OURS:
                self._untried.add(claimed.token)
            self._watch(answer)
            self._in_hand.discard(claimed)
            self._news.notify_all()

    def _write_down(
        self, claimed: LetterClaim, answer: ServerAnswer, session: Session
    ) -> str | None:
        """The word for it, if the letter was still ours."""
        now, reply = self._now, answer.reply
        later = now + wait_after(claimed.attempts) * random.uniform(1, 1.2)
        match answer.fate:
            case DeliveryFate.SENT:
                return "sent" if outbox.mark_sent(session, claimed, reply, now=now) else None
            case DeliveryFate.DOUBT:
                return "doubt" if outbox.doubt(session, claimed, reply, due_at=later) else None
            case DeliveryFate.RETRY if not is_given_up(claimed.attempts):
                return "retry" if outbox.put_back(session, claimed, reply, due_at=later) else None
            case DeliveryFate.RETRY | DeliveryFate.DEAD:
                return "dead" if outbox.bury(session, claimed, reply) else None
            case DeliveryFate.UNREACHABLE | DeliveryFate.UNWELCOME:
                kept = outbox.put_back(session, claimed, reply, due_at=now + REST, counts=False)
                return "retry" if kept else None
            case DeliveryFate.NOT_OURS:
                return None

    def _watch(self, answer: ServerAnswer) -> None:
        """After faults in a row, or a no to all our letters, the way out is closed for a while."""
        if answer.fate is DeliveryFate.UNREACHABLE or answer.broken:
            self._faults += 1
        else:
            self._faults = 0
        if self._stopped or not (answer.fate is DeliveryFate.UNWELCOME or self._faults == FAULTS):
            return
        pause = UNWELCOME_REST if answer.fate is DeliveryFate.UNWELCOME else REST
        self._opens_at = self._now + pause
        self._stopped = answer.reply or answer.fate.name
        opens_at = moment(self._opens_at, "en", self.settings.zone)
        logger.warning("letters wait until %s: %s", opens_at, answer.reply)


def _fault(claimed: LetterClaim, error: Exception, *, may_have_left: bool) -> ServerAnswer:
    """The letter's fate where no server is to blame; the others leave."""
    if isinstance(error, Unmailable):
        return ServerAnswer(DeliveryFate.DEAD, str(error))
    trace = mask_traceback(error)
    logger.error("letter %d cannot be sent\n%s", claimed.id, trace, extra={"letter": claimed.id})
    fate = DeliveryFate.DOUBT if may_have_left else DeliveryFate.RETRY
    return ServerAnswer(fate, mask(f"{type(error).__name__}: {error}"), broken=True)


def _resends(settings: Settings) -> int:
    """How often a letter in doubt is sent again; not at all where it is held for the organiser."""
    return RESENDS if settings.mail_doubt == "resend" else 0
