"""Readers who want to hear how a season ends: they give an address, and confirm it by its letter."""

from datetime import datetime

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.league import players as league_players
from app.league import visibility
from app.league.players import address_problems, tidied
from app.league.problems import explain
from app.store import letters, players, seasons
from app.store.letter_kinds import Follow
from app.store.tables import Player, Season
from app.web import limits
from app.web.forms import SentForm
from app.web.links import broken, rows_of
from app.web.rendering import UNKEPT, page
from app.web.site import IN_LANGUAGE, Now, Reading, SiteOf, Writing

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/seasons/{slug}/follow")
def form(request: Request, lang: Lang, slug: str, session: Reading) -> Response:
    """Where to give an address."""
    return _page(request, lang, visibility.public_season(session, slug), "form")


@router.post("/seasons/{slug}/follow")
def ask(
    request: Request,
    lang: Lang,
    slug: str,
    sent: SentForm,
    session: Writing,
    site: SiteOf,
    now: Now,
) -> Response:
    """A letter asks the address; the answer is the same whether we know it or not."""
    limits.spend_by_client(request, limits.SUBMISSIONS, now)
    season = visibility.public_season(session, slug)
    address = tidied(sent.line("address"))
    problems = list(address_problems(address, site.settings.mail_address))
    if visibility.is_public(season):
        return _page(request, lang, season, "over", 410)
    if problems:
        told = [explain(problem, lang) for problem in problems]
        return _page(request, lang, season, "form", 422, told=told, address=sent.line("address"))
    limits.spend_on_address(session, request, address, now)
    player = players.known_as(session, address, lang, now)
    key = f"follow:{season.id}:{player.id}:{now:%y%m%d%H}"
    deliverer = limits.deliverer_of(request).name
    letters.write(
        session, Follow(), player, key, now=now, lang=lang, season=season, deliverer=deliverer
    )
    return _page(request, lang, season, "asked")


@router.get("/follow/{token}")
def look(request: Request, lang: Lang, token: str, session: Reading, now: Now) -> Response:
    """The button; nothing is changed."""
    _, season = _follower(request, session, token, now)
    return _page(request, lang, season, "over" if visibility.is_public(season) else "confirm")


@router.post("/follow/{token}")
def follow(request: Request, lang: Lang, token: str, session: Writing, now: Now) -> Response:
    """The season's end is told to this reader; pressed twice, it is told once."""
    player, season = _follower(request, session, token, now)
    if visibility.is_public(season):
        return _page(request, lang, season, "over", 410)
    league_players.follow(session, player, seasons.lock(session, season), now)
    return _page(request, lang, season, "follows")


def _follower(
    request: Request, session: Session, token: str, now: datetime
) -> tuple[Player, Season]:
    """Who wants to hear of which season. Raises 404."""
    player_id, season_id = rows_of(request, "follow", token, now)
    player, season = session.get(Player, player_id), session.get(Season, season_id)
    if player is None or season is None:
        raise broken(request)
    return player, season


def _page(
    request: Request,
    lang: Lang,
    season: Season,
    step: str,
    status: int = 200,
    *,
    told: list[str] | None = None,
    address: str = "",
) -> Response:
    return page(
        request,
        lang,
        "follow.html",
        status,
        cache=UNKEPT,
        season=season,
        step=step,
        told=told or [],
        address=address,
    )
