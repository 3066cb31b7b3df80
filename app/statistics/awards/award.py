"""All awards. Each has a sentence, and a function that yields the marks it is given for.

The sentence says no more than the function counts. A pair counts once even if it met several times: sentences speak of
opponents, not of battles.
"""

from collections import Counter, defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from itertools import product
from typing import Final

from app.engine import DRAW, HOME, positions
from app.engine.ruleset import HP
from app.i18n import N_
from app.statistics import matchups, similarity
from app.statistics.awards.field import PLAIN, AwardField, AwardMark, Marks
from app.statistics.crosstable import members

MOST_COMPARED: Final = 1_000
"""The largest field in which builds are compared."""
_BEHIND: Final = 4
"""A comeback needs a gap of at least this fraction of the life (1/4)."""
_BOTH: Final = 4
"""A reliable entrant has beaten, and has lost to, at least this fraction of its opponents (1/4)."""
_LEAST_PLAYED: Final = 3
"""The fewest players of a card for which a best player is named."""

Measure = Callable[[AwardField], Marks]


@dataclass(frozen=True, slots=True)
class Award:
    """An award for the greatest mark, or with `is_least` the smallest. Equal marks share it.

    `slug` is used in downloads and never changes. `label` and `meaning`, a sentence about the winner, are messages with
    placeholders for `what` it is about, the value (`num`, `place`, `amount`) and the opponent's `name`.
    """

    slug: str
    label: str
    meaning: str
    marks: Measure
    is_least: bool = False

    def key(self, mark: AwardMark) -> tuple[int, int]:
        """Return a sort key; better marks have smaller keys."""
        sign = 1 if self.is_least else -1
        return sign * mark.value, sign * mark.than


AWARDS: Final[dict[str, Award]] = {}
"""All awards by slug, in the order in which they are given."""


def _award(
    slug: str, label: str, meaning: str, *, is_least: bool = False
) -> Callable[[Measure], Measure]:
    """Register the decorated function as the measure of this award."""

    def added(marks: Measure) -> Measure:
        AWARDS[slug] = Award(slug, label, meaning, marks, is_least)
        return marks

    return added


@_award(
    "sole-conqueror",
    N_("The champion's only match"),
    N_("Nobody else beat the champion, “%(name)s”."),
)
def _sole_conqueror(field: AwardField) -> Marks:
    """Yield no mark if several share the first place, since there is no single champion."""
    champion = 0
    if field.table.alone_on(1) is not None and field.crossed.lost[champion].bit_count() == 1:
        rank = next(members(field.crossed.lost[champion]))
        yield PLAIN, rank, AwardMark(field.standings[rank].place, champion)


@_award("upset", N_("Upset of the season"), N_("Beat “%(name)s”, who came %(num)s places higher."))
def _upset(field: AwardField) -> Marks:
    """Yield the highest-placed opponent that each entrant beat from below. Neighbours in the table are no upset."""
    for rank, standing in enumerate(field.standings):
        best = next(members(field.crossed.won[rank] & field.above(rank)), None)
        if best is not None and (gap := standing.place - field.standings[best].place) > 1:
            yield PLAIN, rank, AwardMark(gap, best)


@_award(
    "giant-killer",
    N_("Giant-killer"),
    N_("Beat %(num)s of the best from the lower half of the table."),
)
def _giant_killer(field: AwardField) -> Marks:
    places = field.crossed.places
    best = (1 << matchups.top(places)) - 1
    for rank in matchups.lower_half(places):
        if (beaten := (field.crossed.won[rank] & best).bit_count()) > 1:
            yield PLAIN, rank, AwardMark(beaten)


@_award("comeback", N_("Comeback of the season"), N_("Was %(amount)s behind “%(name)s”, and won."))
def _comeback(field: AwardField) -> Marks:
    """Yield how far each winner was behind.

    It must have fallen behind during the battle, by a quarter of the life or more.
    """
    for each in field.battles:
        if each.winner is not None and each.course:
            sign = 1 if each.winner == each.home else -1
            behind = [sign * (away - home) for home, away in each.course]
            fell = max(behind) - max(behind[0], 0)
            if fell > 0 and fell * _BEHIND >= max(each.course[0]):
                yield PLAIN, each.winner, AwardMark(max(behind), each.other(each.winner))


