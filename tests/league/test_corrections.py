"""An organiser corrects an entry: a new version of it, told to its player with before, after and why."""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest
from sqlmodel import Session, select

from app.errors import SeasonRefused, SubmissionRejected
from app.league import seals
from app.league.desk import interventions
from app.league.desk.interventions import WantedCorrection
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.letters import contents
from app.store import players, seasons
from app.store.database import Database
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Letter, Revision

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW + timedelta(minutes=1), tell="As you asked <b>by phone</b>.")


@pytest.fixture
def cup(database: Database) -> Database:
    """A season that takes entries from Alice and Bob."""
    with database.writing() as session:
        league_seasons.create(session, season_plans.Plan("laplaplus", "cup"), BY)
        league_seasons.open_season(session, "cup", BY)
        season = seasons.by_slug(session, "cup")
        for name, build in (("Alice", "攻響核"), ("Bob", "盾攻")):
            player = players.known_as(session, f"{name.casefold()}@example.com", "en", NOW)
            sent = Submission(name, build, lore=f"The lore of {name}.")
            entries.submit(session, season, player, sent, Origin(NOW, proven=True))
    return database


@contextmanager
def refused(*codes: str) -> Iterator[None]:
    with pytest.raises((SeasonRefused, SubmissionRejected)) as refusal:
        yield
    assert [each.code for each in refusal.value.problems] == [*codes]


def letters(session: Session) -> list[Letter]:
    return list(session.exec(select(Letter).where(Letter.kind == "corrected")))


def test_its_player_hears_before_after_and_why(cup: Database) -> None:
    with cup.writing() as session:
        entry = interventions.correct(
            session, "cup", "Alice", WantedCorrection(name="Alicia", build="攻攻核"), BY
        )
        (letter,) = letters(session)
        told = contents.draft(session, letter)
        acts = audits.of_season(session, seasons.by_slug(session, "cup"))

    assert entry.current
    assert (entry.current.name, entry.current.serial) == ("Alicia", 2)
    assert entry.current.lore == "The lore of Alice.", "what is not corrected stays"
    assert "Name: Alice\n    → Alicia" in told.text
    assert "攻響核" in told.text
    assert "    As you asked <b>by phone</b>." in told.text
    assert "<b>by phone</b>" not in told.html
    assert (acts[-1].act, acts[-1].detail["fields"]) == ("correct", ["build", "name"])


def test_the_same_again_changes_and_tells_nothing(cup: Database) -> None:
    with cup.writing() as session:
        for _ in range(2):
            interventions.correct(session, "cup", "Bob", WantedCorrection(owner="Robert"), BY)
        assert len(letters(session)) == 1
        assert len(session.exec(select(Revision)).all()) == 3


def test_all_that_is_wrong_is_said_at_once_and_nothing_is_written(cup: Database) -> None:
    with cup.writing() as session:
        with refused("owner-is-address", "name-taken"):
            wrong = WantedCorrection(name="Bob", owner="a@b.example")
            interventions.correct(session, "cup", "Alice", wrong, BY)
        with refused("nothing-told"):
            untold = replace(BY, tell="", reason="for the log")
            interventions.correct(session, "cup", "Alice", WantedCorrection(name="A"), untold)
        with refused("unknown-entry"):
            interventions.correct(session, "cup", "Nobody", WantedCorrection(name="A"), BY)
        assert letters(session) == []


def test_what_was_sealed_is_not_changed_behind_its_seal(cup: Database) -> None:
    """Closed before its deadline, the seals are public and the builds are not: only what no seal holds may change."""
    with cup.writing() as session:
        deadline = NOW + timedelta(days=1)
        league_seasons.move(session, "cup", deadline, BY)
        league_seasons.close(session, "cup", BY)
        with refused("sealed-until"):
            interventions.correct(session, "cup", "Alice", WantedCorrection(name="Alicia"), BY)
        for guess in (
            WantedCorrection(build="攻攻核"),
            WantedCorrection(build="攻響核"),
            WantedCorrection(lore="The lore of Alice."),
        ):
            with refused("sealed-until"):  # the right ones, too
                interventions.correct(session, "cup", "Alice", guess, BY)
        interventions.correct(session, "cup", "Alice", WantedCorrection(owner="Al"), BY)
        season = seasons.by_slug(session, "cup")
        late = replace(BY, now=deadline + timedelta(hours=1))
        interventions.correct(session, "cup", "Alice", WantedCorrection(name="Alicia"), late)
        marked = seals.marks(session, season)

    assert [(each.kind, each.reason) for each in marked.values()] == [("changed", BY.tell)]
