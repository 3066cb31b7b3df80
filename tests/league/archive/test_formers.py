"""Seasons that go on from others: what comes from there stands in the record, is checked, and comes back."""

from collections.abc import Callable
from copy import deepcopy
from datetime import timedelta
from pathlib import Path
from typing import Any, Final

import pytest

from app.errors import SeasonRefused
from app.league.archive import evidence, restoration, verification
from app.league.archive.record import Record, public_record
from app.league.archive.structure import read_record
from app.league.desk import interventions, rounds
from app.league.desk.rounds import PlannedRound
from app.league.entries import entries as league_entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.seasons import seasons as league_seasons
from app.store import players, seasons
from app.store.database import Database
from app.store.series import rounds as store_rounds
from tests.support import stages
from tests.support.records import bound

LATER: Final = stages.NOW + timedelta(days=1)
Plain = dict[str, Any]


def record_of(database: Database, slug: str) -> Record:
    with database.reading() as session:
        return public_record(session, seasons.by_slug(session, slug), LATER)


@pytest.fixture
def both(database: Database) -> tuple[Record, Record]:
    """A season of three and its next round: one changed a card, one was corrected by the organiser, one added by them."""
    stages.a_season(database, "", ["攻響核", "連核", "核核"])
    stages.publish(database)
    with database.writing() as session:
        rounds.plan(session, "cup", PlannedRound("cup-2", added=1, changes=1), stages.BY)
        league_seasons.open_season(session, "cup-2", stages.BY)
        season = seasons.by_slug(session, "cup-2")
        who = players.known_as(session, "p0@example.com", "en", stages.NOW)
        grown = Submission("C0", "攻盾核核")
        league_entries.submit(session, season, who, grown, Origin(stages.NOW, proven=True))
        changed = interventions.WantedCorrection(build="盾盾盾")
        interventions.correct(session, "cup-2", "C1", changed, stages.BY)
        interventions.add(session, "cup-2", Submission("New", "核盾"), stages.BY)
        league_seasons.close(session, "cup-2", stages.BY)
    stages.publish(database, "cup-2")
    return record_of(database, "cup"), record_of(database, "cup-2")


def found(record: Record, former: Record) -> set[str]:
    """All that is said of it, alone and beside the one before."""
    read = read_record(record.model_dump_json().encode())
    beside = evidence.against_former(read, former)
    return {each.code for each in (*verification.verify(read), *beside)}


def forged(record: Record, change: Callable[[Plain], object]) -> Record:
    """Changed so, and bound by its last digest again."""
    plain = deepcopy(record.model_dump(mode="json"))
    change(plain)
    return bound(Record.model_validate(plain))


def carried(at: int, **what: Any) -> Callable[[Plain], object]:
    return lambda plain: plain["round"]["carried"][at].update(what)


def ruled(**what: Any) -> Callable[[Plain], object]:
    return lambda plain: plain["round"].update(what)


ROUNDS: Final[list[tuple[str, Callable[[Plain], object]]]] = [
    ("carried-differs", carried(0, cards=["attack", "shield", "core"])),
    ("carried-differs", carried(2, former=2)),
    ("carried-differs", carried(2, former=99)),
    ("grown-too-much", carried(0, cards=["echo"])),
    ("grown-too-much", ruled(changes=0)),
    ("grown-too-much", ruled(added=0)),
    ("grown-too-much", ruled(excepted=[4])),
    ("not-carried", ruled(excepted=[2])),
    ("not-carried", lambda plain: plain["round"]["carried"].pop(0)),
    ("former-differs", ruled(digest="0" * 64)),
    ("former-other", ruled(season="other-cup")),
    ("round-unreadable", ruled(season="cup-2")),
    ("round-unreadable", ruled(number=1)),
    ("round-unreadable", ruled(changes=-1)),
    ("round-unreadable", ruled(excepted=[77])),
    ("round-unreadable", carried(0, number=2)),
    ("round-unreadable", carried(1, former=1)),
]


def test_a_later_round_says_what_it_continues_and_every_falsehood_in_it_is_found(
    both: tuple[Record, Record],
) -> None:
    former, later = both
    assert found(later, former) == set()
    assert later.round
    assert [(each.number, each.former) for each in later.round.carried] == [(1, 1), (2, 2), (3, 3)]
    assert [
        each["number"] for each in verification.notes(later) if each.code == "entry-excepted"
    ] == [
        "2",
        "4",
    ]

    for code, change in ROUNDS:
        assert code in found(forged(later, change), former), code
    plain = later.model_copy(update={"round": None})
    assert {each.code for each in verification.verify(plain)} == {"third-digest-differs"}
    false = forged(former, lambda plain: plain["entries"][0].update(build="核攻"))
    assert found(later, false) == {"former-fails"}


def test_a_later_round_comes_back_behind_the_round_before_and_not_without_it(
    both: tuple[Record, Record], sqlite_template: Path, tmp_path: Path
) -> None:
    former, later = both
    (tmp_path / "elsewhere.db").write_bytes(sqlite_template.read_bytes())
    elsewhere = Database(f"sqlite:///{tmp_path / 'elsewhere.db'}")
    with elsewhere.writing() as session:
        with pytest.raises(SeasonRefused) as alone:
            restoration.restore(session, later, stages.BY)
        restoration.restore(session, former, stages.BY)
        other = forged(later, carried(2, cards=["core"]))
        tried = session.begin_nested()
        with pytest.raises(SeasonRefused) as false:
            restoration.restore(session, other, stages.BY)
        tried.rollback()
        restoration.restore(session, later, stages.BY)
    with elsewhere.reading() as session:
        season = seasons.by_slug(session, "cup-2")
        before = store_rounds.before(session, season)
        assert before
        assert before.slug == "cup"
        assert len(store_rounds.carried(session, season)) == len(former.entries)

    assert [each.code for each in alone.value.problems] == ["restore-round-before"]
    assert [each.code for each in false.value.problems] == ["carried-differs"]
    assert record_of(elsewhere, "cup-2") == later


def test_a_ranking_is_checked_against_the_season_that_it_is_after(database: Database) -> None:
    builds = [*"核攻盾響硬双"]
    plan = "divisions divisions=2 size=3 moves=1"
    stages.a_season(database, plan, builds)
    stages.publish(database)
    stages.a_season(database, f"{plan} after=cup", builds, slug="cup-2")
    stages.publish(database, "cup-2")
    former, later = record_of(database, "cup"), record_of(database, "cup-2")
    assert found(later, former) == set()

    def swapped(plain: Plain) -> None:
        """Two of one division say that they stood where the other did, and nothing else contradicts it."""
        one, other, *_ = plain["stages"]["ranking"]["ranks"]
        one[0], other[0] = other[0], one[0]
        one[1], other[1] = other[1], one[1]

    assert "rank-differs" in found(forged(later, swapped), former)
    digest = forged(later, lambda plain: plain["stages"]["ranking"].update(digest="0" * 64))
    assert "former-differs" in found(digest, former)
