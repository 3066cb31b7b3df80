"""What holds for every two builds beyond the laws of all games."""

from collections import Counter
from pathlib import Path

import pytest
from hypothesis import given

from app.engine import Battle, Event
from app.games.laplaplus import events as log
from app.games.laplaplus.battle import LAST_TURN, REASONS
from tests.games.laplaplus.drawn import Pair, drawn_pairs, pairs
from tests.games.laplaplus.play import blows, build, play
from tests.support.tables import by_row

TOP = Path(__file__).parents[3]


@given(pairs())
def test_identical_builds_and_only_they_draw(pair: Pair) -> None:
    home, away = pair
    battle = play(home, away)

    assert (battle.winner is None) == (battle.reason == "draw") == (home == away)


@given(pairs())
def test_every_battle_is_decided_by_the_order_phase_of_turn_31(pair: Pair) -> None:
    battle = play(*pair)
    turns = [event.turn for event in battle.events]

    assert turns[:-1] == sorted(turns[:-1])
    assert battle.turn <= LAST_TURN
    assert {e.kind for e in battle.events if e.turn > LAST_TURN} <= {
        *("turn-began", "event-fired", "card-downed", "card-upped", "speed-raised"),
        "order-decided",
    }
    assert (max(turns) > LAST_TURN) == (battle.reason == "judgement_initiative")


@given(pairs())
def test_the_result_says_what_the_reason_means(pair: Pair) -> None:
    battle = play(*pair)
    alive = [hp > 0 for hp in battle.hp]
    end = battle.events[-1]

    assert alive.count(False) == {"hp": 1, "build_zero": 1, "build_both_zero": 2}.get(
        battle.reason, 2 if battle.reason == "draw" and not alive[0] else 0
    )
    assert (battle.hp[0] == battle.hp[1]) >= (battle.reason == "judgement_initiative")
    assert battle.turn == {"draw": 0, "build_zero": 0, "build_both_zero": 1}.get(
        battle.reason, battle.turn if battle.reason == "hp" else LAST_TURN
    )
    assert isinstance(end, log.BattleEnded)
    assert (end.winner, end.reason, end.turn) == (
        battle.winner or "none",
        battle.reason,
        battle.turn,
    )
    assert (end.home_hp, end.away_hp) == battle.hp
    if battle.reason in ("hp", "build_zero", "judgement_hp"):
        assert battle.winner == ("home" if battle.hp[0] > battle.hp[1] else "away")


@given(pairs())
def test_the_log_says_where_everything_belongs(pair: Pair) -> None:
    """`within` and `trigger` point back, to a firing and to what opened that kind of window."""
    battle = play(*pair)
    by_number = {event.n: event for event in battle.events}
    opens = {
        "order": "turn-began",
        "downed": "card-downed",
        "list": "list-made",
        "target": "target-chosen",
        "damage": "damage-announced",
        "fired": "event-fired",
    }

    for event in battle.events:
        if event.within:
            assert event.within < event.n
            assert by_number[event.within].kind in ("action-fired", "event-fired")
        if isinstance(event, log.EventFired):
            assert event.trigger < event.n
            assert by_number[event.trigger].kind == opens[event.window]
        if isinstance(event, log.EventNullified):
            assert by_number[event.fired].as_dict()["card"] == event.card


@given(pairs())
def test_a_damage_is_announced_changed_and_ends_once(pair: Pair) -> None:
    """Every damage lands, vanishes or is cancelled, once; what falls drops the rest, so its last one may hang."""
    battle = play(*pair)
    announced = [e.damage for e in battle.events if isinstance(e, log.DamageAnnounced)]
    over = Counter(
        e.damage
        for e in battle.events
        if isinstance(e, log.DamageDealt | log.DamageVanished | log.DamageCancelled)
    )

    assert announced == list(range(1, len(announced) + 1))
    assert set(over.values()) <= {1}
    assert set(over) == set(announced) or battle.reason == "hp"
    assert all(points > 0 for points in blows(battle))


@given(pairs())
def test_no_battle_goes_beyond_its_bounds(pair: Pair) -> None:
    """A firing that costs something takes one of 16 up cards, or lowers the sum of their places, 72: 88 a turn.

    Events that cost nothing answer each of its damages or lists once.
    """
    firings: Counter[int] = Counter()
    costly: Counter[int] = Counter()
    for event in play(*pair).events:
        if isinstance(event, log.ActionFired | log.EventFired):
            firings[event.turn] += 1
            costly[event.turn] += event.cost != "none"

    assert max(costly.values(), default=0) <= 88
    assert max(firings.values(), default=0) < 6_000
    assert firings.total() < 200_000


# --- and that the draws are worth their time ----------------------------------------------------------


@pytest.mark.unmeasured
def test_drawn_battles_end_in_every_way_and_see_everything_happen() -> None:
    battles = [play(*pair) for pair in [*drawn_pairs(300), ("力", "防"), ("核", "核")]]
    kinds = {
        kind for kind in vars(log).values() if isinstance(kind, type) and issubclass(kind, Event)
    }

    assert {battle.reason for battle in battles} == set(REASONS)
    assert {type(event) for battle in battles for event in battle.events} == kinds - {Event}


@by_row("card", build("核硬双癒機攻連重散響欺罠偽壊突殺腐力防盾反類限速眩").cards)
def test_no_card_breaks_against_itself_or_nothing(card: str) -> None:
    def lasts(battle: Battle) -> bool:
        return battle.events[-1].kind == "battle-ended"

    assert all(lasts(play([card] * n, [card] * m)) for n in (1, 4, 8) for m in (0, 1, 8))
