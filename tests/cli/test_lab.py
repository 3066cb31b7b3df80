"""`hikyaku lab`: a list in, a ranking and a cross table out."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from app.cli import lab
from tests.support.commands import Told

Hikyaku = Callable[..., Told]
GAME = "laplaplus"
LIST = """\
# three of them
攻核核/Alice
核核盾/ボブ
核核
"""


def test_the_ranking_stands_in_columns(hikyaku: Hikyaku) -> None:
    """Alice beats both. Shield only delays Attack, but 核核 has nothing to attack with at all."""
    result = hikyaku("lab", GAME, "-", stdin=LIST)

    assert result.stdout == (
        "Place  Name   Points  W-D-L  Head-to-head  Sonneborn–Berger  Wins\n"
        "    1  Alice       6  2-0-0             -                 3     2\n"
        "    2  ボブ        3  1-0-1             -                 0     1\n"
        "    3  核核        0  0-0-2             -                 0     0\n"
    )
    assert result.stderr == ""


def test_the_ranking_speaks_japanese_too(hikyaku: Hikyaku) -> None:
    head = hikyaku("lab", GAME, "-", "--lang", "ja", stdin=LIST).stdout.splitlines()[0]

    figures = ["勝点", "勝-分-敗", "直接対決", "SB（ゾンネボルン・ベルガー）", "勝数"]
    assert head.split() == ["順位", "名前", *figures]


def test_the_list_may_be_a_file_and_the_table_another(hikyaku: Hikyaku, tmp_path: Path) -> None:
    characters, table = tmp_path / "characters.txt", tmp_path / "table.csv"
    characters.write_text(LIST, encoding="utf-8")

    result = hikyaku("lab", GAME, str(characters), "--csv", str(table))

    assert "Alice" in result.stdout
    assert table.read_bytes() == (
        "\ufeff,Alice,ボブ,核核\r\nAlice,,W,W\r\nボブ,L,,W\r\n核核,L,L,\r\n".encode()
    )
    assert set(tmp_path.iterdir()) == {characters, table}


def test_the_table_may_be_printed_instead_of_the_ranking(hikyaku: Hikyaku) -> None:
    result = hikyaku("lab", GAME, "-", "--csv", "-", stdin=LIST)

    assert result.stdout.startswith("\ufeff,Alice,ボブ,核核\r\n")
    assert "Place" not in result.stdout


def test_a_team_does_not_meet_itself(hikyaku: Hikyaku) -> None:
    result = hikyaku("lab", GAME, "-", "--json", stdin="[red] 攻核/A\n[red] 核/B\n盾核/C\n")

    told = json.loads(result.stdout)
    assert told["table"] == {"names": ["A", "B", "C"], "results": ["..W", "..L", "LW."]}
    assert {entry["name"]: entry["team"] for entry in told["ranking"]} == {
        "A": "red",
        "B": "red",
        "C": None,
    }


def test_json_has_everything_the_ranking_has(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("lab", GAME, "-", "--json", stdin=LIST).stdout)

    assert told["rules"] == "laplaplus@1"
    assert told["ranking"][1] == {
        "place": 2,
        "number": 2,
        "name": "ボブ",
        "owner": "",
        "build": ["core", "core", "shield"],
        "team": None,
        "line": 3,
        "points": 3,
        "wins": 1,
        "draws": 0,
        "losses": 1,
        "tie_breaks": {"head-to-head": None, "sonneborn-berger": 0.0, "wins": 1},
    }


def test_equal_names_are_told_apart_by_their_lines(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("lab", GAME, "-", "--json", stdin="核\n\n核\n/").stdout)

    assert told["table"]["names"] == ["核 (line 1)", "核 (line 3)", "(no cards)"]


@pytest.mark.parametrize("encoding", ["utf-8-sig", "cp932", "utf-16"])
def test_a_list_may_come_from_any_editor(hikyaku: Hikyaku, encoding: str) -> None:
    crlf = LIST.replace("\n", "\r\n").encode(encoding)

    assert "ボブ" in hikyaku("lab", GAME, "-", stdin=crlf).stdout


@pytest.mark.parametrize(
    ("content", "problem"),
    [
        (b"", "The list has no characters. Write one on each line."),
        (b"# nobody yet\n", "The list has no characters. Write one on each line."),
        (b"\xff\xfe\xff", "This file is not readable as text. Save it as UTF-8."),
        ("核\n核\0/A".encode(), "line 2, column 2: Invisible characters"),
        (b"1" * (10 * 2**20 + 1), "- is too long: a list has at most 10 MiB."),
    ],
)
def test_a_file_that_is_no_list_is_refused(hikyaku: Hikyaku, content: bytes, problem: str) -> None:
    result = hikyaku("lab", GAME, "-", stdin=content, code=1)

    assert result.stderr.startswith(problem)
    assert result.stderr.count("\n") == 1


def test_all_problems_of_a_list_are_named(hikyaku: Hikyaku) -> None:
    result = hikyaku("lab", GAME, "-", stdin="空\n核/Alice\n" + "核" * 9, code=1)

    assert [line.split(":")[0] for line in result.stderr.splitlines()] == [
        "line 1, column 1",
        "line 3, column 9",
    ]


def test_after_fifty_problems_the_others_are_counted(hikyaku: Hikyaku) -> None:
    told = hikyaku("lab", GAME, "-", stdin="空\n" * 70, code=1).stderr.splitlines()

    assert len(told) == 51
    assert told[-1] == "And 20 more problems."


def test_ten_megabytes_of_anything_get_an_answer(hikyaku: Hikyaku) -> None:
    told = hikyaku("lab", GAME, "-", stdin=b"?\n" * (5 * 2**20), code=1).stderr.splitlines()

    assert len(told) == 51


def test_more_characters_than_a_table_can_hold_are_refused(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(lab, "MAX_CHARACTERS", 2)

    result = hikyaku("lab", GAME, "-", stdin=LIST, code=1)

    assert result.stderr == "The list has 3 characters; a round robin can have at most 2.\n"


def test_a_file_that_cannot_be_opened_is_named(hikyaku: Hikyaku, tmp_path: Path) -> None:
    missing = tmp_path / "missing.txt"

    assert hikyaku("lab", GAME, str(missing), code=1).stderr == f"There is no file {missing}.\n"
    assert (
        hikyaku("lab", GAME, str(tmp_path), code=1).stderr
        == f"{tmp_path} is a folder, not a list.\n"
    )


def test_a_file_that_may_not_be_read_is_named(
    hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(path: Path, mode: str) -> None:
        raise PermissionError(13, "Permission denied")

    monkeypatch.setattr(Path, "open", refuse)  # root, who may run this, is refused nothing

    assert (
        hikyaku("lab", GAME, "a.txt", code=1).stderr == "a.txt cannot be read: Permission denied.\n"
    )


def test_a_table_that_cannot_be_written_is_refused_before_anything_is_played(
    hikyaku: Hikyaku, tmp_path: Path
) -> None:
    missing = tmp_path / "missing" / "table.csv"

    older = tmp_path / "older.csv"
    older.write_text("yesterday")

    there = hikyaku("lab", GAME, "-", "--csv", str(older), stdin=LIST, code=1)
    folder = hikyaku("lab", GAME, "-", "--csv", str(tmp_path), stdin=LIST, code=1)
    nowhere = hikyaku("lab", GAME, "-", "--csv", str(missing), stdin=LIST, code=1)

    assert folder.stderr == f"{tmp_path} is a folder. Name a file in it.\n"
    assert f"{missing}: there is no folder {missing.parent}. Make it first" in nowhere.stderr
    assert there.stderr == f"{older} already exists. Name another file, or add --force.\n"
    assert folder.stdout == nowhere.stdout == there.stdout == ""
    assert older.read_text() == "yesterday"
    hikyaku("lab", GAME, "-", "--csv", str(older), "--force", stdin=LIST)
    assert "Alice" in older.read_text()


def test_a_table_that_is_a_device_stays_one(hikyaku: Hikyaku) -> None:
    hikyaku("lab", GAME, "-", "--csv", os.devnull, stdin=LIST)
    assert Path(os.devnull).is_char_device()


def test_when_the_battles_fail_the_table_of_before_is_kept(
    hikyaku: Hikyaku, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = tmp_path / "table.csv"
    table.write_text("yesterday")

    def fail(_halves: object) -> None:
        raise MemoryError

    monkeypatch.setattr(lab, "full_rows", fail)
    hikyaku("lab", GAME, "-", "--csv", str(table), "--force", stdin=LIST, code=1)

    assert table.read_text() == "yesterday"
    assert list(tmp_path.iterdir()) == [table]


def test_a_table_and_json_cannot_both_go_to_stdout(hikyaku: Hikyaku) -> None:
    result = hikyaku("lab", GAME, "-", "--csv", "-", "--json", stdin=LIST, code=2)

    assert "--json and --csv - both print to standard output" in result.stderr


def long_list(count: int) -> str:
    """This many equal builds. Their battles are draws at once, but there are count * (count - 1) /
    2.
    """
    return "".join(f"核/{i}\n" for i in range(count))


def test_many_blocks_are_played_by_several_processes(hikyaku: Hikyaku) -> None:
    """81 characters: 3,240 battles are more than two blocks."""
    result = hikyaku("lab", GAME, "-", "--quiet", stdin=long_list(81))

    assert len(result.stdout.splitlines()) == 82
    assert result.stderr == ""


def has_started_others(process: subprocess.Popen[bytes]) -> bool:
    return bool(Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text())


def test_ctrl_c_ends_it_at_once_and_quietly(tmp_path: Path) -> None:
    """Without a compiled kernel, which would be done before the keys are pressed."""
    characters = tmp_path / "characters.txt"
    characters.write_text(long_list(4_000), encoding="utf-8")
    lab_process = subprocess.Popen(
        [sys.executable, "-m", "app", "lab", GAME, str(characters)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        start_new_session=True,
        env=os.environ | {"HIKYAKU_PURE": "1"},
    )
    while not has_started_others(lab_process):
        time.sleep(0.1)
    while lab_process.poll() is None:  # it is pressed until something happens
        time.sleep(1)
        os.killpg(lab_process.pid, signal.SIGINT)  # as a terminal does: to all of its processes
    out, err = lab_process.communicate(timeout=120)

    assert (lab_process.returncode, out, err) == (130, b"", b"")


# --- better builds ------------------------------------------------------------------------------


def test_the_best_changes_of_a_character_are_told_by_its_name_or_number(hikyaku: Hikyaku) -> None:
    """核核 lost both. Alice is beaten with Attack on top of Core as she has it: more than before by any card that hits."""
    named = hikyaku("lab", GAME, "-", "--improve", "ボブ", stdin=LIST)
    numbered = hikyaku("lab", GAME, "-", "--improve", "2", "--json", stdin=LIST)
    told = json.loads(numbered.stdout)

    assert named.stdout.startswith("ボブ: 核核盾\n\nCards replaced: 1\nAll 72 changes were played")
    assert (told["name"], told["points"]) == ("ボブ", 3)
    assert [(each["cards"], each["tried"]) for each in told["changes"]] == [(1, 72), (2, 3 * 24**2)]
    best = told["changes"][0]["best"][0]
    assert best["points"] > 3
    assert (1 in best["better"], best["worse"]) == (True, [])
    again = hikyaku("lab", GAME, "-", "--json", stdin=f"{LIST}{best['characters']}/New\n")
    assert {each["name"]: each["wins"] for each in json.loads(again.stdout)["ranking"]}["New"] >= 2


def test_what_answers_a_list_is_told_and_found_again(hikyaku: Hikyaku) -> None:
    asked = ("lab", GAME, "-", "--answers", "--seed", "5", "--battles", "20000")
    told = json.loads(hikyaku(*asked, "--json", stdin=LIST).stdout)
    lines = hikyaku(*asked, stdin=LIST).stdout.splitlines()

    assert json.loads(hikyaku(*asked, "--json", stdin=LIST).stdout) == told
    assert (told["counter"]["beats"], told["counter"]["seed"]) == ([1, 2, 3], 5)
    assert [each["number"] for each in told["mixture"]["drawn"]] == [1]
    assert lines[0] == f"A counter-build: {told['counter']['characters']}"
    assert "Of 3 battles against this field it wins 3, draws 0 and loses 0." in lines
    assert " 100%  攻核核  Alice" in [f" {line.strip()}" for line in lines]


def test_of_several_questions_about_a_list_one_is_asked_at_a_time(hikyaku: Hikyaku) -> None:
    hikyaku("lab", GAME, "-", "--answers", "--improve", "Alice", stdin=LIST, code=2)
    hikyaku("lab", GAME, "-", "--answers", "--csv", "-", stdin=LIST, code=2)
    nobody = hikyaku("lab", GAME, "-", "--improve", "Alicia", stdin=LIST, code=1)

    assert "Alice" in nobody.stderr
