"""Fields whose pairs have met, a season's or a list's of the laboratory, as their pages show them."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from app.engine import Ruleset
from app.league.results.results import FinishedRun
from app.statistics.analysis import Analysis
from app.tournament.full_table import Entrant
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class StageView:
    """The place of battles, a season or a list: its title, and the address above its pages."""

    name: str
    here: str
    game: Ruleset
    rules_version: str
    digest: str = ""
    is_public: bool = True
    """Whether it is listed, and not only reached by its address."""
    by: str = ""
    """The season by whose rules its builds are judged."""


@dataclass(frozen=True, slots=True)
class FieldView:
    """The entrants, best first, with their outcomes and statistics. Without an address in its stage nothing is linked."""

    stage: StageView
    ranked: Sequence[Entrant]
    table: Sequence[Standing]
    row_of: Callable[[int], bytes]
    told: Analysis


def field_of(run: FinishedRun, told: Analysis, stage: StageView) -> FieldView:
    """That of a finished run."""
    ranked = [run.participants[line.entry] for line in run.standings]
    return FieldView(stage, ranked, run.standings, run.row, told)
