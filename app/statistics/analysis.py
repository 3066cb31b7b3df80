"""What the full table tells: everything that is counted about a field, from its builds and outcomes alone."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import TYPE_CHECKING, Final

from app.engine import Build, Ruleset
from app.statistics import card_use, cycles, matchups, similarity
from app.statistics.card_use import CardUse, SlotUse
from app.statistics.crosstable import Crossed
from app.statistics.matchups import Answer, Rivals
from app.statistics.similarity import Likeness, Near
from app.tournament.cache import Kept, Turnstile
from app.tournament.standings import Standing

if TYPE_CHECKING:  # a pasted list is analysed without a database
    from app.league.results import FinishedRun
    from app.tournament.lab import Played

MOST_TIERS: Final = 10
"""A larger field meets in so many tiers."""
CIRCLES_SHOWN: Final = 5
MOST_COMPARED: Final = 1_000
"""In a larger field it is not said for everybody who has the builds most like it."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """Entries are called by their rank in the table, 0 being the best.

    `matrix` holds the score of each tier against each. `top` is how many the best answers are answers to;
    `killer` is the best answer to them from the lower half. Pairs of `apart` are one change apart, those
    furthest from each other in the table first; `nearest` are everybody's, nothing in a field too large.
    """

    entries: int
    battles: int
    draws: int
    upsets: float | None
    bands: tuple[int, ...]
    cards: tuple[CardUse, ...]
    slots: tuple[SlotUse, ...]
    tiers: tuple[range, ...]
    matrix: tuple[tuple[float | None, ...], ...]
    triples: int
    circles: int
    highest_circles: tuple[tuple[int, int, int], ...]
    top: int
    best: Answer | None
    best_against_top: Answer | None
    killer: Answer | None
    rivals: tuple[Rivals, ...]
    identical: tuple[tuple[int, ...], ...]
    apart: tuple[tuple[int, int], ...]
    nearest: tuple[tuple[Near, ...], ...]


_kept: Final[Kept[object, Analysis]] = Kept(8, Turnstile())


def analyse(
    game: Ruleset, builds: Sequence[Build], rows: Sequence[bytes], table: Sequence[Standing]
) -> Analysis:
    """All that is counted about this field. Builds and rows stand in order of entry, as `standings` has them."""
    crossed = Crossed.of(rows, table)
    ranked = [builds[standing.entry] for standing in table]
    count = len(ranked)
    everybody, top = range(count), range(matchups.top(count))
    tiers = matchups.tiers(count, MOST_TIERS)
    circles = cycles.circles(crossed)
    highest = islice(cycles.highest(crossed), CIRCLES_SHOWN) if circles else ()
    apart = similarity.one_change_apart(ranked)
    compared = ranked if count <= MOST_COMPARED else ()
    return Analysis(
        entries=count,
        battles=sum(map(crossed.played, everybody)) // 2,
        draws=sum(each.bit_count() for each in crossed.drawn) // 2,
        upsets=matchups.upsets(crossed),
        bands=tuple(matchups.bands(crossed)),
        cards=tuple(card_use.of_cards([card.id for card in game.cards], ranked, crossed)),
        slots=tuple(card_use.of_slots(ranked, crossed)),
        tiers=tuple(tiers),
        matrix=tuple(map(tuple, matchups.matrix(crossed, tiers))),
        triples=comb(count, 3),
        circles=circles,
        highest_circles=tuple(highest),
        top=len(top),
        best=matchups.best_answer(crossed, everybody, everybody),
        best_against_top=matchups.best_answer(crossed, top, everybody),
        killer=matchups.best_answer(crossed, top, range(max(len(top), (count + 1) // 2), count)),
        rivals=tuple(matchups.rivals(crossed)),
        identical=tuple(similarity.identical(ranked)),
        apart=tuple(sorted(apart, key=lambda pair: pair[0] - pair[1])),
        nearest=tuple(map(Likeness(compared).nearest, range(len(compared)))),
    )


def of_run(run: "FinishedRun") -> Analysis:
    """The analysis of a finished run, counted once and kept. Raises `Busy`."""

    def counted() -> Analysis:
        builds = [each.build for each in run.participants]
        rows = [run.row(index) for index in range(len(builds))]
        return analyse(run.game, builds, rows, run.standings)

    return _kept.of(run.key, counted)


def of_list(token: str, played: "Played") -> Analysis:
    """The analysis of the list with this token, counted once and kept. Raises `Busy`."""
    builds = [each.build.nameless() for each in played.listed]
    about = played.rules.rules_version, token
    return _kept.of(about, lambda: analyse(played.rules, builds, played.rows, played.table))
