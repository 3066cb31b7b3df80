"""The counter-build: it does what it claims, is found again, and costs no more than was allowed."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace

import pytest

from app.bench.engine import drawn_legal
from app.engine import Build, Ruleset, Side
from app.errors import BuildUnreadable, TooMuchToPlay
from app.games import ruleset, slugs
from app.statistics.metagame import answers, counter
from app.statistics.metagame.counter import CounterBuild, counter_build, neighbours
from tests.support.tables import by_row

GAME = ruleset("laplaplus")
BY_BUILDS = [slug for slug in slugs() if not ruleset(slug).match]


def claims(game: Ruleset, field: Sequence[Build], found: CounterBuild) -> None:
    """Every battle is played again by the reference."""
    ends = [game.play(found.build, other).winner for other in field]

    assert found.beaten == [at for at, winner in enumerate(ends) if winner is Side.HOME]
    assert found.drawn == [at for at, winner in enumerate(ends) if winner is None]
    assert found.lost == [at for at, winner in enumerate(ends) if winner is Side.AWAY]
    assert found.points == 3 * len(found.beaten) + len(found.drawn)
    assert game.allows(found.build)


@by_row("slug", BY_BUILDS)
def test_it_wins_what_it_claims(slug: str) -> None:
    game = ruleset(slug)
    field = drawn_legal(game, 40)
    found = counter_build(game, field, 60_000, seed=3)

    claims(game, field, found)
    table = game.outcomes(field)
    best = max(Counter(byte & 3 for byte in table[at * 40 : (at + 1) * 40])[1] for at in range(40))
    assert len(found.beaten) > best, "it is better than the field's own"


@pytest.mark.parametrize("slug", BY_BUILDS)
def test_the_same_seed_finds_it_again_in_no_more_battles_than_allowed(
    slug: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Of a large field a sample is played first."""
    monkeypatch.setattr(counter, "SAMPLE", 8)
    game = ruleset(slug)
    field = drawn_legal(game, 30)
    found = counter_build(game, field, 20_000, seed=5)

    assert found == counter_build(game, field, 20_000, seed=5)
    assert (found.seed, found.battles <= 20_000) == (5, True)
    claims(game, field, found)
    better = counter_build(game, field, 60_000, seed=5)
    assert better.points >= found.points


def test_it_ends_where_nothing_is_left_to_win() -> None:
    field = [GAME.read_build("核")]
    found = counter_build(GAME, field, 1_000_000)

    assert (found.beaten, found.battles < 1_000) == ([0], True)


def test_it_ends_where_nobody_can_be_beaten() -> None:
    """A game of one card: every battle is drawn."""
    few = replace(GAME, cards=GAME.cards[:1], sizes=range(2, 3))
    build = Build((GAME.cards[0].id,) * 2)
    found = counter_build(few, [build, build], 1_000_000)

    assert (found.build, found.beaten, len(found.drawn)) == (build, [], 2)


def test_only_what_the_game_reads_is_an_answer() -> None:
    def strictly(text: str) -> Build:
        build = GAME.read_build(text)
        if len(set(build.cards)) < len(build.cards) or not build.cards:
            raise BuildUnreadable([])
        return build

    game = replace(GAME, read_build=strictly)
    field = [Build(tuple(card.id for card in GAME.cards[at : at + 3])) for at in range(5)]

    found = counter_build(game, field, 30_000)
    assert len({*found.build.cards}) == len(found.build.cards) > 0


def test_a_step_is_a_card_exchanged_replaced_taken_out_or_put_in() -> None:
    build = GAME.read_build("核攻")
    sizes = Counter(len(each.cards) for each in neighbours(GAME, build))

    assert sizes == {1: 2, 2: 1 + 2 * 24, 3: 3 * 25 - 2}
    assert {
        len(each.cards) for each in neighbours(ruleset("shiden-issen-2"), Build(("a",) * 5))
    } == {5}


def test_what_would_take_too_long_is_refused() -> None:
    field = drawn_legal(GAME, 20)

    with pytest.raises(TooMuchToPlay):
        counter_build(GAME, field, 10)
    with pytest.raises(TooMuchToPlay):
        counter_build(ruleset("fest"), field, 10_000)


def test_cards_are_worth_what_the_mixture_loses_without_them() -> None:
    """Core beats nobody here; each of the others is one build of the mixture, which draws with itself alone."""
    pytest.importorskip("highspy")
    builds = [GAME.read_build(text) for text in ("双連連攻連連力力", "硬", "核", "核")]
    found = answers.mixture_of(GAME, builds, [1, 0, 2, 3])

    assert [(each.index, each.chance, each.alike) for each in found.drawn] == [(0, 1.0, 1)]
    assert (found.of, found.gain) == (3, 0)
    assert {each.card for each in found.cards} == {*builds[0].cards}
    assert {(each.share, round(each.lost or 0, 6)) for each in found.cards} == {(1.0, 1.0)}


def test_a_card_of_every_build_cannot_be_done_without() -> None:
    pytest.importorskip("highspy")
    builds = [GAME.read_build(text) for text in ("核", "核核")]
    (core,) = answers.mixture_of(GAME, builds, [0, 1]).cards

    assert (core.card, core.share, core.lost) == ("core", 1.0, None)
