"""The program as it is installed elsewhere: a wheel, made without a compiler, in a folder without the checkout."""

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

TOP: Final = Path(__file__).parent.parent
PLAYED: Final = """
from app import games
for slug, texts in {"laplaplus": ("攻核", "核核"), "shiden-issen-2": ("閃閃交硬果", "待速搦待閃")}.items():
    game = games.ruleset(slug)
    table = game.outcomes([game.read_build(text) for text in texts])
    print(slug, game.pace.by, list(table), sep=": ")
"""

Run = Callable[..., str]


@pytest.fixture
def elsewhere(wheel: Path, tmp_path: Path) -> Run:
    """Run a program with the installed package, in an empty folder."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HIKYAKU_")}

    def run(*command: str | Path) -> str:
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=own | {"PYTHONPATH": str(wheel), "LC_ALL": "C.UTF-8"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    return run


def test_every_file_of_the_program_travels(wheel: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "app", "templates", "migrations"],
        cwd=TOP,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    there = [name for name in listed if (TOP / name).exists()]

    assert there
    assert [*wheel.glob("hikyaku_server-*.dist-info")], "`hikyaku` is another package's name"
    assert [
        name for name in there if not (wheel / "app" / name.removeprefix("app/")).exists()
    ] == []


def test_without_a_compiler_the_references_play(elsewhere: Run) -> None:
    assert elsewhere(sys.executable, "-c", PLAYED) == (
        "laplaplus: reference: no compiled kernel is built: [255, 13, 14, 255]\n"
        "shiden-issen-2: reference: no compiled kernel is built: [255, 2, 1, 255]\n"
    )


def test_the_program_finds_its_files(wheel: Path, elsewhere: Run, tmp_path: Path) -> None:
    """tests/cli/test_demo.py plays the demonstration with it."""
    hikyaku = wheel / "bin" / "hikyaku"

    elsewhere(hikyaku, "season", "list")
    assert (tmp_path / "var/hikyaku.db").exists()
    assert "# " in elsewhere(hikyaku, "rules", "laplaplus")
    assert elsewhere(hikyaku, "help", "players", "--lang", "ja")
