"""Stages: a season as a sequence of formats, where those who come through one are the seeds of the next."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property

from app.engine import NOT_PLAYED
from app.tournament.formats.bracket import BracketGame, Knockout
from app.tournament.formats.cuts import Cut, cut
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Bye, Due, Field, Format, Pairing, PairingResult
from app.tournament.formats.groups import Groups
from app.tournament.formats.lots import Lots
from app.tournament.formats.swiss import Swiss
from app.tournament.formats.teams import TeamMatch, TeamMatches
from app.tournament.scoring import Scoring
from app.tournament.standings import Standing, placed
from app.tournament.tiebreaks import TieBreak


@dataclass(frozen=True, slots=True)
class PlayedStage:
    """A format under its name in this season; the `best` go on, all if it is None.

    Groups set how many of each go on; in team matches `best` counts teams. If `scoring` is None,
    that of the field applies. With `drawn_seeds` its seeds are drawn (label `tournament/seeds`),
    else they keep their order. Entrants in `left` do not go on. `given` are the pairings and byes
    that organisers have set.
    """

    name: str
    format: Format
    best: int | None = None
    scoring: Scoring | None = None
    drawn_seeds: bool = False
    left: Mapping[int, int] = field(default_factory=dict)
    given: Sequence[Pairing | Bye] = ()

    def cut(self, field: Field, results: Sequence[PairingResult]) -> Cut:
        """The entrants who go on, best first, without those who left."""
        if isinstance(self.format, Groups):
            cuts = self.format.cuts(field, results)
            found = Cut(
                self.format.qualified(field, results),
                tuple(entry for each in cuts for entry in each.drawn),
                tuple(entry for each in cuts for entry in each.seeded),
            )
        elif isinstance(self.format, TeamMatches):
            found = self.format.cut(field, results, self.best)
        else:
            found = cut(self.format.standings(field, results), self.best, field)
        staying = (entry for entry in found.through if entry not in field.left)
        return replace(found, through=tuple(staying))

    def field_of(self, before: Field) -> Field:
        """The field of this stage, of the seeds that come into it; it draws its own lots, under its own name."""
        lots = replace(before.lots, stage=f"{before.lots.stage}-{self.name}")
        seeds = before.seeds
        if self.drawn_seeds:
            seeds = tuple(sorted(seeds, key=lots.drawn("seeds", seeds).__getitem__))
        facts = before.facts
        if self.scoring and "lot" in self.scoring.slugs:
            facts = replace(facts, lot=_lots(lots, seeds))
        return replace(
            before,
            seeds=seeds,
            lots=lots,
            scoring=self.scoring or before.scoring,
            facts=facts,
            left={**before.left, **self.left},
            given=self.given,
        )


def _lots(lots: Lots, seeds: Sequence[int]) -> list[float]:
    """Who drew the first lot is before the second: label `tournament/tiebreak`."""
    found = [0.0] * (max(seeds, default=-1) + 1)
    for entrant, lot in lots.drawn("tiebreak", seeds).items():
        found[entrant] = -lot - 1
    return found


@dataclass(frozen=True)
class Phase:
    """A stage that has begun: its number from 0, its field, its results so far, and what can be played now."""

    at: int
    stage: PlayedStage
    field: Field
    results: Sequence[PairingResult]
    due: Sequence[Due]
    is_last: bool = False

    @property
    def is_over(self) -> bool:
        """Whether nothing of it is left to play."""
        return not self.due

    @property
    def ended_after(self) -> int | None:
        """The round after which a Swiss system was over, since no further one could be paired.

        None where all were played.
        """
        format_ = self.stage.format
        swiss = format_.meetings if isinstance(format_, TeamMatches) else format_
        last = max((each.round for each in self.results), default=0)
        is_short = self.is_over and isinstance(swiss, Swiss) and last < swiss.rounds
        return last if is_short else None

    @cached_property
    def standings(self) -> list[Standing]:
        """Its table so far, best first."""
        return self.stage.format.standings(self.field, self.results)

    @cached_property
    def cut(self) -> Cut:
        """Who goes on from it; from the last one nobody."""
        return Cut(()) if self.is_last else self.stage.cut(self.field, self.results)

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """Those who were level where lots decided who goes on, goes up or goes down, in their order."""
        format_, found = self.stage.format, self.cut.drawn
        if isinstance(format_, Divisions):
            found += format_.drawn(self.field, self.results)
        return tuple(dict.fromkeys(found))

    @cached_property
    def tables(self) -> list[list[Standing]]:
        """The table of each group or division, else one for all."""
        format_ = self.stage.format
        if isinstance(format_, Groups | Divisions):
            return format_.tables(self.field, self.results)
        return [self.standings]

    @property
    def tie_breaks(self) -> tuple[TieBreak, ...]:
        """Those whose numbers stand in its tables; a bracket needs none."""
        lines, scored = self.standings, self.field.scoring.tie_breaks
        return scored if lines and len(lines[0].tie_breaks) == len(scored) else ()

    @cached_property
    def teams(self) -> list[Standing]:
        """The table of the teams, each by its captain; of any format but team matches none."""
        format_, so_far = self.stage.format, (self.field, self.results)
        return format_.team_standings(*so_far) if isinstance(format_, TeamMatches) else []

    @cached_property
    def team_matches(self) -> list[TeamMatch]:
        """The matches of the teams as they stand."""
        format_, so_far = self.stage.format, (self.field, self.results)
        return format_.matches(*so_far) if isinstance(format_, TeamMatches) else []

    @cached_property
    def lineups(self) -> dict[int, tuple[int, ...]]:
        """The members of each team by its captain, the first board first."""
        format_ = self.stage.format
        return format_.lineups(self.field) if isinstance(format_, TeamMatches) else {}

    @cached_property
    def board_points(self) -> dict[int, float]:
        """The board points of each team, by its captain."""
        found = dict.fromkeys(self.lineups, 0.0)
        for match in self.team_matches:
            for captain, points in zip((match.first, match.second), match.points, strict=True):
                if captain is not None:
                    found[captain] += points
        return found

    @cached_property
    def team_games(self) -> list[BracketGame]:
        """The games of a knock-out of teams, between their captains."""
        format_, so_far = self.stage.format, (self.field, self.results)
        return format_.games(*so_far) if isinstance(format_, TeamMatches) else []

    @cached_property
    def games(self) -> list[BracketGame]:
        """The games of a knock-out as they stand; of any other format none."""
        format_ = self.stage.format
        return format_.games(self.field, self.results) if isinstance(format_, Knockout) else []


def phases(
    stages: Sequence[PlayedStage], field: Field, results: Mapping[str, Sequence[PairingResult]]
) -> Iterator[Phase]:
    """Every stage that has begun, the one under way last.

    `results` are by the stage's name, `field` comes into the first.
    """
    for at, stage in enumerate(stages):
        own = stage.field_of(field)
        so_far = results.get(stage.name, ())
        is_last = at == len(stages) - 1
        phase = Phase(at, stage, own, so_far, stage.format.pairings(own, so_far), is_last)
        yield phase
        if not phase.is_over:
            return
        field = replace(field, seeds=phase.cut.through, late=frozenset())


Portion = tuple[str, list[PairingResult]]
"""Results of the stage of this name that were played together."""


def course(
    stages: Sequence[PlayedStage],
    field: Field,
    results: dict[str, list[PairingResult]],
    play: Callable[[str, Sequence[Pairing]], Iterable[int | None]],
    at_a_time: int,
) -> Iterator[Portion]:
    """Play what is left of these stages, as far as `play` knows how the meetings of a stage end: None for what goes on.

    `results` grow by each portion after it was given. A portion has whole rounds of about this many
    battles.
    """
    is_moving = True
    while is_moving and not (phase := list(phases(stages, field, results))[-1]).is_over:
        name, is_moving = phase.stage.name, False
        for due in _portions(phase.due, at_a_time):
            outcomes = iter(play(name, [each for each in due if isinstance(each, Pairing)]))
            ended = [next(outcomes) if isinstance(each, Pairing) else NOT_PLAYED for each in due]
            portion = [
                PairingResult.of(each, outcome)
                for each, outcome in zip(due, ended, strict=True)
                if outcome is not None
            ]
            if portion:
                yield name, portion
                results.setdefault(name, []).extend(portion)
                is_moving = True


def _portions(due: Sequence[Due], size: int) -> Iterator[list[Due]]:
    portion: list[Due] = []
    for each in due:
        if len(portion) >= size and each.round != portion[-1].round:
            yield portion
            portion = []
        portion.append(each)
    yield portion


@dataclass(frozen=True, slots=True)
class _Ending:
    """How far an entrant came: its place in the season, and the number from 0 of the stage that was its last."""

    entry: int
    place: int
    stage: int


def final_order(played: Sequence[Phase]) -> list[_Ending]:
    """Everybody, best first: those of the last stage as they stand there, below them those who went out in the one before, and so on."""
    order: list[_Ending] = []
    for phase in reversed(played):
        further = {each.entry for each in order}
        above = len(order)
        lines = [line for line in phase.standings if line.entry not in further]
        ranks = placed(lines, lambda line: line.place)
        order += [_Ending(line.entry, above + place, phase.at) for place, line in ranks]
    return order
