"""The Swiss system: everyone plays every round, against others with as many points, and nobody twice."""

from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations, groupby
from typing import TYPE_CHECKING, Final

from app.engine import AWAY, DRAW, HOME, exchanged
from app.tournament.formats.format import (
    BYE,
    WITHOUT_BATTLE,
    Bye,
    Field,
    Pairing,
    PairingResult,
    Reason,
    RoundDraw,
)
from app.tournament.formats.results import StageTally
from app.tournament.standings import Standing, ranked

if TYPE_CHECKING:
    from py4swiss.trf import ParsedTrf
    from py4swiss.trf.results import RoundResult
    from py4swiss.trf.sections import PlayerSection

LARGEST: Final = 200
"""The largest field that is paired as a whole. The time grows with the third power of its size."""
SECTION: Final = 60
"""About how many neighbours in the standings are paired together in a larger field."""
_BY_BATTLE: Final = {HOME: "1", DRAW: "=", AWAY: "0"}
_WITHOUT_BATTLE: Final = {HOME: "+", DRAW: "-", AWAY: "-"}
"""The letter of a result in a tournament report file (TRF16), from the entrant's own view."""


@dataclass(frozen=True, slots=True)
class Swiss:
    """A Swiss system by the FIDE (Dutch) rules: Handbook C.04.3, as valid until 2026.

    Among equal points the upper half meets the lower half. Nobody meets an opponent twice or has two byes, and seats
    alternate. A bye gives the points of a win. A field of more than `LARGEST` is paired in sections of neighbours, by
    the same rules. Pairs kept apart never meet. If the rule of seats leaves no pairing in a small field, it is dropped.
    If there is still no pairing, the stage is over.

    If sides stay apart, a side does not meet itself. If a side has more members than all others together, some have a
    bye, which is a draw: the last in the standings among those with the fewest byes.

    Pairings and byes set by organisers stay, and the others are paired by the rules. In the first round, entrants who
    would meet an annulled one, who would have a bye, or who came late meet each other.
    """

    rounds: int

    def pairings(self, field: Field, results: Sequence[PairingResult]) -> list[Pairing | Bye]:
        """Return the rest of the present round, else the next round.

        An entrant who leaves within a round first gets a result in it, without a battle.
        """
        last = max((each.round for each in results), default=0)
        there = {side for each in results if each.round == last for side in each[2:4]}
        missing = {each for each in field.seeds if not field.is_gone(each, last)} - there
        if last and missing:
            before = [each for each in results if each.round < last]
            absent = _absent(field, last) - there
            paired = _round(field, before, last, self.rounds, absent)
            return [each for each in paired.due if each.first in missing]
        absent = _absent(field, last + 1)
        if last >= self.rounds or len(field.seeds) - len(absent) < 2:
            return []
        return [*_round(field, results, last + 1, self.rounds, absent).due]

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the pairings of the round. Reasons tell score groups, earlier meetings, points and seats."""
        before = [each for each in results if each.round < round_]
        paired = _round(field, before, round_, self.rounds, _absent(field, round_))
        return RoundDraw(paired.due, [*_reasons(paired, field, before)])

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        rounds = max((each.round for each in results), default=0)
        tally = StageTally(field, results, rounds=rounds)
        return ranked(tally, sorted(field.present), field.scoring.tie_breaks)


def _absent(field: Field, round_: int) -> set[int]:
    """Return the entrants who left before this round."""
    return {each for each in field.seeds if field.is_gone(each, round_)}


def _round(
    field: Field,
    results: Sequence[PairingResult],
    round_: int,
    rounds: int,
    absent: Collection[int],
) -> "_SwissRound":
    """Pair a round by the results of the rounds before it."""
    points = StageTally(field, results).points
    seeds = field.seed_of
    ranking = sorted(field.seeds, key=lambda entry: (-points[entry], seeds[entry]))
    history = _History(field, results, round_ - 1, rounds)
    given = [
        two
        for each in field.given
        for two in [each[2:4] if isinstance(each, Pairing) else (each.first, None)]
        if each.round == round_ and {*two} <= {*field.present, None} - {*absent}
    ]
    kept: list[tuple[int, int | None]] = []
    if round_ == 1 and len(field.present) - len(field.late) < len(ranking):
        busy = {side for pair in given for side in pair} | field.late
        drawn = [entry for entry in ranking if entry not in busy]
        there = {*field.present} - {*absent}
        kept = [pair for pair in _matched(history, field, results, drawn)[0] if there >= {*pair}]
    for pairs in ([*given, *kept], given):
        busy = {side for pair in pairs for side in pair} | {*absent}
        waiting = [entry for entry in ranking if entry not in busy]
        more, resting = _matched(history, field, results, waiting)
        if more or not waiting:
            break
    pairs = [*pairs, *more] if more or not waiting else []

    def order(pair: tuple[int, int | None]) -> tuple[int, ...]:
        """Sort by C.04.3, D.9: the points of the better one, of both, the number of the better one. A bye is last."""
        first, second = pair
        if second is None:
            return (1,)
        better = min(first, second, key=lambda entry: (-points[entry], seeds[entry]))
        both = points[first] + points[second]
        return 0, -points[better], -both, seeds[better]

    rests = [Bye(round_, entry, DRAW) for entry in resting] if pairs else []
    due = [
        Bye(round_, first) if second is None else Pairing(round_, table, first, second)
        for table, (first, second) in enumerate(sorted(pairs, key=order), 1)
    ]
    paired = [entry for entry in ranking if entry not in absent]
    return _SwissRound([*due, *rests], paired, points, given, history)


@dataclass(frozen=True, slots=True)
class _SwissRound:
    """A round as it was paired. `ranking`: the entrants in order, with their `points`.

    `given`: the pairings set by organisers.
    """

    due: Sequence[Pairing | Bye]
    ranking: Sequence[int]
    points: Sequence[int]
    given: Sequence[tuple[int, int | None]]
    history: "_History"


def _reasons(
    paired: _SwissRound, field: Field, results: Sequence[PairingResult]
) -> Iterator[Reason]:
    points, history = paired.points, paired.history
    place: dict[int, tuple[int, int]] = {}
    for level, group in groupby(paired.ranking, key=points.__getitem__):
        members = [*group]
        place |= {entry: (at, len(members)) for at, entry in enumerate(members, 1)}
        yield Reason("score-group" if results else "first-round", members, (level,))
        for two in combinations(members, 2):
            if field.keeps_apart(*two):
                yield Reason("apart", two)
            elif history.have_met(*two):
                yield Reason("met", two)
    if results:
        yield Reason("seat-rule" if history.with_seats else "seatless")
    for each in paired.due:
        if isinstance(each, Bye):
            is_given = (each.first, None) in paired.given
            kind = "given-bye" if is_given else "bye" if each.outcome == BYE else "surplus"
            yield Reason(kind, (each.first,), (points[each.first],))
            continue
        two = each.first, each.second
        high, low = sorted(two, key=paired.ranking.index)
        if two in paired.given:
            yield Reason("given", two, (), each.table)
        elif points[high] > points[low]:
            yield Reason("float", (high, low), (points[high], points[low]), each.table)
        elif results:
            figures = points[high], place[high][0], place[low][0], place[high][1]
            yield Reason("level", (high, low), figures, each.table)
        if results:
            seats = [
                sum(met.second is not None and met[seat] == entry for met in results)
                for entry in two
                for seat in (2, 3)
            ]
            yield Reason("seats", two, seats, each.table)


def _matched(
    history: "_History", field: Field, results: Sequence[PairingResult], ranking: Sequence[int]
) -> tuple[list[tuple[int, int | None]], list[int]]:
    """Pair these entrants. Also return those of the largest side who have no opponent.

    The list of pairs is empty if there is no legal pairing.
    """
    if len(ranking) < 2:
        return [(each, None) for each in ranking], []
    resting = _resting(field, results, ranking) if field.apart else []
    ranking = [entry for entry in ranking if entry not in resting]
    if len(ranking) <= LARGEST:
        sections = [ranking]
    elif field.apart:
        sections = [*_mixed_sections(ranking, field)]
    else:
        sections = [*_sections(ranking, StageTally(field, results).points)]
    return _paired(history, sections) or _paired(history, [ranking]) or [], resting


def _resting(field: Field, results: Sequence[PairingResult], ranking: Sequence[int]) -> list[int]:
    """Return members of the largest side who have no opponent; empty for a single one, which gets the usual bye."""
    sizes = Counter(field.sides[entry] for entry in ranking)
    largest, size = sizes.most_common(1)[0]
    surplus = 2 * size - len(ranking)
    if surplus < 2:
        return []
    rested = Counter(each.first for each in results if each.second is None)
    own = [entry for entry in reversed(ranking) if field.sides[entry] == largest]
    return sorted(own, key=rested.__getitem__)[:surplus]


def _mixed_sections(ranking: Sequence[int], field: Field) -> Iterator[list[int]]:
    """Yield the ranking in sections that hold a share of every side, best first. All but the last have an even size.

    No side has more than half of a section, nor of the rest, so that everyone has an opponent.
    """
    sizes = Counter(field.sides[entry] for entry in ranking)
    seen: Counter[int | None] = Counter()
    shares: dict[int, float] = {}
    for entry in ranking:
        side = field.sides[entry]
        shares[entry] = (2 * seen[side] + 1) / sizes[side]
        seen[side] += 1
    waiting = sorted(ranking, key=shares.__getitem__)
    place = {entry: at for at, entry in enumerate(ranking)}
    while waiting:
        size = next(
            (
                size
                for size in range(SECTION, len(waiting) - SECTION, 2)
                if _are_mixed(waiting[:size], field) and _are_mixed(waiting[size:], field)
            ),
            len(waiting),
        )
        yield sorted(waiting[:size], key=place.__getitem__)
        waiting = waiting[size:]


def _are_mixed(those: Sequence[int], field: Field) -> bool:
    """Whether no side has more than half of these entrants, rounded up."""
    ((_, most),) = Counter(field.sides[entry] for entry in those).most_common(1)
    return 2 * most <= len(those) + len(those) % 2


def _paired(
    history: "_History", sections: Sequence[Sequence[int]]
) -> list[tuple[int, int | None]] | None:
    """Return all pairs of these sections. None if a section cannot be paired, even without the rule of seats."""
    pairs: list[tuple[int, int | None]] = []
    history.with_seats = True
    for section in sections:
        found = history.pairs(section, seats=True)
        if not found:
            history.with_seats = False
            found = history.pairs(section, seats=False)
        if not found:
            return None
        pairs += found
    return pairs


def _sections(ranking: Sequence[int], points: Sequence[int]) -> Iterator[list[int]]:
    """Yield the ranking in sections of about the size paired at once. All but the last have an even size.

    A small group of equal points stays together. A large one is cut so that the same places of its upper and lower half
    are in one section: these would have met in any case.
    """
    together: list[list[int]] = [[]]
    for _, level in groupby(ranking, key=points.__getitem__):
        players = [*level]
        if len(together[-1]) >= SECTION // 2 and len(together[-1]) + len(players) > SECTION:
            floating = together[-1][len(together[-1]) // 2 * 2 :]
            del together[-1][len(together[-1]) // 2 * 2 :]
            together.append(floating)
        together[-1] += players
    if len(together) > 1 and len(together[-1]) < SECTION // 2:
        together[-2:] = [together[-2] + together[-1]]
    for level_ in together:
        parts = max(len(level_) // SECTION, 1)
        half = len(level_) // 2
        cuts = [at * half // parts for at in range(parts)]
        for start, end in zip(cuts, [*cuts[1:], half], strict=True):
            last = len(level_) if end == half else half + end
            yield level_[start:end] + level_[half + start : last]


class _History:
    """All rounds so far in the form of the pairing library: entrants by their place among the seeds, from 1."""

    def __init__(
        self, field: Field, results: Sequence[PairingResult], played: int, rounds: int
    ) -> None:
        self._field, self._played, self._rounds = field, played, rounds
        self._points = StageTally(field, results).points
        self._number = {entry: number for number, entry in enumerate(field.seeds, 1)}
        self._lines: dict[int, list[RoundResult | None]] = {
            entry: [None] * played for entry in field.seeds
        }
        self.met: set[tuple[int, int]] = set()
        for each in results:
            at = each.round - 1
            self._lines[each.first][at] = self._line(each.second, "w", each.outcome)
            if each.second is not None:
                back = exchanged(bytes([each.outcome]))[0]
                self._lines[each.second][at] = self._line(each.first, "b", back)
                numbers = self._number[each.first], self._number[each.second]
                self.met.add((min(numbers), max(numbers)))
        self.with_seats = True
        self._with_seats = [self._section(entry, lines) for entry, lines in self._lines.items()]

    def have_met(self, first: int, second: int) -> bool:
        """Whether these two have met before."""
        numbers = self._number[first], self._number[second]
        return (min(numbers), max(numbers)) in self.met

    def pairs(self, section: Sequence[int], *, seats: bool) -> list[tuple[int, int | None]]:
        """Return the pairs of a section, first seat first; empty if it cannot be paired."""
        from py4swiss.engines import DutchEngine
        from py4swiss.engines.common import PairingError

        try:
            found = DutchEngine.generate_pairings(self._tournament(section, seats))
        except PairingError:
            return []
        entry = self._field.seeds
        return [
            (entry[each.white - 1], entry[each.black - 1] if each.black else None) for each in found
        ]

    def _tournament(self, section: Sequence[int], seats: bool) -> "ParsedTrf":
        from py4swiss.trf import ParsedTrf
        from py4swiss.trf.results import ResultToken, ScoringPointSystem, ScoringPointSystemCode
        from py4swiss.trf.sections import XSection

        scoring, system = self._field.scoring, ScoringPointSystem()
        for code, points in (
            (ScoringPointSystemCode.WIN, scoring.win),
            (ScoringPointSystemCode.DRAW, scoring.draw),
            (ScoringPointSystemCode.LOSS, scoring.loss),
            (ScoringPointSystemCode.PAIRING_ALLOCATED_BYE, scoring.win),
            (ScoringPointSystemCode.ZERO_POINT_BYE, 0),
        ):
            system.apply_code(code, 10 * points)
        away = {*self._number} - {*section}
        rest = XSection(
            number_of_rounds=self._rounds,
            zeroed_ids={self._number[entry] for entry in away},
            scoring_point_system=system,
        )
        rest.forbidden_pairs = self._kept_apart(section)
        if seats:
            return ParsedTrf(player_sections=self._with_seats, x_section=rest)
        rest.forbidden_pairs |= self.met
        players = []
        for entry in self._field.seeds:
            lines = [
                each if each and each.result is ResultToken.PAIRING_ALLOCATED_BYE else None
                for each in self._lines[entry]
            ]
            player = self._section(entry, lines)
            points = sum(map(system.get_points_times_ten, filter(None, self._lines[entry])))
            of_byes = sum(map(system.get_points_times_ten, filter(None, lines)))
            rest.accelerations[player.starting_number] = [0] * self._played + [points - of_byes]
            player.points_times_ten = points
            players.append(player)
        return ParsedTrf(player_sections=players, x_section=rest)

    def _kept_apart(self, section: Sequence[int]) -> set[tuple[int, int]]:
        if not self._field.apart and not self._field.avoids:
            return set()
        return {
            (min(pair), max(pair))
            for two in combinations(section, 2)
            if self._field.keeps_apart(*two)
            for pair in [(self._number[two[0]], self._number[two[1]])]
        }

    def _section(self, entry: int, lines: Sequence["RoundResult | None"]) -> "PlayerSection":
        from py4swiss.trf.codes import PlayerCode
        from py4swiss.trf.results import ColorToken, ResultToken, RoundResult
        from py4swiss.trf.sections import PlayerSection

        absent = RoundResult(
            id=0, color=ColorToken.BYE_OR_NOT_PAIRED, result=ResultToken.ZERO_POINT_BYE
        )
        number = self._number[entry]
        return PlayerSection(
            code=PlayerCode.PLAYER,
            starting_number=number,
            points_times_ten=10 * self._points[entry],
            rank=number,
            results=[each or absent for each in lines],
        )

    def _line(self, other: int | None, seat: str, outcome: int) -> "RoundResult":
        from py4swiss.trf.results import ColorToken, ResultToken, RoundResult

        if other is None:
            token = {HOME: "U", DRAW: "H", AWAY: "Z"}[outcome & 3]
            return RoundResult(id=0, color=ColorToken("-"), result=ResultToken(token))
        ended = _WITHOUT_BATTLE if outcome >> 2 == WITHOUT_BATTLE else _BY_BATTLE
        return RoundResult(
            id=self._number[other], color=ColorToken(seat), result=ResultToken(ended[outcome & 3])
        )
