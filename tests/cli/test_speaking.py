"""How the program speaks: help, wrong usage, bugs, and streams that are not what they should be."""

import os
import subprocess
import sys
from collections.abc import Callable
from contextlib import closing
from pathlib import Path
from typing import Final

import pytest

from app.cli import YOUNG
from app.cli.console import voice
from app.errors import FileBroken, Problem, UnknownGame
from app.store.database import Database
from app.store.upkeep.migrations import migrate
from tests.cli.listing import commands
from tests.support.commands import Told
from tests.support.seasons import a_season
from tests.support.tables import by_row

Hikyaku = Callable[..., Told]
Process = Callable[..., subprocess.CompletedProcess[bytes]]


@by_row("command", commands(), ids=" ".join)
def test_every_help_shows_an_example(hikyaku: Hikyaku, command: tuple[str, ...]) -> None:
    result = hikyaku(*command, "--help")

    assert f"  hikyaku {' '.join(command)}" in result.stdout.partition("Example")[2]


def test_without_a_command_all_of_them_are_shown(hikyaku: Hikyaku) -> None:
    result = hikyaku()

    assert all(f"  {command[0]} " in result.stdout for command in commands())


def test_the_version_is_printed(hikyaku: Hikyaku) -> None:
    assert hikyaku("--version").stdout.startswith("hikyaku ")


@by_row(
    ("arguments", "sentence"),
    [
        (["batle"], "No such command 'batle'. Did you mean 'battle'? See hikyaku --help."),
        (["bench"], "Missing command. See hikyaku bench --help."),
        (["lab", "laplaplus"], "Missing argument 'FILE'. See hikyaku lab --help."),
        (["cards", "laplaplus", "--lang", "de"], "Invalid value for '--lang': "),
        (["doctor", "\x1b[2J\u202e"], "Got unexpected extra argument"),
    ],
)
def test_wrong_usage_is_one_sentence(hikyaku: Hikyaku, arguments: list[str], sentence: str) -> None:
    result = hikyaku(*arguments, code=2)

    assert result.stderr.startswith(sentence)
    assert result.stderr.count("\n") == 1
    assert result.stderr[:-1].isprintable()


def fail_with(error: BaseException) -> Callable[[], None]:
    def work() -> None:
        raise error

    return work


def test_a_bug_is_one_sentence_too(capsys: pytest.CaptureFixture[str]) -> None:
    assert voice.exit_code(fail_with(ZeroDivisionError())) == 1

    told = capsys.readouterr().err
    assert told.startswith("This is a bug in hikyaku (ZeroDivisionError)")
    assert "HIKYAKU_DEBUG=1" in told
    assert "Traceback" not in told


def test_its_details_are_printed_when_asked_for(
    capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("HIKYAKU_DEBUG", "1")

    voice.exit_code(fail_with(ZeroDivisionError()))

    assert "Traceback" in capsys.readouterr().err


@pytest.mark.parametrize(
    ("error", "sentence"),
    [
        (UnknownGame([Problem("unknown-game", game="go")]), "There is no game called “go”."),
        (FileBroken("あ。", "phrases.toml, line 3: b."), "phrases.toml, line 3: b.\nあ。"),
        (UnicodeDecodeError("utf-8", b"\xff", 0, 1, "invalid start byte"), "The input is not UTF-8 text."),
        (MemoryError(), "There is not enough memory for this."),
        (PermissionError(13, "Permission denied", "a.db"), "The operating system says of a.db: Permission denied."),
    ],
)  # fmt: skip
def test_a_refusal_nobody_put_into_words_is_told_all_the_same(
    capsys: pytest.CaptureFixture[str], error: Exception, sentence: str
) -> None:
    assert voice.exit_code(fail_with(error)) == 1
    assert capsys.readouterr().err == f"{sentence}\n"


def test_ctrl_c_says_nothing(capsys: pytest.CaptureFixture[str]) -> None:
    assert voice.exit_code(fail_with(KeyboardInterrupt())) == 130
    assert capsys.readouterr().err == ""


def test_a_reader_who_has_seen_enough_ends_it_quietly(process: Process) -> None:
    result = process(["rules", "laplaplus"], shell_end="| head -n 1; exit ${PIPESTATUS[0]}")

    assert result.stdout.count(b"\n") == 1
    assert result.stderr == b""
    assert result.returncode in {0, 141}  # the pipe may have swallowed everything


def test_a_full_disk_is_one_sentence(process: Process) -> None:
    result = process(["cards", "laplaplus"], shell_end="> /dev/full")

    assert result.returncode == 1
    assert result.stderr == b"The operating system says: No space left on device.\n"


@pytest.mark.parametrize(
    ("arguments", "closed", "sentence"),
    [
        (["cards", "laplaplus"], ">&-", b"Nothing can be printed: standard output is closed.\n"),
        (["lab", "laplaplus", "-"], "<&-", b"Standard input is closed.\n"),
        (["batle"], "2>&-", b""),
    ],
)
def test_a_closed_stream_is_no_bug(
    process: Process, arguments: list[str], closed: str, sentence: bytes
) -> None:
    assert process(arguments, shell_end=closed).stderr == sentence


def test_output_is_utf8_whatever_the_locale_says(process: Process) -> None:
    ascii_only = {"LC_ALL": "POSIX", "PYTHONCOERCECLOCALE": "0", "PYTHONUTF8": "0"}

    result = process(["battle", "laplaplus", "攻核/アリス", "核".encode()], env=ascii_only)

    assert result.stdout.startswith("アリス VS 核\n".encode())


def test_bytes_that_are_no_utf8_are_named(process: Process) -> None:
    result = process(["battle", "laplaplus", b"\xff\xb9", "核"])

    assert result.returncode == 1
    assert b"Delete this U+DCFF." in result.stderr


def test_bytes_that_no_database_can_be_asked_about_are_no_bug(
    process: Process, tmp_path: Path
) -> None:
    own = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'hikyaku.db'}"}
    result = process(["season", "show", b"\xff"], env=own)

    assert result.returncode == 1
    assert b"is not UTF-8" in result.stderr


