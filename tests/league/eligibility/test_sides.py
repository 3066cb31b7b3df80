"""Sides of a season: named by a mail, a form, a program, a command or a tag, apart in battle, and checked by anybody."""

import json
from pathlib import Path
from zipfile import ZipFile

import pytest
from selectolax.lexbor import LexborHTMLParser
from sqlmodel import select

from app.errors import Problem
from app.i18n import LANGS
from app.league.archive import verification
from app.league.archive.structure import read_record
from app.league.eligibility import sides
from app.league.eligibility.sides import Side, Sides
from app.league.problems import explain
from app.letters.contents import render
from app.store import entries, seasons
from app.store.database import Database
from app.store.tables import Letter, Run
from tests.cli.conftest import Installed, installed
from tests.support.posting import CUP, Postman, open_cup

__all__ = ["installed"]
BOTH = Sides((Side("紅", "Red", "#c03030"), Side("白", "White")), apart=True)


def codes(found: list[Problem]) -> list[str]:
    return [problem.code for problem in found]


@pytest.mark.parametrize(
    "typed", ["紅", " 紅 ", "Red", "ｒｅｄ", "RED", "[紅]", "【紅】", "「Red」", "\u3000red\u3000"]
)
def test_a_side_is_known_in_any_width_case_and_bracket(typed: str) -> None:
    assert BOTH.called(typed) == BOTH.every[0]


@pytest.mark.parametrize(
    ("typed", "code", "near"),
    [
        ("", "no-side", ()),
        ("[]", "no-side", ()),
        ("Rod", "unknown-side", ("Red",)),
        ("青", "unknown-side", ()),
        ("Red, White", "unknown-side", ()),
        ("\u202eder", "unknown-side", ()),
        ("<b>" * 9000, "unknown-side", ()),
    ],
)
def test_any_other_is_refused_with_all_sides_and_the_nearest(
    typed: str, code: str, near: tuple[str, ...]
) -> None:
    found = [*sides.problems(BOTH, {"side": typed})]

    assert codes(found) == [code]
    assert found[0].suggestions[: len(near)] == near
    for lang in LANGS:
        said = explain(found[0], lang)
        assert BOTH.every[1].name(lang) in said
        assert len(said) < 300


def test_a_season_without_sides_takes_none() -> None:
    assert codes([*sides.problems(Sides(), {"side": "紅"})]) == ["season-without-sides"]
    assert codes([*sides.problems(Sides(), {})]) == []


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ("紅", "bad-sides"),
        ("\n".join(f"s{at}" for at in range(17)), "bad-sides"),
        ("紅 / Red\nRED", "side-twice"),
        ("紅 #nocolour\n白", "bad-colour"),
        ("[紅]\n白", "bad-side-name"),
        ("紅\u202e\n白", "bad-side-name"),
        (f"{'長' * 31}\n白", "bad-side-name"),
    ],
)
def test_sides_that_cannot_be_are_refused(text: str, code: str) -> None:
    assert codes([*sides.problems_of(sides.read(text, is_apart=True))]) == [code]


def test_sides_are_read_as_they_are_written() -> None:
    assert sides.read(BOTH.text, is_apart=True) == BOTH
    assert sides.read("紅／Red ＃C03030、 白/White", is_apart=True) == BOTH
    assert Sides.of(BOTH.plain()) == BOTH
    assert sides.read(" \n", is_apart=True) == Sides()


def test_a_mail_names_its_side_changes_it_and_hears_which_there_are(database: Database) -> None:
    open_cup(database)
    with database.writing() as session:
        seasons.by_slug(session, CUP).sides = BOTH.plain()
    postman = Postman(database)

    def told() -> str:
        with database.reading() as session:
            return " ".join(
                render(session, session.get_one(Letter, postman.last().id)).text.split()
            )

    def side() -> str:
        with database.reading() as session:
            (entry,) = entries.of_season(session, seasons.by_slug(session, CUP))
            return str(entry.current and entry.current.extras["side"])

    postman.post("Name: Tuesday\nBuild: 攻核\n")
    assert "Red, White" in told()
    postman.post("Name: Tuesday\nBuild: 攻核\nSide: Whit\n")
    assert "White" in told()
    postman.enter("名前: Tuesday\n構成: 攻核\n陣営: 【紅】\n")
    assert side() == "Red"
    postman.post("Side: white\n", to=postman.secret())
    assert side() == "White"
    postman.post("[紅] 攻核核/Tuesday\n", to=postman.secret())
    assert side() == "Red"


