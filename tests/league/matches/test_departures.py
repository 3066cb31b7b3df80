"""An entry leaves its matches: what counts, who hears of it, its place in the table, and its
record.
"""

import runpy
from collections.abc import Iterator
from datetime import timedelta
from pathlib import Path
from typing import Final

import pytest
from sqlmodel import Session, col, select

from app.engine.ruleset import Ruleset
from app.errors import SeasonRefused
from app.jobs.exchanges import begin_due
from app.league.archive import record as archive, restoration, structure, verification
from app.league.archive.chronicle import chronicle
from app.league.desk import interventions
from app.league.results import results, runs
from app.league.seasons import seasons
from app.notices.news import Chapter, Turn, Withdrawn
from app.notices.registry import about
from app.settings import ROOT
from app.store.database import Database
from app.store.matches import matches
from app.store.results import runs as stored_runs
from app.store.security import audits, personal_data
from app.store.tables import Entry, Letter, RevisionState, SeasonState
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    cup,
    give,
    move_all,
    olga,
    open_cup,
    pass_deadline,
    play_run,
)

LATER: Final = CLOSES + timedelta(days=60)
SOON: Final = CLOSES + timedelta(hours=1)
NAMES: Final = ("C1", "C2", "C3", "C4")
ROUND: Final = {("C1", "C2"), ("C2", "C3"), ("C3", "C4"), ("C1", "C4")}
"""How many matches are over at half: two of each entry's three."""


@pytest.fixture
def elsewhere(sqlite_template: Path, tmp_path: Path) -> Database:
    """Another site."""
    (tmp_path / "there.db").write_bytes(sqlite_template.read_bytes())
    return Database(f"sqlite:///{tmp_path / 'there.db'}")


def names_of(session: Session) -> dict[int, str]:
    """Everybody of the season, also who is out, by entry."""
    found = session.exec(select(Entry).order_by(col(Entry.id))).all()
    return {entry.id: f"C{at}" for at, entry in enumerate(found, 1)}


def reach(database: Database, when: str) -> None:
    """The season of four has come so far."""
    open_cup(database, 4)
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    if when == "closed":
        return
    assert begin_due(database, CLOSES)
    move_all(database, CLOSES)
    if when == "half":
        with database.writing() as session:
            names = names_of(session)
            for each in matches.of_season(session, cup(session)):
                pair = names[each.entry_a_id], names[each.entry_b_id]
                if tuple(sorted(pair)) in ROUND:
                    each.verdict, each.due_at = "resignA", SOON
                    session.add(each)
        move_all(database, SOON)
    if when in ("review", "undone"):
        finish(database)
    if when == "undone":
        with database.writing() as session:
            results.publish(session, "cup", olga(LATER))
            results.undo(session, "cup", olga(LATER))


def finish(database: Database) -> SeasonState:
    """All matches are over, and the run is played."""
    move_all(database, SOON)
    while pass_deadline(database):
        pass
    with database.writing() as session:
        if cup(session).state is SeasonState.CLOSED:
            runs.start(session, "cup", olga(LATER))
    return play_run(database, LATER)


def take_out(database: Database, name: str) -> None:
    with database.writing() as session:
        number = name.removeprefix("C")
        at = LATER if cup(session).state is not SeasonState.RUNNING else SOON
        interventions.withdraw(session, "cup", number, olga(at))


def told(database: Database, after: int = 0) -> Iterator[tuple[str, str, Chapter]]:
    """Who was told of a match with whom since that letter."""
    with database.reading() as session:
        names, found = names_of(session), {each.id: each for each in all_matches(database)}
        for letter in session.exec(select(Letter).where(col(Letter.id) > after)):
            words = about(letter)
            for chapter in words.chapters if isinstance(words, Turn) else ():
                match = found[chapter.match]
                own = match.entry_in(chapter.seat)
                other = match.entry_b_id if own == match.entry_a_id else match.entry_a_id
                yield names[own], names[other], chapter


def last_letter(database: Database) -> int:
    with database.reading() as session:
        return max(session.exec(select(Letter.id)), default=0)


def comes_back(database: Database, elsewhere: Database) -> archive.Record:
    """The published record holds, and is the same where it is brought to."""
    with database.reading() as session:
        record = archive.public_record(session, cup(session), LATER)
        whole = archive.record(session, cup(session), LATER) if record.hidden else None
        along = chronicle(session, cup(session))
    read = structure.read_record(record.model_dump_json().encode())
    assert [*verification.verify(read)] == []
    assert isinstance(read, archive.Record)
    with elsewhere.writing() as session:
        restoration.restore(session, read, olga(LATER), along, whole=whole)
    with elsewhere.reading() as session:
        assert archive.public_record(session, cup(session), LATER) == record
    return read


