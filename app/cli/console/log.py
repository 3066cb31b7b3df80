"""The log: each event is a line, and a line that repeats is counted."""

import errno
import logging
import time
from typing import Final, TextIO

SECONDS: Final = 60
"""A line that comes again is counted for so long, and then written with its count."""
FORMAT: Final = "%(asctime)s %(levelname)s %(name)s: %(message)s"
_MANY: Final = 1_000
_FROM_OUTSIDE: Final = (
    "BrokenPipeError",
    "ClientDisconnect",
    "ConnectionAbortedError",
    "ConnectionResetError",
    "IncompleteReadError",
    "StoreUnavailable",
)
"""A client hung up, or the database is away. No traceback is needed."""
_SYSTEM: Final = (errno.ENOSPC, errno.EDQUOT, errno.EMFILE, errno.ENFILE, errno.EPIPE)


class Log(logging.StreamHandler[TextIO]):
    """Writes to a stream; warnings and errors that repeat themselves, no more than once a minute."""

    def __init__(self, stream: TextIO | None = None) -> None:
        super().__init__(stream)
        self.setFormatter(logging.Formatter(FORMAT))
        self._said: dict[tuple[str, int, str], tuple[float, int]] = {}

    def emit(self, record: logging.LogRecord) -> None:
        """Write the record, or count it."""
        record = _plain(record)
        if record.levelno < logging.WARNING:
            super().emit(record)
            return
        now = time.monotonic()
        key = record.name, record.levelno, _gist(record)
        first, again = self._said.get(key, (-SECONDS, 0))
        if now - first < SECONDS:
            self._said[key] = first, again + 1
            return
        if len(self._said) >= _MANY:
            self._said.clear()
        self._said[key] = now, 0
        if again:
            record.msg, record.args = f"{record.getMessage()} (and {again} times before)", None
        super().emit(record)


def write_log(log_format: str = "text") -> None:
    """From here on the log is written to standard error, as sentences or, with `json`, as objects."""
    log = Log()
    if log_format == "json":
        from app.cli.console.json_lines import JsonLines  # the library is for those who ask for it

        log.setFormatter(JsonLines())
    logging.basicConfig(level=logging.INFO, handlers=[log], force=False)
    logging.getLogger("alembic").setLevel(logging.WARNING)


def _gist(record: logging.LogRecord) -> str:
    """Two lines with the same gist are the same; of a traceback it is the error and its place."""
    message = record.getMessage()
    error = record.exc_info[1] if record.exc_info else None
    if error is None:
        return message
    trace = error.__traceback__
    while trace and trace.tb_next:
        trace = trace.tb_next
    place = f"{trace.tb_frame.f_code.co_filename}:{trace.tb_lineno}" if trace else ""
    return f"{message} {type(error).__name__} {error} {place}"


def _plain(record: logging.LogRecord) -> logging.LogRecord:
    """The record; without its traceback, where the event is no fault of the program."""
    error = record.exc_info[1] if record.exc_info else None
    if error is None or not _is_from_outside(error):
        return record
    plain = logging.makeLogRecord(vars(record))
    first_line = record.getMessage().strip().partition("\n")[0]
    plain.msg, plain.args = f"{first_line}: {_told(error)}", None
    plain.exc_info = plain.exc_text = None
    return plain


def _is_from_outside(error: BaseException) -> bool:
    if isinstance(error, BaseExceptionGroup):
        return all(map(_is_from_outside, error.exceptions))
    if isinstance(error, OSError) and error.errno in _SYSTEM:
        return True
    return any(kind.__name__ in _FROM_OUTSIDE for kind in type(error).__mro__)


def _told(error: BaseException) -> str:
    if isinstance(error, BaseExceptionGroup):
        return _told(error.exceptions[0])
    return f"{type(error).__name__} {error}".strip()
