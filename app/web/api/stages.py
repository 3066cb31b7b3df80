"""The stages of a season as JSON: what is planned, and once published their tables and every pairing."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Annotated

from fastapi import Path, Query, Request
from fastapi.responses import Response
from pydantic import BaseModel
from starlette.exceptions import HTTPException

from app.engine import Mark, mark_of, reason_of, winner_of
from app.league import visibility
from app.league.eligibility.sides import Side
from app.league.results import banzuke
from app.league.results.banzuke import Seat
from app.league.results.results import FinishedRun
from app.league.seasons.seasons import scoring_of
from app.league.seasons.stages import courses
from app.league.seasons.stages.plans import StagePlan
from app.store.tables import Season
from app.tournament.formats.bracket import BracketGame
from app.tournament.formats.format import WITHOUT_BATTLE, PairingResult
from app.tournament.full_table import StandingLine
from app.web.api.models.public import List, Points, Said
from app.web.api.responses import Page, answer, answer_list, api_router, part, refused
from app.web.api.seasons import Slug
from app.web.dependencies import Reading
from app.web.views import stages, teams
from app.web.views.results import NewResults

router = api_router("stages", 304, 404, 406)

Place = Annotated[
    int, Path(description="The place of the stage among those of its season, from 1.")
]
Round = Annotated[
    int | None,
    Query(alias="round", ge=1, le=1_000_000, description="The pairings of this round alone."),
]


class StageFacts(BaseModel):
    """A planned stage. `best` characters go on, or all if it is null; groups give their number in `settings`."""

    place: int
    name: Said
    format: str
    settings: dict[str, int]
    best: int | None
    drawn_seeds: bool
    scoring: Points

    @classmethod
    def of(cls, place: int, plan: StagePlan, scoring: Points) -> "StageFacts":
        """The stage at this place; `scoring` applies if it has none itself."""
        win, draw, loss = plan.points or (scoring.win, scoring.draw, scoring.loss)
        breaks = scoring.tie_breaks if plan.tie_breaks is None else [*plan.tie_breaks]
        return cls(
            place=place,
            name=Said(ja=plan.name("ja"), en=plan.name("en")),
            format=plan.format,
            settings=plan.kind.settled(plan.settings),
            best=plan.best,
            drawn_seeds=plan.drawn_seeds,
            scoring=Points(win=win, draw=draw, loss=loss, tie_breaks=breaks),
        )


class StageLine(StandingLine):
    """A line of a table of a stage. `table` is the number of its group or division, `goes_on` false in the last stage.

    `by_lot`: level with others, so that lots decided who of them goes on, as which seed, or who goes up or down.
    `share`: between which parts of all points its true one lies in 19 of 20 cases, where not all have met.
    """

    table: int
    seed: int
    goes_on: bool
    by_lot: bool
    share: tuple[float, float] | None


class TeamMatchTold(BaseModel):
    """A match of two teams with the board points of both; `second` is null where the first rests. `dice` settled a level one."""

    round: int
    first: Said
    second: Said | None
    points: tuple[float, float]
    boards: list[tuple[int | None, int | None]]
    dice: str


class TeamStanding(BaseModel):
    """A team: `points` and wins are of matches, `board_points` of all its boards; `members` by number, the first board first."""

    place: int
    name: Said
    points: int
    wins: int
    draws: int
    losses: int
    board_points: float
    members: list[int]
    goes_on: bool
    matches: list[TeamMatchTold]


class StagePairing(BaseModel):
    """A pairing and its result, won, drawn or lost, from the view of the first; `second` is null where it rested.

    `reason` is null without a battle. `dice` settled a drawn knock-out: a die for each side, until they differed; `winner`
    is who went on by them.
    """

    round: int
    table: int | None
    first: int
    second: int | None
    result: Mark
    reason: str | None
    dice: list[tuple[int, int]]
    winner: int | None


@router.get("/seasons/{slug}/stages", response_model=List[StageFacts], responses=refused(422))
def planned(request: Request, slug: Slug, session: Reading, page: Page = 1) -> Response:
    """The stages of a season in order; none where everybody meets everybody once."""
    season = visibility.public_season(session, slug)
    return answer_list(request, List[StageFacts], stages_of(season), page)


def stages_of(season: Season) -> list[StageFacts]:
    """The stages of this season, in order."""
    usual = Points(
        win=season.win,
        draw=season.draw,
        loss=season.loss,
        tie_breaks=scoring_of(season).slugs,
    )
    return [StageFacts.of(at, plan, usual) for at, plan in enumerate(courses.plans_of(season), 1)]


@router.get(
    "/seasons/{slug}/stages/{place}/standings",
    response_model=List[StageLine],
    responses=refused(422),
)
def standings(request: Request, results: NewResults, place: Place, page: Page = 1) -> Response:
    """The tables of a stage, best first, one group or division after the other. 404 before the results are public."""
    run = results.run()
    phase = stages.phase_of(run, place)
    scoring = replace(phase.field.scoring, tie_breaks=phase.tie_breaks)
    tables = enumerate(stages.tables(run, phase, "en"), 1)
    listed = part([(at, line) for at, table in tables for line in table.lines], page)
    listed["items"] = [
        StageLine.of(
            line.standing,
            line.who,
            scoring,
            table=at,
            seed=line.seed,
            goes_on=line.through,
            by_lot=line.by_lot,
            share=line.share,
        )
        for at, line in listed["items"]
    ]
    return answer(request, List[StageLine](**listed), results.etag)


@router.get(
    "/seasons/{slug}/stages/{place}/teams",
    response_model=List[TeamStanding],
    responses=refused(422),
)
def team_standings(request: Request, results: NewResults, place: Place, page: Page = 1) -> Response:
    """The teams of a stage, best first, each with its matches; none where it is not of teams. 404 before the results are public."""
    run = results.run()
    phase = stages.phase_of(run, place)
    lines, met = teams.lines(run, phase), teams.meetings(run, phase)
    return answer_list(
        request, List[TeamStanding], lines, page, lambda line: _team(line, met), etag=results.etag
    )


def _team(line: teams.TeamLine, told: Sequence[teams.TeamMeeting]) -> TeamStanding:
    return TeamStanding(
        place=line.standing.place,
        name=_named(line.side),
        points=line.standing.points,
        wins=line.standing.wins,
        draws=line.standing.draws,
        losses=line.standing.losses,
        board_points=line.board_points,
        members=[who.number for who in line.members],
        goes_on=line.through,
        matches=[
            TeamMatchTold(
                round=each.round,
                first=_named(each.first),
                second=_named(each.second) if each.second else None,
                points=each.points,
                boards=[
                    (
                        board.first.number if board.first else None,
                        board.second.number if board.second else None,
                    )
                    for board in each.boards
                ],
                dice=each.dice,
            )
            for each in told
            if line.side in {each.first, each.second}
        ],
    )


def _named(side: Side) -> Said:
    return Said(ja=side.ja, en=side.en)


@router.get(
    "/seasons/{slug}/stages/{place}/pairings",
    response_model=List[StagePairing],
    responses=refused(422),
)
def pairings(
    request: Request,
    results: NewResults,
    place: Place,
    round_: Round = None,
    page: Page = 1,
) -> Response:
    """Every pairing of a stage with its result, by rounds and tables; who rested comes first. 404 before the results are public."""
    run = results.run()
    phase = stages.phase_of(run, place)
    found = sorted(
        (each for each in phase.results if round_ in (None, each.round)),
        key=lambda each: (each.round, each.table, each.first),
    )
    thrown = {(each.planned.round, each.planned.table): each for each in phase.games if each.throws}
    return answer_list(
        request,
        List[StagePairing],
        found,
        page,
        lambda each: _pairing(run, each, thrown),
        etag=results.etag,
    )


def _pairing(
    run: FinishedRun, each: PairingResult, thrown: Mapping[tuple[int, int], BracketGame]
) -> StagePairing:
    game = thrown.get((each.round, each.table))
    second = None if each.second is None else run.participants[each.second].number
    is_fought = second is not None and each.outcome >> 2 != WITHOUT_BATTLE
    decided = game.winner if game else None
    return StagePairing(
        round=each.round,
        table=each.table or None,
        first=run.participants[each.first].number,
        second=second,
        result=mark_of(winner_of(each.outcome)),
        reason=run.game.reasons[reason_of(each.outcome)] if is_fought else None,
        dice=[*game.throws] if game else [],
        winner=None if decided is None else run.participants[decided].number,
    )


@router.get("/seasons/{slug}/banzuke", response_model=List[Seat])
def ranking_list(request: Request, slug: Slug, session: Reading, page: Page = 1) -> Response:
    """The ranking list (番付) from the closing on, the first division first. 404 before, and of a season that follows none.

    Empty while the results of the season before are not public.
    """
    found = banzuke.list_of(session, visibility.public_season(session, slug), "en")
    if found is None:
        raise HTTPException(404)
    return answer_list(request, List[Seat], banzuke.seats(found), page)
