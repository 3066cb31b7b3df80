"""Commands as tests give them, and what they say."""

from collections.abc import Mapping
from dataclasses import dataclass

from typer.testing import CliRunner

from app.cli import program
from app.settings import settings as read_settings

ENGLISH = {"LC_ALL": "C.UTF-8", "HIKYAKU_DEBUG": None}


class Said(str):
    """What was said. That something is not in it can be asked only where anything was said at all."""

    __slots__ = ()

    def __contains__(self, words: str, /) -> bool:
        assert self.strip(), f"nothing was said at all: whether {words!r} is in it shows nothing"
        return super().__contains__(words)


@dataclass(frozen=True)
class Told:
    """What a command said."""

    stdout: Said
    stderr: str
    exit_code: int


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
    done = CliRunner().invoke(
        program, arguments, input=stdin, env=ENGLISH | dict(env or {}), prog_name="hikyaku"
    )
    codes = code if isinstance(code, tuple) else (code,)
    assert done.exit_code in codes, f"{' '.join(arguments)}: {done.exit_code}, {done.stderr}"
    assert "This is a bug" not in done.stderr, f"{' '.join(arguments)}: {done.stderr}"
    return Told(Said(done.stdout_bytes.decode()), done.stderr, done.exit_code)
