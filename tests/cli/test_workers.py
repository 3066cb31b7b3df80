"""Several processes behind one port: a dead one is replaced, and none is left behind."""

import json
import os
import re
import signal
from contextlib import suppress
from pathlib import Path

import pytest

from app.store.database import Database
from app.store.tables import MailState
from tests.cli.test_serve import mail_state, url_of, write_to
from tests.support.databases import on_sqlite
from tests.support.mail_peers import until
from tests.support.serving import Served, served


def workers_of(server: Served) -> set[int]:
    """The processes that serve pages for this one."""
    found = set()
    for task in Path("/proc").glob("[0-9]*"):
        with suppress(OSError):
            parent = (task / "stat").read_text().rpartition(")")[2].split()[1]
            is_worker = b"spawn_main" in (task / "cmdline").read_bytes()
            if is_worker and int(parent) == server.process.pid:
                found.add(int(task.name))
    return found


def are_gone(*processes: int) -> bool:
    return not any(Path(f"/proc/{each}").exists() for each in processes)


@on_sqlite
def test_a_worker_that_is_killed_is_replaced_and_the_site_goes_on(
    database: Database, tmp_path: Path
) -> None:
    """The first process does what is due, once for all; what each has answered is told by any of them."""
    write_to(database)
    with served(
        tmp_path,
        url_of(database),
        "--workers",
        "2",
        HIKYAKU_METRICS="loopback",
        HIKYAKU_LOG_FORMAT="json",
    ) as server:
        served_at_once = server.get("readyz", 5).status_code
        killed, other = workers_of(server)
        os.kill(killed, signal.SIGKILL)
        answers = [server.get("en/") for _ in range(5)]
        until(lambda: len(workers_of(server) - {killed}) == 2)
        until(lambda: mail_state(database) is MailState.DONE)
        workers = workers_of(server)
        metrics = server.get("metrics").text
        code = server.stop()
        log = server.log.read_text()

    assert served_at_once == 200, "its address is told when all serve"
    assert [each.status_code for each in answers] == [200] * 5
    assert other in workers
    assert code == 0
    assert are_gone(*workers)
    assert "Traceback" not in log
    lines = [json.loads(line) for line in log.splitlines()]
    pages = [line for line in lines if line.get("path") == "/en/"]
    assert [line["status"] for line in pages] == [200] * 5
    assert len({line["request"] for line in pages}) == 5
    counted = re.findall(r'hikyaku_requests_total\{.*method="GET",status="200"\} (.*)', metrics)
    assert sum(map(float, counted)) >= 5
    assert "hikyaku_worker_deaths_total 1.0" in metrics
    deaths = [line for line in lines if "died (exit code -9)" in line["event"]]
    assert [line["level"] for line in deaths] == ["error"]
    assert str(killed) in deaths[0]["event"]


@pytest.mark.parametrize("database_kind", ["postgresql"])
def test_no_worker_outlives_the_process_that_started_it(database: Database, tmp_path: Path) -> None:
    with served(tmp_path, url_of(database), "--workers", "2", "--no-jobs") as server:
        until(lambda: server.get("healthz").status_code == 200)
        until(lambda: server.log.read_text().count("Application startup complete") == 2)
        workers = workers_of(server)
        server.process.kill()
        until(lambda: are_gone(*workers), seconds=60)

    assert len(workers) == 2
