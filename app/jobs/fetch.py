"""Mail that has to be fetched: from a mailbox over IMAP, and from a folder."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from datetime import datetime, timedelta
from pathlib import Path
from threading import Event, Thread
from typing import Final

from sqlmodel import Session

from app import clock
from app.jobs.back_off import rest_after, told
from app.mail.inbox.arrivals import ArrivedMail, receive_all
from app.mail.transport import folder
from app.mail.transport.imap import Box, Imap
from app.store import mails
from app.store.database import Database, StoreUnavailable
from app.store.work import heartbeats, mailboxes, outages

LISTEN_SECONDS: Final = 60
"""How long we listen, or wait, before we ask the mailbox ourselves."""
ANSWERED_FOR: Final = timedelta(days=7)
"""Older mails in a mailbox are not answered, unless nobody has looked since they came."""
MOST_UNASKED: Final = 50
"""In a mailbox with old mails, this many are answered without asking again."""
GLANCE_SECONDS: Final = 1
"""How soon a stop is noticed."""

logger = logging.getLogger(__name__)


def keep(database: Database, raws: Sequence[bytes]) -> None:
    """The mails are kept, all of them, or this raises."""
    now = clock.now()  # not when it is our turn to write
    with database.writing() as session:
        receive_all(session, raws, now)


def take_from_folder(place: Path, database: Database) -> Iterator[Path]:
    """Every mail in the folder is kept, and then set aside; yields the file of each when that is done.

    Raises at the end if there was one that cannot be read, kept or set aside.
    """
    fault = None
    for file in folder.waiting(place):
        try:
            raw = folder.content(file)
            if raw is not None:
                keep(database, [raw])
                folder.set_aside(file)
                yield file
        except StoreUnavailable:
            raise
        except Exception as error:  # it must not keep the others here
            fault = error
    if fault:
        raise fault


def fetch_all(box: Box, database: Database) -> Iterator[bool]:
    """The mailbox is opened, read and closed."""
    with closing(Imap(box)) as mailbox:
        yield from fetch(database, box, mailbox, is_missed=False)


def fetch(database: Database, box: Box, mailbox: Imap, *, is_missed: bool = True) -> Iterator[bool]:
    """Every mail that is new in the mailbox is kept, each together with how far we are.

    The first look takes nothing of what was there before, and another one after the server counts anew nothing of before the last.
    Yields of each whether it was us, and no other worker, who kept it. At the end no mail has come in since we looked
    last; the server tells of every later one. Raises `Unreachable`.
    """
    seen, there = None, mailbox.look()
    while there != seen:
        yield from _fetch_newer(database, box, mailbox, there[0])
        seen, there = there, mailbox.look()
    with database.writing() as session:  # a shorter time is none between two looks
        outages.beat(session, "imap", clock.CLOCK, least=outages.SHORT, is_missed=is_missed)


def _fetch_newer(database: Database, box: Box, mailbox: Imap, next_uid: int) -> Iterator[bool]:
    with database.reading() as session:
        last = mailboxes.position(session, box.name, mailbox.uid_validity)
        away = heartbeats.away(session, "imap", clock.CLOCK)
    looked_at = None if away is None else clock.now() - away
    if last is not None and last >= 0:
        uids = mailbox.newer_than(last)
    else:
        since = looked_at if last is not None else None
        uids = [uid for uid, _ in mailbox.since(since)] if since else []
        with database.writing() as session:
            before = min([next_uid, *uids]) - 1
            mailboxes.advance(session, box.name, mailbox.uid_validity, before)
    for uid, raw in mailbox.content(uids):
        now = clock.now()
        with database.writing() as session:
            is_ours = mailboxes.advance(session, box.name, mailbox.uid_validity, uid)
            if is_ours:
                _receive(session, raw, now, looked_at)
        yield is_ours


def _receive(session: Session, raw: ArrivedMail, now: datetime, looked_at: datetime | None) -> None:
    """The mail is kept; one that was there for long before we looked last is not answered."""
    receive_all(session, [raw], now, "imap", [(looked_at, now)] if looked_at else ())
    if raw.said and raw.said < min(now - ANSWERED_FOR, looked_at or now):
        mails.set_old(session, raw)


def fetch_since(
    database: Database, box: Box, since: datetime, most: int = MOST_UNASKED
) -> tuple[int, int]:
    """Every mail that was put into the mailbox from this moment on is kept: how many, and how many of them are new enough for an answer.

    None is where more than `most` would be answered. Raises `Unreachable`.
    """
    now = clock.now()
    with closing(Imap(box)) as mailbox:
        mailbox.look()
        found = mailbox.since(since)
        new = sum(at >= now - ANSWERED_FOR for _, at in found)
        for _, raw in mailbox.content([uid for uid, _ in found]) if new <= most else ():
            with database.writing() as session:
                _receive(session, raw, now, None)
    return len(found), new


@contextmanager
def fetching(database: Database, box: Box | None) -> Iterator[None]:
    """While the block runs, a thread keeps the mails that come into the mailbox, if there is one.

    A lost connection is opened again, after longer and longer rests.
    """
    if box is None:
        yield
        return
    stop = Event()
    watcher = Thread(target=_watch, args=(database, box, stop), name="mailbox")
    watcher.start()
    try:
        yield
    finally:
        stop.set()
        watcher.join()


def _watch(database: Database, box: Box, stop: Event) -> None:
    failures = 0
    while not stop.is_set():
        try:
            with closing(Imap(box)) as mailbox:
                while not stop.is_set():
                    if not any(stop.is_set() for _ in fetch(database, box, mailbox)):
                        failures = 0
                        _wait(mailbox, stop)
        except Exception as error:  # any fault: mail shall come in again when it is over
            failures += 1
            rest = rest_after(failures)
            logger.error("the mailbox cannot be read, next try in %d s: %s", rest, told(error))
            stop.wait(rest)


def _wait(mailbox: Imap, stop: Event) -> None:
    """Wait until the mailbox has changed, or it is time to look."""
    if not mailbox.tells:
        stop.wait(LISTEN_SECONDS)
        return
    mailbox.begin_to_listen()
    for _ in range(LISTEN_SECONDS // GLANCE_SECONDS):
        if mailbox.hears_something(GLANCE_SECONDS) or stop.is_set():
            break
    mailbox.end_listening()
