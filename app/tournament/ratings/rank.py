"""The player rank: Elo minus absence, so that each change can be checked by hand.

Elo is counted in thousandths of a point, absence in days. The games of one deadline are computed from the ratings
before it and added up; their order does not matter.
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
"""One point. Elo and changes are whole numbers of thousandths."""
START: Final = 1_500 * POINT
"""The Elo of players without a rated game."""
FACTOR: Final = 24
"""The largest change of Elo in one game, in points."""
SPREAD: Final = 400
"""With a lead of this many points, ten wins are expected for each loss."""
MOST_ABSENCE: Final = 150
RETURN: Final = 10
"""The absence that a finished rated game removes, in days."""
HOLIDAYS: Final = 30
"""The most announced days in a year that do not count as absence."""
STRICT_FLOOR: Final = 1_000 * POINT
"""With strict decay, absence alone never lowers the Elo below this."""
PROVEN: Final = 10
"""The number of rated games needed for a first title."""

Player = TypeVar("Player", bound=Hashable)


@dataclass(frozen=True, slots=True)
class Title:
    """A title, and the rank points it needs. Reaching exactly `least` is enough."""

    name: Words
    least: int | None
    """In points; None for the lowest title."""
    weight: Fraction
    """The weight of rare and super rare cards in a draw, where cards are won: 1, and ¼ more for each step."""


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
"""The titles from the lowest to the highest."""
LEADER: Final = TITLES[2]
"""From this title on, a player may found and lead a group."""
LEADER_KEPT: Final = 1_500
"""Leaders of a group stay leaders until their points fall below this."""


@dataclass(frozen=True, slots=True)
class Account:
    """A player in one game: Elo, absence in days, rated games so far, and the right to lead a group."""

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
        """The title by the unrounded rank points; None before ten rated games."""
        if self.games < PROVEN:
            return None
        return [each for each in TITLES if each.least is None or self.points >= each.least * POINT][
            -1
        ]

    @property
    def weight(self) -> Fraction:
        """The weight of rare and super rare cards in a draw, where cards are won."""
        return self.title.weight if self.title else Fraction(1)

    def absent(self, days: int, *, strict: bool = False) -> "Account":
        """Return the account after more days without contact. `strict`: the loss is taken from the Elo for good."""
        if strict:
            floor = min(self.elo, STRICT_FLOOR)
            return _led(replace(self, elo=max(floor, self.elo - days * POINT)))
        return _led(replace(self, absence=min(MOST_ABSENCE, self.absence + days)))

    def played(self, change: int, games: int) -> "Account":
        """Return the account after a deadline with this many finished rated games.

        Earlier absence must be added before.
        """
        absence = max(0, self.absence - RETURN * games)
        return _led(replace(self, elo=self.elo + change, absence=absence, games=self.games + games))


def _led(account: Account) -> Account:
    """Return the account with the right to lead, which depends on the points and on having led before."""
    least = LEADER_KEPT if account.leads else LEADER.least or 0
    leads = account.games >= PROVEN and account.points >= least * POINT
    return replace(account, leads=leads)


@lru_cache(maxsize=1 << 16)
def _expected(ahead: int) -> float:
    return 1 / (1 + math.pow(10, -ahead / (SPREAD * POINT)))


def expected(own: int, opponent: int) -> float:
    """Return the score expected of the player with Elo `own`: between 0 and 1."""
    return _expected(own - opponent)


@lru_cache(maxsize=1 << 16)
def _change(ahead: int, halves: int) -> int:
    return round(FACTOR * POINT * (halves / 2 - _expected(ahead)))


def change(own: int, opponent: int, halves: int) -> int:
    """Return the change of Elo by a game with this many half points, rounded half to even.

    The opponent's change is the opposite.
    """
    return _change(own - opponent, halves)


class Sum(NamedTuple):
    """The sum of a player's changes in the games of one deadline, and the number of games."""

    change: int = 0
    games: int = 0


def deadline(
    before: Mapping[Player, int], games: Iterable[tuple[Player, Player, int]]
) -> dict[Player, Sum]:
    """Return the change of Elo, in the games of one deadline, of every player who finished one.

    `before`: the Elo of all players. A game is A, B, and the half points of A: 2, 1 or 0. A game of a player against
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
    """Return the number of whole days without contact, from `since` until before `until`.

    Up to thirty announced holidays a year do not count.
    """
    span = [since + timedelta(days=day) for day in range((until - since).days)]
    away = [day for day in span if day not in contacts]
    free = 0
    for _, year in groupby(sorted(day for day in away if day in holidays), lambda day: day.year):
        free += min(HOLIDAYS, len([*year]))
    return len(away) - free
