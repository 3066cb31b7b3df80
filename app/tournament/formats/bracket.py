"""Knock-outs, single and double. A bracket is a list of games; each names the games its two players come from."""

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from app.engine import DRAW, HOME
from app.tournament.formats.format import (
    NEVER,
    Due,
    Field,
    Pairing,
    PairingResult,
    Reason,
    RoundDraw,
)
from app.tournament.formats.results import StageTally
from app.tournament.standings import Standing, placed

NOBODY: Final = -1
"""An empty place of the bracket. Its opponent has a bye."""


class BracketPart(StrEnum):
    """The part of a bracket to which a game belongs."""

    WINNERS = "winners"
    LOSERS = "losers"
    THIRD = "third"
    FINAL = "final"
    RESET = "reset"


_WEIGHTS: Final = {BracketPart.THIRD: 1, BracketPart.FINAL: 2, BracketPart.RESET: 3}
"""The games about places; a greater weight decides about better places."""


class Seed(NamedTuple):
    """An entrant by its place among the seeds, from 0."""

    at: int


class From(NamedTuple):
    """The winner or the loser of another game."""

    game: tuple[int, int]
    won: bool = True


class PlannedGame(NamedTuple):
    """A game of the bracket before any result."""

    round: int
    table: int
    part: BracketPart
    first: Seed | From
    second: Seed | From


@dataclass(frozen=True, slots=True)
class BracketGame:
    """A game of the bracket. A player not known yet is None.

    `throws`: the dice that settled a draw, one for each side at a time.
    """

    planned: PlannedGame
    first: int | None
    second: int | None
    outcome: int | None = None
    throws: Sequence[tuple[int, int]] = ()
    winner: int | None = None
    loser: int | None = None

    @property
    def is_due(self) -> bool:
        """Whether both players are known and the winner is not."""
        return self.winner is None and self.first is not None and self.second is not None


@dataclass(frozen=True, slots=True)
class Knockout:
    """A knock-out. One loss puts an entrant out; with `second_chance`, two losses do.

    Seeds meet as late as possible, and the strongest have byes if the number is not a power of two. With `third_place`
    the losers of the semi-finals play for it. With `second_chance` and `reset`, an unbeaten finalist who loses plays
    the final again. A draw is settled by dice from the lots of the field. If sides stay apart, neighbours in seeding
    change places so that members of one side meet late, and so do pairs kept apart. If no others are left, they do
    meet.
    """

    second_chance: bool = False
    third_place: bool = True
    reset: bool = True

    def games(self, field: Field, results: Sequence[PairingResult]) -> list[BracketGame]:
        """Return all games of the bracket with what is known now, earlier rounds first."""
        ended = {(each.round, each.table): each.outcome for each in results}
        plan = double if self.second_chance else single
        games: dict[tuple[int, int], BracketGame] = {}
        placed = _placed(field)
        for planned in plan(len(placed)):
            first, second = (
                _found(source, placed, games) for source in (planned.first, planned.second)
            )
            place = planned.round, planned.table
            if planned.part is BracketPart.THIRD and not self.third_place:
                continue
            if planned.part is BracketPart.RESET and not (self.reset and _was_upset(games)):
                continue
            games[place] = _game(planned, first, second, ended.get(place), field)
        return [*games.values()]

    def pairings(self, field: Field, results: Sequence[PairingResult]) -> list[Pairing]:
        """Return the games whose two players are known."""
        return [
            Pairing(each.planned.round, each.planned.table, each.first, each.second)
            for each in self.games(field, results)
            if each.is_due and each.first is not None and each.second is not None
        ]

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the games of the round whose players are known, with the reason for each player."""
        every = self.games(field, [each for each in results if each.round < round_])
        games = {each.planned[:2]: each for each in every}
        due: list[Due] = []
        free: list[int] = []
        reasons: list[Reason] = []
        if round_ == 1:
            slots = _placed(field)
            staying = (each for each in field.seeds if each not in field.late)
            moved = {each for each, own in zip(slots, staying, strict=False) if each != own}
            size = 1 << (len(slots) - 1).bit_length()
            reasons = [
                Reason("bracket", field.seeds, (size,)),
                Reason("moved", sorted(moved - {NOBODY} - field.late)),
            ]
        for (at, table), game in games.items():
            sides = [each for each in (game.first, game.second) if each is not None]
            there = [each for each in sides if each != NOBODY]
            if at != round_ or len(sides) < 2 or not there:
                continue
            if len(there) < 2:
                free += there
                continue
            due.append(Pairing(at, table, *there))
            for side, source in zip(there, game.planned[3:], strict=True):
                reasons.append(_source(side, source, games, field, table))
            if field.keeps_apart(*there):
                reasons.append(Reason("after-all", there, (), table))
            if game.winner is not None and game.loser is not None:
                reasons.append(Reason("gone", (game.loser, game.winner), (), table))
        reasons.append(Reason("free", free))
        return RoundDraw(due, [each for each in reasons if each.entrants])

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return entrants ranked by how far they came; those out in the same round share a place.

        Points are the games won, including byes.
        """
        reached = dict.fromkeys(field.present, (0, 0, 0))
        through = dict.fromkeys(field.present, 0)
        for each in self.games(field, results):
            planned = each.planned
            for side in (each.first, each.second):
                if side is None or side == NOBODY:
                    continue
                decided = 2 if side == each.winner else 0 if side == each.loser else 1
                reached[side] = (_WEIGHTS.get(planned.part, 0), planned.round, decided)
                through[side] += decided == 2
        tally = StageTally(field, results)
        seeds = field.seed_of
        ordered = sorted(field.present, key=lambda entry: (*reached[entry], -seeds[entry]))
        return [
            Standing(
                entry,
                place,
                through[entry],
                tally.wins[entry],
                tally.draws[entry],
                tally.losses[entry],
                (),
            )
            for place, entry in placed(ordered[::-1], reached.__getitem__)
        ]


