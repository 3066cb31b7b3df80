"""The stages of a season in its record: written, and every pairing, outcome, die and cut of them checked."""

from collections.abc import Hashable, Iterator, Mapping, Sequence
from dataclasses import replace

from pydantic import Field

from app.engine import Build, Ruleset
from app.errors import Problem
from app.league.archive.parts import Hex, Part
from app.league.stages import courses, lots, plans
from app.league.stages.courses import Course
from app.league.stages.lots import Ticket
from app.league.stages.plans import StagePlan
from app.league.stages.rulings import Rulings
from app.tournament.formats.catalogue import FORMATS
from app.tournament.formats.format import WITHOUT_BATTLE, Result
from app.tournament.formats.rankings import Rank, Ranking, lots_of
from app.tournament.formats.stages import Phase
from app.tournament.scoring import Scoring


class RecordedPlan(Part):
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


class RecordedStage(Part):
    """A stage: its plan, what was paired in it, what dice and lots decided, and who went on.

    A line of `results` is round, table, both numbers (none where the first one rested) and the outcome from the view of the
    first. `dice` settled a drawn knock-out: round, table, then one throw for each side after the other. `drawn` were level at
    the cut, or at the border of a division, `seeded` above the cut, in the order of their lots.
    """

    plan: RecordedPlan
    results: list[list[int | None]]
    dice: list[list[int]]
    drawn: list[int]
    through: list[int]
    seeded: list[int] = Field(default=[], exclude_if=lambda seeded: not seeded)


class RecordedRanking(Part):
    """The ranking with which the season began: after which season, of which digest.

    `ranks` are, in order, the number, the one in the former season (none of newcomers), its division, the place there,
    of so many, and the division after it.
    """

    season: str
    digest: Hex
    ranks: list[list[int | None]]


class RecordedTicket(Part):
    """An entry of the first closing, with its side if there were any: what lots hang on, also if it never was there."""

    number: int
    seal: Hex
    side: int | None = Field(default=None, exclude_if=lambda side: side is None)


class RecordedRound(Part):
    """A round of a stage, both from 1; round 0 is before the first."""

    stage: int
    round: int


class RecordedRetirement(Part):
    """An entry that was paired no more after this round: what it had played stands."""

    number: int
    after: RecordedRound
    reason: str
    at: str


class RecordedRuling(RecordedRound):
    """A pairing that organisers set, the first seat first; without a second the first had a bye."""

    first: int
    second: int | None
    reason: str
    at: str


class RecordedStages(Part):
    """The stages of the season, and the secret of their lots with what was committed to.

    `first_closing`: the entries that lots hang on; without it these are all who took part, with their seals.
    """

    root: Hex
    commitment: Hex
    stages: list[RecordedStage]
    ranking: RecordedRanking | None = Field(default=None, exclude_if=lambda ranking: not ranking)
    first_closing: list[RecordedTicket] = Field(default=[], exclude_if=lambda found: not found)
    retired: list[RecordedRetirement] = Field(default=[], exclude_if=lambda found: not found)
    set: list[RecordedRuling] = Field(default=[], exclude_if=lambda found: not found)


def recorded(plan: StagePlan, phase: Phase, numbers: Sequence[int]) -> RecordedStage:
    """The stage as it stands in a record, by numbers of entries."""
    cut = replace(phase.cut, drawn=phase.drawn)
    if phase.field.by_number:  # the first version told of a cut of the last stage as well
        cut = phase.stage.cut(phase.field, phase.results)
    return RecordedStage(
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
            [game.planned.round, game.planned.table, *(die for both in game.throws for die in both)]
            for game in (*phase.games, *phase.team_games)
            if game.throws
        ],
        drawn=[numbers[entry] for entry in cut.drawn],
        through=[numbers[entry] for entry in cut.through],
        seeded=[numbers[entry] for entry in cut.seeded],
    )


