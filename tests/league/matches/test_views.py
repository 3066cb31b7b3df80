"""What players and spectators may know of a match, and what they send for it as text."""

from datetime import timedelta

import pytest
from sqlalchemy import event
from sqlmodel import select

from app.engine.matches.game import GameStep, Seat
from app.engine.matches.grammar import Orders
from app.engine.ruleset import Ruleset
from app.errors import DomainError, OrdersRefused, OrdersUnreadable
from app.league.desk import hidings, interventions
from app.league.matches import plans, views
from app.league.matches.settings import TAKE_BACK
from app.store import players
from app.store.database import Database
from app.store.matches import matches, orders as stored_orders
from app.store.security import personal_data
from app.store.tables import Match, MatchPlan, MatchState
from tests.support.duels import (
    CLOSES,
    all_matches,
    begin_cup,
    cup,
    forget_snapshots,
    move_all,
    olga,
    pass_deadline,
    play,
    play_run,
    seat_of,
    send,
)

SOON = CLOSES + timedelta(hours=1)
BLOCK = """
game cup-r1-1
turn 1
play {card} if round = 1
play paper ; a remark
then auto
ready
end
"""


def the_match(database: Database) -> Match:
    return all_matches(database)[0]


def hand(database: Database, seat: Seat) -> list[str]:
    with database.reading() as session:
        cards: list[str] = views.look(session, the_match(database), seat).view["hand"]
        return cards


