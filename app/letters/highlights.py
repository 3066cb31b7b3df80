"""Which battles of a player are worth telling: a few candidates from the table, then the most dramatic."""

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from enum import StrEnum
from itertools import pairwise
from typing import Final

from app.engine import (
    AWAY,
    DRAW,
    HOME,
    NOT_PLAYED,
    Battle,
    Side,
    reason_of,
)
from app.league.results import FinishedRun

MOST_CANDIDATES: Final = 6
"""The most battles of a player that are replayed."""
_RARE: Final = 10
"""An end is rare if at most one in so many of the player's battles ended like it."""
_LIVELY: Final = 8
"""The turns with wounds above which a battle gets no livelier."""


class Why(StrEnum):
    """The reason why a battle is a candidate, before it is replayed."""

    CHAMPION = "champion"
    RUNNER_UP = "runner-up"  # for the champion, who cannot meet themselves
    GIANT = "giant"  # the highest-placed of those beaten from below
    STUMBLE = "stumble"  # the lowest-placed of those lost to from above
    ABOVE = "above"
    BELOW = "below"
    RARE = "rare"  # it ended as few battles do


_WEIGHT: Final = {Why.CHAMPION: 0.6, Why.RUNNER_UP: 0.5, Why.GIANT: 0.6, Why.STUMBLE: 0.4}


@dataclass(frozen=True, slots=True)
class Candidate:
    """A battle against the participant with this index."""

    opponent: int
    why: Why


@dataclass(frozen=True, slots=True)
class Drama:
    """A replayed battle, our player at home, and the figures that make it dramatic.

    `margin` is the difference of HP at the end, `deficit` how far the winner was once
    behind, `blows` in how many turns HP fell, `score` all of this together.
    """

    opponent: int
    why: Why
    battle: Battle
    margin: int
    deficit: int
    blows: int
    score: float


def most_dramatic(run: FinishedRun, me: int) -> list[Drama]:
    """The battles to tell, at most two: the best of those won and of those not won, else the two best.

    A battle without a wound is told only if there is no other.
    """
    played = [replay(run, me, candidate) for candidate in candidates(run, me)]
    played.sort(key=lambda drama: drama.score, reverse=True)
    told = [drama for drama in played if drama.blows] or played[:1]
    if not told:
        return []
    first, rest = told[0], told[1:]
    was_won = first.battle.winner is Side.HOME
    other = [drama for drama in rest if (drama.battle.winner is Side.HOME) != was_won]
    return [first, *(other or rest)[:1]]


def candidates(run: FinishedRun, me: int) -> list[Candidate]:
    """At most six promising battles, chosen by the table alone; no opponent twice."""
    found: dict[int, Candidate] = {}
    row = run.row(me)
    for opponent, why in _promising(run, me, row):
        if opponent != me and row[opponent] != NOT_PLAYED and opponent not in found:
            found[opponent] = Candidate(opponent, why)
    return list(found.values())[:MOST_CANDIDATES]


def _promising(run: FinishedRun, me: int, row: bytes) -> Iterator[tuple[int, Why]]:
    table = [standing.entry for standing in run.standings]
    rank = run.ranks[me]
    above, below = table[:rank], table[rank + 1 :]
    if above:
        yield table[0], Why.CHAMPION
    elif below:
        yield below[0], Why.RUNNER_UP
    yield from ((beaten, Why.GIANT) for beaten in _ended(row, above, HOME)[:1])
    yield from ((victor, Why.STUMBLE) for victor in _ended(row, below, AWAY)[-1:])
    yield from ((rival, Why.ABOVE) for rival in above[-1:])
    yield from ((rival, Why.BELOW) for rival in below[:1])
    often = Counter(reason_of(byte) for byte in row if byte != NOT_PLAYED)
    rare = [
        other for other in table if other != me and often[reason_of(row[other])] * _RARE <= len(row)
    ]
    yield from ((other, Why.RARE) for other in rare if row[other] & 3 != DRAW)
    yield from ((rival, Why.ABOVE) for rival in above[-2:-1])
    yield from ((rival, Why.BELOW) for rival in below[1:2])


def _ended(row: bytes, opponents: list[int], winner: int) -> list[int]:
    return [other for other in opponents if row[other] != NOT_PLAYED and row[other] & 3 == winner]


def replay(run: FinishedRun, me: int, candidate: Candidate) -> Drama:
    """The battle, played again and measured."""
    opponent = run.participants[candidate.opponent]
    battle = run.game.play(run.participants[me].build, opponent.build)
    course = course_of(battle)
    start = max((hp for reading in course[:1] for hp in reading), default=0) or 1
    margin = abs(max(battle.hp[0], 0) - max(battle.hp[1], 0))
    deficit = _deficit(battle, course)
    blows = sum(_fell(before, after) for before, after in pairwise(course))
    score = (
        2 * (1 - min(margin / start, 1))
        + 3 * min(deficit / start, 1)
        + min(blows / _LIVELY, 1)
        + _WEIGHT.get(candidate.why, 0)
    )
    return Drama(candidate.opponent, candidate.why, battle, margin, deficit, blows, score)


def course_of(battle: Battle) -> list[tuple[int, int]]:
    """HP of home and away over the battle, for every event that says how both stand.

    Those are the events that have `home_hp` and `away_hp`; a game without any has no course.
    """
    readings = []
    for event in battle.events:
        home, away = getattr(event, "home_hp", None), getattr(event, "away_hp", None)
        if isinstance(home, int) and isinstance(away, int):
            readings.append((home, away))
    return readings


def _fell(before: tuple[int, int], after: tuple[int, int]) -> bool:
    return after[0] < before[0] or after[1] < before[1]


def _deficit(battle: Battle, course: list[tuple[int, int]]) -> int:
    """How far behind the winner once was, after the first turn: a head start is no drama."""
    if battle.winner is None:
        return 0
    sign = 1 if battle.winner is Side.HOME else -1
    return max((sign * (away - home) for home, away in course[1:]), default=0)
