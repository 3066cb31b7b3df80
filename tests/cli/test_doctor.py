"""`hikyaku doctor`: what is here and what is wrong with it."""

import json
import locale
import sqlite3
import tempfile
from collections.abc import Callable

import pytest
from typer.testing import Result

from app.cli import installation
from app.league import computing
from app.settings import Settings
from app.settings import settings as read_settings

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


def test_it_says_who_plays_seasons(hikyaku: Hikyaku) -> None:
    assert findings(hikyaku("doctor", "--json"))["seasons played by"].startswith("local, ")


def test_a_cluster_that_does_not_answer_is_wrong(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(computing, "CONNECT_SECONDS", 0.2)
    monkeypatch.setattr(installation, "settings", lambda: Settings(compute="dask://127.0.0.1:1"))
    result = hikyaku("doctor")

    assert result.exit_code == 1
    assert "no Dask scheduler answers at dask://127.0.0.1:1" in result.stderr


@pytest.mark.parametrize("compute", ["dask", "tcp://host:1", "dask://host", "dask://h o:1"])
def test_settings_that_mean_nothing_are_wrong(hikyaku: Hikyaku, compute: str) -> None:
    read_settings.cache_clear()
    result = hikyaku("doctor", env={"HIKYAKU_COMPUTE": compute})
    read_settings.cache_clear()

    assert result.exit_code == 1
    assert "HIKYAKU_COMPUTE: must be local or dask://host:port" in result.stderr
