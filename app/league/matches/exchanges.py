"""Matches that are due: read, and kept as they have moved on."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Final

from sqlmodel import Session

from app.engine.matches import dice, record
from app.engine.matches.game import SEATS, Game, Seat
from app.engine.matches.grammar import OrderLine
from app.games import ruleset
from app.league.matches import advances, deadlines, scripts, seeds, turns
from app.league.matches.advances import Brief, MovedMatch, Play
from app.league.matches.deadlines import Away
from app.league.matches.settings import GRACE, MatchSettings
from app.store import seasons
from app.store.matches import exchanges, matches, orders, records
from app.store.own import absences
from app.store.tables import (
    Contestant,
    Correspondence,
    Exchange,
    Match,
    MatchPlan,
    MatchState,
    Revision,
    Season,
    StandingOrders,
)
from app.tournament.blocks import build_of

_SEASON: Final = "season of matches"


@dataclass(frozen=True, slots=True)
class _Season:
    """What all matches of a season have in common."""

    row: Season
    root: bytes
    settings: MatchSettings


def load(session: Session, ids: Sequence[int], *, whole: bool = False) -> list[Play]:
    """Load these matches, with all that decides how they move on, in order of their ids.

    If there is a snapshot, the lines of the record are read only with `whole`.
    """
    return plays(session, matches.by_ids(session, ids), whole=whole)


def plays(session: Session, found: Sequence[Match], *, whole: bool = False) -> list[Play]:
    """Load what decides how these matches move on."""
    return [
        advances.replayed(play) if each.state is MatchState.OVER else play
        for each, play in zip(found, _read(session, found, whole=whole), strict=True)
    ]


def kept(session: Session, ids: Sequence[int]) -> list[Play]:
    """Load these finished matches as stored; those played at once may have no lines."""
    return [*_read(session, matches.by_ids(session, ids))]


def _read(session: Session, found: Sequence[Match], *, whole: bool = False) -> Iterator[Play]:
    commons = {id: _common(session, id) for id in {each.season_id for each in found}}
    entry_ids = {id for each in found for id in (each.entry_a_id, each.entry_b_id)}
    entered = matches.playing(session, entry_ids)
    bare = [each.id for each in found if whole or each.snapshot is None]
    lines = records.lines(session, bare)
    heads = records.heads(session, [each.id for each in found if each.id not in lines])
    packed = records.packed(session, [each.id for each in found if not each.step])
    plans = orders.plans(session, found)
    away = absences.of_entries(session, entry_ids)
    standing = orders.standing(session, [each.id for each in found])
    for each in found:
        common = commons[each.season_id]
        both = {seat: entered[each.entry_in(seat)] for seat in SEATS}
        seats = {seat: contestant for seat, (contestant, _) in both.items()}
        playing = {seat: revision for seat, (_, revision) in both.items()}
        briefs = {
            seat: _brief(
                each,
                seat,
                plans.get((each.id, seat)),
                _standing(common, standing.get((each.id, seat)), playing[seat]),
                _away(each, seat, common, away),
            )
            for seat in SEATS
        }
        if each.step:
            rows = lines.get(each.id) or [heads[each.id]]
            said = [advances.line_of(row.line, row.h) for row in rows]
        else:
            said = advances.unpacked(packed[each.id]) if each.id in packed else []
        yield _play(common, each, seats, playing, said, briefs)


def _standing(
    common: _Season, standing: StandingOrders | None, playing: Revision
) -> tuple[OrderLine, ...]:
    """The standing orders in a match: those its player gave there, or else those of the entry."""
    if standing:
        return advances.orders_of(standing.parsed).lines
    if not scripts.text_of(playing.extras, scripts.ORDERS):
        return ()
    game = ruleset(common.row.game, common.row.rules_version)
    build = build_of(game.slug, game.rules_version, playing.build)
    found = scripts.script(playing.extras, game, common.settings.config, build)
    return found.lines if found else ()


def game_of(session: Session, match: Match) -> tuple[Game[Any], bytes]:
    """The game of this match by its rules, and the seed of the match."""
    common = _common(session, match.season_id)
    return _game(common, match), _seed(common, match)


def _game(common: _Season, match: Match) -> Game[Any]:
    game = ruleset(common.row.game, common.row.rules_version).match
    if game is None or game.rules != match.rules:
        raise LookupError(f"{match.game_id} is a match of {match.rules}")
    return game


def _seed(common: _Season, match: Match) -> bytes:
    return dice.server_seed(common.root, match.mirror_of or match.game_id)


def _common(session: Session, season_id: int) -> _Season:
    row = session.get_one(Season, season_id)
    found = session.get_one(Correspondence, season_id)
    session.info[_SEASON, season_id] = row, found  # cached for the next question
    return _Season(row, seeds.root_of(found), MatchSettings.of(found.settings))


def _play(
    common: _Season,
    match: Match,
    seats: dict[Seat, Contestant],
    playing: dict[Seat, Revision],
    lines: Sequence[record.Line],
    briefs: dict[Seat, Brief],
) -> Play:
    rules = ruleset(common.row.game, common.row.rules_version)
    game = _game(common, match)
    builds = {
        seat: rules.match_build(build_of(rules.slug, rules.rules_version, playing[seat].build))
        for seat in SEATS
    }
    head = lines[0] if lines else _head(game, common, match, seats, playing, builds)
    return Play(
        id=match.id,
        game=game,
        head=head,
        builds=builds,
        seed=_seed(common, match),
        lines=lines,
        snapshot=match.snapshot,
        step=match.step,
        turn=match.turn,
        awaits=match.awaits,
        verdict=match.verdict,
        tempo=common.settings.tempo,
        asks=common.settings.asks_per_turn,
        briefs=briefs,
        names={seat: playing[seat].name for seat in SEATS},
    )


def _head(
    game: Game[Any],
    common: _Season,
    match: Match,
    seats: dict[Seat, Contestant],
    playing: dict[Seat, Revision],
    builds: dict[Seat, object],
) -> record.Line:
    return record.head(
        game,
        match.game_id,
        config=common.settings.config,
        seats={
            seat: playing[seat].name if common.row.proof == 1 else str(playing[seat].entry.number)
            for seat in SEATS
        },
        commit=match.commitment,
        build_commit={
            seat: dice.build_commit(builds[seat], seeds.salt(common.root, match.game_id, seat))
            for seat in SEATS
        },
        nonce={seat: seats[seat].nonce for seat in SEATS},
        beacon=common.row.beacon_facts,
        mirror_of=match.mirror_of,
        version=common.row.proof,
    )


def _away(match: Match, seat: Seat, common: _Season, away: Away) -> int:
    """The id of the time away of this seat's player at the deadline, if nothing waits for them; else 0."""
    if not match.due_at or common.settings.away == "wait":
        return 0
    own = [each for each in away if each[0].entry_id == match.entry_in(seat)]
    deadline = match.due_at - GRACE
    return next((each[1].id for each in own if absences.is_away(*each, deadline)), 0)


