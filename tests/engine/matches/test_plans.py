"""How orders answer decisions: which line is carried out, and what became of the others."""

from dataclasses import replace
from typing import Any

import pytest

from app.engine.matches import record
from app.engine.matches.course import ASKING, HOUSE, Match, Plans, advance
from app.engine.matches.dice import Dice, commit
from app.engine.matches.game import Action, MatchDecision, MatchEvent, OrderError, View
from app.engine.matches.grammar import Claim, OrderCondition, OrderLine, Orders
from app.engine.matches.orders.conditions import TurnFacts
from app.engine.matches.plans import MOST_REPEATS, Mandate, forecast, planned
from app.engine.words import Words
from tests.support.match_games.bluff import Bluff
from tests.support.stall import GUARD, PICK, PLAY, SUM, VIEW, Stall, options
from tests.support.tables import by_row

GAME = Stall()
HARU, HANA = {"a": "play", "card": "F01"}, {"a": "play", "card": "F02"}
TRUE = OrderCondition(((Claim("my.hand", "=", "2"),),))
FALSE = OrderCondition(((Claim("my.hand", ">", "2"),),))


def ask(
    mandate: Mandate, decision: MatchDecision = PLAY, view: View = VIEW
) -> tuple[Action | None, str, Mandate]:
    """The action, who decided, and the mandate after it."""
    answer = mandate.answer(GAME, view, decision, options(decision, view))
    assert isinstance(answer.plan, Mandate)
    return answer.action, answer.by, answer.plan


def plan(
    *lines: OrderLine, then: str | None = None, standing: tuple[OrderLine, ...] = ()
) -> Mandate:
    return Mandate(Orders(lines, then), standing)  # type: ignore[arg-type]


def test_of_a_plan_it_is_known_beforehand_what_depends_on_nothing() -> None:
    lines = (
        OrderLine("play haru"),
        OrderLine("play hana", when=TRUE),
        OrderLine("play hana", unless=FALSE),
        OrderLine("play hana", after=1),
        OrderLine("play hana", turn=4),
        OrderLine("play hana", react=True),
        OrderLine("play ???"),
        OrderLine("play hana", turn=3),
    )
    known = planned(Orders(lines), GAME, VIEW, 3)

    assert known == [HARU, HANA]
    assert planned(Orders(lines, standing="on"), GAME, VIEW, 3) == []
    assert [*GAME.outlook(VIEW, known, {"A": "Alice", "B": "Bob"}, "en")] == []


def said(mandate: Mandate) -> list[str]:
    """What became of each line, in English."""
    return [fate.words.en for fate in mandate.fates]


def test_the_first_line_that_can_be_carried_out_is_and_is_used_up() -> None:
    mandate = plan(
        OrderLine("pick haru"),
        OrderLine("play natsu"),
        OrderLine("play haru"),
        OrderLine("play hana"),
    )
    first, by, mandate = ask(mandate)
    second, _, mandate = ask(mandate)
    third, house, mandate = ask(mandate)
    assert (first, by, second, third, house) == (HARU, "plan", HANA, HARU, "auto")
    assert said(mandate) == [
        "Its moment never came.",
        "It was not possible. It is not there.",
        "Carried out.",
        "Carried out.",
    ]


@by_row(
    ("line", "action"),
    [
        (OrderLine("play haru", when=TRUE), HARU),
        (OrderLine("play haru", when=FALSE), None),
        (OrderLine("play haru", unless=TRUE), None),
        (OrderLine("play haru", unless=FALSE), HARU),
        (OrderLine("play haru", when=FALSE, otherwise="play hana"), HANA),
        (OrderLine("play natsu", otherwise="play hana"), HANA),
        (OrderLine("play gone", otherwise="play hana"), HANA),
        (OrderLine("play natsu", otherwise="play natsu"), None),
        (OrderLine("play haru", turn=4), None),
        (OrderLine("play haru", turn=3), HARU),
        (OrderLine("play haru", react=True), None),
        (OrderLine("play haru", after=1), None),
        (OrderLine("play ???", otherwise="play haru"), HARU),
    ],
)
def test_conditions_else_turn_and_after_decide_about_a_line(
    line: OrderLine, action: Action | None
) -> None:
    found, by, _ = ask(replace(plan(line), turn=3))
    assert (found, by) == ((action, "plan") if action else (HARU, "auto"))


