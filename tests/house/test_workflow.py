"""What runs elsewhere for every change: ./test, on the Pythons that are promised."""

import re
import tomllib
from pathlib import Path
from typing import Any

import yaml  # type: ignore[import-untyped]

TOP = Path(__file__).parents[2]
WORKFLOW: dict[str, Any] = yaml.safe_load((TOP / ".github/workflows/test.yml").read_text("utf-8"))
JOB = WORKFLOW["jobs"]["test"]
IMAGES: list[str] = JOB["strategy"]["matrix"]["image"]


def pythons(text: str) -> list[tuple[int, ...]]:
    """The versions named in it, the oldest first."""
    return sorted((3, int(minor)) for minor in re.findall(r"3\.(\d+)", text))


def test_the_workflow_calls_the_test_that_everybody_calls() -> None:
    assert [step["run"] for step in JOB["steps"] if "run" in step][-1] == "./test"
    assert JOB["container"] == "python:${{ matrix.image }}"


def test_it_runs_on_the_oldest_and_the_newest_python() -> None:
    project = tomllib.loads((TOP / "pyproject.toml").read_text("utf-8"))["project"]
    (oldest,) = pythons(project["requires-python"])
    newest = pythons((TOP / ".ci/setup.sh").read_text("utf-8"))[-1]
    tried = pythons(" ".join(IMAGES))

    assert (tried[0], tried[-1]) == (oldest, newest)


def test_it_runs_once_without_a_compiler() -> None:
    assert len([image for image in IMAGES if "-slim-" in image]) == 1
