"""Changes of several threads are committed together, and each hears what became of its own."""

from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from threading import Event
from typing import Any

import pytest
from sqlalchemy import Connection
from sqlmodel import Session

from app.store.database import Database, StoreUnavailable
from app.store.work.ledger import Ledger
from tests.support.mail_peers import until
from tests.support.outgoing import letters, write_letters


def rename(number: int) -> Callable[[Session], int]:
    def change(session: Session) -> int:
        told = "UPDATE letter SET reply = 'renamed' WHERE id = :id"
        return session.connection().exec_driver_sql(told.replace(":id", str(number))).rowcount

    return change


def test_what_waits_while_a_transaction_is_under_way_is_in_the_next_one(
    database: Database, listen: Any
) -> None:
    write_letters(database, *(f"p{n}" for n in range(8)))
    commits: list[bool] = []
    begun, go_on = Event(), Event()

    def count(connection: Connection) -> None:
        commits.append("writing" in connection.get_execution_options())

    listen(database.engine, "commit", count)

    def first(session: Session) -> int:
        begun.set()
        go_on.wait(60)
        return rename(0)(session)

    with Ledger(database) as book, ThreadPoolExecutor(10) as threads:
        before = threads.submit(book.write, first)
        begun.wait(60)
        others = [threads.submit(book.write, rename(n), row=n) for n in range(9, 0, -1)]
        until(lambda: len(book._waiting) == 9)
        go_on.set()
        told = [each.result() for each in [before, *others]]
        grouped = commits.count(True)

    assert told == [0, 0, *[1] * 8]
    assert grouped == 2
    assert {letter.reply for letter in letters(database)} == {"renamed"}


def test_a_bug_in_one_change_does_not_undo_the_others(database: Database) -> None:
    write_letters(database, "alice", "bob")
    begun, go_on = Event(), Event()

    def first(session: Session) -> int:
        begun.set()
        go_on.wait(60)
        return 0

    def fails(session: Session) -> int:
        raise LookupError("oops")

    with Ledger(database) as book, ThreadPoolExecutor(4) as threads:
        threads.submit(book.write, first)
        begun.wait(60)
        changes = [threads.submit(book.write, each) for each in (rename(1), fails, rename(2))]
        until(lambda: len(book._waiting) == 3)
        go_on.set()
        told = [each.exception() or each.result() for each in changes]

    assert [str(each) for each in told] == ["1", "oops", "1"]
    assert {letter.reply for letter in letters(database)} == {"renamed"}


def test_who_can_do_without_an_absent_database_hears_so_and_news_is_kept_until_it_is_back(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    write_letters(database, "alice")
    outages = iter([StoreUnavailable("away")] * 3)

    def away_at_first(session: Session) -> int:
        for outage in outages:
            raise outage
        return rename(1)(session)

    monkeypatch.setattr("app.store.work.ledger.time.sleep", lambda seconds: None)
    with Ledger(database) as book:
        with pytest.raises(StoreUnavailable):
            book.write(away_at_first)
        assert book.write(away_at_first, is_news=True) == 1


def test_nothing_is_taken_that_nobody_would_write_down(database: Database) -> None:
    """Its writer ends with it: who came later would wait for ever."""
    with Ledger(database) as book:
        assert book.write(rename(1)) == 0
    with pytest.raises(StoreUnavailable):
        book.write(rename(1))
