"""Ratings of a game: of those who want to be known, from public results alone, and counted again by anybody."""

from typing import Final

import pytest
from sqlmodel import Session

from app.league.archive.record import record
from app.league.careers import books, owners, skills
from app.league.results import results
from app.store import players as kept, seasons
from app.store.database import Database
from app.store.tables import Player
from tests.support.stages import BY, NOW, a_season, publish

BUILDS: Final = ["攻核", "核", "核", "攻響核"]


@pytest.fixture
def players(database: Database) -> tuple[int, int]:
    """Two who have a page, of four, after a season in which all met and a stage in which they did so again."""
    for slug, plan in (("first", ""), ("second", "round-robin")):
        a_season(database, plan, BUILDS, slug=slug)
        publish(database, slug)
    with database.writing() as session:
        found = [kept.known_as(session, f"p{at}@example.com", "en", NOW) for at in (0, 1)]
        for each in found:
            owners.choose(each, wanted=True)
        session.flush()
        return found[0].id, found[1].id


def pages(session: Session, players: tuple[int, int]) -> list[str]:
    return [session.get_one(Player, each).owner_page or "" for each in players]


def battles(session: Session) -> list[tuple[str, int, int]]:
    """Of the list: page, seasons, rated battles."""
    lines = skills.of_game(session, "laplaplus").lines
    return [(each.page, each.seasons, each.skill.battles) for each in lines]


def test_owners_are_rated_by_the_battles_among_them_and_by_no_others(
    database: Database, players: tuple[int, int]
) -> None:
    with database.reading() as session:
        first, second = pages(session, players)

        assert sorted(battles(session)) == sorted([(first, 2, 2), (second, 2, 2)])

        player = session.get_one(Player, players[0])
        [course] = skills.courses(session, first, owners.career_of(session, player))

        assert [each.season.slug for each in course.changes] == ["second", "first"]
        assert course.skill == course.changes[0].after
        assert course.changes[0].before == course.changes[1].after
        assert course.skill.rating > course.changes[1].after.rating > 0


def test_results_that_are_taken_back_and_owners_who_leave_count_no_more(
    database: Database, players: tuple[int, int]
) -> None:
    with database.writing() as session:
        results.undo(session, "second", BY)

        assert {(each, count) for _, each, count in battles(session)} == {(1, 1)}

        owners.choose(session.get_one(Player, players[1]), wanted=False)
        session.flush()

        assert battles(session) == []


@pytest.fixture
def book(database: Database, players: tuple[int, int]) -> books.RatingBook:
    with database.reading() as session:
        return books.read(books.of_game(session, "laplaplus").model_dump_json().encode())


def codes(database: Database, book: books.RatingBook, slugs: tuple[str, ...]) -> list[str]:
    """What the check of the book says, given the records of these seasons."""
    with database.reading() as session:
        told = [record(session, seasons.by_slug(session, slug), NOW) for slug in slugs]
    return [each.code for each in books.verify(book, told)]


def test_the_book_holds_with_the_records_of_its_seasons_in_any_order(
    database: Database, book: books.RatingBook
) -> None:
    assert codes(database, book, ("second", "first")) == []
    assert codes(database, book, ("second",)) == ["rated-record-missing"]


@pytest.mark.parametrize(
    ("falsify", "code"),
    [
        (lambda book: setattr(book.ratings[0], "mean", 40.0), "rating-differs"),
        (lambda book: book.ratings.pop(), "rating-differs"),
        (lambda book: setattr(book.ratings[1], "battles", 9), "rating-differs"),
        (lambda book: book.seasons.pop(), "rating-differs"),
        (lambda book: setattr(book.seasons[0].entries[0], "number", 3), "rating-differs"),
        (lambda book: setattr(book.seasons[0].entries[0], "number", 9), "rated-entry-missing"),
        (lambda book: setattr(book.seasons[0], "digest", "0" * 64), "rated-record-differs"),
    ],
    ids=["mean", "owner", "battles", "season", "whose", "number", "digest"],
)
def test_a_book_that_is_falsified_is_found_out(
    database: Database, book: books.RatingBook, falsify: object, code: str
) -> None:
    assert callable(falsify)
    falsify(book)

    assert code in codes(database, book, ("first", "second"))
