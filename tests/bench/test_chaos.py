"""A season under faults keeps what it promised; and a promise that is broken is told."""

import json
import os
import subprocess
import sys
from pathlib import Path

COMMAND = [sys.executable, "-m", "app", "bench", "chaos"]


def test_a_season_under_faults_keeps_what_it_promised(tmp_path: Path) -> None:
    done = subprocess.run(
        [*COMMAND, "--minutes", "0.3", "--entries", "12", "--json"],
        env=os.environ | {"TMPDIR": str(tmp_path)},
        capture_output=True,
        text=True,
        check=False,
        timeout=500,
    )
    assert done.returncode == 0, done.stderr
    figures = json.loads(done.stdout)

    assert figures["entered"] >= 2
    assert sum(fault["times"] for fault in figures["faults"]) >= 3
    assert all(each["looks"] for each in figures["invariants"][:14])
    assert [*tmp_path.iterdir()] == []
