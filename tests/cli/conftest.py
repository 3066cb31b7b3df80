"""The program as tests run it: in this process, or as a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Sequence

import pytest
from typer.testing import CliRunner, Result

from app.cli import program

ENGLISH = {"LC_ALL": "C.UTF-8", "HIKYAKU_DEBUG": None}


@pytest.fixture
def hikyaku() -> Callable[..., Result]:
    """Run a command here: `hikyaku("lab", "laplaplus", "-", stdin="攻核/Alice")`."""

    def run(
        *arguments: str, stdin: str | bytes | None = None, env: dict[str, str] | None = None
    ) -> Result:
        return CliRunner().invoke(
            program, arguments, input=stdin, env=ENGLISH | (env or {}), prog_name="hikyaku"
        )

    return run


@pytest.fixture
def process() -> Callable[..., subprocess.CompletedProcess[bytes]]:
    """Run `python -m app` as a process of its own; arguments may be bytes."""

    def run(
        arguments: Sequence[str | bytes],
        stdin: bytes = b"",
        env: dict[str, str] | None = None,
        shell_end: str = "",
    ) -> subprocess.CompletedProcess[bytes]:
        command: list[str | bytes] = [sys.executable, "-m", "app", *arguments]
        if shell_end:
            command = ["bash", "-c", f'"$@" {shell_end}', "bash", *command]
        return subprocess.run(
            command,
            input=stdin,
            check=False,
            env={**os.environ, "LC_ALL": "C.UTF-8", **(env or {})},
            capture_output=True,
            timeout=120,
        )

    return run