def test_a_player_sees_the_own_hand_and_a_spectator_none(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    found = {}
    for is_cached in (True, False):
        with database.reading() as session:
            looks = {
                seat: views.look(session, the_match(database), seat) for seat in ("A", "B", None)
            }
            heard = {
                seat: [
                    step.event.what
                    for _, step in views.heard(session, the_match(database), seat, 0)
                ]
                for seat in ("A", "B", None)
            }
            head = views.head(session, the_match(database))
        found[is_cached] = {seat: look.view["hand"] for seat, look in looks.items()}
        forget_snapshots(database)

    assert found[True] == found[False]
    assert [len(found[True][seat]) for seat in ("A", "B", None)] == [2, 2, 0]
    assert heard == {"A": ["dealt"], "B": ["dealt"], None: []}
    assert [len(looks[seat].decisions) for seat in ("A", "B", None)] == [1, 1, 0]
    assert looks["A"].names == {"A": "C1", "B": "C2"}
    assert len({look.seal for look in looks.values()}) == 1
    assert head
    assert head["seats"] == {"A": "C1", "B": "C2"}
    assert {len(each) for each in head["nonce"].values()} == {64}, "drawn: it tells nothing"


def test_orders_in_words_are_checked_and_then_in_force(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    text = BLOCK.format(card=hand(database, "A")[0])
    with database.reading() as session:
        checked = plans.check(session, the_match(database), "A", text)
        nothing = stored_orders.plan(session, the_match(database), "A")
    with database.writing() as session:
        receipt = plans.submit_text(session, the_match(database).id, "A", text, SOON)
        kept = stored_orders.plan(session, the_match(database), "A")
        assert kept
        said = kept.text, kept.canonical.splitlines(), kept.is_ready
    with database.reading() as session:
        player = players.with_address(session, "p1@example.com")
        assert player
        (task,) = views.tasks(session, player)

    assert nothing is None
    assert checked.sha256 == receipt.sha256
    assert (checked.forecast.by, checked.forecast.order) == (
        "plan",
        f"play {hand(database, 'A')[0]}",
    )
    assert said[0] == text
    assert said[1][1:] == ["play paper", "then auto", "ready"]
    assert said[2]
    assert (task.game_id, task.seat, task.is_asked, task.has_plan, task.is_ready) == (
        *("cup-r1-1", "A"),
        *(True, True, True),
    )
    assert task.deadline == receipt.deadline


def test_a_faulty_block_is_refused_whole_and_the_plan_before_stays(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    good = BLOCK.format(card="rock")
    wrong = (
        (good.replace("play paper", "play castle"), OrdersUnreadable),
        (good.replace("cup-r1-1", "cup-r9-9"), OrdersRefused),
        (good.replace("turn 1", "turn 7"), OrdersRefused),
    )
    with database.writing() as session:
        plans.submit_text(session, the_match(database).id, "A", good, SOON)
    refusals: list[DomainError] = []
    for text, kind in wrong:
        with database.writing() as session, pytest.raises(kind) as refusal:
            plans.submit_text(session, the_match(database).id, "A", text, SOON)
        refusals.append(refusal.value)
    with database.reading() as session:
        kept = stored_orders.plan(session, the_match(database), "A")

    assert kept
    assert kept.text == good
    assert [each.problems[0].code for each in refusals[1:]] == [
        "orders-of-another",
        "orders-other-turn",
    ]
    assert refusals[0].problems[0].line == 5


def test_nothing_of_the_other_seat_reaches_anybody_while_the_match_goes_on(
    duel: Ruleset, database: Database
) -> None:
    """All that a rival and a spectator may read is the same whatever is planned, and however the hand would be."""
    begin_cup(database, 2)
    before = everything(database)
    text = BLOCK.format(card=hand(database, "A")[0])
    with database.writing() as session:
        plans.submit_text(session, the_match(database).id, "A", text, SOON)
        plans.submit_text(session, the_match(database).id, "A", text + "standing on", SOON)
    with_plan = everything(database)
    secret = [step.event for _, step in heard(database, "A") if step.event.what == "dealt"]

    assert with_plan == before
    assert all(str(event) not in before for event in secret)
    pass_deadline(database)
    pass_deadline(database)
    assert the_match(database).state is MatchState.OVER
    assert [step.event.what for _, step in heard(database, None)][:2] == ["shown", "shown"]
    assert play_run(database, SOON + timedelta(days=9)) == "review"


def heard(database: Database, seat: Seat | None) -> list[tuple[int, GameStep]]:
    with database.reading() as session:
        return [*views.heard(session, the_match(database), seat, 0)]


def everything(database: Database) -> str:
    """What seat B and spectators may read, in one text."""
    found: list[object] = []
    with database.reading() as session:
        match = matches.of_season(session, cup(session))[0]
        for seat in ("B", None):
            look = views.look(session, match, seat)
            found += [look.view, [each for each, _ in look.decisions], look.seal]
            found += [views.heard(session, match, seat, 0), views.head(session, match)]
        player = players.with_address(session, "p2@example.com")
        assert player
        found += views.tasks(session, player)
    return repr(found)


def test_a_hidden_name_is_read_by_its_own_player_alone(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    with database.writing() as session:
        entry = interventions.entry_called(session, cup(session), "C2")
        hidings.hide(session, "cup", entry, "name", olga(SOON))
    with database.reading() as session:
        names = [
            views.look(session, the_match(database), seat, "ja").names["B"]
            for seat in ("A", "B", None)
        ]
        head = views.head(session, the_match(database))
    assert head

    assert names == ["登録番号2", "C2", "登録番号2"]
    assert head["seats"] == {"A": "C1", "B": "Entry 2"}


def test_of_a_person_who_is_forgotten_no_text_of_orders_stays(
    duel: Ruleset, database: Database
) -> None:
    """The match goes on by what was understood."""
    begin_cup(database, 2)
    with database.writing() as session:
        plans.submit_text(session, the_match(database).id, "A", BLOCK.format(card="rock"), SOON)
        player = players.with_address(session, "p1@example.com")
        assert player
        personal_data.erase(session, player)
    with database.reading() as session:
        plan = stored_orders.plan(session, the_match(database), "A")
    pass_deadline(database)
    assert plan

    assert (plan.text, plan.canonical.splitlines()[1]) == ("", "play paper")
    assert the_match(database).turn == 2


def test_orders_with_what_no_database_holds_are_kept(duel: Ruleset, database: Database) -> None:
    begin_cup(database, 2)
    with database.writing() as session:
        receipt = plans.submit_text(
            session, the_match(database).id, "A", "play rock ; \0 \ud800", SOON
        )
    with database.reading() as session:
        (kept,) = session.exec(select(MatchPlan)).all()

    assert str(receipt.orders) == kept.canonical == "play rock"
    assert kept.text == "play rock ; \ufffd ?"


def test_a_text_that_is_too_long_is_not_read(
    duel: Ruleset, database: Database, monkeypatch: pytest.MonkeyPatch
) -> None:
    begin_cup(database, 2)
    monkeypatch.setattr(plans, "split", None)
    with pytest.raises(OrdersRefused) as refusal, database.writing() as session:
        plans.submit_text(session, the_match(database).id, "A", "ready\n" * 4_000, SOON)

    assert [each.code for each in refusal.value.problems] == ["orders-too-long"]


def test_an_extension_leaves_a_match_that_is_called_early(
    duel: Ruleset, database: Database
) -> None:
    """C1 and C2 are ready for one match; C1 asks for more time in another before that one has moved on."""
    begin_cup(database, 3)
    send(database, "C2", play("rock", ready=True), SOON)
    first = next(each for each in all_matches(database) if plays(database, each, "C1", "C2"))
    other = next(each for each in all_matches(database) if plays(database, each, "C1", "C3"))
    for match, orders in ((first, play("rock", ready=True)), (other, Orders(extend=True))):
        with database.writing() as session:
            seat = seat_of(session, match, "C1")
            assert seat
            plans.submit(session, match.id, seat, 1, orders, str(orders), SOON)
    moved = move_all(database, SOON + TAKE_BACK)
    turns = {each.id: each.turn for each in all_matches(database)}

    assert moved == 1
    assert (turns[first.id], turns[other.id]) == (2, 1)


def plays(database: Database, match: Match, *names: str) -> bool:
    """Whether these two characters meet in it."""
    with database.reading() as session:
        return all(seat_of(session, match, each) for each in names)


def test_orders_for_a_match_read_the_settings_of_its_season_once(
    duel: Ruleset, database: Database
) -> None:
    begin_cup(database, 2)
    asked: list[str] = []

    def note(_connection: object, _cursor: object, statement: str, *_: object) -> None:
        asked.append(statement)

    event.listen(database.engine, "before_cursor_execute", note)
    with database.writing() as session:
        plans.submit_text(session, 1, "A", "play paper", SOON)
    event.remove(database.engine, "before_cursor_execute", note)
    assert sum("FROM correspondence" in statement for statement in asked) == 1
