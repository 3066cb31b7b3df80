"""Deadlines of exchanges move: as an organiser decides, or by the time for which the site was away."""

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.matches.settings import GRACE
from app.league.people import blocks
from app.notices.news import ExchangeMoved
from app.store import letters, seasons
from app.store.matches import exchanges, matches
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Exchange, ExchangeState, Season

LONGEST: Final = timedelta(days=366)


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
    """The exchange of this number is at that time from now on, at once if that is now; its players are told why.

    Matches that wait for nobody's orders any more go on as before. Raises `SeasonRefused` with every problem.
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
        season = seasons.locked(session, slug)
        for each in exchanges.open_exchanges(session, season, began_at - GRACE):
            session.refresh(each)  # one before it may have come to where it was
            if each.state is not ExchangeState.OPEN:
                continue
            before, waiting = each.deadline, exchanges.entries_waiting_for(session, each)
            moved = _wait(session, season, each, before + length, now)
            about = ExchangeMoved(
                before=before, after=moved.deadline, away_from=began_at, away_until=ended_at
            )
            _tell(session, season, waiting, moved, about, now)
            detail = {"number": each.number, "from": before.isoformat()}
            detail["to"] = moved.deadline.isoformat()
            audits.note(session, Organiser("outage", now), "exchange", season, detail=detail)
            has_moved = True
    return has_moved


def _wait(
    session: Session, season: Season, exchange: Exchange, deadline: datetime, now: datetime
) -> Exchange:
    """All that wait for this exchange wait for that deadline: with those that do so already."""
    regular = exchange.deadline + GRACE
    moved = exchange
    if exchanges.has_exchange_at(session, season, deadline):
        moved = exchanges.exchange_at(session, season.id, deadline)
    else:
        exchange.deadline = deadline
        exchange.reminded_at = exchange.reminded_at and now
        session.add(exchange)
    exchanges.wait_until(session, exchange, moved, regular, deadline + GRACE)
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
    """The players of these entries hear of it."""
    players = {each.id: each for each in matches.correspondents(session, waiting).values()}
    readers = blocks.without(session, players.values(), players.keys())
    reason = f"{about.slug}:{exchange.id}:{about.before.timestamp()}:{now.timestamp()}"
    letters.write_to_all(session, about, readers, reason, now=now, season=season)
