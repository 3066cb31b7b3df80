"""Seats of absent players: the player is asked whether they play on, and otherwise the seat is offered.

The first to say yes takes it. It is offered to three players at a time: first to those on the
waiting list, then to those who played its game, latest first. Each deadline adds three more, and
earlier ones may still say yes. Until then the house plays the seat.

An offer shows only what a spectator may see; hand and orders are for the player of the seat. The
absent player may come back until it is taken. The new player has the entry from then on, and is
named beside its owner.
"""

from collections.abc import Collection, Sequence
from datetime import datetime, timedelta
from typing import Final, Literal

from sqlmodel import Session

from app.engine import Lang
from app.engine.matches.game import SEATS, other
from app.errors import Problem, SeasonRefused
from app.league.entries.doors import door_of
from app.league.matches import spectators, turns, views
from app.league.matches.settings import GRACE, MatchSettings
from app.league.people import blocks, budgets
from app.notices.news import SeatNews
from app.store import letters, seasons
from app.store.matches import matches, seats as stored
from app.store.rows import add_if_new
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import (
    Correspondence,
    Entry,
    Match,
    MatchState,
    Player,
    Season,
    SeasonState,
    SeatOffer,
    Takeover,
)

MISSED: Final = 2
"""After this many missed deadlines in a row, a player is asked whether they play on."""
AT_ONCE: Final = 3
"""A seat is offered to this many more players at each deadline."""
_NEXT: Final = timedelta(days=1)
"""After this time the seat is offered to more players, while no match of it waits for a deadline."""

SeatEvent = Literal["kept", "yours", "declined"]
"""What an answer has come to: its player keeps the seat, it is theirs from now on, or they do not want it."""


# --- asked and offered ----------------------------------------------------------------------------------


def ask(session: Session, moved: Collection[int], now: datetime) -> None:
    """Players who have missed the last two deadlines of a match of these, and sent nothing for any other, are asked whether they play on.

    Its season must be locked.
    """
    found = {
        each.entry_in(seat)
        for each in matches.by_ids(session, moved)
        for seat in SEATS
        if each.state is MatchState.WAITING and each.missed_by(seat) == MISSED
    }
    known = stored.open_ones(session, found)
    for id in sorted(found - known.keys()):
        entry, waiting = session.get_one(Entry, id), stored.waiting(session, id)
        season = entry.season
        is_heard = stored.is_heard(session, season, id, now)
        if is_heard or not (entry.player and waiting and _hands_over(session, season)):
            continue
        asked = _asked(session, entry, waiting[0][1].deadline, now)
        _tell(session, season, asked, "asked", [entry.player], now)


def due(session: Session, season: Season, now: datetime) -> list[Takeover]:
    """Whose answer is due: of those who were asked, or to whom a seat was offered.

    A match that still waits for who was asked keeps the question open: deadlines move.
    """
    asked = [each for each, _, _ in stored.of_season(session, season)]
    return [
        each
        for each in asked
        if each.due_at
        and each.due_at + GRACE <= now
        and not (each.taken_at or each.ended_at)
        and (each.offered_at or not _is_awaited(session, each, now))
    ]


def _is_awaited(session: Session, asked: Takeover, now: datetime) -> bool:
    return any(
        exchange.deadline + GRACE > now
        and match.seat_of(asked.entry_id) in match.awaits
        and match.missed_by(match.seat_of(asked.entry_id)) == MISSED
        for match, exchange in stored.waiting(session, asked.entry_id)
    )


def offer(session: Session, season: Season, now: datetime) -> bool:
    """The seats of those who have not answered are offered, or to further ones; whether there was one.

    The season must be locked.
    """
    found = due(session, season, now)
    for each in found:
        _offer(session, season, each, now)
    return bool(found)


def _offer(session: Session, season: Season, asked: Takeover, now: datetime) -> None:
    if _is_over(session, season, session.get_one(Entry, asked.entry_id)):
        asked.ended_at = now
    known = stored.offered(session, season, asked)
    line = [] if asked.ended_at else candidates(session, season)
    here = stored.offers(session, asked)
    some = [each for each in line if each.id not in known][:AT_ONCE]
    is_more = any(each.id not in here for each in line)
    deadlines = (exchange.deadline for _, exchange in stored.waiting(session, asked.entry_id))
    later = next((each for each in deadlines if each > now), now + _NEXT)
    asked.offered_at, asked.due_at = asked.offered_at or now, later if is_more else None
    for each in some:
        add_if_new(session, SeatOffer(takeover_id=asked.id, player_id=each.id, at=now))
    _tell(session, season, asked, "offered", some, now)


