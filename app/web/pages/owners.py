"""The page of a character's owner across seasons, and its feed: for players who want one."""

from datetime import UTC
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.games import ruleset
from app.i18n import ordinal, translations
from app.league.careers import owners, rivals, skills
from app.league.careers.owners import Appearance
from app.store import players
from app.store.tables import Player
from app.web.dependencies import Now, Reading, SiteOf, page_router
from app.web.pages.feeds.atom import FeedNews, feed_of
from app.web.rendering import page
from app.web.views.ranks import WORDS, ranks_of
from app.web.views.tables.pagination import MOST_LINES, MOST_PAIRED, PageNumber, part

router = page_router()


@router.get("/owners/{token}")
def owner(
    request: Request,
    lang: Lang,
    token: str,
    session: Reading,
    now: Now,
    site: SiteOf,
    number: PageNumber,
) -> Response:
    """Their career: characters, season by season, and their ranks. 404 for everybody who has not asked for a page."""
    player = _player(session, token)
    career = owners.career_of(session, player)
    ratings = skills.courses(session, token, career)
    return page(
        request,
        lang,
        "owners/owner.html",
        ratings=ratings,
        titles={game: ruleset(game).title for game in [each.game for each in ratings]},
        career=career,
        found=part(career.appearances, number, MOST_LINES),
        token=token,
        ranks=ranks_of(session, player, lang, now, site.settings.zone),
        **WORDS,
    )


@router.get("/owners/{token}/rivals")
def all_rivals(
    request: Request, lang: Lang, token: str, session: Reading, number: PageNumber
) -> Response:
    """The other owners with a page whom they have met, and how it went."""
    player = _player(session, token)
    return page(
        request,
        lang,
        "owners/rivals.html",
        name=owners.career_of(session, player).name,
        token=token,
        rivals=part(rivals.rivals(session, player), number, MOST_LINES),
    )


@router.get("/owners/{token}/rivals/{rival}")
def head_to_head(
    request: Request, lang: Lang, token: str, rival: str, session: Reading, number: PageNumber
) -> Response:
    """Every battle between these two owners. 404 unless both have a page and have met."""
    player, other = _player(session, token), _player(session, rival)
    met = rivals.encounters(session, player, rival) if other.id != player.id else []
    if not met:
        raise HTTPException(404)
    return page(
        request,
        lang,
        "owners/head_to_head.html",
        name=owners.career_of(session, player).name,
        token=token,
        rival=rival,
        rival_name=rivals.name_of(met),
        record=rivals.record_of(met),
        met=part(met, number, MOST_PAIRED),
    )


@router.get("/owners/{token}/feed.atom")
def feed(request: Request, lang: Lang, token: str, session: Reading, site: SiteOf) -> Response:
    """Their results, the latest first."""
    career = owners.career_of(session, _player(session, token))
    name = f"tag:{urlsplit(site.settings.base_url).hostname or 'localhost'},2026:owners/{token}"
    title = career.name or translations(lang).gettext("An owner without a name")
    news = [_news(each, name, lang) for each in career.appearances]
    return feed_of(request, lang, site, name, title, f"/{lang}/owners/{token}", news)


def _player(session: Session, token: str) -> Player:
    player = players.with_owner_page(session, token)
    if player is None:
        raise HTTPException(404)
    return player


def _news(each: Appearance, name: str, lang: Lang) -> FeedNews:
    season, _ = each.season, translations(lang).gettext
    at = season.published_at or season.created_at
    sentence = _("%(season)s: %(name)s came %(place)s of %(all)s.") % {
        "season": season.title(lang),
        "name": each.name,
        "place": ordinal(each.place, lang),
        "all": each.entries,
    }
    stamp = f"{at.astimezone(UTC):%Y%m%dT%H%M%S}"
    path = f"/{lang}/seasons/{season.slug}/entries/{each.number}"
    return FeedNews(f"{name}/{season.slug}/{stamp}", at, sentence, path)
