"""Rows that wait to be written together."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager

import pytest
from sqlalchemy import event
from sqlalchemy.exc import IntegrityError
from sqlmodel import Session, col, func, select

from app.errors import Problem, SubmissionRejected
from app.store import entries, players, rows
from app.store.database import Database
from app.store.pending import NotUndone, attempt, gathering
from app.store.tables import Entry, Player
from tests.support.people import NOW, an_entry


def refuse(session: Session, *names: str) -> None:
    """Add such players, and refuse that they are there."""
    add(session, *names)
    raise SubmissionRejected([Problem("no-build")])


def add(session: Session, *names: str) -> list[Player]:
    """New players of these names."""
    people = [players.added(session, f"{name}@example.com", "en", NOW) for name in names]
    return [each for each in people if each]


def known(session: Session) -> dict[int, str]:
    """The players of the database."""
    return dict(session.exec(select(Player.id, Player.address)).all())


@contextmanager
def inserts(database: Database) -> Iterator[list[str]]:
    """The statements that write new rows meanwhile."""
    seen: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        if statement.startswith("INSERT"):
            seen.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    yield seen
    event.remove(database.engine, "before_cursor_execute", note)


def test_rows_that_wait_are_written_together_with_the_keys_that_they_had(
    database: Database,
) -> None:
    with inserts(database) as seen, database.writing() as session, gathering(session, 3):
        people = add(session, "alice", "bob", "carol")
        given = {each.id: each.address for each in people}
        assert seen == []
        assert session.get(Player, people[0].id) is people[0]
    with database.reading() as session:
        assert known(session) == given
    assert len(seen) == 1


def test_rows_with_other_columns_and_rows_that_point_to_them_are_written_too(
    database: Database,
) -> None:
    with database.writing() as session:
        season = an_entry(session).season_id
        with gathering(session, 1):  # more come than were expected
            for number, player in enumerate(add(session, "bob", "carol", "dave")):
                late = NOW if number == 1 else None
                rows.add(
                    session,
                    Entry(season_id=season, player_id=player.id, created_at=NOW, approved_at=late),
                )
    with database.reading() as session:
        found = session.exec(select(Entry).order_by(col(Entry.id))).all()
        assert [each.approved_at for each in found] == [None, None, NOW, None]
        people = [each.player.address for each in found if each.player]
        assert people == ["alice@example.com", *(f"{name}@example.com" for name in ("bob", "carol", "dave"))]  # fmt: skip


def test_a_question_finds_a_row_that_waits(database: Database) -> None:
    with database.writing() as session, gathering(session, 2):
        (alice,) = add(session, "alice")
        assert session.exec(select(func.count(col(Player.id)))).one() == 1
        assert players.with_address(session, "alice@example.com") is alice
        (bob,) = add(session, "bob")
        assert alice.id < bob.id


def test_a_key_that_another_statement_took_is_not_given_again(database: Database) -> None:
    with database.writing() as session, gathering(session, 3):
        add(session, "alice")
        other = Player(address="b", address_key="b", lang="en", created_at=NOW)
        session.add(other)
        session.flush()
        add(session, "carol")
    with database.reading() as session:
        assert sorted(known(session).values()) == ["alice@example.com", "b", "carol@example.com"]


def test_a_savepoint_that_is_undone_takes_no_row_that_waited_before_it(database: Database) -> None:
    with database.writing() as session, gathering(session, 2):
        add(session, "alice")
        savepoint = session.begin_nested()
        add(session, "bob")
        savepoint.rollback()
        add(session, "carol")
    with database.reading() as session:
        assert [*known(session).values()] == ["alice@example.com", "carol@example.com"]


def test_what_is_refused_is_undone_without_a_savepoint(database: Database) -> None:
    with database.writing() as session, gathering(session, 2):
        add(session, "alice")
        with pytest.raises(SubmissionRejected), attempt(session):
            refuse(session, "bob")
        add(session, "carol")
    with database.reading() as session:
        assert [*known(session).values()] == ["alice@example.com", "carol@example.com"]


def test_what_was_written_before_it_was_refused_cannot_be_undone_so(database: Database) -> None:
    def ask_and_refuse(session: Session) -> None:
        add(session, "bob")
        assert len(known(session)) == 2
        refuse(session)

    fails(database, ask_and_refuse)


def test_nor_can_what_was_changed_in_a_row_that_is_known(database: Database) -> None:
    def change_and_refuse(session: Session) -> None:
        for each in session.exec(select(Player)):
            each.muted_at = NOW
        refuse(session)

    fails(database, change_and_refuse)


def fails(database: Database, do: Callable[[Session], None]) -> None:
    """To attempt this lets the whole transaction fail."""

    def begin() -> None:
        with database.writing() as session, gathering(session, 2):
            add(session, "alice")
            with attempt(session):
                do(session)

    with pytest.raises(NotUndone):
        begin()
    with database.reading() as session:
        assert known(session) == {}


def test_a_question_alone_leaves_nothing_to_undo(database: Database) -> None:
    def ask_and_refuse(session: Session) -> None:
        assert len(known(session)) == 1
        refuse(session)

    with database.writing() as session, gathering(session, 1):
        add(session, "alice")
        with pytest.raises(SubmissionRejected), attempt(session):
            ask_and_refuse(session)
    with database.reading() as session:
        assert len(known(session)) == 1


def test_where_nothing_waits_there_is_a_savepoint(database: Database) -> None:
    with database.writing() as session:
        with pytest.raises(SubmissionRejected), attempt(session):
            refuse(session, "alice")
        assert known(session) == {}


def test_a_row_that_was_there_lets_all_of_them_fail(database: Database) -> None:
    with database.writing() as session:
        add(session, "alice")
    with pytest.raises(IntegrityError), database.writing() as session, gathering(session, 2):
        add(session, "bob", "alice")
    with database.reading() as session:
        assert [*known(session).values()] == ["alice@example.com"]


def test_nothing_waits_any_more_once_they_are_written(database: Database) -> None:
    with inserts(database) as seen, database.writing() as session:
        with gathering(session, 1):
            pass
        add(session, "alice")
        assert len(seen) == 1


def test_what_was_sought_is_known_until_an_entry_comes(database: Database) -> None:
    """Of a player who has none, of one who is new, and of one who has one; of names that are free, and of one that is not."""
    with database.writing() as session:
        entry = an_entry(session)
        season, alice = entry.season, entry.player
        (bob,) = add(session, "bob")
        assert alice is not None
        with gathering(session, 2):
            entries.seek(session, [season], [alice, bob], ["tuesday", "free"])
            (carol,) = add(session, "carol")
            entries.seek_none(session, carol)

            def asked(player: Player, name: str) -> tuple[int, bool, bool]:
                """How many statements it took to know whether there are entries of theirs, and one of this name."""
                seen: list[str] = []

                def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
                    seen.append(statement)

                event.listen(database.engine, "before_cursor_execute", note)
                own, named = entries.of_player_and_named(session, season, player, name)
                event.remove(database.engine, "before_cursor_execute", note)
                return len(seen), bool(own), named is not None

            assert asked(alice, "free")[1:] == (True, False)
            assert asked(bob, "free") == (0, False, False)
            rows.add(session, Entry(season_id=season.id, player_id=bob.id, created_at=NOW))
            assert asked(bob, "free")[1:] == (True, False)
            assert asked(carol, "tuesday")[1:] == (False, True)
            assert asked(carol, "not sought")[0] > 0
            entry.name_key = "free"
            assert asked(carol, "free")[1:] == (False, True)
