"""The course of a season in stages: its pairings, its results, who goes on, and the lines of its digest."""

from collections import defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Build, Ruleset, exchanged
from app.errors import Problem, SeasonRefused
from app.games import ruleset
from app.league.eligibility.sides import sides_of, sides_of_field
from app.league.matches.beginnings import owners_of
from app.league.seasons.stages import beacons, lots
from app.league.seasons.stages.lots import Ticket
from app.league.seasons.stages.plans import StagePlan, stages_of
from app.league.seasons.stages.rulings import NONE, Rulings
from app.store.entrants import ShownEntrant
from app.store.results import stages
from app.store.results.stages import KeptPairing
from app.store.tables import Run, Season
from app.tournament.blocks import play_pairs
from app.tournament.executors import LOCAL
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.by_hand import ByHand
from app.tournament.formats.catalogue import MOST_BATTLES
from app.tournament.formats.format import NEVER, Field, Lives, Pairing, PairingResult
from app.tournament.formats.lots import Lots
from app.tournament.formats.rankings import Ranking
from app.tournament.formats.results import battles
from app.tournament.formats.stages import Phase, PlayedStage, Portion, course, final_order, phases
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing
from app.tournament.tiebreaks import Facts

BLOCKS_OF_PORTION: Final = 8
"""About how many blocks of battles are played before they are stored: enough for several cores, yet little to lose."""
MOST_WITH_LIFE: Final = 20_000
"""The most battles of a stage whose tie-breaks include life. The reference engine plays them for every table."""


StagePairing = tuple[int, Pairing]
"""A pairing and its stage, from 1."""


@dataclass(frozen=True, slots=True)
class StageDraw:
    """Everything that decides a course besides builds: the lots, their tickets, and the rulings of organisers.

    `numbers`: the numbers of the entrants. `seeds`: the order in which they enter the first stage.
    """

    lots: Lots
    numbers: Sequence[int]
    seeds: tuple[int, ...]
    tickets: Sequence[Ticket] = ()
    rulings: Rulings = NONE
    owners: Sequence[int] = ()
    """The player of each entrant, if a player's characters never meet."""


@dataclass(frozen=True, slots=True)
class StageCourse:
    """The stages of a season, its field, and the results so far, by the name of their stage.

    Results are added while the season is played.
    """

    stages: tuple[PlayedStage, ...]
    field: Field
    results: dict[str, list[PairingResult]]

    def is_bracket(self, stage: int) -> bool:
        """Whether this stage, from 1, is a knock-out, in which one of the two must go on."""
        return isinstance(self.stages[stage - 1].format, Knockout)

    def phases(self) -> tuple[Phase, ...]:
        """Return every stage that has begun."""
        return tuple(phases(self.stages, self.field, self.results))


def plans_of(season: Season) -> tuple[StagePlan, ...]:
    """Return the stages of the season in order; empty for a single round robin."""
    return tuple(StagePlan.of(each) for each in season.stages)


def battles_of(
    plans: Sequence[StagePlan], count: int, pairings: Sequence[Sequence[int]] | None = None
) -> int:
    """Return about how many battles these stages have. `pairings`: those made by hand.

    Raises `SeasonRefused` if a stage has too many battles.
    """
    total = 0
    for place, plan in enumerate(plans, 1):
        meetings = len(pairings or ()) if plan.kind.by_hand else plan.meetings(count)
        most, code = MOST_BATTLES, "stage-too-large"
        if meetings <= most and plan.counts_life:
            most, code = MOST_WITH_LIFE, "stage-too-large-for-life"
        if meetings > most:
            size = f"{meetings:,}"
            raise SeasonRefused(
                [
                    Problem(
                        code,
                        stage=str(place),
                        entries=f"{count:,}",
                        battles=size,
                        most=f"{most:,}",
                    )
                ]
            )
        total += meetings
        count = plan.going_on(count)
    return total


