"""An organiser hides a part of an entry: everybody else sees it no more, and its player hears why."""

import re
from datetime import UTC, datetime

import pytest
from sqlmodel import Session, select
from starlette.testclient import TestClient

from app.league.archive.record import public_record, record
from app.league.archive.structure import read_record
from app.league.archive.verification import notes, unproven
from app.league.entries.pictures import portraits
from app.league.entries.pictures.formats import Portrait
from app.league.results.results import finished, sheet_of, shown
from app.letters import contents
from app.notices.news import Report
from app.store import letters
from app.store.database import Database
from app.store.tables import Audit, Entry, Letter, Run, Season, SeasonState
from app.web.pages.seasons.standings import StandingsQuery, arranged
from tests.support.browsers import text_shown
from tests.support.seasons import Character, a_finished_season, a_season

NOW = datetime.now(UTC)
RUDE = "Bob is a <b>toad</b>."
FIELD = [
    Character("Alice", "攻攻攻", "Al", RUDE),
    Character("Bob", "核", "Bo", "It sleeps."),
]
PUBLIC = (
    "/en/seasons/cup",
    "/en/seasons/cup/characters",
    "/en/seasons/cup/entries/1",
    "/en/seasons/cup/battles/1-2",
    "/en/embed/seasons/cup",
    "/api/v1/seasons/cup/entries/1",
    "/en/lab/laplaplus",
    "/en/seasons/cup/entries/1/print",
)
DESK = "/en/desk/seasons/cup"


@pytest.fixture
def alice(database: Database) -> int:
    """The number of an entry that has lore and a picture, in a season whose results are public."""
    with database.writing() as session:
        a_finished_season(session, FIELD)
        entry = session.exec(select(Entry).where(Entry.number == 1)).one()
        assert entry.current
        portraits.keep(session, entry.current, Portrait(b"RIFF", 8, 8), NOW)
        return entry.id


def press(
    olga: TestClient, entry: int, button: str, what: str, tell: str = "", public: str = ""
) -> int:
    """What the desk answers when this is hidden or shown."""
    kept = dict(
        re.findall(r'type="hidden" name="(\w+)" value="([^"]*)"', olga.get("/en/desk").text)
    )
    sent = kept | {button: what, "tell": tell, "public": public}
    return olga.post(f"{DESK}/hide/{entry}", data=sent).status_code


def told(database: Database) -> list[tuple[str, str]]:
    """Subjects and texts of the letters about it, in order."""
    with database.reading() as session:
        about = session.exec(
            select(Letter).where(Letter.kind == "hidden").order_by(Letter.id)  # type: ignore[arg-type]
        )
        drafts = [contents.draft(session, each) for each in about]
    return [(each.subject, each.text) for each in drafts]


def test_hidden_lore_is_gone_for_others_until_it_is_shown_again(
    olga: TestClient, database: Database, alice: int
) -> None:
    before = {path: olga.get(path) for path in PUBLIC}
    telling = {path for path, answer in before.items() if "toad" in answer.text}
    assert {*PUBLIC[:3], PUBLIC[5]} <= telling
    assert f"/hide/{alice}" in olga.get(DESK).text

    assert press(olga, alice, "hide", "lore") == 422, "its player must hear why"
    assert told(database) == []
    assert press(olga, alice, "hide", "lore", "It <i>insults</i>.") == 303
    assert press(olga, alice, "hide", "lore", "Again.") == 303
    for path in PUBLIC:
        tag = {"If-None-Match": before[path].headers.get("ETag", "")}
        assert "toad" not in text_shown(olga.get(path))
        assert path not in telling or olga.get(path, headers=tag).status_code == 200
    assert "Lore: hidden by the organisers." in olga.get(PUBLIC[2]).text
    assert "toad" in olga.get(f"{DESK}/hide/{alice}").text
    ((subject, text),) = told(database)
    assert subject.startswith("Hidden: ")
    assert "    It <i>insults</i>." in text
    with database.reading() as session:
        assert lore_in_record(session) == RUDE, "its seal covers it"
        entry = session.get_one(Entry, alice)
        assert entry.current
        run = session.exec(select(Run)).one()
        who = finished(session, entry.season, run).participants[0]
        assert sheet_of(session, who).lore == "", "letters tell none of it"

    assert press(olga, alice, "show", "lore") == 303
    assert {path for path in PUBLIC if "toad" in olga.get(path).text} == telling
    assert [subject.split(":")[0] for subject, _ in told(database)] == ["Hidden", "Shown again"]
    with database.reading() as session:
        acts = session.exec(select(Audit).where(Audit.entry_id == alice)).all()
    assert [each.act for each in acts] == ["hide", "show-again"]
    assert acts[0].detail == {"part": "lore", "told": "It <i>insults</i>."}


