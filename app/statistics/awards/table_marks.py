"""Marks that the table tells: places, wins and builds."""

from collections import Counter, defaultdict
from collections.abc import Iterator
from typing import Final

from app.engine import DRAW, HOME
from app.statistics import matchups, similarity
from app.statistics.awards.field import MEDALS, PLAIN, Field, Mark, Marks
from app.statistics.crosstable import members

MOST_COMPARED: Final = 1_000
"""In a larger field builds are not compared."""
_BOTH: Final = 4
"""Only who has won and lost a quarter of the battles can be unpredictable, or reliable."""
_LEAST_PLAYED: Final = 3
"""A card that fewer play has no best player."""


def upset(field: Field) -> Marks:
    """The highest-placed that each beat from below, by places."""
    for rank, standing in enumerate(field.standings):
        best = next(members(field.crossed.won[rank] & field.above(rank)), None)
        if best is not None:
            yield PLAIN, rank, Mark(standing.place - field.standings[best].place, best)


def giant_killer(field: Field) -> Marks:
    """Who of the lower half beat how many of the best."""
    count = len(field.standings)
    top = (1 << matchups.top(count)) - 1
    for rank in range(max(matchups.top(count), (count + 1) // 2), count):
        if (beaten := (field.crossed.won[rank] & top).bit_count()) > 1:
            yield PLAIN, rank, Mark(beaten)


def sole_conqueror(field: Field) -> Marks:
    """Who alone beat the champion."""
    for champion, standing in enumerate(field.standings):
        if standing.place == 1 and field.crossed.lost[champion].bit_count() == 1:
            rank = next(members(field.crossed.lost[champion]))
            yield PLAIN, rank, Mark(field.standings[rank].place, champion)


def best_loser(field: Field) -> Marks:
    """The points of those who lost more than they won."""
    for rank, each in enumerate(field.standings):
        if each.losses > each.wins > 0:
            yield PLAIN, rank, Mark(each.points)


def draws(field: Field) -> Marks:
    """How many battles of each ended in a draw."""
    for rank, each in enumerate(field.standings):
        if each.draws:
            yield PLAIN, rank, Mark(each.draws)


def against_table(field: Field) -> Marks:
    """How many battles of each went against the table, of those who both won and lost enough."""
    for rank, standing in enumerate(field.standings):
        wins, losses = standing.wins, standing.losses
        if min(wins, losses) * _BOTH >= len(field.standings):
            upsets = field.crossed.won[rank] & field.above(rank)
            slips = field.crossed.lost[rank] & field.below(rank)
            yield PLAIN, rank, Mark(upsets.bit_count() + slips.bit_count())


def row(field: Field) -> Marks:
    """How many each beat that stand side by side in the table."""
    for rank, won in enumerate(field.crossed.won):
        if (row := longest_run(won)) > 2:
            yield PLAIN, rank, Mark(row)


def longest_run(bits: int) -> int:
    """How many members of the set stand side by side, at most: doubled until too long, then halved."""
    if not bits:
        return 0
    length, begin = 1, bits
    steps = [(length, begin)]
    while doubled := begin & begin >> length:
        length, begin = 2 * length, doubled
        steps.append((length, begin))
    longest, begin = steps.pop()
    for length, runs in reversed(steps):
        if longer := begin & runs >> longest:
            longest, begin = longest + length, longer
    return longest


def endings(field: Field) -> Marks:
    """How many battles each won for which reason."""
    for rank, ends in enumerate(field.ends):
        for reason, (won, _) in ends.items():
            if won:
                yield reason, rank, Mark(won)


def strange_end(field: Field) -> Marks:
    """Who won by the rarest end of all, or drew; of these who won against the highest-placed."""
    halves: Counter[int] = Counter()
    for ends in field.ends:
        for reason, (won, drawn) in ends.items():
            halves[reason] += 2 * won + drawn
    if len(halves) < 2:
        return
    rarest = min(halves, key=lambda reason: (halves[reason], reason))
    for rank, ends in enumerate(field.ends):
        if rarest in ends:
            winner = HOME if ends[rarest][0] else DRAW
            row = field.table.row(field.standings[rank].entry)
            against = min(field.table.ranks[at] for at in _where(row, winner | rarest << 2))
            than = against + (len(row) if winner == DRAW else 0)
            yield rarest, rank, Mark(halves[rarest] // 2, against, than)


def _where(row: bytes, byte: int) -> Iterator[int]:
    at = row.find(byte)
    while at >= 0:
        yield at
        at = row.find(byte, at + 1)


def cards(field: Field) -> Marks:
    """The highest places of those who play a card, card by card."""
    if not field.table.game.is_ordered:
        return  # of a deck's many cards no single one is what its player is best with
    players: dict[str, list[int]] = defaultdict(list)
    for rank, standing in enumerate(field.standings):
        for played in {*field.table.builds[standing.entry].cards}:
            players[played].append(rank)
    for at, card in enumerate(field.table.game.cards):
        if _LEAST_PLAYED <= len(players[card.id]) < len(field.standings):
            for rank in players[card.id][:MEDALS]:
                yield at, rank, Mark(field.standings[rank].place)


def last(field: Field) -> Marks:
    """The highest-placed that the last one beat."""
    last = field.standings[-1]
    if last.place > 1:
        for rank, each in enumerate(field.standings):
            if each.place == last.place:
                best = next(members(field.crossed.won[rank]), None)
                if best is not None:
                    yield PLAIN, rank, Mark(each.place, best)


def lantern(field: Field) -> Marks:
    """Who came last and won nothing."""
    last = field.standings[-1]
    for rank, each in enumerate(field.standings):
        if each.place == last.place > 1 and not each.wins:
            yield PLAIN, rank, Mark(each.place)


def original(field: Field) -> Marks:
    """How much the build of each has in common with the next one."""
    if not 2 < len(field.standings) <= MOST_COMPARED:
        return
    bags = similarity.bags([field.table.builds[each.entry].cards for each in field.standings])
    for rank, mine in enumerate(bags):
        shared = [(mine & other).bit_count() for at, other in enumerate(bags) if at != rank]
        yield PLAIN, rank, Mark(max(shared), None, sum(shared))


def twins(field: Field) -> Marks:
    """Two whose builds are one change apart, by the places between them."""
    if len(field.standings) > MOST_COMPARED:
        return
    builds = [field.table.builds[each.entry] for each in field.standings]
    for higher, lower in similarity.one_change_apart(
        builds, is_ordered=field.table.game.is_ordered
    ):
        gap = field.standings[lower].place - field.standings[higher].place
        yield PLAIN, higher, Mark(gap, lower)
        yield PLAIN, lower, Mark(gap, higher)
