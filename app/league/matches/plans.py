"""What players send for their matches: plans, standing orders, and single words such as `resign` and `extend`."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any, Final, NamedTuple

from sqlmodel import Session

from app.engine.matches import dice
from app.engine.matches.game import SEATS, Game, Seat, View
from app.engine.matches.grammar import OrderLine, Orders, receipt
from app.engine.matches.orders import orders as block_orders
from app.engine.matches.orders.blocks import split
from app.engine.matches.plans import Forecast, Mandate, forecast, planned
from app.engine.words import Lang
from app.errors import OrdersRefused, OrdersUnreadable, Problem
from app.league.matches import (
    advances,
    deadlines,
    departures,
    exchanges,
    scripts,
    turns,
    views,
)
from app.league.matches.advances import Play
from app.league.matches.settings import EXTENSION, GRACE, TAKE_BACK, MatchSettings
from app.league.matches.views import MatchSight
from app.store import seasons
from app.store.matches import (
    exchanges as stored_exchanges,
    matches,
    orders as stored_orders,
    seats as stored_seats,
)
from app.store.tables import (
    Correspondence,
    Entry,
    Exchange,
    Match,
    MatchPlan,
    MatchState,
    Player,
    Season,
    StandingOrders,
)
from app.text.characters import shown

MOST_AHEAD: Final = 24
"""Sentences of a dry look at a plan."""
MOST_TEXT: Final = 20_000
"""Characters of the orders for one match."""
_UNCHANGED: Final = {"id", "match_id", "turn", "seat", "marks", "fates", "before"}
"""The columns of orders that no further ones change."""


@dataclass(frozen=True, slots=True)
class _Receipt:
    """The receipt for orders: how they were understood, and their SHA-256 for the player to keep."""

    game_id: str
    turn: int
    seat: Seat
    orders: Orders
    sha256: str
    deadline: datetime | None
    """Of the exchange that the match waits for; None where it moves on as soon as nobody takes anything back."""


def submit(
    session: Session,
    match_id: int,
    seat: Seat,
    turn: int,
    orders: Orders,
    text: str,
    at: datetime,
    step: int | None = None,
    deadline: datetime | None = None,
) -> _Receipt:
    """Accept these orders for the seat, received at that time; settings that they leave out stay.

    They take the match back from a worker that moves it on without them. `step`: the number of
    lines of its record when they were made. `deadline`: the deadline shown then, which `extend`
    moves. Raises `OrdersRefused` with every problem; then none of them counts.
    """
    match = _locked(session, match_id, seat, orders.extend)
    before = session.get_one(Exchange, match.exchange_id) if match.exchange_id else None
    settings = MatchSettings.of(session.get_one(Correspondence, match.season_id).settings)
    problems = [*_problems(session, match, before, settings, seat, turn, orders, text, at)]
    if orders.extend and before and deadline not in (None, before.deadline):
        problems.append(Problem("deadline-has-moved", match=match.game_id))
    if not problems and step not in (None, match.step):
        problems.append(Problem("match-moved-on", match=match.game_id))
    if problems:  # a script is not read for orders that are refused anyway: to read many takes long
        raise OrdersRefused(problems)
    stands: Stands | None = None
    if orders.standing or orders.script:
        (play,) = exchanges.plays(session, [match])
        stands = to_stand(session, match, play, views.seen(play, seat), seat, orders)
        _keep_script(session, match, seat, orders, at)
    known = stored_orders.plans(session, [match])
    plan = known.get((match.id, seat))
    replaced = {"plan": _kept(plan)}
    _no_longer_absent(match, seat)
    stored_seats.end(session, match.entry_in(seat), at)
    if orders.extend:
        _extend(session, match, seat, at)
    if stands:
        replaced["standing"] = _kept(_standing(session, match, seat))
        _stand(session, match, seat, stands, at)
    sha256 = receipt(orders, match.game_id, match.turn)
    known[match.id, seat] = plan = _plan(plan, match, seat, orders, text, sha256, at)
    plan.before = replaced
    session.add(plan)
    if orders.resign:
        departures.end(match, "resign", seat, at)
    exchange = session.get_one(Exchange, match.exchange_id)
    _call(session, match, exchange, settings, known, at)
    waits = match.due_at == exchange.deadline + GRACE
    return _Receipt(
        match.game_id, match.turn, seat, orders, sha256, exchange.deadline if waits else None
    )


def take_back(session: Session, match_id: int, seat: Seat, seal: str, at: datetime) -> str:
    """Take back the last orders of this seat; earlier orders and standing orders apply again.

    Extensions and stored scripts stay. `seal`: that of the record when the page was shown. Returns
    the orders taken back. Raises `OrdersRefused` with every problem.
    """
    match = _locked(session, match_id, seat, with_season=False)
    exchange = session.get(Exchange, match.exchange_id) if match.exchange_id else None
    settings = MatchSettings.of(session.get_one(Correspondence, match.season_id).settings)
    refused = _problems(session, match, exchange, settings, seat, match.turn, Orders(), "", at)
    known = stored_orders.plans(session, [match])
    plan = known.get((match.id, seat))
    if not refused and seal != views.standing(session, match, seat).seal:
        refused = [Problem("match-moved-on", match=match.game_id)]
    elif not refused and not (plan and back_until(plan, at)):
        refused = [Problem("too-late-to-take-back", seconds=str(TAKE_BACK.seconds))]
    if refused or not (exchange and plan and plan.before):
        raise OrdersRefused(refused)
    text, before, plan.before = plan.text, plan.before, None
    if "standing" in before:
        _put_back(session, _standing(session, match, seat), before["standing"])
    _put_back(session, plan, before["plan"])
    if before["plan"] is None:
        del known[match.id, seat]
    _call(session, match, exchange, settings, known, at)
    return text


def back_until(plan: MatchPlan, now: datetime) -> datetime | None:
    """The time until which these orders can be taken back; None once they cannot."""
    if plan.before is None or plan.received_at is None or now >= plan.received_at + TAKE_BACK:
        return None
    return plan.received_at + TAKE_BACK


def _kept(row: MatchPlan | StandingOrders | None) -> dict[str, Any] | None:
    """The part of this row that later orders may change; None without a row."""
    return row.model_dump(mode="json", exclude=_UNCHANGED) if row else None


def _put_back(
    session: Session, row: MatchPlan | StandingOrders | None, before: Mapping[str, Any] | None
) -> None:
    """Restore the row to its earlier values."""
    if row is None:
        return
    if before is None:
        session.delete(row)
        return
    at = before["received_at"]
    row.sqlmodel_update({**before, "received_at": at and datetime.fromisoformat(at)})


class Stands(NamedTuple):
    """The standing lines in a match, and the name of their script, if they are one."""

    lines: tuple[OrderLine, ...]
    script: str = ""


@dataclass(frozen=True, slots=True)
class Check:
    """Orders as they would be understood, and what they would do first; nothing is stored.

    `step`: the number of lines in the record; `seal`: its seal.
    """

    orders: Orders
    turn: int
    sha256: str
    forecast: Forecast
    step: int
    seal: str
    ahead: Sequence[str] = ()
    """A dry look at the plan, in sentences; of a game that has one."""
    script: str = ""
    """The lines of the script that would be the standing orders from then on."""


def check(
    session: Session,
    match: Match,
    seat: Seat,
    text: str,
    lang: Lang = "en",
    play: Play | None = None,
) -> Check:
    """What these orders mean, in the last block of this text or in lines without a header, as far as this seat can see.

    Raises `OrdersUnreadable` with every problem at its place, and `OrdersRefused` for a block of
    another match, or for a text that is too long: to find all that is wrong in it would take long.
    `play`: the match, if it was loaded already.
    """
    play = play or views.read(session, match)
    sight = views.seen(play, seat)
    read, turn = _understood(match, play.game, sight.view, text)
    stands = to_stand(session, match, play, sight, seat, read)
    first = outlook(play, seat, sight, read, stands)
    names = views.names_in(session, match, play, seat, lang)
    sees = ahead(play, sight, read, names, lang)
    sha256 = receipt(read, match.game_id, match.turn)
    script = str(Orders(stands.lines)) if stands and not read.standing else ""
    seal = dice.seal(play.seed, sight.stands.h)
    return Check(read, turn, sha256, first, play.step, seal, sees, script)


def _understood(match: Match, game: Game[Any], view: View, text: str) -> tuple[Orders, int]:
    """The orders in this text as a seat with this view means them, and the turn that they are for."""
    if len(text) > MOST_TEXT:
        raise OrdersRefused([too_long(text)])
    blocks, problems = split(text, headless=True)
    if problems:
        raise OrdersUnreadable(problems)
    block = blocks[-1]
    if block.match not in ("", match.game_id):
        raise OrdersRefused(
            [
                Problem(
                    "orders-of-another",
                    line=block.line,
                    match=shown(block.match),
                    other=match.game_id,
                )
            ]
        )
    read = block_orders.read(block, game, view)
    return read, match.turn if block.turn is None else block.turn


def ahead(
    play: Play, sight: MatchSight, orders: Orders, names: Mapping[Seat, str], lang: Lang
) -> list[str]:
    """Check these orders without sending them; returns a few sentences at most."""
    actions = planned(orders, play.game, sight.view, play.turn)
    if not actions:
        return []
    told = play.game.outlook(sight.view, actions, names, lang)
    return [line.text for line in told if line.text][:MOST_AHEAD]


def outlook(
    play: Play, seat: Seat, sight: MatchSight, orders: Orders, stands: Stands | None = None
) -> Forecast:
    """What these orders would do first, with the standing ones below them: those of before, if no others come with them."""
    stand = stands.lines if stands else play.briefs[seat].standing
    if orders.standing == "on":
        orders = Orders()
    decision, options = next(iter(sight.decisions), (None, None))
    return forecast(Mandate(orders, stand, play.turn), play.game, sight.view, decision, options)


def submit_text(
    session: Session,
    match_id: int,
    seat: Seat,
    text: str,
    at: datetime,
    seal: str | None = None,
    deadline: datetime | None = None,
    *,
    ready: bool = False,
) -> _Receipt:
    """Accept the orders in this text; `check` and `submit` tell when they are refused.

    `seal`: that of the record when they were made. Players must not learn its number of lines,
    since each secret decision adds one. `ready`: the player needs no more time, except what they
    ask for.
    """
    match = session.get_one(Match, match_id)
    game, view, sealed = views.standing(session, match, seat)
    orders, turn = _understood(match, game, view, text)
    orders = replace(orders, ready=orders.ready or (ready and not orders.extend))
    step = None if seal is None else match.step if seal == sealed else -1
    return submit(session, match_id, seat, turn, orders, text, at, step, deadline)


def _locked(session: Session, match_id: int, seat: Seat, with_season: bool) -> Match:
    """Lock the season before its match, in the order that everyone uses.

    Raises `OrdersRefused` if another player has taken the seat over meanwhile.
    """
    found = session.get_one(Match, match_id)
    entry = session.get_one(Entry, found.entry_in(seat))
    player = entry.player_id
    if with_season:
        seasons.lock(session, session.get_one(Season, found.season_id))
    match = matches.locked(session, match_id)
    session.refresh(entry, ["player_id"])
    if entry.player_id != player:
        raise OrdersRefused([Problem("seat-taken")])
    return match


def _problems(
    session: Session,
    match: Match,
    exchange: Exchange | None,
    settings: MatchSettings,
    seat: Seat,
    turn: int,
    orders: Orders,
    text: str,
    at: datetime,
) -> list[Problem]:
    about = match.game_id
    if match.state is not MatchState.WAITING or match.verdict:
        return [Problem("match-over", match=about)]
    if exchange is None:
        return [Problem("match-not-begun", match=about)]
    is_paused = session.get_one(Season, match.season_id).paused_at is not None
    if at > exchange.deadline + GRACE and not is_paused:
        return [Problem("orders-late", match=about)]
    problems = []
    if turn != match.turn:
        here = str(match.turn)
        problems.append(Problem("orders-other-turn", match=about, turn=str(turn), now=here))
    if len(text) > MOST_TEXT:
        problems.append(too_long(text))
    if orders.extend:
        used = matches.contestant(session, match.entry_in(seat)).extensions
        if used >= settings.extensions:
            problems.append(Problem("no-extension-left", extensions=str(settings.extensions)))
    return problems


def too_long(text: str) -> Problem:
    """The problem of orders that are too long for a match."""
    return Problem("orders-too-long", length=f"{len(text):,}", most=f"{MOST_TEXT:,}")


def _no_longer_absent(match: Match, seat: Seat) -> None:
    if seat == "A":
        match.missed_a = 0
    else:
        match.missed_b = 0


def _plan(
    before: MatchPlan | None,
    match: Match,
    seat: Seat,
    orders: Orders,
    text: str,
    sha256: str,
    at: datetime,
) -> MatchPlan:
    """A block with orders takes the place of the plan; any other leaves its lines as they are."""
    plan = before or MatchPlan(
        match_id=match.id, turn=match.turn, seat=seat, text="", canonical="", sha256=""
    )
    if orders.is_plan or not plan.sha256:
        plan.text, plan.canonical, plan.sha256 = _storable(text), str(orders), sha256
        plan.parsed = advances.parsed(orders) if orders.is_plan else {}
        plan.is_ready, plan.offers_draw = orders.ready, orders.draw
    else:
        plan.is_ready = plan.is_ready or orders.ready
        plan.offers_draw = plan.offers_draw or orders.draw
    plan.received_at, plan.is_played = at, False
    return plan


def _storable(text: str) -> str:
    """The text without what no database holds, NUL and half a surrogate pair: no order has any of it."""
    return text.replace("\0", "\ufffd").encode(errors="replace").decode()


def to_stand(
    session: Session, match: Match, play: Play, sight: MatchSight, seat: Seat, orders: Orders
) -> Stands | None:
    """The standing orders after these orders; None if they leave them unchanged.

    Raises `OrdersRefused` for a script that the player does not have, or that is not readable in
    this match.
    """
    if orders.standing == "on":
        return Stands(orders.to_stand, orders.script)
    if orders.standing == "clear":
        return Stands(())
    if not orders.script:
        return None
    player, game = _owner(session, match, seat)
    found = scripts.called(session, player, game, orders.script)
    return Stands(scripts.lines_of(found, play.game, sight.view), found.name)


def _owner(session: Session, match: Match, seat: Seat) -> tuple[Player | None, str]:
    """The player whose scripts this seat uses, and the game."""
    entry = session.get_one(Entry, match.entry_in(seat))
    return entry.player, session.get_one(Season, match.season_id).game


def _keep_script(session: Session, match: Match, seat: Seat, orders: Orders, at: datetime) -> None:
    """Keep new standing orders under the name that the orders give. If they are cleared, delete
    that script.
    """
    if not orders.standing or not orders.script:
        return
    player, game = _owner(session, match, seat)
    if orders.standing == "clear":
        scripts.forget(session, player, game, orders.script)
    elif player:
        scripts.keep(session, player, game, orders.script, orders, at)


def _stand(session: Session, match: Match, seat: Seat, stands: Stands, at: datetime) -> None:
    """These lines stand from turn to turn from now on; without any, those neither that the entry brought."""
    lines = Orders(stands.lines, script=stands.script)
    standing = _standing(session, match, seat) or StandingOrders(
        match_id=match.id, seat=seat, canonical="", received_at=at
    )
    standing.canonical, standing.parsed = str(Orders(stands.lines)), advances.parsed(lines)
    standing.received_at = at
    session.add(standing)


def _standing(session: Session, match: Match, seat: Seat) -> StandingOrders | None:
    return stored_orders.standing(session, [match.id]).get((match.id, seat))


def _extend(session: Session, match: Match, seat: Seat, at: datetime) -> None:
    """Let all matches of this player that wait for this exchange wait for a later one, and tell their opponents."""
    entry_id = match.entry_in(seat)
    contestant = matches.contestant(session, entry_id)
    contestant.extensions += 1
    before = session.get_one(Exchange, match.exchange_id)
    later = stored_exchanges.exchange_at(session, match.season_id, before.deadline + EXTENSION)
    opponents = deadlines.postpone(session, before, later, entry_id, match.id)
    turns.tell_extension(session, opponents, contestant, before, later, at)
    deadlines.heed(session, later, at)


def _call(
    session: Session,
    match: Match,
    exchange: Exchange,
    settings: MatchSettings,
    known: Mapping[tuple[int, str], MatchPlan],
    at: datetime,
) -> None:
    """Make the match due once all players are ready and nothing can be taken back, or undo that.

    In tempo `live` a player is ready once they have answered. A worker that moves the match on
    keeps nothing of it.
    """
    match.claim, match.lease_until = None, None
    plans = [known.get((match.id, seat)) for seat in SEATS if seat in match.awaits]
    is_live = settings.tempo == "live"
    is_ready = all(plan and (plan.is_ready or is_live) and not plan.is_played for plan in plans)
    is_early = (settings.early or is_live) and plans and is_ready
    if not match.verdict:
        regular = exchange.deadline + GRACE
        match.due_at = min(at + TAKE_BACK, regular) if is_early else regular
    session.flush()
