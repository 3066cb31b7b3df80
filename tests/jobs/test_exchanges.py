"""Whole seasons of matches by exchanges: silent, resigning, extending, leaving players; and workers that die."""

from collections import Counter
from datetime import datetime, timedelta
from itertools import count

import pytest
from sqlalchemy import event
from sqlmodel import col, delete, select, update

from app.engine.matches.grammar import Orders
from app.engine.ruleset import Ruleset
from app.errors import OrdersRefused
from app.jobs.exchanges import begin_due, move_due
from app.league.archive import record as archive, verification
from app.league.eligibility.sides import Side, Sides
from app.league.entries import entries
from app.league.entries.contents import Submission
from app.league.entries.entries import Origin
from app.league.matches import advances, beginnings, exchanges, plans
from app.league.matches.settings import EXTENSION, GRACE, TAKE_BACK, MatchSettings
from app.league.results import results
from app.league.seasons import seasons
from app.league.seasons.decisions.season_plans import Plan
from app.league.timetable import steps
from app.store import players, seasons as kept_seasons
from app.store.database import Database
from app.store.matches import exchanges as stored_exchanges, matches, records as stored_records
from app.store.results import runs as kept_runs
from app.store.security import audits
from app.store.tables import (
    Correspondence,
    Exchange,
    ExchangeState,
    Match,
    MatchLine,
    MatchPlan,
    MatchState,
    Revision,
    SeasonState,
)
from app.store.work import match_claims
from tests.support.databases import on_postgresql, on_sqlite
from tests.support.duels import (
    CLOSES,
    OPENS,
    all_matches,
    begin_cup,
    count_lines,
    cup,
    forget_snapshots,
    move_all,
    next_deadline,
    olga,
    open_cup,
    pass_deadline,
    play,
    play_run,
    records,
    seat_of,
    send,
)

SOON = CLOSES + timedelta(hours=1)
"""A moment before the first deadline."""
CALLED = SOON + TAKE_BACK
"""What came then is not taken back any more."""


def finish(database: Database) -> int:
    """All exchanges are over; how many there were."""
    for exchanges_ in count():
        if pass_deadline(database) is None:
            return exchanges_
    raise AssertionError


def test_a_season_in_which_everybody_is_silent_is_played_by_the_house(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 5)
    waiting = all_matches(database)
    was_asked = {(each.turn, each.awaits, each.step) for each in waiting}
    exchanges_ = finish(database)
    found = all_matches(database)
    state = play_run(database, CLOSES + timedelta(days=9))
    with database.reading() as session:
        season = cup(session)
        run = kept_runs.latest_finished(session, season)
        assert run
        table = results.finished(session, season, run)
        points = sum(each.points for each in table.standings)
        states = {each.state for each in stored_exchanges.exchanges(session, season)}
        lines = [each.line for each in stored_records.lines(session, [found[0].id])[found[0].id]]

    assert was_asked == {(1, "AB", 3)}
    assert exchanges_ == 2
    assert {each.state for each in found} == {MatchState.OVER}
    assert {(each.missed_a, each.missed_b) for each in found} == {(2, 2)}
    assert {(each.halves_a or 0) + (each.halves_b or 0) for each in found} == {2}
    assert sum('"what":"deadline_missed"' in line for line in lines) == 4
    assert '"by":{"A":"auto","B":"auto"}' in "".join(lines)
    assert states == {ExchangeState.DONE}
    assert state is SeasonState.REVIEW
    decisive = sum(each.halves_a != each.halves_b for each in found)
    assert points == 3 * decisive + 2 * (10 - decisive)


def test_matches_that_a_clock_has_begun_that_was_ahead_move_on(
    duel: Ruleset, database: Database
) -> None:
    """They were due at once, and a worker that has gone has claimed them."""
    open_cup(database, 3)
    ahead = CLOSES + timedelta(days=30)
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, ahead)
    with database.writing() as session:
        ids = match_claims.waiting(session, now=ahead, most=9)
        assert match_claims.claim(session, ids, now=ahead)[1] == ids

    assert move_all(database, CLOSES)
    assert {each.exchange_id is None for each in all_matches(database)} == {False}