def _brief(
    match: Match, seat: Seat, plan: MatchPlan | None, lines: tuple[OrderLine, ...], away: int
) -> Brief:
    missed = match.missed_by(seat)
    if plan is None:
        return Brief(standing=lines, missed=missed, away=away)
    return Brief(
        orders=advances.orders_of(plan.parsed),
        standing=lines,
        marks=plan.marks or None,
        has_plan=plan.is_in,
        offers_draw=plan.offers_draw,
        missed=missed,
        away=away,
    )


def keep(session: Session, token: str, moved: Sequence[MovedMatch], now: datetime) -> list[int]:
    """Store the new state of the matches that this worker still holds; returns which these are.

    A match that goes on waits for the next exchange. When the last match of an exchange has moved,
    the exchange is done. When the last match of a player has, one letter tells them of all.
    """
    by_id = {each.play.id: each for each in moved}
    season_ids = matches.season_ids(session, by_id.keys())
    locked = [seasons.lock(session, session.get_one(Season, id)) for id in season_ids]
    founds = {id: session.get_one(Correspondence, id) for id in season_ids}
    paused = [each.id for each in locked if each.paused_at]
    ours = [
        match
        for match in matches.all_locked(session, by_id.keys())
        if match.claim == token
        and match.step == by_id[match.id].play.step
        and match.state is MatchState.WAITING
        and match.season_id not in paused
    ]
    plans = orders.plans(session, ours)
    seated = {id for each in ours for id in (each.entry_a_id, each.entry_b_id)}
    away = absences.of_entries(session, seated)
    going_on = {each.season_id for each in ours if not by_id[each.id].over}
    next_ones = {id: _next(session, founds[id], now) for id in going_on}
    with session.no_autoflush:
        moves = [(match, by_id[match.id]) for match in ours]
        _keep_records(session, [each for each in moves if each[1].play.tempo != "script"], plans)
        records.pack(session, {match.id: each.packed for match, each in moves if each.packed})
        for match, each in moves:
            found = founds[match.season_id]
            _keep(session, found, match, each, next_ones.get(match.season_id), away, now)
            if match.stage and match.state is MatchState.OVER:
                found.is_to_pair = True  # pairings that follow from its end are due
    session.flush()
    for id in season_ids:
        exchanges.finish_exchanges(session, id, now)
        turns.tell(session, id, now)
    return [each.id for each in ours]


