"""The hill: each entrant challenges everyone on it, and the weakest falls off. It never ends.

These are the rules of the Core War hills (KOTH). A new entrant meets everyone, earlier results of the others stay, and
the one with the fewest points is pushed off once the hill is over-full.
"""

from collections.abc import Sequence
from dataclasses import dataclass, replace
from functools import cached_property

from app.engine import NOT_PLAYED, exchanged
from app.tournament.formats.format import Field, Lives, Pairing, PairingResult, Reason, RoundDraw
from app.tournament.scoring import Scoring, Table
from app.tournament.standings import Standing, ranked
from app.tournament.tiebreaks import NO_FACTS, Facts


@dataclass(frozen=True)
class Top:
    """The entrants on the hill in order of arrival, with the outcomes among them, row by row.

    `since`: the challenge in which each arrived. `challenges`: the number of challenges so far. `fallen`: those who
    fell off, the latest last.
    """

    entries: tuple[int, ...] = ()
    rows: tuple[bytes, ...] = ()
    since: tuple[int, ...] = ()
    challenges: int = 0
    fallen: tuple[int, ...] = ()

    @cached_property
    def ages(self) -> dict[int, int]:
        """The number of challenges each has survived."""
        return {
            entry: self.challenges - since
            for entry, since in zip(self.entries, self.since, strict=True)
        }

    def ranking(
        self, scoring: Scoring, facts: Facts = NO_FACTS, lives: Lives | None = None
    ) -> list[Standing]:
        """Return the table of the hill, best first.

        Of equals, the older one is first. `lives`: given if life counts.
        """
        own = facts.of_these(self.entries)
        if lives:
            own = replace(own, life=[self._life(at, lives) for at in range(len(self.entries))])
        table = Table(self.rows, scoring, own)
        lines = ranked(table, range(len(self.rows)), scoring.tie_breaks)
        return [replace(line, entry=self.entries[line.entry]) for line in lines]

    def _life(self, at: int, lives: Lives) -> float:
        """Return the life left to one entrant after its battles with all others on the hill."""
        met = zip(self.entries, self.rows[at], strict=True)
        return sum(
            lives(self.entries[at], other)[0] for other, outcome in met if outcome != NOT_PLAYED
        )

    def challenged(
        self,
        entry: int,
        outcomes: bytes,
        size: int,
        scoring: Scoring,
        facts: Facts = NO_FACTS,
        lives: Lives | None = None,
    ) -> "Top":
        """Return the hill after a challenge with these outcomes, as the challenger sees them.

        If the hill is over-full, the last of the table falls; of equals, the latest arrival.
        """
        rows = [
            row + bytes([byte]) for row, byte in zip(self.rows, exchanged(outcomes), strict=True)
        ]
        challenge = self.challenges + 1
        top = Top(
            (*self.entries, entry),
            (*rows, outcomes + bytes([NOT_PLAYED])),
            (*self.since, challenge),
            challenge,
            self.fallen,
        )
        if len(top.entries) <= size:
            return top
        last = top.entries.index(top.ranking(scoring, facts, lives)[-1].entry)
        return top._without(last)

    def without(self, entry: int) -> "Top":
        """Return the hill without this entrant."""
        return self._without(self.entries.index(entry)) if entry in self.entries else self

    def _without(self, at: int) -> "Top":
        return Top(
            self.entries[:at] + self.entries[at + 1 :],
            tuple(row[:at] + row[at + 1 :] for row in self.rows[:at] + self.rows[at + 1 :]),
            self.since[:at] + self.since[at + 1 :],
            self.challenges,
            (*self.fallen, self.entries[at]),
        )


@dataclass(frozen=True, slots=True)
class Hill:
    """A hill with this many places. The seeds are the entrants in order of entry.

    If sides stay apart, each challenges only the other sides.
    """

    size: int

    def top(self, field: Field, results: Sequence[PairingResult]) -> tuple[Top, list[Pairing]]:
        """The current hill, and the unplayed battles of the challenge under way.

        Rounds are challenges, and tables are the places on the hill by age, oldest first.
        """
        ended = {(each.first, each.second): each.outcome for each in results}
        top = Top()
        for challenge, entry in enumerate(field.seeds, 1):
            for other in top.entries:
                if field.is_gone(other, challenge):
                    top = top.without(other)
            if field.is_gone(entry, challenge):
                if entry in field.present:
                    top = replace(top, fallen=(*top.fallen, entry))
                continue
            met = [(entry, other) for other in top.entries]
            missing = [
                Pairing(challenge, table, *pair)
                for table, pair in enumerate(met, 1)
                if pair not in ended and not field.keeps_apart(*pair)
            ]
            if missing:
                return top, missing
            outcomes = bytes(ended.get(pair, NOT_PLAYED) for pair in met)
            top = top.challenged(
                entry, outcomes, self.size, field.scoring, field.facts, field.counted_lives
            )
        for entry in top.entries:
            if field.is_gone(entry, len(field.seeds)):
                top = top.without(entry)
        return top, []

    def pairings(self, field: Field, results: Sequence[PairingResult]) -> list[Pairing]:
        """Return the battles of the next challenge; empty until another entrant comes."""
        return self.top(field, results)[1]

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the challenge of this round, with the entrants then on the hill."""
        top, due = self.top(field, [each for each in results if each.round < round_])
        reasons = [
            Reason("challenge", field.seeds[round_ - 1 : round_], (self.size,)),
            Reason("hill", top.entries),
            Reason("fallen", top.fallen[-1:]),
        ]
        return RoundDraw(due, [each for each in reasons if each.entrants])

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return the entrants on the hill, then those who fell, the latest first."""
        top, _ = self.top(field, results)
        lines = top.ranking(field.scoring, field.facts, field.counted_lives)
        nothing = (None,) * len(field.scoring.tie_breaks)
        return lines + [
            Standing(entry, place, 0, 0, 0, 0, nothing)
            for place, entry in enumerate(reversed(top.fallen), len(lines) + 1)
        ]
