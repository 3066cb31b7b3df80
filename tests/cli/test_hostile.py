"""Whatever is typed behind a command is answered in a sentence, with exit code 0, 1 or 2, and is never a bug."""

import os
from collections.abc import Iterator
from pathlib import Path
from typing import Any, Final

import pytest
import typer

from app.cli import program
from app.settings import settings as read_settings
from app.store.database import Database
from tests.support.commands import hikyaku
from tests.support.outgoing import KEY, write_letters
from tests.support.seasons import Character, a_finished_season, a_season

ENDLESS: Final = frozenset({"serve", "worker", "demo", "bench", "doctor"})
"""They begin processes or measure this machine."""
PLAUSIBLE: Final = {
    **dict.fromkeys(("GAME", "GAME|CUP"), "laplaplus"),
    **dict.fromkeys(("SLUG", "NEW", "CUP"), "new"),
    **dict.fromkeys(("HOME", "AWAY", "BUILD/NAME", "BUILD"), "攻核/Zed"),
    **dict.fromkeys(("ENTRY", "NUMBER", "PLAYER", "LETTER", "SEASON|LETTER", "STEP"), "1"),
    **dict.fromkeys(("FILE", "FILE|URL", "SEASON|FILE|URL"), "list.txt"),
    "WHEN": "2031-03-31 21:00",
    "DATE": "2003-05-05",
    "ADDRESS": "alice@example.com",
    "URL": "https://example.com/",
    "ROLE": "helper",
    "ACT": "skip",
    "NAME": "Alice",
    "name|owner|lore|picture": "lore",
    "TOPIC": "players",
}
HUGE: Final = "9" * 21
MOMENTS: Final = ("0001-01-01 00:00", "9999-12-31 23:59")
HOSTILE: Final = {
    **dict.fromkeys(("WHEN", "DATE"), (*MOMENTS, HUGE)),
    "LIST": (*(f"{each} +2" for each in MOMENTS), HUGE),
    **dict.fromkeys(("FILE", "[FILE]", "FILE|URL", "SEASON|FILE|URL"), ("torn.txt", ".")),
}
ANSWERED: Final = (0, 1, 2, 64)
"""The last is that of `mail in`, by which a mail server knows that a command was wrong."""
UNSAID: Final = ("right here (", "Refused:")
"""Behind these stands the code of a problem that has no words."""
FIELD: Final = [Character("Alice", "攻響核"), Character("Bob", "連核"), Character("Carol", "攻核")]


def commands(
    command: Any = None, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Any]]:
    """Every command of the program, and what it takes."""
    command = command or typer.main.get_command(program)
    below = getattr(command, "commands", None)
    if below is None:
        yield path, command.params
    for name, each in (below or {}).items():
        yield from commands(each, (*path, name))


def calls(group: str, season: str) -> Iterator[list[str]]:
    """The commands of this group with what is hostile in each place, beside what can be meant."""
    meant = PLAUSIBLE | {"SEASON": season}
    for path, params in commands():
        if path[0] != group:
            continue
        plain = {
            each: meant.get(each.metavar, "1")
            for each in params
            if each.param_type_name == "argument"
        }
        for each in [*plain, *(each for each in params if each.metavar and each not in plain)]:
            for value in HOSTILE.get(each.metavar, (HUGE,)):
                options = [] if each in plain else [f"{each.opts[0]}={value}"]
                typed = plain | {each: value} if each in plain else plain
                yield [*path, *options, "--", *typed.values()]


@pytest.fixture
def here(site_file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder, and an installation with a published season, one that is open, and a letter."""
    database = Database(f"sqlite:///{site_file}")
    with database.writing() as session:
        a_finished_season(session, FIELD)
        a_season(session, slug="open")
    write_letters(database, "alice")
    database.close()
    for name in [each for each in os.environ if each.startswith("HIKYAKU_")]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("HIKYAKU_DATABASE_URL", f"sqlite:///{site_file}")
    monkeypatch.setenv("HIKYAKU_MAILDIR", str(tmp_path / "mail"))
    monkeypatch.setenv("HIKYAKU_SECRET", KEY)
    monkeypatch.setattr("app.store.upkeep.migrations.migrate", lambda database: None)
    monkeypatch.chdir(tmp_path)
    (tmp_path / "list.txt").write_text("攻核/Zed\n連核/Yan\n", "utf-8")
    (tmp_path / "torn.txt").write_bytes(b"\x81\xff\xfe\n\xe6\n")
    yield tmp_path
    read_settings.cache_clear()


@pytest.mark.parametrize("group", sorted({path[0] for path, _ in commands()} - ENDLESS))
def test_what_is_typed_is_answered_in_a_sentence(here: Path, group: str) -> None:
    faults = []
    for call in calls(group, "cup" if group == "stats" else "open"):
        try:
            told = hikyaku(*call, stdin="", code=ANSWERED)
        except AssertionError as fault:
            faults.append(str(fault).partition("\n")[0])
            continue
        is_said = told.stderr.strip() and not any(each in told.stderr for each in UNSAID)
        if told.exit_code and not is_said:
            faults.append(f"{' '.join(call)}: {told.stderr}")
    assert not faults, "\n".join(faults)
