"""Sides: nobody meets their own, everybody all others once, and the table of sides is the sum over its members."""

from hypothesis import given, strategies as st

from app.engine import NOT_PLAYED
from app.games import ruleset
from app.tournament import errata
from app.tournament.blocks import full_rows, play_block
from app.tournament.scoring import Scoring
from app.tournament.sides import apart, battles, halves_apart, table
from app.tournament.standings import standings

GAME = ruleset("laplaplus")
TEXTS = ("攻響核", "盾攻", "核核盾", "攻核力", "連核", "核")


@given(st.lists(st.integers(0, 3), min_size=2, max_size=6))
def test_pairs_of_one_side_never_meet_and_every_other_pair_once(sides: list[int]) -> None:
    builds = [GAME.read_build(TEXTS[at]) for at in range(len(sides))]
    halves = play_block(GAME.slug, GAME.rules_version, builds, range(len(builds)))
    whole, rows = full_rows(halves), full_rows(halves_apart(sides, halves))

    for one, row in enumerate(rows):
        assert row == apart(sides)(one, whole[one])
        for other, byte in enumerate(row):
            is_met = sides[one] != sides[other]
            assert byte == (whole[one][other] if is_met else NOT_PLAYED)
    assert sum(byte != NOT_PLAYED for row in rows for byte in row) == 2 * battles(sides)


@given(st.lists(st.integers(0, 2), min_size=2, max_size=6))
def test_the_table_of_sides_is_the_sum_over_members(sides: list[int]) -> None:
    builds = [GAME.read_build(TEXTS[at]) for at in range(len(sides))]
    halves = play_block(GAME.slug, GAME.rules_version, builds, range(len(builds)))
    scoring = Scoring()
    lines = standings(full_rows(halves_apart(sides, halves)), scoring)
    found = table(lines, sides, 3)

    for line in found:
        own = [each for each in lines if sides[each.entry] == line.side]
        assert (line.members, line.points) == (len(own), sum(each.points for each in own))
        assert line.points == scoring.win * line.wins + scoring.draw * line.draws
        assert line.average * line.members == line.points
        better = [each for each in found if (each.points, each.wins) > (line.points, line.wins)]
        assert line.place == 1 + len(better)
    assert sum(line.wins for line in found) == sum(line.losses for line in found)


@given(st.lists(st.integers(0, 2), min_size=2, max_size=6))
def test_an_erratum_compares_the_pairs_that_meet_alone(sides: list[int]) -> None:
    found = errata.compare(GAME, GAME, TEXTS[: len(sides)], Scoring(), sides=sides)

    assert found.battles == battles(sides)
    assert not found.flips
    assert not found.moves
