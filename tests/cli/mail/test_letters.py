"""An organiser settles letters from the command line, and sees them before they leave."""

import json
from collections.abc import Callable, Iterator
from datetime import timedelta
from pathlib import Path

import pytest

from app import clock
from app.errors import Problem
from app.i18n import moment
from app.mail.inbox.arrivals import receive
from app.settings import settings
from app.store.database import Database
from app.store.tables import LetterState, Mail, MailAction, MailState
from tests.cli.conftest import SAMPLES, Installed
from tests.support.commands import Told
from tests.support.outgoing import KEY, letters, states, write_letters
from tests.support.people import NOW
from tests.support.seasons import Character, a_finished_season

Hikyaku = Callable[..., Told]


@pytest.fixture
def here(site_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """An installation of its own, with one letter, to Alice."""
    url = f"sqlite:///{site_file}"
    monkeypatch.setenv("HIKYAKU_DATABASE_URL", url)
    monkeypatch.setenv("HIKYAKU_SECRET", KEY)
    settings.cache_clear()
    database = Database(url)
    write_letters(database, "alice", subject="Your entry is in", text="Words.\n", html="")
    yield database
    settings.cache_clear()


def become(database: Database, state: LetterState) -> None:
    with database.writing() as session:
        letter = session.merge(letters(database)[0])
        letter.state = state
        letter.reply = "451 try later"


def test_one_in_doubt_is_listed_and_goes_out_again(here: Database, hikyaku: Hikyaku) -> None:
    become(here, LetterState.DOUBT)
    listed = hikyaku("mail", "status")
    again = hikyaku("mail", "retry", "1")

    assert "1  receipt  doubt  451 try later" in listed.stdout
    assert again.stdout == "Letter 1 goes out again.\n"
    assert states(here) == [LetterState.READY]


def test_letters_that_are_put_off_are_told_with_the_reason(
    here: Database, hikyaku: Hikyaku
) -> None:
    """Else a relay that is away would look like a day without letters."""
    until = clock.now().replace(microsecond=0) + timedelta(hours=1)
    become(here, LetterState.READY)
    with here.writing() as session:
        session.merge(letters(here)[0]).due_at = until
    told = (
        f"Waiting until {moment(until, 'en', settings().zone)} or later: 1 letter. 451 try later\n"
    )

    assert told in hikyaku("mail", "status").stdout
    assert hikyaku("mail", "send").stdout.endswith(told)
    assert json.loads(hikyaku("mail", "status", "--json").stdout)["waiting"] == {
        "letters": 1,
        "until": until.isoformat(),
        "reply": "451 try later",
    }


def test_one_that_waits_is_given_up(here: Database, hikyaku: Hikyaku) -> None:
    assert hikyaku("mail", "drop", "1").stdout == "Letter 1 is settled already.\n"
    assert states(here) == [LetterState.DEAD]


@pytest.mark.parametrize(
    ("act", "number", "state", "told"),
    [
        ("retry", "1", LetterState.SENT, "Letter 1 has been sent."),
        ("drop", "1", LetterState.SENT, "Letter 1 has been sent."),
        ("drop", "1", LetterState.SENDING, "Letter 1 is being sent right now."),
        ("retry", "7", LetterState.SENT, "There is no letter 7. `hikyaku mail status` lists"),
    ],
)  # fmt: skip
def test_what_cannot_be_decided_any_more_is_told(
    act: str, number: str, state: LetterState, told: str, here: Database, hikyaku: Hikyaku
) -> None:
    become(here, state)
    answer = hikyaku("mail", act, number, code=1)

    assert told in answer.stderr
    assert states(here) == [state]


def test_one_that_is_dead_is_settled_once(here: Database, hikyaku: Hikyaku) -> None:
    become(here, LetterState.DEAD)
    hikyaku("mail", "drop", "1")
    again = hikyaku("mail", "drop", "1", code=1)

    assert "given up and is settled. `hikyaku mail retry 1` sends it again." in again.stderr
    told = hikyaku("mail", "status").stdout
    assert "dead" in told
    assert "receipt" not in told


def test_letters_in_different_trouble_stand_in_one_table(here: Database, hikyaku: Hikyaku) -> None:
    become(here, LetterState.DOUBT)
    write_letters(here, "bob", withheld="site")
    told = hikyaku("mail", "status")

    assert "letter  kind     state" in told.stdout
    assert "     2  receipt  withheld  withheld: unconfirmed" in told.stdout


def test_mails_that_a_fault_of_ours_set_aside_are_read_again(
    here: Database, hikyaku: Hikyaku
) -> None:
    with here.writing() as session:
        mail = receive(session, b"From: bob@example.com\nSubject: help\n\nhelp\n", NOW)
        mail.state, mail.action = MailState.DONE, MailAction.REJECTED
        mail.note = {"problems": [Problem("our-fault", error="KeyError").plain()]}
        session.add(mail)
    answers = [hikyaku("mail", "reread", *number) for number in ([str(mail.id)], [])]
    hikyaku("mail", "reread", "77", code=1)

    assert [answer.stdout for answer in answers] == ["Mails read again: 1.\n", "Mails read again: 0.\n"]  # fmt: skip
    with here.reading() as session:
        assert session.get_one(Mail, mail.id).action is MailAction.ANSWERED


def test_a_letter_is_shown_as_it_will_leave(here: Database, hikyaku: Hikyaku) -> None:
    assert hikyaku("mail", "preview", "1").stdout == "Your entry is in\n\nWords.\n\n"


def test_what_is_neither_letter_nor_season_is_said(here: Database, hikyaku: Hikyaku) -> None:
    answer = hikyaku("mail", "preview", "99", code=1)

    assert "99" in answer.stderr


def test_a_limit_of_letters_a_minute_is_told_by_who_sends_them(
    here: Database, hikyaku: Hikyaku, tmp_path: Path
) -> None:
    limited = {"HIKYAKU_MAIL_PER_MINUTE": "6", "HIKYAKU_MAILDIR": str(tmp_path / "mail")}
    told = hikyaku("mail", "send", env=limited)

    assert told.stdout.startswith("Sent 1,")
    assert told.stderr == "No more than 6 letters leave a minute (HIKYAKU_MAIL_PER_MINUTE).\n"


def test_a_limit_that_is_none_is_refused(here: Database, hikyaku: Hikyaku) -> None:
    told = hikyaku("mail", "send", env={"HIKYAKU_MAIL_PER_MINUTE": "0"}, code=1)

    assert told.stderr.startswith("HIKYAKU_MAIL_PER_MINUTE: ")
    assert states(here) == [LetterState.READY]


def test_previews_are_files_to_look_at(cup: Installed, tmp_path: Path) -> None:
    cup("mail", "in", str(SAMPLES / "a01-gmail-alternative.eml"))
    cup("mail", "send")
    assert json.loads(cup("mail", "status", "--json").stdout)["letters"]["sent"] == 1
    for build in ("攻響核/Tuesday", "連核/Goose"):
        cup("season", "add", "cup", build)
    for command in ("close", "run"):
        cup("season", command, "cup")
    told = cup("mail", "preview", "cup", "--to", str(tmp_path / "letters")).stdout

    assert "no letters written" in told


def test_reports_in_a_line_each_have_their_battles(here: Database, hikyaku: Hikyaku) -> None:
    field = [Character("Tuesday", "双連攻連力力双力", "Alice"), Character("Needle", "硬攻欺")]
    with here.writing() as session:
        a_finished_season(session, field)
    told = hikyaku("mail", "preview", "cup", "--headlines").stdout

    assert told.splitlines() == [
        "Tuesday: Champion with every battle won",
        "    The runner-up falls (Needle)",
        "Needle: Runner-up, and the first win is still to come",
        "    Against the champion (Tuesday)",
    ]