@pytest.mark.parametrize(
    ("when", "leaving"),
    [
        *(("running", many) for many in (1, 2, 3, 4)),
        *(("half", many) for many in (1, 4)),
        *(("review", many) for many in (1, 3)),
        *(("undone", many) for many in (1, 4)),
    ],
)
def test_whenever_and_however_many_leave_the_season_comes_to_results_that_prove_themselves(
    duel: Ruleset, database: Database, elsewhere: Database, when: str, leaving: int
) -> None:
    """Correspondence §10: fewer than half over, all are annulled; otherwise the rest are forfeit. At least one match always counts."""
    reach(database, when)
    before = last_letter(database)
    gone, staying = NAMES[:leaving], NAMES[leaving:]
    out = gone[:2] if when == "running" else ()
    for name in gone:
        take_out(database, name)
    with pytest.raises(SeasonRefused) as again:
        take_out(database, gone[-1])
    state = finish(database)
    heard = [*told(database, before)]
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))
    record = comes_back(database, elsewhere)
    places = {each.name: each.place for each in record.entries}
    with database.reading() as session:
        letters = [about(each) for each in session.exec(select(Letter))]
    stays = {each.name: each.stays for each in letters if isinstance(each, Withdrawn)}

    assert {each.code for each in again.value.problems} <= {"left-before", "unknown-entry"}
    assert state is SeasonState.REVIEW
    assert [*places] == [name for name in NAMES if name not in out]
    assert [each.name for each in record.entries if each.left] == [*gone[len(out) :]]
    assert max((places[name] for name in staying), default=0) < min(
        (places[name] for name in gone if name in places), default=5
    )
    assert stays == {name: name not in out for name in gone}
    if when in ("running", "half"):
        hearing = {(one, other) for one, other, _ in heard}
        missed = {(one, other) for one in staying for other in gone} - hearing
        assert all(when == "half" and tuple(sorted(each)) in ROUND for each in missed)
    for _, _, chapter in heard:
        assert chapter.since == chapter.until > 0 if chapter.is_annulled else chapter.since > 0


def test_who_is_taken_out_before_the_matches_begin_was_never_there(
    duel: Ruleset, database: Database, elsewhere: Database
) -> None:
    reach(database, "closed")
    for name in NAMES[:2]:
        take_out(database, name)
    assert begin_due(database, SOON)
    assert finish(database) is SeasonState.REVIEW
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))

    assert [each.name for each in comes_back(database, elsewhere).entries] == ["C3", "C4"]


def test_characters_of_one_player_do_not_meet_which_record_and_number_of_battles_say(
    duel: Ruleset, database: Database, elsewhere: Database
) -> None:
    """Who sat in both seats would see both hands. One of them leaves in the middle as anybody does."""
    begin_cup(database, 5, own=3)
    met = len(all_matches(database))
    take_out(database, "C2")
    finish(database)
    with database.reading() as session:
        run = stored_runs.latest(session, cup(session))
        assert run
        battles, is_full = run.battles, results.finished(session, cup(session), run).is_full
    record = comes_back(database, elsewhere)
    with elsewhere.reading() as session:
        again = stored_runs.latest(session, cup(session))

    assert (met, battles, is_full) == (7, 5, False)
    assert again
    assert again.battles == verification.battles(record) == 5
    assert record.matches
    assert record.matches.own == [[1, 3]]
    assert [each.code for each in verification.notes(record)] == [
        "own-apart",
        "entry-withdrawn-late",
    ]
    forged = record.matches.model_copy(update={"own": []})
    found = {
        each.code for each in verification.verify(record.model_copy(update={"matches": forged}))
    }
    assert "match-missing" in found


def test_where_all_characters_are_one_player_s_nothing_begins_and_the_run_says_why(
    duel: Ruleset, database: Database
) -> None:
    open_cup(database, 2)
    with database.writing() as session:
        give(session, "C1", "C2")
        seasons.close(session, "cup", olga(CLOSES))
    begin_due(database, CLOSES)
    assert not begin_due(database, CLOSES)  # its run is held
    with database.writing() as session, pytest.raises(SeasonRefused) as refusal:
        runs.start(session, "cup", olga(CLOSES))

    assert [each.code for each in refusal.value.problems] == ["nobody-meets"]
    with database.reading() as session:
        assert not matches.begun(session, cup(session))


def test_kept_sites_in_which_somebody_was_taken_out_under_review_come_to_results(
    duel: Ruleset, database: Database, elsewhere: Database
) -> None:
    """All but one were, once, and the season went neither on nor back: their lines are in it again."""
    reach(database, "review")
    with database.writing() as session:
        for name in NAMES[:3]:
            entry = interventions.entry_called(session, cup(session), name)
            assert entry.current
            entry.current.state = RevisionState.WITHDRAWN
            entry.current = entry.name_key = None
            seals_detail = {"number": entry.number, "revision": 0, "reason": "gone"}
            audits.note(
                session, olga(LATER), "withdraw", cup(session), entry, {"late": seals_detail}
            )
        session.flush()
        path = ROOT / "migrations" / "versions" / "2026_11_28_0710_who_left_stands_below.py"
        runpy.run_path(str(path))["put_back"](session.connection())
        session.expire_all()
    assert finish(database) is SeasonState.REVIEW
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))

    places = {each.name: each.place for each in comes_back(database, elsewhere).entries}
    assert places["C4"] == 1
    assert [*places] == [*NAMES]


@pytest.mark.parametrize("when", ["half", "review"])
def test_the_character_of_a_person_who_is_erased_plays_on(
    duel: Ruleset, database: Database, elsewhere: Database, when: str
) -> None:
    reach(database, when)
    with database.writing() as session:
        entry = interventions.entry_called(session, cup(session), "C1")
        assert entry.player
        personal_data.erase(session, entry.player)
    finish(database)
    with database.writing() as session:
        results.publish(session, "cup", olga(LATER))

    assert [each.name for each in comes_back(database, elsewhere).entries] == [*NAMES]