def bound(
    session: Session,
    season: Season,
    field: Sequence[ShownEntrant],
    ranking: Ranking | None,
    pairings: Sequence[Sequence[int]] | None,
) -> dict[str, object]:
    """Return what decides the results besides builds, names and rules, as the digest binds it.

    That is the stages, the secret of the lots and their tickets, the seals, the ranking, teams, sides and owners that
    do not meet, the pairings by hand, and the rulings.
    """
    lottery = stages.lottery(session, season)
    tickets = lots.tickets_of(session, season)
    return {
        **({"lots": tickets} if tickets else {}),
        **({"ranking": ranking.kept()} if ranking else {}),
        **({"teams": teams} if (teams := teams_of(session, season, field)) else {}),
        **({"apart": apart} if (apart := apart_of(session, season, field)) else {}),
        **({"owners": owners} if (owners := owners_apart(season, field)) else {}),
        **({"pairings": pairings} if pairings else {}),
        **season.rulings,
        "stages": season.stages,
        "lottery": lottery.commitment if lottery else "",
        "seals": stages.commitments(session, [each.revision_id for each in field]),
    }


def course_of(
    session: Session,
    season: Season,
    run: Run,
    scoring: Scoring,
    field: Sequence[ShownEntrant],
    builds: Sequence[Build],
) -> StageCourse:
    """Return the course of this run, with everything played so far."""
    drawn = lots_of(session, season, run.rules_version, field)
    numbers = [each.number for each in field]
    results = {
        str(stage): [PairingResult(*each) for each in paired]
        for stage, paired in stages.played(session, run).items()
    }
    ranking = Ranking.of(run.ranking) if run.ranking else None
    tickets = lots.tickets_of(session, season)
    seeds, hand = seeds_of(ranking, numbers, tickets), by_hand(run.pairings or (), numbers)
    rulings, owners = Rulings.of(run.rulings), owners_apart(season, field)
    draw = StageDraw(drawn, numbers, seeds, tickets, rulings, owners)
    apart = apart_of(session, season, field)
    on_side = apart or teams_of(session, season, field)
    game = ruleset(season.game, run.rules_version)
    return made(
        plans_of(season), scoring, draw, game, builds, results, hand, on_side, apart=bool(apart)
    )


def lots_of(
    session: Session, season: Season, rules_version: str, field: Sequence[ShownEntrant]
) -> Lots:
    """Return the lots of these entrants."""
    lottery = stages.lottery(session, season)
    if lottery is None:
        raise LookupError(f"the season {season.slug} has stages and no lots")
    seals = stages.commitments(session, [each.revision_id for each in field])
    numbers = [each.number for each in field]
    tickets = lots.tickets_of(session, season)
    return lots.lots_of(
        lottery.root, season.slug, rules_version, numbers, seals, tickets, beacons.value(season)
    )


def teams_of(session: Session, season: Season, field: Sequence[ShownEntrant]) -> list[int | None]:
    """Return the side of each entrant if sides meet as teams in some stage; else an empty list."""
    is_of_teams = any(plan.kind.of_teams for plan in plans_of(season))
    return sides_of_field(session, season, field) if is_of_teams else []


def apart_of(
    session: Session, season: Season, field: Sequence[ShownEntrant]
) -> Sequence[int | None]:
    """Return the side of each entrant if sides stay apart; else empty."""
    return sides_of_field(session, season, field) if sides_of(season).apart else ()


def owners_apart(season: Season, field: Sequence[ShownEntrant]) -> list[int]:
    """Return the player of each entrant, numbered from 0, if a player has several and the game has matches; else empty.

    A person in both seats of a match would see both hands. Teams are exempt.
    """
    is_of_teams = any(plan.kind.of_teams for plan in plans_of(season))
    if is_of_teams or not ruleset(season.game, season.rules_version).match:
        return []
    first: dict[object, int] = {}
    owners = [first.setdefault(each, len(first)) for each in owners_of(field)]
    return owners if len(first) < len(owners) else []


def avoided(
    rulings: Rulings, owners: Sequence[int], at: Mapping[int, int]
) -> dict[int, frozenset[int]]:
    """Return whom each entrant must not meet: others of the same owner, and entries that organisers keep apart.

    `at`: the index of each number among the entrants.
    """
    found, own = rulings.avoids(at), defaultdict[int, set[int]](set)
    for each, owner in enumerate(owners):
        own[owner].add(each)
    for each, owner in enumerate(owners):
        if others := own[owner] - {each}:
            found[each] = found.get(each, frozenset()) | others
    return found


