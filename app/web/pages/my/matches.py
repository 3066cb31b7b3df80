"""A match of a player's own: the board, what happened, what is in force, and orders by choosing or by typing."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from functools import partial
from typing import Any

from fastapi import Request
from fastapi.responses import RedirectResponse, Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.engine.matches.game import Game
from app.engine.matches.orders import mistakes
from app.engine.matches.orders.wording import in_language
from app.errors import OrdersRefused, OrdersUnreadable
from app.games import ruleset
from app.i18n import translations
from app.league.matches import plans, records, scripts, spectators
from app.league.matches.plans import Check
from app.league.matches.settings import rules_of
from app.league.people import addresses
from app.league.problems import explain
from app.league.results import card_sets
from app.store.matches import orders, seats
from app.store.tables import Player, Season
from app.web import forms, sessions
from app.web.dependencies import Now, Reading, Writing, page_router
from app.web.forms import Form, SentForm
from app.web.rendering import UNKEPT, page
from app.web.sessions import SignedInPerson, SignedInPlayer
from app.web.views import my_matches, play
from app.web.views.my_matches import OwnMatch
from app.web.views.play import PlayTable, TypedOrders

router = page_router()

_ADDRESS = "/seasons/{slug}/my/matches/{game_id}"
_WORDS = {
    "ready": "ready",
    "extend": "extend",
    "resign": "resign",
    "draw": "offer draw",
    "clear": "standing clear",
}
"""Buttons that say one thing, and how orders say it."""
_SCRIPTS = {"script": "script {name}", "keep": "{standing}\nstanding on\nscript {name}"}
"""The same of those that take a script, or make one of what stands."""
_DONE = {*_WORDS, *_SCRIPTS}


@router.get(_ADDRESS)
def show(
    request: Request,
    lang: Lang,
    signed: SignedInPlayer,
    session: Reading,
    now: Now,
    game_id: str,
    done: str = "",
) -> Response:
    """The match as it is now. `done` names what was just sent."""
    mine = _own(session, signed, game_id, lang)
    return _page(request, lang, session, signed, mine, now, done=done)


@router.post(_ADDRESS)
def order(
    request: Request,
    lang: Lang,
    sent: SentForm,
    signed: SignedInPlayer,
    session: Writing,
    now: Now,
    game_id: str,
) -> Response:
    """Add or remove a choice in the text, check the text, or send the orders.

    With problems, the page again with all of them.
    """
    forms.require_own(request, sent, signed)
    mine = _own(session, signed, game_id, lang)
    text, act, seal = sent.text("orders"), sent.text("act"), sent.text("seal")
    if act not in ("send", "back") and act not in _DONE:
        typed = _checked(session, mine, play.typed(mine.asking, sent, text, lang), lang)
        return _page(request, lang, session, signed, mine, now, typed)
    ready = act == "send" and bool(sent.text("ready") or not sent.text("asks-ready"))
    said = _WORDS.get(act, text)
    if act in _SCRIPTS:
        said = _SCRIPTS[act].format(name=sent.line("script"), standing=mine.standing)
    try:
        with session.begin_nested():
            seat = mine.match.id, mine.seat
            if act == "back":
                text = plans.take_back(session, *seat, seal, now)
            else:
                deadline = my_matches.moment_of(sent.text("deadline"))
                plans.submit_text(session, *seat, said, now, seal, deadline, ready=ready)
    except (OrdersUnreadable, OrdersRefused) as refusal:
        session.expire_all()
        mine = _own(session, signed, game_id, lang)
        found = play.typed(mine.asking, Form("", {}), text, lang)
        typed = _CheckedOrders(found, told=_told(refusal, lang))
        return _page(request, lang, session, signed, mine, now, typed, status=422)
    if act == "back":
        mine = _own(session, signed, game_id, lang)
        typed = _checked(session, mine, play.typed(mine.asking, Form("", {}), text, lang), lang)
        return _page(request, lang, session, signed, mine, now, typed, done=act)
    done = act if act in _DONE else "sent"
    return RedirectResponse(f"{request.url.path}?done={done}", 303)


@router.get("/seasons/{slug}/my/scripts")
def scripts_of(
    request: Request, lang: Lang, signed: SignedInPlayer, session: Reading, done: str = ""
) -> Response:
    """The scripts of the player for the game of the season."""
    return _scripts_page(request, lang, session, signed, done=done)


@router.post("/seasons/{slug}/my/scripts")
def change_scripts(
    request: Request,
    lang: Lang,
    sent: SentForm,
    signed: SignedInPlayer,
    session: Writing,
    now: Now,
) -> Response:
    """A script is kept or gone; with every problem, the page again."""
    forms.require_own(request, sent, signed)
    season = _with_matches(session, signed, lang)
    player = session.get_one(Player, signed.player_id)
    act, name, text = sent.text("act"), sent.line("script"), sent.text("orders")
    try:
        with session.begin_nested():
            if act == "forget":
                scripts.forget(session, player, season.game, name)
            else:
                my_matches.keep_script(session, season, player, name, text, now)
    except (OrdersUnreadable, OrdersRefused) as refusal:
        told = _told(refusal, lang)
        return _scripts_page(request, lang, session, signed, name=name, text=text, told=told)
    done = "forget" if act == "forget" else "keep"
    return RedirectResponse(f"{request.url.path}?done={done}", 303)


def _scripts_page(
    request: Request,
    lang: Lang,
    session: Session,
    signed: SignedInPerson,
    *,
    name: str = "",
    text: str = "",
    told: Sequence[str] = (),
    done: str = "",
) -> Response:
    season = _with_matches(session, signed, lang)
    return page(
        request,
        lang,
        "my_matches/scripts.html",
        422 if told else 200,
        cache=UNKEPT,
        name=name,
        text=text,
        told=told,
        done=done,
        season=season,
        game=rules_of(session, season),
        in_language=partial(in_language, game=_game_of(season, lang), lang=lang),
        scripts=[*orders.scripts(session, signed.player_id, season.game).values()],
        most=scripts.MOST_SCRIPTS,
        form_token=signed.form_token,
    )


def _with_matches(session: Session, signed: SignedInPerson, lang: Lang) -> Season:
    season = session.get_one(Season, signed.season_id)
    _game_of(season, lang)
    return season


def _game_of(season: Season, lang: Lang) -> Game[Any]:
    found = ruleset(season.game, season.rules_version).match
    if found is None:
        raise HTTPException(404, translations(lang).gettext("This season has no matches."))
    return found


def _own(session: Session, signed: SignedInPerson, game_id: str, lang: Lang) -> OwnMatch:
    season = session.get_one(Season, signed.season_id)
    player = session.get_one(Player, signed.player_id)
    mine = my_matches.own(session, season, player, game_id, lang)
    if mine is None:
        _ = translations(lang).gettext
        if seats.had(session, season, player, game_id):
            raise HTTPException(410, _("Somebody else has taken over your seat in this match."))
        raise HTTPException(404, _("You have no match with this name."))
    return mine


@dataclass(frozen=True, slots=True)
class _CheckedOrders:
    """Orders as typed, with their meaning or every problem. Neither if they are not complete."""

    typed: TypedOrders
    check: Check | None = None
    told: Sequence[str] = ()


def _checked(session: Session, mine: OwnMatch, typed: TypedOrders, lang: Lang) -> _CheckedOrders:
    if typed.told or typed.draft.missing > 0 or not typed.text.strip():
        return _CheckedOrders(typed, told=typed.told)
    try:
        found = plans.check(session, mine.match, mine.seat, typed.text, lang, mine.play)
    except (OrdersUnreadable, OrdersRefused) as refusal:
        return _CheckedOrders(typed, told=_told(refusal, lang))
    return _CheckedOrders(typed, found)


def _told(refusal: OrdersUnreadable | OrdersRefused, lang: Lang) -> list[str]:
    """Every problem in a sentence: of the text, as all readers of orders say it, or of the match."""
    if isinstance(refusal, OrdersUnreadable):
        return [mistakes.explain(each, lang) for each in refusal.problems]
    return [explain(each, lang) for each in refusal.problems]


def _page(
    request: Request,
    lang: Lang,
    session: Session,
    signed: SignedInPerson,
    mine: OwnMatch,
    now: datetime,
    checked: _CheckedOrders | None = None,
    *,
    status: int = 200,
    done: str = "",
) -> Response:
    held = my_matches.held(session, mine, lang, now)
    playing = sessions.players_of(request, session, now)
    if checked is None:
        checked = _CheckedOrders(play.typed(mine.asking, Form("", {}), held.text, lang))
    typed, names = checked.typed, mine.look.names
    table = PlayTable.of_draft(mine.asking, typed.draft, names, lang, typed.why)
    rules = rules_of(session, mine.season)
    return page(
        request,
        lang,
        "my_matches/match.html",
        status,
        cache=UNKEPT,
        season=mine.season,
        game=rules,
        called=card_sets.printed(session, rules, lang),
        mine=mine,
        in_language=partial(in_language, game=mine.look.game, lang=lang),
        held=held,
        board=table.board,
        table=table if mine.is_asked else None,
        rules_here=play.rules_here(rules, mine.asking, lang),
        log=my_matches.log(session, mine, lang),
        place=spectators.address(mine.match)
        if records.is_revealed(session, mine.season, mine.match)
        else "",
        ending=None if mine.takes_orders else my_matches.ending(session, mine, lang),
        next_match=my_matches.next_waiting(session, playing, mine.match.game_id, lang),
        form_token=signed.form_token,
        moving=addresses.under_way(session, session.get_one(Player, signed.player_id), now),
        text=typed.text,
        check=checked.check,
        told=checked.told,
        done=done,
    )
