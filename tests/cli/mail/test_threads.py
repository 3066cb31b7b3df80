"""Mails that wait for a human, on the command line."""

import json

import pytest

from tests.cli.conftest import Installed

QUESTION = b"From: alice@example.com\nSubject: My brother\n\nFor the organiser\nMay he play?\n"
ENTRY = b"From: alice@example.com\n\nName: Tuesday\nBuild: Attack, Echo, Core\n"


@pytest.fixture
def asked(cup: Installed) -> str:
    """Alice has asked; her number."""
    cup("mail", "in", stdin=QUESTION)
    (waiting,) = json.loads(cup("mail", "waiting", "--json").stdout)
    assert waiting["mails"] == 1
    return str(waiting["player"])


def test_a_mail_is_listed_read_and_answered(cup: Installed, asked: str) -> None:
    assert "May he play?" in cup("mail", "thread", asked).stdout
    assert "is on its way" in cup("mail", "answer", asked, "--text", "Of course.").stdout
    assert "Of course." in cup("mail", "thread", asked).stdout
    assert "No mail is waiting" in cup("mail", "waiting").stdout


def test_an_answer_may_come_from_a_file(cup: Installed, asked: str) -> None:
    cup("mail", "answer", asked, stdin="もちろんです。\n".encode())

    assert "もちろんです。" in cup("mail", "thread", asked).stdout


def test_a_mail_is_settled_without_a_letter(cup: Installed, asked: str) -> None:
    assert "Settled: 1 mail." in cup("mail", "settle", asked).stdout
    assert "Settled: no mails." in cup("mail", "settle", asked).stdout


def test_nothing_is_no_answer(cup: Installed, asked: str) -> None:
    assert "write an answer" in cup("mail", "answer", asked, stdin=b"\n", code=1).stderr
    assert "no player 99" in cup("mail", "settle", "99", code=1).stderr


@pytest.mark.parametrize(("how", "told"), [((), "counts now"), (("--no",), "is dropped")])
def test_what_is_held_is_settled_for_its_player(
    cup: Installed, asked: str, how: tuple[str, ...], told: str
) -> None:
    cup("mail", "in", stdin=ENTRY)
    assert "Held until confirmed: Tuesday" in cup("mail", "thread", asked).stdout
    assert "Held: Tuesday" in cup("mail", "confirm", asked, "Monday", code=1).stderr

    assert told in cup("mail", "confirm", asked, "Tuesday", *how).stdout
