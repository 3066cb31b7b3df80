"""The log for programs: each event is a JSON object on one line."""

import logging
from typing import Any, Final

from structlog.contextvars import merge_contextvars
from structlog.processors import JSONRenderer, TimeStamper
from structlog.stdlib import ExtraAdder, ProcessorFormatter, add_log_level, add_logger_name
from structlog.typing import EventDict, Processor

from app.text.privacy import mask_traceback

_ACCESS: Final = "uvicorn.access"


class JsonLines(ProcessorFormatter):
    """`time`, `level`, `logger`, `event`, and what the event belongs to: `request`, `mail`, `letter`, `season`."""

    def __init__(self) -> None:
        before: list[Processor] = [
            merge_contextvars,
            add_log_level,
            add_logger_name,
            _TIME,
            _SUBJECT,
            _exception,
        ]
        after: list[Processor] = [_request, ProcessorFormatter.remove_processors_meta, _JSON]
        super().__init__(processors=after, foreign_pre_chain=before, pass_foreign_args=True)


_TIME: Final = TimeStamper(fmt="iso", utc=True, key="time")
_SUBJECT: Final = ExtraAdder(allow=("mail", "letter", "season", "security", "client"))
_JSON: Final = JSONRenderer(ensure_ascii=False, sort_keys=True, default=str)


def _exception(_: Any, __: str, event: EventDict) -> EventDict:
    """A traceback is a field, without addresses of people."""
    found = event.pop("exc_info", None)
    if found and found[1]:
        record: logging.LogRecord = event["_record"]
        event["exception"] = record.exc_text or mask_traceback(found[1])
    return event


def _request(_: Any, __: str, event: EventDict) -> EventDict:
    """The parts of a request are fields, not a sentence."""
    arguments = event.pop("positional_args", ())
    if event["logger"] == _ACCESS and len(arguments) == 5:
        client, method, path, _, status = arguments
        fields = {"client": client, "method": method, "path": path, "status": status}
        return {**event, "event": "request", **fields}
    return event
