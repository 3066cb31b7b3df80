"""Stages: a season as a sequence of formats. Entrants who come through one are the seeds of the next."""

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
    """A format under its name in this season. The `best` go on, or all if it is None.

    Groups set how many of each go on; in team matches `best` counts teams. If `scoring` is None, that of the field
    applies. With `drawn_seeds` the seeds are drawn (label `tournament/seeds`), else they keep their order. Entrants in
    `left` do not go on. `given`: the pairings and byes that organisers have set.
    """

    name: str
    format: Format
    best: int | None = None
    scoring: Scoring | None = None
    drawn_seeds: bool = False
    left: Mapping[int, int] = field(default_factory=dict)
    given: Sequence[Pairing | Bye] = ()

    def cut(self, field: Field, results: Sequence[PairingResult]) -> Cut:
        """Return the entrants who go on, best first, without those who left."""
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
        """Return the field of this stage for the seeds of `before`.

        The stage draws its own lots, under its own name.
        """
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
    """Return the lot of each entrant as a number, higher for an earlier lot. Label `tournament/tiebreak`."""
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
        """Whether everything has been played."""
        return not self.due

    @property
    def ended_after(self) -> int | None:
        """The last round of a Swiss system that ended early, since no further round could be paired; else None."""
        format_ = self.stage.format
        swiss = format_.meetings if isinstance(format_, TeamMatches) else format_
        last = max((each.round for each in self.results), default=0)
        is_short = self.is_over and isinstance(swiss, Swiss) and last < swiss.rounds
        return last if is_short else None

    @cached_property
    def standings(self) -> list[Standing]:
        """The table so far, best first."""
        return self.stage.format.standings(self.field, self.results)

    @cached_property
    def cut(self) -> Cut:
        """The entrants who go on; empty for the last stage."""
        return Cut(()) if self.is_last else self.stage.cut(self.field, self.results)

    @cached_property
    def drawn(self) -> tuple[int, ...]:
        """The entrants tied where lots decided who goes on, up or down, in the order of their lots."""
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
        """The tie-breaks shown in the tables; empty for a bracket."""
        lines, scored = self.standings, self.field.scoring.tie_breaks
        return scored if lines and len(lines[0].tie_breaks) == len(scored) else ()

    @cached_property
    def teams(self) -> list[Standing]:
        """The table of the teams, each named by its captain; empty for other formats."""
        format_, so_far = self.stage.format, (self.field, self.results)
        return format_.team_standings(*so_far) if isinstance(format_, TeamMatches) else []

    @cached_property
    def team_matches(self) -> list[TeamMatch]:
        """The matches of the teams so far; empty for other formats."""
        format_, so_far = self.stage.format, (self.field, self.results)
        return format_.matches(*so_far) if isinstance(format_, TeamMatches) else []

    @cached_property
    def lineups(self) -> dict[int, tuple[int, ...]]:
        """The members of each team by its captain, in order of boards."""
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
        """The games of a knock-out of teams, between captains; empty for other formats."""
        format_, so_far = self.stage.format, (self.field, self.results)
        return format_.games(*so_far) if isinstance(format_, TeamMatches) else []

    @cached_property
    def games(self) -> list[BracketGame]:
        """The games of a knock-out so far; empty for other formats."""
        format_ = self.stage.format
        return format_.games(self.field, self.results) if isinstance(format_, Knockout) else []


def phases(
    stages: Sequence[PlayedStage], field: Field, results: Mapping[str, Sequence[PairingResult]]
) -> Iterator[Phase]:
    """Yield every stage that has begun, the present one last.

    `results`: by the name of the stage. `field`: the field of the first stage.
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
"""The name of a stage, and results of it that were played together."""


def course(
    stages: Sequence[PlayedStage],
    field: Field,
    results: dict[str, list[PairingResult]],
    play: Callable[[str, Sequence[Pairing]], Iterable[int | None]],
    at_a_time: int,
) -> Iterator[Portion]:
    """Play the rest of these stages and yield the results in portions.

    `play`: returns the outcomes of a stage's meetings, None for one that is still being played. A portion holds whole
    rounds of about `at_a_time` battles. It is added to `results` after the caller has stored it.
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
    """How far an entrant came: its place in the season, and its last stage, from 0."""

    entry: int
    place: int
    stage: int


def final_order(played: Sequence[Phase]) -> list[_Ending]:
    """Return all entrants, best first: those of the last stage as ranked there, then those out in the stage before,
    etc.
    """
    order: list[_Ending] = []
    for phase in reversed(played):
        further = {each.entry for each in order}
        above = len(order)
        lines = [line for line in phase.standings if line.entry not in further]
        ranks = placed(lines, lambda line: line.place)
        order += [_Ending(line.entry, above + place, phase.at) for place, line in ranks]
    return order
