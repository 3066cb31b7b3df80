"""Letters about turns: each player is told once, and of all matches together, what has become of them."""

import hashlib
from collections.abc import Iterable
from datetime import datetime

from sqlmodel import Session

from app.engine.matches.game import SEATS, Seat
from app.league.matches.settings import MISSES, Settings
from app.league.people import blocks
from app.store import letters, matches
from app.store.letter_kinds import Chapter, Turn
from app.store.tables import Correspondence, Exchange, Match, MatchState, Player, Season


def tell(session: Session, season_id: int, now: datetime) -> int:
    """Players with news of their matches get one letter with all of it, once none of theirs is about to move on; how many.

    Where every decision is waited for, the beginning and the end are news, and what lies between is not. The season
    must be locked.
    """
    settings = Settings.of(session.get_one(Correspondence, season_id).settings)
    news = matches.untold(session, season_id)
    if not news:
        return 0
    moving = matches.moving(session, season_id, now)
    entry_ids = {id for each in news for id in (each.entry_a_id, each.entry_b_id)} - moving
    players = matches.correspondents(session, entry_ids)
    exchanges = matches.exchanges_by_id(session, season_id)
    chapters: dict[int, list[Chapter]] = {}
    for match in news:
        for seat in SEATS:
            entry_id, told = _seated(match, seat)
            if entry_id in moving or told >= match.step or _is_between(settings, match, told):
                continue
            _note(match, seat)
            session.add(match)
            if entry_id in players:
                chapter = _chapter(match, seat, max(told, 0), exchanges)
                chapters.setdefault(entry_id, []).append(chapter)
    return _write(session, season_id, [(players[id], each) for id, each in chapters.items()], now)


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


def _is_between(settings: Settings, match: Match, told: int) -> bool:
    return settings.tempo == "live" and told > 0 and match.state is MatchState.WAITING


def _chapter(match: Match, seat: Seat, since: int, exchanges: dict[int, Exchange]) -> Chapter:
    exchange = exchanges.get(match.exchange_id or 0)
    missed = match.missed_a if seat == "A" else match.missed_b
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


def _write(
    session: Session,
    season_id: int,
    told: Iterable[tuple[Player, list[Chapter]]],
    now: datetime,
) -> int:
    by_player: dict[int, list[Chapter]] = {}
    players = {}
    for player, chapters in told:
        players[player.id] = player
        by_player.setdefault(player.id, []).extend(chapters)
    readers = blocks.without(session, players.values(), players.keys())
    season = session.get_one(Season, season_id)
    new = [
        (each, turn, f"turn:{season_id}:{_digest(turn)}:{each.id}")
        for each in readers
        for turn in [Turn(chapters=tuple(by_player[each.id]))]
    ]
    return letters.write_each(session, new, now=now, season=season)


def _digest(turn: Turn) -> str:
    """Of which lines of which records it tells: no two letters to a player tell the same."""
    said = [(each.match, each.since, each.until, each.is_annulled) for each in turn.chapters]
    return hashlib.sha256(repr(said).encode()).hexdigest()[:16]
