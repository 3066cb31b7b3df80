"""A problem is one line in a table: a new one is told at every door, in the language of its reader."""

from datetime import datetime
from typing import Final, NoReturn

import pytest
from fastapi.testclient import TestClient

from app.cli.console.steps import in_words
from app.errors import FieldName, Kind, Listing, Problem, SeasonRefused
from app.league import visibility
from app.league.problems import KINDS
from app.letters.contents import render
from app.main import create_app
from app.notices.answers import Problems
from app.settings import Settings
from app.store.database import Database
from app.store.tables import Letter
from tests.support.people import NOW, an_entry

HATS: Final = Kind(
    "too-many-hats", "%(who)s wears %(hats)s above the %(part)s since %(since)s. Take one: %(all)s."
)
SAID: Final = Problem(
    HATS.code,
    who=("ミスター火曜日", "Mister Tuesday"),
    hats=Listing(("bowler", "fez")),
    part=FieldName("name"),
    since=datetime.fromisoformat("2026-11-28T12:00:00+00:00"),
    suggestions=("cap", "hood"),
)
EN: Final = "Mister Tuesday wears bowler, fez above the Name since Sat 28 Nov 2026, 21:00 JST. Take one: cap, hood."
JA: Final = "ミスター火曜日 wears bowler、fez above the 名前 since 2026年11月28日(土) 21:00 JST. Take one: cap、hood."


def test_a_new_problem_is_told_at_every_door(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*_: object) -> NoReturn:
        raise SeasonRefused([SAID])

    monkeypatch.setitem(KINDS, HATS.code, HATS._replace(offers=""))
    monkeypatch.setattr(visibility, "public_season", refuse)
    site = TestClient(create_app(Settings(base_url="https://cup.example"), database, lambda: NOW))
    with database.writing() as session:
        revision = an_entry(session).current
        assert revision
        letter = Letter(
            kind="problems",
            dedup_key="hats",
            message_id="hats",
            player_id=revision.entry.player_id or 0,
            lang="ja",
            revision_id=revision.id,
            season_id=revision.entry.season_id,
            about=Problems(problems=(SAID,)).to_row(),
            due_at=NOW,
            created_at=NOW,
        )
        told = render(session, letter)
    page = site.get("/ja/seasons/cup", headers={"Accept": "text/html"})
    answer = site.get("/api/v1/seasons/cup", headers={"Accept-Language": "en"})

    assert in_words(SAID) == EN
    assert (page.status_code, answer.status_code) == (409, 409)
    assert JA in page.text
    assert [each["text"] for each in answer.json()["problems"]] == [EN]
    assert "".join(JA.split()) in "".join(told.text.split())
