"""Tie-breaks: they decide between entries with equal points, one after the other."""

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, fields
from typing import Final, Protocol, Self

from app.engine import Build
from app.i18n import N_


@dataclass(frozen=True, slots=True)
class Facts:
    """Numbers for tie-breaks that outcomes do not show; higher is better. A fact that was not counted is empty.

    `life`: left in all battles. `initiative`: wins with it. `size`: of the build, as a negative number. `lot`: higher
    for an earlier lot. `boards`: the board points of a team.
    """

    life: Sequence[float] = ()
    initiative: Sequence[float] = ()
    size: Sequence[float] = ()
    lot: Sequence[float] = ()
    boards: Sequence[float] = ()

    @classmethod
    def of(cls, builds: Iterable[Build]) -> Self:
        """Return the facts that follow from builds alone."""
        return cls(size=[-len(build.cards) for build in builds])

    def of_these(self, entries: Sequence[int]) -> Self:
        """Return the facts of these entrants alone, in this order."""
        found = {each.name: getattr(self, each.name) for each in fields(self)}
        return type(self)(
            **{name: [each[at] for at in entries] for name, each in found.items() if each}
        )


NO_FACTS: Final = Facts()


class Tally(Protocol):
    """The counted results of a field, as tie-breaks use them. Entrants are named by their index, in order of number."""

    @property
    def points(self) -> Sequence[int]: ...

    @property
    def wins(self) -> Sequence[int]: ...

    @property
    def draws(self) -> Sequence[int]: ...

    @property
    def losses(self) -> Sequence[int]: ...

    @property
    def rates(self) -> Sequence[float]:
        """The share of its battles that each entrant has won."""

    @property
    def upper(self) -> Sequence[int]:
        """1 for an entrant with at least as many points as the middle of the table, else 0."""

    @property
    def facts(self) -> Facts: ...

    def beaten(self, entry: int, values: Sequence[float]) -> Iterable[float]:
        """Return the values of all beaten opponents, once for each win."""

    def sonneborn_berger(self, entry: int) -> float:
        """Return the points of all beaten opponents, plus half of those of all drawn with."""

    def met(self, entry: int) -> Iterable[float]:
        """Return the points of all opponents, and what counts for rounds without one."""

    def score_against(self, entry: int, others: Sequence[int]) -> int:
        """Return the points from battles with these entrants."""


@dataclass(frozen=True, slots=True)
class TieBreak:
    """A tie-break between entries that are equal so far; more is better.

    `slug` is part of commands, records, digests and downloads, and never changes. `label` and `meaning` are messages.
    `value`: returns the number of an entry among those it is tied with.
    """

    slug: str
    label: str
    meaning: str
    value: Callable[[Tally, int, Sequence[int]], float | None]


def _head_to_head(tally: Tally, entry: int, level: Sequence[int]) -> int | None:
    """Count points among the tied, once for all (FIDE C.07, 6, but without a restart). None if nobody else is tied."""
    return tally.score_against(entry, level) if len(level) > 1 else None


def _sonneborn_berger(tally: Tally, entry: int, _level: Sequence[int]) -> float:
    """FIDE C.07, 9.1."""
    return tally.sonneborn_berger(entry)


def _wins(tally: Tally, entry: int, _level: Sequence[int]) -> int:
    """FIDE C.07, 7.1."""
    return tally.wins[entry]


def _buchholz(tally: Tally, entry: int, _level: Sequence[int]) -> float:
    """FIDE C.07, 8.1; rounds without an opponent as 16.3 and 16.4 say, by `Tally.met`."""
    return sum(tally.met(entry))


def _buchholz_cut_1(tally: Tally, entry: int, _level: Sequence[int]) -> float:
    """FIDE C.07, 14.1: without the least of the contributions."""
    met = sorted(tally.met(entry))
    return sum(met[1:])


def _buchholz_median(tally: Tally, entry: int, _level: Sequence[int]) -> float:
    """FIDE C.07, 14.3, Median-1: without the least and without the greatest."""
    met = sorted(tally.met(entry))
    return sum(met[1:-1])