def by_hand(pairings: Sequence[Sequence[int]], numbers: Sequence[int]) -> ByHand:
    """Return the pairings that organisers made. Each line holds the round and both numbers, in order of tables."""
    at = {number: place for place, number in enumerate(numbers)}
    tables: dict[int, int] = {}
    meetings = []
    for round_, first, second in pairings:
        tables[round_] = tables.get(round_, 0) + 1
        meetings.append(Pairing(round_, tables[round_], at[first], at[second]))
    return ByHand(tuple(meetings))


def seeds_of(
    ranking: Ranking | None, numbers: Sequence[int], tickets: Sequence[Ticket] = ()
) -> tuple[int, ...]:
    """Return the indices of all entrants and ticket holders in the order of the ranking, else by number."""
    at = {number: place for place, number in enumerate(lots.everyone(numbers, tickets))}
    return tuple(at[each] for each in (ranking.numbers if ranking else sorted(at)))


def made(
    plans: Sequence[StagePlan],
    scoring: Scoring,
    draw: StageDraw,
    game: Ruleset,
    builds: Sequence[Build],
    results: dict[str, list[PairingResult]],
    hand: ByHand,
    sides: Sequence[int | None],
    *,
    apart: bool,
) -> StageCourse:
    """Return the course of entrants with these builds and sides. `hand`: the pairings of a stage paired by hand.

    An entry with a ticket that is no longer there leaves its place empty. One without a ticket is placed last.
    """
    ticket_of, size = {each.number: each for each in draw.tickets}, len(draw.numbers)
    gone = dict(enumerate(lots.everyone(draw.numbers, draw.tickets)[size:], size))
    at = {number: place for place, number in enumerate(draw.numbers)}
    facts, lives = Facts.of(builds), lives_of(game, builds)
    by_number = any(plan.version == 1 for plan in plans)
    field = Field(
        draw.seeds,
        scoring,
        draw.lots,
        facts=facts,
        sides=[*sides, *(ticket_of[number].side for number in gone.values())] if sides else (),
        apart=apart,
        avoids=avoided(
            draw.rulings, draw.owners, at | {number: place for place, number in gone.items()}
        ),
        lives=lives,
        left=dict.fromkeys(gone, NEVER),
        late=frozenset(at[each] for each in at if draw.tickets and each not in ticket_of),
        by_number=by_number,
    )
    stages = [
        replace(
            stage,
            format=hand if plan.kind.by_hand else stage.format,
            left=draw.rulings.left(place, at),
            given=draw.rulings.given(place, at),
        )
        for place, (plan, stage) in enumerate(zip(plans, stages_of(plans, scoring), strict=True), 1)
    ]
    return StageCourse(tuple(stages), field, results)


def play(
    at: StageCourse,
    game: Ruleset,
    builds: Sequence[Build],
    compute: str = LOCAL,
    alone: Callable[[], object] = lambda: None,
) -> Iterator[Portion]:
    """Play the rest of the course and yield it in portions, which the caller must store. A portion takes some seconds.

    Many battles go to all cores of this machine, or to the cluster at `compute`. If the cluster has had no worker for a
    while, `alone` is called and the rest is played here. Raises `ComputeUnavailable`.
    """
    asked = judge(game, builds, compute, alone)
    size = game.pace.battles * BLOCKS_OF_PORTION
    yield from course(at.stages, at.field, at.results, lambda _, due: asked(due), size)


def known(at: StageCourse, ended: Mapping[StagePairing, int]) -> Iterator[Portion]:
    """Add the outcomes of finished matches to the course and yield them in portions, which the caller must store."""

    def outcomes(stage: str, due: Sequence[Pairing]) -> list[int | None]:
        return [ended.get((int(stage), each)) for each in due]

    yield from course(at.stages, at.field, at.results, outcomes, MOST_BATTLES)


