"""A season under faults keeps what it promised; and a promise that is broken is told."""

import json
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.support.mail_peers import until

COMMAND = [sys.executable, "-m", "app", "bench", "chaos"]


def test_a_season_under_faults_keeps_what_it_promised(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--minutes", "0.2", "--entries", "8", "--json"],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)

    assert sum(fault["times"] for fault in figures["faults"]) >= 2
    assert all(each["looks"] for each in figures["invariants"][:14])
    assert [*tmp_path.iterdir()] == []


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