def test_plans_play_and_nothing_of_them_is_shown(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    sent = send(database, "C1", play("scissors", "paper", "rock"), SOON)
    before = count_lines(database)
    pass_deadline(database)
    with database.reading() as session:
        (match,) = matches.of_season(session, cup(session))
        plans = {
            each.seat: (each.received_at, each.is_played, [fate[0] for fate in each.fates])
            for each in session.exec(select(MatchPlan))
        }
        move = stored_records.lines(session, [match.id])[match.id][-1].line

    assert (sent, count_lines(database) - before) == (1, 2)
    assert plans == {"A": (SOON, True, ["plan"] * 3), "B": (None, True, [])}
    assert '"by":{"A":"plan","B":"auto"}' in move
    assert (match.missed_a, match.missed_b, match.turn) == (0, 1, 2)


def test_a_match_moves_on_as_soon_as_both_are_ready(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 3)
    send(database, "C1", play("rock", ready=True), SOON)
    send(database, "C2", play("rock", ready=True), SOON)
    send(database, "C1", play("paper"), SOON)
    changed_mind = move_due(database, CALLED)
    send(database, "C1", Orders(ready=True), SOON)
    too_early = move_due(database, CALLED - timedelta(milliseconds=1))
    is_due = move_due(database, CALLED), move_due(database, CALLED)
    turns = Counter(each.turn for each in all_matches(database))

    assert not changed_mind
    assert not too_early
    assert is_due == (True, False)
    assert turns == {1: 2, 2: 1}


@on_sqlite
def test_no_match_moves_on_early_where_the_season_does_not(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2, early=False)
    for name in ("C1", "C2"):
        send(database, name, play("rock", ready=True), SOON)

    assert not move_due(database, CALLED)


def test_who_was_absent_three_times_is_waited_for_no_more_until_heard_of(
    duel: Ruleset, database: Database
) -> None:
    """The rounds are two, so it is noted of a third deadline that it was missed before."""
    begin_cup(database, 2)
    (match,) = all_matches(database)
    with database.writing() as session:
        matches.locked(session, match.id).missed_b = 2
    pass_deadline(database)
    (absent,) = all_matches(database)
    early = send(database, "C1", play("rock", ready=True), SOON + timedelta(days=1))
    assert move_due(database, CALLED + timedelta(days=1))
    (over,) = all_matches(database)

    assert (absent.awaits, absent.missed_b, early) == ("A", 3, 1)
    assert over.state is MatchState.OVER


def test_an_absent_player_is_back_with_the_next_orders(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    (match,) = all_matches(database)
    with database.writing() as session:
        row = matches.locked(session, match.id)
        row.missed_a, row.missed_b, row.awaits = 3, 3, "A"
    send(database, "C2", play("rock"), SOON)
    (back,) = all_matches(database)

    assert (back.missed_a, back.missed_b) == (3, 0)


@on_sqlite
def test_if_both_are_absent_the_match_ends_at_once(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    (match,) = all_matches(database)
    with database.writing() as session:
        row = matches.locked(session, match.id)
        row.missed_a, row.missed_b = 2, 2
    pass_deadline(database)

    assert [each.state for each in all_matches(database)] == [MatchState.OVER]


def test_who_resigns_loses_at_once_and_who_offers_a_draw_needs_the_other(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 3)
    send(database, "C1", Orders(resign=True), SOON)
    send(database, "C2", Orders(draw=True), SOON)
    move_due(database, SOON)
    send(database, "C3", Orders(draw=True, ready=True), SOON)
    finish(database)
    with database.reading() as session:
        ends = {
            (each.reason, each.halves_a, each.halves_b)
            for each in matches.of_season(session, cup(session))
        }
        reasons = Counter(each.reason for each in matches.of_season(session, cup(session)))

    assert reasons == {"resign": 2, "draw": 1}
    assert ("draw", 1, 1) in ends


def test_an_extension_moves_all_matches_of_the_exchange_and_ends_with_the_second(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 4)
    deadline = next_deadline(database)
    assert deadline
    send_one(database, "C1", Orders(extend=True))
    moved = Counter(each.due_at for each in all_matches(database))
    send_one(database, "C1", Orders(extend=True))
    with pytest.raises(OrdersRefused) as refusal:
        send_one(database, "C1", Orders(extend=True))
    pass_deadline(database)
    turns = Counter(each.turn for each in all_matches(database))
    exchanges_ = finish(database)

    assert moved == {deadline + GRACE: 3, deadline + EXTENSION + GRACE: 3}
    assert [each.code for each in refusal.value.problems] == ["no-extension-left"]
    assert turns == {1: 3, 2: 3}
    assert exchanges_ > 2
    assert {each.state for each in all_matches(database)} == {MatchState.OVER}


def send_one(database: Database, name: str, orders: Orders) -> None:
    """In one of its matches."""
    for each in all_matches(database):
        with database.writing() as session:
            seat = seat_of(session, each, name)
            if seat:
                plans.submit(session, each.id, seat, each.turn, orders, str(orders), SOON)
                return


@on_sqlite
def test_orders_that_cannot_be_taken_are_refused_whole(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    (match,) = all_matches(database)
    deadline = next_deadline(database)
    assert deadline
    late = deadline + GRACE + timedelta(seconds=1)
    codes = []
    for turn, orders, text, at in (
        (2, Orders(script="castle"), "x" * 20_001, SOON),
        (1, Orders(script="castle"), "", SOON),
        (1, play("rock"), "", late),
        (1, Orders(resign=True), "", SOON),
        (1, play("rock"), "", SOON),
    ):
        with database.writing() as session:
            try:
                plans.submit(session, match.id, "A", turn, orders, text, at)
            except OrdersRefused as refusal:
                codes.append([each.code for each in refusal.problems])

    assert codes == [
        ["orders-other-turn", "orders-too-long"],
        ["no-scripts"],
        ["orders-late"],
        ["match-over"],
    ]


@on_sqlite
def test_in_the_grace_after_the_deadline_orders_still_count(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    deadline = next_deadline(database)
    assert deadline
    assert not move_due(database, deadline + GRACE - timedelta(seconds=1))
    assert send(database, "C1", play("rock"), deadline + GRACE - timedelta(seconds=1)) == 1


def test_standing_orders_play_from_turn_to_turn(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    send(database, "C1", play("scissors", "paper", "rock", standing="on"), SOON)
    finish(database)
    with database.reading() as session:
        (match,) = matches.of_season(session, cup(session))
        moves = [
            each.line
            for each in stored_records.lines(session, [match.id])[match.id]
            if '"move"' in each.line
        ]

    assert ['"A":"standing"' in line for line in moves] == [True, True]


def test_the_cache_may_be_deleted_at_any_time(duel: Ruleset, database: Database) -> None:
    """The same season twice, once without: the same records to the last hash."""
    begin_cup(database, 4, double=True)
    root = matches_root(database)
    while True:
        forget_snapshots(database)
        send(database, "C2", play("paper", "rock"), SOON)
        if pass_deadline(database) is None:
            break
    without = records(database)
    start_again(database, root)
    while True:
        send(database, "C2", play("paper", "rock"), SOON)
        if pass_deadline(database) is None:
            break

    assert records(database) == without
    assert len(without) == 12


def test_by_script_all_matches_are_played_in_one_go_and_no_record_is_kept(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 5, tempo="script", double=True)
    found = all_matches(database)
    state = play_run(database, CLOSES + timedelta(days=1))
    with database.reading() as session:
        season = cup(session)
        record = archive.record(session, season, CLOSES + timedelta(days=1))
        faults = [*verification.verify(record)]
    assert record.matches

    assert {each.state for each in found} == {MatchState.OVER}
    assert (len(found), count_lines(database)) == (20, 0)
    assert state is SeasonState.REVIEW
    assert (len(record.matches.records), faults) == (20, [])
    assert '"by":{"A":"auto","B":"auto"}' in record.matches.records[0]
    assert "deadline_missed" not in record.matches.records[0]


def test_live_a_match_waits_for_each_decision_and_for_nobody_longer_than_the_deadline(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2, tempo="live")
    (match,) = all_matches(database)
    seen = [(False, match.turn, match.awaits)]
    for name in ("C1", "C2"):
        send(database, name, play("rock", "paper", "scissors", ready=True), SOON)
        moved = move_due(database, CALLED)
        (match,) = all_matches(database)
        seen.append((moved, match.turn, match.awaits))
    pass_deadline(database)
    with database.reading() as session:
        (match,) = matches.of_season(session, cup(session))
        lines = [each.line for each in stored_records.lines(session, [match.id])[match.id]]

    assert seen == [(False, 1, "AB"), (False, 1, "AB"), (True, 2, "AB")]
    assert match.state is MatchState.OVER
    assert [line for line in lines if '"move"' in line and '"B":"live"' in line]
    assert sum("deadline_missed" in line for line in lines) == 2


def matches_root(database: Database) -> bytes:
    with database.reading() as session:
        found = matches.correspondence(session, cup(session))
        assert found
        assert found.root
        return found.root


def start_again(database: Database, root: bytes) -> None:
    """The same season as it began, with the same secret."""
    with database.writing() as session:
        for table in (MatchLine, MatchPlan):
            session.execute(delete(table))
        session.execute(
            update(Match).values(
                state=MatchState.WAITING,
                step=0,
                turn=0,
                awaits="",
                missed_a=0,
                missed_b=0,
                snapshot=None,
                halves_a=None,
                halves_b=None,
                reason="",
                exchange_id=None,
                due_at=CLOSES,
            )
        )
        session.execute(delete(Exchange))
        session.execute(update(Correspondence).values(root=root))
    move_all(database, CLOSES)


def test_running_an_exchange_twice_changes_nothing(duel: Ruleset, database: Database) -> None:
    """§14.10: two workers claimed the same match, and the slower one keeps nothing."""
    begin_cup(database, 2)
    deadline = next_deadline(database)
    assert deadline
    now = deadline + GRACE
    done = []
    for later in (timedelta(), match_claims.CLAIMED_FOR + timedelta(seconds=1)):
        with database.writing() as session:
            ids = match_claims.waiting(session, now=now + later, most=9)
            token, ours = match_claims.claim(session, ids, now=now + later)
        with database.reading() as session:
            plays = exchanges.load(session, ours)
        done.append((token, [advances.move_on(each) for each in plays]))
    kept = []
    for token, moved in [*reversed(done), *done]:
        with database.writing() as session:
            kept.append(exchanges.keep(session, token, moved, now))

    assert [len(each) for each in kept] == [1, 0, 0, 0]
    assert [each.turn for each in all_matches(database)] == [2]


def test_orders_that_come_while_a_worker_moves_the_match_on_are_not_lost(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    for name in ("C1", "C2"):
        send(database, name, play("rock", ready=True), SOON)
    with database.writing() as session:
        token, ours = match_claims.claim(
            session, match_claims.waiting(session, now=CALLED, most=9), now=CALLED
        )
    with database.reading() as session:
        moved = [advances.move_on(each) for each in exchanges.load(session, ours)]
    send(database, "C2", play("paper", "rock", ready=True), SOON)
    with database.writing() as session:
        kept = exchanges.keep(session, token, moved, CALLED)
    move_due(database, CALLED)
    with database.reading() as session:
        (match,) = matches.of_season(session, cup(session))
        plans_ = select(MatchPlan).order_by(col(MatchPlan.seat))
        fates = [len(each.fates) for each in session.exec(plans_)]

    assert (len(ours), kept, match.turn) == (1, [], 2)
    assert fates == [1, 2]


class Killed(BaseException):
    """As a process that ends in the middle of a transaction."""


@on_postgresql
def test_a_worker_killed_at_any_statement_loses_and_doubles_nothing(
    duel: Ruleset, database: Database
) -> None:
    """Killed at the first statement, then at the second and so on, until it comes through; then the next exchange."""
    begin_cup(database, 3)
    root = matches_root(database)
    died = 0
    for left in (2, 1):
        deadline = next_deadline(database)
        assert deadline
        send(database, "C1", play("paper", "rock"), deadline)
        for n in count(1):
            now = deadline + GRACE + n * (match_claims.CLAIMED_FOR + timedelta(seconds=1))
            if not killed_at(n, database, now):
                break
            died += 1
            assert {each.turn for each in all_matches(database)} == {3 - left}
    through_deaths = records(database)
    over = {each.state for each in all_matches(database)}
    start_again(database, root)
    for _ in range(2):
        deadline = next_deadline(database)
        assert deadline
        send(database, "C1", play("paper", "rock"), deadline)
        pass_deadline(database)

    assert over == {MatchState.OVER}
    assert died > 40
    assert records(database) == through_deaths


def killed_at(n: int, database: Database, now: datetime) -> bool:
    """Move on what is due in a process that dies before its n-th statement; whether it came so far."""
    left = n

    def die(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise Killed

    event.listen(database.engine, "before_cursor_execute", die)
    try:
        move_due(database, now)
    except Killed:
        return True
    finally:
        event.remove(database.engine, "before_cursor_execute", die)
    return False


@on_sqlite
def test_a_match_that_cannot_be_moved_on_holds_up_no_other(
    duel: Ruleset, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_cup(database, 3)
    move_on = advances.move_on
    sick = all_matches(database)[0].id

    def fall_over(play: advances.Play) -> object:
        if play.id == sick:
            raise ArithmeticError("of the game")
        return move_on(play)

    deadline = next_deadline(database)
    assert deadline
    monkeypatch.setattr(advances, "move_on", fall_over)
    moved = move_due(database, deadline + GRACE), move_due(database, deadline + GRACE)
    turns = [(each.turn, each.failures) for each in all_matches(database)]
    monkeypatch.setattr(advances, "move_on", move_on)
    assert move_due(database, deadline + GRACE + timedelta(seconds=9))

    assert moved == (True, False)
    assert turns == [(1, 1), (2, 0), (2, 0)]
    assert [(each.turn, each.failures) for each in all_matches(database)] == [(2, 0)] * 3


def test_a_season_with_matches_can_be_deleted(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    with database.writing() as session:
        season = cup(session)
        kept_seasons.delete(session, season)

    assert count_lines(database) == 0


def test_a_season_that_cannot_begin_is_held_with_its_reason_and_later_ones_begin(
    duel: Ruleset, database: Database, caplog: pytest.LogCaptureFixture
) -> None:
    """All entries are on one side, and sides stay apart; then the season takes entries again, and one comes to the other side."""
    sides = Sides((Side("紅", "Red"), Side("白", "White")), apart=True)
    open_cup(database, 2, sides=sides)
    by = olga(CLOSES)
    with database.writing() as session:
        for revision in session.exec(select(Revision)):
            revision.extras = {"side": "Red"}
            session.add(revision)
        later = seasons.create(session, Plan("duel", "later"), olga(OPENS))
        beginnings.arrange(session, later, MatchSettings())
        seasons.open_season(session, "later", olga(OPENS))
        for name in ("L1", "L2"):
            player = players.known_as(session, f"{name}@example.com", "en", OPENS)
            entries.submit(session, later, player, Submission(name, "石石紙"), Origin(OPENS, True))
        for slug in ("cup", "later"):
            seasons.close(session, slug, by)
    begun = [begin_due(database, CLOSES + timedelta(seconds=n)) for n in range(3)]
    with database.reading() as session:
        held = steps.milestones(session, cup(session))[2]
        acts = [each.act for each in audits.of_season(session, cup(session))]
        states = [each.state for each in kept_seasons.every(session)]

    assert begun == [True, False, False]
    assert (held.name, held.standing) == ("run", "held")
    assert [problem.code for problem in held.problems] == ["one-side"]
    assert acts.count("hold") == 1
    assert states == [SeasonState.RUNNING, SeasonState.CLOSED]
    assert not caplog.messages
    with database.writing() as session:
        seasons.reopen(session, "cup", by, CLOSES + timedelta(days=1))
        changed = session.get_one(Revision, 1)
        changed.extras = {"side": "White"}
        session.add(changed)
        seasons.close(session, "cup", olga(CLOSES + timedelta(days=2)))
    assert begin_due(database, CLOSES + timedelta(days=2))
    with database.reading() as session:
        state = cup(session).state
    assert state is SeasonState.RUNNING
