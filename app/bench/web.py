"""How fast pages are served by a real process on the loopback, compared with an empty page."""

import os
import random
import re
import resource
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from operator import sub
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from app.bench import CannotMeasure
from app.connections import address, listening

PAGES: Final = {
    "home": "/en/",
    "season": "/en/seasons/{season}",
    "entry": "/en/seasons/{season}/entries/1",
    "battle": "/en/seasons/{season}/battles/1-2",
    "statistics": "/en/seasons/{season}/statistics",
    "feed": "/en/seasons/{season}/feed.atom",
    "JSON": "/api/v1/seasons/{season}/standings",
}
WAYS: Final = {
    "plain": (),
    "packed": ("-H", "Accept-Encoding: gzip"),
    "known": ("-H", "If-None-Match: {tag}"),
    "made": (),
}
"""Of asking: for what is in memory, plain and packed (gzip); with its tag (304).

And at an address too long to be kept.
"""
_TOO_LONG: Final = f"?{'x' * 2_000}"
SERVE: Final = ("-c", "from app.bench.web import serve; serve()", "serve", "--port", "0")
"""The arguments of a process that serves as `hikyaku serve` does."""
CONNECTIONS: Final = 64
GAME: Final = "laplaplus"
_PROCESSES: Final[dict[str, int]] = {}
"""The servers that were started here, by their addresses."""
_SEED: Final = 20_261_121
_MS: Final = {"us": 0.001, "ms": 1.0, "s": 1_000.0, "m": 60_000.0}


@dataclass(frozen=True, slots=True)
class Rate:
    """Figures of wrk; `failed` answers were neither 2xx nor 3xx, or did not come."""

    requests: float
    """A second."""
    p50_ms: float
    p99_ms: float
    failed: int
    answered: int
    """In all."""


@dataclass(frozen=True, slots=True)
class Load:
    """What took the processor while a page was asked for; all 0 where the system does not tell."""

    cost: float
    """Microseconds that the server took for a request."""
    client: float
    """The part of a core that wrk took. It has only one thread: near 1, slow answers are its own."""
    others: float
    """The part of the machine that all other programs took. Slow answers may be theirs."""


@dataclass(frozen=True, slots=True)
class _Figure:
    """A page asked for in one way, and an empty page shortly before."""

    page: str
    way: str
    size: int
    """Bytes of the page, not packed."""
    rate: Rate
    bare: Rate
    load: Load
    bare_load: Load

    @property
    def ratio(self) -> float:
        """Requests a second, of the empty page's."""
        return round(self.rate.requests / max(self.bare.requests, 1), 2)

    @property
    def by_processor(self) -> float:
        """Requests for a second of the server's processor, of the empty page's: hardly moved by what else runs here."""
        return round(self.bare_load.cost / self.load.cost, 2) if self.load.cost else 0.0


def measure_web(entries: Sequence[int], seconds: int, pages: Sequence[str] = ()) -> list[_Figure]:
    """Measure every kind of page of a published season of each size in each way, for these seconds each."""
    if unknown := [each for each in pages if each not in PAGES]:
        raise CannotMeasure(f"There is no page {', '.join(unknown)}; there are {', '.join(PAGES)}.")
    wrk = shutil.which("wrk")
    if not wrk:
        raise CannotMeasure("wrk is needed to measure pages (Debian: wrk).")
    with TemporaryDirectory() as folder:
        environment = {
            **{name: value for name, value in os.environ.items() if "HIKYAKU_" not in name},
            "HIKYAKU_DATABASE_URL": f"sqlite:///{folder}/bench.db",
            "HIKYAKU_MAILDIR": f"{folder}/mail",
        }
        for many in entries:
            _publish_a_season(environment["HIKYAKU_DATABASE_URL"], many)
        bare_program = "from app.bench.web import serve_bare; serve_bare()"
        with (
            process(["-c", bare_program], environment) as bare_at,
            process([*SERVE, "--no-jobs"], environment) as at,
        ):
            return [
                figure
                for page, path in _addresses(entries)
                if not pages or page.partition(" ")[0] in pages
                for figure in _measure(wrk, page, path, (bare_at, at), seconds)
            ]


def _addresses(entries: Sequence[int]) -> Iterator[tuple[str, str]]:
    """The pages, by name; each belongs to the first season, and the season's own page to each."""
    for page, path in PAGES.items():
        if page == "season":
            for many in entries:
                yield f"{page} of {many:,}", path.format(season=f"bench-{many}")
        else:
            yield page, path.format(season=f"bench-{entries[0]}")


def _measure(
    wrk: str, page: str, path: str, servers: tuple[str, str], seconds: int
) -> Iterator[_Figure]:
    bare, bare_load = _ask(wrk, servers[0], "/", seconds)
    tag, size = _tag(servers[1], path)
    for way, options in WAYS.items():
        asked = path + _TOO_LONG if way == "made" else path
        told = [each.format(tag=tag) for each in options]
        rate, load = _ask(wrk, servers[1], asked, seconds, *told)
        yield _Figure(page, way, size, rate, bare, load, bare_load)


def serve() -> None:
    """The command in the arguments of this process, by the environment alone: `.env` is the real site's."""
    import runpy

    from app.settings import Settings

    Settings.model_config["env_file"] = None
    runpy.run_module("app", run_name="__main__")


