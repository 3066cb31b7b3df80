"""`hikyaku match`: a record told, checked and played again."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from app.engine.matches import record
from tests.support.bluffing import HEAD, begun, played
from tests.support.commands import Told

Hikyaku = Callable[..., Told]
pytestmark = pytest.mark.usefixtures("duel")  # Bluff lies beside it


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "demo-1.jsonl"
    path.write_bytes(record.written(played()))
    return path


def broken(file: Path) -> Path:
    """With another fourth line."""
    rows = file.read_bytes().split(b"\n")
    rows[3] = rows[3].replace(b'"auto"', b'"live"')
    file.write_bytes(b"\n".join(rows))
    return file


def test_a_replay_prints_the_digest_after_every_line_and_the_result(
    hikyaku: Hikyaku, file: Path
) -> None:
    done = hikyaku("match", "replay", str(file), "--json")
    first, *_, last_step, result = done.stdout.splitlines()

    assert first == f'{{"n":0,"digest":"{begun().digest}"}}'
    assert [json.loads(line)["n"] for line in done.stdout.splitlines()[:-1]] == [*range(9)]
    assert result == '{"score":{"A":"0","B":"1"},"reason":"dice"}'
    assert hikyaku("match", "replay", str(file)).stdout.splitlines()[-1] == "A 0 B 1 dice"
    assert last_step != first


def test_the_first_line_that_does_not_hold_is_named(hikyaku: Hikyaku, file: Path) -> None:
    """What stands before it is printed."""
    done = hikyaku("match", "replay", str(broken(file)), "--json", code=1)

    assert [json.loads(line)["n"] for line in done.stdout.splitlines()] == [0, 1, 2]
    assert done.stderr.startswith("Line 4: “h” does not fit")
    assert hikyaku("match", "verify", str(file), code=1).stderr == done.stderr
    verified = hikyaku("match", "verify", str(file), "--json", code=1)
    assert json.loads(verified.stdout)["faults"][0]["line"] == 4


def test_a_record_that_holds_is_told_what_was_checked(hikyaku: Hikyaku, file: Path) -> None:
    done = hikyaku("match", "verify", str(file))
    shown = hikyaku("match", "show", str(file), "--lang", "en").stdout

    assert done.stdout == (
        "11 lines: the chain is whole, 4 draws drawn again, every move legal, the result right.\n"
    )
    assert json.loads(hikyaku("match", "verify", str(file), "--json").stdout) == {
        "lines": 11,
        "revealed": True,
        "holds": True,
        "proven": True,
        "faults": [],
        "unproven": [],
    }
    assert shown.startswith("demo-1 (bluff@1): alice - bob\nDealt: ")
    assert shown.endswith("alice 0, bob 1 (dice)\n")


def test_a_match_that_is_not_revealed_has_a_chain_and_no_more(hikyaku: Hikyaku, file: Path) -> None:
    file.write_bytes(record.written([HEAD]))
    replayed = hikyaku("match", "replay", str(file), code=1)
    shown = hikyaku("match", "show", str(file))

    verified = hikyaku("match", "verify", str(file), code=3).stdout.splitlines()
    told = json.loads(hikyaku("match", "verify", str(file), "--json", code=3).stdout)
    assert verified[0].startswith("NOT PROVEN: Draws and moves")
    assert verified[-1] == "1 line: the chain is whole."
    assert (told["holds"], told["proven"], len(told["unproven"])) == (True, False, 1)
    assert replayed.stderr.startswith("Line 2: the line “reveal” is missing")
    assert shown.stdout == "demo-1 (bluff@1): alice - bob\n"
    assert "cannot be told" in shown.stderr


def test_what_is_no_record_is_refused(hikyaku: Hikyaku, tmp_path: Path) -> None:
    (tmp_path / "none").write_bytes(b"\xff\n[1]\n")
    for word in ("show", "verify", "replay"):
        done = hikyaku("match", word, str(tmp_path / "none"), code=1)
        assert done.stderr.startswith("Line 1: This is not UTF-8 text.")
    assert "no file" in hikyaku("match", "verify", str(tmp_path / "gone"), code=1).stderr
