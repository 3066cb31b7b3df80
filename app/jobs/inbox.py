"""Mails that were kept are read and answered, in the order in which they came."""

import logging
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final

from sqlalchemy.exc import IntegrityError
from sqlmodel import Session

from app.league.masking import mask_traceback
from app.mail.answering import Desk, answer
from app.settings import Settings
from app.store import mails
from app.store.database import Database, StoreUnavailable
from app.store.tables import Mail, MailAction, MailState

BATCH: Final = 20
BATCH_SECONDS: Final = 1
"""After so long no further mail joins a transaction, since others wait for it: a large mail takes seconds."""
_log: Final = logging.getLogger(__name__)


def desk(settings: Settings) -> Desk:
    """Where this installation answers mail."""
    return Desk(settings.mail_address, settings.key(), settings.authserv_id)


def read_new(database: Database, at: Desk) -> Iterator[int]:
    """Answer every mail that nobody has read; yields the number of each when that is kept.

    Several share a transaction. A mail that brings our own program down is set aside with the reason, and does not
    stop the others.
    """
    passed = 0
    while numbers := _next(database, passed):
        read: list[int] = []
        try:
            with database.writing() as session:
                ends = monotonic() + BATCH_SECONDS
                for number in numbers:
                    _read(session, at, number)
                    read.append(number)
                    if monotonic() > ends:
                        break
        except StoreUnavailable:
            raise  # it is away, or others held what we needed: the mails are read later
        except Exception:  # one of them is at fault: each for itself then
            read = list(numbers)
            for number in read:
                _read_alone(database, at, number)
        passed = read[-1]
        yield from read


def _next(database: Database, after: int) -> Sequence[int]:
    with database.reading() as session:
        return mails.new(session, after=after, most=BATCH)


def _read(session: Session, at: Desk, number: int) -> None:
    if mail := mails.in_hand(session, number):
        answer(session, mail, at)


def _read_alone(database: Database, at: Desk, number: int) -> None:
    """One mail is read and answered; once more if somebody else has read the same one at the same moment."""
    for last in (False, True):
        try:
            with database.writing() as session:
                _read(session, at, number)
            return
        except StoreUnavailable:
            raise
        except Exception as error:
            if last or not isinstance(error, IntegrityError):
                _log.error("mail %s could not be read\n%s", number, mask_traceback(error))
                _set_aside(database, number, error)
                return


def _set_aside(database: Database, number: int, error: Exception) -> None:
    """A bug of ours: the mail stays for the organiser to see, with what went wrong."""
    with database.writing() as session:
        mail = session.get_one(Mail, number)
        mail.state = MailState.DONE
        mail.action = MailAction.REJECTED
        mail.note = {"problems": [{"code": "our-fault", "words": [type(error).__name__]}]}
        session.add(mail)
