"""Many entries at once: read as people save them, refused with every problem, brought in all or none."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from sqlmodel import Session, select

from app.engine import Ruleset
from app.errors import ListUnreadable, SeasonRefused, SubmissionRejected
from app.games import ruleset
from app.league.desk import imports
from app.league.desk.imports import ImportSheet
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin, submit
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters import contents
from app.letters.contents import render
from app.store import entries, players, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Letter

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW)
OWN = "hikyaku@example.com"
GAME: Ruleset = ruleset("laplaplus")
TABLE = (
    '名前,構成,オーナー,設定,URL,アドレス\r\nアリス,攻響核,有栖,"一行目, ""雨""\r\n二行目",https://example.com/,alice@example.com\r\n'
    "\r\nBob,盾核,,,,\r\n"
)


@pytest.fixture
def cup(database: Database) -> Database:
    """A season with four places that takes entries; Carol is in."""
    with database.writing() as session:
        plan = season_plans.Plan("laplaplus", "cup", capacity=4)
        league_seasons.create(session, plan, BY)
        league_seasons.open_season(session, "cup", BY)
        carol = players.known_as(session, "carol@example.com", "en", NOW)
        season = seasons.by_slug(session, "cup")
        submit(session, season, carol, Submission("Carol's", "核"), Origin(NOW, proven=True))
    return database


def read(text: str) -> ImportSheet:
    return imports.read(text, GAME)


def named(session: Session) -> list[str]:
    season = seasons.by_slug(session, "cup")
    return [each.current.name for each in entries.of_season(session, season) if each.current]


@pytest.mark.parametrize(
    "encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp932"]
)
@pytest.mark.parametrize("divider", [",", ";", "\t", "，"])
def test_a_table_is_read_as_excel_saves_it(encoding: str, divider: str) -> None:
    text = TABLE.replace(",", divider).replace(f"一行目{divider}", "一行目,")
    sheet = read(imports.text_of(text.encode(encoding)))

    alice, bob = sheet.rows
    assert (sheet.problems, sheet.left_out) == ((), ())
    assert (alice.line, bob.line) == (2, 5)
    assert alice.submission == Submission(
        "アリス", "攻響核", "有栖", '一行目, "雨"\n二行目', "https://example.com/"
    )
    assert (alice.address, bob.address) == ("alice@example.com", "")


@pytest.mark.parametrize(
    ("text", "expected", "left_out"),
    [
        ("Alice,攻響核,Al", [("Alice", "攻響核", "Al")], ()),
        ("Build;Name;No.\n攻;Alice;1", [("Alice", "攻", "")], ("No.",)),
        ("構成\n攻/Alice", [("Alice", "攻/Alice", "")], ()),
        ("\n,,\nＮａｍｅ,ﾃﾞｯｷ（必須）,ＯＷＮＥＲ\r\rAlice,攻,\r", [("Alice", "攻", "")], ()),
        ('"sep=;"\r\nAlice;攻\r\n', [("Alice", "攻", "")], ()),
        ("=cmd|' /C calc'!A0,攻,+1", [("=cmd|' /C calc'!A0", "攻", "+1")], ()),
        (
            "# all\n攻響核/Alice\n\nAttack, Core／Bob, Jr.",
            [("Alice", "攻響核/Alice", ""), ("Bob, Jr.", "Attack, Core／Bob, Jr.", "")],
            (),
        ),
        ("E-Mail\tPlayer name\tName\tDeck\n\tAl\tAlice\t攻", [("Alice", "攻", "Al")], ()),
    ],
)
def test_columns_are_found_by_their_names_or_by_their_order_and_lists_are_read(
    text: str, expected: list[tuple[str, str, str]], left_out: tuple[str, ...]
) -> None:
    sheet = read(text)

    found = [each.submission for each in sheet.rows]
    assert [(each.name, each.build, each.owner) for each in found] == expected
    assert (sheet.problems, sheet.left_out) == ((), left_out)


@pytest.mark.parametrize(
    ("text", "problems"),
    [
        (" \n\u3000", [("empty-list", 0)]),
        (",,,\n,,", [("empty-list", 0)]),
        ("name,build", [("empty-list", 0)]),
        ("name,owner\nAlice,Al", [("no-column", 0)]),
        ("name,build,構成\nAlice,攻,攻", [("column-twice", 1)]),
        ('name,build\nAlice,攻\n"Bob,攻\nEve,攻', [("bad-quotes", 3)]),
        ('name,build\n"Bob"s,攻', [("bad-quotes", 2)]),
        ("name,build\nAlice,攻,,more", [("too-many-cells", 2)]),
        ("name,build\n" + "A,攻\n" * 5_000, [("too-many-rows", 0)]),
        ("x" * (imports.MOST_BYTES + 1), [("text-too-long", 0)]),
    ],
)
def test_what_is_wrong_with_a_table_is_named(text: str, problems: list[tuple[str, int]]) -> None:
    assert [(each.code, each.line) for each in read(text).problems] == problems


@pytest.mark.parametrize(
    "data", [b"PK\x03\x04\x14\0\6\0", b"\x81\xff\xfe\x00", b"\xff\xfea", b"x" * 2**20]
)
def test_a_file_that_is_no_text_is_refused(data: bytes) -> None:
    with pytest.raises(ListUnreadable):
        imports.text_of(data)


def test_every_problem_of_every_line_is_told_at_once_and_nobody_is_in(cup: Database) -> None:
    sheet = read(
        "name,build,owner,lore,url,address\n"
        f"carol’s,攻,,,,carol@example.com\nCAROL'S,Atack,a@example.com,,{'u' * 501},no address\n"
        f"Eve,攻,,{'x' * 200_000},,eve@example.com\nEVE,,,,,Eve@Example.com\n,核,,,,{OWN}"
    )
    with cup.writing() as session, pytest.raises(SubmissionRejected) as refusal:
        imports.bring_in(session, "cup", sheet, BY, OWN, "en")
    found: dict[int, list[str]] = {}
    for each in refusal.value.problems:
        found.setdefault(each.line, []).append(each.code)

    assert found == {
        2: ["address-is-in"],
        3: ["owner-is-address", "url-too-long", "unknown-card", "name-taken", "bad-address"],
        4: ["lore-too-long"],
        5: ["name-on-line", "address-on-line", "season-full"],
        6: ["empty-name", "own-address", "season-full"],
    }
    with cup.reading() as session:
        season = seasons.by_slug(session, "cup")
        told = [imports.explain(season, each, "en") for each in refusal.value.problems]
        assert "line 5: “EVE” is already the name on line 4." in told
        assert not any("Something is not right" in each for each in told)
        assert named(session) == ["Carol's"]
        assert players.with_address(session, "eve@example.com") is None


def test_all_come_in_and_those_with_an_address_get_a_receipt(cup: Database) -> None:
    with cup.writing() as session:
        imports.bring_in(session, "cup", read(TABLE), BY, OWN, "ja")
    with cup.reading() as session:
        receipts = session.exec(select(Letter).where(Letter.kind == "receipt")).all()
        alice = players.with_address(session, "alice@example.com")
        acts = audits.of_season(session, seasons.by_slug(session, "cup"))
        assert named(session) == ["Carol's", "アリス", "Bob"]
        assert alice is not None
        assert (alice.lang, alice.proven_at) == ("ja", None), "we vouch for the entry alone"
        assert [each.player_id == alice.id for each in receipts] == [False, True]
        assert "アリス" in contents.draft(session, receipts[1]).text
        assert [each.act for each in acts][-2:] == ["add", "add"]
    with cup.writing() as session, pytest.raises(SubmissionRejected) as refusal:
        imports.bring_in(session, "cup", read(TABLE), BY, OWN, "ja")
    assert {each.code for each in refusal.value.problems} == {
        "name-taken",
        "address-is-in",
        "season-full",
    }


def test_late_ones_need_a_reason_and_are_numbered_last(cup: Database) -> None:
    later = replace(BY, reason="Lost in the post.", tell="Lost in the post.")
    with cup.writing() as session:
        imports.bring_in(session, "cup", read("核/Dave"), BY, OWN, "en")
        league_seasons.close(session, "cup", later)
    with cup.writing() as session, pytest.raises(SeasonRefused):
        imports.bring_in(session, "cup", read(TABLE), BY, OWN, "en")
    with cup.writing() as session:
        late = imports.bring_in(session, "cup", read(TABLE), later, OWN, "en")
        assert [each.number for each in late] == [3, 4]
    with cup.reading() as session:
        *_, letter = session.exec(select(Letter).where(Letter.kind == "receipt")).all()
        words = render(session, letter)
    assert (
        "The organiser has entered it for you, and writes:\n\n    Lost in the post." in words.text
    )
    assert "Entries have closed. By this seal anybody can check" in words.text
    assert not any("secret address" in each or "Changing it" in each for each in words)
