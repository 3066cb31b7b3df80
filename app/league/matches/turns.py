"""Letters about turns: each player gets one letter about all their matches, with the outcomes and
what is needed now.
"""

import hashlib
from collections.abc import Mapping, Sequence
from datetime import datetime, timedelta
from typing import Final, TypeVar

from sqlmodel import Session

from app.engine.matches.game import SEATS, Seat
from app.league.matches.advances import MISSES
from app.league.matches.settings import MatchSettings
from app.league.people import blocks
from app.notices.about import About
from app.notices.answers import Orders
from app.notices.news import Chapter, Extended, Missing, RoundNews, Turn
from app.notices.registry import about
from app.store import letters
from app.store.matches import exchanges as stored_exchanges, matches, orders
from app.store.own import absences
from app.store.tables import (
    Contestant,
    Correspondence,
    Exchange,
    Letter,
    Match,
    MatchState,
    Player,
    Season,
)

T = TypeVar("T")
_SOONEST: Final = timedelta(hours=6)


def tell(session: Session, season_id: int, now: datetime) -> int:
    """Players with news of their matches get one letter with all of it, once none of theirs is about to move on.

    How many.

    While rounds are to be paired nobody is told: what begins then belongs to the same letter. Where
    every decision is waited for, the beginning and the end are news, and what lies between is not.
    The season must be locked.
    """
    found = session.get_one(Correspondence, season_id)
    settings = MatchSettings.of(found.settings)
    if found.is_to_pair:
        return 0
    news = matches.untold(session, season_id, now)
    if not news:
        return 0
    moving = matches.moving(session, season_id, now)
    exchanges = stored_exchanges.exchanges_by_id(session, season_id)
    chapters: dict[int, list[Chapter]] = {}
    for match in news:
        for seat in SEATS:
            entry_id, told = _seated(match, seat)
            if entry_id in moving or told >= match.step or _is_between(settings, match, told):
                continue
            _note(match, seat)
            chapter = _chapter(match, seat, told if told >= 0 else ~told, exchanges)
            chapters.setdefault(entry_id, []).append(chapter)
    by_player, readers = _by_player(session, chapters)
    season = session.get_one(Season, season_id)
    new = []
    for each in readers:
        turn = Turn(chapters=tuple(by_player[each.id]))
        said = [(each.match, each.since, each.until, each.is_annulled) for each in turn.chapters]
        new.append((each, turn, f"turn:{season_id}:{_digest(said)}:{each.id}"))
    return letters.write_each(session, new, now=now, season=season)


def unreminded(session: Session, season: Season, now: datetime) -> list[Exchange]:
    """The exchanges of the season that are due for reminders."""
    found = session.get(Correspondence, season.id)
    if not found:
        return []
    lead = _lead(MatchSettings.of(found.settings))
    near = stored_exchanges.nearing(session, season, now + lead)
    return [
        each for each in near if each.reminded_at is None or each.reminded_at < each.deadline - lead
    ]


def remind(session: Session, season: Season, now: datetime) -> int:
    """Players whose orders for an exchange are missing have one letter about all of these matches, once a deadline; how many.

    None for those who are ready or away, and for seats that are not waited for.
    """
    written = 0
    for exchange in unreminded(session, season, now):
        exchange.reminded_at = now
        if now < exchange.deadline:
            written += _remind(session, season, exchange, now)
    return written


def _lead(settings: MatchSettings) -> timedelta:
    """So long before a deadline its reminder comes."""
    return (
        _SOONEST if settings.hours is None else min(_SOONEST, timedelta(hours=settings.hours) / 4)
    )


def _remind(session: Session, season: Season, exchange: Exchange, now: datetime) -> int:
    waiting = stored_exchanges.awaited(session, exchange)
    plans = orders.plans(session, waiting)
    entry_ids = {id for each in waiting for id in (each.entry_a_id, each.entry_b_id)}
    away = absences.away_at(session, entry_ids, exchange.deadline)
    missing: dict[int, list[Chapter]] = {}
    for match in waiting:
        for seat in SEATS:
            plan = plans.get((match.id, seat))
            is_in = plan is not None and plan.is_in
            if seat in match.awaits and not is_in and match.entry_in(seat) not in away:
                chapter = _chapter(match, seat, match.step, {exchange.id: exchange})
                missing.setdefault(_seated(match, seat)[0], []).append(chapter)
    by_player, readers = _by_player(session, missing)
    reason = f"missing:{exchange.id}:{now:%y%m%d%H%M%S%f}"
    new = [
        (each, Missing(chapters=tuple(by_player[each.id])), f"{reason}:{each.id}")
        for each in readers
    ]
    return letters.write_each(session, new, now=now, season=season)


