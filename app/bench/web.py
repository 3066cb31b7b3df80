"""How fast pages are served by a real process on the loopback, compared with an empty page."""

import os
import random
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final
from urllib.parse import urlsplit

from app.bench import CannotMeasure
from app.connections import address, listening

PAGES: Final = {
    "home": "/en/",
    "season": "/en/seasons/bench",
    "entry": "/en/seasons/bench/entries/1",
    "battle": "/en/seasons/bench/battles/1-2",
    "statistics": "/en/seasons/bench/statistics",
    "feed": "/en/feed.atom",
    "JSON": "/api/v1/seasons/bench/standings",
}
CONNECTIONS: Final = 64
GAME: Final = "laplaplus"
_SEED: Final = 20_261_121
_MS: Final = {"us": 0.001, "ms": 1.0, "s": 1_000.0, "m": 60_000.0}


@dataclass(frozen=True, slots=True)
class Rate:
    """Figures of wrk; `failed` answers were neither 2xx nor 3xx, or did not come."""

    requests: float
    p99_ms: float
    failed: int


@dataclass(frozen=True, slots=True)
class Figure:
    """A page asked for in one way; the ratio is to an empty page."""

    page: str
    way: str
    """`plain` and `packed` (gzip) from memory, `known` with its tag (304), `made` anew for each request."""
    rate: Rate
    ratio: float


def measure_web(entries: int, seconds: int) -> list[Figure]:
    """Measure an empty page, then every kind of page of a published season in each way, for so many seconds each."""
    wrk = shutil.which("wrk")
    if not wrk:
        raise CannotMeasure("wrk is needed to measure pages (Debian: wrk).")
    with TemporaryDirectory() as folder:
        environment = {
            **{name: value for name, value in os.environ.items() if "HIKYAKU_" not in name},
            "HIKYAKU_DATABASE_URL": f"sqlite:///{folder}/bench.db",
            "HIKYAKU_MAILDIR": f"{folder}/mail",
        }
        _publish_a_season(f"{environment['HIKYAKU_DATABASE_URL']}", entries)
        bare_program = "from app.bench.web import serve_bare; serve_bare()"
        script = Path(folder, "each-anew.lua")
        script.write_text(_EACH_ANEW)
        with process(["-c", bare_program], environment) as at:
            bare = _ask(wrk, at, "/", seconds)
        figures = [Figure("bare", "made", bare, 1.0)]
        serve = ["-m", "app", "serve", "--port", "0", "--no-jobs"]
        with process(serve, environment) as at:
            for page, path in PAGES.items():
                ways = {
                    "plain": [],
                    "packed": ["-H", "Accept-Encoding: gzip"],
                    "known": ["-H", f"If-None-Match: {_tag(at, path)}"],
                    "made": ["-s", str(script)],
                }
                for way, options in ways.items():
                    rate = _ask(wrk, at, path, seconds, *options)
                    ratio = round(rate.requests / bare.requests, 3)
                    figures.append(Figure(page, way, rate, ratio))
    return figures


_EACH_ANEW: Final = """
local number = 0
request = function()
  number = number + 1
  return wrk.format(nil, wrk.path .. "?number=" .. number)
end
"""
"""Asks for an address that nobody has asked for yet."""


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
    slow = re.search(r"99%\s+([\d.]+)(us|ms|s|m)\b", text)
    if not (rate and slow):
        raise CannotMeasure(f"wrk said something else than usual: {text.strip()}")
    refused = re.search(r"Non-2xx or 3xx responses: (\d+)", text)
    broken = re.search(r"connect (\d+), read (\d+), write (\d+), timeout (\d+)", text)
    failed = sum(int(each) for found in (refused, broken) if found for each in found.groups())
    return Rate(float(rate[1]), round(float(slow[1]) * _MS[slow[2]], 2), failed)


def _ask(wrk: str, at: str, path: str, seconds: int, *options: str) -> Rate:
    command = [wrk, "-t1", f"-c{CONNECTIONS}", f"-d{seconds}s", "--latency", *options]
    done = subprocess.run(  # noqa: S603
        [*command, at.rstrip("/") + path], check=True, capture_output=True, text=True
    )
    return read_report(done.stdout)


def _tag(at: str, path: str) -> str:
    """The page's tag; the page is made and kept in memory by this."""
    connection = HTTPConnection(urlsplit(at).netloc, timeout=60)
    try:
        connection.request("GET", path)
        answer = connection.getresponse()
        answer.read()
        if answer.status != 200:
            raise CannotMeasure(f"{path} was answered with {answer.status}.")
        return answer.headers["ETag"]
    finally:
        connection.close()


@contextmanager
def process(
    arguments: Sequence[str], environment: Mapping[str, str], log: Path = Path(os.devnull)
) -> Iterator[str]:
    """A server of its own, which prints its address when it can be reached; it has ended after the block."""
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
            yield found[0]
        finally:
            server.terminate()


def _publish_a_season(url: str, entries: int) -> None:
    """A published season of drawn characters."""
    from app.games import ruleset
    from app.jobs.runs import run as play
    from app.league import results, seasons
    from app.league.desk import interventions
    from app.league.entries import Submission
    from app.store.database import Database
    from app.store.security.audits import Organiser
    from app.store.upkeep.migrations import migrate

    by = Organiser("bench", datetime.now(UTC))
    draw = random.Random(_SEED)
    cards = [card.id for card in ruleset(GAME).cards]
    database = Database(url)
    try:
        migrate(database)
        with database.writing() as session:
            seasons.create(session, seasons.Plan(GAME, "bench"), by)
            seasons.open_season(session, "bench", by)
            for number in range(1, entries + 1):
                build = ", ".join(draw.choices(cards, k=8))
                lore = "A story of some length. " * 20
                interventions.add(
                    session, "bench", Submission(f"No. {number}", build, lore=lore), by
                )
            seasons.close(session, "bench", by)
        for _ in play(database, "bench", by):
            pass
        with database.writing() as session:
            results.publish(session, "bench", by)
    finally:
        database.close()
