"""What matches come to in the table of a season: a byte a pair, as for any game."""

from collections import defaultdict
from collections.abc import Mapping, Sequence
from typing import NamedTuple, Self

from sqlmodel import Session

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Battle, Build, exchanged
from app.engine.matches.course import Match as Course
from app.engine.matches.exhibition import FinishedMatch
from app.engine.matches.game import GameStep, Over, Seat
from app.engine.ruleset import Ruleset
from app.games import ruleset
from app.league.matches import exchanges
from app.statistics import matches as statistics
from app.statistics.matches import Matches
from app.store.matches import matches
from app.store.tables import Match, MatchState, Season

Outcomes = Mapping[tuple[int, int], int]
"""Outcome bytes by two entries, from the view of the first; both orders are there."""


class Meeting(NamedTuple):
    """A match that is over: who sat in which seat, and how many halves of a point A scored more than B."""

    a: int
    b: int
    margin: int
    reason: str

    @classmethod
    def of(cls, a: int, b: int, over: Over) -> Self:
        """The match of these two that ended so."""
        return cls(a, b, int(2 * (over.score["A"] - over.score["B"])), over.reason)

    @classmethod
    def ended(cls, match: Match) -> Self:
        """This match by its entries; a draw while it goes on."""
        margin = (match.halves_a or 0) - (match.halves_b or 0)
        return cls(match.entry_a_id, match.entry_b_id, margin, match.reason)

    def margin_of(self, one: int) -> int:
        """How many more this one of the two scored."""
        return self.margin if self.a == one else -self.margin


def decided(session: Session, season: Season, game: Ruleset) -> Outcomes | None:
    """How the pairs of the season ended that have met; None for a season without matches."""
    if not matches.begun(session, season):
        return None
    pairs: dict[tuple[int, int], list[Meeting]] = {}
    for each in matches.of_season(session, season):
        if each.state is MatchState.OVER:
            pair = each.entry_a_id, each.entry_b_id
            pairs.setdefault((min(pair), max(pair)), []).append(Meeting.ended(each))
    table: dict[tuple[int, int], int] = {}
    for (one, other), met in pairs.items():
        byte = outcome(one, met, game)
        table[one, other] = byte
        table[other, one] = exchanged(bytes([byte]))[0]
    return table


def ended(session: Session, season: Season) -> Matches | None:
    """What its matches tell together; None for a season without any that is over."""
    has_matches = ruleset(season.game, season.rules_version).match
    found = matches.endings(session, season) if has_matches else ()
    return statistics.of(map(_ended, found)) if found else None


def rounds(session: Session, season: Season) -> dict[frozenset[int], int]:
    """How many rounds or turns the longest match of each pair had that ended as both together did, forfeits and what has no record aside."""
    pairs: dict[frozenset[int], list[matches.Ending]] = defaultdict(list)
    for each in matches.endings(session, season):
        pairs[frozenset((each.entry_a_id, each.entry_b_id))].append(each)
    found = {}
    for pair, met in pairs.items():
        winner = _winner(sum(map(_margin, met)))
        like = [each for each in met if _winner(_margin(each)) == winner]
        counts = [statistics.round_of(e.last) for e in like if e.reason != statistics.FORFEIT]
        if longest := max(counts, default=0):
            found[pair] = longest
    return found


def _margin(each: matches.Ending) -> int:
    """By how many halves the one with the lower number scored more."""
    return (each.halves_a - each.halves_b) * (1 if each.entry_a_id < each.entry_b_id else -1)


def _ended(each: matches.Ending) -> statistics.MatchEnd:
    margin = each.halves_a - each.halves_b
    winner: Seat | None = None if not margin else "A" if margin > 0 else "B"
    return statistics.MatchEnd(winner, each.reason, statistics.round_of(each.last), each.turn)


def outcome(one: int, met: Sequence[Meeting], game: Ruleset) -> int:
    """The points of all matches of a pair together decide, as one of them sees it.

    The reason is that of the last match which ended like that, or else of the last one.
    """
    winner = _winner(sum(each.margin_of(one) for each in met))
    like = [each for each in met if _winner(each.margin_of(one)) == winner]
    reason = (like or met)[-1].reason
    return winner | game.reasons.index(reason) << 2


def lacking(met: Sequence[Meeting], meetings: int, *, in_bracket: bool) -> int:
    """How many matches a pairing still needs after these: up to `meetings`, and one more if a knock-out is level."""
    is_level = sum(each.margin_of(met[0].a) for each in met) == 0 if met else False
    if in_bracket and is_level and len(met) == meetings:
        return 1
    return max(meetings - len(met), 0)


def _winner(margin: int) -> int:
    return DRAW if margin == 0 else HOME if margin > 0 else AWAY


def half(outcomes: Outcomes, entry_id: int, later: Sequence[int]) -> bytes:
    """The outcomes of an entry against these."""
    return bytes(outcomes.get((entry_id, other), NOT_PLAYED) for other in later)


def as_battle(
    session: Session, game: Ruleset, entries: tuple[int, int], builds: tuple[Build, Build]
) -> Battle | None:
    """Tell the matches of these two as one battle, the first at home; None if none is over."""
    met = [each for each in matches.between(session, *entries) if each.state is MatchState.OVER]
    if game.retell is None or not met:
        return None
    return game.retell(builds, [_played(session, each, entries[0]) for each in met])


def _played(session: Session, match: Match, home: int) -> FinishedMatch:
    """As its record has it."""
    (play,) = exchanges.plays(session, [match], whole=True)
    course, happened = Course.begin(play.game, play.head, play.builds), list[GameStep]()
    for line in play.lines[1:]:
        course, steps = course.after(line)
        happened += steps
    return FinishedMatch(match.seat_of(home), course, happened)
