"""A row that must be there once."""

from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta

import pytest
from sqlalchemy.exc import IntegrityError
from sqlmodel import col, func, select

from app.store.database import Database
from app.store.rows import add_if_new
from app.store.tables import Bucket, Follower, Player
from tests.support.people import NOW


def alice() -> Player:
    return Player(
        address="Alice@example.com", address_key="alice@example.com", lang="en", created_at=NOW
    )


def test_a_new_row_has_its_key_and_what_is_changed_later_is_kept(database: Database) -> None:
    player = alice()
    with database.writing() as session:
        assert add_if_new(session, player)
        player.muted_at = NOW
    with database.reading() as session:
        known = session.get_one(Player, player.id)

    assert known.model_dump() == player.model_dump()
    assert known.muted_at == NOW


def test_a_row_that_is_there_stays_and_the_transaction_goes_on(database: Database) -> None:
    with database.writing() as session:
        assert add_if_new(session, Bucket(key="a", left=1.5, at=NOW))
        assert not add_if_new(session, Bucket(key="a", left=3, at=NOW + timedelta(days=1)))
        assert add_if_new(session, Bucket(key="b", left=2, at=NOW))
    with database.reading() as session:
        kept = {bucket.key: bucket.left for bucket in session.exec(select(Bucket))}

    assert kept == {"a": 1.5, "b": 2}


def test_of_many_at_once_one_comes_first(database: Database) -> None:
    def come(_: int) -> bool:
        with database.writing() as session:
            return add_if_new(session, alice())

    with ThreadPoolExecutor(8) as crowd:
        first = list(crowd.map(come, range(8)))
    with database.reading() as session:
        count = session.exec(select(func.count(col(Player.id)))).one()

    assert (first.count(True), count) == (1, 1)


def test_what_points_to_nothing_is_no_row_that_was_there(database: Database) -> None:
    with pytest.raises(IntegrityError), database.writing() as session:
        add_if_new(session, Follower(season_id=1, player_id=1, created_at=NOW))


def test_a_row_may_take_the_key_of_one_that_a_savepoint_took_back(database: Database) -> None:
    """Whoever holds the other still does not bring it back, nor stand in the way."""
    with database.writing() as session:
        taken_back = Bucket(key="a", left=1, at=NOW)
        savepoint = session.begin_nested()
        add_if_new(session, taken_back)
        savepoint.rollback()
        kept = Bucket(key="a", left=2, at=NOW)
        assert add_if_new(session, kept)
        kept.left = 3
    with database.reading() as session:
        left = session.exec(select(Bucket.left)).all()

    assert left == [3]
