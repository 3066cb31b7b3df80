"""`hikyaku doctor`: what is here and what is wrong with it."""

import json
import locale
import sqlite3
import tempfile
from collections.abc import Callable

import pytest
from typer.testing import Result

Hikyaku = Callable[..., Result]


def findings(result: Result) -> dict[str, str]:
    return {finding["what"]: finding["found"] for finding in json.loads(result.stdout)["findings"]}


def test_a_sound_installation_is_well(hikyaku: Hikyaku) -> None:
    result = hikyaku("doctor", "--json")

    assert result.exit_code == 0
    assert json.loads(result.stdout)["is_well"]
    assert {"Python", "SQLite", "hikyaku", "sqlmodel", "locale"} <= findings(result).keys()


def test_it_says_how_each_game_plays_a_field(hikyaku: Hikyaku) -> None:
    assert findings(hikyaku("doctor", "--json"))["laplaplus"].startswith(
        "laplaplus@1, outcomes by "
    )


def test_without_json_it_is_a_table(hikyaku: Hikyaku) -> None:
    assert any(line.split()[:1] == ["SQLite"] for line in hikyaku("doctor").stdout.splitlines())


def test_what_is_wrong_is_said_and_the_exit_code_tells(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse() -> None:
        raise PermissionError("read-only")

    monkeypatch.setattr(locale, "getpreferredencoding", lambda do_setlocale: "EUC-JP")
    monkeypatch.setattr(sqlite3, "sqlite_version_info", (3, 7, 0))
    monkeypatch.setattr(tempfile, "TemporaryFile", refuse)

    result = hikyaku("doctor", "--json")

    assert result.exit_code == 1
    assert not json.loads(result.stdout)["is_well"]
    assert [line.split(":")[0] for line in result.stderr.splitlines()] == [
        "SQLite",
        "temporary files",
        "locale",
    ]
