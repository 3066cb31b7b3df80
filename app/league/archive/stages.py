"""The part of a record about stages: every pairing, outcome, die and cut is written and checked."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Self

from pydantic import Field
from sqlmodel import Session

from app.engine import Ruleset
from app.errors import Problem
from app.league.archive.parts import FormerSeason, Hex, RecordPart, Restoration, Section, Whole
from app.league.results.results import FinishedRun
from app.league.seasons.stages import courses, lots, plans
from app.league.seasons.stages.courses import StageCourse, StagePairing
from app.league.seasons.stages.lots import Ticket
from app.league.seasons.stages.plans import StagePlan
from app.league.seasons.stages.rulings import Rulings
from app.store import entrants
from app.store.results import stages
from app.store.tables import Lottery, Run, Season
from app.tournament.formats.catalogue import FORMATS
from app.tournament.formats.format import WITHOUT_BATTLE, PairingResult
from app.tournament.formats.rankings import FormerRank, Ranking, lots_of
from app.tournament.formats.stages import Phase


class RecordedPlan(RecordPart):
    """A stage as its organiser planned it."""

    format: str
    settings: dict[str, int]
    name_ja: str
    name_en: str
    best: int | None
    points: list[int] | None
    tie_breaks: list[str] | None
    drawn_seeds: bool
    after: str = Field(default="", exclude_if=lambda after: not after)
    version: int = Field(default=1, ge=1, le=plans.VERSION, exclude_if=lambda version: version == 1)


class RecordedStage(RecordPart):
    """A stage: its plan, its pairings, its dice and lots, and the entries that went on.

    A line of `results` is round, table, both numbers (None for the second in a bye) and the outcome as the first sees
    it. `dice` settled drawn knock-outs: round, table, then the throws of the two sides in turn. `drawn`: the entries
    that were tied at the cut or at the border of a division. `seeded`: the tied entries above the cut. Both are in
    order of lots.
    """

    plan: RecordedPlan
    results: list[list[int | None]]
    dice: list[list[int]]
    drawn: list[int]
    through: list[int]
    seeded: list[int] = Field(default=[], exclude_if=lambda seeded: not seeded)

    @classmethod
    def of(cls, plan: StagePlan, phase: Phase, numbers: Sequence[int]) -> Self:
        """Return the stage in the form of a record, with entries named by `numbers`."""
        cut = replace(phase.cut, drawn=phase.drawn)
        if phase.field.by_number:  # the first version told of a cut of the last stage as well
            cut = phase.stage.cut(phase.field, phase.results)
        return cls(
            plan=RecordedPlan(**plan.kept()),
            results=[
                [
                    each.round,
                    each.table,
                    numbers[each.first],
                    None if each.second is None else numbers[each.second],
                    each.outcome,
                ]
                for each in sorted(phase.results, key=lambda each: each[:3])
            ],
            dice=[
                [
                    game.planned.round,
                    game.planned.table,
                    *(die for both in game.throws for die in both),
                ]
                for game in (*phase.games, *phase.team_games)
                if game.throws
            ],
            drawn=[numbers[entry] for entry in cut.drawn],
            through=[numbers[entry] for entry in cut.through],
            seeded=[numbers[entry] for entry in cut.seeded],
        )

    @property
    def battles(self) -> int:
        """The number of pairings decided by a battle."""
        return sum(
            each[3] is not None and (each[4] or 0) >> 2 != WITHOUT_BATTLE
            for each in self.results
            if len(each) == len(PairingResult._fields)
        )

    @property
    def is_by_hand(self) -> bool:
        """Whether organisers made the pairings."""
        kind = FORMATS.get(self.plan.format)
        return bool(kind and kind.by_hand)


class RecordedRanking(RecordPart):
    """The ranking with which the season began: the season it came from, and that season's digest.

    A rank holds in order: the number, the number in the former season (None for newcomers), its division, the place
    there, the size of the division, and the division after it.
    """

    season: str
    digest: Hex
    ranks: list[list[int | None]]


class RecordedTicket(RecordPart):
    """An entry of the first closing, with its side if there were sides.

    Lots depend on it, even if the entry was withdrawn later.
    """

    number: int
    seal: Hex
    side: int | None = Field(default=None, exclude_if=lambda side: side is None)


class RecordedRound(RecordPart):
    """A round of a stage, both from 1; round 0 is before the first."""

    stage: int
    round: int


class RecordedRetirement(RecordPart):
    """An entry left out of pairings after this round. Its earlier results count."""

    number: int
    after: RecordedRound
    reason: str
    at: str


class RecordedRuling(RecordedRound):
    """A pairing that organisers set, the first seat first. If `second` is None the first had a bye."""

    first: int
    second: int | None
    reason: str
    at: str


class RecordedEnd(RecordedRound):
    """A round that organisers ended early. Its open matches ended at once, as the season's settings say."""

    reason: str
    at: str


