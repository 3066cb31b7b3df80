"""What happens to the matches of an entry that leaves.

If it leaves before half of its matches are over, they are annulled, and tables and records do not
show them. If it leaves later, or if no match would otherwise count, finished matches stand, the
others are forfeited, and its row stays below all who stayed.

In stages the next round follows from results, so finished matches always stand, and the entry is
not paired again. A match is annulled only while others are played; later nothing changes. If a
person is erased, the character stays and the house plays for it.
"""

from datetime import datetime

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.matches import turns
from app.store.matches import exchanges, matches
from app.store.tables import Entry, Match, MatchState, Season


def leave(session: Session, season: Season, entry: Entry, now: datetime) -> bool:
    """Take the entry out of all play, and tell its opponents. Returns whether it is out of the
    season, as if it had never met anyone.

    Raises `SeasonRefused` if it has left before. The season must be locked.
    """
    left = matches.contestant(session, entry.id)
    if left.left_at:
        raise SeasonRefused([Problem("left-before", number=str(entry.number))])
    left.left_at = now
    played = [matches.locked(session, each.id) for each in matches.of_entry(session, entry)]
    met = [each for each in played if each.state is not MatchState.ANNULLED]
    over = [each for each in met if each.state is MatchState.OVER or each.verdict]
    is_early = not season.stages and 2 * len(over) < len(met)
    is_out = is_early and matches.counts_without(session, season, entry)
    for each in met:
        if is_out:
            _annul(each)
        elif each.state is MatchState.WAITING:
            end(each, "forfeit", each.seat_of(entry.id), now)
    session.flush()
    exchanges.finish_exchanges(session, season.id)
    turns.tell(session, season.id, now)
    return is_out


def forfeit(session: Session, season: Season, now: datetime) -> None:
    """End at once the matches of an entry that has left."""
    gone = matches.left(session, season)
    for each in matches.of_season(session, season) if gone else ():
        if each.state is MatchState.WAITING and {each.entry_a_id, each.entry_b_id} & gone.keys():
            end(each, "forfeit", "A" if each.entry_a_id in gone else "B", now)


def call_off(session: Session, season: Season) -> None:
    """All matches of the season are over and count for nothing, and no letter of theirs tells it."""
    for each in matches.of_season(session, season):
        _annul(each)
        each.told_a, each.told_b = each.step, each.step
    session.flush()
    exchanges.finish_exchanges(session, season.id)


def end(match: Match, word: str, loser: str, now: datetime) -> None:
    """Ask for this end of the match at once, unless it already ends; the next advance writes it to the record."""
    if not match.verdict:
        match.verdict = word + loser
    match.due_at = min(now, match.due_at or now)
    match.claim, match.lease_until = None, None


def _annul(match: Match) -> None:
    match.state = MatchState.ANNULLED
    match.awaits, match.verdict, match.exchange_id, match.due_at = "", "", None, None
    match.told_a, match.told_b = ~match.told_a, ~match.told_b
    match.claim, match.lease_until = None, None