def tell_extension(
    session: Session,
    found: Sequence[tuple[Match, int]],
    contestant: Contestant,
    before: Exchange,
    after: Exchange,
    now: datetime,
    *,
    asked: bool = True,
) -> int:
    """The opponents, by match and entry, hear that the deadline has moved for this contestant, and whether by an extension; how many."""
    named: dict[int, list[str]] = {}
    for match, entry_id in found:
        named.setdefault(entry_id, []).append(match.game_id)
    by_player, readers = _by_player(session, named)
    season = session.get_one(Season, after.season_id)
    new: list[tuple[Player, About, str]] = []
    for each in readers:
        names = tuple(by_player[each.id])
        told = Extended(matches=names, before=before.deadline, after=after.deadline, asked=asked)
        key = f"extended:{contestant.id}:{contestant.extensions}:{after.id}:{each.id}"
        new.append((each, told, key))
    return letters.write_each(session, new, now=now, season=season)


def tell_round(
    session: Session,
    season: Season,
    place: tuple[int, int],
    found: Mapping[int, bool],
    now: datetime,
) -> int:
    """Who has no match in the round at this place hears so, by entry, each with whether its way has ended; how many do.

    Where the round was paired anew, not once more.
    """
    stage, round_ = place
    reason = f"round:{season.id}:{stage}-{round_}"
    known = letters.keys(session, season, reason)
    told = {
        entry: [RoundNews(stage=stage, round=round_, entry=entry, is_out=is_out)]
        for entry, is_out in found.items()
    }
    by_player, readers = _by_player(session, told)
    new: list[tuple[Player, About, str]] = [
        (each, about, key)
        for each in readers
        for about in by_player[each.id]
        if (key := f"{reason}:{about.entry}") not in known
    ]
    return letters.write_each(session, new, now=now, season=season)


def deadlines_in(session: Session, letter: Letter) -> dict[str, datetime]:
    """The deadlines that stand in this letter, by match."""
    match about(letter):
        case Turn(chapters=chapters) | Missing(chapters=chapters):
            names = {
                each.id: each.game_id
                for each in matches.by_ids(session, [chapter.match for chapter in chapters])
            }
            told = [(names.get(each.match, ""), each.deadline) for each in chapters]
        case Orders(readings=readings):
            told = [(each.game_id, each.deadline) for each in readings]
        case _:
            told = []
    return {name: deadline for name, deadline in told if deadline}


def _by_player(
    session: Session, found: Mapping[int, Sequence[T]]
) -> tuple[dict[int, list[T]], list[Player]]:
    """Findings by entry, put together by the player of the entry, and the players who get letters."""
    by_player: dict[int, list[T]] = {}
    players = {}
    for entry_id, player in matches.correspondents(session, found.keys()).items():
        players[player.id] = player
        by_player.setdefault(player.id, []).extend(found[entry_id])
    return by_player, blocks.without(session, players.values(), players.keys())


def _seated(match: Match, seat: Seat) -> tuple[int, int]:
    """The entry in this seat, and what it was told."""
    if seat == "A":
        return match.entry_a_id, match.told_a
    return match.entry_b_id, match.told_b


def _note(match: Match, seat: Seat) -> None:
    if seat == "A":
        match.told_a = match.step
    else:
        match.told_b = match.step


def _is_between(settings: MatchSettings, match: Match, told: int) -> bool:
    return settings.tempo == "live" and told > 0 and match.state is MatchState.WAITING


def _chapter(match: Match, seat: Seat, since: int, exchanges: dict[int, Exchange]) -> Chapter:
    exchange = exchanges.get(match.exchange_id or 0)
    missed = match.missed_by(seat)
    return Chapter(
        match=match.id,
        seat=seat,
        since=since,
        until=match.step,
        turn=match.turn,
        deadline=exchange.deadline if exchange else None,
        is_asked=seat in match.awaits,
        is_absent=missed >= MISSES,
        is_annulled=match.state is MatchState.ANNULLED,
    )


def _digest(said: object) -> str:
    """No two letters to a player tell the same."""
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]
