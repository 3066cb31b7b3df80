"""The archive of a season: pages and data that need no server, and lead nowhere else."""

import io
import json
import sqlite3
import subprocess
import sys
from contextlib import closing
from multiprocessing import active_children
from pathlib import Path
from typing import Any
from zipfile import ZipFile

import pytest
from playwright.sync_api import Browser, Request
from sqlmodel import Session

from app.engine import MOMENTS
from app.errors import SeasonRefused
from app.games import ruleset
from app.games.house import with_cards
from app.league import visibility
from app.league.archive.record import public_record
from app.league.results.results import shown
from app.main import create_app
from app.settings import Settings
from app.store import house
from app.store.database import Database
from app.store.tables import Cup, Entry, Round, Run, SeasonState
from app.web.archive import addresses, bundle, makers
from app.web.archive.addresses import AddressBook, Extent, Leaf
from tests.support.house_cards import VOLLEY
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season
from tests.support.stages import a_season, publish as publish_stages
from tests.web.archive.reading import faults, opened

CHARACTERS = [
    Character("Alice", "閃閃交硬果", "alice", "# A story\n\n[a place](https://alice.example.org/)"),
    Character("Bob <b>", "硬硬硬硬硬", "bob", extras={"lines": dict.fromkeys(MOMENTS, "Tea?")}),
    Character("キャロル", "閃果交硬閃", url="https://carol.example.org/"),
    Character("Dave/4", "硬交閃交硬", "dave"),
]
GAME = "shiden-issen-2"


@pytest.fixture
def database(sqlite_template: Path, tmp_path: Path) -> Database:
    (tmp_path / "hikyaku.db").write_bytes(sqlite_template.read_bytes())
    return Database(f"sqlite:///{tmp_path / 'hikyaku.db'}")


def publish(session: Session, **changes: Any) -> None:
    version = ruleset(GAME).rules_version
    named: dict[str, Any] = {"game": GAME, "rules_version": version, "published_at": NOW}
    a_finished_season(session, CHARACTERS, **named | changes)


def archived(
    database: Database,
    base_url: str = "https://cup.example",
    maker: makers.SiteMaker | None = None,
) -> bytes:
    settings = Settings(base_url=base_url, database_url=str(database.engine.url))
    file = io.BytesIO()
    app = create_app(settings, database, lambda: NOW)
    bundle.write(app, "cup", NOW, file, lambda _: None, maker)
    return file.getvalue()


def test_stages_are_in_the_archive_with_their_rounds_and_spreadsheets(database: Database) -> None:
    a_season(database, "swiss rounds=2 best=4\nknockout", [*"核攻盾響硬双"])
    publish_stages(database)
    files = opened(archived(database))

    assert "\n".join(faults(files)) == ""
    for lang in ("ja", "en"):
        assert {f"{lang}/stages_2.html", f"{lang}/stages_1_rounds_2.html"} <= {*files}
    assert {
        f"data/stage-{place}-{what}.csv" for place in (1, 2) for what in ("standings", "pairings")
    } <= {*files}


def test_no_link_of_an_archive_leads_nowhere(database: Database) -> None:
    with database.writing() as session:
        publish(session)
    files = opened(archived(database))

    assert "\n".join(faults(files)) == ""
    told = {
        f"{lang}/battles/{a}-{b}.html"
        for lang in ("ja", "en")
        for a in (1, 2, 3)
        for b in range(a + 1, 5)
    }
    assert told <= {*files}
    assert "Tea?" in files["en/battles/1-2.html"].decode()
    assert 'href="https://alice.example.org/"' in files["en/entries/1.html"].decode()
    assert b"cup.example" not in b"".join(files.values())


def test_the_same_season_makes_the_same_bytes_on_every_site(database: Database) -> None:
    with database.writing() as session:
        publish(session)

    assert archived(database) == archived(database, "http://elsewhere.example:8000")


