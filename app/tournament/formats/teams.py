"""Team matches: every team meets every other, board against board."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.tournament.formats.format import Field, Pairing, Result
from app.tournament.formats.results import Tally
from app.tournament.formats.round_robin import double, single
from app.tournament.standings import Standing, ranked
from app.tournament.tiebreaks import BY_FACTS, Facts


class Meeting(NamedTuple):
    """Two teams, and the points of their boards so far; `is_over` once all boards have a result."""

    round: int
    first: int
    second: int
    for_first: int
    for_second: int
    is_over: bool


@dataclass(frozen=True, slots=True)
class TeamMatches:
    """Teams as they line up, the first board first; what a team has more than the other sits out.

    The first seats of a meeting go by turns, the odd boards to the team that the Berger tables name first. A meeting is won by
    the points of its boards, and scored like a battle; of teams that are level the points of all boards decide first.
    """

    teams: tuple[tuple[int, ...], ...]
    meetings: int = 1

    def pairings(self, field: Field, results: Sequence[Result]) -> list[Pairing]:
        """Every board that has no result yet."""
        played = {each[:2] for each in results}
        return [
            board
            for boards in self._meetings()
            for board in boards[1]
            if board[:2] not in played and field.left.isdisjoint(board[2:])
        ]

    def standings(self, field: Field, results: Sequence[Result]) -> list[Standing]:
        """The players, by the points of their boards."""
        return ranked(Tally(field, results), sorted(field.seeds), field.scoring.tie_breaks)

    def team_standings(self, field: Field, results: Sequence[Result]) -> list[Standing]:
        """The teams; `entry` is the index of the team."""
        boards = [0] * len(self.teams)
        ended = []
        for table, each in enumerate(self.matches(field, results), 1):
            boards[each.first] += each.for_first
            boards[each.second] += each.for_second
            if each.is_over:
                ahead = each.for_first - each.for_second
                outcome = HOME if ahead > 0 else AWAY if ahead < 0 else DRAW
                ended.append(Result(each.round, table, each.first, each.second, outcome))
        teams = Field(tuple(range(len(self.teams))), field.scoring)
        tally = Tally(teams, ended, facts=Facts(boards=boards))
        return ranked(tally, teams.seeds, (BY_FACTS["boards"], *field.scoring.tie_breaks))

    def matches(self, field: Field, results: Sequence[Result]) -> Iterator[Meeting]:
        """The meetings of the teams as they stand; a board that nobody can play any more counts for neither."""
        ended = {each[:2]: each.outcome for each in results}
        scoring = field.scoring
        points = {HOME: scoring.win, DRAW: scoring.draw, AWAY: scoring.loss}
        for each, boards in self._meetings():
            score = [0, 0]
            missing = False
            for at, board in enumerate(boards):
                outcome = ended.get(board[:2], NOT_PLAYED)
                if outcome == NOT_PLAYED:
                    missing |= field.left.isdisjoint(board[2:])
                    continue
                score[at % 2] += points[outcome & 3]
                score[1 - at % 2] += points[{HOME: AWAY, AWAY: HOME}.get(outcome & 3, DRAW)]
            yield Meeting(each.round, each.first, each.second, score[0], score[1], not missing)

    def _meetings(self) -> Iterator[tuple[Pairing, list[Pairing]]]:
        """The meetings of the teams, each with its boards; the tables of a round are counted through."""
        tables: dict[int, int] = {}
        for each in (double if self.meetings == 2 else single)(len(self.teams)):
            boards = []
            lines = zip(self.teams[each.first], self.teams[each.second], strict=False)
            for at, (one, other) in enumerate(lines):
                tables[each.round] = tables.get(each.round, 0) + 1
                pair = (other, one) if at % 2 else (one, other)
                boards.append(Pairing(each.round, tables[each.round], *pair))
            yield each, boards