def test_a_season_of_two_sides_from_the_draft_to_the_record(
    installed: Installed, tmp_path: Path
) -> None:
    run = installed
    run(
        "season", "create", "laplaplus", "war", "--sides", "紅 / Red #c03030, 白 / White", "--apart"
    )
    run("season", "open", "war", "--no-announce")
    assert "Red, White" in run("season", "add", "war", "核/Nobody", code=1).stderr
    run("season", "add", "war", "攻響核/Tuesday", "--side", "紅")
    run("season", "add", "war", "[Red] 連核/Goose")
    run("season", "add", "war", "核核/Bee", "--side", "ｗｈｉｔｅ")
    run("season", "add", "war", "盾攻 / Owl [白]")
    run("season", "close", "war")
    assert "4 battles played" in run("season", "run", "war").stdout
    run("season", "publish", "war")
    shown = json.loads(run("season", "show", "war", "--json").stdout)
    target = tmp_path / "record.json"
    run("season", "export", "war", str(target))

    assert {line["wins"] + line["draws"] + line["losses"] for line in shown["standings"]} == {2}
    assert "4 battles played again, everything holds" in run("season", "verify", str(target)).stdout
    record = json.loads(target.read_text())
    points = {each["name"]: each["points"] for each in record["entries"]}
    told = {each["en"]: each["points"] for each in record["sides"]["every"]}
    assert told == {
        "Red": points["Tuesday"] + points["Goose"],
        "White": points["Bee"] + points["Owl"],
    }

    def forged(change: str) -> set[str]:
        other = json.loads(target.read_text())
        if change == "apart":
            other["sides"]["apart"] = False
        elif change == "points":
            other["sides"]["every"][0]["points"] += 1
        elif change == "side":
            other["entries"][0]["extras"]["side"] = "White"
        else:
            other["entries"][0]["extras"]["side"] = "Blue"
        found = verification.verify(read_record(json.dumps(other).encode()))
        return {problem.code for problem in found}

    assert "battle-differs" in forged("apart")
    assert "side-differs" in forged("points")
    assert {"commitment-differs", "battle-differs"} <= forged("side")
    assert "side-unnamed" in forged("nobody")


def test_sides_come_back_from_an_archive_with_their_table_and_the_same_bytes(
    installed: Installed, tmp_path: Path, site_file: Path, sqlite_template: Path
) -> None:
    run = installed
    run(
        "season", "create", "laplaplus", "war", "--sides", "紅 / Red #c03030, 白 / White", "--apart"
    )
    run("season", "open", "war", "--no-announce")
    for line in ("[紅] 攻響核/Tuesday", "[紅] 連核/Goose", "[白] 核核/Bee"):
        run("season", "add", "war", line)
    for command in ("close", "run", "publish"):
        run("season", command, "war")
    here, there = tmp_path / "here.zip", tmp_path / "there.zip"
    run("season", "export", "war", str(here), "--site")
    elsewhere = {"HIKYAKU_DATABASE_URL": f"sqlite:///{tmp_path / 'elsewhere.db'}"}
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    run("season", "restore", str(here), **elsewhere)
    run("season", "export", "war", str(there), "--site", **elsewhere)

    with ZipFile(here) as archive:
        page = LexborHTMLParser(archive.read("en/index.html"))
        sheet = archive.read("data/standings.csv").decode("utf-8-sig").splitlines()
    rows = [row.text(separator=" ").split()[1:5] for row in page.css("#sides ~ * tbody tr")]
    assert sorted(rows) == [["Red", "6", "3", "2"], ["White", "0", "0", "1"]]
    assert sorted(line.split(",")[5] for line in sheet) == ["Red", "Red", "White", "side"]
    assert here.read_bytes() == there.read_bytes()
    kept = [site_file, tmp_path / "elsewhere.db"]
    assert len({_inputs_digest(each) for each in kept}) == 1


def _inputs_digest(path: Path) -> str:
    """Of the only run in this database."""
    database = Database(f"sqlite:///{path}")
    with database.reading() as session:
        digest = session.exec(select(Run)).one().inputs_digest
    database.close()
    return digest


def test_where_all_are_on_one_side_there_is_nothing_to_play(installed: Installed) -> None:
    run = installed
    run("season", "create", "laplaplus", "war", "--sides", "紅 / Red, 白 / White", "--apart")
    run("season", "open", "war", "--no-announce")
    for name in ("Tuesday", "Goose"):
        run("season", "add", "war", f"核/{name}", "--side", "Red")
    run("season", "close", "war")

    assert "same side" in run("season", "run", "war", code=1).stderr
