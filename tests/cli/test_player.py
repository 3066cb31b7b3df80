"""What is kept about a player, from the command line, and its end."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlmodel import select

from app.settings import settings
from app.store import players
from app.store.database import Database
from app.store.tables import PlayerGroup
from tests.support.commands import Told
from tests.support.people import NOW
from tests.support.posting import Postman, open_cup

Hikyaku = Callable[..., Told]
ALICE = "alice@example.com"


@pytest.fixture
def here(site_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Database]:
    """An installation of its own, in which Alice has entered."""
    url = f"sqlite:///{site_file}"
    monkeypatch.setenv("HIKYAKU_DATABASE_URL", url)
    monkeypatch.setenv("HIKYAKU_SECRET", "a secret of tests that is long enough")
    settings.cache_clear()
    database = Database(url)
    open_cup(database)
    Postman(database).enter()
    yield database
    settings.cache_clear()


def test_a_player_is_shown_and_forgotten(here: Database, hikyaku: Hikyaku) -> None:
    facts = json.loads(hikyaku("player", "show", ALICE, "--json").stdout)
    assert (facts["address"], facts["mails"]) == (ALICE, 2)
    shown = hikyaku("player", "show", ALICE).stdout
    assert "laplaplus-1 (open): Mister Tuesday" in shown
    assert dict(line.split(maxsplit=1) for line in shown.splitlines())["wants"] == "none"
    assert "Attack" not in shown, "what is sealed is not shown"

    asked = hikyaku("player", "forget", ALICE, code=1)
    assert "Entries withdrawn: laplaplus-1 (open): Mister Tuesday." in asked.stdout
    hikyaku("player", "forget", ALICE, "--yes")
    hikyaku("player", "show", ALICE, code=1)
    assert "erased" in hikyaku("organiser", "log").stdout
    assert hikyaku("mail", "prune").stdout == "Mails: 0, letters: 0.\n"


def test_nothing_of_a_player_who_is_forgotten_is_left_in_the_files(
    here: Database, hikyaku: Hikyaku
) -> None:
    hikyaku("player", "forget", ALICE, "--yes")
    file = Path(here.engine.url.database or "")
    here.close()
    left = b"".join(each.read_bytes() for each in file.parent.glob(f"{file.name}*"))

    assert b"First Hikyaku Cup" in left
    for trace in (ALICE.encode(), b"Mister Tuesday"):
        assert trace not in left


def test_an_organiser_is_not_forgotten_by_the_way(here: Database, hikyaku: Hikyaku) -> None:
    hikyaku("organiser", "add", ALICE, "--name", "Alice")

    hikyaku("player", "forget", ALICE, "--yes", code=1)


def test_the_name_of_a_group_is_hidden_and_shown_again(here: Database, hikyaku: Hikyaku) -> None:
    with here.writing() as session:
        leader = players.known_as(session, ALICE, "en", NOW)
        session.add(
            PlayerGroup(
                game="laplaplus",
                name="Foxes",
                name_key="foxes",
                leader_id=leader.id,
                founded_at=NOW,
                due_at=NOW,
            )
        )
    for option, is_hidden in (("--hide", True), ("--show", False)):
        hikyaku("player", "group", "1", option)
        with here.reading() as session:
            group = session.exec(select(PlayerGroup)).one()
            assert (group.hidden_at is not None) is is_hidden
    assert "There is no group 2." in hikyaku("player", "group", "2", code=1).stderr


def test_an_address_is_changed_with_a_reason(here: Database, hikyaku: Hikyaku) -> None:
    asked = ("player", "address", ALICE, "new@example.org")
    assert "Give a reason for the log" in hikyaku(*asked, code=1).stderr
    assert (
        hikyaku(*asked, "--do", "stand-in", "--reason", "Her mailbox is gone.").stdout == "Done.\n"
    )
    hikyaku("player", "address", ALICE, "--do", "object", "--reason", "Somebody lied.")
    again = hikyaku("player", "address", ALICE, "--do", "allow", "--reason", "I insist.", code=1)
    assert "another organiser" in again.stderr
    shown = hikyaku("player", "show", ALICE).stdout
    assert "new@example.org" in shown
