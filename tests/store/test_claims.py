"""A claim tells whose it is, and the dead are known by it at once; the living are never taken for dead."""

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import pytest

from app.store import claims
from app.store.database import Database, StoreUnavailable
from app.store.tables import LetterState
from app.store.work import outbox
from tests.support.outgoing import letters, write_letters
from tests.support.people import NOW


@contextmanager
def a_process() -> Iterator[tuple["subprocess.Popen[str]", str]]:
    """Another process, and a claim that it made."""
    program = "from app.store.claims import new_claim; print(new_claim(), flush=True); input()"
    with subprocess.Popen(
        [sys.executable, "-c", program],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        text=True,
    ) as process:
        assert process.stdout
        try:
            yield process, process.stdout.readline().strip()
        finally:
            process.kill()


def test_a_claim_fits_its_column_and_no_two_are_alike() -> None:
    made = [claims.new_claim() for _ in range(100)]

    assert len(set(made)) == 100
    assert all(len(claim) <= claims.LONGEST for claim in made)


def test_the_living_hold_their_claims_until_they_die() -> None:
    with a_process() as (process, claim):
        while_it_lives = claims.dead([claim])
        process.send_signal(signal.SIGSTOP)
        while_it_stands_still = claims.dead([claim])
        process.kill()
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)  # dead, and not buried yet
        unburied = claims.dead([claim])
        process.wait()

        assert (while_it_lives, while_it_stands_still) == ([], [])
        assert unburied == [claim]
        assert claims.dead([claim, None, claim, claims.new_claim()]) == [claim]


def test_whoever_got_the_number_of_a_dead_process_does_not_hold_its_claims() -> None:
    host, pid, started, chance = claims.new_claim().split(".")

    assert claims.is_dead(f"{host}.{pid}.{int(started) - 1}.{chance}")


@pytest.mark.parametrize("claim", ["gone", "0" * 32, "a.b.c.d", "", "0123456789abcdef.1.1.ff"])
def test_whoever_is_not_of_this_place_is_never_judged(claim: str) -> None:
    """Another machine, another container, an older version: their numbers mean nothing here."""
    assert not claims.is_dead(claim)


def test_where_a_system_tells_nothing_of_its_processes_a_claim_is_nobodys(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    with a_process() as (process, claim):
        process.kill()
        process.wait()
        monkeypatch.setattr(claims, "_host", lambda _: None)
        monkeypatch.setattr(claims, "_name", lambda _: None)

        assert "." not in claims.new_claim()
        assert not claims.is_dead(claim)


def test_a_claim_whose_commit_was_answered_by_nobody_is_free_at_once(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The connection is lost exactly then: the letter is claimed, and nobody knows the claim."""
    write_letters(database, "alice", subject="Hi", text="Hi")
    commit, driver = database.engine.dialect.do_commit, database.engine.dialect.loaded_dbapi

    def commit_and_die(connection: Any) -> None:
        commit(connection)
        raise driver.OperationalError("the connection is lost")

    with monkeypatch.context() as losing:
        losing.setattr(database.engine.dialect, "do_commit", commit_and_die)
        with pytest.raises(StoreUnavailable), database.writing() as session:
            outbox.claim(session, now=NOW, limit=1)
    (lost,) = letters(database)
    with database.writing() as session:
        outbox.release_late(session, now=NOW)
        (ours,) = outbox.claim(session, now=NOW, limit=1)

    assert lost.state is LetterState.CLAIMED
    assert not claims.is_dead(ours.token)
