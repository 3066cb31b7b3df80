"""Letters about turns: who gets which, and how many."""

from datetime import datetime, timedelta
from typing import Final

from sqlmodel import col, select

from app.engine.ruleset import Ruleset
from app.jobs.seasons.reminders import remind_due
from app.league.matches import deadlines, turns
from app.notices.news import Missing, Turn
from app.notices.registry import about
from app.store import seasons
from app.store.database import Database
from app.store.tables import Letter
from tests.support.duels import (
    CLOSES,
    begin_cup,
    next_deadline,
    olga,
    pass_deadline,
    play,
    send,
)

HOUR: Final = timedelta(hours=1)


def letters_about(database: Database, kind: type[Turn | Missing]) -> list[tuple[int, int]]:
    """The readers of all letters of this kind, each with the number of matches."""
    with database.reading() as session:
        found = session.exec(select(Letter).order_by(col(Letter.id)))
        told = [(each.player_id, about(each)) for each in found]
    return [(who, len(each.chapters)) for who, each in told if isinstance(each, kind)]


def test_one_letter_tells_each_player_of_all_matches_however_often_it_is_asked_for(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 4)
    begun = letters_about(database, Turn)
    for _ in range(2):
        with database.writing() as session:
            turns.tell(session, seasons.locked(session, "cup").id, CLOSES)
    after = letters_about(database, Turn)
    pass_deadline(database)

    assert sorted(each for _, each in begun) == [3] * 4
    assert len({who for who, _ in begun}) == 4
    assert after == begun
    assert len(letters_about(database, Turn)) == 8


def test_who_has_sent_orders_is_not_reminded_of_them(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 3)
    deadline = next_deadline(database)
    assert deadline
    send(database, "C1", play("rock"), CLOSES + timedelta(hours=1))

    assert not remind_due(database, deadline - timedelta(hours=7))
    assert remind_due(database, deadline - timedelta(hours=5))
    assert not remind_due(database, deadline - timedelta(hours=4))
    assert sorted(each for _, each in letters_about(database, Missing)) == [2, 2]


def test_each_deadline_of_an_exchange_has_its_reminder(duel: Ruleset, database: Database) -> None:
    """Moved after its reminder, it has another; but none at once for those who have just been told of the move."""
    begin_cup(database, 2)
    first = next_deadline(database)
    assert first

    def moved(to: datetime, at: datetime) -> None:
        with database.writing() as session:
            deadlines.move(session, "cup", 1, to, olga(at))

    reminded = [remind_due(database, first - HOUR)]
    moved(first + HOUR, first - HOUR)
    reminded.append(remind_due(database, first - HOUR))
    moved(first + 48 * HOUR, first - HOUR)
    reminded += [remind_due(database, first + hours * HOUR) for hours in (41, 43, 44)]
    moved(first + 60 * HOUR, first + 44 * HOUR)
    moved(first + 48 * HOUR, first + 44 * HOUR)
    reminded.append(remind_due(database, first + 45 * HOUR))

    assert reminded == [True, False, False, True, False, False]
    assert len(letters_about(database, Missing)) == 2 * 2
