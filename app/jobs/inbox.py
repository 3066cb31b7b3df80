"""Read and answer stored mails in the order of their arrival."""

import logging
from collections.abc import Iterator, Mapping, Sequence
from time import monotonic
from typing import Final

from sqlalchemy.exc import IntegrityError

from app.errors import Problem
from app.mail.actions.handler import NotUndone, Said, answer, answer_together, apologise
from app.mail.case.batch import letters_answered, may_answer
from app.mail.inbox.message import MAX_BYTES
from app.mail.reading.contents import Contents, MailDesk
from app.mail.reading.reader import SMALL, MailReader
from app.settings import Settings
from app.store import mails, seasons
from app.store.database import Database, StoreUnavailable
from app.store.tables import Mail
from app.text.privacy import mask_traceback

BATCH: Final = 50
BATCH_SECONDS: Final = 1
"""After this long no further mail joins a batch: the first one would wait for it."""
_READER: Final = MailReader()
_log: Final = logging.getLogger(__name__)


def desk(settings: Settings) -> MailDesk:
    """Where this installation answers mail."""
    return MailDesk(settings.mail_address, settings.key(), settings.authserv_id, settings.copies_to)


def read_new(database: Database, at: MailDesk) -> Iterator[int]:
    """Answer every mail that has not been answered; yields the number of each when that is kept.

    Mails are read while no transaction is open, since it may take long; several that were read share
    one in which they are acted on. A mail that brings our own program down is set aside with the reason, and does
    not stop the others.
    """
    passed = 0
    while read := dict(_read_some(database, at, passed)):
        _answer(database, at, read)
        passed = max(read)
        yield from read


def _read_some(
    database: Database, at: MailDesk, after: int
) -> Iterator[tuple[int, Said | Exception]]:
    """The next mails, read; fewer than `BATCH` where that takes long: those before a large one do not wait for it."""
    with database.reading() as session:
        waiting = mails.new(session, after=after, most=BATCH, most_bytes=MAX_BYTES)
        games = seasons.games(session) if waiting else []
    ends = monotonic() + BATCH_SECONDS
    for mail in waiting:
        if mail is not waiting[0] and len(mail.raw) > SMALL:
            return
        yield mail.id, _read(database, mail, at, games)
        if monotonic() > ends:
            return


def _read(
    database: Database, mail: mails.Unread, at: MailDesk, games: Sequence[tuple[str, str]]
) -> Said | Exception:
    """The contents of a mail. It is read once more beside our letters if it may answer one."""
    try:
        said = _READER.read(mail.raw, at, games, mail.size)
        if isinstance(said, Contents) and not said.is_too_slow and may_answer(said):
            with database.reading() as session:
                letters = letters_answered(session, said, at)
            said = _READER.read(mail.raw, at, games, mail.size, letters) if letters else said
        return said
    except StoreUnavailable:
        raise  # it is away: the mail is read later
    except Exception as error:  # `NotAMail`, or a bug of ours
        return error


def _answer(database: Database, at: MailDesk, read: Mapping[int, Said | Exception]) -> None:
    """Answer all of them together. Those that fail are answered alone."""
    sound = {number: said for number, said in read.items() if isinstance(said, Said)}
    try:
        if sound:
            _answer_sound(database, at, sound)
    except StoreUnavailable:
        raise  # it is away, or its rows were locked: the mails are read later
    except Exception:  # one of them is at fault
        sound = {}
    for number, said in read.items():
        if number not in sound:
            _answer_alone(database, at, number, said)


def _answer_sound(database: Database, at: MailDesk, sound: Mapping[int, Said]) -> None:
    """Answer them in one transaction; if that fails, one after the other."""
    try:
        with database.writing() as session:
            answer_together(session, sound, at)
    except NotUndone:
        with database.writing() as session:
            answer(session, sound, at)


def _answer_alone(database: Database, at: MailDesk, number: int, said: Said | Exception) -> None:
    """Answer one mail. Try again if another process has answered the same one at the same moment."""
    for last in (False, True):
        try:
            if not isinstance(said, Said):
                raise said
            with database.writing() as session:
                answer(session, {number: said}, at)
            return
        except StoreUnavailable:
            raise
        except Exception as error:
            if last or not isinstance(error, IntegrityError):
                trace, subject = mask_traceback(error), {"mail": number}
                _log.error("mail %s could not be read\n%s", number, trace, extra=subject)
                _set_aside(database, at, number, error)
                return


def _set_aside(database: Database, at: MailDesk, number: int, error: Exception) -> None:
    """Set aside a mail after a bug of ours. Organisers see it with the error, and its sender hears
    of it.
    """
    with database.writing() as session:
        fault = Problem(mails.OUR_FAULT, error=type(error).__name__)
        note = {"problems": [fault.plain()]}
        if not mails.set_aside(session, number, note):
            return  # another worker was as far
        try:
            with session.begin_nested():
                apologise(session, session.get_one(Mail, number), at)
        except StoreUnavailable:
            raise
        except Exception as another:  # its header is at fault, too
            trace = mask_traceback(another)
            subject = {"mail": number}
            _log.error("mail %s could not be answered\n%s", number, trace, extra=subject)
