"""A compiled kernel and its reference are twins: the same winner for the same reason, whatever the builds.

What only one game has of it stands in the `test_kernel.py` of that game.
"""

from collections.abc import Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest

from app.engine import Build, Ruleset
from app.engine.outcomes import lives_left
from app.games import laplaplus, shiden_issen_2
from app.games.laplaplus import kernel as laplaplus_kernel
from app.games.shiden_issen_2 import kernel as shiden_kernel
from tests.games.kernels import Pair, Pairs, assert_clean_under_sanitizers, by_kernel
from tests.games.laplaplus import drawn as laplaplus_drawn, test_kernel as of_laplaplus
from tests.games.laplaplus.play import build as laplaplus_build
from tests.games.laplaplus.twins import PAIRS as LAPLAPLUS_PAIRS
from tests.games.shiden_issen_2 import drawn as shiden_drawn, test_kernel as of_shiden
from tests.games.shiden_issen_2.play import build as shiden_build
from tests.games.shiden_issen_2.twins import PAIRS as SHIDEN_PAIRS
from tests.support.tables import by_row


@dataclass(frozen=True)
class Held:
    """How the kernel of a game is held to its reference; `busy`: the kind of pair in which most answers the other."""

    rules: Ruleset
    pairs: Pairs
    laws: list[Pair]
    busy: str
    malformed: Mapping[str, tuple[bytes, ...]]
    source: Path
    under_sanitizers: str


def _laws(build: Callable[[str], Build], pairs: list[tuple[str, str]]) -> list[Pair]:
    return [(build(home), build(away)) for home, away in pairs]


GAMES = [
    Held(
        laplaplus.RULESETS[0],
        LAPLAPLUS_PAIRS,
        _laws(laplaplus_build, laplaplus_drawn.drawn_pairs(600)),
        "event-heavy",
        of_laplaplus.MALFORMED,
        laplaplus_kernel.SOURCE,
        of_laplaplus.UNDER_SANITIZERS,
    ),
    Held(
        shiden_issen_2.RULESETS[0],
        SHIDEN_PAIRS,
        _laws(shiden_build, shiden_drawn.drawn_pairs(500)),
        "interceptors",
        of_shiden.MALFORMED,
        shiden_kernel.SOURCE,
        of_shiden.UNDER_SANITIZERS,
    ),
]
every_game = pytest.mark.parametrize("held", GAMES, ids=lambda held: held.rules.slug)


@every_game
@pytest.mark.unmeasured
def test_drawn_pairs_have_the_same_winner_for_the_same_reason(
    held: Held, subtests: pytest.Subtests
) -> None:
    """2,400 pairs by both; the kernel is held to a hundred thousand by the digests below."""
    for kind in held.pairs.kinds:
        with subtests.test(kind):
            held.pairs.assert_same([*held.pairs.drawn(kind, held.pairs.shared(2_400), "both")])


@every_game
@pytest.mark.unmeasured
def test_pairs_drawn_for_the_laws_do_too(held: Held) -> None:
    held.pairs.assert_same(held.laws)


@every_game
@pytest.mark.unmeasured
def test_what_the_reference_once_said_of_a_hundred_thousand_pairs_still_holds(
    held: Held, subtests: pytest.Subtests
) -> None:
    for kind in held.pairs.kinds:
        with subtests.test(kind):
            told = by_kernel(held.pairs.kernel, [*held.pairs.digested(kind)])
            assert sha256(told).hexdigest() == held.pairs.digests()[kind]


@every_game
@pytest.mark.slow
@pytest.mark.timeout(0)
def test_a_million_drawn_pairs(held: Held) -> None:
    for kind in held.pairs.kinds:
        pairs = [*held.pairs.drawn(kind, held.pairs.shared(1_000_000), "slow")]
        for start in range(0, len(pairs), 1_000):
            held.pairs.assert_same(pairs[start : start + 1_000])


@every_game
def test_any_table_is_the_same(held: Held, subtests: pytest.Subtests) -> None:
    """Of a field with the same build twice, and none of nothing where nothing may be built."""
    field = [pair[0] for pair in held.pairs.drawn("few", 7, "table")]
    field += [field[0], *([Build(())] if 0 in held.rules.sizes else [])]
    some = field[2:5]
    for builds, opponents in (
        (field, None),
        (field, some),
        (some, field),
        (field, []),
        ([], field),
    ):
        with subtests.test(f"{len(builds)} against {opponents and len(opponents)}"):
            told = held.pairs.kernel.outcomes(builds, opponents)
            assert told == held.pairs.twins.by_reference(builds, opponents)


@every_game
def test_lives_are_spent_as_by_the_reference(held: Held) -> None:
    builds = [pair[0] for pair in held.pairs.drawn("few", 12, "table")]
    for costs in ((1, 0, 2), (0, 3, 1)):
        case = (builds, builds[::-2], costs, range(-2, 10))
        assert held.pairs.twins.lives(*case) == lives_left(held.pairs.twins.decide, *case)
    with pytest.raises(ValueError, match="each build must have its lives"):
        held.pairs.kernel.lives(builds, [], (0, 0, 0), [1])
    with pytest.raises(TypeError):
        held.pairs.kernel.extension.lives()  # type: ignore[call-arg]


@every_game
def test_threads_play_side_by_side(held: Held) -> None:
    field = [pair[0] for pair in held.pairs.drawn(held.busy, 200, "threads")]
    kernel = held.pairs.kernel
    with ThreadPoolExecutor(4) as executor:
        tables = list(executor.map(lambda _: kernel.outcomes(field), range(8)))

    assert len(set(tables)) == 1


@every_game
def test_what_cannot_be_read_is_refused(held: Held, subtests: pytest.Subtests) -> None:
    for name, arguments in held.malformed.items():
        with subtests.test(name), pytest.raises(ValueError, match=r"must|cannot be read"):
            held.pairs.kernel.extension.outcomes(*arguments)


@every_game
@by_row("arguments", [(), ("", ""), (b"", b"", "")])
def test_what_are_not_even_bytes_is_refused(held: Held, arguments: tuple[Any, ...]) -> None:
    with pytest.raises(TypeError):
        held.pairs.kernel.extension.outcomes(*arguments)


@every_game
def test_sanitizers_find_nothing_in_thousands_of_battles(held: Held, tmp_path: Path) -> None:
    """And in everything malformed; 4,680 of one game, 13,260 of the other."""
    assert held.pairs.kernel.outcomes([]) == b""
    assert_clean_under_sanitizers(held.source, held.under_sanitizers, tmp_path)
