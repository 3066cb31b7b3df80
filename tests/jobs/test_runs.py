"""The worker that claims a run first plays it, and no other at the same time."""

import os
import signal
from collections.abc import Callable
from contextlib import closing as closing_at_end
from datetime import UTC, datetime, timedelta
from threading import Event

import pytest
from sqlmodel import select

from app.errors import ResultsDiffer
from app.jobs.seasons.runs import RunsUnderWay, run
from app.jobs.worker import work
from app.league.archive import record as archive_record, verification
from app.league.desk import interventions
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.results import results, runs as league_runs
from app.league.results.runs import Conclusion, RunInProgress
from app.league.seasons import seasons as league_seasons
from app.league.seasons.seasons import scoring_of
from app.store import entrants, players, seasons
from app.store.database import Database
from app.store.results import runs
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Run, SeasonState
from app.store.work import run_claims
from app.tournament import blocks
from app.tournament.blocks import build_of
from app.tournament.digest import result_digest
from tests.support.outgoing import some_settings
from tests.support.problems import filled
from tests.support.processes import PROCESSES
from tests.support.seasons import Character, a_finished_season, wrong_kernel

NOW = datetime.now(UTC)
BY = Organiser("olga", NOW, "reasons", "what is told")


@pytest.fixture
def started(database: Database, start: Callable[[Database, Organiser], None]) -> Database:
    """A run under way of five characters; every row is a block of its own."""
    start(database, BY)
    return database


def state(database: Database) -> SeasonState:
    with database.reading() as session:
        return seasons.by_slug(session, "cup").state


def latest(database: Database) -> Run:
    with database.reading() as session:
        found = runs.latest(session, seasons.by_slug(session, "cup"))
        assert found
        return found


def kept(database: Database) -> int:
    with database.reading() as session:
        return sum(half is not None for half in runs.outcomes(session, latest(database)))


def play(database: Database) -> int:
    """Play the season to the end; tells how many battles were played for it."""
    progress = list(run(database, "cup", BY))
    return progress[-1].battles - progress[0].battles


def add(database: Database, name: str, build: str) -> None:
    with database.writing() as session:
        interventions.add(session, "cup", Submission(name, build), BY)


def differences(database: Database) -> list[str]:
    """What a replay of every battle finds wrong with the results."""
    with database.reading() as session:
        record = archive_record.record(
            session, seasons.by_slug(session, "cup"), NOW + timedelta(days=2)
        )
    return [problem.code for problem in verification.verify(record)]


def numbers(database: Database) -> list[int]:
    with database.reading() as session:
        return [entrant.number for entrant in entrants.of_run(session, latest(database))]


def contradict(monkeypatch: pytest.MonkeyPatch) -> None:
    """From now on the kernel says that every battle is drawn."""
    monkeypatch.setattr(blocks, "ruleset", wrong_kernel)


def play_to_the_end(job: RunsUnderWay, database: Database) -> int:
    turns = 0
    while job(database, datetime.now(UTC)):
        turns += 1
    return turns


def test_a_worker_plays_what_an_organiser_has_started(started: Database) -> None:
    work(started, some_settings(), stop=Event(), once=True)

    assert state(started) is SeasonState.REVIEW


def test_a_run_is_played_a_block_in_each_turn(started: Database) -> None:
    job = RunsUnderWay()
    job(started, NOW)
    before = kept(started)
    job(started, NOW)

    assert (before, kept(started)) == (0, 1)
    assert play_to_the_end(job, started) == 5
    assert state(started) is SeasonState.REVIEW


def test_nobody_else_plays_it_meanwhile(started: Database) -> None:
    now = datetime.now(UTC)
    with closing_at_end(RunsUnderWay()) as first, closing_at_end(RunsUnderWay()) as second:
        assert first(started, now)

        assert not second(started, now)
        first.close()
        assert second(started, now)


