"""A copy of the kept site in the folder where this runs: an hour of its own, secrets that are always the same, commands and pages.

It knows only doors that stay: the command line, the app, addresses, and tables by plain SQL.
"""

import io
import json
import lzma
import os
import random
import re
import sqlite3
import sys
import time
from contextlib import closing, redirect_stderr, redirect_stdout
from datetime import UTC, datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

BASE = "https://cup.example"
OURS = "play@hikyaku.example"
TOKEN = re.compile(r"(?<![a-z2-7])(?=[a-z2-7]*\d)[a-z2-7]{32}(?![a-z2-7])")
HEX = re.compile(r"(?<![0-9a-f])[0-9a-f]{20,}(?![0-9a-f])")
LINK = re.compile(r"/in/[\w-]{43}")
TODAY = re.compile(
    "|".join(
        f"{day:%Y-%m-%d}[ T][\\d:.]+|{day:%a} {day.day} {day:%b %Y}, [\\d:]+|{day.year}年{day.month}月{day.day}日\\S* ?[\\d:]*"
        for day in (datetime.now(UTC), datetime.now(UTC) + timedelta(hours=9))
    )
)
"""The hour of the machine: some notes of the command line go by it."""
SECRET = re.compile(r"⟦secret: [^⟧]*⟧")


class Hour:
    """The time of this process. Its clocks are set before the program is imported."""

    now: datetime

    @classmethod
    def pass_by(cls, **how_long: float) -> None:
        cls.now += timedelta(**(how_long or {"minutes": 1}))


def masked(text: str) -> str:
    """The text without what is drawn by chance."""
    text = TODAY.sub("TODAY", LINK.sub("/in/TOKEN", text.replace(str(Path.cwd()), "HERE")))
    return HEX.sub("HEX", TOKEN.sub("TOKEN", SECRET.sub("TOKEN", text)))


def set_up(kept: Path) -> Any:
    """The site stands here as it was kept, and this process is in its hour; tells what was true of it."""
    facts = json.loads((kept / "sqlite.json").read_bytes())
    Path("site.db").write_bytes(lzma.decompress((kept / "sqlite.xz").read_bytes()))
    Hour.now = datetime.fromisoformat(facts["now"]) + timedelta(minutes=1)
    uptime = time.clock_gettime
    vars(time)["time"] = lambda: Hour.now.timestamp()  # noqa: PLW0108 - the hour moves
    time.clock_gettime = lambda kind: (
        Hour.now.timestamp() - 1e9 if kind == time.CLOCK_BOOTTIME else uptime(kind)
    )
    reseed("all")
    os.environ |= {
        "HIKYAKU_SECRET": "of all tests, and of nothing else",
        "HIKYAKU_MAIL_ADDRESS": OURS,
        "HIKYAKU_COPIES_TO": "desk@example.org",
        "HIKYAKU_BASE_URL": BASE,
        "HIKYAKU_MAILDIR": str(Path("mail").absolute()),
        "HIKYAKU_DATABASE_URL": f"sqlite:///{Path('site.db').absolute()}",
    }
    return facts


def reseed(name: str) -> None:
    """What is drawn from now on hangs on this name alone."""
    vars(random)["_urandom"] = random.Random(name).randbytes


def hikyaku(*arguments: str, stdin: str = "") -> dict[str, Any]:
    """What a command says here, a minute later."""
    Hour.pass_by()
    reseed(" ".join(arguments))
    out, err = (io.TextIOWrapper(io.BytesIO(), "utf-8") for _ in range(2))
    given = io.TextIOWrapper(io.BytesIO(stdin.encode()), "utf-8")
    before, sys.stdin = sys.stdin, given
    code: Any = 0
    try:
        with redirect_stdout(out), redirect_stderr(err):
            command().main(list(arguments), prog_name="hikyaku")
    except SystemExit as end:
        code = end.code
    finally:
        sys.stdin = before
    said = []
    for each in (out, err):
        each.flush()
        said.append(each.buffer.getvalue().decode())
    return {"code": code, "out": said[0], "err": said[1]}


@cache
def command() -> Any:
    """The program's command line. To make it takes longer than most commands."""
    import typer

    from app.cli import program

    return typer.main.get_command(program)


def work() -> dict[str, Any]:
    """Everything due has been done."""
    return hikyaku("worker", "--once")


def rows(query: str, *values: Any) -> list[Any]:
    """The rows of the site that SQL asks for."""
    with closing(sqlite3.connect("site.db")) as connection:
        return connection.execute(query, values).fetchall()


def client(**headers: str) -> Any:
    """A visitor of the pages with a separate browser."""
    from starlette.testclient import TestClient

    return TestClient(
        app(),
        BASE,
        raise_server_exceptions=False,
        follow_redirects=False,
        headers={"Sec-Fetch-Site": "same-origin"} | headers,
        client=("192.0.2.1", 50000),
    )


@cache
def app() -> Any:
    """The program's pages."""
    from app.main import create_app

    return create_app()
