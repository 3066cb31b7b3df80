"""The tables of a season with its results: the standings, the cross table, the statistics, and what was paired in stages."""

from collections.abc import Iterator
from typing import Any, Final

from app.engine import mark_of, reason_of, winner_of
from app.league.exports.export import CSV, Columns, Export, WithResults, cells, of
from app.league.results import FinishedRun
from app.statistics import analysis
from app.statistics.awards import honours
from app.tournament import spreadsheets
from app.tournament.formats.format import WITHOUT_BATTLE
from app.tournament.formats.stages import Phase
from app.tournament.standings import Standing

Stage = tuple[FinishedRun, Phase]
Row = tuple[Any, ...]
RESULTS: Final = WithResults(lambda run, _: run)
STAGES: Final = WithResults(
    lambda run, place: (run, run.phases[place - 1]) if 1 <= place <= len(run.phases) else None,
    "stages/{place:int}/",
)
FIGURES: Final = "points, wins, draws, losses"


def _broken(standing: Standing) -> list[float | None]:
    return [None if value is None else float(value) for value in standing.tie_breaks]


STANDINGS: Final[Export[FinishedRun, Standing]] = Export(
    "standings",
    RESULTS,
    (
        of(lambda _, at: at, "place"),
        of(lambda run, at: run.participants[at.entry], "number, name, owner, build=written"),
        Columns(
            lambda run: ("side",) if run.sides else (),
            lambda run, at: run.side_names[at.entry : at.entry + 1],
        ),
        of(lambda _, at: at, FIGURES),
        Columns(lambda run: run.scoring.slugs, lambda _, at: _broken(at)),
    ),
    lambda run: run.standings,
    CSV,
)
"""The standings, best first."""


class _CrossTable(Export[FinishedRun, int]):
    def csv(self, source: FinishedRun) -> Iterator[bytes]:
        """As lists of the laboratory have it: of a large field a hundred million cells."""
        return spreadsheets.lines([each.name for each in source.participants], source.rows())


TABLE: Final = _CrossTable("table", RESULTS, (), lambda run: range(len(run.participants)), CSV)
"""The cross table."""


def _uses(run: FinishedRun) -> list[Row]:
    told, chars = analysis.of(run), {card.id: card.char for card in run.game.cards}
    return [
        *((chars[each.card], None, each.entries, each.copies, each) for each in told.cards),
        *((chars.get(each.card or ""), each.slot, each.entries, None, each) for each in told.slots),
    ]


CARDS: Final[Export[FinishedRun, Row]] = Export(
    "cards",
    RESULTS,
    (
        Columns(lambda _: ("card", "slot", "builds", "copies"), lambda _, row: row[:4]),
        of(lambda _, row: row[4], "score, score without=score_without, contribution", ".4f"),
    ),
    _uses,
    CSV,
)
"""The use of each card, in any slot (none is named) and in each; scores from 0 to 1."""


def _pairs(run: FinishedRun) -> list[Row]:
    told, chars = analysis.of(run), {card.id: card.char for card in run.game.cards}
    at = {use.card: place for place, use in enumerate(told.cards)}
    against = (told.against[at[one]][at[other]] for one, other in (p.cards for p in told.pairs))
    return [
        (*map(chars.__getitem__, each.cards), each, score)
        for each, score in zip(told.pairs, against, strict=True)
    ]


PAIRS: Final[Export[FinishedRun, Row]] = Export(
    "pairs",
    RESULTS,
    (
        Columns(lambda _: ("first", "second"), lambda _, row: row[:2]),
        of(lambda _, row: row[2], "builds both=both.entries, score both=both.score", ".4f"),
        of(
            lambda _, row: row[2],
            "builds first alone=first.entries, score first alone=first.score",
            ".4f",
        ),
        of(
            lambda _, row: row[2],
            "builds second alone=second.entries, score second alone=second.score, gain",
            ".4f",
        ),
        Columns(lambda _: ("first against second",), lambda _, row: row[3:], ".4f"),
    ),
    _pairs,
    CSV,
)
"""Every two cards that are played together; at last the score of those with one against those with the other."""


def _rivals(run: FinishedRun) -> list[Row]:
    told, who = analysis.of(run), [run.participants[each.entry] for each in run.standings]
    found = []
    for at, (standing, rivals) in enumerate(zip(run.standings, told.rivals, strict=True)):
        near = told.nearest[at][:1] if told.nearest else ()
        ranks = (rivals.enemy, rivals.victim, near[0].index if near else None)
        others = (
            (None, None) if rank is None else (who[rank].name, run.standings[rank].place)
            for rank in ranks
        )
        row = (standing.place, who[at].number, who[at].name, *(v for two in others for v in two))
        found.append((*row, near[0].changes if near else None))
    return found