@_award(
    "closest",
    N_("Closest battle"),
    N_("Decided against “%(name)s” by only %(amount)s. No battle as close took longer."),
    is_least=True,
)
def _closest(field: AwardField) -> Marks:
    for each in field.battles:
        if each.winner is not None:
            home, away = (max(hp, 0) for hp in each.hp)
            yield from each.both(abs(home - away), -each.turn)


@_award(
    "longest",
    N_("The long haul"),
    N_(
        "Decided against “%(name)s” after %(num)s %(turns)s. Of all decided battles only the longest took more."
    ),
)
def _longest(field: AwardField) -> Marks:
    """Yield the turns of decided battles. If several reach the limit, the limit itself is left out."""
    decided = [each for each in field.lengths if not field.crossed.drawn[each[0]] >> each[1] & 1]
    turns = Counter(turn for _, _, turn in decided)
    limit = max(turns, default=0)
    for one, other, turn in decided:
        if turn > 1 and (turn < limit or turns[limit] == 1):
            yield PLAIN, one, AwardMark(turn, other)
            yield PLAIN, other, AwardMark(turn, one)


@_award("blow", N_("Hardest blow"), N_("“%(name)s” lost %(amount)s to it in one %(turn)s."))
def _blow(field: AwardField) -> Marks:
    """Yield the life lost in one turn to an opponent's cards. Damage by the victim's own cards does not count."""
    for each in field.battles:
        for (victim, by, _), points in each.taken.items():
            if victim != by and points > 1:
                yield PLAIN, by, AwardMark(points, victim)


