"""The compiled halves are optional: without a compiler everything installs, says so, and plays the same."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from tests.games.kernels import TOP

PLAYED = """
from app import games
for slug, texts in {"laplaplus": ("攻核", "核核"), "shiden-issen-2": ("閃閃交硬果", "待速搦待閃")}.items():
    game = games.ruleset(slug)
    table = game.outcomes([game.read_build(text) for text in texts])
    print(slug, game.pace.by, list(table), sep=": ")
"""


def test_without_a_compiler_it_installs_and_the_references_play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """`pip install` with a compiler that always fails."""
    monkeypatch.delenv("HIKYAKU_PURE", raising=False)
    checkout, site = tmp_path / "checkout", tmp_path / "site"
    shutil.copytree(TOP / "app", checkout / "app", ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TOP / name, checkout)
    install = ["-m", "pip", "install", "--no-deps", "--no-build-isolation", "--no-index", "--quiet"]
    subprocess.run(
        [sys.executable, *install, "--no-compile", "--target", site, checkout],
        env=os.environ | {"CC": "false"},
        check=True,
        capture_output=True,
    )
    told = subprocess.run(
        [sys.executable, "-c", PLAYED],
        cwd=tmp_path,
        env=os.environ | {"PYTHONPATH": str(site)},
        check=True,
        capture_output=True,
        text=True,
    ).stdout

    assert told == (
        "laplaplus: reference: no compiled kernel is built: [255, 13, 14, 255]\n"
        "shiden-issen-2: reference: no compiled kernel is built: [255, 2, 1, 255]\n"
    )
