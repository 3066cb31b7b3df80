"""Mails that are acted on together: none is lost, none is answered twice, and none takes its neighbours with it."""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from itertools import count
from threading import Thread
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlmodel import Session, col, select

from app.errors import Problem, SubmissionRejected
from app.jobs.inbox import read_new
from app.league.entries import entries
from app.mail.inbox.arrivals import receive
from app.mail.reading.form.entry_form import read_fields
from app.store import players, seasons
from app.store.database import Database
from app.store.tables import Letter, Mail, MailState, Player
from tests.support.databases import on_postgresql
from tests.support.mail_peers import until
from tests.support.people import NOW
from tests.support.posting import CUP, DESK, a_mail, open_cup

ENTRY = "Name: {name}\nBuild: {build}\nLore: Always on a Tuesday.\n"
OUTCOMES = {
    "alice": ["held", "ignored", "held"],
    "bob": ["problems"],
    "carol": ["ignored"],
    "dave": ["held"],
}
"""Of the mails of `some_mails`, by their senders."""
ANSWERS = {"alice": ["confirmation", "confirmation"], "bob": ["problems"], "dave": ["confirmation"]}


class Killed(BaseException):
    """The end of the process."""


@pytest.fixture
def cup(database: Database) -> Database:
    open_cup(database)
    return database


def some_mails(at: int) -> Iterator[bytes]:
    """Alice enters, that mail comes twice, she enters again; Bob's build is none, Carol is a program, Dave enters."""

    def written(who: str, number: int, build: str = "Attack, Core", **more: str) -> bytes:
        body = ENTRY.format(name=f"{who} {at}", build=build)
        return a_mail(body, 10 * at + number, f"{who}-{at}@example.com", **more)

    first = written("alice", 1)
    yield first
    yield b"Return-Path: <alice@example.com>\n" + first
    yield written("bob", 2, "Atack, Nonsense")
    yield written("carol", 3, Auto_Submitted="auto-replied")
    yield written("alice", 4, "Core, Core")
    yield written("dave", 5)


def take_in(database: Database, at: int) -> None:
    with database.writing() as session:
        for seconds, raw in enumerate(some_mails(at)):
            receive(session, raw, day(at) + timedelta(seconds=seconds))


def day(at: int) -> datetime:
    return NOW + timedelta(days=2 * at)


def outcomes(database: Database, at: int) -> tuple[dict[str, list[str]], dict[str, list[str]]]:
    """The outcome of each sender's mails, and the letters that answer each."""
    with database.reading() as session:
        on_its_day = col(Mail.received_at).between(day(at), day(at) + timedelta(days=1))
        mine = session.exec(select(Mail).where(on_its_day).order_by(col(Mail.id))).all()
        numbers = [each.id for each in mine]
        letters = session.exec(
            select(Letter, Player)
            .join(Player, col(Letter.player_id) == Player.id)
            .where(col(Letter.mail_id).in_(numbers))
            .order_by(col(Letter.id))
        ).all()
    became: dict[str, list[str]] = {}
    for each in mine:
        who = each.raw.partition(b"From: ")[2].partition(b"-")[0].decode()
        assert each.state is MailState.DONE
        assert each.action
        became.setdefault(who, []).append(each.action.value)
    answers: dict[str, list[str]] = {}
    for letter, player in letters:
        answers.setdefault(player.address.partition("-")[0], []).append(letter.kind)
    return became, answers


@contextmanager
def killed_at(database: Database, number: int) -> Iterator[list[str]]:
    """The process ends before its n-th statement or commit; yields those that it came to."""
    done: list[str] = []

    def note(connection: Connection, what: str) -> None:
        done.append(what)
        if len(done) == number:
            connection.invalidate()  # it is cut, and the database hears nothing more
            raise Killed

    def statement(connection: Connection, _cursor: object, said: str, *_: Any) -> None:
        note(connection, said)

    def commit(connection: Connection) -> None:
        note(connection, "COMMIT")

    event.listen(database.engine, "before_cursor_execute", statement)
    event.listen(database.engine, "commit", commit)
    try:
        yield done
    finally:
        event.remove(database.engine, "before_cursor_execute", statement)
        event.remove(database.engine, "commit", commit)


@on_postgresql
def test_whenever_a_worker_dies_every_mail_is_answered_once(cup: Database) -> None:
    """The database undoes the transaction of a dead process. The next worker finds all of its mails
    unread.
    """
    for at in count(1):
        take_in(cup, at)
        try:
            with killed_at(cup, at):
                list(read_new(cup, DESK))
        except Killed:
            list(read_new(cup, DESK))
            assert outcomes(cup, at) == (OUTCOMES, ANSWERS)
        else:
            break

    assert outcomes(cup, at) == (OUTCOMES, ANSWERS)
    assert at > 30


