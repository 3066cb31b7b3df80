"""Read mails: small ones at once, large ones in a separate process, which is ended if one takes too
long.

A small mail cannot take long: every step of reading is bounded. That should hold for a large one
too, but there one mistake of ours, or of a parser in C, would take minutes.
"""

import resource
import signal
from collections.abc import Sequence
from contextlib import suppress
from multiprocessing import get_context
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from threading import Lock
from traceback import format_tb
from typing import Any, Final

from app.mail.reading.contents import BounceReport, Contents, MailDesk, read

SMALL: Final = 16 * 1024
"""Most bytes of a mail that is read at once; of one that took too long, only its header within these is read."""
MOST_SECONDS: Final = 10
"""Of the processor, for one mail; a second is more than any needs that we know of."""
MOST_MEMORY: Final = 1536 * 1024**2
"""Bytes of addresses for that process, its libraries among them."""
PATIENCE_SECONDS: Final = 120
"""By the clock, on a machine that has other things to do."""
MOST_MAILS: Final = 100
"""Then another process takes over, so that what memory parsers keep is given back."""


class TooSlow(Exception):
    """It was not read in time."""


class Died(Exception):
    """The process came to another end."""


class MailReader:
    """Reads mails, one at a time, for any number of threads."""

    def __init__(self, small: int = SMALL, seconds: float = MOST_SECONDS) -> None:
        self._small = small
        self._seconds = seconds
        self._turn = Lock()
        self._process: BaseProcess | None = None
        self._line: Connection | None = None
        self._read = 0

    def read(
        self,
        raw: bytes,
        desk: MailDesk,
        games: Sequence[tuple[str, str]],
        size: int | None = None,
        letters: Sequence[str] = (),
    ) -> Contents | BounceReport:
        """The contents of this mail (see `contents.read`); only its header, if its text took too long. Raises `NotAMail`."""
        if len(raw) <= self._small:
            return read(raw, desk, games, size, letters)
        with self._turn:
            try:
                return self._have_read(raw, desk, games, size, letters)
            except Died:  # perhaps it was not this mail
                with suppress(Died, TooSlow):
                    return self._have_read(raw, desk, games, size, letters)
            except TooSlow:
                pass
            return read(raw[: self._small], desk, games, size, is_too_slow=True)

    @property
    def process(self) -> int | None:
        """The number of the process that reads, if there is one."""
        return self._process.pid if self._process else None

    def close(self) -> int | None:
        """The process ends, if there is one; how it ended."""
        code = None
        if self._line:
            self._line.close()
        if self._process:
            self._process.join(1)  # it may have come to its own end
            self._process.kill()
            self._process.join()
            code = self._process.exitcode
        self._process = self._line = None
        self._read = 0
        return code

    def _have_read(self, *mail: Any) -> Contents | BounceReport:
        """Raises `TooSlow`, `Died`, and what reading it raised."""
        try:
            line = self._ready()
            line.send((self._seconds, mail))
            if not line.poll(PATIENCE_SECONDS):
                raise TooSlow
            said = line.recv()
        except TooSlow:
            self.close()
            raise
        except (EOFError, OSError):
            raise (TooSlow if self.close() == -signal.SIGPROF else Died) from None
        self._read += 1
        if isinstance(said, Exception):
            raise said
        return said  # type: ignore[no-any-return]

    def _ready(self) -> Connection:
        """The line to a process that waits for a mail."""
        if self._read >= MOST_MAILS:
            self.close()
        if not self._line:
            context = get_context("spawn")
            self._line, theirs = context.Pipe()
            self._process = context.Process(target=_serve, args=(theirs,), daemon=True)
            self._process.start()
            theirs.close()
        return self._line


def _serve(line: Connection) -> None:
    """Read mails from this line until it ends. The system ends the process if one takes too long, even in C."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # that is for those who sent the mail here
    signal.signal(signal.SIGPROF, signal.SIG_DFL)
    resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, MOST_MEMORY))
    with suppress(EOFError, OSError):
        while True:
            seconds, mail = line.recv()
            signal.setitimer(signal.ITIMER_PROF, seconds)
            try:
                said: Any = read(*mail)
            except Exception as error:
                error.add_note("".join(format_tb(error.__traceback__)))  # it would stay behind
                said = error
            signal.setitimer(signal.ITIMER_PROF, 0)
            line.send(said)
