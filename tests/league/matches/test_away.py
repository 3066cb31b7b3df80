"""Players are away: deadlines wait for them once, or what they miss is not counted; nobody else is told, and nobody gains."""

import json
from collections import Counter
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from threading import Barrier, Thread

import pytest
from sqlmodel import select

from app.engine.matches.grammar import Orders
from app.engine.ruleset import Ruleset
from app.errors import DomainError, OwnRefused
from app.jobs.exchanges import move_due
from app.jobs.seasons.reminders import remind_due
from app.league.matches import deadlines as moves
from app.league.own import acts, away
from app.notices.news import Extended, Missing
from app.store.database import Database
from app.store.matches import matches, records
from app.store.tables import (
    Absence,
    Contestant,
    Entry,
    Exchange,
    ExchangeState,
    Letter,
    Match,
    MatchState,
    Player,
)
from tests.support.databases import on_both
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    cup,
    olga,
    pass_deadline,
    play,
    send,
)

SOON = CLOSES + timedelta(hours=1)
DAY = timedelta(days=1)
NOON = datetime(2026, 11, 3, 12, tzinfo=UTC)
"""The first deadline: 21:00 in Tokyo."""


def act(database: Database, name: str, what: str, said: str = "", now: datetime = SOON) -> str:
    """The outcome: a code, or those of all problems."""
    with database.writing() as session:
        entry = session.exec(select(Entry).where(Entry.name_key == name.casefold())).one()
        player = session.get_one(Player, entry.player_id)
        try:
            return acts.act(session, player, what, "", said, now=now).code
        except OwnRefused as refusal:
            return " ".join(each.code for each in refusal.problems)


def told(database: Database, name: str, now: datetime = SOON) -> list[str]:
    """What they read of it, a code each."""
    with database.reading() as session:
        entry = session.exec(select(Entry).where(Entry.name_key == name.casefold())).one()
        found = away.told(session, session.get_one(Player, entry.player_id), now)
        return [each.code for those in found for each in those]


def deadlines(database: Database) -> dict[str, datetime]:
    """For which each match waits, by who meets."""
    with database.reading() as session:
        names = {each.id: each.name_key or "" for each in session.exec(select(Entry))}
        return {
            names[each.entry_a_id] + names[each.entry_b_id]: each.deadline
            for each in matches.fixtures(session, cup(session))
            if each.deadline
        }


def moved(database: Database, name: str) -> set[datetime]:
    return {at for who, at in deadlines(database).items() if name in who}


def missed(database: Database, name: str) -> list[int]:
    with database.reading() as session:
        entry = session.exec(select(Entry).where(Entry.name_key == name)).one()
        return [
            each.missed_a if each.entry_a_id == entry.id else each.missed_b
            for each in matches.of_entry(session, entry)
        ]


def told_by_records(database: Database) -> Counter[str]:
    """What the records say beside moves and chance."""
    with database.reading() as session:
        lines = records.lines(session, [each.id for each in all_matches(database)])
        said = [json.loads(each.line) for those in lines.values() for each in those]
        return Counter(each["what"] for each in said if each["t"] == "admin")


def letters(database: Database, kind: str) -> list[tuple[str, dict[str, object]]]:
    with database.reading() as session:
        found = session.exec(select(Letter).where(Letter.kind == kind))
        return sorted((each.player.address, each.about) for each in found)


def test_deadlines_wait_once_and_opponents_read_the_new_one_alone(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3, away="wait")
    assert deadlines(database) == dict.fromkeys(deadlines(database), NOON)
    after = NOON + 8 * DAY
    assert act(database, "C1", "away", "away from 3 to 10 November") == "away-told"
    assert act(database, "C1", "away", "11月3日から10日まで") == "away-told"  # a second time

    assert moved(database, "c1") == {after}
    assert {at for who, at in deadlines(database).items() if "c1" not in who} == {NOON}
    assert told(database, "C1") == ["away-told", "away-waits"]
    heard = letters(database, Extended.slug)
    assert [to for to, _ in heard] == ["p2@example.com", "p3@example.com"]
    assert {each["asked"] for _, each in heard} == {False}
    assert "november" not in json.dumps(heard).lower()
    pass_deadline(database)  # the others go on
    assert moved(database, "c1") == {after}
    send(database, "C1", play("rock", ready=True), NOON + DAY)
    send(database, "C2", play("rock", ready=True), NOON + DAY)
    move_due(database, NOON + DAY + timedelta(minutes=1))
    begun_anew = [each.turn for each in all_matches(database)]
    assert max(begun_anew) == 2
    assert moved(database, "c1") == {after}  # the next exchange waits for the same end


def test_what_is_missed_does_not_count_where_the_house_plays(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3)
    assert act(database, "C1", "away", "until 10 November") == "away-told"
    assert told(database, "C1") == ["away-told", "away-house"]
    assert remind_due(database, NOON - timedelta(hours=1))
    pass_deadline(database)

    assert [to for to, _ in letters(database, Missing.slug)] == ["p2@example.com", "p3@example.com"]
    assert missed(database, "c1") == [0, 0]
    assert told_by_records(database) == {"deadline_missed": 6}  # as if nobody were away
    assert sum(missed(database, "c2")) + sum(missed(database, "c3")) == 4
    assert letters(database, Extended.slug) == []
    assert act(database, "C1", "back", now=NOON + DAY) == "away-back"
    pass_deadline(database)
    assert missed(database, "c1") == [1, 1]