def test_mails_that_are_there_together_share_a_commit(cup: Database) -> None:
    take_in(cup, 0)
    with killed_at(cup, 0) as done:
        list(read_new(cup, DESK))

    writing = [each for each in done if each == "COMMIT" or each.startswith(("INSERT", "UPDATE"))]
    assert writing.count("COMMIT") == 3  # they are looked for, acted on, and looked for once more
    assert (
        sum(each.startswith("UPDATE mail") for each in writing) == 2
    )  # Alice's first, for her second


def test_those_before_a_large_mail_do_not_wait_until_it_is_read(cup: Database) -> None:
    with cup.writing() as session:
        for number, words in enumerate(["", "a remark " * 3000, ""]):
            body = ENTRY.format(name=f"N{number}", build="Attack, Core") + words
            receive(session, a_mail(body, number, f"n{number}@example.com"), NOW)
    with killed_at(cup, 0) as done:
        list(read_new(cup, DESK))

    assert sum("INTO letter" in each for each in done) == 3
    assert done.count("COMMIT") >= 2 * 2 + 1  # at least twice they are looked for and acted on


def test_two_workers_answer_each_mail_once_and_wait_for_each_other(cup: Database) -> None:
    for at in range(12):
        take_in(cup, at)
    faults: list[BaseException] = []

    def work() -> None:
        try:
            list(read_new(cup, DESK))
        except BaseException as fault:
            faults.append(fault)

    workers = [Thread(target=work) for _ in range(2)]
    for worker in workers:
        worker.start()
    for worker in workers:
        worker.join()

    assert faults == []
    assert all(outcomes(cup, at) == (OUTCOMES, ANSWERS) for at in range(12))


def test_a_form_and_a_mail_of_one_new_player_do_not_wait_for_each_other_in_a_ring(
    cup: Database,
) -> None:
    """Both take the season first, and then the player."""
    take_in(cup, 1)
    worker = Thread(target=lambda: list(read_new(cup, DESK)))
    with cup.writing() as session:
        seasons.locked(session, CUP)
        worker.start()
        if not cup.is_sqlite:
            until(lambda: waits_for_a_lock(cup))
        players.known_as(session, "alice-1@example.com", "en", NOW)
    worker.join()

    assert outcomes(cup, 1) == (OUTCOMES, ANSWERS)


def waits_for_a_lock(database: Database) -> bool:
    with database.reading() as session:
        waiting = session.connection().execute(text("SELECT 1 FROM pg_locks WHERE NOT granted"))
        return waiting.first() is not None


def test_a_mail_that_brings_us_down_is_set_aside_and_its_neighbours_are_answered_together(
    cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fails(words: str, *more: Any) -> Any:
        if "dave" in words:
            raise ZeroDivisionError
        return read_fields(words, *more)

    monkeypatch.setattr("app.mail.reading.contents.read_fields", fails)
    take_in(cup, 0)
    with killed_at(cup, 0) as done:
        list(read_new(cup, DESK))

    assert outcomes(cup, 0) == (
        OUTCOMES | {"dave": ["rejected"]},
        ANSWERS | {"dave": ["problems"]},
    )
    assert done.count("COMMIT") == 4  # one more than without


def test_what_was_refused_after_it_had_been_written_is_undone_and_all_are_answered_together(
    cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Rows that wait are dropped with ease; what is written already takes a savepoint, with which they begin again."""

    def refuse(session: Session, about: object, season: object, who: Player, *more: Any) -> None:
        answer(session, about, season, who, *more)  # type: ignore[arg-type]
        if "dave" in who.address:
            assert session.exec(select(Letter).where(Letter.player_id == who.id)).one() is not None
            raise SubmissionRejected([Problem("no-build")])

    answer = entries.answer
    monkeypatch.setattr(entries, "answer", refuse)
    take_in(cup, 0)
    with killed_at(cup, 0) as done:
        list(read_new(cup, DESK))

    assert outcomes(cup, 0) == (
        OUTCOMES | {"dave": ["problems"]},
        ANSWERS | {"dave": ["problems"]},
    )
    assert done.count("COMMIT") == 3


def test_a_build_of_many_kilobytes_is_refused_without_looking_for_what_was_meant(
    cup: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Each word would be compared with each card, while everybody waits; all else that is wrong is told all the same."""
    looked_for: list[str] = []

    def note(_: object, word: str) -> tuple[str, ...]:
        looked_for.append(word)
        return ()

    monkeypatch.setattr("app.engine.spelling.Spellings.nearest_to", note)
    nonsense = "、".join(f"あたつく{number}" for number in range(3000))
    with cup.writing() as session:
        receive(session, a_mail(f"構成: {nonsense}\n", 1), NOW)
    list(read_new(cup, DESK))
    with cup.reading() as session:
        mail = session.exec(select(Mail)).one()

    codes = [each["code"] for each in mail.note["problems"]]
    assert codes == ["empty-name", "text-too-long"]
    assert len(looked_for) < 100