@_award(
    "strangest-end",
    N_("Strangest end"),
    N_("The rarest end of all, against “%(name)s”: %(what)s."),
    is_least=True,
)
def _strange_end(field: AwardField) -> Marks:
    """Yield the marks of the rarest way to end a battle: its winners, or its draws if nobody won by it.

    If two ways are equally rare, there is no mark.
    """
    halves: Counter[int] = Counter()
    for ends in field.ends:
        for reason, (won, drawn) in ends.items():
            halves[reason] += 2 * won + drawn
    rarest = [reason for reason in halves if halves[reason] == min(halves.values())]
    if len(halves) < 2 or len(rarest) > 1:
        return
    reason = rarest[0]
    is_won = any(ends[reason][0] for ends in field.ends if reason in ends)
    byte = (HOME if is_won else DRAW) | reason << 2
    for rank, standing in enumerate(field.standings):
        against = [field.table.ranks[at] for at in positions(field.table.row(standing.entry), byte)]
        if against:
            yield reason, rank, AwardMark(halves[reason] // 2, min(against))


@_award(
    "own-hand",
    N_("Its own worst enemy"),
    N_("Lost %(amount)s by its own hand in a single battle."),
)
def _own_hand(field: AwardField) -> Marks:
    """Yield the life that each entrant lost by its own cards. In games where life is cards, playing them is no harm."""
    for each in field.battles if field.table.game.life == HP else ():
        for rank in (each.home, each.away):
            own = (points for (at, by, _), points in each.taken.items() if at == by == rank)
            if lost := sum(own):
                yield PLAIN, rank, AwardMark(lost)


@_award(
    "best-loser",
    N_("Best of the losing records"),
    N_("More losses than wins, and still %(num)s points."),
)
def _best_loser(field: AwardField) -> Marks:
    for rank, each in enumerate(field.standings):
        if each.losses > each.wins and each.points > 1:
            yield PLAIN, rank, AwardMark(each.points)


@_award("last-bite", N_("The last one bites"), N_("Came last, and still beat “%(name)s”."))
def _last_bite(field: AwardField) -> Marks:
    """Yield the highest-placed opponent that the last one beat. Several may be last."""
    last = field.standings[-1].place
    for rank, each in enumerate(field.standings):
        if each.place == last > 1 and field.crossed.won[rank]:
            yield PLAIN, rank, AwardMark(each.place, next(members(field.crossed.won[rank])))


@_award(
    "lantern",
    N_("Lantern bearer"),
    N_("Walked behind everyone, so that nobody else had to be last."),
)
def _lantern(field: AwardField) -> Marks:
    """Yield the last one, if it beat nobody and shares the last place with no one."""
    count = len(field.standings)
    if field.standings[-1].place == count and not field.crossed.won[-1]:
        yield PLAIN, count - 1, AwardMark(count)


@_award("most-draws", N_("Peacemaker"), N_("Drew with %(num)s of its opponents."))
def _draws(field: AwardField) -> Marks:
    for rank, drawn in enumerate(field.crossed.drawn):
        if drawn:
            yield PLAIN, rank, AwardMark(drawn.bit_count())


@_award(
    "most-original",
    N_("Most original build"),
    N_(
        "The most similar build shares %(num)s of its %(slots)s. Of such builds, this one has least in common with all others."
    ),
    is_least=True,
)
def _original(field: AwardField) -> Marks:
    if not 2 < len(field.standings) <= MOST_COMPARED:
        return
    bags = similarity.bags([field.table.builds[each.entry].cards for each in field.standings])
    for rank, mine in enumerate(bags):
        shared = [(mine & other).bit_count() for at, other in enumerate(bags) if at != rank]
        yield PLAIN, rank, AwardMark(max(shared), None, sum(shared))


@_award(
    "twins",
    N_("Twins, worlds apart"),
    N_("One change from “%(name)s”, and %(num)s places away."),
)
def _twins(field: AwardField) -> Marks:
    """Yield pairs whose builds are one change apart, by the places between them, unless they are neighbours."""
    if len(field.standings) > MOST_COMPARED:
        return
    builds = [field.table.builds[each.entry] for each in field.standings]
    places = field.crossed.places
    same = {group[0]: group for group in similarity.identical(builds)}
    for one, other in similarity.one_change_apart(builds, is_ordered=field.table.game.is_ordered):
        alike, changed = same.get(one, (one,)), same.get(other, (other,))
        for here, there in product(alike, changed):
            if (gap := abs(places[here] - places[there])) > 1:
                yield PLAIN, here, AwardMark(gap, there)
                yield PLAIN, there, AwardMark(gap, here)


@_award(
    "row",
    N_("Longest winning streak"),
    N_("Beat %(num)s neighbours in the table in a row."),
)
def _row(field: AwardField) -> Marks:
    """Yield the longest row of beaten neighbours.

    No mark if places are shared, since neighbours are then not defined.
    """
    if len({*field.crossed.places}) < len(field.standings):
        return
    for rank, won in enumerate(field.crossed.won):
        if (row := longest_run(won)) > 2:
            yield PLAIN, rank, AwardMark(row)


def longest_run(bits: int) -> int:
    """Return the length of the longest run of set bits, found by doubling and then halving."""
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


@_award(
    "against-the-table",
    N_("Most unpredictable"),
    N_("Upset the table against %(num)s opponents. Nobody did so more often."),
)
def _against_table(field: AwardField) -> Marks:
    for rank in range(len(field.standings)):
        upsets = field.crossed.won[rank] & field.above(rank)
        slips = field.crossed.lost[rank] & field.below(rank)
        if count := upsets.bit_count() + slips.bit_count():
            yield PLAIN, rank, AwardMark(count)


@_award(
    "by-the-table",
    N_("Most reliable"),
    N_(
        "Had the fewest results against the table (%(num)s) of all who beat a quarter of their opponents and lost to a quarter."
    ),
    is_least=True,
)
def _by_table(field: AwardField) -> Marks:
    against = {rank: mark.value for _, rank, mark in _against_table(field)}
    for rank, (won, lost) in enumerate(zip(field.crossed.won, field.crossed.lost, strict=True)):
        if min(won.bit_count(), lost.bit_count()) * _BOTH >= (field.crossed.played(rank) or 1):
            yield PLAIN, rank, AwardMark(against.get(rank, 0))


@_award(
    "ending",
    N_("Most wins: %(what)s"),
    N_("Beat %(num)s opponents that way. Nobody beat more."),
)
def _endings(field: AwardField) -> Marks:
    for rank, ends in enumerate(field.ends):
        for reason, (won, _) in ends.items():
            if won > 1:
                yield reason, rank, AwardMark(won)


@_award(
    "card",
    N_("Best with %(what)s"),
    N_("Came %(place)s. Nobody who plays it came higher."),
    is_least=True,
)
def _cards(field: AwardField) -> Marks:
    """Yield, for each card, the places of the entrants who play it."""
    if not field.table.game.is_ordered:
        return  # of a deck's many cards no single one is what its player is best with
    players: dict[str, list[int]] = defaultdict(list)
    for rank, standing in enumerate(field.standings):
        for played in {*field.table.builds[standing.entry].cards}:
            players[played].append(rank)
    for at, card in enumerate(field.table.game.cards):
        if _LEAST_PLAYED <= len(players[card.id]) < len(field.standings):
            for rank in players[card.id]:
                yield at, rank, AwardMark(field.standings[rank].place)
