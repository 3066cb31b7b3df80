"""Organisers from the command line: what speaks for them, and what ends it."""

import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from app.errors import Problem, SeasonRefused
from app.settings import settings
from app.store.database import Database
from app.store.security import second_factors
from tests.support.commands import Told

Hikyaku = Callable[..., Told]
OLGA = "olga@example.com"


@pytest.fixture
def here(site_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """An installation of its own."""
    url = f"sqlite:///{site_file}"
    monkeypatch.setenv("HIKYAKU_DATABASE_URL", url)
    monkeypatch.setenv("HIKYAKU_SECRET", "a secret of tests that is long enough")
    settings.cache_clear()
    database = Database(url)
    yield database
    settings.cache_clear()


def test_what_speaks_for_an_organiser_is_listed_and_ended(here: Database, hikyaku: Hikyaku) -> None:
    hikyaku("organiser", "add", OLGA, "--name", "Olga")
    hikyaku("organiser", "token", OLGA, "--name", "backup")
    listed = hikyaku("organiser", "sessions", OLGA).stdout
    number = re.search(r"(\d+) +program +backup", listed)
    assert number

    assert hikyaku("organiser", "sign-out", OLGA, number[1]).stdout == "Signed out: 1.\n"
    assert "backup" not in hikyaku("organiser", "sessions", OLGA).stdout
    assert hikyaku("organiser", "sign-out", OLGA, number[1]).stdout == "Signed out: 0.\n"
    assert hikyaku("organiser", "sign-out", OLGA).stdout == "Signed out: 1.\n"  # the link
    assert hikyaku("organiser", "sessions", OLGA).stdout == ""
    hikyaku("organiser", "sessions", "eve@example.com", code=1)
    log = hikyaku("organiser", "log").stdout
    assert re.findall(r"[a-z]+-[a-z]+(?:-[a-z]+)?(?= +command line)", log) == [
        "signed-out-everywhere",
        "sign-in-ended",
        "token-made",
        "organiser-appointed",
    ]
    assert OLGA not in log


def test_the_last_owner_stays(here: Database, hikyaku: Hikyaku) -> None:
    hikyaku("organiser", "add", OLGA, "--name", "Olga")
    hikyaku("organiser", "add", "pat@example.com", "--name", "Pat", "--role", "helper")
    refused = [
        hikyaku("organiser", "remove", OLGA, code=1),
        hikyaku("organiser", "role", OLGA, "helper", code=1),
        hikyaku("organiser", "add", OLGA, "--role", "organiser", code=1),
    ]

    assert all("the only owner" in each.stderr for each in refused)
    hikyaku("organiser", "role", "pat@example.com", "owner")
    hikyaku("organiser", "remove", OLGA)
    assert hikyaku("organiser", "list").stdout.split() == ["pat@example.com", "owner", "Pat"]


def test_a_lost_telephone_is_forgotten(here: Database, hikyaku: Hikyaku) -> None:
    hikyaku("organiser", "add", OLGA)
    with here.writing() as session:
        second_factors.begin(session, 1, "A" * 32)

    assert hikyaku("organiser", "forget-factor", OLGA).stdout == "The second factor is gone.\n"
    assert hikyaku("organiser", "forget-factor", OLGA).stdout == f"{OLGA} has no second factor.\n"
    assert hikyaku("organiser", "sessions", OLGA).stdout == ""


def test_who_asks_on_the_machine_for_what_is_sealed_is_in_the_log(
    here: Database, hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> None:
        raise SeasonRefused([Problem("sealed", season=("cup", "杯", "Cup"))])

    monkeypatch.setattr("app.league.people.organisers.speaking_for", refuse)

    hikyaku("organiser", "sessions", OLGA, code=1)
    assert "sealed-asked-for" in hikyaku("organiser", "log").stdout
