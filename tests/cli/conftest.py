"""The program as tests run it: in this process, or as a process of its own."""

import os
import subprocess
import sys
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

import pytest

from app.settings import settings as read_settings
from tests.support import commands
from tests.support.commands import Told

SAMPLES = Path("app/sample/mail")


@pytest.fixture
def hikyaku() -> Iterator[Callable[..., Told]]:
    """Give commands here."""
    yield commands.hikyaku
    read_settings.cache_clear()


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


Installed = Callable[..., Told]


@pytest.fixture
def installed(tmp_path: Path, site_file: Path) -> Iterator[Installed]:
    """Give commands here, in an installation of its own."""
    installation = dict.fromkeys(filter(lambda name: name.startswith("HIKYAKU_"), os.environ)) | {
        "HIKYAKU_DATABASE_URL": f"sqlite:///{site_file}",
        "HIKYAKU_MAILDIR": str(tmp_path / "mail"),
        "LC_ALL": "C.UTF-8",
    }

    def run(*arguments: str, stdin: bytes = b"", code: int = 0, **settings: str) -> Told:
        return commands.hikyaku(*arguments, stdin=stdin, code=code, env=installation | settings)

    yield run
    read_settings.cache_clear()


@pytest.fixture
def cup(installed: Installed) -> Installed:
    installed(
        "season",
        "create",
        "laplaplus",
        "cup",
        "--title-ja",
        "第一回飛脚杯",
        "--title-en",
        "First Hikyaku Cup",
    )
    installed("season", "open", "cup")
    return installed
