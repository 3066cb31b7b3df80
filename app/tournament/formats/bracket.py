"""Knock-outs, single and double: a bracket of games, each of which names where its two come from."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import StrEnum
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple

from app.engine import DRAW, HOME
from app.tournament.formats.format import Field, Pairing, Result
from app.tournament.formats.results import Tally
from app.tournament.standings import Standing

NOBODY: Final = -1
"""There is no such seed, or it has come to nothing: whoever else is there goes on without a battle."""


class Part(StrEnum):
    """The part of a bracket in which a game stands."""

    WINNERS = "winners"
    LOSERS = "losers"
    THIRD = "third"
    FINAL = "final"
    RESET = "reset"


_WEIGHTS: Final = {Part.THIRD: 1, Part.FINAL: 2, Part.RESET: 3}
"""Of the games about places, the one that decides about the better ones."""


class Seed(NamedTuple):
    """The seed at this place, from 0."""

    at: int


class From(NamedTuple):
    """The winner or the loser of another game."""

    game: tuple[int, int]
    won: bool = True


class Planned(NamedTuple):
    """A game before anybody has played."""

    round: int
    table: int
    part: Part
    first: Seed | From
    second: Seed | From


@dataclass(frozen=True, slots=True)
class Game:
    """A game of the bracket as it stands; who is None is not known yet.

    A drawn one was settled by `throws`, one die for each side at a time.
    """

    planned: Planned
    first: int | None
    second: int | None
    outcome: int | None = None
    throws: Sequence[tuple[int, int]] = ()
    winner: int | None = None
    loser: int | None = None

    @property
    def is_due(self) -> bool:
        """Whether both are known, and it is not decided who goes on."""
        return self.winner is None and self.first is not None and self.second is not None


@dataclass(frozen=True, slots=True)
class Knockout:
    """Who loses is out; with a second chance, who loses twice.

    Seeds meet as late as they can, and the strongest rest where the number is no power of two. With `third_place` those who
    lose the semi-finals play for it. With `second_chance` whoever has not lost yet must be beaten twice: where they lose the
    final, it is played again if there is a `reset`. A draw is settled by dice, as the lots of the field say.
    """

    second_chance: bool = False
    third_place: bool = True
    reset: bool = True

    def games(self, field: Field, results: Sequence[Result]) -> list[Game]:
        """All games of the bracket as they stand, those of earlier rounds first."""
        ended = {(each.round, each.table): each.outcome for each in results}
        plan = double if self.second_chance else single
        games: dict[tuple[int, int], Game] = {}
        for planned in plan(len(field.seeds)):
            first, second = (
                _found(source, field, games) for source in (planned.first, planned.second)
            )
            place = planned.round, planned.table
            if planned.part is Part.THIRD and not self.third_place:
                continue
            if planned.part is Part.RESET and not (self.reset and _was_upset(games)):
                continue
            games[place] = _game(planned, first, second, ended.get(place), field)
        return [*games.values()]

    def pairings(self, field: Field, results: Sequence[Result]) -> list[Pairing]:
        """The games whose two are known."""
        return [
            Pairing(each.planned.round, each.planned.table, each.first, each.second)
            for each in self.games(field, results)
            if each.is_due and each.first is not None and each.second is not None
        ]

    def standings(self, field: Field, results: Sequence[Result]) -> list[Standing]:
        """Whoever came further stands above; those who were out in the same round share a place.

        Points are the games won, also those without a battle.
        """
        reached = dict.fromkeys(field.seeds, (0, 0, 0))
        through = dict.fromkeys(field.seeds, 0)
        for each in self.games(field, results):
            planned = each.planned
            for side in (each.first, each.second):
                if side is None or side == NOBODY:
                    continue
                decided = 2 if side == each.winner else 0 if side == each.loser else 1
                reached[side] = (_WEIGHTS.get(planned.part, 0), planned.round, decided)
                through[side] += decided == 2
        tally = Tally(field, results)
        lines: list[Standing] = []
        seeds = field.seed_of
        ordered = sorted(field.seeds, key=lambda entry: (*reached[entry], -seeds[entry]))
        for _, level in groupby(ordered[::-1], key=reached.__getitem__):
            place = len(lines) + 1
            lines += [
                Standing(
                    entry,
                    place,
                    through[entry],
                    tally.wins[entry],
                    tally.draws[entry],
                    tally.losses[entry],
                    (),
                )
                for entry in level
            ]
        return lines


def _was_upset(games: Mapping[tuple[int, int], Game]) -> bool:
    """Whether the one without a defeat has lost the final, the last game so far."""
    final = [*games.values()][-1]
    return final.winner is not None and final.winner == final.second


def _found(source: Seed | From, field: Field, games: Mapping[tuple[int, int], Game]) -> int | None:
    match source:
        case Seed(at):
            return field.seeds[at] if at < len(field.seeds) else NOBODY
        case From(game, won):
            return games[game].winner if won else games[game].loser


def _game(
    planned: Planned, first: int | None, second: int | None, outcome: int | None, field: Field
) -> Game:
    """The game with what is decided about it: without a battle where a side is missing or has left, else by its outcome."""
    if first is None or second is None:
        return Game(planned, first, second)
    throws: Sequence[tuple[int, int]] = ()
    if outcome is None:
        absent = [side == NOBODY or side in field.left for side in (first, second)]
        if not any(absent):
            return Game(planned, first, second)
        wins = not absent[0] or second == NOBODY
    else:
        if outcome & 3 == DRAW:
            throws = field.lots.throws(planned.round, planned.table, first, second)
        wins = throws[-1][0] > throws[-1][1] if throws else outcome & 3 == HOME
    return Game(
        planned, first, second, outcome, throws, *((first, second) if wins else (second, first))
    )


def seats(size: int) -> list[int]:
    """The seeds of a bracket of this many, a power of two, from top to bottom: 0 and 1 can meet in the final alone."""
    order = [0]
    while len(order) < size:
        order = [seed for each in order for seed in (each, 2 * len(order) - 1 - each)]
    return order


@lru_cache(64)
def single(count: int) -> tuple[Planned, ...]:
    """The single knock-out of so many, with a game for the third place where there are semi-finals."""
    planned = [*_winners(count, lambda round_: round_)]
    if not planned:
        return ()
    last = planned.pop()
    planned.append(last._replace(part=Part.FINAL))
    if isinstance(last.first, From) and isinstance(last.second, From):
        losers = (each._replace(won=False) for each in (last.first, last.second))
        planned.append(Planned(last.round, 2, Part.THIRD, *losers))
    return tuple(planned)


@lru_cache(64)
def double(count: int) -> tuple[Planned, ...]:
    """The knock-out of so many with a second chance, whose final is played again if need be.

    Losers drop into their own half crosswise, so that two meet again as late as possible. Its rounds count as they can be
    played: the second round of winners beside the first of losers.
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
    planned.append(Planned(last, 1, Part.FINAL, From(places[-1][0]), waiting[0]))
    planned.append(Planned(last + 1, 1, Part.RESET, From(final, won=False), From(final)))
    return tuple(sorted(planned, key=lambda each: each[:2]))


def _losers(
    round_: int, beside: int, firsts: Sequence[From], seconds: Sequence[From]
) -> tuple[list[From], list[Planned]]:
    """A round of those who have lost once, at the tables after those of the winners; and who comes out of it."""
    games = [
        Planned(round_, beside + table, Part.LOSERS, *two)
        for table, two in enumerate(zip(firsts, seconds, strict=True), 1)
    ]
    return [From(each[:2]) for each in games], games


def _winners(count: int, when: Callable[[int], int]) -> Iterator[Planned]:
    """The rounds of those who have not lost, down to the last two; `when` each is played."""
    if count < 2:
        return
    size = 1 << (count - 1).bit_length()
    sides: list[Seed | From] = [Seed(at) for at in seats(size)]
    round_ = 0
    while len(sides) > 1:
        round_ += 1
        games = [
            Planned(when(round_), table, Part.WINNERS, *two)
            for table, two in enumerate(zip(sides[::2], sides[1::2], strict=True), 1)
        ]
        yield from games
        sides = [From((each.round, each.table)) for each in games]