def _rates_of_the_beaten(tally: Tally, entry: int, _level: Sequence[int]) -> float:
    """Sum up the win rates of beaten opponents, as older tools for ステッパーズ・ストップ do. A draw is a battle, not a win."""
    return round(sum(tally.beaten(entry, tally.rates)), 6)


def _wins_against_the_upper_half(tally: Tally, entry: int, _level: Sequence[int]) -> float:
    """Count wins against the upper half of the field.

    FIDE C.07, 9.2 (Koya) uses half of the possible points instead.
    """
    return sum(tally.beaten(entry, tally.upper))


def _earlier_entry(_tally: Tally, entry: int, _level: Sequence[int]) -> int:
    """Return the number of the entry below zero, as it is shown. Earlier entries rank higher."""
    return -(entry + 1)


def _fact(name: str) -> Callable[[Tally, int, Sequence[int]], float | None]:
    """Return a function for this fact. Its value is None, which decides nothing, if the fact was not counted."""

    def value(tally: Tally, entry: int, _level: Sequence[int]) -> float | None:
        counted: Sequence[float] = getattr(tally.facts, name)
        return counted[entry] if counted else None

    return value


TIE_BREAKS: Final = {
    each.slug: each
    for each in (
        TieBreak(
            "head-to-head",
            N_("Head-to-head"),
            N_(
                "Points from the battles among those with equal points, counted once for all of them."
            ),
            _head_to_head,
        ),
        TieBreak(
            "sonneborn-berger",
            N_("Sonneborn–Berger"),
            N_(
                "The points of everyone beaten, plus half the points of everyone drawn with. Beating strong opponents counts for more."
            ),
            _sonneborn_berger,
        ),
        TieBreak("wins", N_("Wins"), N_("Battles won."), _wins),
        TieBreak(
            "win-rates",
            N_("Win rates of the beaten"),
            N_("The sum of the win rates of everyone beaten, as older tournament tools count it."),
            _rates_of_the_beaten,
        ),
        TieBreak(
            "upper-half",
            N_("Wins against the upper half"),
            N_("Wins against those with at least as many points as the middle of the table."),
            _wins_against_the_upper_half,
        ),
        TieBreak(
            "buchholz",
            N_("Buchholz"),
            N_("The points of all opponents. Useful when not everyone meets everyone."),
            _buchholz,
        ),
        TieBreak(
            "buchholz-cut-1",
            N_("Buchholz Cut-1"),
            N_("The points of all opponents except the lowest."),
            _buchholz_cut_1,
        ),
        TieBreak(
            "buchholz-median",
            N_("Median Buchholz"),
            N_("The points of all opponents except the lowest and the highest."),
            _buchholz_median,
        ),
        TieBreak(
            "earlier-entry",
            N_("Earlier entry"),
            N_("Earlier entries rank higher. The figure counts the entries down from −1."),
            _earlier_entry,
        ),
        TieBreak(
            "size",
            N_("Smallest build"),
            N_("The smaller the build, the better. The figure is its size below zero."),
            _fact("size"),
        ),
    )
}
"""The tie-breaks decided by outcomes and builds, by slug. To add one, add a line here."""
BY_FACTS: Final = {
    each.slug: each
    for each in (
        TieBreak(
            "initiative",
            N_("Initiative wins"),
            N_("Wins when playing first, or with the initiative as the game defines it."),
            _fact("initiative"),
        ),
        TieBreak(
            "life", N_("Life left"), N_("Life left at the end of all battles."), _fact("life")
        ),
        TieBreak(
            "boards",
            N_("Board points"),
            N_("The points of all boards of the team."),
            _fact("boards"),
        ),
        TieBreak("lot", N_("Lot"), N_("A lot drawn from the committed seed."), _fact("lot")),
    )
}
"""The tie-breaks that need other facts. Only stages that count these can use them."""
DEFAULT: Final = ("head-to-head", "sonneborn-berger", "wins")
"""The tie-breaks of pasted lists, and of seasons that name none, in order. New tie-breaks do not change this."""
MOST: Final = 6
"""The most tie-breaks in one order."""
