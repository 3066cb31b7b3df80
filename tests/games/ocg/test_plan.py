"""From a plan to the orders."""

from app.engine.matches.game import MatchCandidate
from app.engine.matches.grammar import OrderLine
from app.engine.matches.orders.orders import read_text
from app.engine.matches.plans import Mandate
from tests.games.ocg.stage import GAME, after, decided, side, stage, view, who
from tests.support.tables import by_row

_FIELD = {1: who("C01", "C11"), 2: who("C02")}
_HAND = "C05 C09 C21 I01 K04 K04 R01"
_FOE = side({1: who("C03"), 2: who("C10")})
_STATE = stage(side(_FIELD, _HAND), _FOE, turn=5)
_PLAN = """
1. summon C06 if C06 exists else summon C09
2. summon toma
3. set I01 on new1
4. class C31 on 1 else class C21 on 1
5. command K04 by new2 > e9, e2, e1 after 2
attack 2, new1, 7
guard new2, 1
discard R01, R05
"""
_REST = "class C21 on 1 / command K04 by new2 > e2, e1 / attack 2 / guard new2, 1 / discard R01"


@by_row(
    ("hand", "orders"),
    [
        (_HAND, f"summon C09 / summon C05 / set I01 on new1 / {_REST}"),
        (
            _HAND.replace("C09", "C06"),
            f"summon C06 / summon C05 / set I01 on new1 / {_REST}",
        ),
        (_HAND.replace("C09 ", ""), f"summon C05 / {_REST.replace('new2', 'new1')}"),
    ],
)
def test_the_plan_of_the_rules(hand: str, orders: str) -> None:
    assert decided(_PLAN, stage(side(_FIELD, hand), _FOE, turn=5)) == (orders, "plan")


@by_row(
    ("plan", "orders"),
    [
        # 1: all plays first, then stances; the first list of a kind that fires counts.
        ("attack 2\nclass C21 on 1", "class C21 on 1 / attack 2"),
        ("attack 7\nattack 1\nattack 2", "attack 1"),
        ("guard 1\nattack 1, 2", "attack 2 / guard 1"),
        ("discard R01, R01, K04", "discard R01, K04"),
        ("command K04 by 1 > e2, e2", "command K04 by 1 > e2"),
        # 2: newN is the written line, fired or not, also one with the summon behind its else.
        ("summon C01\nsummon C05\nguard new1, new2", "summon C05 / guard new1"),
        (
            "attack 7 else summon C09\nsummon C05\nguard new1",
            "summon C05 / summon C09 / guard new2",
        ),
        ("set I01 on new1\nsummon C05", "summon C05"),
        # 3: what is taken is passed over.
        ("summon C05\nsummon C02", "summon C05"),
        # 4: nothing is added to a line that has fired.
        ("pass", "pass"),
        ("pass\nsummon C05", "summon C05"),
        ("attack 7 else pass", "pass"),
        # 5: lines for other turns do not count; `after` waits for a line of the block.
        ("turn 4: summon C05\nsummon C09\nguard new1", "summon C09 / guard new1"),
        ("turn 5: summon C05\n", "summon C05"),
        ("1. summon C01\nattack 1 after 1\nguard 2", "guard 2"),
        ("summon C05 repeat", "summon C05"),
        ("summon C05 unless Ine exists\nguard 1", "guard 1"),
        ("summon C05 if not e3 exists", "summon C05"),
        ("attack 1 if battlefield = R05\nguard 1", "guard 1"),
        ("attack 1 if battlefield != R05", "attack 1"),
    ],
)
def test_rules_of_plans(plan: str, orders: str) -> None:
    assert decided(plan, _STATE) == (orders, "plan")


@by_row(
    ("plan", "by"),
    [
        ("summon C01\nthen pass", "plan"),
        ("summon C01\nthen auto", "auto"),
        ("summon C01", "auto"),
        ("summon C05\nsummon C01 must\nthen pass", "plan"),
        ("command K01 by 1 > e1\nthen pass", "plan"),
        ("command K04 by 1\nthen pass", "plan"),
    ],
)
def test_where_no_line_fires_or_a_must_line_does_not_then_decides(plan: str, by: str) -> None:
    house = GAME.format(GAME.autopilot(view(_STATE), GAME.pending(_STATE)[0], GAME.legal(_STATE, GAME.pending(_STATE)[0])), view(_STATE))  # type: ignore[index] # fmt: skip
    orders = "pass" if by == "plan" else house.replace("\n", " / ")
    assert decided(plan, _STATE) == (orders, by)