def offer_now(
    session: Session, slug: str, entry: Entry, by: Organiser, *, undo: bool = False
) -> Entry:
    """The seat of this entry is offered at once, as an organiser decides.

    Or with `undo` to nobody any more: the house plays on.

    Raises `SeasonRefused` without a reason, where nothing is left to play, and where there is
    nothing to undo, it is offered, or no orders were missed.
    """
    season = seasons.locked(session, slug)
    asked = stored.open_ones(session, [entry.id]).get(entry.id)
    waiting = [match for match, _ in stored.waiting(session, entry.id)]
    is_dead = any(each.missed_by(each.seat_of(entry.id)) for each in waiting) or not entry.player_id
    problems = {
        "nothing-told": not (by.tell.strip() or by.reason.strip()),
        "seat-over": _is_over(session, season, entry) or not waiting or (undo and not asked),
        "seat-alive": not undo and (not is_dead or (asked and asked.offered_at)),
    }
    if found := [Problem(code) for code, holds in problems.items() if holds]:
        raise SeasonRefused(found)
    if undo:
        stored.end(session, entry.id, by.now)
    else:
        _offer(session, season, asked or _asked(session, entry, by.now, by.now), by.now)
    audits.note(session, by, "offer-seat", season, entry, {"undo": undo})
    return entry


def _asked(session: Session, entry: Entry, due_at: datetime, now: datetime) -> Takeover:
    asked = Takeover(entry_id=entry.id, former_id=entry.player_id, asked_at=now, due_at=due_at)
    session.add(asked)
    session.flush()
    return asked


def _is_over(session: Session, season: Season, entry: Entry) -> bool:
    left = matches.contestant(session, entry.id).left_at
    return season.state is not SeasonState.RUNNING or bool(left) or not entry.current_id


def candidates(session: Session, season: Season) -> list[Player]:
    """Return the players to whom a seat of the season may be offered, in order, each mailbox once.

    Excluded are players who have or had a part in it, are blocked, or must be kept apart from an
    entrant. In a season that is not listed or not open to everyone, only its waiting list counts.
    """
    found: dict[str, Player] = {}
    is_open = season.listed and not door_of(season).by
    for each in blocks.without(session, stored.in_line(session, season, former=is_open)):
        found.setdefault(budgets.mailbox_of(each.address), each)
    out = _outside(session, season)
    return [each for box, each in found.items() if box not in out]


def _outside(session: Session, season: Season) -> set[str]:
    return {budgets.mailbox_of(each.address) for each in stored.shut_out(session, season)}


def _hands_over(session: Session, season: Season) -> bool:
    found = MatchSettings.of(session.get_one(Correspondence, season.id).settings)
    return season.listed and found.tempo != "script" and found.takeover != "house"


def _tell(
    session: Session,
    season: Season,
    about: Takeover,
    event: Literal["asked", "offered", "taken"],
    readers: Sequence[Player],
    now: datetime,
) -> None:
    told = SeatNews(takeover=about.id, event=event)
    wanted = [each for each in readers if not each.muted_at]
    letters.write_to_all(session, told, wanted, f"seat:{about.id}:{event}", now=now, season=season)


# --- answered -------------------------------------------------------------------------------------------


def answer(
    session: Session, takeover_id: int, player: Player, now: datetime, *, agrees: bool
) -> SeatEvent:
    """Carry out this player's answer about the seat.

    An absent player plays on or gives it up; a player to whom it is offered takes it or not. Saying
    it again changes nothing. Raises `SeasonRefused` with the reason.
    """
    asked = session.get(Takeover, takeover_id)
    if asked is None:
        raise SeasonRefused([Problem("seat-not-offered")])
    entry = session.get_one(Entry, asked.entry_id)
    season = seasons.lock(session, session.get_one(Season, entry.season_id))
    played = [matches.locked(session, each.id) for each in matches.of_entry(session, entry)]
    asked = stored.locked(session, takeover_id)
    found = stored.offers(session, asked).get(player.id)
    is_of_old = player.id in (asked.former_id, asked.player_id)
    code = closed(session, asked, player) if is_of_old or found else "seat-not-offered"
    if code and (agrees or not found):
        raise SeasonRefused([Problem(code)])
    if entry.player_id == player.id:
        if asked.player_id == player.id:
            return "yours"
        if agrees:
            stored.end(session, entry.id, now)
            _wait_again(session, asked)
        elif not (asked.offered_at or asked.ended_at):
            _offer(session, season, asked, now)
        return "kept" if agrees else "declined"
    if agrees:
        _take(session, season, asked, entry, played, player, now)
    elif found:
        found.declined_at = found.declined_at or now
    return "yours" if agrees else "declined"


