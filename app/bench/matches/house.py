"""The measurements of `hikyaku bench matches`."""

from dataclasses import dataclass
from itertools import cycle, islice, product
from statistics import median
from typing import Any

from app.bench.cost import cpu_seconds
from app.bench.engine import LOOPS, ROUNDS, Spread, loop
from app.bench.matches.balance import played
from app.engine.matches.game import SEATS, Game
from app.games import match_game, match_slugs


@dataclass(frozen=True, slots=True)
class _Pace:
    """How fast matches of a game are played by the house on both sides, with their records, on one core.

    `lines` is the median length of a record; `ratio`: matches per million rounds of the fixed loop.
    """

    game: str
    matches: Spread
    lines: float
    ratio: float


def measure(matches: int) -> list[_Pace]:
    """Each game with decisions, by its starters against each other; about so many matches in all rounds of it."""
    return [_pace(match_game(slug), max(1, matches // ROUNDS)) for slug in match_slugs()]


def _pace(game: Game[Any], each_round: int) -> _Pace:
    speeds: list[float] = []
    loops: list[float] = []
    lengths: list[int] = []
    for number in range(ROUNDS):
        began = cpu_seconds()
        loop()
        looped = cpu_seconds()
        pairs = islice(cycle(product(game.starters.values(), repeat=2)), each_round)
        lengths += [
            len(played(game, {}, place, dict(zip(SEATS, pair, strict=True)), {}, f"{number}")[1])
            for place, pair in enumerate(pairs)
        ]
        speeds.append(each_round / (cpu_seconds() - looped))
        loops.append(LOOPS / (looped - began))
    matches = Spread.of(speeds)
    return _Pace(game.rules, matches, median(lengths), 1_000_000 * matches.median / median(loops))
