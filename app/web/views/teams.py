"""Team matches as their pages show them: the table of the teams, and each match with its boards."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.league.eligibility.sides import Side
from app.league.results.results import FinishedRun, Participant
from app.tournament.formats.stages import Phase
from app.tournament.formats.teams import TeamMatch, halves
from app.tournament.standings import Standing
from app.web.views.tables.crosstable import CLASSES


@dataclass(frozen=True, slots=True)
class TeamLine:
    """A line of the table of teams: wins, draws and losses are matches; `boards` are board points, as `7½`."""

    standing: Standing
    side: Side
    boards: str
    board_points: float
    members: Sequence[Participant]
    through: bool


@dataclass(frozen=True, slots=True)
class BoardLine:
    """A board with the player of each team, None for nobody. `result` is the first one's: w, d, l, or empty."""

    first: Participant | None
    second: Participant | None
    result: str


@dataclass(frozen=True, slots=True)
class TeamMeeting:
    """A match: `score` as `2½–1½`, `result` of the first: w, d or l; `second` None where a team rests.

    Where dice settled a level match, `dice` are the throws, and `winner` who went on.
    """

    round: int
    first: Side
    second: Side | None
    points: tuple[float, float]
    score: str
    result: str
    boards: Sequence[BoardLine]
    dice: str = ""
    winner: Side | None = None


def lines(run: FinishedRun, phase: Phase) -> list[TeamLine]:
    """The table of the teams of this stage; none where it is not of teams."""
    through = {*phase.cut.through}
    return [
        TeamLine(
            line,
            run.team_of(line.entry),
            halves(phase.board_points[line.entry]),
            phase.board_points[line.entry],
            [run.participants[entry] for entry in phase.lineups[line.entry]],
            line.entry in through,
        )
        for line in phase.teams
    ]


def meetings(run: FinishedRun, phase: Phase) -> list[TeamMeeting]:
    """Its matches, by rounds; in each who rested comes last."""
    found = [_meeting(run, phase, each) for each in phase.team_matches]
    return sorted(found, key=lambda each: (each.round, each.second is None))


def _meeting(run: FinishedRun, phase: Phase, each: TeamMatch) -> TeamMeeting:
    first, second = each.points
    games = (game for game in phase.team_games if game.planned[:2] == (each.round, each.table))
    game = next((game for game in games if game.throws), None)
    return TeamMeeting(
        each.round,
        run.team_of(each.first),
        None if each.second is None else run.team_of(each.second),
        each.points,
        f"{halves(first)}–{halves(second)}",
        "w" if first > second else "l" if first < second else "d",
        [
            BoardLine(
                None if board.first is None else run.participants[board.first],
                None if board.second is None else run.participants[board.second],
                CLASSES[board.outcome & 3]
                if board.outcome is not None and any(board.points)
                else "",
            )
            for board in each.boards
        ],
        ", ".join(f"{one}–{other}" for one, other in game.throws) if game else "",
        run.team_of(game.winner) if game and game.winner is not None else None,
    )