WEB: Final = ("fastapi", "jinja2", "uvicorn", "httpx2", "app.web", "app.letters")
ROWS: Final = (*WEB, "alembic", "psycopg", "distributed", "sqlalchemy.dialects.postgresql")
NEEDLESS: Final = {
    "--help": (
        *("sqlmodel", "sqlalchemy", "pydantic", "rich", "asyncio", "multiprocessing", "ssl"),
        *(*ROWS, "app.engine.ruleset", "app.engine.matches", "app.games", "app.store"),
    ),
    "season list": (
        *ROWS,
        "app.engine.ruleset",
        "app.games.laplaplus",
        "app.league",
        "app.notices",
    ),
    "season show cup": ROWS,
    "mail status": (*ROWS, "app.engine.ruleset", "app.games.laplaplus", "app.jobs"),
}
"""What a command does not load, nor anything below it."""


@pytest.mark.parametrize("command", NEEDLESS)
def test_a_command_loads_nothing_that_only_others_need(tmp_path: Path, command: str) -> None:
    url = f"sqlite:///{tmp_path / 'hikyaku.db'}"
    with closing(Database(url)) as site:
        migrate(site)
        with site.writing() as session:
            a_season(session)
    loaded = after(command, "sys.modules", HIKYAKU_DATABASE_URL=url)

    below = tuple(f"{name}." for name in NEEDLESS[command])
    assert "app.cli" in loaded
    assert [each for each in loaded if f"{each}.".startswith(below)] == []


def test_garbage_is_collected_less_often_than_a_mail_is_read() -> None:
    assert after("--help", "gc.get_threshold()") == [str(YOUNG), "10", "10"]


def after(command: str, asked: str, **settings: str) -> list[str]:
    """Each of these in a process that has carried out the command."""
    script = (
        "import gc, sys\n"
        "from app.cli import main\n"
        f"sys.argv[1:] = {command.split()}\n"
        "try:\n    main()\n"
        "except SystemExit:\n    pass\n"
        f"print(*{asked}, file=sys.stderr)\n"
    )
    process = [sys.executable, "-c", script]
    env = os.environ | settings
    return subprocess.run(
        process, capture_output=True, text=True, check=True, env=env
    ).stderr.split()


def test_the_program_speaks_english_and_games_the_language_of_the_locale(hikyaku: Hikyaku) -> None:
    japanese = {"LC_ALL": "ja_JP.UTF-8"}

    assert hikyaku("cards", "go", env=japanese, code=1).stderr.startswith('There is no game "go".')
    assert (
        hikyaku("lab", "laplaplus", "none", env=japanese, code=1).stderr
        == "There is no file none.\n"
    )
    assert hikyaku("battle", "laplaplus", "空", "核", env=japanese, code=1).stderr.startswith(
        "ホーム: "
    )
    assert "Usage: " in hikyaku("battle", "--help", env=japanese).stdout
