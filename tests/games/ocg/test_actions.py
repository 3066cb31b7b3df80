"""What may be ordered, in exactly its shape."""

import re
from typing import Any

from app.engine.matches.game import MatchDecision
from app.games.ocg.actions import Orders, empty, refusal
from tests.games.ocg.stage import GAME, is_legal, orders, side, stage, view, who
from tests.support.tables import by_row

_STATE = stage(
    side({1: who("C01"), 2: who("C02", items="I01 I02")}, "C05 C09 I01 K03 K04 K08 R01 C13"),
    side({1: who("C03"), 2: who("C10", "C18", "C24", items="I01")}),
)


def _orders(text: str) -> dict[str, Any]:
    """The action, also of a target that no text can name."""
    if "{card}" not in text:
        return orders(text, _STATE)
    action = orders(text.replace("{card}", "e1"), _STATE)
    action["plays"][0]["targets"] = ["{card}"]
    return action


_DECISION = MatchDecision("t3.orders.A", "A", "ocg.orders")


@by_row(
    "action",
    [
        None,
        [],
        {},
        {**empty(), "a": "order"},
        {**empty(), "more": []},
        {**empty(), "attack": (1,)},
        {**empty(), "attack": [True]},
        {**empty(), "attack": ["1"]},
        {**empty(), "attack": [1.0]},
        {**empty(), "guard": [None]},
        {**empty(), "discard": [1]},
        {**empty(), "discard": ["X99"]},
        {**empty(), "discard": ["K01"]},
        {**empty(), "plays": ["summon"]},
        {**empty(), "plays": [{"p": ["summon"]}]},
        {**empty(), "plays": [{"p": "buy", "card": "C05"}]},
        {**empty(), "plays": [{"p": "summon", "card": "C05", "on": 1}]},
        {**empty(), "plays": [{"p": "summon", "card": ["C05"]}]},
        {**empty(), "plays": [{"p": "set", "card": "I01", "on": True}]},
        {**empty(), "plays": [{"p": "command", "card": "K04", "by": 1, "targets": "e1"}]},
        {**empty(), "plays": [{"p": "command", "card": "K04", "by": 1, "targets": [["e1"]]}]},
        {**empty(), "plays": [{"p": "command", "card": "K04", "by": 1, "targets": ["e01"]}]},
    ],
)
def test_only_orders_in_exactly_their_shape_are_legal(action: Any) -> None:
    options = GAME.legal(_STATE, _DECISION)
    assert action not in options
    assert options.explain(action)


@by_row(
    "text",
    [
        "summon I01",
        "summon C05 / summon C05",
        "set K04 on 1",
        "set I01 on 2",
        "set I01 on 3",
        "area K04",
        "command I01 by 1",
        "command K04 by 1",
        "command K04 by 1 > 2",
        "command K04 by 1 > e3",
        "command K04 by 1 > e1, e1",
        "command K04 by 7 > e1",
        "command K04 by 1 > e1 / command K03 by 1 > 1",
        "command K03 by 1 > e1",
        "attack 1, 1",
        "attack 1 / guard 1",
        "attack 7",
        "guard new1",
        "guard e1",
        "command K01 by 1 > 2",
        "command K04 by 1 > {card}",
        "summon C01",
        "summon C11",
        "class C16 on new1 / summon C05",
        "class C13 on 1",
        "set I01 on 1 / set I03 on 1",
        "command K08 by 1 > e2.I01",
        "area R01 / area R02 / set I01 on 1 / command K04 by 1 > e1",
        "summon C05 / discard C05",
        "class I01 on 1",
    ],
)
def test_what_cannot_be_done_is_refused_with_the_reason_in_the_words_of_each_language(
    text: str,
) -> None:
    """In Japanese only ids, places and what a player has typed are in Latin letters."""
    words = refusal(_orders(text), view(_STATE))
    assert words
    assert not {*re.findall(r"[A-Za-z]{2,}", words.ja)} - {"new", "card"}
    assert not re.search(r"[^\x00-\x7f]", words.en.replace("“", "").replace("”", ""))


def test_what_can_be_done_has_no_reason_against_it() -> None:
    options = GAME.legal(_STATE, _DECISION)
    assert options.explain(empty()) is None
    assert not options.complete
    for text in (
        "command K04 by new1 > e2, e1 / summon C05 / set I01 on new1 / guard new1 / attack 2, 1",
        "class C13 on 2 / discard C05, C09 / area R01",
    ):
        assert is_legal(text, _STATE)


def test_the_sample_has_every_single_play_once_and_the_orders_of_the_house() -> None:
    mine = side(
        {1: who("C01"), 3: who("C06", "C19")},
        "C05 C11 I01 K01 K03 K04 K07 K08 R01",
        discard="C02 K01",
    )
    foe = side({1: who("C03", items="I01 I02")})
    options = Orders(lambda: view(stage(mine, foe)))
    actions = [*options]
    assert all(action in options for action in actions)
    singles = {
        GAME.format({**action, "attack": [], "guard": [], "discard": []}, options.view)
        for action in actions[2:]
    }
    assert len(singles) == len(actions[2:])
    assert singles == {
        "summon C05",
        "class C11 on 1",
        *(f"set I01 on {slot}" for slot in (1, 3)),
        *(f"command K01 by {slot}" for slot in (1, 3)),
        *(f"command K03 by {slot} > {target}" for slot in (1, 3) for target in (1, 3)),
        *(f"command K04 by {slot} > e1" for slot in (1, 3)),
        "command K07 by 3 > C02",
        *(f"command K08 by 3 > e1.{item}" for item in ("I01", "I02")),
        "area R01",
    }
    assert GAME.format(actions[0], options.view) == "pass"
    house = GAME.autopilot(options.view, _DECISION, options)
    assert house in actions


def test_no_order_is_sampled_twice() -> None:
    assert [*Orders(lambda: view(stage()))] == [empty()]
