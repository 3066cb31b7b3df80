"""How rounds of a season were drawn, as far as that is public. No secret result can be concluded
from it.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from sqlmodel import Session

from app.engine import Lang
from app.league import visibility
from app.league.eligibility.sides import Side, sides_of
from app.league.matches import spectators
from app.league.results import results, rounds
from app.league.results.results import Participant
from app.league.seasons.stages import courses
from app.league.seasons.stages.plans import StagePlan
from app.league.seasons.stages.rulings import Rulings
from app.store.entrants import PublicEntrant
from app.store.matches import matches
from app.store.results import runs
from app.store.tables import Season, SeasonState
from app.tournament.cache import IN_TURN, Cache
from app.tournament.formats.format import RoundDraw
from app.tournament.formats.stages import Phase

MOST_DRAWN: Final = 1_000
"""Larger rounds are not paired again while a page is loading."""
_drawn: Final[Cache[tuple[object, ...], RoundDraw]] = Cache(64, IN_TURN)


@dataclass(frozen=True, slots=True)
class DrawnStages:
    """The stages of a season that have begun: of whom, by which rulings.

    Entrants are places in `people`. `run` tells this run, as it is ruled, from all others.
    """

    plans: Sequence[StagePlan]
    phases: Sequence[Phase]
    people: Sequence[Participant | PublicEntrant]
    rulings: Rulings
    sides: Sequence[Side]
    has_ranking: bool
    run: tuple[object, ...]

    def draw(self, phase: Phase, round_: int) -> RoundDraw | None:
        """The round, paired again once; None where it has too many for that."""
        if len(phase.field.seeds) > MOST_DRAWN:
            return None
        about = (*self.run, phase.at, round_, len(phase.results))
        format_ = phase.stage.format
        return _drawn.of(about, lambda: format_.draw(phase.field, phase.results, round_))


def drawn(session: Session, season: Season, lang: Lang) -> DrawnStages | None:
    """Those of its public results; while its matches can be watched, whose results are public as they end, as far as they are paired.

    None for everything else.
    """
    sides = sides_of(season).every
    if row := visibility.published_run(session, season):
        run = results.shown(session, season, row, lang)
        rulings = Rulings.of(row.rulings)
        return DrawnStages(
            run.plans,
            run.phases,
            run.participants,
            rulings,
            sides,
            bool(row.ranking),
            (row.id, row.digest),
        )
    is_running = season.state is SeasonState.RUNNING and matches.begun(session, season)
    latest = runs.latest(session, season)
    if not is_running or not latest or spectators.rounds_out(session, season).out is not None:
        return None
    phases, ids = rounds.so_far(session, season)
    known = {each.entry_id: each for each in visibility.entrants_of(session, season, lang)}
    return DrawnStages(
        courses.plans_of(season),
        phases,
        [known[each] for each in ids],
        Rulings.of(season.rulings),
        sides,
        bool(latest.ranking),
        (latest.id, latest.inputs_digest),
    )
