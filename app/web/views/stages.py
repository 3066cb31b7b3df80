"""A stage as its page shows it: its tables with what decided, who goes on and why, and its rounds."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from starlette.exceptions import HTTPException

from app.engine import Lang, exchanged, reason_of
from app.league.problems import explain
from app.league.results.results import FinishedRun, Participant
from app.league.seasons.stages import names
from app.league.seasons.stages.plans import StagePlan
from app.league.seasons.stages.rulings import Rulings
from app.store.tables import Run
from app.tournament.formats.bracket import BracketGame
from app.tournament.formats.format import WITHOUT_BATTLE, PairingResult
from app.tournament.formats.hill import Hill
from app.tournament.formats.rankings import after_stages
from app.tournament.formats.results import battles, interval
from app.tournament.formats.stages import Phase
from app.tournament.formats.swiss import Swiss
from app.tournament.standings import Standing
from app.web.views import brackets
from app.web.views.brackets import BracketLink, BracketSide, BracketView
from app.web.views.tables.crosstable import CLASSES


@dataclass(frozen=True, slots=True)
class RoundCell:
    """A character's round: w, d or l, and the opponent with their place; no opponent for a bye."""

    result: str
    other: Participant | None
    place: int = 0


@dataclass(frozen=True, slots=True)
class _StageLine:
    """A line of a table. `through`: goes on; `share`: between which parts of all points its true one lies, where it is asked."""

    standing: Standing
    who: Participant
    seed: int
    through: bool
    share: tuple[float, float] | None
    by_lot: bool = False
    """Whether lots decided about it, since it is level with others."""
    fell: bool = False
    """Whether it fell off the hill, whose table counts those who stand on it alone."""
    bound: int = 0
    """The division to which they go up or down after the season; 0 if they stay, or there are none."""
    rounds: Sequence["RoundCell | None"] = ()
    """Of the Swiss system how each round went."""


@dataclass(frozen=True, slots=True)
class StageTable:
    """A table of a stage; `label` is empty if it is the only one.

    Lots decided between tied characters, by their places: `drawn` who goes on, up or down, `seeded` who is
    seeded higher.
    """

    label: str
    lines: Sequence[_StageLine]
    drawn: Mapping[int, Sequence[Participant]]
    seeded: Mapping[int, Sequence[Participant]]


@dataclass(frozen=True, slots=True)
class _Meeting:
    """A pairing with its result. `result`: w, d or l of the first; without a battle `second` may be missing.

    `dice` settled a drawn knock-out, one throw for each side at a time: `3–3, 5–2`; `winner` is who won by them.
    """

    table: int
    first: Participant
    second: Participant | None
    result: str
    ending: str
    is_fought: bool
    dice: str = ""
    winner: Participant | None = None
    part: str = ""


def phase_of(run: FinishedRun, place: int) -> Phase:
    """The stage at this place, from 1. Raises 404 if there is none."""
    if not 1 <= place <= len(run.phases):
        raise HTTPException(404)
    return run.phases[place - 1]


def ruled(run: FinishedRun, row: Run, lang: Lang) -> list[str]:
    """The organisers' rulings in its stages, a sentence each."""
    names = {each.number: each.name for each in run.participants}
    return [explain(each, lang) for each in Rulings.of(row.rulings).notes(names)]


def name_of(run: FinishedRun, place: int, lang: Lang) -> str:
    """The name of the stage at this place, counted from 1."""
    return run.plans[place - 1].name(lang)


def tables(run: FinishedRun, phase: Phase, lang: Lang) -> list[StageTable]:
    """Its tables: one of each group or division, else one for all."""
    field = phase.field
    through = {*phase.cut.through}
    drawn = {*phase.drawn, *phase.cut.seeded}
    shares = _shares(run.plans[phase.at], phase)
    moves = {
        each.entry: each.bound for each in after_stages([phase]) if each.bound != each.division
    }
    format_ = phase.stage.format
    fallen = format_.top(field, phase.results)[0].fallen if isinstance(format_, Hill) else ()
    cells = _cells(run, phase) if isinstance(format_, Swiss) else {}
    return [
        StageTable(
            names.of_table(phase, at, lang),
            [
                _StageLine(
                    line,
                    run.participants[line.entry],
                    field.seed_of[line.entry] + 1,
                    line.entry in through,
                    shares.get(line.entry),
                    line.entry in drawn,
                    line.entry in fallen,
                    moves.get(line.entry, 0),
                    cells.get(line.entry, ()),
                )
                for line in lines
            ],
            _by_place(run, lines, phase.drawn),
            _by_place(run, lines, phase.cut.seeded),
        )
        for at, lines in enumerate(phase.tables, 1)
        if lines
    ]


