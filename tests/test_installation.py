"""The program as it is installed elsewhere: a wheel, made without a compiler, in a folder without the checkout."""

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Final

import pytest

TOP: Final = Path(__file__).parent.parent
PIP: Final = (sys.executable, "-m", "pip", "--disable-pip-version-check", "--quiet")
FROM_HERE: Final = ("--no-deps", "--no-build-isolation", "--no-index")
PLAYED: Final = """
from app import games
for slug, texts in {"laplaplus": ("攻核", "核核"), "shiden-issen-2": ("閃閃交硬果", "待速搦待閃")}.items():
    game = games.ruleset(slug)
    table = game.outcomes([game.read_build(text) for text in texts])
    print(slug, game.pace.by, list(table), sep=": ")
"""

Run = Callable[..., str]


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where `pip install` has put what the wheel holds; the compiler always failed."""
    folder = tmp_path_factory.mktemp("installed")
    checkout, site = folder / "checkout", folder / "site"
    for name in ("app", "templates", "migrations"):
        shutil.copytree(TOP / name, checkout / name, ignore=shutil.ignore_patterns("*.so"))
    for name in ("setup.py", "pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(TOP / name, checkout)
    subprocess.run(
        [*PIP, "wheel", *FROM_HERE, "--wheel-dir", folder, checkout],
        env=os.environ | {"CC": "false"},
        check=True,
        capture_output=True,
    )
    shutil.rmtree(checkout)
    (wheel,) = folder.glob("*.whl")
    subprocess.run([*PIP, "install", *FROM_HERE, "--target", site, wheel], check=True)
    return site


@pytest.fixture
def elsewhere(installed: Path, tmp_path: Path) -> Run:
    """Run a program with the installed package, in an empty folder."""
    own = {name: value for name, value in os.environ.items() if not name.startswith("HIKYAKU_")}

    def run(*command: str | Path) -> str:
        return subprocess.run(
            command,
            cwd=tmp_path,
            env=own | {"PYTHONPATH": str(installed), "LC_ALL": "C.UTF-8"},
            check=True,
            capture_output=True,
            text=True,
        ).stdout

    return run


def test_every_file_of_the_program_travels(installed: Path) -> None:
    listed = subprocess.run(
        ["git", "ls-files", "app", "templates", "migrations"],
        cwd=TOP,
        check=True,
        capture_output=True,
        text=True,
    ).stdout.splitlines()
    there = [name for name in listed if (TOP / name).exists()]

    assert there
    assert [
        name for name in there if not (installed / "app" / name.removeprefix("app/")).exists()
    ] == []


def test_without_a_compiler_the_references_play(elsewhere: Run) -> None:
    assert elsewhere(sys.executable, "-c", PLAYED) == (
        "laplaplus: reference: no compiled kernel is built: [255, 13, 14, 255]\n"
        "shiden-issen-2: reference: no compiled kernel is built: [255, 2, 1, 255]\n"
    )


def test_the_demonstration_plays_and_everything_is_well(
    installed: Path, elsewhere: Run, tmp_path: Path
) -> None:
    """The site lies in the folder in which the program is started."""
    hikyaku = installed / "bin" / "hikyaku"
    told = elsewhere(hikyaku, "demo")

    assert "Digest 9f46d0172e8c4aadc4b4de25dc7d29b06be5fa2e5bac5b79f70890f735611320\n" in told
    assert "Digest 5d921142b072feec20d780e971c41ccd928e16fe70d8c853ee8de2e1be71e813\n" in told
    assert f"{tmp_path / 'var/demo/hikyaku.db'}\n" in elsewhere(hikyaku, "--demo", "doctor")
    assert "# " in elsewhere(hikyaku, "rules", "laplaplus")
    assert elsewhere(hikyaku, "help", "players", "--lang", "ja")
