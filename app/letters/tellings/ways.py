"""The way of a character through the stages of a season: its battles in each, in order, and how far it came."""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final

from app.engine import Lang, exchanged
from app.i18n import N_, number, ordinal, translations
from app.league.results.results import FinishedRun
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.results import battles
from app.tournament.formats.stages import Phase


@dataclass(frozen=True, slots=True)
class _Met:
    """An opponent by index, and how it ended from the own view; `dice` settled a drawn knock-out, the own throws first."""

    other: int
    outcome: int
    dice: str = ""


@dataclass(frozen=True, slots=True)
class StageWay:
    """What happened in a stage: `heading` says how it ended there."""

    heading: str
    met: list[_Met]


_FATES: Final = {
    (True, False): N_("%(stage)s: %(place)s of %(count)s, goes on"),
    (True, True): N_("%(stage)s: %(place)s of %(count)s, level with others, goes on by lot"),
    (False, False): N_("%(stage)s: %(place)s of %(count)s, out"),
    (False, True): N_("%(stage)s: %(place)s of %(count)s, level with others, out by lot"),
}
"""How a stage but the last one ended: whether they go on, and whether lots decided it."""


def way(run: FinishedRun, me: int, lang: Lang) -> list[StageWay]:
    """The stages in which this one took part, one after the other."""
    return [
        StageWay(_heading(run, phase, me, lang), list(_met(phase, me)))
        for phase in run.phases
        if me in phase.field.seed_of
    ]


def _heading(run: FinishedRun, phase: Phase, me: int, lang: Lang) -> str:
    _ = translations(lang).gettext
    line = next(each for each in phase.standings if each.entry == me)
    sentence = N_("%(stage)s: %(place)s of %(count)s")
    if not phase.is_last:
        sentence = _FATES[me in phase.cut.through, me in phase.drawn]
    return _(sentence) % {
        "stage": run.plans[phase.at].name(lang),
        "place": ordinal(line.place, lang),
        "count": number(len(phase.field.present)),
    }


def _met(phase: Phase, me: int) -> Iterator[_Met]:
    format_ = phase.stage.format
    games = format_.games(phase.field, phase.results) if isinstance(format_, Knockout) else []
    throws = {(game.planned.round, game.planned.table): game.throws for game in games}
    for each in sorted(battles(phase.results), key=lambda each: (each.round, each.table)):
        dice = throws.get((each.round, each.table), ())
        if me == each.first and each.second is not None:
            yield _Met(each.second, each.outcome, ", ".join(f"{one}–{two}" for one, two in dice))
        elif me == each.second:
            outcome = exchanged(bytes([each.outcome]))[0]
            yield _Met(each.first, outcome, ", ".join(f"{two}–{one}" for one, two in dice))
