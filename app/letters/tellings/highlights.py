"""Which battles of a player are worth telling: a few candidates from the table, then the most dramatic."""

from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import cached_property, partial
from itertools import pairwise
from typing import Final

from app.engine import (
    AWAY,
    HOME,
    NOT_PLAYED,
    Battle,
    Side,
    course_of,
    reason_of,
    winner_of,
    winners,
)
from app.league.results.results import FinishedRun

MOST_CANDIDATES: Final = 6
"""The most battles of a player that are measured."""
_RARE: Final = 10
"""An ending is rare if at most one in this many of the player's battles ended like it."""
_LIVELY: Final = 8
"""The turns with wounds above which a battle gets no livelier."""
MOST_TOLD: Final = 3
_FAR: Final = 5
_LEAST_FAR: Final = 3
"""A giant stands a fifth of the table above the one who beats it, and at least this many places."""
_BEHIND: Final = 4
"""Who was behind by so small a part of the life to begin with, and won, came back."""


class HighlightReason(StrEnum):
    """Why a battle is told, the greatest reason first."""

    CHAMPION_FELL = "champion-fell"
    RUNNER_UP_FELL = "runner-up-fell"  # for the champion, who cannot meet themselves
    GIANT = "giant"  # the highest-placed of those beaten from far below
    REVENGE = "revenge"  # beaten was who won last time
    COMEBACK = "comeback"  # won from far behind
    ONLY_WIN = "only-win"
    CHAMPION = "champion"
    RUNNER_UP = "runner-up"
    BEST_WIN = "best-win"  # the highest-placed of those beaten from below
    ONLY_LOSS = "only-loss"
    STUMBLE = "stumble"  # the lowest-placed of those lost to from above
    ABOVE = "above"  # alone on the next place
    BELOW = "below"
    NEAR = "near"  # next to our player and level with somebody, or two lines away
    RARE = "rare"  # it ended as few of our player's battles do


_RANK: Final = {why: rank for rank, why in enumerate(HighlightReason)}
_GREAT: Final = _RANK[HighlightReason.ONLY_WIN]
"""The last of the reasons that stand before all others."""
_WEIGHT: Final = {
    HighlightReason.CHAMPION: 0.6,
    HighlightReason.RUNNER_UP: 0.5,
    HighlightReason.ONLY_LOSS: 0.5,
    HighlightReason.STUMBLE: 0.4,
}
_FELLED: Final = {
    HighlightReason.CHAMPION: HighlightReason.CHAMPION_FELL,
    HighlightReason.RUNNER_UP: HighlightReason.RUNNER_UP_FELL,
}


Play = Callable[[int, int], Battle]
"""The battle of the two participants with these indexes: see `app.league.results.results.battle`; without one, by the reference."""


@dataclass(frozen=True, slots=True)
class HighlightCandidate:
    """A battle against the participant with this index."""

    opponent: int
    why: HighlightReason


@dataclass(frozen=True)
class Drama:
    """A battle, our player at home, and the figures that make it dramatic; it is played when it is told.

    `margin` is the difference of HP at the end, `deficit` how far the winner was once
    behind, `blows` in how many turns HP fell, `score` all of this together.
    """

    opponent: int
    why: HighlightReason
    winner: Side | None
    margin: int
    deficit: int
    blows: int
    score: float
    play: Callable[[], Battle]

    @cached_property
    def battle(self) -> Battle:
        """It, with its log."""
        return self.play()

    @property
    def is_won(self) -> bool:
        """Whether our player won it."""
        return self.winner is Side.HOME

    @property
    def is_great(self) -> bool:
        """Whether it is told first, because of the opponent or the way it was won."""
        return _RANK[self.why] <= _GREAT


def most_dramatic(
    run: FinishedRun, me: int, victors: Collection[int] = (), play: Play | None = None
) -> list[Drama]:
    """The battles to tell, at most three, the one to tell first comes first.

    Fallen champions, giants, those of `victors` (who won against our player last time) and comebacks go first, in
    this order; without any of these the best of those won and of those not won, then whatever was dramatic. A battle
    without a wound is told only if there is no other, or if it was great.
    """
    played = [measured(run, me, candidate, play) for candidate in candidates(run, me, victors)]
    played.sort(key=lambda drama: drama.score, reverse=True)
    great = sorted((each for each in played if each.is_great), key=lambda each: _RANK[each.why])
    others = [each for each in played if not each.is_great]
    others = [each for each in others if each.blows] or ([] if great else others[:1])
    if not great:
        won = [each for each in others if each.is_won][:1]
        lost = [each for each in others if not each.is_won][:1]
        others = [*won, *lost, *(each for each in others if each not in (*won, *lost))]
    return [*great, *others][:MOST_TOLD]


def candidates(
    run: FinishedRun, me: int, victors: Collection[int] = ()
) -> list[HighlightCandidate]:
    """At most six promising battles, chosen by the table alone; no opponent twice."""
    found: dict[int, HighlightCandidate] = {}
    row = run.row(me)
    for opponent, why in _promising(run, me, victors):
        if opponent != me and row[opponent] != NOT_PLAYED and opponent not in found:
            is_won = row[opponent] & 3 == HOME
            found[opponent] = HighlightCandidate(opponent, _FELLED.get(why, why) if is_won else why)
            if len(found) == MOST_CANDIDATES:
                break
    return list(found.values())