def test_a_line_after_another_waits_for_it() -> None:
    mandate = plan(OrderLine("play hana", after=2), OrderLine("play haru", number=2))
    first, _, mandate = ask(mandate)
    second, _, mandate = ask(mandate)
    assert (first, second) == (HARU, HANA)


def test_a_line_with_repeat_is_carried_out_twenty_times_a_turn() -> None:
    mandate = plan(OrderLine("play hana", repeat=True))
    for _ in range(MOST_REPEATS):
        action, by, mandate = ask(mandate)
        assert (action, by) == (HANA, "plan")
    assert ask(mandate)[1] == "auto"
    assert said(mandate) == ["Carried out 20 times."]
    assert ask(mandate.renewed(4, mandate.orders))[1] == "plan"


def test_a_line_that_can_be_read_later_alone_is_held_for_what_it_turns_out_to_answer() -> None:
    class Late(Stall):
        def parse(self, order: str, view: View, decision: MatchDecision | None) -> Action:
            if view["turn"] == 3:
                raise OrderError(1, Words("まだありません。", "Not there yet."))
            return super().parse(order, view, decision)

    game = Late()
    early = plan(OrderLine("pick haru")).answer(game, VIEW, PLAY, options(PLAY))
    later = {**VIEW, "turn": 4}
    assert isinstance(early.plan, Mandate)
    late = early.plan.answer(game, later, PLAY, options(PLAY))
    assert (early.by, late.by) == ("auto", "auto")
    assert isinstance(late.plan, Mandate)
    assert said(late.plan) == ["It was not possible. Not there yet."]
    picked = late.plan.answer(game, later, PICK, options(PICK))
    assert picked.action == {"a": "pick", "card": "F01"}


def test_a_must_line_that_cannot_be_carried_out_ends_the_search() -> None:
    mandate = plan(
        OrderLine("play natsu", must=True),
        OrderLine("play hana"),
        then="pass",
        standing=(OrderLine("play hana"),),
    )
    assert ask(mandate)[:2] == ({"a": "pass"}, "plan")


def test_standing_orders_come_after_the_plan_and_before_then() -> None:
    mandate = plan(OrderLine("play natsu"), then="pass", standing=(OrderLine("play hana"),))
    first, by, mandate = ask(mandate)
    assert (first, by) == (HANA, "standing")
    assert ask(mandate)[:2] == ({"a": "pass"}, "plan")
    assert ask(mandate.renewed(4))[:2] == (HANA, "standing")


def test_reactions_are_answered_by_react_lines_or_the_autopilot() -> None:
    assert ask(plan(OrderLine("guard 5", react=True)), GUARD)[:2] == (
        {"a": "guard", "slot": 5},
        "plan",
    )
    assert ask(plan(OrderLine("guard any", react=True)), GUARD)[0] == {"a": "guard", "slot": 2}
    assert ask(plan(OrderLine("guard 5"), then="ask"), GUARD)[:2] == (
        {"a": "guard", "slot": 2},
        "auto",
    )
    assert ask(plan(then="ask"), PICK)[1] == "auto"


