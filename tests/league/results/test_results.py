"""Finished runs, read once."""

import pytest

from app.engine import HOME, NOT_PLAYED, TellingSheet
from app.league.results.results import finished, sheet_of
from app.store.database import Database
from tests.support.seasons import Character, a_finished_season

STRONG, WEAK = "双連連攻連連力力", "硬"


def test_a_run_is_read_in_order_of_number(database: Database) -> None:
    with database.writing() as session:
        season, run = a_finished_season(
            session, [Character("Weak", WEAK, "bob"), Character("Strong", STRONG, "alice")]
        )
        review = finished(session, season, run)

    assert [(each.number, each.name, each.owner) for each in review.participants] == [
        (1, "Weak", "bob"),
        (2, "Strong", "alice"),
    ]
    assert [each.written for each in review.participants] == [WEAK, STRONG]
    assert [standing.entry for standing in review.standings] == [1, 0]
    assert review.standing(0).place == 2
    assert (review.row(1)[0] & 3, review.row(1)[1]) == (HOME, NOT_PLAYED)
    assert sorted(review.by_player.values()) == [[0], [1]]


def test_a_run_is_counted_once(database: Database) -> None:
    with database.writing() as session:
        season, run = a_finished_season(session, [Character("A", STRONG), Character("B", WEAK)])
        first = finished(session, season, run)
    with database.reading() as session:
        again = finished(session, season, run)

    assert again is first


def test_an_unfinished_run_is_refused(database: Database) -> None:
    with database.writing() as session:
        season, run = a_finished_season(session, [Character("A", STRONG), Character("B", WEAK)])
        run.digest = None

        with pytest.raises(LookupError):
            finished(session, season, run)


def test_a_sheet_has_what_the_extras_say_if_they_can_be_read(database: Database) -> None:
    extras = {"flavour": ["a", None], "lines": {"victory": "Hah!"}, "labels": {"build": "Sword"}}
    odd = {"flavour": "a", "lines": ["Hah!"], "labels": 1}
    with database.writing() as session:
        field = [Character("A", STRONG, lore="Always.", extras=extras)]
        season, run = a_finished_season(session, [*field, Character("B", WEAK, extras=odd)])
        run.digest = "of no other test"
        sheets = [sheet_of(session, who) for who in finished(session, season, run).participants]

    own = ({"build": "Sword"}, ("a", None), {"victory": "Hah!"})
    assert sheets == [TellingSheet("A", *own, lore="Always."), TellingSheet("B")]
