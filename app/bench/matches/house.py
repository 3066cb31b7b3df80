"""The measurements of `hikyaku bench matches`."""

from collections.abc import Sequence
from dataclasses import dataclass
from hashlib import sha256
from itertools import cycle, islice, product
from statistics import median
from typing import Any, Final

from app.bench.cost import cpu_seconds
from app.bench.engine import LOOPS, ROUNDS, Spread, loop
from app.engine.matches import dice, record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice
from app.engine.matches.game import SEATS, Game, Seat
from app.engine.matches.record import Line
from app.games import match_game, match_slugs

_NO_SALT: Final = bytes(32)
_ACCOUNTS: Final[dict[Seat, str]] = {"A": "alice", "B": "bob"}


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
            len(_played(game, f"{number}-{place}", pair)) for place, pair in enumerate(pairs)
        ]
        speeds.append(each_round / (cpu_seconds() - looped))
        loops.append(LOOPS / (looped - began))
    matches = Spread.of(speeds)
    return _Pace(game.rules, matches, median(lengths), 1_000_000 * matches.median / median(loops))


def _played(game: Game[Any], name: str, pair: Sequence[Any]) -> Sequence[Line]:
    builds: dict[Seat, Any] = dict(zip(SEATS, pair, strict=True))
    seed = dice.server_seed(sha256(b"bench").digest(), name)
    head = record.head(
        game,
        name,
        config={},
        seats=_ACCOUNTS,
        commit=dice.commit(seed),
        build_commit={seat: dice.build_commit(builds[seat], _NO_SALT) for seat in SEATS},
        nonce={seat: _ACCOUNTS[seat] for seat in SEATS},
    )
    match: Match[Any] = Match.begin(game, head, builds)
    return advance(match, {}, Dice.of(seed, head), "script").lines
