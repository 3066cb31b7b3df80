"""Team matches: team against team, board by board. Another format decides which teams meet."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from typing import Final

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, exchanged
from app.tournament.formats.bracket import BracketGame, Knockout
from app.tournament.formats.cuts import Cut, cut
from app.tournament.formats.format import (
    BYE,
    NEVER,
    Bye,
    Due,
    Field,
    Format,
    Pairing,
    PairingResult,
    RoundDraw,
)
from app.tournament.formats.results import StageTally
from app.tournament.standings import Standing
from app.tournament.tiebreaks import BY_FACTS

_WORTH: Final = {HOME: (1.0, 0.0), DRAW: (0.5, 0.5), AWAY: (0.0, 1.0)}
"""The board points of both players, by outcome."""


def halves(points: float) -> str:
    """Return board points as text: `2½`."""
    whole, half = divmod(round(points * 2), 2)
    return f"{whole or ''}½" if half else str(whole)


@dataclass(frozen=True, slots=True)
class _Board:
    """A board of a team match: the member of each team, None if a team has nobody there.

    `outcome` is from the view of the first team: None until played, `NOT_PLAYED` if it never will be.
    """

    first: int | None
    second: int | None
    outcome: int | None

    @property
    def points(self) -> tuple[float, float]:
        """The board points of both teams."""
        is_open = self.outcome is None or self.outcome == NOT_PLAYED
        return (0.0, 0.0) if is_open else _WORTH[(self.outcome or 0) & 3]


@dataclass(frozen=True, slots=True)
class TeamMatch:
    """A match of two teams, each named by its captain, the member at its first board. `second` is None in a bye."""

    round: int
    table: int
    first: int
    second: int | None
    boards: tuple[_Board, ...]

    @property
    def is_over(self) -> bool:
        """Whether all boards have been played."""
        return all(board.outcome is not None for board in self.boards)

    @property
    def points(self) -> tuple[float, float]:
        """The board points of both teams so far."""
        first, second = zip(*(board.points for board in self.boards), strict=True)
        return sum(first), sum(second)

    def outcome(self, *, decides: bool) -> int:
        """Return the outcome of the match, from the view of the first team.

        `decides`: one team must go on, so that equal board points are decided by the boards won.
        """
        if self.second is None:
            return BYE
        first, second = self.points
        if first == second and decides:
            first, second = self._board_counts()
        return HOME if first > second else AWAY if second > first else DRAW

    def _board_counts(self) -> tuple[int, int]:
        """Return for each team the sum of the numbers of its lost boards. Winning on higher boards gives more."""
        won = [
            (at * (first < second), at * (first > second))
            for at, (first, second) in enumerate((board.points for board in self.boards), 1)
        ]
        return sum(first for first, _ in won), sum(second for _, second in won)


@dataclass(frozen=True, slots=True)
class TeamMatches:
    """Team matches over this many boards. `meetings` decides which teams meet, each named by its captain.

    The teams are the sides of the field, seeded by their captains. Members sit at the boards in the order of seeds;
    those beyond the last board do not play. At odd boards the team named first has the first seat, at even boards the
    other.

    Board points are 1, ½ and 0. The team with more wins the match, which is scored like a battle. A board without a
    player, or whose player has left, is won by the other team without a battle. A team with a bye wins all its boards.
    Board points rank teams with equal points. In a knock-out a level match goes to the team whose numbers of won boards
    add up to less, and otherwise to dice.
    """

    meetings: Format
    boards: int

    def lineups(self, field: Field) -> dict[int, tuple[int, ...]]:
        """Return all members of each team by captain, in order of boards. Teams are in order of seeds."""
        there = {*field.present}
        found = (
            tuple(m for m in members if m in there) for members in self._places(field).values()
        )
        return {members[0]: members for members in found if members}

    def _places(self, field: Field) -> dict[int, tuple[int, ...]]:
        """Return the places of each team by captain. The first reserve replaces an annulled member."""
        teams: dict[int, list[int]] = {}
        for entry in field.seeds:
            side = field.sides[entry] if field.sides else None
            if side is not None:
                teams.setdefault(side, []).append(entry)
        there = {*field.present}
        for members in teams.values():
            reserves = [each for each in members[self.boards :] if each in there]
            for at, member in enumerate(members[: self.boards]):
                if member not in there and reserves:
                    members[at] = reserves.pop(0)
            members[self.boards :] = reserves
        return {
            next((each for each in members if each in there), members[0]): tuple(members)
            for members in teams.values()
        }

    def pairings(self, field: Field, results: Sequence[PairingResult]) -> list[Pairing | Bye]:
        """Return every board of present team matches that has no result."""
        return [
            each
            for match in self.matches(field, results)
            for at, board in enumerate(match.boards)
            if board.outcome is None
            for each in [self._due(match, at, board, field)]
        ]

    def _due(self, match: TeamMatch, at: int, board: _Board, field: Field) -> Pairing | Bye:
        sides = [each for each in (board.first, board.second) if each is not None]
        there = [each for each in sides if not field.is_gone(each, match.round)]
        if len(there) < 2:
            return Bye(match.round, *there)
        first, second = there if at % 2 == 0 else there[::-1]
        table = (match.table - 1) * self.boards + at + 1
        return Pairing(match.round, table, first, second)

    def matches(self, field: Field, results: Sequence[PairingResult]) -> list[TeamMatch]:
        """Return the team matches so far, and those that can be played, by rounds."""
        return sorted(self._walk(field, results)[1], key=lambda each: (each.round, each.table))

    def games(self, field: Field, results: Sequence[PairingResult]) -> list[BracketGame]:
        """Return the games of a knock-out of teams, between captains; empty for other team matches."""
        if not isinstance(self.meetings, Knockout):
            return []
        return self.meetings.games(self._captains(field), self._walk(field, results)[0])

    def team_standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return the table of the teams. Wins, draws and losses count matches; `entry` is the captain."""
        ended, matches = self._walk(field, results)
        points = [0.0] * (max(field.seeds, default=-1) + 1)
        for match in matches:
            for captain, own in zip((match.first, match.second), match.points, strict=True):
                if captain is not None:
                    points[captain] += own
        captains = self._captains(field)
        facts = replace(field.facts, boards=points)
        if field.counted_lives:
            left = StageTally(field, results).facts.life
            lineups = self.lineups(field)
            life = [sum(left[at] for at in lineups.get(entry, ())) for entry in range(len(points))]
            facts = replace(facts, life=life)
        return self.meetings.standings(replace(captains, facts=facts), ended)

    def standings(self, field: Field, results: Sequence[PairingResult]) -> list[Standing]:
        """Return the players with their own points; members share the place of their team. Others come last."""
        tally = StageTally(field, results)
        lineups = self.lineups(field)
        places: list[tuple[int, int]] = []
        shared: dict[int, int] = {}
        for line in self.team_standings(field, results):
            place = shared.setdefault(line.place, len(places) + 1)
            places += [(entry, place) for entry in lineups[line.entry]]
        there = {entry for entry, _ in places}
        last = len(places) + 1
        places += [(entry, last) for entry in field.present if entry not in there]
        return [
            Standing(
                entry,
                place,
                tally.points[entry],
                tally.wins[entry],
                tally.draws[entry],
                tally.losses[entry],
                (),
            )
            for entry, place in places
        ]

    def draw(self, field: Field, results: Sequence[PairingResult], round_: int) -> RoundDraw:
        """Return the pairings of the teams with their reasons, each team named by its captain."""
        return self.meetings.draw(self._captains(field), self._walk(field, results)[0], round_)

    def cut(self, field: Field, results: Sequence[PairingResult], best: int | None) -> Cut:
        """Return all members of the `best` teams."""
        lineups = self.lineups(field)
        found = cut(self.team_standings(field, results), best, self._captains(field))

        def members(captains: Sequence[int]) -> tuple[int, ...]:
            return tuple(entry for captain in captains for entry in lineups[captain])

        return Cut(members(found.through), members(found.drawn), members(found.seeded))

    def _captains(self, field: Field) -> Field:
        """Return the field of the teams, with captains as entrants."""
        lineups = self._places(field)
        left = {
            captain: max(field.left[each] for each in members)
            for captain, members in lineups.items()
            if field.left.keys() >= {*members}
        }
        late = (captain for captain, members in lineups.items() if field.late >= {*members})
        breaks = (BY_FACTS["boards"], *field.scoring.tie_breaks)
        return replace(
            field,
            seeds=tuple(lineups),
            left=left,
            late=frozenset(late),
            given=(),
            avoids={},
            scoring=replace(field.scoring, tie_breaks=breaks),
            lives=None,
        )

    def _walk(
        self, field: Field, results: Sequence[PairingResult]
    ) -> tuple[list[PairingResult], list[TeamMatch]]:
        """Return the results of finished team matches, and all matches, in the order in which they could be played."""
        captains = self._captains(field)
        lineups = self._places(field)
        ended = {(each.round, each.first): each.outcome for each in results}
        ended |= {
            (each.round, each.second): exchanged(bytes([each.outcome]))[0]
            for each in results
            if each.second is not None
        }
        over: list[PairingResult] = []
        matches: list[TeamMatch] = []
        while True:
            due = [
                (each, self._match(each, lineups, ended, field))
                for each in self.meetings.pairings(captains, over)
            ]
            done = [(each, match) for each, match in due if match.is_over]
            if not done:
                return over, [*matches, *(match for _, match in due)]
            decides = isinstance(self.meetings, Knockout)
            over += [PairingResult.of(each, match.outcome(decides=decides)) for each, match in done]
            matches += [match for _, match in done]

    def _match(
        self,
        each: Due,
        lineups: dict[int, tuple[int, ...]],
        ended: dict[tuple[int, int], int],
        field: Field,
    ) -> TeamMatch:
        second = None if isinstance(each, Bye) else each.second
        table = 0 if isinstance(each, Bye) else each.table
        both = lineups[each.first], () if second is None else lineups[second]
        boards = tuple(_boards(each.round, *both, self.boards, ended, field))
        return TeamMatch(each.round, table, each.first, second, boards)


def _boards(
    round_: int,
    ours: Sequence[int],
    theirs: Sequence[int],
    boards: int,
    ended: dict[tuple[int, int], int],
    field: Field,
) -> Iterator[_Board]:
    for at in range(min(boards, max(len(ours), len(theirs)))):
        first, second = (
            team[at] if at < len(team) and field.left.get(team[at]) != NEVER else None
            for team in (ours, theirs)
        )
        outcome: int | None = None
        if first is not None and (round_, first) in ended:
            outcome = ended[round_, first]
        elif second is not None and (round_, second) in ended:
            outcome = exchanged(bytes([ended[round_, second]]))[0]
        elif all(each is None or field.is_gone(each, round_) for each in (first, second)):
            outcome = NOT_PLAYED
        yield _Board(first, second, outcome)
