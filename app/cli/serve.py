"""The server: pages and jobs in one process, enough for a whole site."""

import errno
import logging
import os
import socket
from collections.abc import Callable, Iterator
from contextlib import contextmanager, nullcontext, suppress
from functools import partial
from tempfile import TemporaryDirectory
from threading import Event, Thread
from typing import TYPE_CHECKING, Annotated, Final

import typer

from app import connections
from app.cli.console import log, voice
from app.cli.console.installation import check_mail, database, key, serve_demo_at, settings

if TYPE_CHECKING:
    from app.settings import Settings
    from app.store.database import Database
    from app.web.dependencies import SiteApp

_NOT_HERE: Final = (errno.EADDRNOTAVAIL, socket.EAI_NONAME, socket.EAI_AGAIN, socket.EAI_FAIL)
"""Not an address, or that of another machine."""

logger = logging.getLogger(__name__)

commands = typer.Typer()

HostOption = Annotated[
    str, typer.Option(metavar="ADDRESS", help="Where to listen; 0.0.0.0 is everywhere.")
]
PortOption = Annotated[
    int, typer.Option(min=0, max=65535, help="On which port; 0 takes a free one.")
]


@commands.command(
    epilog=voice.examples(
        "hikyaku serve", "hikyaku serve --workers 4", "hikyaku serve --port 8080 --no-jobs"
    )
)
def serve(
    host: HostOption = "127.0.0.1",
    port: PortOption = 8000,
    workers: Annotated[
        int,
        typer.Option(
            min=1,
            max=64,
            help="How many processes serve pages. With several, the first also takes mail and does due work.",
        ),
    ] = 1,
    jobs: Annotated[
        bool,
        typer.Option(
            "--jobs/--no-jobs", help="Also do due work. --no-jobs leaves that to workers."
        ),
    ] = True,
) -> None:
    """Serve the pages, take mail in, move seasons on and send letters, until stopped.

    With HIKYAKU_MAIL_LISTEN it also takes mail from a mail server. It first updates the tables of
    the database. SIGTERM and Ctrl-C end it cleanly.
    """
    log.write_log(settings().log_format)
    logger.info("Hikyaku starts: its database, then processes for pages: %s", workers)
    connections.raise_limit()
    key()
    with database() as at, listening(host, port) as listener:
        if settings().is_demo:  # the links in its letters lead here
            serve_demo_at(listener.getsockname()[1])
        serve_site(at, settings(), listener, jobs=jobs, workers=workers)


def serve_site(
    at: "Database",
    own: "Settings",
    listener: socket.socket,
    *,
    jobs: bool = True,
    workers: int = 1,
) -> None:
    """Pages are served, mail is taken and due work is done, until a signal comes."""
    from app.jobs.outages import WatchedDoor, watched
    from app.jobs.worker import stopping

    def say_where() -> None:
        voice.say(f"Hikyaku is at {connections.address(listener)} (Ctrl-C ends it)")
        voice.flush()

    with stopping() as stop, _counting_together(own, workers):
        answer: Callable[[], None]
        if workers > 1:
            from app.web.front.workers import serve as supervise

            answer = partial(
                supervise,
                partial(_site_of_worker, own),
                listener,
                workers,
                stop,
                begun=say_where,
                died=_death_counter(own),
            )
        else:
            from app.main import create_app
            from app.web.front.connections import serve as answer_alone

            answer = partial(answer_alone, create_app(own, at), listener, stop)
        with (
            watched(WatchedDoor(at, "forms")),
            taking_mail(at, own),
            working(at, own, stop) if jobs else nullcontext(),
        ):
            if workers == 1:
                say_where()
            answer()


@contextmanager
def _counting_together(own: "Settings", workers: int) -> Iterator[None]:
    """Processes that are started from here on count what they answer in one folder, if figures are asked for."""
    if own.metrics == "off" or workers == 1:
        yield
        return
    with TemporaryDirectory(prefix="hikyaku-metrics-") as folder:
        os.environ["PROMETHEUS_MULTIPROC_DIR"] = folder
        yield


