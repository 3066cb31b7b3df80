"""News as Atom feeds, of a season and of the site: openings, entries, acts of organisers, exchanges, closings, results."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.i18n import translations
from app.league import visibility
from app.league.matches import spectators
from app.league.seasons import cups, news as league_news
from app.store.tables import Season
from app.web.dependencies import Reading, Site, SiteOf, page_router
from app.web.rendering import as_made, environment

router = page_router()

MOST_NEWS: Final = 200
"""The number of news told."""
BEGUN: Final = datetime(2026, 11, 1, tzinfo=UTC)
"""When a feed without news was last changed: before there were any."""


@dataclass(frozen=True, slots=True)
class FeedNews:
    """A piece of news; `id` never changes and is used once, `path` is the page about it."""

    id: str
    at: datetime
    title: str
    path: str

    @property
    def updated(self) -> str:
        """The moment, as Atom writes it."""
        return self.at.astimezone(UTC).isoformat().replace("+00:00", "Z")


@router.get("/feed.atom")
def site_feed(request: Request, lang: Lang, session: Reading, site: SiteOf) -> Response:
    """The news of all seasons, the latest first; of their characters nothing."""
    host = urlsplit(site.settings.base_url).hostname or "localhost"
    news = [
        replace(each, id=each.id + "/of-site", title=f"{season.title(lang)}: {each.title}")
        for season in visibility.public_seasons(session)
        for each in _acts(session, season, _name(season, site), lang, site)
    ]
    title = translations(lang).gettext("Hikyaku")
    return feed_of(request, lang, site, f"tag:{host},2026:seasons", title, f"/{lang}/", news)


@router.get("/seasons/{slug}/feed.atom")
def feed(request: Request, lang: Lang, slug: str, session: Reading, site: SiteOf) -> Response:
    """The news of the season, the latest first. Of a character no more than its name."""
    season = visibility.public_season(session, slug)
    name = _name(season, site)
    news = [
        *_arrivals(session, season, name, lang),
        *_acts(session, season, name, lang, site),
        *_exchanges(session, season, name, lang),
    ]
    page = f"/{lang}/seasons/{season.slug}"
    return feed_of(request, lang, site, name, season.title(lang), page, news, season.created_at)


@router.get("/cups/{cup}/feed.atom")
def cup_feed(request: Request, lang: Lang, cup: str, session: Reading, site: SiteOf) -> Response:
    """The news of all editions of a cup, the latest first; of their characters nothing."""
    found, editions = cups.public_cup(session, cup)
    host = urlsplit(site.settings.base_url).hostname or "localhost"
    name = f"tag:{host},{found.created_at:%Y-%m-%d}:cups/{found.slug}"
    news = [
        replace(each, id=each.id + "/of-cup", title=f"{season.title(lang)}: {each.title}")
        for season in editions
        for each in _acts(session, season, _name(season, site), lang, site)
    ]
    page = f"/{lang}/cups/{found.slug}"
    return feed_of(request, lang, site, name, found.title(lang), page, news, found.created_at)


def _name(season: Season, site: Site) -> str:
    """The part of an id by which the season is known for ever (RFC 4151)."""
    host = urlsplit(site.settings.base_url).hostname or "localhost"
    return f"tag:{host},{season.created_at:%Y-%m-%d}:seasons/{season.slug}"


def feed_of(
    request: Request,
    lang: Lang,
    site: Site,
    name: str,
    title: str,
    page: str,
    news: Sequence[FeedNews],
    since: datetime = BEGUN,
) -> Response:
    """These news as a feed, the latest first; `page` is the address that it is about, and above its own."""
    latest = sorted(news, key=lambda each: each.at, reverse=True)[:MOST_NEWS]
    text = (
        environment(lang)
        .get_template("feed.atom")
        .render(
            id=f"{name}/{lang}",
            lang=lang,
            title=title,
            base=site.settings.base_url,
            page=page,
            feed=f"{page.rstrip('/')}/feed.atom",
            news=latest,
            updated=latest[0].updated if latest else FeedNews("", since, "", "").updated,
        )
    )
    return as_made(request, text, "application/atom+xml")


def _arrivals(session: Session, season: Season, name: str, lang: Lang) -> Iterator[FeedNews]:
    _ = translations(lang).gettext
    page = f"/{lang}/seasons/{season.slug}"
    entrants = visibility.entrants_of(session, season, lang)
    for moment, arrived in groupby(entrants, key=lambda each: each.accepted_at):
        for place, entrant in enumerate(arrived, 1):
            id = f"{name}/arrived/{moment.astimezone(UTC):%Y%m%dT%H%M%S.%f}-{place}"
            yield FeedNews(id, moment, _("%(name)s takes part.") % {"name": entrant.name}, page)


def _exchanges(session: Session, season: Season, name: str, lang: Lang) -> Iterator[FeedNews]:
    """The exchanges that were played: one piece of news each, however many matches there are."""
    _ = translations(lang).gettext
    page = f"/{lang}/seasons/{season.slug}/matches"
    for number, at in spectators.exchanges(session, season):
        sentence = _("Exchange %(num)s has been played. The matches have moved on.")
        yield FeedNews(f"{name}/exchange/{number}", at, sentence % {"num": number}, page)


def _acts(
    session: Session, season: Season, name: str, lang: Lang, site: Site
) -> Iterator[FeedNews]:
    _ = translations(lang).gettext
    page = f"/{lang}/seasons/{season.slug}"
    zone = site.settings.zone
    for notice in league_news.notices(session, season):
        id = f"{name}/{notice.kind}/{notice.at.astimezone(UTC):%Y%m%dT%H%M%S.%f}"
        yield FeedNews(id, notice.at, league_news.told(notice, lang, zone), page)
    for what, at, sentence in (
        ("opened", season.opened_at, _("The season takes entries.")),
        ("closed", season.closed_at, _("Entries are closed")),
        ("published", season.published_at, _("The results are out.")),
    ):
        if at:
            yield FeedNews(
                f"{name}/{what}/{at.astimezone(UTC):%Y%m%dT%H%M%S.%f}", at, sentence, page
            )
