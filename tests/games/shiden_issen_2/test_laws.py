"""What holds for every two builds beyond the laws of all games."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest
from hypothesis import given

from app.engine import Build
from app.games.shiden_issen_2 import events as log
from app.games.shiden_issen_2.battle import REASONS, decide
from tests.games.shiden_issen_2.drawn import Pair, drawn_pairs, pairs
from tests.games.shiden_issen_2.play import IDS, OBTAINABLE, ended, happened, play
from tests.support.tables import by_row

TOP = Path(__file__).parents[3]


@given(pairs())
def test_every_battle_ends_by_itself(pair: Pair) -> None:
    battle = play(*pair)
    turns = [event.turn for event in battle.events]

    assert turns == sorted(turns)
    assert battle.turn <= 145
    assert battle.reason in ("attack", "simultaneous", "end")


@given(pairs())
def test_the_result_says_what_the_reason_means(pair: Pair) -> None:
    battle = play(*pair)
    end = battle.events[-1]

    assert isinstance(end, log.BattleEnded)
    assert (end.winner, end.reason, end.turn) == (
        battle.winner or "none",
        battle.reason,
        battle.turn,
    )
    assert (end.home_hp, end.away_hp) == battle.hp
    assert 0 in battle.hp
    assert end.both_empty == (battle.hp == (0, 0))
    if not end.both_empty:
        assert battle.winner == ("home" if battle.hp[0] else "away")
    else:
        assert (battle.winner is None) == (battle.reason != "attack")


@given(pairs())
def test_skills_only_ever_become_fewer(pair: Pair) -> None:
    """Nothing is created: five of each side, and each that falls was there."""
    left = {"home": 5, "away": 5}
    for event in happened(play(*pair), log.SkillDestroyed):
        assert isinstance(event, log.SkillDestroyed)
        side = event.skill.partition(".")[0]
        left[side] -= 1
        assert event.left == left[side]


@given(pairs())
def test_the_log_says_where_everything_belongs(pair: Pair) -> None:
    """`within` points back to a use, an interceptor, an attachment or a destruction."""
    battle = play(*pair)
    by_number = {event.n: event for event in battle.events}

    for event in battle.events:
        if event.within:
            assert event.within < event.n
            assert by_number[event.within].kind in (
                *("skill-used", "interceptor-fired", "attachment-worked", "skill-destroyed"),
            )


@given(pairs())
def test_an_attack_is_interrupted_by_one_interceptor_at_most(pair: Pair) -> None:
    fired = [e.as_dict()["against"] for e in happened(play(*pair), log.InterceptorFired)]
    interrupted = [e.as_dict()["skill"] for e in happened(play(*pair), log.AttackInterrupted)]

    assert fired == interrupted


# --- and that the draws are worth their time ----------------------------------------------------------


def test_drawn_battles_end_in_every_way() -> None:
    """All but the two that the guard would give."""
    assert {ended(play(*pair))[1] for pair in drawn_pairs(200)} == set(REASONS[:3])


@by_row("skill", OBTAINABLE)
def test_no_skill_breaks_five_times_over(skill: str) -> None:
    for other in ("閃閃交硬果", "呪待疫影玉", "壁先的連裏"):
        assert play(skill * 5, other).events[-1].kind == "battle-ended"


@pytest.mark.slow
def test_random_builds_end_as_often_as_they_should() -> None:
    """Of 200,000 pairs home won 46.6 %, away 46.3 %, 7.1 % were drawn; a bound is four standard deviations."""
    random = Random(1)
    count = 4_000
    ids = [IDS[char] for char in OBTAINABLE]
    expected = {"attack": 0.707, "simultaneous": 0.202, "end": 0.092}
    expected |= {"home": 0.465, "away": 0.464, "none": 0.071}
    seen: Counter[str] = Counter()
    for _ in range(count):
        home, away = (Build(tuple(random.choices(ids, k=5))) for _ in range(2))
        winner, reason = decide(home, away)
        seen.update((winner or "none", reason))

    for name, share in expected.items():
        assert abs(seen[name] / count - share) < 4 * (share * (1 - share) / count) ** 0.5, name
