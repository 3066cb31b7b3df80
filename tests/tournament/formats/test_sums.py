"""Every number of a table can be added up from its battles, by the words that stand below it."""

from collections.abc import Sequence
from dataclasses import replace
from random import Random

import pytest

from app.engine import AWAY, DRAW, HOME
from app.tournament.formats.by_hand import ByHand
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import BYE, Field, Format, Pairing, PairingResult
from app.tournament.formats.groups import Groups
from app.tournament.formats.hill import Hill
from app.tournament.formats.round_robin import RoundRobin
from app.tournament.formats.swiss import Swiss
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing
from app.tournament.tiebreaks import DEFAULT, MOST, TIE_BREAKS, Facts

ALL = [slug for slug in TIE_BREAKS if slug != "head-to-head"]
SIZES = [-2, -5, -3, -3, -4, -2, -5, -1, -2]
HAND = ByHand((Pairing(1, 1, 0, 1), Pairing(1, 2, 2, 3), Pairing(2, 1, 0, 2)))
FORMATS: dict[str, Format] = {
    "round-robin": RoundRobin(2),
    "groups": Groups(2, 1, by_lot=False, meetings=1),
    "swiss": Swiss(5),
    "divisions": Divisions((4, 4), 1, 1),
    "hill": Hill(4),
    "by-hand": HAND,
}


def played(format_: Format, field: Field, luck: Random) -> list[PairingResult]:
    """All results; in the third round of a Swiss system the entrant 5 has left."""
    results: list[PairingResult] = []
    while due := format_.pairings(field, results):
        for each in due:
            outcome = luck.choice((HOME, HOME, AWAY, DRAW))
            results.append(
                PairingResult.of(each, outcome)
                if isinstance(each, Pairing)
                else PairingResult.of(each)
            )
        if isinstance(format_, Swiss) and results[-1].round == 2:
            field = replace(field, left={5: 2})
    return results


Met = list[tuple[int | None, str]]


class Sums:
    """A table, added up from the battles of its members: those that its words say."""

    def __init__(self, results: Sequence[PairingResult], members: Sequence[int], slug: str) -> None:
        self.is_swiss, self.is_hill, self.members = slug == "swiss", slug == "hill", members
        self.rounds = max(each.round for each in results)
        self.met: dict[int, Met] = {entry: [] for entry in members}
        self.last = dict.fromkeys(members, 0)
        for each in results:
            turned = {HOME: "w", AWAY: "l", DRAW: "d"}[each.outcome & 3]
            other = {"w": "l", "l": "w", "d": "d"}[turned]
            if each.first in self.met and (each.second is None or each.second in self.met):
                self.met[each.first].append((each.second, turned))
                self.last[each.first] = each.round
                if each.second is not None:
                    self.met[each.second].append((each.first, other))
                    self.last[each.second] = each.round

    def wdl(self, entry: int) -> tuple[int, int, int]:
        marks = [mark for _, mark in self.met[entry]]
        return marks.count("w"), marks.count("d"), marks.count("l")

    def points(self, entry: int) -> int:
        wins, draws, _ = self.wdl(entry)
        return 3 * wins + draws

    def rate(self, entry: int) -> float:
        return self.wdl(entry)[0] / (sum(self.wdl(entry)) or 1)

    def is_upper(self, entry: int) -> int:
        middle = sorted(map(self.points, self.members))[len(self.members) // 2]
        return int(self.points(entry) >= middle)

    def opponents(self, entry: int, mark: str = "wdl") -> list[int]:
        """Those with this result; a bye of a Swiss system as somebody with as many points as the entrant: itself."""
        found = [(entry if other is None else other, is_) for other, is_ in self.met[entry]]
        if not self.is_swiss:
            found = [(other, is_) for other, is_ in self.met[entry] if other is not None]
        return [other for other, is_ in found if is_ in mark]

    def buchholz(self, entry: int) -> list[int]:
        met = [other for other, _ in self.met[entry] if other is not None]
        if not self.is_swiss:
            return sorted(map(self.points, met))
        absent = [self.points(entry)] * (self.rounds - len(met))
        return sorted(absent + [self.points(e) + self.rounds - self.last[e] for e in met])

    def value(self, slug: str, entry: int) -> float:
        beaten, drawn = self.opponents(entry, "w"), self.opponents(entry, "d")
        met = self.buchholz(entry)
        return {
            "sonneborn-berger": sum(map(self.points, beaten)) + sum(map(self.points, drawn)) / 2,
            "wins": self.wdl(entry)[0],
            "win-rates": round(sum(map(self.rate, beaten)), 6),
            "upper-half": sum(map(self.is_upper, beaten)),
            "buchholz": sum(met),
            "buchholz-cut-1": sum(met[1:]),
            "buchholz-median": sum(met[1:-1]),
            "earlier-entry": -self.arrival(entry),
            "size": SIZES[entry],
        }[slug]

    def arrival(self, entry: int) -> int:
        """By number; on a hill among those who stand on it."""
        return sorted(self.members).index(entry) + 1 if self.is_hill else entry + 1

    def head_to_head(self, entry: int) -> int | None:
        level = [e for e in self.members if self.points(e) == self.points(entry) and e != entry]
        marks = [mark for other, mark in self.met[entry] if other in level]
        return 3 * marks.count("w") + marks.count("d") if level else None


def tables(format_: Format, field: Field, results: Sequence[PairingResult]) -> list[list[Standing]]:
    if isinstance(format_, Groups | Divisions):
        return format_.tables(field, results)
    lines = format_.standings(field, results)
    if isinstance(format_, Hill):
        fallen = format_.top(field, results)[0].fallen
        assert {*fallen} == {each.entry for each in lines[format_.size :]}
        return [lines[: format_.size]]
    return [lines]


@pytest.mark.parametrize("slug", FORMATS)
def test_every_number_is_the_sum_that_its_words_say(slug: str) -> None:
    """What the numbers mean: points, W-D-L with byes, and every tie-break."""
    format_, luck = FORMATS[slug], Random(slug)
    size = 5 if slug == "by-hand" else 9
    byes = 0
    for order in (ALL[:MOST], ALL[MOST:], [*DEFAULT]):
        scoring = Scoring.of(3, 1, 0, order)
        field = Field(tuple(range(size)), scoring, facts=Facts(size=SIZES[:size]))
        for _ in range(10):
            results = played(format_, field, luck)
            byes += sum(each.outcome == BYE for each in results)
            for lines in tables(format_, field, results):
                sums = Sums(results, [each.entry for each in lines], slug)
                for line in lines:
                    assert (line.wins, line.draws, line.losses) == sums.wdl(line.entry)
                    assert line.points == sums.points(line.entry)
                    for name, value in zip(order, line.tie_breaks, strict=True):
                        if name == "head-to-head":
                            assert value == sums.head_to_head(line.entry)
                        else:
                            assert value == pytest.approx(sums.value(name, line.entry)), name
    assert bool(byes) is (slug == "swiss")