def _source(
    side: int,
    source: Seed | From,
    games: Mapping[tuple[int, int], BracketGame],
    field: Field,
    table: int,
) -> Reason:
    """Return the reason why a player is in this game."""
    if isinstance(source, Seed):
        return Reason("seed", (side,), (field.seed_of[side] + 1,), table)
    is_fought = NOBODY not in (games[source.game].first, games[source.game].second)
    kind = ("won" if source.won else "lost") if is_fought else "came-free"
    return Reason(kind, (side,), source.game, table)


def _placed(field: Field) -> list[int]:
    """Return the entrants in bracket order, `NOBODY` in empty places.

    Late entrants take empty places, else a place at the end.
    """
    drawn = tuple(each for each in field.seeds if each not in field.late)
    placed = spread(replace(field, seeds=drawn)) if field.apart or field.avoids else [*drawn]
    placed += [NOBODY] * ((1 << max(len(drawn) - 1, 0).bit_length()) - len(placed))
    free = [at for at, each in enumerate(placed) if each == NOBODY]
    left = [at for at, each in enumerate(placed) if field.left.get(each) == NEVER]
    for at in left:
        placed[at] = NOBODY
    free += reversed(left)
    for entrant in field.seeds[len(drawn) :]:
        if free:
            placed[free.pop(0)] = entrant
        else:
            placed.append(entrant)
    return placed


def _was_upset(games: Mapping[tuple[int, int], BracketGame]) -> bool:
    """Whether the unbeaten finalist has lost the final, the last game so far."""
    final = [*games.values()][-1]
    return final.winner is not None and final.winner == final.second


def _found(
    source: Seed | From, placed: Sequence[int], games: Mapping[tuple[int, int], BracketGame]
) -> int | None:
    match source:
        case Seed(at):
            return placed[at] if at < len(placed) else NOBODY
        case From(game, won):
            return games[game].winner if won else games[game].loser


def _game(
    planned: PlannedGame, first: int | None, second: int | None, outcome: int | None, field: Field
) -> BracketGame:
    """Return the game with its result. A side that is missing or has left loses without a battle."""
    if first is None or second is None:
        return BracketGame(planned, first, second)
    throws: Sequence[tuple[int, int]] = ()
    if outcome is None:
        absent = [side == NOBODY or field.is_gone(side, planned.round) for side in (first, second)]
        if not any(absent):
            return BracketGame(planned, first, second)
        wins = not absent[0] or second == NOBODY
    else:
        if outcome & 3 == DRAW:
            throws = field.lots.throws(planned.round, planned.table, first, second)
        wins = throws[-1][0] > throws[-1][1] if throws else outcome & 3 == HOME
    return BracketGame(
        planned, first, second, outcome, throws, *((first, second) if wins else (second, first))
    )


