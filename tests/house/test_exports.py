"""An export is one object: a new one is had at every door, as soon as everybody may see it and no sooner."""

import io
import json
import sqlite3
from contextlib import closing
from typing import Final
from zipfile import ZipFile

import pytest
from fastapi import APIRouter
from fastapi.testclient import TestClient

from app import main
from app.league.archive.parts import RecordedEntry
from app.league.archive.record import Record
from app.league.exports import catalogue
from app.league.exports.catalogue import RECORD
from app.league.exports.export import Columns, Export, of
from app.settings import Settings
from app.store.database import Database
from app.store.tables import SeasonState
from app.web.archive import bundle
from app.web.pages import downloads
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season

LENGTHS: Final[Export[Record, RecordedEntry]] = Export(
    "lengths",
    RECORD,
    (
        of(lambda _, entry: entry, "name"),
        Columns(lambda _: ("cards",), lambda _, entry: (len(entry.build),)),
        of(lambda _, entry: entry if entry.owner else None, "owner"),
    ),
    lambda record: record.entries,
)
ROWS: Final = [("=Red", 3, "olga"), ("Blue", 2, None)]


def test_a_new_one_is_on_the_site_in_the_archive_and_in_its_sqlite_file(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(catalogue, "EXPORTS", (*catalogue.EXPORTS, LENGTHS))
    with_it = APIRouter()
    downloads.serve(with_it, [LENGTHS])
    with_it.include_router(downloads.router)
    monkeypatch.setattr(downloads, "router", with_it)
    monkeypatch.setattr(main, "routes", main.routes.__wrapped__)  # a process keeps its pages
    app = main.create_app(Settings(base_url="https://cup.example"), database, lambda: NOW)
    site = TestClient(app, base_url="https://cup.example")
    field = [Character("=Red", "攻核核", "olga"), Character("Blue", "核核")]
    with database.writing() as session:
        a_finished_season(session, field, published_at=NOW)
        a_finished_season(session, field, slug="secret", state=SeasonState.REVIEW)
    packed = io.BytesIO()
    bundle.write(app, "cup", NOW, packed, lambda _: None)

    sheet, listed = (site.get(f"/seasons/cup/lengths.{kind}") for kind in ("csv", "json"))
    assert sheet.text.splitlines() == ["\ufeffname,cards,owner", "'=Red,3,olga", "Blue,2,"]
    assert sheet.headers["content-disposition"] == 'attachment; filename="cup-lengths.csv"'
    rows = [{"name": "=Red", "cards": 3, "owner": "olga"}, {"name": "Blue", "cards": 2}]
    assert listed.json() == {"format": "hikyaku-lengths-1", "season": "cup", "lengths": rows}
    with ZipFile(packed) as archive:
        assert archive.read("data/lengths.csv") == sheet.content
        assert json.loads(archive.read("data/lengths.json")) == listed.json()
        assert b"CREATE TABLE lengths" in archive.read("README.txt")
        with closing(sqlite3.connect(":memory:")) as data:
            data.deserialize(archive.read("data/season.sqlite3"))
            assert data.execute("SELECT name, cards, owner FROM lengths").fetchall() == ROWS
    assert site.get("/seasons/secret/lengths.csv").status_code == 404


def test_no_two_have_the_same_address_or_table() -> None:
    files = [file for each in catalogue.EXPORTS for file in each.files]
    tables = [each.name for each in catalogue.EXPORTS if "sql" in each.doors]

    assert len({*files}) == len(files)
    assert len({*tables}) == len(tables)