def test_none_begins_in_the_last_day_of_a_deadline(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2, away="wait")
    late = NOON - timedelta(hours=23)
    assert act(database, "C1", "away", "3 to 10 November", late) == "away-told"
    assert told(database, "C1", late) == ["away-told", "away-would-wait", "away-late"]
    assert moved(database, "c1") == {NOON}
    pass_deadline(database)
    assert moved(database, "c1") == {NOON + 8 * DAY}


def test_nobody_gains_by_going_again(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2, away="wait")
    act(database, "C1", "away", "3 to 10 November")
    after = NOON + 8 * DAY
    assert act(database, "C1", "away", "3 to 20 November") == "away-fixed"
    assert act(database, "C1", "back") == "away-back"
    assert moved(database, "c1") == {after}
    assert act(database, "C1", "back") == "away-not"
    assert act(database, "C1", "away", "5 to 20 November") == "away-long"  # 8 days are gone
    assert act(database, "C1", "away", "5 to 17 November") == "away-told"
    assert told(database, "C1") == ["away-told", "away-elsewhere"]
    assert act(database, "C2", "away", "8 to 28 November") == "away-told"
    assert moved(database, "c1") == {NOON + 26 * DAY}  # both, once each
    while pass_deadline(database):
        pass
    with database.reading() as session:
        used = [each.absence_id for each in session.exec(select(Contestant))]
    assert len({*used}) == 2


@pytest.mark.parametrize("way", ["extend", "move"])
def test_a_deadline_that_moves_into_a_time_away_waits_as_any_other(
    duel: Ruleset, database: Database, way: str
) -> None:
    """Else an opponent could ask for more time in order to play against the house."""
    begin_cup(database, 2, away="wait")
    assert act(database, "C1", "away", "4 to 10 November") == "away-told"
    assert moved(database, "c1") == {NOON}
    if way == "extend":
        send(database, "C2", Orders(extend=True), SOON)
    else:
        with database.writing() as session:
            moves.move(session, "cup", 1, NOON + DAY, olga(SOON))
    assert moved(database, "c1") == {NOON + 8 * DAY}


@pytest.mark.parametrize(
    ("said", "wrong"),
    [
        ("next week", "away-unread"),
        ("30 to 31 February", "away-unread"),
        ("10/11 to 12/11", "away-unread"),
        ("1 to 2 October 2026", "away-when"),
        ("1 to 2 October 2031", "away-when"),
        ("0001-01-01 to 9999-12-31", "away-when"),
        ("3 to 24 November", "away-long"),
    ],
)
def test_days_that_cannot_be_are_answered(
    duel: Ruleset, database: Database, said: str, wrong: str
) -> None:
    begin_cup(database, 2, away="wait")
    assert act(database, "C1", "away", said) == wrong
    with database.reading() as session:
        assert session.exec(select(Absence)).all() == []


def test_a_time_that_has_not_begun_is_changed(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2, away="wait")
    assert act(database, "C1", "away", "20 to 30 November") == "away-told"
    assert act(database, "C1", "away", "25 November to 2 December") == "away-told"
    with database.reading() as session:
        (only,) = session.exec(select(Absence)).all()
        assert only.ends_at - only.begins_at == 8 * DAY
    assert act(database, "C1", "back") == "away-back"
    assert told(database, "C1") == []


def test_a_round_that_ends_by_itself_waits_as_long(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2, away="wait", round_exchanges=2, stages="round-robin")
    with database.reading() as session:
        before = session.exec(select(Match.ends_at)).one()
    act(database, "C1", "away", "3 to 10 November")
    with database.reading() as session:
        assert session.exec(select(Match.ends_at)).one() == (before and before + 8 * DAY)


@on_both
def test_more_time_a_time_away_and_an_organiser_at_once(duel: Ruleset, database: Database) -> None:
    """All move the same exchange, in any order. Every match waits for one that takes orders, and
    nothing is lost.
    """
    begin_cup(database, 3, away="wait")
    start, failed = Barrier(4), list[Exception]()

    def organise() -> None:
        with database.writing() as session:
            exchange = moves.agenda(session, cup(session))[0].number
            moves.move(session, "cup", exchange, NOON + DAY, olga(SOON))

    def at_once(do: Callable[[], object]) -> None:
        start.wait()
        try:
            do()
        except Exception as error:
            failed.append(error)

    acting = [
        Thread(target=at_once, args=(do,))
        for do in (
            lambda: act(database, "C1", "away", "3 to 10 November"),
            lambda: act(database, "C1", "away", "3 to 10 November"),
            lambda: send(database, "C2", Orders(extend=True), SOON),
            organise,
        )
    ]
    for each in acting:
        each.start()
    for each in acting:
        each.join()

    assert [each for each in failed if not isinstance(each, DomainError)] == []
    assert min(moved(database, "c1")) >= NOON + 8 * DAY
    with database.reading() as session:
        assert len(session.exec(select(Absence)).all()) == 1
        waits = session.exec(select(Exchange.state).join(Match).distinct()).all()
    assert [*waits] == [ExchangeState.OPEN]
    while pass_deadline(database):
        pass
    assert {each.state for each in all_matches(database)} == {MatchState.OVER}