def seats(size: int) -> list[int]:
    """Return the seeds of a bracket of this size, a power of two, from top to bottom.

    Seeds 0 and 1 can meet only in the final.
    """
    order = [0]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return order


def spread(field: Field) -> list[int]:
    """Return the entrants in bracket order, `NOBODY` in empty places, so that members of one class meet late.

    Only neighbours in seeding change places: 3 and 4, 5 to 8, 9 to 16 and so on. Byes of the first round stay. Each
    half of the bracket gets an equal share of a side, as nearly as possible. In the first round as few as possible meet
    their own side.
    """
    count = len(field.seeds)
    if count < 3:
        return [*field.seeds]
    order = seats(1 << (count - 1).bit_length())
    half = len(order) // 2
    draw = _Draw(field, order)
    resting = len(order) - count
    first = 1
    while first < half:
        start, last = first if first > 1 else 0, 2 * first
        middle = min(max(resting, start), last)
        rows = {game for game, seed in enumerate(order[::2]) if start <= seed < last}
        draw.deal(range(start, middle), rows)
        draw.deal(range(middle, last), rows)
        first = last
    draw.deal(range(half, count), {draw.game_of[seed] for seed in range(resting, half)})
    placed = [NOBODY] * len(order)
    for game, seeds in draw.games.items():
        for slot, seed in zip(sorted(order[2 * game : 2 * game + 2]), seeds, strict=False):
            placed[slot] = field.seeds[seed]
    return placed


