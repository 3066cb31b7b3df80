"""Swiss: pairings of known tournaments, and what every pairing promises."""

import random
from collections import Counter
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from app.engine import AWAY, DRAW, HOME, exchanged
from app.tournament.formats import swiss
from app.tournament.formats.format import (
    BYE,
    WITHOUT_BATTLE,
    Bye,
    Field,
    Pairing,
    PairingResult,
    play_out,
)
from app.tournament.formats.swiss import Swiss
from app.tournament.scoring import Scoring
from tests.support.tables import by_row

KNOWN = Path(__file__).parent.parent / "known"
CHESS = Scoring(2, 1, 0)
ENDED = {
    "1": HOME,
    "=": DRAW,
    "0": AWAY,
    "+": HOME | WITHOUT_BATTLE << 2,
    "-": AWAY | WITHOUT_BATTLE << 2,
}


def published(name: str) -> tuple[int, list[list[PairingResult]]]:
    """How many played, and the results round by round, as the report file (TRF16) has them.

    Where lots gave the first seed the second seat, all seats are exchanged.
    """
    rounds: list[list[PairingResult]] = []
    players = 0
    for line in (KNOWN / name).read_text("utf-8").splitlines():
        if not line.startswith("001"):
            continue
        players += 1
        number = int(line[4:8]) - 1
        for at in range((len(line.rstrip()) - 91 + 9) // 10):
            other, seat, ended = line[91 + 10 * at : 99 + 10 * at].split()
            while len(rounds) <= at:
                rounds.append([])
            if seat == "w":
                rounds[at].append(PairingResult(at + 1, 0, number, int(other) - 1, ENDED[ended]))
            elif ended in "UH":
                outcome = BYE if ended == "U" else DRAW | WITHOUT_BATTLE << 2
                rounds[at].append(PairingResult(at + 1, 0, number, None, outcome))
    if any(each.second == 0 for each in rounds[0]):
        rounds = [[mirrored(each) for each in results] for results in rounds]
    return players, rounds


def mirrored(result: PairingResult) -> PairingResult:
    if result.second is None:
        return result
    outcome = exchanged(bytes([result.outcome]))[0]
    return result._replace(first=result.second, second=result.first, outcome=outcome)


@by_row("name", ["bbp_11p5r_s43.trf", "bbp_20p7r_s42.trf", "bbp_40p9r_s42.trf"])
def test_known_tournaments_are_paired_as_the_endorsed_program_paired_them(name: str) -> None:
    """The free checker's property (FIDE C.04.A, A.4): each round follows from those before it."""
    players, rounds = published(name)

    before: list[PairingResult] = []
    for at, results in enumerate(rounds, 1):
        here = {side for each in results for side in each[2:4] if each.second is not None}
        here |= {each.first for each in results if each.outcome == BYE}
        field = Field(tuple(range(players)), CHESS, left=dict.fromkeys({*range(players)} - here, 0))
        paired = Swiss(len(rounds)).pairings(field, before)
        assert {
            (each.first, each.second if isinstance(each, Pairing) else None) for each in paired
        } == {each[2:4] for each in results if each.second is not None or each.outcome == BYE}, (
            f"round {at}"
        )
        before += results


def drawn(seed: int) -> Callable[[Sequence[Pairing]], list[int]]:
    draw = random.Random(seed)
    return lambda due: [draw.choices((HOME, DRAW, AWAY), (5, 1, 4))[0] for _ in due]


@by_row(("count", "rounds"), [(2, 1), (3, 3), (5, 3), (6, 3), (8, 5), (13, 7), (33, 6)])
def test_nobody_meets_twice_or_rests_twice_and_all_play_every_round(
    count: int, rounds: int
) -> None:
    for seed in range(3):
        field = Field(tuple(random.Random(seed).sample(range(count), count)))
        results = play_out(Swiss(rounds), field, drawn(seed))
        met = Counter(frozenset(each[2:4]) for each in results if each.second is not None)
        rested = Counter(each.first for each in results if each.second is None)
        seen = Counter((each.round, side) for each in results for side in {*each[2:4]} - {None})

        assert set(met.values()) <= {1}
        assert set(rested.values()) <= {1}
        assert len(rested) == (rounds if count % 2 else 0)
        assert set(seen.values()) == {1}
        assert len(seen) == count * rounds
        assert results == play_out(Swiss(rounds), field, drawn(seed))
        assert len(Swiss(rounds).standings(field, results)) == count


def test_the_upper_half_meets_the_lower_half_first() -> None:
    """C.04.3: 1 v 4, 5 v 2, 3 v 6 of six; who is seventh rests."""
    first = Swiss(3).pairings(Field(tuple(range(7))), [])

    assert first == [
        Pairing(1, 1, 0, 3), Pairing(1, 2, 4, 1), Pairing(1, 3, 2, 5), Bye(1, 6),
    ]  # fmt: skip


def test_the_rest_of_a_round_is_paired_as_before_whatever_is_known_of_it() -> None:
    field = Field(tuple(range(9)))
    first = play_out(Swiss(1), field, drawn(1))
    second = Swiss(3).pairings(field, first)
    played = drawn(2)([each for each in second if isinstance(each, Pairing)])
    results = [
        PairingResult.of(each, played[at]) if isinstance(each, Pairing) else PairingResult.of(each)
        for at, each in enumerate(second)
    ]

    for some in (results[:1], results[1:3], results[::2]):
        rest = [each for each, known in zip(second, results, strict=True) if known not in some]
        assert Swiss(3).pairings(field, first + some) == rest


def test_whoever_has_left_is_paired_no_more_and_the_others_are() -> None:
    field = Field(tuple(range(6)))
    results = play_out(Swiss(1), field, drawn(1))
    fewer = Field(field.seeds, left={3: 0})
    later = (
        play_out(Swiss(3), fewer, drawn(2)) if not results else Swiss(3).pairings(fewer, results)
    )

    assert {side for each in later for side in each[2 if isinstance(each, Pairing) else 1 : 4]} - {
        BYE
    } >= {0, 1, 2, 4, 5}
    assert all(each.first != 3 for each in later)
    assert sum(isinstance(each, Bye) for each in later) == 1
    assert not Swiss(3).pairings(Field((0, 1), left={1: 0}), [])


def test_seats_count_no_more_where_they_leave_no_pairing_and_then_it_is_over() -> None:
    """Four meet in three rounds, whoever wins; for a fourth there is nobody left."""
    for seed in range(20):
        field = Field((0, 1, 2, 3))
        results = play_out(Swiss(5), field, drawn(seed))
        assert len(results) in {4, 6}
        assert max(each.round for each in results) in {2, 3}


def test_a_large_field_is_paired_in_sections(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(swiss, "LARGEST", 20)
    monkeypatch.setattr(swiss, "SECTION", 12)
    field = Field(tuple(range(61)))
    whole = Swiss(6)
    results = play_out(whole, field, drawn(5))
    met = Counter(frozenset(each[2:4]) for each in results if each.second is not None)
    points = [0] * 61

    assert set(met.values()) == {1}
    assert len(results) == 31 * 6
    rested = [each.first for each in results if each.second is None]
    assert len({*rested}) == 6
    for each in results:
        if each.round == 6 and each.second is not None:
            assert abs(points[each.first] - points[each.second]) <= 9
        points[each.first] += {HOME: 3, DRAW: 1, AWAY: 0}[each.outcome & 3]
        if each.second is not None:
            points[each.second] += {HOME: 0, DRAW: 1, AWAY: 3}[each.outcome & 3]


@by_row("count", [11, 240])
def test_large_fields_too_keep_their_sides_apart(count: int) -> None:
    """One side wins everything, and is ahead: still everybody meets the other one."""
    sides = [int(at % 20 >= 10) for at in range(count)]
    field = Field(tuple(range(count)), CHESS, sides=sides, apart=True)
    results = play_out(
        Swiss(3),
        field,
        lambda due: [HOME if sides[each.first] < sides[each.second] else AWAY for each in due],
    )

    met = [each for each in results if each.second is not None]
    assert all(sides[each.first] != sides[each.second or 0] for each in met)
    assert Counter(each.round for each in met) == dict.fromkeys(
        (1, 2, 3), min(sum(sides), count // 2)
    )
    assert len({frozenset(each[2:4]) for each in met}) == len(met)
    if count % 20:
        resting = [each for each in results if each.second is None]
        assert Counter(each.first for each in resting).most_common(1)[0][1] == 3
        assert {each.outcome & 3 for each in resting} == {DRAW}