def battles(stage: RecordedStage) -> int:
    """How many of its pairings were fought for."""
    return sum(
        each[3] is not None and (each[4] or 0) >> 2 != WITHOUT_BATTLE
        for each in stage.results
        if len(each) == len(Result._fields)
    )


def faults(found: RecordedStages) -> Iterator[Problem]:
    """Every fault of what is planned, and of the secret."""
    for place, each in enumerate(found.stages, 1):
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
    if not found.stages:
        yield Problem("stage-unreadable", typed="stages")
    yield from plans.problems_of(_plans(found))
    root = bytes.fromhex(found.root)
    if len(root) != lots.ROOT_BYTES or lots.commitment(root) != found.commitment:
        yield Problem("root-differs")
    numbers = [each.number for each in found.first_closing]
    if numbers != sorted({*numbers}) or any(len(each.seal) != 64 for each in found.first_closing):
        yield Problem("first-closing-unreadable")


def tickets_of(found: RecordedStages) -> list[Ticket]:
    """What the lots of the season hang on."""
    return [Ticket(each.number, each.seal, each.side) for each in found.first_closing]


def rulings_of(found: RecordedStages) -> Rulings:
    """What organisers had ruled in the season."""
    return Rulings.of(found.model_dump(include={"retired", "set"}))


def notes(found: RecordedStages, names: Mapping[int, str]) -> Iterator[Problem]:
    """What was not left to the rules in stages that hold, with the names of entries by number."""
    for place, stage in enumerate(found.stages, 1):
        if is_by_hand(stage):
            yield Problem("paired-by-hand", words=(str(place),))
    yield from rulings_of(found).notes(names)


def ranking_of(found: RecordedStages) -> Ranking | None:
    """The ranking with which the season began."""
    return Ranking.of(found.ranking.model_dump()) if found.ranking else None


def pairings_of(found: RecordedStages) -> list[list[int]]:
    """The pairings that were made by hand, which nothing but the record says: round and both numbers, by tables."""
    return [
        [round_, first, second]
        for stage in found.stages
        if is_by_hand(stage)
        for round_, _table, first, second, _outcome in sorted(
            [each or 0 for each in line] for line in stage.results
        )
    ]


def is_by_hand(stage: RecordedStage) -> bool:
    """Whether organisers paired in it."""
    kind = FORMATS.get(stage.plan.format)
    return bool(kind and kind.by_hand)


def pairing_faults(found: RecordedStages, numbers: Sequence[int]) -> Iterator[Problem]:
    """What is wrong with pairings by hand, so that they cannot be played."""
    for place, stage in enumerate(found.stages, 1):
        if is_by_hand(stage) and not all(
            len(line) == len(Result._fields)
            and {line[2], line[3]} <= {*numbers}
            and line[2] != line[3]
            for line in stage.results
        ):
            yield Problem("stage-unreadable", place, typed=stage.plan.format)


def ranking_faults(found: RecordedStages, numbers: Sequence[int]) -> Iterator[Problem]:
    """What is wrong with the ranking of those with these numbers, so that nothing can be played by it."""
    after = found.stages[0].plan.after if found.stages else ""
    said = found.ranking
    if not said and not after:
        return
    width = len(Rank._fields)
    is_read = said and all(
        len(each) == width and all(at is not None for at in (each[0], *each[2:]))
        for each in said.ranks
    )
    if (
        not said
        or not is_read
        or said.season != after
        or sorted(each[0] or 0 for each in said.ranks)
        != sorted(lots.everyone(numbers, tickets_of(found)))
    ):
        yield Problem("ranking-unreadable", words=(after or "–",))
    elif not Ranking.of(said.model_dump()).is_in_order():
        yield Problem("ranking-differs", words=(after,))


def has_teams(found: RecordedStages) -> bool:
    """Whether the sides of the season meet as teams in some stage."""
    kinds = (FORMATS.get(each.plan.format) for each in found.stages)
    return any(kind and kind.of_teams for kind in kinds)