class _Draw:
    """The games of a first round while they are filled. Each holds its seeds, the stronger one first."""

    def __init__(self, field: Field, order: Sequence[int]) -> None:
        self._size = len(order) // 2
        self._side = [field.classes[entry] for entry in field.seeds]
        self._usual = {seed: at // 2 for at, seed in enumerate(order)}
        self._there: defaultdict[range, Counter[int | None]] = defaultdict(Counter)
        self.games: dict[int, list[int]] = {game: [] for game in range(self._size)}
        self.game_of: dict[int, int] = {}

    def deal(self, seeds: Sequence[int], free: set[int]) -> None:
        """Place these seeds in games of `free`, and remove these games from it."""
        self._descend(seeds, free, range(self._size))

    def _descend(self, seeds: Sequence[int], free: set[int], games: range) -> None:
        if not seeds:
            return
        for seed in seeds:
            self._there[games][self._side[seed]] += 1
        if len(games) == 1:
            (seed,) = seeds
            self.games[games[0]].append(seed)
            self.game_of[seed] = games[0]
            free.discard(games[0])
            return
        middle = len(games) // 2
        halves = games[:middle], games[middle:]
        upper = self._upper(seeds, free, *halves)
        self._descend([seed for seed in seeds if seed in upper], free, halves[0])
        self._descend([seed for seed in seeds if seed not in upper], free, halves[1])

    def _upper(self, seeds: Sequence[int], free: set[int], one: range, other: range) -> set[int]:
        """Return the seeds that go into the upper half. Of each side, seeds that usually belong there go first."""
        of_side: defaultdict[int | None, list[int]] = defaultdict(list)
        for seed in sorted(seeds, key=lambda seed: (self._usual[seed] not in one, seed)):
            of_side[self._side[seed]].append(seed)
        open_ = [[game for game in free if game in half] for half in (one, other)]
        least, most = max(len(seeds) - len(open_[1]), 0), min(len(seeds), len(open_[0]))
        usual = sum(self._usual[seed] in one for seed in seeds)
        even = {len(seeds) // 2, len(seeds) - len(seeds) // 2} & {*range(least, most + 1)}
        ways = sorted(even or {least}, key=lambda many: (abs(many - usual), many))
        shares = {
            side: _Share(
                len(own),
                (len(own) + self._there[other][side] - self._there[one][side]) / 2,
                *self._bounds(side, len(own), *open_),
            )
            for side, own in of_side.items()
        }
        parted = min(
            (_parted(shares, many) for many in ways),
            key=lambda found: sum(abs(many - shares[at].fair) for at, many in found.items()),
        )
        return {seed for side, many in parted.items() for seed in of_side[side][:many]}

    def _bounds(
        self, side: int | None, count: int, one: Sequence[int], other: Sequence[int]
    ) -> tuple[int, int]:
        """Return the least and the most members of a side in the upper half, so that none meets its own side at first."""
        room = [
            sum(self._side[seed] != side for game in half for seed in self.games[game][:1])
            + sum(not self.games[game] for game in half)
            for half in (one, other)
        ]
        least, most = sorted((count - room[1], room[0]))
        return min(max(least, 0), count), max(min(most, count), 0)


class _Share(NamedTuple):
    """The members of a side to divide between two halves. `fair`: the number that would make the halves equal."""

    members: int
    fair: float
    least: int
    most: int


def _parted(shares: Mapping[int | None, _Share], many: int) -> dict[int | None, int]:
    """Return the number of each side among `many` seeds, each as near to its fair share as possible."""
    found = {side: each.least for side, each in shares.items()}
    for _ in range(many - sum(found.values())):
        side = min(
            (side for side, each in shares.items() if found[side] < each.members),
            key=lambda side: (found[side] >= shares[side].most, found[side] - shares[side].fair),
        )
        found[side] += 1
    return found


@lru_cache(64)
def single(count: int) -> tuple[PlannedGame, ...]:
    """Return the games of a single knock-out, with a game for third place if there are semi-finals."""
    planned = [*_winners(count, lambda round_: round_)]
    if not planned:
        return ()
    last = planned.pop()
    planned.append(last._replace(part=BracketPart.FINAL))
    if isinstance(last.first, From) and isinstance(last.second, From):
        losers = (each._replace(won=False) for each in (last.first, last.second))
        planned.append(PlannedGame(last.round, 2, BracketPart.THIRD, *losers))
    return tuple(planned)


@lru_cache(64)
def double(count: int) -> tuple[PlannedGame, ...]:
    """Return the games of a double knock-out, with the final once more in case it is needed.

    Losers drop into their own half crosswise, so that two meet again as late as possible. Rounds are numbered as they
    can be played: the second round of winners is also the first of losers.
    """
    planned = [*_winners(count, lambda round_: max(2 * round_ - 2, 1))]
    if not planned:
        return ()
    places = [
        [each[:2] for each in games] for _, games in groupby(planned, key=lambda each: each.round)
    ]
    waiting = [From(place, won=False) for place in places[0]]
    for at, dropped in enumerate(places[1:], 1):
        start, beside = 2 * at, len(dropped)
        waiting, games = _losers(start, beside, waiting[::2], waiting[1::2])
        planned += games
        losers = [From(place, won=False) for place in dropped]
        half = len(losers) // 2
        crossed = losers[::-1] if at % 2 else losers[half:] + losers[:half]
        waiting, games = _losers(start + 1, 0, waiting, crossed)
        planned += games
    last = 2 * len(places)
    final = last, 1
    planned.append(PlannedGame(last, 1, BracketPart.FINAL, From(places[-1][0]), waiting[0]))
    planned.append(PlannedGame(last + 1, 1, BracketPart.RESET, From(final, won=False), From(final)))
    return tuple(sorted(planned, key=lambda each: each[:2]))


def _losers(
    round_: int, beside: int, firsts: Sequence[From], seconds: Sequence[From]
) -> tuple[list[From], list[PlannedGame]]:
    """Return a round of entrants with one loss, and the winners of its games.

    Its tables follow those of the winners.
    """
    games = [
        PlannedGame(round_, beside + table, BracketPart.LOSERS, *two)
        for table, two in enumerate(zip(firsts, seconds, strict=True), 1)
    ]
    return [From(each[:2]) for each in games], games


def _winners(count: int, when: Callable[[int], int]) -> Iterator[PlannedGame]:
    """Yield the rounds of unbeaten entrants, down to the last two. `when`: maps a round to the round of the stage."""
    if count < 2:
        return
    size = 1 << (count - 1).bit_length()
    sides: list[Seed | From] = [Seed(at) for at in seats(size)]
    round_ = 0
    while len(sides) > 1:
        round_ += 1
        games = [
            PlannedGame(when(round_), table, BracketPart.WINNERS, *two)
            for table, two in enumerate(zip(sides[::2], sides[1::2], strict=True), 1)
        ]
        yield from games
        sides = [From((each.round, each.table)) for each in games]
