"""The moments at which a worker may be killed, seen from outside: lines to the mail server, ends of transactions.

The program knows nothing of them: the mail server kills clients whose greeting asks for it, and the engine of the
database tells listeners of its transactions.
"""

import os
import signal
from collections.abc import Mapping
from threading import get_ident
from typing import Any, Final, NamedTuple

from sqlalchemy import Connection, event

from app.bench.mail.sink import greeting
from app.settings import Settings
from app.store.database import Database


class Moment(NamedTuple):
    """The n-th time that the mail server gets a line, or that a writing transaction ends.

    `BODY` is a part of a letter, `END` all of it but the dot. At `COMMIT` everything is done and nothing committed.
    """

    at: str
    times: int = 1


A_LETTER: Final[Mapping[str, float]] = {
    "EHLO": 0,
    "MAIL": 1,
    "RCPT": 1,
    "DATA": 1,
    "BODY": 1,
    "END": 1,
    "DOT": 1,
    "RSET": 0.05,
    "QUIT": 0,
    "COMMIT": 0.7,
    "COMMITTED": 0.7,
}
"""How often each comes with a letter, of commits at least; the others come once in a pass, and RSET where a letter is refused."""


def die_at(moment: Moment, database: Database, settings: Settings) -> Settings:
    """This process ends by SIGKILL at that moment, as by a power cut, if it sends letters with these settings."""
    if moment.at not in ("COMMIT", "COMMITTED"):
        domain = greeting(os.getpid(), *moment)
        return settings.model_copy(update={"mail_address": f"play@{domain}"})
    left = moment.times
    writer: int | None = None

    def commit(connection: Connection) -> None:
        nonlocal left, writer
        left -= bool(connection.get_execution_options().get("writing"))
        if left == 0 and writer is None:
            writer = get_ident()
        if moment.at == "COMMIT":
            die()

    def die(*_: Any) -> None:
        if writer == get_ident():  # others may give back a connection before it is committed
            os.kill(os.getpid(), signal.SIGKILL)

    event.listen(database.engine, "commit", commit)
    event.listen(database.engine, "checkin", die)
    return settings
