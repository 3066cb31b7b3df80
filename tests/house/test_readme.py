"""README, and the documents behind it, show what happens: their commands are run."""

import os
import re
import subprocess
import sys
import unicodedata
from collections.abc import Iterator
from pathlib import Path
from typing import Final

import pytest

TOP: Final = Path(__file__).parents[2]
README: Final = (TOP / "README.md").read_text(encoding="utf-8")
CONSOLE: Final = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE: Final = ("./run", "./test")
"""They set up and test the checkout, so this test does not run them."""
ANYTHING: Final = "…"
"""A line that stands for any output."""


def shown() -> Iterator[tuple[str, list[str]]]:
    """The commands shown, each with the output below it."""
    for page in (TOP / "README.md", *sorted((TOP / "app/docs").glob("*.md"))):
        for block in CONSOLE.findall(page.read_text("utf-8")):
            for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
                command, *output = part.splitlines()
                if command not in ELSEWHERE:
                    yield command, output


@pytest.mark.parametrize(("command", "output"), list(shown()))
def test_a_command_prints_what_is_shown(command: str, output: list[str], tmp_path: Path) -> None:
    (tmp_path / "app").symlink_to(TOP / "app")
    path = f"{Path(sys.executable).parent}{os.pathsep}{os.environ['PATH']}"
    result = subprocess.run(
        ["bash", "-c", command],
        cwd=tmp_path,
        env={**os.environ, "PATH": path, "LC_ALL": "C.UTF-8"},
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        timeout=120,
        check=False,
    )
    printed = result.stdout.decode("utf-8-sig").splitlines()

    if output[-1:] == [ANYTHING]:
        assert printed[: len(output) - 1] == output[:-1]
    else:
        assert printed == output


def test_commands_are_shown_with_their_output() -> None:
    assert len(list(shown())) >= 4


def columns(line: str) -> int:
    """How wide it is in a terminal."""
    return sum(2 if unicodedata.east_asian_width(each) in "WF" else 1 for each in line)


def test_readme_is_read_in_a_few_minutes_and_in_any_terminal() -> None:
    lines = README.splitlines()

    assert len(lines) <= 120
    assert [line for line in lines if columns(line) > 118] == []
