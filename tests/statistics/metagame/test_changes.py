"""The best changes by one card and by two: compared with every build that differs so, played one by one by the reference."""

from collections.abc import Sequence
from dataclasses import replace
from itertools import combinations, product

import pytest

from app.engine import Build, Ruleset, Side
from app.errors import BuildUnreadable, TooMuchToPlay
from app.games import ruleset
from app.statistics.metagame.changes import BEST, best_changes
from app.tournament.scoring import Scoring
from tests.support.tables import by_row

GAME = ruleset("laplaplus")
ENOUGH = 1_000_000


def read(*texts: str, game: Ruleset = GAME) -> list[Build]:
    return [game.read_build(text) for text in texts]


def worth(game: Ruleset, build: Build, field: Sequence[Build]) -> list[int]:
    """2 for each battle won, 1 for one drawn."""
    value = {Side.HOME: 2, None: 1, Side.AWAY: 0}
    return [value[game.play(build, other).winner] for other in field]


def points(results: Sequence[int]) -> int:
    return sum({2: 3, 1: 1, 0: 0}[result] for result in results)


@by_row(
    ("slug", "builds"),
    [
        ("laplaplus", ("攻核", "盾攻核", "連核", "核核", "反盾")),
        ("shiden-issen-2", ("紫無錬隠待", "逆交錬交閃", "先連果盾呪", "待硬交燐果")),
    ],
)
def test_each_wins_and_loses_what_it_claims(slug: str, builds: tuple[str, ...]) -> None:
    game = ruleset(slug)
    build, *field = read(*builds, game=game)
    before = worth(game, build, field)
    found = best_changes(game, build, field, ENOUGH)

    assert [each.cards for each in found] == [1, 2]
    for each in found:
        assert each.is_complete
        assert each.points == points(before)
        gained = [changed.points for changed in each.best]
        assert gained == sorted(gained, reverse=True)
        for changed in each.best:
            after = worth(game, changed.build, field)
            other = [
                at + 1
                for at, (a, b) in enumerate(zip(build.cards, changed.build.cards, strict=True))
                if a != b
            ]
            assert (list(changed.slots), len(other)) == (other, each.cards)
            assert changed.points == points(after) > points(before)
            pairs = [*enumerate(zip(before, after, strict=True))]
            assert changed.better == tuple(at for at, (then, now) in pairs if now > then)
            assert changed.worse == tuple(at for at, (then, now) in pairs if now < then)


def test_none_is_better_than_the_best() -> None:
    build, *field = read("核攻", "盾攻", "連核", "反盾核")
    found = best_changes(GAME, build, field, ENOUGH)
    ids = [card.id for card in GAME.cards]
    for cards in (1, 2):
        every = [
            Build(row)
            for row in product(ids, repeat=2)
            if sum(a != b for a, b in zip(row, build.cards, strict=True)) == cards
        ]
        most = max(points(worth(GAME, each, field)) for each in every)
        assert found[cards - 1].tried == len(every)
        assert found[cards - 1].best[0].points == most
        assert len(found[cards - 1].best) <= BEST


def test_with_few_battles_it_is_a_search_that_starts_from_the_best_single_ones() -> None:
    build, *field = read("核攻", "盾攻", "連核")
    one, two = best_changes(GAME, build, field, 2 * 48)

    assert one.is_complete
    assert (two.is_complete, two.tried, two.possible, two.battles) == (False, 48, 576, 96)
    single = {each.build.cards for each in one.best}
    assert all(
        any(sum(a != b for a, b in zip(each.build.cards, row, strict=True)) == 1 for row in single)
        for each in two.best
    )
    with pytest.raises(TooMuchToPlay):
        best_changes(GAME, build, field, 2 * 48 - 1)


def test_only_what_the_game_reads_is_told() -> None:
    """A game in which no build may have the same card twice."""

    def strictly(text: str) -> Build:
        build = GAME.read_build(text)
        if len(set(build.cards)) < len(build.cards):
            raise BuildUnreadable([])
        return build

    build, *field = read("核攻反", "盾攻", "連核", "核核核")
    found = best_changes(replace(GAME, read_build=strictly), build, field, ENOUGH)

    told = [changed.build.cards for each in found for changed in each.best]
    assert told
    assert all(len(set(cards)) == 3 for cards in told)


def test_a_win_is_worth_what_the_season_says() -> None:
    build, *field = read("核攻", "盾攻", "連核")
    found = best_changes(GAME, build, field, ENOUGH, Scoring(win=7, draw=2, loss=1))

    before = worth(GAME, build, field)
    assert found[0].points == sum({2: 7, 1: 2, 0: 1}[each] for each in before)


def test_a_build_without_cards_has_no_change_and_one_of_one_card_none_by_two() -> None:
    field = read("核攻")

    assert [each.possible for each in best_changes(GAME, Build(()), field, ENOUGH)] == [0]
    assert [each.possible for each in best_changes(GAME, read("核")[0], field, ENOUGH)] == [24]


def test_of_a_game_with_decisions_nothing_is_said() -> None:
    game = ruleset("fest")
    one, other = read("D1", "D2", game=game)

    with pytest.raises(TooMuchToPlay):
        best_changes(game, one, [other], ENOUGH)


def test_two_changes_in_one_slot_are_none_of_two_cards() -> None:
    build, *field = read("核攻盾", "連核", "反盾")
    (_, two) = best_changes(GAME, build, field, ENOUGH)

    assert two.tried == two.possible == len([*combinations(range(3), 2)]) * 24**2
