"""Commands as tests give them, and what they say."""

import sys
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import pytest
import typer
from typer.testing import CliRunner

from app.cli import program
from app.settings import settings as read_settings

COMMAND = typer.main.get_command(program)
"""To make it takes longer than most commands."""
ENGLISH = {"LC_ALL": "C.UTF-8", "HIKYAKU_DEBUG": None}


class Said(str):
    """The output of a command. Asking for what is not in it fails if there is no output at all."""

    __slots__ = ()

    def __contains__(self, words: str, /) -> bool:  # type: ignore[override]
        assert self.strip(), f"nothing was said at all: whether {words!r} is in it shows nothing"
        return super().__contains__(words)


@dataclass(frozen=True)
class Told:
    """What a command said."""

    stdout: Said
    stderr: str
    exit_code: Any


def hikyaku(
    *arguments: str,
    stdin: str | bytes | None = None,
    code: int | tuple[int, ...] = 0,
    env: Mapping[str, str | None] | None = None,
) -> Told:
    """Give the command here; it ends with this exit code, or one of these, and never with a bug.

    `hikyaku("lab", "laplaplus", "-", stdin="攻核/Alice")`
    """
    read_settings.cache_clear()
    with CliRunner().isolation(stdin, ENGLISH | dict(env or {})) as (stdout, stderr, _):
        with pytest.raises(SystemExit) as end:
            COMMAND.main(arguments, prog_name="hikyaku")
        sys.stdout.flush()
        sys.stderr.flush()
        told = Told(Said(stdout.getvalue().decode()), stderr.getvalue().decode(), end.value.code)
    codes = code if isinstance(code, tuple) else (code,)
    said = f"{' '.join(arguments)}: {told.exit_code}, {told.stderr}"
    assert told.exit_code in codes, said
    assert "This is a bug" not in told.stderr, said
    return told