class RecordedAvoidance(RecordPart):
    """Two entries that organisers had forbidden to meet."""

    first: int
    second: int
    reason: str
    at: str


class RecordedStages(Section):
    """The stages of the season, and the secret of their lots with its commitment.

    `first_closing`: the entries that lots depend on. If empty, lots depend on the seals of all entries that took part.
    """

    root: Hex
    commitment: Hex
    stages: list[RecordedStage]
    ranking: RecordedRanking | None = Field(default=None, exclude_if=lambda ranking: not ranking)
    owners: list[int] = Field(default=[], exclude_if=lambda found: not found)
    """The player of each entry, if a player's characters never meet. Equal numbers mean the same player."""
    first_closing: list[RecordedTicket] = Field(default=[], exclude_if=lambda found: not found)
    retired: list[RecordedRetirement] = Field(default=[], exclude_if=lambda found: not found)
    set: list[RecordedRuling] = Field(default=[], exclude_if=lambda found: not found)
    never: list[RecordedAvoidance] = Field(default=[], exclude_if=lambda found: not found)
    ended: list[RecordedEnd] = Field(default=[], exclude_if=lambda found: not found)

    @classmethod
    def written(
        cls, session: Session, season: Season, run: Run, played: FinishedRun
    ) -> Self | None:
        """Return the stages of this run; None without stages."""
        lottery = stages.lottery(session, season)
        if not played.phases or not lottery:
            return None
        numbers = [each.number for each in played.participants]
        field = entrants.of_run(session, run)
        return cls(
            root=lottery.root.hex(),
            commitment=lottery.commitment,
            stages=[
                RecordedStage.of(plan, phase, numbers)
                for plan, phase in zip(played.plans, played.phases, strict=True)
            ],
            ranking=RecordedRanking(**run.ranking) if run.ranking else None,
            owners=courses.owners_apart(season, field),
            first_closing=[
                RecordedTicket(**each._asdict()) for each in lots.tickets_of(session, season)
            ],
            **run.rulings,
        )

    @property
    def battles(self) -> int:
        """The number of pairings decided by a battle, over all stages."""
        return sum(each.battles for each in self.stages)

    @property
    def plans(self) -> list[StagePlan]:
        """The plans of all stages."""
        return [StagePlan.of(each.plan.model_dump()) for each in self.stages]

    @property
    def tickets(self) -> list[Ticket]:
        """The tickets from which the lots of the season were drawn."""
        return [Ticket(each.number, each.seal, each.side) for each in self.first_closing]

    @property
    def rulings(self) -> Rulings:
        """The rulings of organisers in the season."""
        return Rulings.of(self.model_dump(include={"retired", "set", "never", "ended"}))

    @property
    def begun_with(self) -> Ranking | None:
        """The ranking with which the season began, or None."""
        return Ranking.of(self.ranking.model_dump()) if self.ranking else None

    @property
    def pairings(self) -> list[list[int]]:
        """The pairings made by hand, which cannot be computed: round and both numbers, by table."""
        return [
            [round_, first, second]
            for stage in self.stages
            if stage.is_by_hand
            for round_, _table, first, second, _outcome in sorted(
                [each or 0 for each in line] for line in stage.results
            )
        ]

    @property
    def has_teams(self) -> bool:
        """Whether the sides of the season meet as teams in some stage."""
        kinds = (FORMATS.get(each.plan.format) for each in self.stages)
        return any(kind and kind.of_teams for kind in kinds)

    def faults(self, record: Whole) -> Iterator[Problem]:
        """Yield every fault in plans, secret, ranking and pairings by hand that makes the stages unplayable."""
        numbers = [each.number for each in record.entries]
        yield from self._plan_faults(record)
        if self.has_teams and not record.on_sides[0]:
            yield Problem("teams-without-sides")
        yield from self._ranking_faults(numbers)
        yield from self._pairing_faults(numbers)

    def notes(self, record: Whole) -> Iterator[Problem]:
        """Yield everything that organisers decided and the rules did not."""
        for place, stage in enumerate(self.stages, 1):
            if stage.is_by_hand:
                yield Problem("paired-by-hand", stage=str(place))
        yield from self.rulings.notes({each.number: each.name for each in record.entries})

    @property
    def former(self) -> tuple[str, str] | None:
        """The season that gave the ranking, or None."""
        return (self.ranking.season, self.ranking.digest) if self.ranking else None

    def against(self, former: FormerSeason) -> Iterator[Problem]:
        """Yield the places in the ranking that the former season's record does not confirm."""
        stood = former.order()
        for number, was, *place in self.ranking.ranks if self.ranking else ():
            if was is not None and (was not in stood or [*stood[was][1:]] != place):
                yield Problem(
                    "rank-differs", number=str(number), former=str(was), season=former.slug
                )

    @property
    def closing_seals(self) -> Mapping[int, str]:
        """The seals that lots depend on, by number."""
        return {each.number: each.seal for each in self.first_closing}

    def bound(self, record: Whole) -> dict[str, object]:
        """Return what decides the results besides builds, names and rules, as the digests bind it."""
        sides, on_side = record.on_sides
        return {
            **({"lots": tickets} if (tickets := self.tickets) else {}),
            **self.rulings.kept(),
            **({"teams": on_side} if self.has_teams and on_side else {}),
            **({"apart": on_side} if sides.apart else {}),
            **({"owners": self.owners} if self.owners else {}),
            "stages": [each.plan.model_dump() for each in self.stages],
            "lottery": self.commitment,
            "seals": [each.commitment for each in record.entries],
            **({"ranking": self.ranking.model_dump()} if self.ranking else {}),
            **({"pairings": pairings} if (pairings := self.pairings) else {}),
        }

    def played(
        self, record: Whole, game: Ruleset, ended: Mapping[StagePairing, int] | None = None
    ) -> StageCourse:
        """Play the stages again and return them: draw every lot, pair everyone, and play every battle.

        `ended`: the results of matches. If it is given they are used and no battle is played.
        """
        builds = [game.read_build(entry.build).nameless() for entry in record.entries]
        seals = {entry.number: entry.commitment for entry in record.entries}
        facts, scoring = record.beacon_facts, record.scoring.scoring()
        sides, on_side = record.on_sides
        numbers = [*seals]
        root = bytes.fromhex(self.root)
        tickets = self.tickets
        mixed = str(facts["mixed"]) if facts else ""
        slug, version = record.season.slug, game.rules_version
        drawn = lots.lots_of(root, slug, version, numbers, [*seals.values()], tickets, mixed)
        seeds = courses.seeds_of(self.begun_with, numbers, tickets)
        draw = courses.StageDraw(drawn, numbers, seeds, tickets, self.rulings, self.owners)
        hand = courses.by_hand(self.pairings, numbers)
        course = courses.made(
            self.plans, scoring, draw, game, builds, {}, hand, on_side, apart=sides.apart
        )
        played = (
            courses.play(course, game, builds) if ended is None else courses.known(course, ended)
        )
        for _ in played:
            pass
        return course

    def course_differences(self, course: StageCourse, numbers: Sequence[int]) -> Iterator[Problem]:
        """Yield every pairing, outcome, die and cut that differs from the replay.

        Also yield a problem if the ranking does not fit the lots.
        """
        phases, ranking = course.phases(), self.begun_with
        there = lots.everyone(numbers, self.tickets)
        lot_of = None if course.field.by_number else lots_of(course.field.lots, there)
        if ranking and not ranking.is_in_order(lot_of):
            yield Problem("ranking-differs", season=ranking.season)
        if len(phases) != len(self.stages):
            yield Problem("stage-missing", claimed=str(len(self.stages)), played=str(len(phases)))
        for said, plan, phase in zip(self.stages, self.plans, phases, strict=False):
            is_ = RecordedStage.of(plan, phase, numbers)
            place = str(phase.at + 1)
            kept, played = _by_pairing(said.results), _by_pairing(is_.results)
            for key in sorted({*kept, *played}):
                one, other = kept.get(key), played.get(key)
                if one is None or other is None or one[:2] != other[:2]:
                    yield Problem(
                        "pairing-differs",
                        stage=place,
                        round=str(key[0]),
                        table=str(key[1]),
                        found=_pair(one),
                        paired=_pair(other),
                    )
                elif one != other:
                    yield Problem(
                        "paired-outcome-differs",
                        stage=place,
                        round=str(key[0]),
                        table=str(key[1]),
                        one=str(one[0]),
                        other=str(one[1]),
                    )
            if sorted(said.dice) != sorted(is_.dice):
                wrong = [each for each in said.dice if each not in is_.dice] or [
                    each for each in is_.dice if each not in said.dice
                ]
                for each in wrong or said.dice:
                    round_, table = (str(at) for at in (*each, 0, 0)[:2])
                    yield Problem("dice-differ", stage=place, round=round_, table=table)
            if (said.drawn, said.through, said.seeded) != (is_.drawn, is_.through, is_.seeded):
                told, found = _listed(said.through), _listed(is_.through)
                yield Problem("cut-differs", stage=place, claimed=told, found=found)

    def restore(self, back: Restoration) -> None:
        """Store the plan, the secret of the lots, and every pairing with its outcome in the restored season."""
        season, run = back.season, back.run
        season.stages = [each.plan.model_dump() for each in self.stages]
        season.pairings = run.pairings = self.pairings or None
        season.rulings = run.rulings = self.rulings.kept()
        run.ranking = self.ranking.model_dump() if self.ranking else None
        back.session.add(
            Lottery(
                season_id=season.id,
                root=bytes.fromhex(self.root),
                commitment=self.commitment,
                drawn_at=season.created_at,
                tickets=[[*each] for each in self.tickets],
            )
        )
        places = {each.number: place for place, each in enumerate(back.record.entries)}
        for stage, each in enumerate(self.stages, 1):
            results = [
                PairingResult(
                    round_ or 0,
                    table or 0,
                    places[first or 0],
                    None if second is None else places[second],
                    outcome or 0,
                )
                for round_, table, first, second, outcome in each.results
            ]
            courses.keep(back.session, run, (str(stage), results))

    def _plan_faults(self, record: Whole) -> Iterator[Problem]:
        """Yield every fault of the plans and the secret."""
        for place, each in enumerate(self.stages, 1):
            kind = FORMATS.get(each.plan.format)
            if not kind:
                typed, formats = each.plan.format[:40], ", ".join(FORMATS)
                yield Problem("unknown-format", place, typed=typed, formats=formats)
            elif not {*each.plan.settings} <= {setting.slug for setting in kind.settings} or len(
                each.plan.points or (0, 0, 0)
            ) != len(("win", "draw", "loss")):
                yield Problem("stage-unreadable", place, typed=kind.slug)
            else:
                continue
            return
        if not self.stages:
            yield Problem("stage-unreadable", typed="stages")
        yield from plans.problems_of(self.plans)
        if self.owners and len(self.owners) != len(record.entries):
            yield Problem("stage-unreadable", typed="owners")
        root = bytes.fromhex(self.root)
        if len(root) != lots.ROOT_BYTES or lots.commitment(root) != self.commitment:
            yield Problem("root-differs")
        numbers = [each.number for each in self.first_closing]
        if numbers != sorted({*numbers}) or any(
            len(each.seal) != 64 for each in self.first_closing
        ):
            yield Problem("first-closing-unreadable")

    def _pairing_faults(self, numbers: Sequence[int]) -> Iterator[Problem]:
        """Yield the faults that make pairings by hand unplayable."""
        for place, stage in enumerate(self.stages, 1):
            if stage.is_by_hand and not all(
                len(line) == len(PairingResult._fields)
                and {line[2], line[3]} <= {*numbers}
                and line[2] != line[3]
                for line in stage.results
            ):
                yield Problem("stage-unreadable", place, typed=stage.plan.format)

    def _ranking_faults(self, numbers: Sequence[int]) -> Iterator[Problem]:
        """Yield the faults that make the ranking of these entries unusable."""
        after = self.stages[0].plan.after if self.stages else ""
        said = self.ranking
        if not said and not after:
            return
        width = len(FormerRank._fields)
        is_read = said and all(
            len(each) == width and all(at is not None for at in (each[0], *each[2:]))
            for each in said.ranks
        )
        if (
            not said
            or not is_read
            or said.season != after
            or sorted(each[0] or 0 for each in said.ranks)
            != sorted(lots.everyone(numbers, self.tickets))
        ):
            yield Problem("ranking-unreadable", season=after or "–")
        elif not Ranking.of(said.model_dump()).is_in_order():
            yield Problem("ranking-differs", season=after)


def _by_pairing(
    results: Sequence[Sequence[int | None]],
) -> dict[tuple[int, int, int], tuple[Hashable, ...]]:
    """Return first, second and outcome by (round, table, 0).

    Byes have no table, so their key ends with the entry's number.
    """
    found: dict[tuple[int, int, int], tuple[Hashable, ...]] = {}
    for each in results:
        round_, table, first, second, outcome = (*each, None, None, None, None, None)[:5]
        key = (round_ or 0, table or 0, 0 if table else first or 0)
        found[key] = (first, second, outcome) if key not in found else (None, None, None)
    return found


def _pair(found: Sequence[Hashable] | None) -> str:
    if found is None:
        return "–"
    first, second = found[:2]
    return f"{first}–{second if second is not None else ''}"


def _listed(numbers: Sequence[int]) -> str:
    most = 20
    return ", ".join(map(str, numbers[:most])) + (" …" if len(numbers) > most else "")