def test_standing_orders_come_after_the_plan_and_count_for_themselves() -> None:
    standing = "summon C09\nset I01 on new1\nattack 2"
    assert decided("summon C05\nguard new1", _STATE, standing=standing) == (
        "summon C05 / summon C09 / set I01 on new2 / attack 2 / guard new1",
        "plan",
    )
    assert decided("summon C01", _STATE, standing="attack 2") == ("attack 2", "standing")


def test_the_item_of_one_block_is_not_set_on_the_newcomer_of_another() -> None:
    plan = "set I01 on new1"
    assert decided(plan, _STATE, standing="summon C09") == ("summon C09", "standing")


def test_a_line_that_names_no_card_of_the_deck_drawn_does_not_fire() -> None:
    """It could be read while the deck was not drawn."""
    state = stage(side(_FIELD, _HAND, deck=[{"C01": 1}]), _FOE)
    decision = GAME.pending(state)[0]  # type: ignore[index]
    lines = [MatchCandidate("plan", 0, OrderLine("summon toma"), holds=True)]
    made = GAME.compose(lines, view(state), decision, GAME.legal(state, decision))
    assert (made.action, made.fired, [*made.refused]) == (None, {}, [0])


def _in_two_turns(plan: str, standing: str = "") -> tuple[list[str], list[int]]:
    """What a plan orders in turns 5 and 6, both alike to look at, and how often each line was carried out."""
    lines = _lines(standing) if standing else ()
    mandate = Mandate(read_text(plan, GAME, view(_STATE)), lines, turn=5)
    texts = []
    for turn in (5, 6):
        state = stage(side(_FIELD, _HAND), _FOE, turn=turn)
        decision = GAME.pending(state)[0]  # type: ignore[index]
        answer = mandate.answer(GAME, view(state), decision, GAME.legal(state, decision))
        assert answer.action is not None
        assert isinstance(answer.plan, Mandate)
        mandate = answer.plan
        texts.append(GAME.format(answer.action, view(state)).replace("\n", " / "))
    return texts, [fate.mark.times for fate in mandate.fates]


def test_of_a_plan_for_two_turns_the_second_has_what_is_not_used_up() -> None:
    """`newN` counts the lines of that turn; standing orders hold in both."""
    plan = "turn 5: summon C05\nturn 6: summon C09\nturn 6: guard new1\ndiscard R01"

    assert _in_two_turns(plan, "attack 2") == (
        ["summon C05 / attack 2 / discard R01", "summon C09 / attack 2 / guard new1"],
        [1, 1, 1, 1, 2],
    )


def test_a_line_that_is_used_up_still_counts() -> None:
    """Of `newN`, of `after` and of `must`; with `repeat` it is carried out in both turns."""
    used = "1. summon C05 must\nturn 6: summon C09\nturn 6: set I01 on new2 after 1\nguard 1 repeat"

    assert _in_two_turns(used) == (
        ["summon C05 / guard 1", "summon C09 / set I01 on new1 / guard 1"],
        [1, 1, 1, 2],
    )


def _lines(text: str) -> tuple[OrderLine, ...]:
    return read_text(text, GAME, view(_STATE)).lines


def test_no_class_change_takes_back_who_attacks_already() -> None:
    """C15 cannot attack; the line before could only do what stands behind its `else`."""
    state = stage(side({1: who("C08"), 2: who("C02")}, "C15"), _FOE, turn=5)
    plan = "summon C05 else attack {}\nclass C15 on 1"
    assert decided(plan.format(1), state) == ("attack 1", "plan")
    assert decided(plan.format(2), state) == ("class C15 on 1 / attack 2", "plan")


@by_row(
    ("order", "said"),
    [
        (
            "command K01 by 1",
            "Skipped: K01 Rush had become impossible by then, and stays in your hand.",
        ),
        ("command K04 by 1 > e1", None),
        ("pass", None),
        ("summon zzz", None),
    ],
)
def test_a_line_whose_play_was_skipped_says_so(order: str, said: str | None) -> None:
    state = stage(side({1: who("C07")}, "K01"), side({1: who("C01")}, "K04"), initiative="B")
    state, events = after(state, "command K01 by 1", "command K04 by 1 > e1")
    words = [GAME.foiled(event, order, view(state)) for event in events]

    assert [each.en for each in words if each] == ([said] if said else [])


def test_a_character_whose_name_came_first_stays_in_the_hand_and_its_line_says_so() -> None:
    state = stage(side({}, "C05"), side({}, "C05"), initiative="B")
    state, events = after(state, "summon C05", "summon C05")
    words = [GAME.foiled(event, "summon C05", view(state)) for event in events]

    assert [each.en[:61] for each in words if each] == [
        "Blocked: a character called Toma came to the field first, and"
    ]
