"""The part of a record about the season's beacon: its value, the seals mixed with it, and what both prove."""

from collections.abc import Iterator, Mapping
from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator
from sqlmodel import Session

from app.engine.matches import dice
from app.errors import Problem
from app.league import seals
from app.league.archive.parts import Hex, RecordPart, Restoration, Section, Whole
from app.league.results.results import FinishedRun
from app.league.seasons.stages import beacons
from app.store.tables import Run, Season


def _moment(kept: str) -> str:
    if datetime.fromisoformat(kept).tzinfo is None:
        raise ValueError("a moment needs its offset from UTC")
    return kept


Moment = Annotated[str, AfterValidator(_moment)]


class RecordedSeal(RecordPart):
    """The seal and the number of an entry at the first closing."""

    number: int
    seal: Hex


class RecordedBeacon(Section):
    """The public randomness in a season's dice: a round of drand or an announced number, and the seals mixed with it.

    `at`: when the randomness became public. `sealed_at`: when the seals of the first closing became public.
    """

    source: Literal["drand", "announced"]
    number: str = ""
    chain: Hex = ""
    genesis: int = 0
    period: int = 0
    round: int = 0
    at: Moment
    randomness: str
    signature: Hex
    sealed_at: Moment
    seals: list[RecordedSeal]

    @property
    def facts(self) -> dict[str, Any]:
        """Return the beacon in the form that `Season.beacon_facts` keeps."""
        kept = self.model_dump(exclude={"sealed_at", "seals"}, exclude_defaults=True)
        late = beacons.is_late(kept, datetime.fromisoformat(self.sealed_at))
        mixed = dice.beacon(self.randomness, [(each.number, each.seal) for each in self.seals])
        return {**kept, "mixed": mixed, "late": late}

    @classmethod
    def written(cls, session: Session, season: Season, _run: Run, _: FinishedRun) -> Self | None:
        """Return the beacon of this season, or None while it is awaited or if the season has none."""
        facts = season.beacon_facts
        if not facts or beacons.awaited(season):
            return None
        return cls(
            **{name: value for name, value in facts.items() if name not in ("mixed", "late")},
            sealed_at=seals.closings(session, season)[0].at.isoformat(),
            seals=[RecordedSeal(number=n, seal=s) for n, s in beacons.sealed(session, season)],
        )

    def faults(self, _record: Whole) -> Iterator[Problem]:
        """Yield a fault if a drand round does not fit its time or signature, or if the seals cannot be read."""
        facts = self.facts
        if self.source == beacons.DRAND and not (
            self.period > 0
            and facts.get("round")
            == beacons.round_at({"genesis": 0, **facts}, beacons.at_of(facts))
            and beacons.is_of(self.randomness, self.signature)
        ):
            yield Problem("beacon-differs", beacon=f"drand {self.round}")
        numbers = [each.number for each in self.seals]
        if numbers != sorted({*numbers}) or any(len(each.seal) != 64 for each in self.seals):
            yield Problem("first-closing-unreadable")

    def unproven(self, record: Whole) -> Iterator[Problem]:
        """Yield what leaves the dice open to choice.

        That is a beacon known before the seals, mixed seals that match no entry, and seals of entries left out.
        """
        if self.facts["late"]:
            yield Problem("unproven-beacon-first", closed=self.sealed_at, at=self.at)
        known = {each.number: each.commitment for each in record.entries}
        if gone := [each.number for each in self.seals if known.get(each.number) != each.seal]:
            yield Problem("unproven-beacon-seals", numbers=", ".join(map(str, gone)))
        mixed = {each.seal for each in self.seals}
        on_time = (each for each in record.entries if not each.mark)
        if missed := [each.number for each in on_time if each.commitment not in mixed]:
            yield Problem("unproven-beacon-missed", numbers=", ".join(map(str, missed)))

    def restore(self, back: Restoration) -> None:
        """Store the beacon, with the mixed seals, in the restored season."""
        back.season.beacon = self.number or self.source
        back.season.beacon_facts = self.facts

    @property
    def closing_seals(self) -> Mapping[int, str]:
        """The seals mixed with the beacon, by number."""
        return {each.number: each.seal for each in self.seals}