RIVALS: Final[Export[FinishedRun, Row]] = Export(
    "rivals",
    RESULTS,
    (
        cells(
            "place, number, name, worst enemy, place of enemy, favourite victim, place of victim, "
            "nearest build, place of nearest, changes"
        ),
    ),
    _rivals,
    CSV,
)
"""Each entry's worst enemy, favourite victim and, unless the field is too large, nearest build, in order of place."""
AWARDS: Final[Export[FinishedRun, Row]] = Export(
    "awards",
    RESULTS,
    (
        Columns(lambda _: ("award", "about"), lambda _, row: row[:2]),
        of(lambda run, row: run.participants[row[2].entrant], "number, name"),
        of(lambda _, row: row[2], "value"),
        of(lambda run, row: _who(run, row[2].against), "against=name"),
    ),
    lambda run: (
        (each.award.slug, each.about(run.game), winner)
        for each in honours.of(run)
        for winner in each.first
    ),
    CSV,
)
"""The awards of the season, a line for everyone who has one; `about` is a card or an end."""


# --- stages ---------------------------------------------------------------------------------------------


def _lines(stage: Stage) -> Iterator[Row]:
    """Each with the number of its table, whether it goes on, and whether lots decided."""
    through, drawn = {*stage[1].cut.through}, {*stage[1].drawn, *stage[1].cut.seeded}
    for table, those in enumerate(stage[1].tables, 1):
        for each in those:
            yield table, each, each.entry in through, each.entry in drawn


STAGE_STANDINGS: Final[Export[Stage, Row]] = Export(
    "standings",
    STAGES,
    (
        Columns(lambda _: ("table",), lambda _, row: row[:1]),
        of(lambda _, row: row[1], "place"),
        of(lambda stage, row: stage[0].participants[row[1].entry], "number, name, owner"),
        Columns(
            lambda _: ("seed",),
            lambda stage, row: (stage[1].field.seed_of[row[1].entry] + 1,),
        ),
        of(lambda _, row: row[1], FIGURES),
        Columns(
            lambda stage: (each.slug for each in stage[1].tie_breaks),
            lambda _, row: _broken(row[1]),
        ),
        Columns(lambda _: ("goes on", "by lot"), lambda _, row: row[2:]),
    ),
    _lines,
    CSV,
)
"""Its tables, one after the other; `table` is the number of the group or division; of a last stage nobody goes on.

`by lot`: level with others, so that lots decided who goes on, as which seed, or who goes up or down.
"""


def _pairings(stage: Stage) -> Iterator[Row]:
    run, phase = stage
    dice = {
        (each.planned.round, each.planned.table): " ".join(f"{a}-{b}" for a, b in each.throws)
        for each in phase.games
    }
    teams = {
        (each.round, entry): (each.table or None, entry, captain)
        for each in phase.team_matches
        for board in each.boards
        for entry, captain in ((board.first, each.second), (board.second, each.first))
    }
    for each in sorted(phase.results, key=lambda each: (each.round, each.table, each.first)):
        is_fought = each.second is not None and each.outcome >> 2 != WITHOUT_BATTLE
        reason = run.game.reasons[reason_of(each.outcome)] if is_fought else None
        more = (mark_of(winner_of(each.outcome)), reason, dice.get(each[:2]))
        yield each, more, teams.get((each.round, each.first))


def _who(run: FinishedRun, index: int | None) -> object:
    return None if index is None else run.participants[index]


def _teams(stage: Stage, row: Row) -> Iterator[object]:
    """The number of the match, and the teams of the first at this board and of the other."""
    if row[2]:
        yield row[2][0]
        yield from (None if at is None else stage[0].side_names[at] for at in row[2][1:])


PAIRINGS: Final[Export[Stage, Row]] = Export(
    "pairings",
    STAGES,
    (
        Columns(lambda _: ("round", "table"), lambda _, row: (row[0].round, row[0].table or None)),
        of(lambda stage, row: _who(stage[0], row[0].first), "first number=number, first=name"),
        of(lambda stage, row: _who(stage[0], row[0].second), "second number=number, second=name"),
        Columns(lambda _: ("result", "reason", "dice"), lambda _, row: row[1]),
        Columns(
            lambda stage: ("match", "first team", "second team") if stage[1].team_matches else (),
            _teams,
        ),
    ),
    _pairings,
    CSV,
)
"""All that was paired in it, by rounds and tables; `dice` settled a drawn knock-out, the first side first.

`result` is from the view of the first seat. Who rested, or won without a battle, has no reason. In team matches a line is a
board: its match in the round, from 1, and the teams of both.
"""