def lore_in_record(session: Session) -> str:
    season = session.exec(select(Season)).one()
    return record(session, season, NOW).entries[0].lore


def test_a_hidden_name_is_read_by_its_player_and_organisers_alone(
    olga: TestClient, database: Database, alice: int
) -> None:
    """`tests/test_sealed.py` walks all routes; here is who still reads it, and that it may be shown again."""
    page = PUBLIC[2]
    tag = {"If-None-Match": olga.get(page).headers["ETag"]}
    with database.writing() as session:
        season, run = session.exec(select(Season)).one(), session.exec(select(Run)).one()
        readers = [each.player for each in session.exec(select(Entry)) if each.player]
        letters.write_to_all(session, Report(), readers, "a", now=NOW, season=season, run=run)
        for each in session.exec(select(Letter)):
            each.subject = each.text = each.html = "Alice won, as you read before."
    assert press(olga, alice, "hide", "name", "It <i>insults</i>.") == 303
    with database.reading() as session:
        reports = session.exec(select(Letter).where(Letter.kind == Report.slug)).all()
        texts = [contents.draft(session, each).text for each in reports if each.text is None]
        told_as = [[name for name in ("Alice", "Entry 1") if name in text] for text in texts]
    assert sorted(told_as) == [["Alice"], ["Entry 1"]], "each reads its own"
    hidden = olga.get(page, headers=tag)
    assert "<h1><bdi>Entry 1</bdi></h1>" in hidden.text
    assert "insults" not in hidden.text, "only its player is told why"
    assert "<h1><bdi>登録番号1</bdi></h1>" in olga.get(page.replace("en", "ja", 1)).text
    assert "Alice" in olga.get(DESK).text
    assert "name hidden" in olga.get(DESK).text
    with database.reading() as session:
        season = session.exec(select(Season)).one()
        run = session.exec(select(Run)).one()
        own, other = finished(session, season, run).participants
        for who, name in ((own, "Alice"), (other, "Entry 1")):
            names = [
                each.name for each in shown(session, season, run, "en", who.player_id).participants
            ]
            assert names == [name, "Bob"]
        public_run = shown(session, season, run, "en")
        assert not any(arranged(public_run, StandingsQuery(find)) for find in ("alice", "ali"))
        assert len(arranged(public_run, StandingsQuery("entry 1"))) == 1
        whole, public = record(session, season, NOW), public_record(session, season, NOW)
    assert whole.entries[0].name == "Alice"
    assert '"hidden"' not in whole.model_dump_json(), "nothing new in it"
    again = read_record(public.model_dump_json().encode())
    assert again.entries[0].name == "Entry 1"
    assert [each.code for each in unproven(again)] == ["unproven-name", "unproven-digest"]
    assert [each.code for each in notes(again)] == [], "it was not public before"

    assert press(olga, alice, "show", "name") == 303
    assert press(olga, alice, "hide", "name", "It <i>insults</i>.", public="1") == 303
    assert "It &lt;i&gt;insults&lt;/i&gt;." in olga.get(page).text
    assert press(olga, alice, "show", "name") == 303
    assert "<h1><bdi>Alice</bdi></h1>" in olga.get(page).text


def test_a_crest_stands_in_for_a_hidden_picture(
    olga: TestClient, database: Database, alice: int
) -> None:
    source = "/pictures/"
    pages = (
        *("/en/seasons/cup/characters", "/en/seasons/cup/entries/1"),
        "/api/v1/seasons/cup/entries/1",
    )
    assert all(source in olga.get(path).text for path in pages)
    assert press(olga, alice, "hide", "picture", "Not theirs.") == 303
    assert not any(source in olga.get(path).text for path in pages)
    assert "picture" in told(database)[0][1]
    assert press(olga, alice, "show", "picture") == 303
    assert all(source in olga.get(path).text for path in pages)


def test_nothing_is_hidden_while_it_is_sealed_nor_what_is_not_there(
    olga: TestClient, database: Database, alice: int
) -> None:
    with database.writing() as session:
        session.exec(select(Season)).one().state = SeasonState.OPEN
    assert "toad" not in text_shown(olga.get(f"{DESK}/hide/{alice}"))
    assert press(olga, alice, "hide", "lore", "It insults.") == 422
    with database.writing() as session:
        session.exec(select(Season)).one().state = SeasonState.PUBLISHED
        bob = session.exec(select(Entry).where(Entry.number == 2)).one().id
        other = a_season(session, slug="other")
        assert other.id
    assert press(olga, bob, "hide", "picture", "Not theirs.") == 422
    assert press(olga, alice, "hide", "build", "No.") == 400
    assert olga.get(f"/en/desk/seasons/other/hide/{alice}").status_code == 404
    assert told(database) == []
