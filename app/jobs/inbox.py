"""Mails that were kept are read and answered, in the order in which they came."""

import logging
from collections.abc import Iterator
from typing import Final

from sqlalchemy.exc import IntegrityError
from sqlmodel import col, select

from app.mail.answering import Desk, answer
from app.mail.masking import mask_traceback
from app.settings import Settings
from app.store.database import Database, StoreUnavailable
from app.store.tables import Mail, MailAction, MailState

_log: Final = logging.getLogger(__name__)


def desk(settings: Settings) -> Desk:
    """Where this installation answers mail."""
    return Desk(settings.mail_address, settings.key(), settings.authserv_id)


def read_new(database: Database, at: Desk) -> Iterator[int]:
    """Answer every mail that nobody has read; yields the number of each. One transaction a mail.

    A mail that brings our own program down is set aside with the reason, and does not stop the others.
    """
    passed = 0
    while number := _next(database, passed):
        passed = number
        try:
            _read(database, at, number)
        except StoreUnavailable:
            raise
        except Exception as error:
            _log.error("mail %s could not be read\n%s", number, mask_traceback(error))
            _set_aside(database, number, error)
        yield number


def _read(database: Database, at: Desk, number: int) -> None:
    """One mail is read and answered; once more if somebody else has read the same one at the same moment."""
    for last in (False, True):
        try:
            with database.writing() as session:
                mail = session.get_one(Mail, number, with_for_update=True)
                if mail.state is MailState.NEW:
                    answer(session, mail, at)
            return
        except IntegrityError:
            if last:
                raise


def _next(database: Database, after: int) -> int | None:
    with database.reading() as session:
        statement = select(Mail.id).where(Mail.state == MailState.NEW, Mail.id > after)
        return session.exec(statement.order_by(col(Mail.id)).limit(1)).first()


def _set_aside(database: Database, number: int, error: Exception) -> None:
    """A bug of ours: the mail stays for the organiser to see, with what went wrong."""
    with database.writing() as session:
        mail = session.get_one(Mail, number)
        mail.state = MailState.DONE
        mail.action = MailAction.REJECTED
        mail.note = {"problems": [{"code": "our-fault", "words": [type(error).__name__]}]}
        session.add(mail)
