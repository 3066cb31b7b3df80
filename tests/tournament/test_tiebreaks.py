"""Tie-breaks as the tables of real tournaments have them, and those which only these games know."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.engine import AWAY, DRAW, HOME
from app.games import ruleset
from app.tournament.formats.format import BYE, Field, PairingResult
from app.tournament.formats.results import StageTally, interval
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring, Table, problems
from app.tournament.standings import ranked
from app.tournament.tiebreaks import BY_FACTS, MOST, TIE_BREAKS, Facts
from tests.support.tables import by_row

KNOWN = Path(__file__).parent / "known"
HALVES = Scoring(2, 1, 0)
"""Points as chess has them, twice: sums of them are twice those that are published."""


def known(name: str) -> tuple[StageTally, Iterator[tuple[int, list[float]]]]:
    """The results, and of each entrant the points and other numbers that were published."""
    text = (KNOWN / name).read_text("utf-8").partition("\n1 ")[1:]
    games, _, published = "".join(text).strip().partition("\n\n")
    ended = {"1": HOME, "=": DRAW, "0": AWAY}
    results = [
        PairingResult(int(round_), 1, int(white) - 1, int(black) - 1, ended[won])
        for round_, white, black, won in map(str.split, games.splitlines())
    ]
    lines = [list(map(float, line.split())) for line in published.splitlines()]
    field = Field(tuple(range(len(lines))), HALVES)
    tally = StageTally(field, results, rounds=max(each.round for each in results))
    return tally, ((int(number) - 1, numbers) for number, *numbers in lines)


def value(tally: StageTally | Table, slug: str, entry: int, level: list[int]) -> float:
    found = TIE_BREAKS[slug].value(tally, entry, level)
    assert found is not None
    return found


def test_a_round_robin_of_masters_comes_out_as_published() -> None:
    tally, published = known("uzchess_cup_2025.txt")

    for entry, (points, head, berger, wins, _, _) in published:
        level = [other for other, each in enumerate(tally.points) if each == tally.points[entry]]
        assert tally.points[entry] == 2 * points
        assert value(tally, "sonneborn-berger", entry, level) == 2 * berger
        assert value(tally, "wins", entry, level) == wins
        if len(level) > 1:
            own = value(tally, "head-to-head", entry, level)
            others = [value(tally, "head-to-head", other, level) for other in level]
            assert head == 1 + sum(each > own for each in others)


def test_the_buchholz_of_a_world_championship_comes_out_as_published() -> None:
    tally, published = known("womens_world_rapid_2024.txt")

    for entry, (points, cut, full) in published:
        assert tally.points[entry] == 2 * points
        assert value(tally, "buchholz-cut-1", entry, [entry]) == 2 * cut
        assert value(tally, "buchholz", entry, [entry]) == 2 * full
        met = sorted(tally.met(entry))
        assert value(tally, "buchholz-median", entry, [entry]) == 2 * cut - met[-1]


def test_a_cross_table_and_its_results_one_by_one_are_counted_alike() -> None:
    rows = [bytes(row) for row in ([255, 1, 0, 1], [2, 255, 1, 1], [0, 2, 255, 0], [2, 2, 0, 255])]
    results = [
        PairingResult(1, 1, i, j, row[j])
        for i, row in enumerate(rows)
        for j in range(i + 1, len(rows))
    ]
    tables = (Table(rows, Scoring()), StageTally(Field((0, 1, 2, 3)), results))

    for slug in {*TIE_BREAKS} - {*Facts.__dataclass_fields__}:
        for level in ([0, 1], [2, 3], [0, 1, 2, 3]):
            one, other = ([value(each, slug, i, level) for i in level] for each in tables)
            assert one == other, slug


def test_win_rates_of_the_beaten_and_wins_against_the_upper_half() -> None:
    """0 beat 1 and 2, drew with 3; 1 beat 2 and 3: rates 2/3, 2/3, 0, 0; the third highest of 7, 6, 2, 1 points is 2."""
    rows = [bytes(row) for row in ([255, 1, 1, 0], [2, 255, 1, 1], [2, 2, 255, 0], [0, 2, 0, 255])]
    table = Table(rows, Scoring())

    assert table.points == [7, 6, 1, 2]
    assert [value(table, "win-rates", i, [i]) for i in range(4)] == [0.666667, 0, 0, 0]
    assert [value(table, "upper-half", i, [i]) for i in range(4)] == [1, 0, 0, 0]
    assert [value(table, "earlier-entry", i, [i]) for i in range(4)] == [-1, -2, -3, -4]


def test_a_round_without_an_opponent_counts_as_the_handbook_says() -> None:
    """C.07, 16.4: 2 rested with 3 points: an opponent with its own. 16.3: 3 left after round 1: two draws to others."""
    results = [
        *(PairingResult(1, 1, 0, 3, HOME), PairingResult(1, 2, 1, 2, HOME)),
        *(
            PairingResult(2, 1, 0, 1, DRAW),
            PairingResult(2, 0, 2, None, BYE),
            PairingResult(3, 1, 0, 2, HOME),
        ),
        PairingResult(3, 0, 1, None, BYE),
    ]
    tally = StageTally(Field((0, 1, 2, 3)), results, rounds=3)

    assert tally.points == [7, 7, 3, 0]
    assert value(tally, "buchholz", 0, [0]) == (0 + 2) + 7 + 3
    assert value(tally, "buchholz", 2, [2]) == 7 + 3 + 7
    assert value(tally, "buchholz", 3, [3]) == 7 + 0 + 0
    assert value(tally, "sonneborn-berger", 2, [2]) == 3
    without = StageTally(Field((0, 1, 2, 3)), results)
    assert value(without, "buchholz", 2, [2]) == 7 + 7
    assert value(without, "sonneborn-berger", 2, [2]) == 0


def test_what_only_the_battles_tell_decides_where_it_was_counted() -> None:
    facts = Facts(life=(1, 2), initiative=(0, 1), size=(-8, -3), lot=(1, 0))
    table = Table([b"\xff\x00", b"\x00\xff"], Scoring(), facts)
    bare = Table(table.rows, Scoring())

    slugs = TIE_BREAKS | BY_FACTS
    for slug, first in (("life", 1), ("initiative", 1), ("size", 1), ("lot", 0)):
        assert ranked(table, range(2), [slugs[slug]])[0].entry == first
        assert [each.place for each in ranked(bare, range(2), [slugs[slug]])] == [1, 1]


def test_an_order_has_so_many_tie_breaks_and_not_more() -> None:
    assert not [*problems(3, 1, 0, [*TIE_BREAKS][:MOST])]
    assert [each.code for each in problems(3, 1, 0, [*TIE_BREAKS][: MOST + 1])] == [
        "too-many-tie-breaks"
    ]


@by_row(
    ("score", "battles", "low", "high"),
    [(0, 0, 0, 1), (0.5, 10, 0.2366, 0.7634), (1, 10, 0.7225, 1), (0, 10, 0, 0.2775)],
)
def test_an_interval_says_how_sure_a_share_is(
    score: float, battles: int, low: float, high: float
) -> None:
    """Wilson's 95 % for 5, 10 and 0 of 10, as statistical tables have them."""
    assert interval(score, battles) == pytest.approx((low, high), abs=5e-5)


def test_the_smaller_build_stands_above_in_every_table_of_builds() -> None:
    rules = ruleset("laplaplus")
    builds = [rules.read_build(text) for text in ("核核核", "核", "核核")]
    drawn = [b"\xff\x00\x00", b"\x00\xff\x00", b"\x00\x00\xff"]
    table = FullTable.of(rules, Scoring.of(3, 1, 0, ["size"]), builds, drawn)

    assert [(each.entry, each.tie_breaks) for each in table.standings] == [
        (1, (-1,)),
        (2, (-2,)),
        (0, (-3,)),
    ]
