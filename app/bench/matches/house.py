"""The measurements of `hikyaku bench matches`."""

from dataclasses import dataclass
from itertools import cycle, islice, product
from pathlib import Path
from random import Random
from statistics import median
from typing import Any

from app.bench.cost import cpu_seconds
from app.bench.engine import LOOPS, ROUNDS, Spread, drawn_legal, loop
from app.bench.matches.balance import ways_of
from app.engine.matches.game import SEATS, TENGU, Game
from app.engine.matches.record import written
from app.games import match_game, match_slugs, ruleset
from app.tournament.series import opened, played


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
    """Measure each game with decisions, its starters against each other, with about this many matches in all rounds."""
    return [_pace(match_game(slug), max(1, matches // ROUNDS)) for slug in match_slugs()]


def write(folder: Path, matches: int, seed: str) -> None:
    """Write the records of this many matches of each game into this folder, with everything that
    checks need.

    Decks, luck and players follow from the seed. A player is the house, another way of playing that
    the game has, or any legal answers.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for slug in match_slugs():
        game, rules = match_game(slug), ruleset(slug)
        field = drawn_legal(rules, 2 * matches, seed)
        ways = [plan for way, plan in ways_of(game).items() if way != TENGU]
        for number in range(matches):
            lot = Random(f"{seed} {slug} {number}")
            builds = {seat: rules.match_build(field.pop()) for seat in SEATS}
            plans = {seat: lot.choice(ways) for seat in SEATS}
            match, lines = played(game, {}, number, builds, plans, seed)
            last = opened(match, number, builds, seed)
            file = folder / f"{slug}-{number + 1:03}.jsonl"
            file.write_bytes(written([match.head, *lines, last]))


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