def test_then_ask_stops_at_most_asks_per_turn_times() -> None:
    """§14.9."""
    mandate = plan(then="ask")
    action, _, waiting = ask(mandate)
    assert action is None
    assert ask(waiting)[0] is None, "asked again it is the same question"
    assert ask(waiting)[2] == waiting
    later = replace(PLAY, id="t3.play.2")
    assert ask(waiting, later)[:2] == (HARU, "auto")
    assert ask(waiting.overdue())[:2] == (HARU, "auto")
    assert ask(waiting.replaced(Orders(then="ask")))[1] == "auto"
    assert ask(waiting.replaced(Orders((OrderLine("play hana"),))))[0] == HANA
    assert ask(replace(waiting, asks=2), later)[0] is None
    assert ask(waiting.renewed(4, Orders(then="ask")))[0] is None


def test_nobody_is_asked_what_must_stay_secret() -> None:
    assert ask(plan(then="ask"), replace(PLAY, secret=True))[:2] == (HARU, "auto")


def test_what_is_used_up_is_kept_as_plain_data() -> None:
    mandate = plan(
        OrderLine("play natsu"), OrderLine("play hana"), standing=(OrderLine("play haru"),)
    )
    after = ask(ask(mandate)[2])[2]
    assert mandate.load(after.dump()) == after
    assert [fate.done for fate in after.fates] == ["", "play hana", "play haru"]
    assert after.replaced(after.orders).marks.keys() == {"standing.0"}


def test_an_answer_may_be_made_from_many_lines() -> None:
    mandate = plan(
        OrderLine("add 4"),
        OrderLine("add 9"),
        OrderLine("add 1", when=FALSE, otherwise="add 2"),
        OrderLine("add 1", unless=TRUE),
    )
    action, by, after = ask(mandate, SUM)
    assert (action, by) == ({"a": "add", "n": 6}, "plan")
    assert (len(after.marks), [*after.marks]) == (4, [f"plan.{place}" for place in range(4)])
    assert GAME.foiled(MatchEvent("played"), "add 4", VIEW) is None
    assert said(after) == [
        "Carried out.",
        "It was not possible. Too much.",
        "Carried out: the order behind its `else`.",
        "The condition after its `unless` was met.",
    ]
    assert ask(plan(standing=(OrderLine("add 3"),)), SUM)[:2] == ({"a": "add", "n": 3}, "standing")
    assert ask(plan(), SUM)[1] == "auto"


def test_lines_say_when_their_else_was_carried_out() -> None:
    mandate = plan(
        OrderLine("play natsu", otherwise="play hana", repeat=True), OrderLine("play haru", after=9)
    )
    once = ask(mandate)[2]
    twice = ask(once, view={**VIEW, "hand": ["F02", "F03"]})[2]
    assert said(once)[0] == "Carried out: the order behind its `else`."
    assert said(twice)[0] == "Carried out 2 times, 1 of them the order behind its `else`."
    assert twice.fates[0].words.ja == "2回実行しました（うち1回は「でなければ」の指示）。"
    late = plan(OrderLine("play haru", after=9))
    assert said(ask(late)[2]) == ["Line 9 was not carried out."]
    assert said(ask(plan(OrderLine("play haru", when=FALSE)))[2]) == ["Its condition was not met."]


@by_row(
    ("claim", "is_true"),
    [
        (Claim("my.hand", "<=", "2"), True),
        (Claim("my.hand", "!=", "e.hand"), True),
        (Claim("my.hand", "<", "e.hand"), True),
        (Claim("my.hand", "=", "2", denied=True), False),
        (Claim("theme", "=", "combat"), True),
        (Claim("theme", "=", "song"), False),
        (Claim("theme", "!=", "song"), True),
        (Claim("theme", "<", "theme"), False),
        (Claim("theme", "=", "3"), False),
        (Claim("e2.power", "=", "3"), False),
        (Claim("e2.power", "=", "3", denied=True), False),
        (Claim("ghost", "exists"), False),
        (Claim("ghost", "exists", denied=True), False),
        (Claim("my.hand", "<", "nobody"), False),
        (Claim("nobody", "exists", denied=True), False),
        (Claim("F03", "exists", denied=True), True),
        (Claim("e2", "in range"), True),
    ],
)
def test_a_claim_about_what_is_not_there_is_false_with_not_too(claim: Claim, is_true: bool) -> None:
    assert TurnFacts(GAME, VIEW, None).hold(OrderCondition(((claim,),)), "play natsu") is is_true