def closed(session: Session, asked: Takeover, player: Player) -> str:
    """The code of the problem by which nothing is to be answered any more; empty while there is."""
    entry = session.get_one(Entry, asked.entry_id)
    if entry.player_id != player.id:
        if player.id in (asked.former_id, asked.player_id):
            return "seat-taken"
        if asked.taken_at:
            return "seat-gone"
        if asked.ended_at:
            return "seat-kept"
    return "seat-over" if _is_over(session, entry.season, entry) else ""


def _take(
    session: Session,
    season: Season,
    asked: Takeover,
    entry: Entry,
    played: Sequence[Match],
    player: Player,
    now: datetime,
) -> None:
    """The entry is this player's: its matches, with hand and orders, its secret addresses, its letters.

    Who had it before hears so.
    """
    waiting = stored.waiting(session, entry.id)
    problems = {
        "seat-over": _is_over(session, season, entry) or not (waiting or season.stages),
        "seat-not-yours": budgets.mailbox_of(player.address) in _outside(session, season)
        or player.organiser_since is not None,
    }
    if code := next((code for code, holds in problems.items() if holds), ""):
        raise SeasonRefused([Problem(code)])
    blocks.require_free(session, player)
    before = entry.player
    asked.player_id, asked.taken_at = player.id, now
    asked.name = stored.called(session, season, player)
    asked.over = [each.id for each in played if each.state is MatchState.OVER]
    session.flush()
    entry.player_id = player.id
    entry.successors = stored.names(stored.taken(session, [entry.id]))
    matches.contestant(session, entry.id).absence_id = None  # they may be away at another time
    for each, _ in waiting:
        setattr(each, f"told_{each.seat_of(entry.id).lower()}", 0)
    _wait_again(session, asked)
    audits.note(session, Organiser("seat", now), "take-seat", season, entry)
    if before:
        _tell(session, season, asked, "taken", [before], now)
    turns.tell(session, season.id, now)


def _wait_again(session: Session, asked: Takeover) -> None:
    """The matches of this seat wait for its player again; a worker that moves one on keeps nothing of it."""
    session.flush()
    for match, exchange in stored.waiting(session, asked.entry_id):
        seat = match.seat_of(asked.entry_id)
        setattr(match, f"missed_{seat.lower()}", 0)
        match.claim, match.lease_until = None, None
        sight = views.seen(views.read(session, match), seat)
        if match.step and (sight.decisions or seat in sight.stands.asked):
            match.awaits = "".join(sorted({*match.awaits, seat}))
            match.due_at = exchange.deadline + GRACE
    session.flush()


# --- told -----------------------------------------------------------------------------------------------


def standing(session: Session, entry_id: int, lang: Lang) -> list[tuple[str, str]]:
    """The matches of this entry that go on, as far as everybody may watch them: the opponent, and how each stands for the seat."""
    found = []
    for match, _ in stored.waiting(session, entry_id):
        season = session.get_one(Season, match.season_id)
        if match.step and spectators.rounds_out(session, season).shows(match):
            look, seat = views.look(session, match, None, lang), match.seat_of(entry_id)
            found.append((look.names[other(seat)], look.game.so_far(look.view, seat).to(lang)))
    return found


def holders(session: Session, entry_ids: Sequence[int]) -> dict[tuple[int, int], int | None]:
    """Who had an entry when a match of it ended, by entry and match.

    Only of matches that ended before it was taken over.
    """
    found: dict[tuple[int, int], int | None] = {}
    for each in stored.taken(session, entry_ids):
        for match in each.over:
            found.setdefault((each.entry_id, match), each.former_id)
    return found