def is_giant(run: FinishedRun, me: int, other: int) -> bool:
    """Whether this one ranks so far above our player that beating it is a feat."""
    far = max(_LEAST_FAR, len(run.standings) // _FAR)
    return run.standing(me).place - run.standing(other).place >= far


def _promising(
    run: FinishedRun, me: int, victors: Collection[int]
) -> Iterator[tuple[int, HighlightReason]]:
    table, row = run.order, run.row_by_rank(me)
    ended, rank, mine, level = winners(row), run.ranks[me], run.standing(me), run.level(me)
    champion, runner_up = run.alone_on(1), run.alone_on(2)
    if champion == me and runner_up is not None:
        yield runner_up, HighlightReason.RUNNER_UP
    elif champion is not None:
        yield champion, HighlightReason.CHAMPION
    at = ended.find(HOME, 0 if champion is None else 1, level.start)
    best = [] if at < 0 else [table[at]]
    yield from ((beaten, HighlightReason.GIANT) for beaten in best if is_giant(run, me, beaten))
    if victors:
        won = (other for other, how in zip(table, ended, strict=True) if how == HOME)
        yield from ((beaten, HighlightReason.REVENGE) for beaten in won if beaten in victors)
    if ended.count(HOME) == mine.wins == 1 < rank:
        yield table[ended.find(HOME)], HighlightReason.ONLY_WIN
    yield from ((beaten, HighlightReason.BEST_WIN) for beaten in best)
    if ended.count(AWAY) == mine.losses == 1:
        yield table[ended.find(AWAY)], HighlightReason.ONLY_LOSS
    if (at := ended.rfind(AWAY, level.stop)) >= 0:
        yield table[at], HighlightReason.STUMBLE
    for at, why in ((rank - 1, HighlightReason.ABOVE), (rank + 1, HighlightReason.BELOW)):
        if 0 <= at < len(table):
            is_alone = run.alone_on(run.standings[at].place) is not None
            yield table[at], why if is_alone else HighlightReason.NEAR
    often: Counter[int] = Counter()
    for byte, many in Counter(row.replace(bytes([NOT_PLAYED]), b"")).items():
        often[reason_of(byte)] += many
    rare = {why for why, many in often.items() if many * _RARE <= often.total()}
    few = {byte for byte in {*row} if reason_of(byte) in rare and byte & 3 in (HOME, AWAY)}
    seldom = (other for other, byte in zip(table, row, strict=True) if byte in few)
    yield from ((other, HighlightReason.RARE) for other in seldom)
    yield from (
        (rival, HighlightReason.NEAR)
        for rival in (*table[:rank][-2:-1], *table[rank + 2 : rank + 3])
    )


def measured(
    run: FinishedRun, me: int, candidate: HighlightCandidate, replay: Play | None = None
) -> Drama:
    """The battle's figures. One that was won from far behind is a comeback, if it is nothing greater."""
    opponent = run.participants[candidate.opponent]
    builds = run.participants[me].build, opponent.build
    reference = partial(run.game.play, *builds)
    play = partial(replay, me, candidate.opponent) if replay else reference
    winner = winner_of(run.row(me)[candidate.opponent])
    if course := run.game.course(*builds):
        margin = abs(course[-1][0] - course[-1][1])
    else:
        battle = play()
        play, winner = partial(_same, battle), battle.winner
        course = [(max(home, 0), max(away, 0)) for home, away in course_of(battle)]
        margin = abs(max(battle.hp[0], 0) - max(battle.hp[1], 0))
    start = max((hp for reading in course[:1] for hp in reading), default=0) or 1
    deficit = _deficit(winner, course)
    blows = sum(_fell(before, after) for before, after in pairwise(course))
    score = (
        2 * (1 - min(margin / start, 1))
        + 3 * min(deficit / start, 1)
        + min(blows / _LIVELY, 1)
        + _WEIGHT.get(candidate.why, 0)
    )
    handicap = max((away - home for home, away in course[:1]), default=0)
    is_comeback = winner is Side.HOME and (deficit - max(handicap, 0)) * _BEHIND >= start
    why = (
        min(candidate.why, HighlightReason.COMEBACK, key=_RANK.__getitem__)
        if is_comeback
        else candidate.why
    )
    return Drama(candidate.opponent, why, winner, margin, deficit, blows, score, play)


def _same(battle: Battle) -> Battle:
    return battle


def _fell(before: tuple[int, int], after: tuple[int, int]) -> bool:
    return after[0] < before[0] or after[1] < before[1]


def _deficit(winner: Side | None, course: Sequence[tuple[int, int]]) -> int:
    """How far behind the winner once was, after the first turn: a head start is no drama."""
    if winner is None:
        return 0
    sign = 1 if winner is Side.HOME else -1
    return max((sign * (away - home) for home, away in course[1:]), default=0)
