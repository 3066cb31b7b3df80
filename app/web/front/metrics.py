"""`/metrics`: what this site answers and what work it has, for Prometheus and its kin on the same machine.

Where several processes serve the site, each counts into files of one folder (`PROMETHEUS_MULTIPROC_DIR`), and any of
them answers for all.
"""

import os
import re
from collections.abc import Iterator
from ipaddress import ip_address
from time import perf_counter
from typing import Final

from fastapi import Request, Response
from prometheus_client import (
    CollectorRegistry,
    Counter,
    Histogram,
    ProcessCollector,
    generate_latest,
)
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4
from prometheus_client.multiprocess import MultiProcessCollector
from prometheus_client.registry import Collector
from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from app.store.database import StoreUnavailable
from app.store.tables import LetterState
from app.store.work import backlog
from app.store.work.backlog import Backlog
from app.web.dependencies import Site
from app.web.front.page_cache import FROM_MEMORY
from app.web.rendering import UNKEPT

_METHODS: Final = frozenset(("GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"))
_FORWARDED: Final = ("x-forwarded", "x-real-ip", "forwarded", "via")
"""So begin the names of what a server in front adds."""
_HOST: Final = re.compile(r"(?:\[([^\]]*)\]|([^:]*))(?::\d*)?")
"""In `Host`: the address or the name."""
_SECONDS: Final = (0.001, 0.003, 0.01, 0.03, 0.1, 0.3, 1, 3, 10)


def answer(request: Request, site: Site) -> Response:
    """The figures. 404 unless the client is on this machine, without a proxy, and asks for this host."""
    if not _is_near(request):
        raise HTTPException(404)
    registry = request.state.meter.registry()
    registry.register(Work(site))
    headers = {"Cache-Control": UNKEPT, "Content-Type": CONTENT_TYPE_PLAIN_0_0_4}
    return Response(generate_latest(registry), headers=headers)


def deaths() -> Counter:
    """The processes that died, counted by the one that replaces them."""
    return Counter("hikyaku_worker_deaths", "Processes that served pages and died.", registry=None)


class _Meter:
    """The requests that were answered since the start, and how long that took."""

    def __init__(self) -> None:
        self.requests = Counter(
            "hikyaku_requests",
            "Requests answered: by the app, or from memory.",
            ("method", "status", "answer"),
            registry=None,
        )
        self.seconds = Histogram(
            "hikyaku_request_seconds",
            "Seconds from a request to the end of its answer.",
            ("answer",),
            buckets=_SECONDS,
            registry=None,
        )

    def registry(self) -> CollectorRegistry:
        """All of it, of every process that serves the site on this machine."""
        registry = CollectorRegistry()
        if "PROMETHEUS_MULTIPROC_DIR" in os.environ:
            MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        else:
            registry.register(self.requests)
            registry.register(self.seconds)
            ProcessCollector(registry=registry)
        return registry


class Counted:
    """Counts what the app answers, which is told at `/metrics`."""

    def __init__(self, app: ASGIApp) -> None:
        self.app = app
        self.meter = _Meter()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer through the app, then count."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        scope["state"]["meter"] = self.meter
        status = 500

        async def note(message: Message) -> None:
            nonlocal status
            if message["type"] == "http.response.start":
                status = message["status"]
            await send(message)

        began = perf_counter()
        try:
            await self.app(scope, receive, note)
        finally:
            # Whoever asks may call a method and a path what they like: they must not be names here.
            method = scope["method"] if scope["method"] in _METHODS else "other"
            answer = "memory" if FROM_MEMORY in scope else "app"
            self.meter.requests.labels(method, str(status), answer).inc()
            self.meter.seconds.labels(answer).observe(perf_counter() - began)


class Work(Collector):
    """The work of the site, looked up when it is asked for."""

    def __init__(self, site: Site) -> None:
        self.site = site

    def collect(self) -> Iterator[Metric]:
        """Every figure; without its database, that this is away."""
        try:
            with self.site.database.reading() as session:
                found = backlog.look(session, now=self.site.now())
        except StoreUnavailable:
            found = None
        yield _gauge("database_up", "Whether the database answers.", found is not None)
        if found:
            yield from _figures(found)


def _figures(found: Backlog) -> Iterator[Metric]:
    letters = GaugeMetricFamily("hikyaku_letters", "Letters by state.", labels=["state"])
    for state in LetterState:
        letters.add_metric([state.value], found.letters[state])
    yield letters
    yield _gauge(
        "oldest_letter_seconds",
        "For how long the oldest letter that may leave has been due.",
        found.letters_wait.total_seconds(),
    )
    yield _gauge("unread_mails", "Mails that came in and are not read yet.", found.mails)
    yield _gauge(
        "oldest_mail_seconds",
        "For how long the oldest of them has waited.",
        found.mail_waits.total_seconds(),
    )
    yield _gauge("waiting_writers", "People who wait for an organiser to answer.", found.writers)
    yield _gauge("runs", "Runs under way.", found.runs)
    yield _gauge("halted_runs", "Seasons whose newest run contradicted itself.", found.halted)
    if found.worker_silent is not None:
        yield _gauge(
            "worker_silent_seconds",
            "For how long no worker has been heard of.",
            found.worker_silent.total_seconds(),
        )


def _gauge(name: str, told: str, value: float) -> Metric:
    return GaugeMetricFamily(f"hikyaku_{name}", told, value=value)


def _is_near(request: Request) -> bool:
    """Whether a program on this machine asks for it.

    By its name, too: a page of another site may give its own name our address, and its reader's browser is near.
    """
    host = request.client.host if request.client else ""
    if any(name.startswith(_FORWARDED) for name in request.headers):
        return False
    named = [_HOST.fullmatch(each) for each in request.headers.getlist("Host")]
    names = ["".join(filter(None, each.groups())).lower() if each else "" for each in named]
    return _is_loopback(host) and names != [] and all(map(_is_here, names))


def _is_here(name: str) -> bool:
    return name == "localhost" or _is_loopback(name)


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
