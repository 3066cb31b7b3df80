"""The log says what happens once, and how often; what is no fault of the program takes a line."""

import io
import logging
from collections.abc import Iterator

import pytest
from starlette.requests import ClientDisconnect

from app.cli.console import log
from app.store.database import StoreUnavailable


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
