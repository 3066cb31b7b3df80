"""Rulings in a season with stages: retired entries, set pairings and byes, pairs kept apart, ended rounds."""

from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass, fields, replace
from datetime import datetime
from itertools import permutations
from typing import Any, ClassVar, Final, Self

from app.errors import Problem
from app.text.characters import shown
from app.tournament.formats.format import Bye, Pairing


@dataclass(frozen=True, slots=True)
class Retirement:
    """The entry of this number is left out of pairings after a round of a stage. Its earlier results count.

    Round 0 stands for before the first round.
    """

    number: int
    stage: int
    round: int
    reason: str
    at: str
    code: ClassVar = "entry-retired"


@dataclass(frozen=True, slots=True)
class Ruling:
    """Two entries that must meet in a round of a stage, the first in the first seat.

    Without a second, the first has a bye.
    """

    stage: int
    round: int
    first: int
    second: int | None
    reason: str
    at: str

    @property
    def code(self) -> str:
        """The code of the note about it."""
        return "bye-given" if self.second is None else "pairing-set"


@dataclass(frozen=True, slots=True)
class Avoidance:
    """Two entries that must not meet in any stage, by their numbers; before the first closing, by their ids."""

    first: int
    second: int
    reason: str
    at: str
    code: ClassVar = "kept-apart"


@dataclass(frozen=True, slots=True)
class RoundEnd:
    """A round whose open matches organisers ended at once, as the season's settings say."""

    stage: int
    round: int
    reason: str
    at: str
    code: ClassVar = "round-ended"


AnyRuling = Retirement | Ruling | Avoidance | RoundEnd


@dataclass(frozen=True, slots=True)
class Rulings:
    """All rulings of a season, in the order in which they were made.

    Wishes of before the closing are in `wished`, by id. At the closing they move to `never`, by number.
    """

    retired: tuple[Retirement, ...] = ()
    set: tuple[Ruling, ...] = ()
    never: tuple[Avoidance, ...] = ()
    wished: tuple[Avoidance, ...] = ()
    ended: tuple[RoundEnd, ...] = ()

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """Return the rulings from the form of a database row."""
        return cls(
            tuple(
                Retirement(each["number"], **each["after"], reason=each["reason"], at=each["at"])
                for each in kept.get("retired", ())
            ),
            tuple(Ruling(**each) for each in kept.get("set", ())),
            tuple(Avoidance(**each) for each in kept.get("never", ())),
            tuple(Avoidance(**each) for each in kept.get("wished", ())),
            tuple(RoundEnd(**each) for each in kept.get("ended", ())),
        )

    @property
    def every(self) -> list[AnyRuling]:
        """All rulings in one list."""
        return [*self.retired, *self.set, *self.never, *self.wished, *self.ended]

    def without(self, ruling: AnyRuling) -> Self:
        """Return the rulings without this one."""
        return replace(
            self,
            **{
                each.name: tuple(one for one in getattr(self, each.name) if one is not ruling)
                for each in fields(self)
            },
        )

    def closed(self, number_of: Mapping[int, int]) -> Self:
        """Return the rulings for the closing: ids in `wished` become numbers in `never`.

        Wishes about an entry without a number are dropped.
        """
        found = (
            replace(each, first=number_of[each.first], second=number_of[each.second])
            for each in self.wished
            if {each.first, each.second} <= number_of.keys()
        )
        return replace(self, never=(*self.never, *found), wished=())

    def avoids(self, at: Mapping[int, int]) -> dict[int, frozenset[int]]:
        """Return whom each entrant must not meet. `at`: the index of each number among the entrants."""
        found: dict[int, frozenset[int]] = {}
        for each in self.never:
            if {each.first, each.second} <= at.keys():
                for one, other in permutations((at[each.first], at[each.second])):
                    found[one] = found.get(one, frozenset()) | {other}
        return found

    def with_retired(self, number: int, at: tuple[int, int], reason: str, now: datetime) -> Self:
        """Return the rulings with another one: the entry of this number retires after this stage and round."""
        made = Retirement(number, *at, reason, now.isoformat())
        return replace(self, retired=(*self.retired, made))

    def kept(self) -> dict[str, Any]:
        """Return the rulings in the form of a database row and a record; empty if there are none."""
        retired = [
            {"number": each.number, "after": {"stage": each.stage, "round": each.round}}
            | {"reason": each.reason, "at": each.at}
            for each in self.retired
        ]
        found = {"retired": retired} | {
            what: [asdict(each) for each in getattr(self, what)]
            for what in ("set", "never", "wished", "ended")
        }
        return {what: those for what, those in found.items() if those}

    def notes(self, names: Mapping[int, str]) -> Iterator[Problem]:
        """Yield a public note for each ruling, with the names of these numbers. Control characters are escaped."""
        for each in replace(self, wished=()).every:
            facts = {one.name: getattr(each, one.name) for one in fields(each)}
            number, other = facts.get("number", facts.get("first")), facts.get("second")
            facts |= {"number": number, "name": names.get(number or 0, "–")}
            facts |= {"other": other, "other_name": names.get(other or 0, "–")}
            facts["at"] = f"{each.at[:16].replace('T', ' ')} UTC"
            said = [(what, shown(str(it))) for what, it in facts.items()]
            yield Problem(each.code, said=said)

    def left(self, stage: int, at: Mapping[int, int]) -> dict[int, int]:
        """Return the round of this stage after which each retired entrant left. `at`: the index of each number."""
        return {
            at[each.number]: each.round
            for each in self.retired
            if each.stage == stage and each.number in at
        }

    def given(self, stage: int, at: Mapping[int, int]) -> list[Pairing | Bye]:
        """Return the pairings and byes set in this stage, among the entrants present. `at`: the index of each number."""
        return [
            Bye(each.round, at[each.first])
            if each.second is None
            else Pairing(each.round, 0, at[each.first], at[each.second])
            for each in self.set
            if each.stage == stage and {each.first, each.second} <= {*at, None}
        ]


NONE: Final = Rulings()