def test_a_worker_that_was_killed_is_followed_by_another_that_goes_on(started: Database) -> None:
    killed, next_one = RunsUnderWay(), RunsUnderWay()
    for _ in range(3):
        killed(started, NOW)
    later = datetime.now(UTC) + run_claims.CLAIMED_FOR + timedelta(seconds=1)

    assert kept(started) == 2
    assert next_one(started, later)
    assert play_to_the_end(next_one, started) == 4
    assert state(started) is SeasonState.REVIEW
    assert killed(started, later)
    assert not killed(started, later)


def test_a_claim_of_a_clock_that_was_ahead_is_over(started: Database) -> None:
    later = NOW + timedelta(days=30)
    with started.writing() as session:
        assert run_claims.claim(session, latest(started).id, now=later)
    with closing_at_end(RunsUnderWay()) as job:
        assert not job(started, later)
        assert not run_claims.is_played(latest(started), now=NOW)
        assert job(started, NOW)


def test_while_a_run_is_concluded_it_stays_with_its_worker(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    go_on, now, conclude = Event(), NOW, league_runs.conclude

    def slow(at: RunInProgress) -> Conclusion:
        assert go_on.wait(60)
        return conclude(at)

    monkeypatch.setattr(league_runs, "conclude", slow)
    monkeypatch.setattr("app.jobs.seasons.runs.LOOK_SECONDS", 0)
    monkeypatch.setattr("app.clock.now", lambda: now)
    with closing_at_end(RunsUnderWay()) as job, closing_at_end(RunsUnderWay()) as other:
        for _ in range(10):
            assert job(started, now)
            now += run_claims.CLAIMED_FOR * 0.9
            assert not other(started, now)
        go_on.set()
        play_to_the_end(job, started)

    assert state(started) is SeasonState.REVIEW


def play_two_blocks_and_die(url: str) -> None:
    vars(blocks).update(BLOCK_SECONDS=0, FEW_BLOCKS=100)
    job = RunsUnderWay()
    for _ in range(3):
        job(Database(url), datetime.now(UTC))
    os.kill(os.getpid(), signal.SIGKILL)


def test_whoever_starts_on_the_machine_of_a_dead_worker_goes_on_at_once(
    started: Database,
) -> None:
    url = started.url
    killed = PROCESSES.Process(target=play_two_blocks_and_die, args=(url,))
    killed.start()
    killed.join()

    assert killed.exitcode == -signal.SIGKILL
    assert kept(started) == 2
    assert latest(started).lease_until
    assert not run_claims.is_played(latest(started), now=datetime.now(UTC))
    # A turn for what is there, one for each of three rows, and one to finish.
    assert play_to_the_end(RunsUnderWay(), started) == 5
    assert state(started) is SeasonState.REVIEW


def test_one_that_was_too_slow_keeps_nothing(started: Database) -> None:
    slow = RunsUnderWay()
    slow(started, NOW)
    with started.writing() as session:
        (row,) = session.exec(select(Run))
        run_claims.claim(session, row.id, now=NOW, by_force=True)
    slow(started, NOW)

    assert kept(started) == 0


def test_whoever_plays_it_by_hand_gets_it(started: Database) -> None:
    worker = RunsUnderWay()
    worker(started, NOW)
    battles = list(run(started, "cup", BY))[-1]
    worker.close()

    assert battles.battles == battles.of == 10
    assert state(started) is SeasonState.REVIEW


def test_a_run_that_fails_leaves_its_turn_to_others(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    job = RunsUnderWay()
    monkeypatch.setattr(league_runs, "finish", lambda *_: 1 / 0)
    now = datetime.now(UTC)
    while job(started, now):
        pass

    with started.reading() as session:
        assert run_claims.waiting(session, now=now)
    assert state(started) is SeasonState.RUNNING


# --- what is taken over from an earlier run -----------------------------------------------------------


def test_of_a_late_entry_only_its_own_battles_are_played(started: Database) -> None:
    assert play(started) == 10
    add(started, "Latecomer", "核攻核")

    assert play(started) == 5
    assert numbers(started) == [1, 2, 3, 4, 5, 6]
    assert differences(started) == []


def test_a_run_that_was_never_published_leaves_its_table_to_the_next(started: Database) -> None:
    """What it played and its digest stay, and from them it can be played again."""
    play(started)
    first = latest(started)
    add(started, "Latecomer", "双核")
    play(started)

    with started.reading() as session:
        assert [*map(type, runs.outcomes(session, first))] == [type(None)] * 5
        field = entrants.of_run(session, first)
        season = seasons.by_slug(session, "cup")
        builds = [build_of(season.game, first.rules_version, entrant.build) for entrant in field]
        halves = blocks.play_block(season.game, first.rules_version, builds, range(len(builds)))
        lines = map(league_runs.line, field)
        again = result_digest(first.rules_version, scoring_of(season), lines, halves)
    assert again == first.digest
    assert differences(started) == []


def test_a_run_that_was_published_keeps_its_table(started: Database) -> None:
    play(started)
    first = latest(started)
    with started.writing() as session:
        results.publish(session, "cup", BY)
        results.undo(session, "cup", BY)
    add(started, "Latecomer", "双核")
    play(started)
    add(started, "Last", "核双")
    play(started)

    with started.reading() as session:
        season = seasons.by_slug(session, "cup")
        tables = {
            each.serial: [row is not None for row in runs.outcomes(session, each)]
            for each in session.exec(select(Run).where(Run.season_id == season.id))
        }
    assert tables == {first.serial: [True] * 5, 2: [False] * 6, 3: [True] * 7}


def test_other_seasons_keep_their_tables(started: Database) -> None:
    with started.writing() as session:
        _, other = a_finished_season(
            session, [Character("Dave", "攻"), Character("Eve", "盾")], slug="other"
        )
    play(started)

    with started.reading() as session:
        assert None not in runs.outcomes(session, other)


def test_a_withdrawal_plays_nothing(started: Database) -> None:
    play(started)
    with started.writing() as session:
        interventions.withdraw(session, "cup", "C1", BY)

    assert play(started) == 0
    assert numbers(started) == [1, 3, 4, 5]
    assert differences(started) == []


def test_a_changed_entry_meets_everybody_again_though_all_have_new_numbers(
    started: Database,
) -> None:
    """Reopened: one leaves, one changes its build and one only its name, one is new: 2 of 5 are fresh."""
    play(started)
    with started.writing() as session:
        results.undo(session, "cup", BY)
        league_seasons.reopen(session, "cup", BY)
        interventions.withdraw(session, "cup", "C0", BY)
        season = seasons.by_slug(session, "cup")
        for player, name, build in [("p1", "C1", "硬核"), ("p2", "Renamed", "核核")]:
            entries.submit(
                session,
                season,
                players.known_as(session, f"{player}@example.com", "en", NOW),
                Submission(name, build),
                Origin(NOW, proven=True),
            )
    add(started, "Latecomer", "核攻核")
    with started.writing() as session:
        league_seasons.close(session, "cup", BY)

    assert play(started) == 4 + 3
    assert numbers(started) == [1, 2, 3, 4, 5]
    assert differences(started) == []


def test_a_run_that_takes_over_goes_on_where_it_was_killed(started: Database) -> None:
    play(started)
    for number in range(3):
        add(started, f"Latecomer {number}", "核攻核")
    killed = run(started, "cup", BY)
    assert [next(killed).battles for _ in range(2)] == [0, 7]
    del killed

    assert play(started) == 6 + 5
    assert differences(started) == []


def test_without_any_change_every_pair_is_played_again(started: Database) -> None:
    play(started)
    first = latest(started).digest
    with started.writing() as session:
        results.undo(session, "cup", BY)

    assert play(started) == 10
    assert latest(started).digest == first


def test_results_of_other_rules_are_not_taken_over(started: Database) -> None:
    play(started)
    with started.writing() as session:
        earlier = runs.latest(session, seasons.by_slug(session, "cup"))
        assert earlier
        earlier.rules_version = "laplaplus@0"
    add(started, "Latecomer", "核攻核")

    assert play(started) == 15


def test_the_battles_of_a_late_entry_are_always_among_those_checked(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(started)
    add(started, "Latecomer", "核攻核")
    contradict(monkeypatch)
    with pytest.raises(ResultsDiffer) as refusal:
        play(started)

    assert {problem["one"] for problem in refusal.value.problems} >= {"6"}


# --- runs that are contradicted -----------------------------------------------------------------------


def test_a_run_that_a_spot_check_contradicts_is_halted_and_the_season_is_closed_again(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as kernel:
        contradict(kernel)
        with pytest.raises(ResultsDiffer):
            play(started)
    halted = latest(started)

    assert state(started) is SeasonState.CLOSED
    assert halted.halted_at
    assert halted.digest is None
    assert {problem.code for problem in league_runs.why_halted(halted)} == {"battle-differs"}
    with started.reading() as session:
        log = audits.of_season(session, seasons.by_slug(session, "cup"))
    assert [audit.act for audit in log][-2:] == ["run", "halt"]
    assert play(started) == 10
    assert state(started) is SeasonState.REVIEW


def test_after_a_halted_run_nothing_is_taken_over(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(started)
    add(started, "Latecomer", "核攻核")
    with monkeypatch.context() as kernel:
        contradict(kernel)
        with pytest.raises(ResultsDiffer):
            play(started)

    assert play(started) == 15


def test_a_run_that_gives_another_result_than_before_is_halted(started: Database) -> None:
    play(started)
    with started.writing() as session:
        earlier = runs.latest(session, seasons.by_slug(session, "cup"))
        assert earlier
        earlier.digest = "0" * 64
        results.undo(session, "cup", BY)
    with pytest.raises(ResultsDiffer):
        play(started)

    (problem,) = league_runs.why_halted(latest(started))
    assert (problem.code, *filled(problem)[:2]) == ("run-differs", "1", "0" * 64)
    assert state(started) is SeasonState.CLOSED


def test_a_worker_halts_a_run_and_goes_on(
    started: Database, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    contradict(monkeypatch)
    work(started, some_settings(), stop=Event(), once=True)

    assert state(started) is SeasonState.CLOSED
    assert (
        "the run of cup failed, rests for 2 s: In the reference engine the battle of number"
        in caplog.text
    )
    assert "Traceback" not in caplog.text


def test_a_run_that_another_took_is_not_halted(
    started: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    contradict(monkeypatch)
    slow = RunsUnderWay()
    for _ in range(6):
        slow(started, NOW)
    with started.writing() as session:
        run_claims.claim(session, latest(started).id, now=NOW, by_force=True)
    slow(started, NOW)

    assert state(started) is SeasonState.RUNNING


# --- how long it still takes --------------------------------------------------------------------------


def test_the_time_left_is_that_of_the_battles_played_since_somebody_took_the_run(
    started: Database,
) -> None:
    """4 battles before the claim, then 3 in a minute: the last 3 take a minute more."""
    first = RunsUnderWay()
    for _ in range(2):
        first(started, NOW)
    with started.writing() as session:
        run_claims.claim(session, latest(started).id, now=NOW, by_force=True)
    second = RunsUnderWay()
    with started.reading() as session:
        before = league_runs.progress(session, latest(started), NOW)
    with closing_at_end(second):
        for _ in range(2):
            second(started, NOW + 2 * run_claims.CLAIMED_FOR)
        claimed_at = latest(started).claimed_at
        assert claimed_at
        with started.reading() as session:
            now = league_runs.progress(session, latest(started), claimed_at + timedelta(minutes=1))

    assert (before.battles, before.left) == (4, None)
    assert (now.battles, now.of, now.left) == (7, 10, timedelta(minutes=1))