def _by_place(
    run: FinishedRun, lines: Sequence[Standing], level: Sequence[int]
) -> dict[int, list[Participant]]:
    place_of = {line.entry: line.place for line in lines}
    found: dict[int, list[Participant]] = {}
    for entry in level:
        if entry in place_of:
            found.setdefault(place_of[entry], []).append(run.participants[entry])
    return found


def _cells(run: FinishedRun, phase: Phase) -> Mapping[int, Sequence[RoundCell | None]]:
    """How each round went for everybody: None where they did not take part in it."""
    order = {round_: at for at, round_ in enumerate(rounds(phase))}
    place = {line.entry: line.place for line in phase.standings}
    found: dict[int, list[RoundCell | None]] = {
        entry: [None] * len(order) for entry in phase.field.present
    }
    for each in phase.results:
        at, back = order[each.round], exchanged(bytes([each.outcome]))[0]
        for one, other, outcome in (
            (each.first, each.second, each.outcome),
            (each.second, each.first, back),
        ):
            if one is None:
                continue
            result = CLASSES[outcome & 3]
            if other is None:
                found[one][at] = RoundCell(result, None)
            else:
                found[one][at] = RoundCell(result, run.participants[other], place[other])
    return found


def _shares(plan: StagePlan, phase: Phase) -> Mapping[int, tuple[float, float]]:
    """Between which parts of all points the true one of each lies; only where pairings are incomplete."""
    scoring = phase.field.scoring
    if not plan.kind.is_partial(apart=phase.field.apart) or not scoring.win:
        return {}
    fought: dict[int, list[int]] = {}
    for each in battles(phase.results):
        worth = {1: (scoring.win, scoring.loss), 2: (scoring.loss, scoring.win)}
        points = worth.get(each.outcome & 3, (scoring.draw, scoring.draw))
        for entry, score in zip((each.first, each.second), points, strict=True):
            if entry is not None:
                fought.setdefault(entry, []).append(score)
    return {
        entry: interval(sum(scores) / (scoring.win * len(scores)), len(scores))
        for entry, scores in fought.items()
    }


def rounds(phase: Phase) -> list[int]:
    """The rounds that were played, in order."""
    return sorted({each.round for each in phase.results})


def meetings(run: FinishedRun, phase: Phase, round_: int, lang: Lang) -> list[_Meeting]:
    """The pairings of this round in order of tables; byes come last."""
    games = {(game.planned.round, game.planned.table): game for game in phase.games}
    found = [each for each in phase.results if each.round == round_]
    found.sort(key=lambda each: (each.second is None, each.table, each.first))
    called = names.GameNames(phase.games, lang)
    return [
        _meeting(run, each, games.get((each.round, each.table)), called, lang) for each in found
    ]


def _meeting(
    run: FinishedRun,
    each: PairingResult,
    game: BracketGame | None,
    called: names.GameNames,
    lang: Lang,
) -> _Meeting:
    is_fought = each.second is not None and each.outcome >> 2 != WITHOUT_BATTLE
    throws = game.throws if game else ()
    winner = game.winner if game and throws else None
    return _Meeting(
        each.table,
        run.participants[each.first],
        None if each.second is None else run.participants[each.second],
        CLASSES[each.outcome & 3],
        run.game.ending(reason_of(each.outcome), lang) if is_fought else "",
        is_fought,
        ", ".join(f"{one}–{other}" for one, other in throws),
        None if winner is None else run.participants[winner],
        called.one(game.planned) if game else "",
    )


def bracket(run: FinishedRun, phase: Phase, here: str, lang: Lang) -> BracketView | None:
    """The bracket of a knock-out, of characters or of teams; None of other formats, and of one too large to be drawn.

    It leads to characters and battles below `here`; nowhere where that is empty, as long as these are sealed.
    """
    games, many = phase.games or phase.team_games, len(phase.lineups or phase.field.seeds)
    if not games or many > brackets.MOST_DRAWN:
        return None

    def who(entry: int) -> BracketSide:
        if phase.lineups:
            return BracketSide(run.team_of(entry).name(lang))
        character = run.participants[entry]
        return BracketSide(character.name, here and f"{here}/entries/{character.number}")

    def link(game: BracketGame) -> BracketLink | None:
        if (
            not here
            or phase.lineups
            or game.outcome is None
            or game.first is None
            or game.second is None
        ):
            return None
        two = (run.participants[game.first].number, run.participants[game.second].number)
        ending = run.game.ending(reason_of(game.outcome), lang)
        return BracketLink(f"{here}/battles/{two[0]}-{two[1]}", ending)

    return brackets.bracket(games, who, link, lang)