def _death_counter(own: "Settings") -> Callable[[], object]:
    """Called for each process that died; it counts them if figures are asked for."""
    if own.metrics == "off":
        return lambda: None
    from app.web.front import metrics

    return metrics.deaths().inc


def _site_of_worker(own: "Settings") -> "SiteApp":
    """Run the site in a separate process, which ends with the one that started it; the tables exist."""
    from app.files import be_private
    from app.main import create_app
    from app.store.database import Database, StoreUnavailable
    from app.store.work import heartbeats
    from app.web.front.workers import end_with_parent

    end_with_parent()
    be_private()
    log.write_log(own.log_format)
    at = Database(own.database_url)
    with suppress(StoreUnavailable), at.reading() as session:
        heartbeats.recall(session)
    return create_app(own, at)


@contextmanager
def listening(host: str, port: int, setting: str = "") -> Iterator[socket.socket]:
    """A socket at this address, of the options or of a setting; one that cannot be used is refused in a sentence."""
    door = connections.listening(host, port)
    try:
        listener = door.__enter__()
    except (OSError, UnicodeError) as error:  # the latter of a name that none can be
        why = str(getattr(error, "strerror", "no name can be so")).partition(" (while")[0]
        raise voice.Refused([f"{host}, port {port}: {why}. {_advice(error, setting)}"]) from None
    with listener:
        yield listener


def _advice(error: Exception, setting: str) -> str:
    """What to do where no socket can listen."""
    if isinstance(error, UnicodeError) or getattr(error, "errno", 0) in _NOT_HERE:
        option = setting or "--host"
        return f"Name an address of this machine in {option}: 127.0.0.1, or 0.0.0.0 for all."
    return f"Try another port in {setting}." if setting else "Try another --port."


@contextmanager
def taking_mail(at: "Database", own: "Settings") -> Iterator[None]:
    """During the `with` block mail is taken from the site's mail server, if the settings say so."""
    from app.jobs.outages import WatchedDoor, watched
    from app.mail.transport import listener as door
    from app.store.database import StoreUnavailable
    from app.store.work import heartbeats

    if not own.mail_listen:
        with suppress(StoreUnavailable), at.writing() as session:
            heartbeats.end(session, "listen")  # nobody waits for a door that there is no more
        yield
        return
    mails = WatchedDoor(at, "listen")
    try:
        place = door.place_at(own.mail_listen)
    except door.BadListenUrl as error:
        raise voice.Refused([f"{error}."]) from None
    with (
        listening(place.host, place.port, "HIKYAKU_MAIL_LISTEN") as listener,
        watched(mails),
        door.listening(listener, place.protocol, mails.keep, own.relay, own.relay_at),
    ):
        yield


@contextmanager
def working(at: "Database", own: "Settings", stop: Event) -> Iterator[None]:
    """Run a thread that does due work until `stop` is set, at the end of the `with` block at the latest.

    It finishes its current task.
    """
    from app.jobs.worker import keep_working

    check_mail(own)
    worker = Thread(target=keep_working, args=(at, own), kwargs={"stop": stop}, name="jobs")
    worker.start()
    try:
        yield
    finally:
        stop.set()
        worker.join()


@commands.command(epilog=voice.examples("hikyaku worker", "hikyaku worker --once"))
def worker(
    once: Annotated[bool, typer.Option("--once", help="Stop as soon as no work is due.")] = False,
) -> None:
    """Do what is due until stopped: read mail that came in, close seasons, send letters.

    Several workers can run at once, on one machine or on many. SIGTERM ends a worker after its
    current letter.
    """
    from app.jobs.worker import stopping, work

    log.write_log(settings().log_format)
    connections.raise_limit()
    key()
    with database() as at, stopping() as stop:
        check_mail(settings())
        work(at, settings(), stop=stop, once=once)
