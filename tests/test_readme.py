"""README keeps its word: what it shows is what happens, and it names every command and setting."""

import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from app.settings import Settings
from tests.cli.listing import commands

TOP = Path(__file__).parent.parent
README = (TOP / "README.md").read_text(encoding="utf-8")

CONSOLE = re.compile(r"^```console\n(.*?)^```$", re.MULTILINE | re.DOTALL)
ELSEWHERE = ("./run", "./test")
"""They set up and test the checkout: whoever runs this test has just called one of them."""
ANYTHING = "…"
"""A line that stands for all that follows."""


def shown() -> Iterator[tuple[str, list[str]]]:
    """The commands shown, each with the output below it."""
    for block in CONSOLE.findall(README):
        for part in re.split(r"^\$ ", block, flags=re.MULTILINE)[1:]:
            command, *output = part.splitlines()
            if command not in ELSEWHERE:
                yield command, output


@pytest.mark.parametrize(("command", "output"), list(shown()))
def test_a_command_prints_what_readme_shows(
    command: str, output: list[str], tmp_path: Path
) -> None:
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


@pytest.mark.parametrize("command", [" ".join(words) for words in commands()])
def test_readme_names_every_command(command: str) -> None:
    assert f"`hikyaku {command}`" in README


@pytest.mark.parametrize("setting", [name.upper() for name in Settings.model_fields])
def test_readme_names_every_setting(setting: str) -> None:
    assert f"`HIKYAKU_{setting}`" in README


def anchors() -> set[str]:
    """Where links within README can lead: its headings, without punctuation, in small letters."""
    headings = re.findall(r"^#+ (.+)$", README, re.MULTILINE)
    return {re.sub(r"[^\w\s-]", "", each).casefold().replace(" ", "-") for each in headings}


@pytest.mark.parametrize("link", sorted({*re.findall(r"\]\(([^)]+)\)", README)}))
def test_every_link_of_readme_leads_somewhere(link: str) -> None:
    path, _, anchor = link.partition("#")

    assert (TOP / path).exists()
    assert not anchor or anchor in anchors()
