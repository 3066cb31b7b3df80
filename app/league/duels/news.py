"""Letters to the two of a duel: written in the transaction that has something to tell, once each."""

from collections.abc import Iterator
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.i18n import lang_of
from app.league.duels.settings import shows_cards
from app.league.duels.stages import SENDING, has_sent
from app.notices.news import DuelEvent, DuelNews
from app.store import letters
from app.store.tables import Duel, DuelEnding, Duelist, DuelStage, Mail

_LONGEST: Final = timedelta(days=1)


def tell(
    session: Session,
    duel: Duel,
    duelist: Duelist,
    event: DuelEvent,
    *,
    now: datetime,
    answers: Mail | None = None,
) -> None:
    """They get a letter about this, once for each stage, if they have named an address and want letters.

    `answers`: the mail of theirs by which it came to be; an answer is written in any case.
    """
    player = duelist.player
    if player is None or (player.muted_at is not None and answers is None):
        return
    letters.write(
        session,
        news(duel, duelist, event),
        player,
        f"duel:{duel.id}:{duelist.seat}:{event}:{duel.stage}",
        now=now,
        lang=lang_of(duelist.lang),
        answers=answers,
        deliverer=None if duelist.is_proven else duelist.deliverer,
    )


def news(duel: Duel, duelist: Duelist, event: DuelEvent) -> DuelNews:
    """What such a letter says to them."""
    other = other_of(duel, duelist.seat)
    has_shown = duel.stage is not DuelStage.OPEN and bool(duelist.shown and other.shown)
    is_told = duel.ending is DuelEnding.BATTLE
    asks = {"": "", duelist.seat: "me"}.get(duel.asks, "other")
    return DuelNews(
        event=event,
        duel=duel.id,
        seat="A" if duelist.seat == "A" else "B",
        game=duel.game,
        rules=duel.rules_version,
        me=duelist.name,
        other=other.name,
        stage=duel.stage.value,
        ending=duel.ending.value if duel.ending else "",
        has_won=None if duel.winner is None else duel.winner == duelist.seat,
        deadline=duel.due_at if duel.stage in SENDING else None,
        days=duel.days,
        shows_cards=shows_cards(duel),
        config=duel.config,
        asks=asks,
        shown=((duelist.shown or "", other.shown or "") if has_shown else ()),
        builds=((duelist.build or "", other.build or "") if is_told else ()),
    )


def other_of(duel: Duel, seat: str) -> Duelist:
    """The one who does not sit there."""
    return next(each for each in duel.duelists if each.seat != seat)


def end(
    session: Session,
    duel: Duel,
    ending: DuelEnding,
    winner: str | None,
    *,
    now: datetime,
    but: str = "",
) -> None:
    """The duel is over in this way, and both hear of it by a letter `but` the one in this seat."""
    duel.stage, duel.ending, duel.winner, duel.ended_at = DuelStage.OVER, ending, winner, now
    tell_both(session, duel, "over", now=now, but=but)


def tell_both(
    session: Session, duel: Duel, event: DuelEvent, *, now: datetime, but: str = ""
) -> None:
    """Both hear of it, `but` the one in this seat; before it was accepted only its opener."""
    for each in duel.duelists:
        if each.name and each.seat != but:
            tell(session, duel, each, event, now=now)


def remind_at(duel: Duel) -> datetime:
    """When a player who has sent nothing is reminded: a day before the deadline, or after two thirds of a shorter time."""
    return duel.due_at - min(_LONGEST, timedelta(days=duel.days) / 3)


def unreminded(duel: Duel, now: datetime) -> Iterator[Duelist]:
    """Those who are to be reminded by now of this stage."""
    if duel.stage not in SENDING or not remind_at(duel) <= now < duel.due_at:
        return
    if not duel.duelists[1].name:
        return
    for each in duel.duelists:
        is_told = each.reminded_at is not None and each.reminded_at >= remind_at(duel)
        is_waited_for = duel.asks == each.seat if duel.asks else not has_sent(duel, each)
        if each.player_id is not None and not is_told and is_waited_for:
            yield each


def remind(session: Session, duel: Duel, now: datetime) -> None:
    """Who has not sent yet gets a letter that says so."""
    for each in unreminded(duel, now):
        each.reminded_at = now
        tell(session, duel, each, "reminder", now=now)
