"""Which battles are told."""

import zlib
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import ClassVar

from app.engine import (
    AWAY,
    DRAW,
    HOME,
    NOT_PLAYED,
    Battle,
    Build,
    Event,
    Ruleset,
    Side,
    Words,
    exchanged,
)
from app.league.results.results import FinishedRun, Participant, count
from app.letters.tellings.highlights import (
    MOST_CANDIDATES,
    HighlightCandidate,
    HighlightReason,
    candidates,
    measured,
    most_dramatic,
)
from app.tournament.blocks import full_rows
from app.tournament.scoring import Scoring
from tests.support.tables import by_row

RARELY = 1 << 2
"""Another reason than the usual one."""


@dataclass(frozen=True, slots=True)
class HpRead(Event):
    """How both stand."""

    kind: ClassVar[str] = "hp-read"

    home_hp: int
    away_hp: int


def battle(*course: tuple[int, int]) -> Battle:
    home, away = course[-1]
    winner = Side.HOME if home > away else Side.AWAY if away > home else None
    events = (HpRead(n, n, 0, *hp) for n, hp in enumerate(course))
    return Battle(winner, "hp", len(course) - 1, course[-1], tuple(events))


DULL = battle((10, 10), (10, 0))


def a_run(halves: Sequence[bytes], played: Sequence[Battle] = ()) -> FinishedRun:
    """A run that ended so; `played[i]` is what our player's battle against `i` was like."""
    size = len(halves)
    battles = dict(enumerate(played))
    game = Ruleset(
        slug="toy",
        title=Words("おもちゃ", "Toy"),
        rules_version="toy@1",
        endings={each: Words(each, each) for each in ("hp", "time")},
        folder=Path(),
        cards=(),
        sizes=range(1, 2),
        read_build=lambda text: Build((text,)),
        write_build=lambda build, notation="characters": "".join(build.cards),
        explain=lambda problem, lang: problem.code,
        play=lambda home, away: battles.get(int(away.cards[0]), DULL),
        outcomes=lambda builds, rows=None: b"",
        tell=lambda events, home, away, lang: iter(()),
    )
    participants = [
        Participant(
            number=i + 1,
            name=f"Number {i}",
            build=Build((str(i),)),
            written=str(i),
            entry_id=i,
            revision_id=i,
            player_id=i,
        )
        for i in range(size)
    ]
    return count(game, Scoring(), "0" * 64, participants, [*map(zlib.compress, full_rows(halves))])


def in_order(size: int) -> list[bytes]:
    """Everybody beats all later ones: 0 is first, 1 second."""
    return [bytes([HOME] * (size - 1 - i)) for i in range(size)]


def with_result(halves: list[bytes], home: int, away: int, byte: int) -> list[bytes]:
    half = bytearray(halves[home])
    half[away - home - 1] = byte
    return [*halves[:home], bytes(half), *halves[home + 1 :]]


def test_the_champion_comes_first_then_the_neighbours() -> None:
    found = candidates(a_run(in_order(30)), me=10)

    assert [(each.opponent, each.why) for each in found] == [
        (0, HighlightReason.CHAMPION),
        (9, HighlightReason.ABOVE),
        (11, HighlightReason.BELOW),
        (8, HighlightReason.NEAR),
        (12, HighlightReason.NEAR),
    ]


def test_the_champion_meets_the_runner_up() -> None:
    halves = with_result(with_result(in_order(5), 0, 1, DRAW), 1, 2, DRAW)

    assert candidates(a_run(in_order(5)), me=0)[0] == HighlightCandidate(
        1, HighlightReason.RUNNER_UP_FELL
    )
    assert candidates(a_run(halves), me=0)[0] == HighlightCandidate(1, HighlightReason.RUNNER_UP)


def test_upsets_are_candidates() -> None:
    halves = with_result(in_order(30), 2, 10, AWAY)
    halves = with_result(halves, 10, 25, AWAY)
    run = a_run(halves)

    found = {each.why: each.opponent for each in candidates(run, me=10)}

    assert found[HighlightReason.GIANT] == 2
    assert found[HighlightReason.STUMBLE] == 25


def test_a_rare_end_is_a_candidate() -> None:
    run = a_run(with_result(in_order(30), 10, 20, HOME | RARELY))

    assert HighlightCandidate(20, HighlightReason.RARE) in candidates(run, me=10)


def test_there_are_at_most_six_and_nobody_twice() -> None:
    halves = in_order(40)
    for other in (1, 3, 5):
        halves = with_result(halves, other, 10, AWAY | RARELY)
    found = candidates(a_run(halves), me=10)

    assert len(found) == MOST_CANDIDATES
    assert len({each.opponent for each in found}) == MOST_CANDIDATES


