"""`hikyaku bench mail` and `bench crash-mail`: what they measure, and that they would notice a loss."""

import json
from collections.abc import Callable

import pytest
from typer.testing import Result

from app.bench import crash
from app.bench.crash import judge
from app.bench.mail_sink import Line
from app.store.database import Database
from app.store.tables import LetterState
from tests.support.outgoing import write_letters

READY, CLAIMED, SENDING, SENT, DOUBT, DEAD = LetterState
TAKEN = Line("taken", "alice", "<1>")
REFUSED = Line("refused", "alice", "<1>")

pytestmark = pytest.mark.usefixtures("nothing_else_to_collect")

Hikyaku = Callable[..., Result]


def address(database: Database) -> str:
    return database.engine.url.render_as_string(hide_password=False)


def test_every_mail_is_kept_answered_rendered_and_sent(
    hikyaku: Hikyaku, database: Database
) -> None:
    told = hikyaku("bench", "mail", "--mails", "20", "--database", address(database), "--json")
    figures = json.loads(told.stdout)

    assert figures["database"] == database.engine.dialect.name
    assert [step["name"] for step in figures["steps"]] == [
        "kept",
        "read and answered",
        "rendered",
        "sent",
    ]
    assert all(0 < step["slowest_tenth"] <= step["per_second"] for step in figures["steps"])
    assert all(len(step["mib"]) == 10 for step in figures["steps"])


def test_the_figures_are_a_table(hikyaku: Hikyaku) -> None:
    lines = hikyaku("bench", "mail", "--mails", "10").stdout.splitlines()

    assert lines[0] == "10 mails, sqlite"
    assert lines[2].split()[:3] == ["step", "mails/s", "slowest"]
    assert len(lines) == 7


@pytest.mark.parametrize("command", ["mail", "crash-mail"])
def test_nothing_is_measured_where_somebody_plays(
    command: str, hikyaku: Hikyaku, database: Database
) -> None:
    write_letters(database, "alice")
    told = hikyaku("bench", command, "--database", address(database))

    assert (told.exit_code, told.stdout) == (1, "")
    assert told.stderr == "There is something in that database; name an empty one.\n"


def test_a_database_that_is_none_is_told(hikyaku: Hikyaku) -> None:
    told = hikyaku("bench", "mail", "--database", "mysql://x")

    assert told.exit_code == 1
    assert "must be a SQLite file or a PostgreSQL database" in told.stderr


@pytest.mark.parametrize("doubt", ["hold", "resend"])
def test_killed_workers_lose_no_letter(doubt: str, hikyaku: Hikyaku, database: Database) -> None:
    told = hikyaku(
        *("bench", "crash-mail", "--letters", "120", "--kills", "4", "--doubt", doubt),
        *("--database", address(database), "--json"),
    )
    figures = json.loads(told.stdout)

    assert told.exit_code == 0
    assert (figures["lost"], figures["doubled"]) == (0, 0)
    assert figures["sent"] + figures["in_doubt"] + figures["dead"] == 120
    assert figures["killed_at_random"] + sum(figures["killed_at_points"].values()) >= 4


def test_it_is_told_when_the_letters_did_not_last(hikyaku: Hikyaku) -> None:
    told = hikyaku("bench", "crash-mail", "--letters", "1", "--kills", "999")

    assert told.exit_code == 1
    assert "name more letters" in told.stderr
    assert "letters, sqlite, doubtful ones: hold" in told.stdout


@pytest.mark.parametrize(
    ("state", "lines", "in_doubt", "verdict"),
    [
        (SENT, [TAKEN], False, (0, 0, 0)),
        (SENT, [], False, (1, 0, 0)),
        (DEAD, [REFUSED], False, (0, 0, 0)),
        (DEAD, [TAKEN], False, (1, 0, 0)),
        (DOUBT, [], True, (0, 0, 0)),
        (DOUBT, [TAKEN], True, (0, 0, 0)),
        (READY, [], False, (1, 0, 0)),
        (CLAIMED, [TAKEN], False, (1, 0, 0)),
        (SENDING, [TAKEN], True, (1, 0, 0)),
        (SENT, [TAKEN, TAKEN], True, (0, 0, 1)),
        (SENT, [TAKEN, Line("taken", "alice", "<2>")], True, (0, 0, 2)),
    ],
)
def test_what_is_lost_and_what_is_doubled(
    state: LetterState, lines: list[Line], in_doubt: bool, verdict: tuple[int, int, int]
) -> None:
    were_in_doubt = {"<1>"} if in_doubt else set()

    assert judge({"alice": (state, "<1>")}, lines, were_in_doubt, "hold") == verdict


@pytest.mark.parametrize(("in_doubt", "verdict"), [(True, (0, 1, 0)), (False, (0, 0, 1))])
def test_where_doubtful_letters_are_sent_again_only_they_may_leave_twice(
    in_doubt: bool, verdict: tuple[int, int, int]
) -> None:
    were_in_doubt = {"<1>"} if in_doubt else set()

    assert judge({"alice": (SENT, "<1>")}, [TAKEN, TAKEN], were_in_doubt, "resend") == verdict


def test_a_loss_is_an_error(hikyaku: Hikyaku, monkeypatch: pytest.MonkeyPatch) -> None:
    def pessimist(*_: object) -> tuple[int, int, int]:
        return 2, 0, 1

    monkeypatch.setattr(crash, "judge", pessimist)
    told = hikyaku("bench", "crash-mail", "--letters", "20", "--kills", "1")

    assert told.exit_code == 1
    assert "2 letters were lost, 1 doubled." in told.stderr