def test_processes_on_all_cores_make_the_same_bytes(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with database.writing() as session:
        publish(session)
    made_here = archived(database)
    monkeypatch.setattr(makers, "MANY", 1)

    assert archived(database, maker=create_app) == made_here


def test_a_process_that_is_killed_costs_no_page(
    database: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    with database.writing() as session:
        publish(session)
    made_here = archived(database)
    monkeypatch.setattr(makers, "MANY", 1)
    files = []

    def told(name: str) -> None:
        files.append(name)
        for process in active_children():
            process.kill()

    file = io.BytesIO()
    app = create_app(Settings(base_url="https://cup.example"), database, lambda: NOW)
    bundle.write(app, "cup", NOW, file, told, create_app)

    assert file.getvalue() == made_here
    assert len(files) == len({*files})
    assert "a process has died" in caplog.text


def test_other_seasons_leave_no_trace_in_an_archive(database: Database) -> None:
    """Editions of its cup, rounds after it, the player rank: else the same season would make other bytes later."""
    with database.writing() as session:
        session.add(Cup(slug="spring", title_ja="春", title_en="Spring", created_at=NOW))
        publish(session, cup="spring", edition=2)
    before = archived(database)
    with database.writing() as session:
        publish(session, slug="first", cup="spring", edition=1)
        publish(session, slug="third", cup="spring", edition=3)
        season, third = (visibility.public_season(session, slug) for slug in ("cup", "third"))
        season.ranked = True
        season.ranked_at = NOW
        session.add(Round(season_id=third.id, before_id=season.id, number=2))

    assert archived(database) == before


def test_of_a_large_season_the_best_are_on_pages_and_all_in_lists(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(addresses, "MOST_BATTLES", 1)
    with database.writing() as session:
        publish(session)
    files = opened(archived(database))

    assert [each for each in faults(files) if not each.endswith(".txt is not found")] == []
    assert len([each for each in files if each.startswith("ja/battles/")]) == 1
    _, _, _, *lines = files["ja/entries/3.txt"].decode().splitlines()
    assert sorted(line.split("\t")[3] for line in lines) == ["Alice", "Bob <b>", "Dave/4"]


def test_what_is_not_public_is_in_no_archive(database: Database) -> None:
    with database.writing() as session:
        publish(session, state=SeasonState.REVIEW)

    with pytest.raises(SeasonRefused) as refusal:
        archived(database)
    assert [each.code for each in refusal.value.problems] == ["results-not-public"]


def test_what_organisers_hide_is_in_no_file(database: Database) -> None:
    with database.writing() as session:
        publish(session)
        alice = session.get_one(Entry, 1)
        alice.name_hidden_at = alice.owner_hidden_at = alice.lore_hidden_at = NOW
        session.add(alice)
    files = opened(archived(database))

    names = [name for name, content in files.items() if b"lice" in content]
    assert names == ["battles.pyz"]  # the program has slices
    assert "\n".join(faults(files)) == ""


def test_the_data_can_be_asked_in_sql_and_pasted(database: Database, tmp_path: Path) -> None:
    with database.writing() as session:
        publish(session)
        season = visibility.public_season(session, "cup")
        record = public_record(session, season, NOW)
    files = opened(archived(database))

    assert json.loads(files["data/record.json"]) == record.model_dump(mode="json")
    assert files["data/characters.txt"].decode().splitlines()[3] == "硬交閃交硬/Dave/4"
    (tmp_path / "season.sqlite3").write_bytes(files["data/season.sqlite3"])
    with closing(sqlite3.connect(tmp_path / "season.sqlite3")) as asked:
        won = """SELECT e.name, count(b.winner) FROM entry e LEFT JOIN battle b ON b.winner = e.number
            GROUP BY e.number ORDER BY e.number"""
        wins = dict(asked.execute(won).fetchall())
        (battles,) = asked.execute(
            "SELECT count(*) FROM battle JOIN reason ON reason = id"
        ).fetchone()
    with database.reading() as session:
        run = shown(session, season, session.get_one(Run, season.published_run_id), "en")
    assert wins == {run.participants[each.entry].name: each.wins for each in run.standings}
    assert battles == 6


def test_every_battle_is_told_by_python_alone(database: Database, tmp_path: Path) -> None:
    with database.writing() as session:
        publish(session)
    files = opened(archived(database))
    (tmp_path / "data").mkdir()
    for name in ("battles.pyz", "data/record.json"):
        (tmp_path / name).write_bytes(files[name])

    def run(*arguments: str) -> subprocess.CompletedProcess[bytes]:
        # Neither our packages nor anybody else's are to be found.
        python = [sys.executable, "-I", "-S", str(tmp_path / "battles.pyz")]
        return subprocess.run([*python, *arguments], check=False, capture_output=True, timeout=60)

    told = run("2", "1", "en")
    assert told.returncode == 0, told.stderr
    assert "Tea?" in told.stdout.decode()
    assert "Bob <b>" in told.stdout.decode()
    assert run("2", "9").returncode == 1
    assert run("2").returncode == 2


def test_battles_with_house_cards_are_told_by_python_alone(
    database: Database, tmp_path: Path
) -> None:
    """By the cards that the record brings: the program in the archive knows no other."""
    game = with_cards("laplaplus", VOLLEY)
    with database.writing() as session:
        house.keep(
            session, game.rules_version, game.slug, game.house.text if game.house else "", NOW
        )
        fields = [Character("Archer", "矢核", "archer"), Character("Wall", "盾核", "wall")]
        a_finished_season(session, fields, rules_version=game.rules_version, published_at=NOW)
    files = opened(archived(database))
    (tmp_path / "data").mkdir()
    for name in ("battles.pyz", "data/record.json"):
        (tmp_path / name).write_bytes(files[name])

    python = [sys.executable, "-I", "-S", str(tmp_path / "battles.pyz"), "1", "2", "ja"]
    told = subprocess.run(python, check=False, capture_output=True, timeout=60)
    assert told.returncode == 0, told.stderr
    assert "一斉射撃" in told.stdout.decode()


def missed(request: Request) -> list[str]:
    """The address of a request that found nothing; a browser that goes on to the next page breaks off what it still reads."""
    return [] if request.failure == "net::ERR_ABORTED" else [request.url]


def test_an_archive_is_read_from_a_disk(
    database: Database, tmp_path: Path, chromium: Browser
) -> None:
    """From the table to a character to a battle, step by step, and in the other language; without scripts too."""
    with database.writing() as session:
        publish(session)
    with ZipFile(io.BytesIO(archived(database))) as archive:
        archive.extractall(tmp_path / "cup")
    page = chromium.new_page()
    problems: list[str] = []
    page.on("pageerror", lambda error: problems.append(str(error)))
    page.on("console", lambda message: problems.append(message.text))
    page.on("requestfailed", lambda request: problems.extend(missed(request)))
    page.goto((tmp_path / "cup" / "index.html").as_uri())
    page.click("text=English")
    page.click("table.standings tbody th a")
    page.click("table.met td a")
    page.click("[data-go=on]")
    assert page.text_content(".count span") == "1 / " + str(page.locator(".story [id^=e]").count())
    page.click(".languages a[hreflang=ja]")
    page.wait_for_url("**/ja/battles/**.html")
    page.close()
    assert problems == []


def test_a_match_is_a_file_from_either_side() -> None:
    """The page of a match is there twice; its replay and an unknown side are not."""
    base = "https://hikyaku.example"
    book = AddressBook("cup", ruleset("acts"), Extent((1, 2), matches=1), base)
    match = "/ja/seasons/cup/matches/1-1"
    files = {
        f"{match}{end}": book.leaf("/ja/seasons/cup", f"{match}{end}")
        for end in ("", "?seat=b", "?seat=b#board", "?seat=c", "/replay?seat=b", "/proof?seat=b")
    }
    found = {address.removeprefix(match): leaf for address, leaf in files.items() if leaf}

    assert found == {
        "": Leaf("ja/matches/1-1.html", match),
        "?seat=b": Leaf("ja/matches/1-1-b.html", f"{match}?seat=b"),
        "?seat=b#board": Leaf("ja/matches/1-1-b.html", f"{match}?seat=b"),
    }
