"""Orders are taken back: nothing moves on because of them for ten seconds, and what they took the place of is in force again."""

from datetime import timedelta

import pytest
from sqlmodel import col, select

from app.engine.matches.game import Seat
from app.engine.matches.grammar import Orders
from app.engine.ruleset import Ruleset
from app.errors import OrdersRefused
from app.league.matches import plans, views
from app.league.matches.settings import GRACE, TAKE_BACK
from app.store.database import Database
from app.store.tables import Match, MatchPlan, StandingOrders
from tests.support.databases import on_sqlite
from tests.support.duels import CLOSES, all_matches, begin_cup, move_all, next_deadline, play

SOON = CLOSES + timedelta(hours=1)
MOMENT = timedelta(milliseconds=1)


def the_match(database: Database) -> Match:
    (match,) = all_matches(database)
    return match


def send(database: Database, orders: Orders, seat: Seat = "A", at: timedelta = TAKE_BACK) -> None:
    match = the_match(database)
    with database.writing() as session:
        plans.submit(session, match.id, seat, match.turn, orders, str(orders), SOON + at)


def take_back(
    database: Database, seat: Seat = "A", at: timedelta = TAKE_BACK, seal: str = ""
) -> str:
    """The outcome: the orders, or the problem."""
    match = the_match(database)
    with database.writing() as session:
        seal = seal or views.standing(session, match, seat).seal
        try:
            return plans.take_back(session, match.id, seat, seal, SOON + at)
        except OrdersRefused as refusal:
            return ", ".join(each.code for each in refusal.problems)


def kept(database: Database) -> list[dict[str, object]]:
    """All that is kept of what players have ordered."""
    with database.reading() as session:
        return [
            each.model_dump(exclude={"before"})
            for table in (MatchPlan, StandingOrders)
            for each in session.exec(select(table).order_by(col(table.id)))
        ]


@pytest.mark.parametrize("tempo", ["turn", "live"])
def test_whoever_takes_back_is_waited_for_again(
    duel: Ruleset, database: Database, tempo: str
) -> None:
    begin_cup(database, 2, tempo=tempo)
    send(database, play("rock", ready=True), "B", -timedelta(hours=1) / 2)
    before = the_match(database).due_at, kept(database)
    send(database, play("paper", ready=True))
    called = the_match(database).due_at
    told = take_back(database, at=2 * TAKE_BACK - MOMENT)
    twice = take_back(database, at=2 * TAKE_BACK - MOMENT)

    assert called == SOON + 2 * TAKE_BACK
    assert told == "play paper\nready"
    assert twice == "too-late-to-take-back"
    assert (the_match(database).due_at, kept(database)) == before
    assert not move_all(database, SOON + timedelta(minutes=1))


@on_sqlite
def test_what_was_replaced_is_in_force_again(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    send(database, play("rock", standing="on"), at=timedelta())
    send(database, play("paper", ready=True, draw=True), at=timedelta())
    before = kept(database)
    for orders in (play("scissors", standing="on"), Orders(standing="clear"), Orders(ready=True)):
        send(database, orders)
        assert kept(database) != before
        assert take_back(database) == "play paper\nready\noffer draw"
        assert kept(database) == before


@on_sqlite
def test_first_standing_orders_are_gone(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    send(database, play("rock", standing="on"))

    assert take_back(database) == "play rock\nstanding on"
    assert kept(database) == []


@on_sqlite
def test_what_cannot_be_taken_back_any_more(duel: Ruleset, database: Database) -> None:
    """After ten seconds, by an old page, once the match has moved on, after the deadline, and where somebody has given up."""
    begin_cup(database, 2)
    deadline = next_deadline(database)
    assert deadline
    last = deadline + GRACE - SOON
    assert take_back(database) == "too-late-to-take-back"
    send(database, play("rock", ready=True))
    assert take_back(database, at=2 * TAKE_BACK) == "too-late-to-take-back"
    assert take_back(database, seal="an old one") == "match-moved-on"
    send(database, play("rock", ready=True), at=last)
    send(database, play("rock", ready=True), "B", at=last)
    assert the_match(database).due_at == deadline + GRACE, "never later than without them"
    assert take_back(database, at=last + MOMENT) == "orders-late"
    move_all(database, deadline + GRACE)
    assert take_back(database, at=last) == "too-late-to-take-back"
    send(database, Orders(resign=True), at=last)
    assert take_back(database, at=last) == "match-over"
