"""An entry leaves its matches: by its player's wish, or as an organiser decides."""

from datetime import datetime

from sqlmodel import Session

from app.store.matches import exchanges, matches
from app.store.tables import Entry, Match, MatchState, Season


def leave(session: Session, season: Season, entry: Entry, now: datetime) -> bool:
    """The entry plays no more. Tells whether it is out of the season, as if it had never met anybody.

    It is if fewer than half of its matches are over: all of them are annulled. Otherwise they stand, and it forfeits the
    rest.
    """
    left = matches.contestant(session, entry.id)
    left.left_at = now
    session.add(left)
    played = [matches.locked(session, each.id) for each in matches.of_entry(session, entry)]
    met = [each for each in played if each.state is not MatchState.ANNULLED]
    is_out = 2 * sum(each.state is MatchState.OVER for each in met) < len(met)
    for each in met:
        if is_out:
            _annul(each)
        elif each.state is MatchState.WAITING:
            end(each, "forfeit", "A" if each.entry_a_id == entry.id else "B", now)
        session.add(each)
    session.flush()
    exchanges.finish_exchanges(session, season.id)
    return is_out


def end(match: Match, word: str, loser: str, now: datetime) -> None:
    """The match ends by this word at once, unless it ends already: whoever moves it on next writes that down."""
    if not match.verdict:
        match.verdict = word + loser
    match.due_at, match.claim, match.lease_until = now, None, None


def _annul(match: Match) -> None:
    match.state = MatchState.ANNULLED
    match.awaits, match.exchange_id, match.due_at = "", None, None
    match.told_a = match.told_b = -1
    match.claim, match.lease_until = None, None
