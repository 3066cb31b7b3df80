"""Mail that has to be fetched: from a mailbox over IMAP, and from a folder."""

import logging
from collections.abc import Iterator, Sequence
from contextlib import closing, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Final

from app import clock
from app.jobs.back_off import rest_after, told
from app.mail.inbox.arrivals import receive, receive_all
from app.mail.transport import folder
from app.mail.transport.imap import Box, Imap
from app.store.database import Database, StoreUnavailable
from app.store.work import mailboxes

LISTEN_SECONDS: Final = 60
"""How long we listen, or wait, before we ask the mailbox ourselves."""
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
        yield from fetch(database, box, mailbox)


def fetch(database: Database, box: Box, mailbox: Imap) -> Iterator[bool]:
    """Every mail that is new in the mailbox is kept, each together with how far we are.

    Yields of each whether it was us, and no other worker, who kept it. At the end no mail has come in since we looked
    last; the server tells of every later one. Raises `Unreachable`.
    """
    seen, there = None, mailbox.look()
    while there != seen:
        yield from _fetch_newer(database, box, mailbox)
        seen, there = there, mailbox.look()


def _fetch_newer(database: Database, box: Box, mailbox: Imap) -> Iterator[bool]:
    with database.reading() as session:
        last = mailboxes.position(session, box.name, mailbox.uid_validity)
    for uid, raw in mailbox.newer_than(last):
        now = clock.now()
        with database.writing() as session:
            is_ours = mailboxes.advance(session, box.name, mailbox.uid_validity, uid)
            if is_ours:
                receive(session, raw, now)
        yield is_ours


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
