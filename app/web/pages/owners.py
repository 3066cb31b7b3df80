"""The page of a character's owner across seasons, and its feed: for players who want one."""

from datetime import UTC
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session
from starlette.exceptions import HTTPException

from app.engine import Lang
from app.i18n import ordinal, translations
from app.league import owners
from app.league.owners import Appearance
from app.store import players
from app.store.tables import Player
from app.web.pages.feeds.atom import News, feed_of
from app.web.rendering import page
from app.web.site import IN_LANGUAGE, Now, Reading, SiteOf
from app.web.views.ranks import WORDS, ranks_of

router = APIRouter(prefix=IN_LANGUAGE)


@router.get("/owners/{token}")
def owner(
    request: Request, lang: Lang, token: str, session: Reading, now: Now, site: SiteOf
) -> Response:
    """Their characters, season by season, and their ranks. 404 for everybody who has not asked for a page."""
    player = _player(session, token)
    found = owners.appearances(session, player, lang)
    return page(
        request,
        lang,
        "owners/owner.html",
        found=found,
        name=owners.name_of(found),
        token=token,
        ranks=ranks_of(session, player, lang, now, site.settings.zone),
        **WORDS,
    )


@router.get("/owners/{token}/feed.atom")
def feed(request: Request, lang: Lang, token: str, session: Reading, site: SiteOf) -> Response:
    """Their results, the latest first."""
    found = owners.appearances(session, _player(session, token), lang)
    name = f"tag:{urlsplit(site.settings.base_url).hostname or 'localhost'},2026:owners/{token}"
    title = owners.name_of(found) or translations(lang).gettext("An owner without a name")
    news = [_news(each, name, lang) for each in found]
    return feed_of(request, lang, site, name, title, f"/{lang}/owners/{token}", news)


def _player(session: Session, token: str) -> Player:
    player = players.with_owner_page(session, token)
    if player is None:
        raise HTTPException(404)
    return player


def _news(each: Appearance, name: str, lang: Lang) -> News:
    season, _ = each.season, translations(lang).gettext
    at = season.published_at or season.created_at
    sentence = _("%(season)s: %(name)s came %(place)s of %(all)s.") % {
        "season": season.title(lang),
        "name": each.who.name,
        "place": ordinal(each.place, lang),
        "all": len(each.run.participants),
    }
    path = f"/{lang}/seasons/{season.slug}/entries/{each.who.number}"
    return News(f"{name}/{season.slug}/{at.astimezone(UTC):%Y%m%dT%H%M%S}", at, sentence, path)
