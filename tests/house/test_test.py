"""The script `./test`: what it calls, and what it says of what failed. The programs that it calls are not at work here."""

import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

TOP = Path(__file__).parents[2]
SETUP = """
say() { printf '%s\\n' "$*" >&2; }
set_up() { :; }
apt_install() { return 1; }
"""
PROGRAM = """#!/bin/sh
echo "${0##*/} $*" >>calls
case "$0 $*" in *$FAILS*) echo "a fault"; exit 1;; esac
"""
CHECKS = ["ruff format --check", "ruff check", "lint-imports --no-logo", "mypy"]

Called = tuple[subprocess.CompletedProcess[str], list[str]]


@pytest.fixture
def called(tmp_path: Path) -> Callable[..., Called]:
    """Calls the script, of whose programs those fail that are called so; gives the result, and how they were called."""
    for folder in (".ci", ".venv/bin", "tests/league"):
        (tmp_path / folder).mkdir(parents=True)
    shutil.copy(TOP / "test", tmp_path)
    (tmp_path / ".ci/setup.sh").write_text(SETUP)
    (tmp_path / "tests/test_clock.py").touch()
    for name in ("ruff", "lint-imports", "mypy", "pytest"):
        program = tmp_path / ".venv/bin" / name
        program.write_text(PROGRAM)
        program.chmod(0o755)

    def call(*arguments: str, fails: str = "nothing") -> Called:
        done = subprocess.run(
            ["./test", *arguments],
            cwd=tmp_path,
            env={"PATH": "/usr/bin:/bin", "FAILS": fails},
            capture_output=True,
            text=True,
            timeout=60,
            check=False,
        )
        calls = tmp_path / "calls"
        return done, [line.strip() for line in calls.read_text().splitlines()]

    return call


def test_without_arguments_it_runs_all_checks_and_each_test_once(
    called: Callable[..., Called],
) -> None:
    done, calls = called()
    rules, others = [call for call in calls if call.startswith("pytest ")]

    assert (done.returncode, "Failed" in done.stderr) == (0, False)
    assert [call for call in calls if not call.startswith("pytest ")] == CHECKS
    assert "-m measured" in rules
    assert "--cov-branch --cov-fail-under=100" in rules
    assert others == "pytest -m not slow and not measured"


@pytest.mark.parametrize(
    ("fails", "named"),
    [
        ("ruff check", ".venv/bin/ruff check"),
        ("mypy", ".venv/bin/mypy"),
        ("not?measured", ".venv/bin/pytest -m 'not slow and not measured'"),
    ],
)
def test_what_failed_is_named_at_the_end_with_its_command_and_stops_nothing(
    called: Callable[..., Called], fails: str, named: str
) -> None:
    done, calls = called(fails=fails)

    assert done.returncode == 1
    assert len(calls) == len(CHECKS) + 2
    assert done.stderr.splitlines()[-1].strip() == named


@pytest.mark.parametrize(
    ("asked", "workers"),
    [
        (["tests/test_clock.py"], "--numprocesses=0 "),
        (["tests/test_clock.py::test_it", "-x"], "--numprocesses=0 "),
        (["tests/league"], ""),
        (["tests/league", "tests/test_clock.py"], ""),
        (["-k", "attack"], ""),
        (["-k", "test"], ""),
        (["tests/test_clock.py", "--both"], "--numprocesses=0 "),
    ],
    ids=" ".join,
)
def test_a_part_runs_before_its_checks_and_few_tests_without_workers(
    called: Callable[..., Called], asked: list[str], workers: str
) -> None:
    done, calls = called(*asked, fails="ruff check")

    assert calls == [f"pytest {workers}{' '.join(asked)}", *CHECKS[:2]]
    assert done.returncode == 1
    assert done.stderr.splitlines()[-1].strip() == ".venv/bin/ruff check"


def test_everything_can_be_run_on_both_kinds_of_database(called: Callable[..., Called]) -> None:
    done, calls = called("--both")

    assert done.returncode == 0
    assert [call for call in calls if call.endswith(" --both")] == [
        call for call in calls if call.startswith("pytest ")
    ]
    assert {*CHECKS} < {*calls}


def test_what_begins_first_is_there(pytestconfig: pytest.Config) -> None:
    conftest: Any = pytestconfig.pluginmanager.get_plugin(str(TOP / "tests/conftest.py"))

    assert [path for path in conftest.FIRST if not (TOP / path).exists()] == []
