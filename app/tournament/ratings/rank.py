"""The player rank: Elo with an absence beside it, so that each of its changes can be checked by hand.

Rank points are the Elo less the absence. Elo is counted in thousandths of a point, absence in days. The games of one
deadline are computed from the ratings before it and added up; their order does not matter.
"""

import math
from collections.abc import Collection, Hashable, Iterable, Mapping
from dataclasses import dataclass, replace
from datetime import date, timedelta
from fractions import Fraction
from functools import lru_cache
from itertools import groupby
from typing import Final, NamedTuple, TypeVar

from app.engine.words import Words

POINT: Final = 1_000
"""Elo and changes are whole numbers of thousandths."""
START: Final = 1_500 * POINT
"""The Elo of those who have played no rated game."""
FACTOR: Final = 24
"""The change of a win that nobody expected at all."""
SPREAD: Final = 400
"""With this many points more, ten wins are expected for each loss."""
MOST_ABSENCE: Final = 150
RETURN: Final = 10
"""So much absence a finished rated game takes off."""
HOLIDAYS: Final = 30
"""How many announced days a year do not count as absence."""
STRICT_FLOOR: Final = 1_000 * POINT
"""With strict decay, days alone bring nobody below this."""
PROVEN: Final = 10
"""How many rated games are needed for a first title."""

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Title:
    """The title of these rank points; a bound belongs to the higher title."""

    name: Words
    least: int | None
    """Points; None for the lowest title."""
    weight: Fraction
    """Of a rare or super rare card in a draw, where cards are won: 1, and a fourth for each step."""


TITLES: Final = tuple(
    Title(name, least, 1 + Fraction(steps, 4))
    for steps, (name, least) in enumerate(
        (
            (Words("ブロンズ", "Bronze"), None),
            (Words("シルバー", "Silver"), 1_400),
            (Words("ゴールド", "Gold"), 1_550),
            (Words("プラチナ", "Platinum"), 1_700),
            (Words("クラウン", "Crown"), 1_850),
        )
    )
)
"""From the lowest to the highest."""
LEADER: Final = TITLES[2]
"""From this title on a player may found and lead a group."""
LEADER_KEPT: Final = 1_500
"""Those who lead do so until they are below this."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player in one game: Elo, absence in days, rated games so far, and whether they may lead a group."""

    elo: int = START
    absence: int = 0
    games: int = 0
    leads: bool = False

    @property
    def points(self) -> int:
        """The rank points, in thousandths."""
        return self.elo - self.absence * POINT

    @property
    def title(self) -> Title | None:
        """By the rank points as they are, unrounded; None before ten rated games."""
        if self.games < PROVEN:
            return None
        return [each for each in TITLES if each.least is None or self.points >= each.least * POINT][
            -1
        ]

    @property
    def weight(self) -> Fraction:
        """That of a rare or super rare card in a draw, where cards are won."""
        return self.title.weight if self.title else Fraction(1)

    def absent(self, days: int, *, strict: bool = False) -> "Account":
        """The account after more days without contact; `strict`: their loss is taken from the Elo for good."""
        if strict:
            floor = min(self.elo, STRICT_FLOOR)
            return _led(replace(self, elo=max(floor, self.elo - days * POINT)))
        return _led(replace(self, absence=min(MOST_ABSENCE, self.absence + days)))

    def played(self, change: int, games: int) -> "Account":
        """The account after a deadline with this many finished rated games; the days before it are already added."""
        absence = max(0, self.absence - RETURN * games)
        return _led(replace(self, elo=self.elo + change, absence=absence, games=self.games + games))


def _led(account: Account) -> Account:
    """With the right to lead that follows from the points, and from having had it."""
    least = LEADER_KEPT if account.leads else LEADER.least or 0
    leads = account.games >= PROVEN and account.points >= least * POINT
    return replace(account, leads=leads)


@lru_cache(maxsize=1 << 16)
def _expected(ahead: int) -> float:
    return 1 / (1 + math.pow(10, -ahead / (SPREAD * POINT)))


def expected(own: int, opponent: int) -> float:
    """The score that is expected of the player with this Elo: between 0 and 1."""
    return _expected(own - opponent)


@lru_cache(maxsize=1 << 16)
def _change(ahead: int, halves: int) -> int:
    return round(FACTOR * POINT * (halves / 2 - _expected(ahead)))


def change(own: int, opponent: int, halves: int) -> int:
    """The change of the Elo by a game with this many half points, rounded half to even.

    The opponent's is the opposite.
    """
    return _change(own - opponent, halves)


class Sum(NamedTuple):
    """The changes of a player's games of a deadline together, and how many games there were."""

    change: int = 0
    games: int = 0


def deadline(
    before: Mapping[Player, int], games: Iterable[tuple[Player, Player, int]]
) -> dict[Player, Sum]:
    """What the games of one deadline do to the Elo of everybody who finished one; `before` are all of theirs.

    A game is A, B, and how many halves of a point A scored: 2, 1 or 0. One of a player against
    themself changes nothing.
    """
    changes: dict[Player, int] = dict.fromkeys(before, 0)
    counts: dict[Player, int] = dict.fromkeys(before, 0)
    for a, b, halves in games:
        if a == b:
            continue
        of_a = _change(before[a] - before[b], halves)
        changes[a] += of_a
        changes[b] -= of_a
        counts[a] += 1
        counts[b] += 1
    return {each: Sum(changes[each], counts[each]) for each in before if counts[each]}


def days_away(
    contacts: Collection[date], since: date, until: date, holidays: Collection[date] = ()
) -> int:
    """The complete days without contact from `since` on and before `until`.

    Of announced holidays thirty a year are no such days.
    """
    span = [since + timedelta(days=day) for day in range((until - since).days)]
    away = [day for day in span if day not in contacts]
    free = 0
    for _, year in groupby(sorted(day for day in away if day in holidays), lambda day: day.year):
        free += min(HOLIDAYS, len([*year]))
    return len(away) - free
