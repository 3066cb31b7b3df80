"""The round robin by the Berger tables: the round, table and seats of each meeting.

Everyone has the first seat as often as the second, or once more.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from app.engine import NOT_PLAYED
from app.tournament.formats.format import NEVER, Field, Pairing, PairingResult, Reason, RoundDraw
from app.tournament.formats.results import StageTally
from app.tournament.standings import Standing, ranked


@dataclass(frozen=True, slots=True)
class RoundRobin:
    """A round robin: everyone meets everyone, once or twice. Seeds are the numbers of the Berger tables.

    If sides stay apart, entrants meet only the other sides, in the same rounds. Pairs kept apart do not meet either.
    """

    meetings: int = 1

    def pairings(
        self, field: Field, results: Sequence[PairingResult]
    ) -> list[Pairing | PairingResult]:
        """Every meeting without a result, in order of rounds; an entrant who left loses without a battle."""
        played = {(each.round, each.table) for each in results}
        return [each for each in field.possible(self.schedule(field)) if each[:2] not in played]

    def schedule(self, field: Field) -> Iterator[Pairing]:
        """Yield all meetings, as if nobody had left."""
        seeds = _places(field)
        for each in (double if self.meetings == 2 else single)(len(seeds)):
            pair = seeds[each.first], seeds[each.second]
            if not field.keeps_apart(*pair):
                yield Pairing(each.round, each.table, *pair)

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return this round of the Berger tables."""
        places = _places(field)
        apart = apart_in(places, field, round_)
        return field.planned(self.pairings(field, ()), round_, Reason("berger", places), *apart)

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        return ranked(StageTally(field, results), sorted(field.present), field.scoring.tie_breaks)


def apart_in(places: Sequence[int], field: Field, round_: int) -> list[Reason]:
    """Return a reason for each pair that this round of the tables leaves out, since it is kept apart."""
    turn = (round_ - 1) % max(rounds(len(places)), 1) + 1
    met = [[places[at] for at in pair] for pair in pairs_of(len(places), turn)]
    return [Reason("apart", pair) for pair in met if field.keeps_apart(*pair)]


def _places(field: Field) -> list[int]:
    """Return the seeds in the order of the tables.

    A late entrant takes the place of the bye, else that of the last annulled entrant, else the end.
    """
    places = [each for each in field.seeds if each not in field.late]
    late = [each for each in field.seeds if each in field.late]
    behind = late[: len(places) % 2]
    for entrant in late[len(behind) :]:
        empty = (at for at, each in enumerate(places) if field.left.get(each) == NEVER)
        at = max(empty, default=None)
        if at is None:
            behind.append(entrant)
        else:
            places[at] = entrant
    return places + behind


def rounds(count: int) -> int:
    """Return the number of rounds in which this many entrants all meet once."""
    return count - 1 + count % 2 if count > 1 else 0


def single(count: int) -> Iterator[Pairing]:
    """Yield every pair once. With an odd number, one entrant has a bye in each round."""
    for round_ in range(1, rounds(count) + 1):
        for table, pair in enumerate(pairs_of(count, round_), 1):
            yield Pairing(round_, table, *pair)


def pairs_of(count: int, round_: int) -> list[tuple[int, int]]:
    """Return the pairs of a round; the first of each has the first seat."""
    size = count + count % 2
    return [pair for pair in _round(size, round_) if max(pair) < count]


def round_of(count: int, first: int, second: int) -> int:
    """Return the round in which these two meet, in a single round robin of this size."""
    turning = count - 1 + count % 2
    met = first + second if max(first, second) < turning else 2 * min(first, second)
    return met % turning + 1


def until(row: bytes, entrant: int, round_: int) -> bytes:
    """Return the outcomes of an entrant up to the end of this round; later ones are `NOT_PLAYED`.

    In round r of the Berger tables, two meet whose places add up to r - 1, counted round the table. With an even
    number, the last one meets the entrant who would meet itself.
    """
    count = len(row)
    turning = count - 1 + count % 2
    met = bytearray([NOT_PLAYED]) * count
    last = count - 1 if turning < count else None
    if entrant == last:
        for other in range(turning):
            if 2 * other % turning < round_:
                met[other] = row[other]
        return bytes(met)
    start, height = -entrant % turning, min(round_, turning)
    for first, stop in ((start, start + height), (0, start + height - turning)):
        if stop > first:
            met[first : min(stop, turning)] = row[first : min(stop, turning)]
    if last is not None and 2 * entrant % turning < round_:
        met[last] = row[last]
    met[entrant] = row[entrant]
    return bytes(met)


def double(count: int) -> Iterator[Pairing]:
    """Yield every pair twice, with seats exchanged: the second half of the rounds repeats the first."""
    yield from single(count)
    yield from (
        Pairing(each.round + rounds(count), each.table, each.second, each.first)
        for each in single(count)
    )


def _round(size: int, round_: int) -> Iterator[tuple[int, int]]:
    """Yield the pairs of a round for an even number.

    In the Berger tables the last one stays, and all others move on.
    """
    turning = size - 1
    start = (round_ - 1) * (size // 2) % turning
    last = size - 1
    yield (start, last) if round_ % 2 else (last, start)
    for step in range(1, size // 2):
        yield (start + step) % turning, (start - step) % turning
