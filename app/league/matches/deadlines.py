"""Deadlines of exchanges move: as an organiser decides, for a player, or by the time for which the site was away."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.matches import turns
from app.league.matches.settings import GRACE, MatchSettings
from app.league.people import blocks
from app.notices.news import ExchangeMoved
from app.store import letters, players, seasons
from app.store.matches import exchanges, matches
from app.store.own import absences
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import (
    Absence,
    Contestant,
    Correspondence,
    Exchange,
    ExchangeState,
    Match,
    MatchState,
    Player,
    Season,
)

LONGEST: Final = timedelta(days=366)
Away = Sequence[tuple[Contestant, Absence]]
"""Times away, each with a part in matches that it may concern."""


@dataclass(frozen=True, slots=True)
class Appointment:
    """An exchange that takes orders, and how many matches wait for it."""

    number: int
    deadline: datetime
    waiting: int


def agenda(session: Session, season: Season) -> list[Appointment]:
    """The exchanges of the season that take orders, by deadline."""
    return [
        Appointment(each.number, each.deadline, waiting)
        for each, waiting in exchanges.agenda(session, season)
    ]


def move(session: Session, slug: str, number: int, deadline: datetime, by: Organiser) -> Exchange:
    """Move the deadline of this exchange to that time, and play at once if that is now. Its players
    hear why.

    Matches that wait for no orders any more are not affected. Raises `SeasonRefused` with every
    problem.
    """
    season = seasons.locked(session, slug)
    exchange = exchanges.exchange(session, season, number)
    problems = []
    if exchange is None or exchange.state is not ExchangeState.OPEN:
        problems.append(Problem("no-such-exchange", number=str(number)))
    elif exchange.deadline <= by.now:
        problems.append(Problem("deadline-past"))
    if deadline < by.now:
        problems.append(Problem("deadline-past"))
    if deadline > by.now + LONGEST:
        problems.append(Problem("deadline-far"))
    if not by.tell.strip():
        problems.append(Problem("nothing-told"))
    if problems or exchange is None:
        raise SeasonRefused(dict.fromkeys(problems))
    before, waiting = exchange.deadline, exchanges.entries_waiting_for(session, exchange)
    moved = _wait(session, season, exchange, deadline, by.now)
    about = ExchangeMoved(before=before, after=deadline, reason=by.tell.strip())
    _tell(session, season, waiting, moved, about, by.now)
    detail = {"number": number, "from": before.isoformat(), "to": deadline.isoformat()}
    audits.note(session, by, "exchange", season, detail=detail)
    return moved


def make_up(
    session: Session, slug: str, away: tuple[datetime, datetime], length: timedelta, now: datetime
) -> bool:
    """Every exchange of the season that took orders when the site went away is so much later; whether there was one.

    Where one cannot move, none of them does.
    """
    (began_at, ended_at), has_moved = away, False
    with session.begin_nested():
        season, by = seasons.locked(session, slug), Organiser("outage", now)
        for before, moved, waiting in put_off(session, season, began_at, length, by):
            about = ExchangeMoved(
                before=before, after=moved.deadline, away_from=began_at, away_until=ended_at
            )
            _tell(session, season, waiting, moved, about, now)
            has_moved = True
    return has_moved


def put_off(
    session: Session, season: Season, since: datetime, length: timedelta, by: Organiser
) -> Iterator[tuple[datetime, Exchange, set[int]]]:
    """Every exchange that took orders at that moment is so much later: where each was, and the entries that wait for it."""
    for each in exchanges.open_exchanges(session, season, since - GRACE):
        session.refresh(each)  # one before it may have come to where it was
        if each.state is not ExchangeState.OPEN:
            continue
        before, waiting = each.deadline, exchanges.entries_waiting_for(session, each)
        moved = _wait(session, season, each, before + length, by.now)
        detail = {"number": each.number, "from": before.isoformat()}
        detail["to"] = moved.deadline.isoformat()
        audits.note(session, by, "exchange", season, detail=detail)
        yield before, moved, waiting


def postpone(
    session: Session, before: Exchange, later: Exchange, entry_id: int, but: int | None = None
) -> list[tuple[Match, int]]:
    """All matches of this entry that wait for the one exchange wait for the other; each with the opponent.

    One that is about to move on, since all who were waited for are ready, waits no longer; `but` this one.
    """
    opponents = []
    for each in matches.of_exchange(session, before, entry_id):
        moved = matches.locked(session, each.id)
        is_called = moved.due_at != before.deadline + GRACE and moved.id != but
        if moved.state is MatchState.WAITING and not moved.verdict and not is_called:
            moved.exchange_id, moved.due_at = later.id, later.deadline + GRACE
            moved.claim, moved.lease_until = None, None
            both = {moved.entry_a_id, moved.entry_b_id}
            opponents += [(moved, other) for other in both - {entry_id}]
    session.flush()
    exchanges.finish_exchanges(session, before.season_id)
    return opponents


# --- times away -----------------------------------------------------------------------------------------


def awaited(
    session: Session, found: Correspondence, match: Match, usual: Exchange, away: Away
) -> Exchange:
    """The exchange for which this match waits: the usual one, or the first one after the times away of those who are asked.

    Of these times the season has made use then.
    """
    settings = MatchSettings.of(found.settings)
    if settings.away != "wait":
        return usual
    asked = {match.entry_in(seat) for seat in match.awaits}
    those = [each for each in away if each[0].entry_id in asked]
    deadline = usual.deadline
    while now := [each for each in those if absences.is_away(*each, deadline)]:
        for contestant, absence in now:
            contestant.absence_id = absence.id
        ends_at = max(absence.ends_at for _, absence in now)
        deadline = settings.deadline_after(ends_at, found.begun_at or ends_at)
    if deadline == usual.deadline:
        return usual
    return exchanges.exchange_at(session, match.season_id, deadline)


def lock(session: Session, player: Player) -> list[tuple[Match, Exchange, int]]:
    """Lock what this player keeps and all their running matches, exchanges and entries until the transaction ends."""
    waiting = matches.waiting_for(session, player)
    for season in sorted({entry.season_id for _, _, entry in waiting}):
        seasons.lock(session, session.get_one(Season, season))
    matches.all_locked(session, [match.id for match, _, _ in waiting])
    for _, exchange, _ in waiting:
        session.refresh(exchange)  # it may have moved until then
    players.lock(session, player)
    return [
        (match, exchange, entry.id)
        for match, exchange, entry in matches.waiting_for(session, player)
    ]


def wait_for(
    session: Session, waiting: Sequence[tuple[Match, Exchange, int]], now: datetime
) -> None:
    """Let matches wait for an absent player, if the season does so; opponents hear only of the new deadline."""
    away = absences.of_entries(session, {entry_id for _, _, entry_id in waiting})
    for match, before, entry_id in waiting:
        own = [each for each in away if each[0].entry_id == entry_id]
        is_called = match.due_at != before.deadline + GRACE or match.exchange_id != before.id
        if match.verdict or is_called or not own:
            continue
        found = session.get_one(Correspondence, match.season_id)
        later = awaited(session, found, match, before, own)
        if later is not before:
            opponents = postpone(session, before, later, entry_id)
            for moved, _ in opponents:
                moved.ends_at = moved.ends_at and moved.ends_at + (later.deadline - before.deadline)
            turns.tell_extension(session, opponents, own[0][0], before, later, now, asked=False)


def heed(session: Session, exchange: Exchange, now: datetime) -> None:
    """Let this exchange wait for players who are away at its new deadline, as if it had always had it."""
    waiting = [each.id for each in exchanges.awaited(session, exchange)]
    those = matches.all_locked(session, waiting)
    asked = [(each, exchange, each.entry_in(seat)) for each in those for seat in each.awaits]
    wait_for(session, asked, now)


def _wait(
    session: Session, season: Season, exchange: Exchange, deadline: datetime, now: datetime
) -> Exchange:
    """Let all matches that wait for this exchange wait for that deadline, together with those that
    do already.
    """
    regular = exchange.deadline + GRACE
    moved = exchange
    if exchanges.has_exchange_at(session, season, deadline):
        moved = exchanges.exchange_at(session, season.id, deadline)
    else:
        exchange.deadline = deadline
        exchange.reminded_at = exchange.reminded_at and now
    exchanges.wait_until(session, exchange, moved, regular, deadline + GRACE)
    heed(session, moved, now)
    exchanges.finish_exchanges(session, season.id)
    return moved


def _tell(
    session: Session,
    season: Season,
    waiting: Collection[int],
    exchange: Exchange,
    about: ExchangeMoved,
    now: datetime,
) -> None:
    """Tell the players of these entries."""
    players = {each.id: each for each in matches.correspondents(session, waiting).values()}
    readers = blocks.without(session, players.values(), players.keys())
    reason = f"{about.slug}:{exchange.id}:{about.before.timestamp()}:{now.timestamp()}"
    letters.write_to_all(session, about, readers, reason, now=now, season=season)
