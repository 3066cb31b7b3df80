"""The log says what happens once, and how often; what is no fault of the program takes a line."""

import io
import json
import logging
from collections.abc import Iterator
from datetime import datetime, timedelta

import pytest
from starlette.requests import ClientDisconnect
from structlog.contextvars import bound_contextvars

from app.cli.console import log
from app.cli.console.json_lines import JsonLines
from app.store.database import StoreUnavailable
from app.web.front import logs


@pytest.fixture
def written() -> Iterator[io.StringIO]:
    stream = io.StringIO()
    handler = log.Log(stream)
    logger = logging.getLogger("test of the log")
    logger.setLevel(logging.INFO)
    logger.addHandler(handler)
    yield stream
    logger.removeHandler(handler)


def fail(error: BaseException) -> None:
    """It is caught and written down."""
    try:
        raise error
    except BaseException:
        logging.getLogger("test of the log").exception("Exception in ASGI application\n")


@pytest.mark.parametrize(
    "error",
    [
        ClientDisconnect(),
        BrokenPipeError("away"),
        StoreUnavailable("the disk is full"),
        OSError(28, "No space left on device"),
        ExceptionGroup("unhandled errors in a TaskGroup", [ConnectionResetError("away")]),
    ],
)
def test_whoever_hangs_up_and_what_is_away_is_a_line(
    error: Exception, written: io.StringIO
) -> None:
    fail(error)

    assert len(written.getvalue().splitlines()) == 1
    assert "Exception in ASGI application: " in written.getvalue()


def test_a_fault_of_the_program_has_its_traceback(written: io.StringIO) -> None:
    fail(ExceptionGroup("several", [ConnectionResetError("away"), ZeroDivisionError("zero")]))

    assert "ZeroDivisionError: zero" in written.getvalue()
    assert "Traceback" in written.getvalue()


def test_the_same_again_is_counted_and_written_once_a_minute(
    written: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    now = 1000.0
    monkeypatch.setattr("app.cli.console.log.time.monotonic", lambda: now)
    logger = logging.getLogger("test of the log")
    for _ in range(5_000):
        fail(ZeroDivisionError("zero"))
        logger.warning("letter %d: retry", 7)
        logger.warning("letter %d: retry", 8)
    first = written.getvalue()
    now += log.SECONDS
    fail(ZeroDivisionError("zero"))
    logger.warning("letter %d: retry", 7)
    again = written.getvalue().removeprefix(first)

    assert first.count("Traceback") == first.count("letter 7") == first.count("letter 8") == 1
    assert "(and 4999 times before)" in again
    assert again.count("Traceback") == again.count("letter 7: retry (and 4999") == 1


def test_what_is_no_trouble_is_written_every_time(written: io.StringIO) -> None:
    for _ in range(3):
        logging.getLogger("test of the log").info("GET /en/")

    assert len(written.getvalue().splitlines()) == 3


@pytest.fixture
def objects(written: io.StringIO) -> io.StringIO:
    """The same log, for programs."""
    (handler,) = logging.getLogger("test of the log").handlers
    handler.setFormatter(JsonLines())
    return written


def test_a_program_gets_each_event_as_an_object_with_what_it_belongs_to(
    objects: io.StringIO,
) -> None:
    with bound_contextvars(request="a1"):
        logging.getLogger("test of the log").error(
            "letter %d: 届かない", 7, extra={"letter": 7, "color_message": "\x1b[31m"}
        )

    line = json.loads(objects.getvalue())
    time = datetime.fromisoformat(line.pop("time"))
    assert time.utcoffset() == timedelta(0)
    assert line == {
        "event": "letter 7: 届かない",
        "letter": 7,
        "level": "error",
        "logger": "test of the log",
        "request": "a1",
    }
    assert objects.getvalue().count("\n") == 1


def test_a_traceback_is_a_field_that_names_nobody(objects: io.StringIO) -> None:
    fail(ValueError("olga@example.com\nwrote"))

    line = json.loads(objects.getvalue())
    assert "ValueError" in line["exception"]
    assert "olga@" not in line["exception"]
    assert objects.getvalue().count("\n") == 1


def test_a_request_is_an_object_of_its_parts_without_secrets(objects: io.StringIO) -> None:
    record = logging.LogRecord(
        "uvicorn.access",
        logging.INFO,
        __file__,
        1,
        '%s - "%s %s HTTP/%s" %d',
        ("127.0.0.1:5", "GET", "/en/my/sesame", "1.1", 200),
        None,
    )
    logs.MaskSecrets().filter(record)

    line = json.loads(JsonLines().format(record))
    del line["time"]
    assert line == {
        "client": "127.0.0.1:5",
        "event": "request",
        "level": "info",
        "logger": "uvicorn.access",
        "method": "GET",
        "path": "/en/my/…",
        "status": 200,
    }
