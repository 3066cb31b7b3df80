"""An entry leaves its matches, as an organiser decides. What becomes of them is one rule, from their beginning to the archive.

Whoever leaves before half of their matches are over has never been there: these are annulled, and tables and records know
nothing of them. Whoever leaves later, or without whom no match would count, has met the others: what is over stands, the rest
is forfeited, and their line stays in the table, below all who stayed. In stages, where the next round follows from results,
everybody who leaves has met the others, and is paired no more. So every season whose matches have begun comes to
results, and a record holds the matches of those who stand in it, and no others.

A match is annulled only while others go on: once all are over, under review or taken back after it, nothing of them changes.
A person who is erased leaves nothing: their character stays, and the house plays for it.
"""

from datetime import datetime

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.matches import turns
from app.store.matches import exchanges, matches
from app.store.tables import Entry, Match, MatchState, Season


def leave(session: Session, season: Season, entry: Entry, now: datetime) -> bool:
    """The entry plays no more, and its opponents hear of it. Tells whether it is out of the season, as if it had never met anybody.

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
    """Matches that were made for somebody who has left end at once."""
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
    """The match ends by this word at once, unless it ends already: whoever moves it on next writes that down."""
    if not match.verdict:
        match.verdict = word + loser
    match.due_at = min(now, match.due_at or now)
    match.claim, match.lease_until = None, None


def _annul(match: Match) -> None:
    match.state = MatchState.ANNULLED
    match.awaits, match.verdict, match.exchange_id, match.due_at = "", "", None, None
    match.told_a, match.told_b = ~match.told_a, ~match.told_b
    match.claim, match.lease_until = None, None
