"""Mail comes in from the command line, and its exit codes tell a mail server what to do."""

import json
from pathlib import Path

import pytest

from app.cli.mail import arrivals
from tests.cli.conftest import SAMPLES, Installed
from tests.support.outgoing import KEY


def test_mail_in_prints_what_every_mail_became(cup: Installed) -> None:
    expected = json.loads((SAMPLES / "expected.json").read_text("utf-8"))
    lines = cup("mail", "in", str(SAMPLES), "--json").stdout.splitlines()
    told = {line["file"]: line for line in map(json.loads, lines) if line["file"] in expected}

    assert set(told) == set(expected)
    for name, line in told.items():
        fields = ("name", "build", "lore", "owner", "url", "lang")
        assert {key: line[key] for key in fields} == {key: expected[name][key] for key in fields}
        assert line["action"] == "held" or expected[name]["season"] == "laplaplus-1"
        assert line["answer"]


def test_mail_in_says_what_is_wrong_in_the_words_of_the_game(installed: Installed) -> None:
    installed("season", "create", "shiden-issen-2", "issen")
    installed("season", "open", "issen")
    mail = b"From: a@example.com\n\nName: Murai\nBuild: flash, flash, flsh, 6, 2\n"
    told = installed("mail", "in", "--json", stdin=mail)

    (problem,) = json.loads(told.stdout)["problems"]
    assert problem["code"] == "unknown-skill"
    assert '"flsh" is not a skill. Did you mean Flash' in problem["text"]
    assert told.stderr == ""


@pytest.mark.parametrize(
    ("arguments", "stdin"), [(["no such file"], b""), (["--nonsense"], b"")], ids=str
)
def test_mail_in_with_wrong_usage_is_64(cup: Installed, arguments: list[str], stdin: bytes) -> None:
    cup("mail", "in", *arguments, stdin=stdin, code=arrivals.WRONG_USAGE)


def test_mail_in_from_a_pipe_is_0_whatever_the_mail_becomes(cup: Installed) -> None:
    for raw in (b"", b"\xff\xfe\x00", b"hello", b"From: a@example.com\n\nName: x\n"):
        cup("mail", "in", stdin=raw)


def test_mail_in_is_75_when_the_database_cannot_take_it(cup: Installed, tmp_path: Path) -> None:
    """A file that is no database, and a server that is not there."""
    broken = tmp_path / "broken.db"
    broken.write_bytes(b"not a database" * 100)
    for url in (f"sqlite:///{broken}", "postgresql://nobody@127.0.0.1:1/nothing"):
        settings = {"HIKYAKU_DATABASE_URL": url, "HIKYAKU_SECRET": KEY}
        cup(
            "mail",
            "in",
            stdin=b"From: a@b.example\n\nhi\n",
            code=arrivals.TRY_AGAIN,
            **settings,
        )