def test_a_value_is_looked_up_once_at_a_decision_however_many_lines_ask_for_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    asked: list[str] = []
    value = type(GAME).value

    def counted(game: Stall, name: str, view: View, decision: MatchDecision | None = None) -> Any:
        asked.append(name)
        return value(game, name, view, decision)

    monkeypatch.setattr(type(GAME), "value", counted)
    standing = tuple(OrderLine("play natsu", when=FALSE, unless=TRUE) for _ in range(300))

    Mandate(standing=standing).decide(GAME, VIEW, PLAY, options(PLAY))

    assert asked == ["my.hand"]


def test_what_a_plan_would_do_first_is_foretold_from_the_view() -> None:
    mandate = plan(OrderLine("play natsu"), OrderLine("play hana"), then="ask")
    first = forecast(mandate, GAME, VIEW, PLAY, options(PLAY))
    assert (first.by, first.order, first.action) == ("plan", "play f02", HANA)
    assert first.fate is not None
    assert first.fate.line.order == "play hana"
    asked = forecast(plan(then="ask"), GAME, VIEW, PLAY, options(PLAY))
    assert (asked.by, asked.action, asked.fate) == ("ask", None, None)
    house = forecast(plan(), GAME, VIEW, PLAY, options(PLAY))
    assert (house.by, house.action, house.fate) == ("auto", HARU, None)


def test_before_a_decision_is_open_the_first_line_that_would_do_is_foretold() -> None:
    later = (
        OrderLine("play hana", after=1),
        OrderLine("guard 2", react=True),
        OrderLine("play haru", when=FALSE),
    )
    assert forecast(plan(*later, OrderLine("play natsu")), GAME, VIEW).order == "play natsu"
    instead = plan(*later, OrderLine("play natsu", when=FALSE, otherwise="play hana"))
    assert forecast(instead, GAME, VIEW).order == "play hana"
    assert forecast(plan(*later), GAME, VIEW).by == "auto"


def test_a_game_without_a_pass_leaves_then_pass_to_its_autopilot() -> None:
    game = Stall()
    game.routine = frozenset()  # type: ignore[misc]
    answer = plan(then="pass").answer(game, VIEW, PICK, options(PICK))
    assert answer.by == "auto"


def test_standing_orders_begin_anew_at_each_checkpoint_of_a_match_that_does_not_stop() -> None:
    head = record.head(
        Bluff(),
        "demo-1",
        config={},
        seats={"A": "alice", "B": "bob"},
        commit=commit(bytes(32)),
        build_commit={"A": "0" * 64, "B": "0" * 64},
        nonce={"A": "a", "B": "b"},
    )
    match = Match.begin(Bluff(), head, {"A": [3] * 5, "B": [4] * 5})
    plans: Plans = {"A": Mandate(standing=(OrderLine("play 3"),)), "B": HOUSE}
    lines = advance(match, plans, Dice.of(bytes(32), head), "script").lines
    assert [line["by"] for line in lines if line["t"] == "move"] == [
        {"A": "standing", "B": "auto"}
    ] * 2
    assert ASKING.renewed(2) is ASKING


def test_what_was_typed_for_the_decision_that_waits_is_answered_live_and_all_else_by_the_plan() -> (
    None
):
    waiting = ask(plan(then="ask"))[2]
    typed = waiting.answering().replaced(Orders((OrderLine("play haru"), OrderLine("play hana"))))
    later = replace(PLAY, id="later")
    assert ask(typed)[:2] == (HARU, "live")
    assert ask(typed, later)[:2] == (HARU, "plan")
    assert ask(plan(standing=(OrderLine("play haru"),)).answering())[1] == "standing"
