"""A season under faults keeps what it promised; and a promise that is broken is told."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from sqlmodel import col, select

from app.bench.mail.sink import SinkLine
from app.store.database import Database
from app.store.tables import Letter, LetterState
from tests.chaos.crowd import Ledger
from tests.chaos.invariants import Evidence, invariants
from tests.support.databases import on_sqlite
from tests.support.mail_peers import until
from tests.support.outgoing import write_letters

COMMAND = [sys.executable, "-m", "tests.chaos"]


def test_a_season_under_faults_keeps_what_it_promised(tmp_path: Path) -> None:
    for minutes in ("0.2", "2"):
        done = subprocess.run(
            [*COMMAND, "--minutes", minutes, "--entries", "8"],
            env=os.environ | {"TMPDIR": str(tmp_path)},
            capture_output=True,
            text=True,
            check=False,
            timeout=500,
        )
        if "Nobody entered" not in done.stderr:  # a busy machine needs more time for that
            break
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)

    assert sum(fault["times"] for fault in figures["faults"]) >= 2
    assert all(each["looks"] for each in figures["invariants"][:14])
    assert [*tmp_path.iterdir()] == []


@on_sqlite
def test_a_broken_promise_is_told(database: Database, tmp_path: Path) -> None:
    """A mail and a form that were taken are nowhere, a receipt without an entry left twice, another said so falsely, and the log has a bug."""
    write_letters(database, "alice", "bob")
    log = tmp_path / "log"
    log.write_text("Traceback (most recent call last)\n  in a place\nValueError: a bug\n")
    ledger = Ledger(mails={"<1@example.com>": "t1-0"}, forms=["t2-0"], strange=["GET /en: 500"])
    ledger.unsealed.append("/en/")
    with database.writing() as session:
        letters = session.exec(select(Letter).order_by(col(Letter.id))).all()
        letters[1].state = LetterState.SENT
        lines = [SinkLine("taken", "alice", letters[0].message_id)] * 2
    looked_at = [each for each in invariants() if "report" not in each.says]
    with database.reading() as session:
        for each in looked_at:
            each.look(Evidence(session, lines, ledger, log, ["worker: None"]))

    assert [each.says for each in looked_at if each.found] == [
        "a mail that got 250 is kept, once",
        "an entry whose form was taken is kept, once",
        "whoever has a receipt is in",
        "no letter leaves twice",
        "nothing sealed is shown",
        "no 5xx but 503 with Retry-After, no traceback",
        "SIGTERM ends a process in order",
        "no bug in the log",
        "no letter is lost",
    ]


def test_nothing_of_it_is_left_when_it_is_killed(tmp_path: Path) -> None:
    killed = subprocess.Popen(COMMAND, env=os.environ | {"TMPDIR": str(tmp_path)})
    until(lambda: any(tmp_path.glob("hikyaku-chaos-*/disk/log")))
    killed.kill()
    killed.wait()

    until(lambda: not [*tmp_path.iterdir()] and not processes(str(tmp_path)))


def processes(folder: str) -> list[Path]:
    """Those that know of the folder by their environment."""
    found = []
    for environment in Path("/proc").glob("[0-9]*/environ"):
        with suppress(OSError):
            if folder.encode() in environment.read_bytes():
                found.append(environment.parent)
    return found