def serve_bare() -> None:
    """An empty page of FastAPI, with nothing of ours around it."""
    import uvicorn
    from fastapi import FastAPI
    from fastapi.responses import HTMLResponse

    app = FastAPI()

    @app.get("/", response_class=HTMLResponse)
    async def nothing() -> str:
        return "<!DOCTYPE html><title>bare</title>"

    with listening("127.0.0.1", 0) as listener:
        sys.stdout.write(f"{address(listener)}\n")
        sys.stdout.flush()
        server = uvicorn.Server(uvicorn.Config(app, log_config=None, access_log=False))
        server.run(sockets=[listener])


def read_report(text: str) -> Rate:
    """The figures in a report of wrk."""
    rate = re.search(r"Requests/sec:\s+([\d.]+)", text)
    answered = re.search(r"(\d+) requests in", text)
    half, slow = (re.search(rf"{part}%\s+([\d.]+)(us|ms|s|m)\b", text) for part in (50, 99))
    if not (rate and answered and half and slow):
        raise CannotMeasure(f"wrk said something else than usual: {text.strip()}")
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    broken = re.search(r"connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
    failed = sum(int(each) for found in (refused, broken) if found for each in found.groups())
    p50, p99 = (round(float(found[1]) * _MS[found[2]], 2) for found in (half, slow))
    return Rate(float(rate[1]), p50, p99, failed, int(answered[1]))


def _ask(wrk: str, at: str, path: str, seconds: int, *options: str) -> tuple[Rate, Load]:
    """The rate, and what took the processor meanwhile."""
    before, began = _used(at), time.perf_counter()
    command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", *options]
    done = subprocess.run(  # noqa: S603
        [*command, at.rstrip("/") + path], check=True, capture_output=True, text=True
    )
    took = time.perf_counter() - began
    server, client, everybody = map(sub, _used(at), before)
    others = max(everybody - server - client, 0.0)
    rate = read_report(done.stdout)
    return rate, Load(
        round(server * 1e6 / max(rate.answered, 1), 1),
        round(client / took, 2),
        round(others / took / (os.cpu_count() or 1), 2),
    )


def _used(at: str) -> tuple[float, float, float]:
    """The seconds of the processor so far: of the server at this address, of clients that have ended, of all there is."""
    try:
        server = Path(f"/proc/{_PROCESSES[at]}/stat").read_text().rpartition(")")[2].split()
        everybody = Path("/proc/stat").read_text().partition("\n")[0].split()
    except OSError:
        return 0.0, 0.0, 0.0
    second = os.sysconf("SC_CLK_TCK")
    ended = resource.getrusage(resource.RUSAGE_CHILDREN)
    busy = (
        sum(map(int, everybody[1:9])) - int(everybody[4]) - int(everybody[5])
    )  # idle, and waiting
    return (
        (int(server[11]) + int(server[12])) / second,
        ended.ru_utime + ended.ru_stime,
        busy / second,
    )


def _tag(at: str, path: str) -> tuple[str, int]:
    """The page's tag, and how many bytes it has; it is made, packed and kept in memory by this."""
    for coding in ("gzip", "identity"):
        connection = HTTPConnection(urlsplit(at).netloc, timeout=60)
        try:
            connection.request("GET", path, headers={"Accept-Encoding": coding})
            answer = connection.getresponse()
            size = len(answer.read())
        finally:
            connection.close()
        if answer.status != 200:
            raise CannotMeasure(f"{path} was answered with {answer.status}.")
    return answer.headers["ETag"], size


@contextmanager
def process(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path = Path(os.devnull)
) -> Iterator[str]:
    """Context with a separate server, which prints its address once it can be reached, and ends after the block."""
    with (
        log.open("w") as errors,
        subprocess.Popen(  # noqa: S603
            [sys.executable, *arguments],
            env=dict(environment),
            stdout=subprocess.PIPE,
            stderr=errors,
            text=True,
        ) as server,
    ):
        try:
            line = server.stdout.readline() if server.stdout else ""
            found = re.search(r"http://\S+", line)
            if not found:
                raise CannotMeasure("The server to be measured did not start.")
            _PROCESSES[found[0]] = server.pid
            yield found[0]
        finally:
            server.terminate()


def _publish_a_season(url: str, entries: int) -> None:
    """A published season of drawn characters."""
    from app.games import ruleset
    from app.jobs.seasons.runs import run as play
    from app.league.desk import interventions
    from app.league.entries.contents import Submission
    from app.league.results import results
    from app.league.seasons import seasons
    from app.league.seasons.decisions import season_plans
    from app.store.database import Database
    from app.store.security.audits import Organiser
    from app.store.upkeep.migrations import migrate

    slug = f"bench-{entries}"
    by = Organiser("bench", datetime.now(UTC))
    draw = random.Random(_SEED)
    cards = [card.id for card in ruleset(GAME).cards]
    database = Database(url)
    try:
        migrate(database)
        with database.writing() as session:
            seasons.create(session, season_plans.Plan(GAME, slug), by)
            seasons.open_season(session, slug, by)
            for number in range(1, entries + 1):
                build = ", ".join(draw.choices(cards, k=8))
                lore = "A story of some length. " * 20
                interventions.add(session, slug, Submission(f"No. {number}", build, lore=lore), by)
            seasons.close(session, slug, by)
        for _ in play(database, slug, by):
            pass
        with database.writing() as session:
            results.publish(session, slug, by)
    finally:
        database.close()
