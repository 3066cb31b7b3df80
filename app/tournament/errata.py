"""Compare two versions of the rules on a field: battles and places that change, and builds no longer legal."""

from collections.abc import Hashable, Sequence
from dataclasses import dataclass
from itertools import starmap
from typing import Final

from app.engine import NOT_PLAYED, Build, Ruleset
from app.errors import BuildUnreadable, Problem
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.executors import LOCAL
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring
from app.tournament.sides import apart, battles

WINNER: Final = 3
"""The bits of an outcome that hold the winner."""


@dataclass(frozen=True, slots=True)
class Flip:
    """A battle whose winner changes: the indices of the two, and both outcomes from the view of `home`."""

    home: int
    away: int
    before: int
    after: int


@dataclass(frozen=True, slots=True)
class _Move:
    """An entrant whose place or points change."""

    index: int
    before: int
    after: int
    points_before: int
    points_after: int


@dataclass(frozen=True, slots=True)
class Illegal:
    """A build that the other rules forbid, and why."""

    index: int
    problems: tuple[Problem, ...]


@dataclass(frozen=True)
class Errata:
    """The differences between two versions of the rules. Entrants are named by their index in the field.

    Illegal builds are in no table of `after`. `legal`: the indices of all others, in the order of that table.
    """

    before: Ruleset
    after: Ruleset
    entrants: int
    battles: int
    """The number of pairs that are legal under both rules."""
    legal: tuple[int, ...]
    illegal: tuple[Illegal, ...]
    flips: tuple[Flip, ...]
    moves: tuple[_Move, ...]

    @property
    def concerned(self) -> tuple[int, ...]:
        """The indices of all entrants whose battles, place, points or build change, in order."""
        found = {each.index for each in self.illegal} | {each.index for each in self.moves}
        found |= {index for flip in self.flips for index in (flip.home, flip.away)}
        return tuple(sorted(found))


def compare(
    before: Ruleset,
    after: Ruleset,
    written: Sequence[str],
    scoring: Scoring | None,
    compute: str = LOCAL,
    sides: Sequence[Hashable] = (),
) -> Errata:
    """Play these builds, written under `before`, by both rules, and return the differences.

    Every pair is played, except within a side if `sides` are given. Without a scoring, as in stages, no places are
    compared.
    """
    builds = [before.read_build(text).nameless() for text in written]
    legal, read, illegal = [], [], []
    for index, text in enumerate(written):
        try:
            read.append(after.read_build(text).nameless())
            legal.append(index)
        except BuildUnreadable as refusal:
            illegal.append(Illegal(index, refusal.problems))
    one, other = _played(before, builds, compute), _played(after, read, compute)
    those = [sides[index] for index in legal] if sides else []
    if sides:
        one = [*starmap(apart(sides), enumerate(one))]
        other = [*starmap(apart(those), enumerate(other))]
    moves: list[_Move] = []
    if scoring:
        table = FullTable.of(before, scoring, builds, one)
        moves = _moves(legal, table, FullTable.of(after, scoring, read, other))
    return Errata(
        before,
        after,
        len(builds),
        battles(those or range(len(legal))),
        tuple(legal),
        tuple(illegal),
        tuple(_flips(legal, one, other)),
        tuple(moves),
    )


def _played(rules: Ruleset, builds: Sequence[Build], compute: str) -> list[bytes]:
    blocks = play_blocks(rules.slug, rules.rules_version, builds, compute=compute)
    return full_rows([half for _, played in blocks for half in played])


_WINNERS: Final = bytes(byte if byte == NOT_PLAYED else byte & WINNER for byte in range(256))


def _flips(legal: Sequence[int], before: Sequence[bytes], after: Sequence[bytes]) -> list[Flip]:
    """Return the battles whose winner changes. Equal rows, which are most, are skipped quickly."""
    found: list[Flip] = []
    all_legal = len(legal) == len(before)
    for place, index in enumerate(legal):
        row = before[index]
        one = row if all_legal else bytes([row[other] for other in legal])
        other = after[place]
        if one.translate(_WINNERS) == other.translate(_WINNERS):
            continue
        found += [
            Flip(index, legal[at], one[at], other[at])
            for at in range(place + 1, len(legal))
            if one[at] & WINNER != other[at] & WINNER
        ]
    return found


def _moves(legal: Sequence[int], before: FullTable, after: FullTable) -> list[_Move]:
    found = []
    for place, index in enumerate(legal):
        one, other = before.standing(index), after.standing(place)
        if (one.place, one.points) != (other.place, other.points):
            found.append(_Move(index, one.place, other.place, one.points, other.points))
    return sorted(found, key=lambda each: (each.after, each.index))
