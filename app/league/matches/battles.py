"""The matches of a pair as a battle, for whoever reads its results: told from their records, and from nothing else."""

from sqlmodel import Session

from app.engine import Battle, Build, Ruleset
from app.engine.matches.course import Match as Course
from app.engine.matches.exhibition import Played
from app.engine.matches.game import Event
from app.league.matches import exchanges
from app.store.matches import matches
from app.store.tables import Match, MatchState


def of_pair(
    session: Session, game: Ruleset, entries: tuple[int, int], builds: tuple[Build, Build]
) -> Battle | None:
    """The matches of these two, the first at home; None if they have none that is over."""
    met = [each for each in matches.between(session, *entries) if each.state is MatchState.OVER]
    if game.retell is None or not met:
        return None
    return game.retell(builds, [_played(session, each, entries[0]) for each in met])


def _played(session: Session, match: Match, home: int) -> Played:
    """As its record has it."""
    (play,) = exchanges.load(session, [match.id], whole=True)
    course, happened = Course.begin(play.game, play.head, play.builds), list[Event]()
    for line in play.lines[1:]:
        course, events = course.after(line)
        happened += events
    return Played("A" if match.entry_a_id == home else "B", course, happened)
