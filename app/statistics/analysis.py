"""The analysis of a full table: every statistic of a field, from its builds and outcomes alone."""

from dataclasses import dataclass
from itertools import islice
from math import comb
from typing import Final

from app.statistics import card_pairs, card_use, cycles, matchups, similarity
from app.statistics.card_pairs import PairUse
from app.statistics.card_use import CardUse, SlotUse
from app.statistics.crosstable import Crossed
from app.statistics.matchups import BestAnswer, Rivals
from app.statistics.similarity import Likeness, Near
from app.tournament.cache import Cache, Turnstile
from app.tournament.full_table import FullTable

MOST_TIERS: Final = 10
"""The most tiers into which a field is divided."""
CIRCLES_SHOWN: Final = 5
MOST_COMPARED: Final = 1_000
"""The largest field in which the nearest builds are searched."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """The statistics of a field. Entries are named by their rank in the table; 0 is the best.

    `matrix`: the score of each tier against each. `against`: the score of entries with one card against those with
    another. `top`: the number of entries that `best_against_top` and `killer` answer; `killer` is the best answer from
    the lower half. `apart`: pairs one change apart, those furthest apart in the table first. `nearest`: the most
    similar builds of each entry, empty in a field too large.
    """

    entries: int
    places: tuple[int, ...]
    battles: int
    draws: int
    upsets: float | None
    bands: tuple[int, ...]
    cards: tuple[CardUse, ...]
    slots: tuple[SlotUse, ...]
    pairs: tuple[PairUse, ...]
    against: tuple[tuple[float | None, ...], ...]
    tiers: tuple[range, ...]
    matrix: tuple[tuple[float | None, ...], ...]
    triples: int
    circles: int
    highest_circles: tuple[tuple[int, int, int], ...]
    top: int
    best: BestAnswer | None
    best_against_top: BestAnswer | None
    killer: BestAnswer | None
    rivals: tuple[Rivals, ...]
    identical: tuple[tuple[int, ...], ...]
    apart: tuple[tuple[int, int], ...]
    nearest: tuple[tuple[Near, ...], ...]


_kept: Final[Cache[object, Analysis]] = Cache(8, Turnstile())


def analyse(table: FullTable) -> Analysis:
    """Return every statistic of this field."""
    crossed = Crossed.of(table.row, table.standings)
    ranked = [table.builds[standing.entry] for standing in table.standings]
    count, is_ordered = len(ranked), table.game.is_ordered
    cards = [card.id for card in table.game.cards]
    everybody, top = range(count), range(matchups.top(crossed.places))
    tiers = matchups.tiers(count, MOST_TIERS)
    circles = cycles.circles(crossed)
    highest = islice(cycles.highest(crossed), CIRCLES_SHOWN) if circles else ()
    apart = similarity.one_change_apart(ranked, is_ordered=is_ordered)
    compared = ranked if count <= MOST_COMPARED else ()
    likeness = Likeness(compared, is_ordered=is_ordered)
    fought, drawn = table.fought or (
        sum(map(crossed.played, everybody)) // 2,
        sum(each.bit_count() for each in crossed.drawn) // 2,
    )
    return Analysis(
        entries=count,
        places=crossed.places,
        battles=fought,
        draws=drawn,
        upsets=matchups.upsets(crossed),
        bands=tuple(matchups.bands(crossed)),
        cards=tuple(card_use.of_cards(cards, ranked, crossed)),
        slots=tuple(card_use.of_slots(ranked, crossed)) if is_ordered else (),
        pairs=tuple(card_pairs.of_pairs(cards, ranked, crossed)),
        against=tuple(map(tuple, card_pairs.against(cards, ranked, crossed))),
        tiers=tuple(tiers),
        matrix=tuple(map(tuple, matchups.matrix(crossed, tiers))),
        triples=comb(count, 3),
        circles=circles,
        highest_circles=tuple(highest),
        top=len(top),
        best=matchups.best_answer(crossed, everybody, everybody),
        best_against_top=matchups.best_answer(crossed, top, everybody),
        killer=matchups.best_answer(crossed, top, matchups.lower_half(crossed.places)),
        rivals=tuple(matchups.rivals(crossed)),
        identical=tuple(similarity.identical(ranked)),
        apart=tuple(
            sorted(apart, key=lambda pair: crossed.places[pair[0]] - crossed.places[pair[1]])
        ),
        nearest=tuple(map(likeness.nearest, range(len(compared)))),
    )


def of(table: FullTable) -> Analysis:
    """Return the analysis of the table; it is cached. Raises `Busy`."""
    return _kept.of(table.key, lambda: analyse(table))