def judge(
    game: Ruleset,
    builds: Sequence[Build],
    compute: str = LOCAL,
    alone: Callable[[], object] = lambda: None,
) -> Callable[[Sequence[Pairing]], list[int]]:
    """Return a function that plays pairings. Each two play once: a later meeting, in either seat, has the same result."""
    known: dict[tuple[int, int], int] = {}
    where = compute

    def lost() -> None:
        nonlocal where
        where = LOCAL
        alone()

    def play(pairings: Sequence[Pairing]) -> list[int]:
        wanted: dict[int, dict[int, None]] = {}
        for each in pairings:
            low, high = min(each.first, each.second), max(each.first, each.second)
            if (low, high) not in known:
                wanted.setdefault(low, {})[high] = None
        rows = [(builds[low], [builds[at] for at in others]) for low, others in wanted.items()]
        played = play_pairs(game.slug, game.rules_version, rows, where, lost)
        for (low, others), row in zip(wanted.items(), played, strict=True):
            known.update(zip(((low, high) for high in others), row, strict=True))
        return [
            known[each.first, each.second]
            if each.first < each.second
            else exchanged(bytes([known[each.second, each.first]]))[0]
            for each in pairings
        ]

    return play


def lives_of(game: Ruleset, builds: Sequence[Build]) -> Lives:
    """Return a function that gives both sides' life after their battle; 0 for a side that has fallen."""
    known: dict[tuple[int, int], tuple[int, int]] = {}

    def lives(first: int, second: int) -> tuple[int, int]:
        low, high = min(first, second), max(first, second)
        if (low, high) not in known:
            both = builds[low].nameless(), builds[high].nameless()
            course = game.course(*both)
            home, away = course[-1] if course else game.play(*both).hp
            known[low, high] = max(home, 0), max(away, 0)
        left = known[low, high]
        return left if first < second else left[::-1]

    return lives


def keep(session: Session, run: Run, portion: Portion) -> None:
    """Store a portion of results."""
    stage, results = portion
    paired = [KeptPairing(*each) for each in results]
    stages.keep(session, run, int(stage), paired, sum(1 for _ in battles(results)))


def table(at: StageCourse) -> list[bytearray]:
    """Return the outcomes of each entrant against all others, from its own view; `NOT_PLAYED` if they did not meet."""
    count = len(at.field.present)
    rows = [bytearray([NOT_PLAYED]) * count for _ in range(count)]
    for results in at.results.values():
        for each in battles(results):
            if each.second is not None:
                rows[each.first][each.second] = each.outcome
                rows[each.second][each.first] = exchanged(bytes([each.outcome]))[0]
    return rows


def standings(at: StageCourse, played: Sequence[Phase]) -> list[Standing]:
    """Return the final order, with the points of all stages added up. Tie-breaks are empty: stages have used them."""
    count = len(at.field.present)
    ended = [[0] * count for _ in range(3)]
    points = [0] * count
    for phase in played:
        for line in phase.standings:
            for kind, many in enumerate((line.wins, line.draws, line.losses)):
                ended[kind][line.entry] += many
            own = phase.field.scoring
            points[line.entry] += (
                own.win * line.wins + own.draw * line.draws + own.loss * line.losses
            )
    wins, draws, losses = ended
    return [
        Standing(
            each.entry,
            each.place,
            points[each.entry],
            wins[each.entry],
            draws[each.entry],
            losses[each.entry],
            (),
        )
        for each in final_order(played)
    ]


def lines(at: StageCourse, numbers: Sequence[int]) -> Iterator[str]:
    """Yield every pairing with its outcome, then the final order, as lines for the digest. Entries are given by number."""
    played = at.phases()
    for phase in played:
        for each in sorted(phase.results, key=lambda each: (each.round, each.table, each.first)):
            second = "-" if each.second is None else numbers[each.second]
            fields = (phase.at + 1, each.round, each.table, numbers[each.first], second)
            yield "\t".join(map(str, (*fields, each.outcome)))
    for ending in final_order(played):
        yield f"{ending.place}\t{numbers[ending.entry]}"