def test_a_battle_that_was_not_played_is_no_candidate() -> None:
    run = a_run(with_result(in_order(5), 0, 3, NOT_PLAYED))

    assert all(each.opponent != 0 for each in candidates(run, me=3))


def test_only_candidates_are_played_again() -> None:
    run = a_run(in_order(100))
    played = []

    def play(home: Build, away: Build) -> Battle:
        played.append(away)
        return DULL

    most_dramatic(replace(run, game=replace(run.game, play=play)), me=50)

    assert len(played) <= MOST_CANDIDATES


def test_a_comeback_is_measured_after_the_first_turn() -> None:
    comeback = battle((10, 20), (3, 12), (3, 5), (1, 0))

    drama = measured(
        a_run(in_order(2), [DULL, comeback]), 0, HighlightCandidate(1, HighlightReason.BELOW)
    )

    assert (drama.deficit, drama.margin, drama.blows) == (9, 1, 3)


def test_a_narrow_end_beats_a_walk_over() -> None:
    narrow, walk_over = battle((10, 10), (5, 6), (1, 0)), battle((10, 10), (10, 0))
    run = a_run(in_order(4), [walk_over, walk_over, walk_over, narrow])

    assert most_dramatic(run, me=1)[0].opponent == 3


def test_one_that_was_won_and_one_that_was_lost_are_told() -> None:
    won, more_won = battle((9, 9), (4, 5), (1, 0)), battle((9, 9), (5, 5), (2, 0))
    lost = battle((9, 9), (0, 8))
    run = a_run(in_order(4), [lost, DULL, won, more_won])

    told = most_dramatic(run, me=1)

    assert [each.opponent for each in told] == [2, 0, 3]


@by_row("place", [5, 20, 29])
def test_nobody_who_beat_the_champion_is_told_something_else(place: int) -> None:
    dull, comeback = battle((10, 10), (10, 0)), battle((10, 10), (2, 9), (1, 0))
    run = a_run(with_result(in_order(30), 0, place, AWAY), [dull, *[comeback] * 29])

    told = most_dramatic(run, me=place)

    assert (told[0].opponent, told[0].why) == (0, HighlightReason.CHAMPION_FELL)
    assert HighlightReason.COMEBACK in [each.why for each in told] or place > 27


def test_great_battles_come_in_their_order() -> None:
    run = a_run(with_result(with_result(in_order(30), 0, 20, AWAY), 3, 20, AWAY))

    told = most_dramatic(run, me=20, victors={25, 3})

    assert [(each.opponent, each.why) for each in told] == [
        (0, HighlightReason.CHAMPION_FELL),
        (3, HighlightReason.GIANT),
        (25, HighlightReason.REVENGE),
    ]


def test_who_was_weaker_from_the_start_has_not_come_back() -> None:
    weak, behind = battle((10, 30), (10, 25), (10, 0)), battle((10, 30), (2, 30), (2, 0))
    run = a_run(in_order(3), [weak, weak, behind])

    assert (
        measured(run, 0, HighlightCandidate(1, HighlightReason.BELOW)).why is HighlightReason.BELOW
    )
    assert (
        measured(run, 0, HighlightCandidate(2, HighlightReason.BELOW)).why
        is HighlightReason.COMEBACK
    )


def test_a_battle_without_a_blow_is_told_only_if_there_is_no_other() -> None:
    staring = battle((9, 9), (9, 9))

    assert [each.opponent for each in most_dramatic(a_run(in_order(3), [staring] * 3), me=1)] == [0]
    assert [each.opponent for each in most_dramatic(a_run(in_order(3), [staring]), me=1)] == [2]


def test_nobody_met_nothing_to_tell() -> None:
    assert most_dramatic(a_run([b""]), me=0) == []


def test_the_table_of_a_run_is_that_of_its_rows() -> None:
    run = a_run([bytes([AWAY])])  # a pair, written from the first one's view
    run = a_run([bytes([AWAY]), b""])

    assert [standing.entry for standing in run.standings] == [1, 0]
    assert run.row(1) == bytes([HOME, NOT_PLAYED])
    assert exchanged(run.row(0)[1:]) == run.row(1)[:1]


def test_a_single_win_is_told_though_nobody_was_hurt() -> None:
    staring = replace(battle((9, 9), (9, 9)), winner=Side.HOME)
    lost = battle((9, 9), (4, 9), (0, 9))
    run = a_run(in_order(10), [*[lost] * 9, staring])

    first = most_dramatic(run, me=8)[0]
    assert (first.opponent, first.why) == (9, HighlightReason.ONLY_WIN)
