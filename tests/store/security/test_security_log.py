"""The security log: everything once, nothing without end, no secrets."""

import logging
from datetime import timedelta

import pytest

from app.store.database import Database
from app.store.security import security_log
from app.store.security.security_log import SecurityEvent
from tests.support.people import NOW, an_entry


def noted(database: Database) -> list[tuple[str, int, str]]:
    with database.reading() as session:
        found = security_log.latest(session, 1000)
    return [(each.event, each.count, each.client) for each in found]


def test_an_event_is_kept_and_said_to_the_log_of_the_machine(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.security")
    with database.writing() as session:
        security_log.note(
            session, SecurityEvent.SIGNED_IN, now=NOW, client="ab12", detail={"as": "organiser"}
        )

    assert noted(database) == [("signed-in", 1, "ab12")]
    assert caplog.messages == ["signed-in client=ab12 as=organiser"]


def test_within_a_minute_the_same_is_counted_and_said_once(
    database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level(logging.INFO, "app.security")
    minute = NOW.replace(second=0)
    for second in (1, 2, 59, 61):
        with database.writing() as session:
            at = minute + timedelta(seconds=second)
            security_log.note(session, SecurityEvent.WRONG_LINK, now=at, client="ab12")

    assert noted(database) == [("wrong-link", 1, "ab12"), ("wrong-link", 3, "ab12")]
    assert len(caplog.messages) == 2


def test_a_crowd_of_clients_is_counted_in_one_line(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security_log, "MOST_A_MINUTE", 3)
    with database.writing() as session:
        for client in range(10):
            security_log.note(session, SecurityEvent.WRONG_LINK, now=NOW, client=f"c{client}")
        security_log.note(session, SecurityEvent.WRONG_LINK, now=NOW, client="c1")
        security_log.note(session, SecurityEvent.SIGNED_IN, now=NOW, client="c9")

    assert noted(database) == [
        ("signed-in", 1, "c9"),
        ("wrong-link", 7, "others"),
        ("wrong-link", 1, "c2"),
        ("wrong-link", 2, "c1"),
        ("wrong-link", 1, "c0"),
    ]


def test_old_events_are_forgotten_and_noise_before_that(
    database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(security_log, "MOST_NOISE", 2)
    with database.writing() as session:
        for days, event in [
            (0, SecurityEvent.SIGNED_IN),
            (20, SecurityEvent.TOKEN_MADE),
            (30, SecurityEvent.WRONG_LINK),
            (31, SecurityEvent.WRONG_LINK),
            (32, SecurityEvent.LIMIT_HIT),
        ]:
            security_log.note(session, event, now=NOW + timedelta(days=days), client="c")
        security_log.prune(session, now=NOW + timedelta(days=181))

    assert [event for event, *_ in noted(database)] == ["limit-hit", "wrong-link", "token-made"]


def test_an_event_outlives_the_person_and_the_season_that_it_names(database: Database) -> None:
    with database.writing() as session:
        entry = an_entry(session)
        player, season = entry.player_id, entry.season_id
        security_log.note(session, SecurityEvent.SIGNED_IN, now=NOW, player=player, season=season)
        entry.current = None
        session.flush()
        revisions = "DELETE FROM revision"
        for statement in (
            revisions,
            "DELETE FROM entry",
            "DELETE FROM player",
            "DELETE FROM season",
        ):
            session.connection().exec_driver_sql(statement)

    with database.reading() as session:
        (row,) = security_log.latest(session, 10)
    assert (row.player_id, row.season_id, row.event) == (None, None, "signed-in")
