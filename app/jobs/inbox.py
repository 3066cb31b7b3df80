"""Mails that were kept are read and answered, in the order in which they came."""

import logging
from collections.abc import Iterator, Sequence
from time import monotonic
from typing import Final

from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlmodel import Session, col, select

from app.mail.answering import Desk, answer
from app.mail.masking import mask_traceback
from app.settings import Settings
from app.store.database import Database, is_outage
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

    Several share a transaction, each on its own savepoint: a mail that brings our own program down is set aside with
    the reason, and does not stop the others.
    """
    passed = 0
    while numbers := _next(database, passed):
        with database.writing() as session:
            read, ends = [], monotonic() + BATCH_SECONDS
            for number in numbers:
                _read(session, at, number)
                read.append(number)
                if monotonic() > ends:
                    break
        passed = read[-1]
        yield from read


def _next(database: Database, after: int) -> Sequence[int]:
    with database.reading() as session:
        statement = select(Mail.id).where(Mail.state == MailState.NEW, Mail.id > after)
        return session.exec(statement.order_by(col(Mail.id)).limit(BATCH)).all()


def _read(session: Session, at: Desk, number: int) -> None:
    """One mail is read and answered; once more if somebody else has read the same one at the same moment."""
    for last in (False, True):
        mail = session.get_one(Mail, number, with_for_update=True, populate_existing=True)
        if mail.state is not MailState.NEW:
            return
        try:
            with session.begin_nested():
                answer(session, mail, at)
            return
        except Exception as error:
            if isinstance(error, DBAPIError) and is_outage(error):
                raise  # it is away, or others held what we needed: the mails are read later
            if last or not isinstance(error, IntegrityError):
                _log.error("mail %s could not be read\n%s", number, mask_traceback(error))
                _set_aside(session, number, error)
                return


def _set_aside(session: Session, number: int, error: Exception) -> None:
    """A bug of ours: the mail stays for the organiser to see, with what went wrong."""
    mail = session.get_one(Mail, number)
    mail.state = MailState.DONE
    mail.action = MailAction.REJECTED
    mail.note = {"problems": [{"code": "our-fault", "words": [type(error).__name__]}]}
    session.add(mail)