def _keep_records(
    session: Session,
    moves: Sequence[tuple[Match, MovedMatch]],
    plans: Mapping[tuple[int, str], MatchPlan],
) -> None:
    """Store new lines, and the fate of orders, for all matches in a few statements.

    In tempo script there are no new lines, since the record is stored as a whole.
    """
    texts = [
        (match, [(advances.line_text(each), each["h"]) for each in moved.lines])
        for match, moved in moves
    ]
    records.append(session, texts)
    played = [each for match, moved in moves for each in _played(match, moved, plans)]
    orders.keep_played(session, played)
    for match, moved in moves:
        match.step += len(moved.lines)


def _keep(
    session: Session,
    found: Correspondence,
    match: Match,
    moved: MovedMatch,
    next_one: Exchange | None,
    away: Away,
    now: datetime,
) -> None:
    for seat in SEATS:
        if seat in match.awaits:
            _note_away(match.entry_in(seat), moved.play.briefs[seat], away)
    match.turn = moved.match.turn
    match.awaits = moved.awaits
    match.missed_a, match.missed_b = moved.missed["A"], moved.missed["B"]
    match.claim, match.lease_until, match.failures = None, None, 0
    if moved.over:
        match.state = MatchState.OVER
        match.halves_a, match.halves_b = advances.score_in_halves(moved.over)
        match.reason = moved.over.reason
        match.exchange_id, match.due_at = None, None
        match.snapshot = None
    elif next_one:
        is_late = match.ends_at and next_one.deadline > match.ends_at
        waits = next_one if is_late else deadlines.awaited(session, found, match, next_one, away)
        match.exchange_id, match.due_at = waits.id, waits.deadline + GRACE
        match.ends_at = match.ends_at and match.ends_at + (waits.deadline - next_one.deadline)
        match.snapshot = moved.match.snapshot()
        if is_late:
            match.verdict, match.due_at = MatchSettings.of(found.settings).late, now


def _note_away(entry_id: int, brief: Brief, away: Away) -> None:
    """Note that the season has used the player's time away, if they sent nothing."""
    if brief.away and not brief.has_plan:
        (contestant,) = {each.id: each for each, _ in away if each.entry_id == entry_id}.values()
        contestant.absence_id = brief.away


def _played(
    match: Match, moved: MovedMatch, plans: Mapping[tuple[int, str], MatchPlan]
) -> Iterator[dict[str, Any]]:
    """The fate of the orders of the turn by column; without orders, that of the standing orders."""
    for (turn, seat), spent in moved.spent.items():
        known = plans.get((match.id, seat)) if turn == match.turn else None
        key = {"id": known.id} if known else {"match_id": match.id, "turn": turn, "seat": seat}
        yield {
            **key,
            "is_played": True,
            "offers_draw": False,
            "before": None,
            "marks": dict(spent.marks),
            "fates": [list(fate) for fate in spent.fates],
        }


def _next(session: Session, found: Correspondence, now: datetime) -> Exchange:
    """The exchange that the unfinished matches of this season wait for."""
    deadline = MatchSettings.of(found.settings).deadline_after(now, found.begun_at or now)
    return exchanges.exchange_at(session, found.season_id, deadline)