def bound(
    found: RecordedStages, seals: Sequence[str], sides: Sequence[int | None], *, apart: bool
) -> dict[str, object]:
    """What decides the results besides builds, names and rules, as digests hold it; `sides` are those of the entries."""
    return {
        **({"lots": tickets} if (tickets := tickets_of(found)) else {}),
        **rulings_of(found).kept(),
        **({"teams": [*sides]} if has_teams(found) else {}),
        **({"apart": [*sides]} if apart else {}),
        "stages": [each.plan.model_dump() for each in found.stages],
        "lottery": found.commitment,
        "seals": [*seals],
        **({"ranking": found.ranking.model_dump()} if found.ranking else {}),
        **({"pairings": pairings} if (pairings := pairings_of(found)) else {}),
    }


def played(
    found: RecordedStages,
    slug: str,
    game: Ruleset,
    scoring: Scoring,
    seals: Mapping[int, str],
    builds: Sequence[Build],
    sides: Sequence[int | None],
    *,
    apart: bool,
    mixed: str = "",
) -> Course:
    """The stages played again, from their plan, the secret, the seals by number, the sides, and a beacon that is `mixed` with the seals."""
    numbers = [*seals]
    root = bytes.fromhex(found.root)
    tickets = tickets_of(found)
    drawn = lots.lots_of(root, slug, game.rules_version, numbers, [*seals.values()], tickets, mixed)
    seeds = courses.seeds_of(ranking_of(found), numbers, tickets)
    draw = courses.Draw(drawn, numbers, seeds, tickets, rulings_of(found))
    hand = courses.by_hand(pairings_of(found), numbers)
    course = courses.made(_plans(found), scoring, draw, game, builds, {}, hand, sides, apart=apart)
    for _ in courses.play(course, game, builds):
        pass
    return course


def differences(found: RecordedStages, course: Course, numbers: Sequence[int]) -> Iterator[Problem]:
    """Every pairing, outcome, die and cut that is not as it was played again, and a ranking that is not as the lots have it."""
    phases, ranking = course.phases(), ranking_of(found)
    there = lots.everyone(numbers, tickets_of(found))
    lot_of = None if course.field.by_number else lots_of(course.field.lots, there)
    if ranking and not ranking.is_in_order(lot_of):
        yield Problem("ranking-differs", words=(ranking.season,))
    if len(phases) != len(found.stages):
        yield Problem("stage-missing", words=(str(len(found.stages)), str(len(phases))))
    for said, plan, phase in zip(found.stages, _plans(found), phases, strict=False):
        is_ = recorded(plan, phase, numbers)
        place = str(phase.at + 1)
        kept, played = _by_pairing(said.results), _by_pairing(is_.results)
        for key in sorted({*kept, *played}):
            one, other = kept.get(key), played.get(key)
            if one is None or other is None or one[:2] != other[:2]:
                words = (place, str(key[0]), str(key[1]), _pair(one), _pair(other))
                yield Problem("pairing-differs", words=words)
            elif one != other:
                yield Problem(
                    "paired-outcome-differs", words=(place, *map(str, (*key[:2], *one[:2])))
                )
        if sorted(said.dice) != sorted(is_.dice):
            wrong = [each for each in said.dice if each not in is_.dice] or [
                each for each in is_.dice if each not in said.dice
            ]
            for each in wrong or said.dice:
                yield Problem("dice-differ", words=(place, *(str(at) for at in (*each, 0, 0)[:2])))
        if (said.drawn, said.through, said.seeded) != (is_.drawn, is_.through, is_.seeded):
            both = _listed(said.through), _listed(is_.through)
            yield Problem("cut-differs", words=(place, *both))


def _by_pairing(
    results: Sequence[Sequence[int | None]],
) -> dict[tuple[int, int, int], tuple[Hashable, ...]]:
    """First, second and outcome by round and table; rests, which have no table, by who rested as well."""
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


def _plans(found: RecordedStages) -> list[StagePlan]:
    return [StagePlan.of(each.plan.model_dump()) for each in found.stages]
