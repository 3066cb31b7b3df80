"""A season as an Atom feed: its opening, entries, public acts of organisers, closing, publication."""

from collections.abc import Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from itertools import groupby
from typing import Final
from urllib.parse import urlsplit

from fastapi import APIRouter, Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.i18n import translations
from app.league import news as league_news
from app.league import visibility
from app.store.tables import Season
from app.web.rendering import FRESH, environment, etag_of, not_modified
from app.web.site import IN_LANGUAGE, Reading, Site, SiteOf

router = APIRouter(prefix=IN_LANGUAGE)

MOST_NEWS: Final = 200
"""The number of news told."""


@dataclass(frozen=True, slots=True)
class News:
    """A piece of news; `id` never changes and is used once, `path` is the page about it."""

    id: str
    at: datetime
    title: str
    path: str

    @property
    def updated(self) -> str:
        """The moment, as Atom writes it."""
        return self.at.astimezone(UTC).isoformat().replace("+00:00", "Z")


@router.get("/seasons/{slug}/feed.atom")
def feed(request: Request, lang: Lang, slug: str, session: Reading, site: SiteOf) -> Response:
    """The news of the season, the latest first. Of a character no more than its name."""
    season = visibility.public_season(session, slug)
    host = urlsplit(site.settings.base_url).hostname or "localhost"
    name = f"tag:{host},{season.created_at:%Y-%m-%d}:seasons/{season.slug}"
    news = sorted(_news(session, season, name, lang, site), key=lambda each: each.at, reverse=True)
    base = site.settings.base_url
    text = (
        environment(lang)
        .get_template("feed.atom")
        .render(
            id=f"{name}/{lang}",
            lang=lang,
            title=season.title(lang),
            base=base,
            page=f"/{lang}/seasons/{season.slug}",
            news=news[:MOST_NEWS],
            updated=news[0].updated if news else News("", season.created_at, "", "").updated,
        )
    )
    etag = etag_of(request, text)
    return not_modified(request, etag) or Response(
        text,
        headers={"ETag": etag, "Cache-Control": FRESH},
        media_type="application/atom+xml",
    )


def _news(session: Session, season: Season, name: str, lang: Lang, site: Site) -> Iterator[News]:
    _ = translations(lang).gettext
    page = f"/{lang}/seasons/{season.slug}"
    entrants = visibility.entrants_of(session, season)
    for moment, arrived in groupby(entrants, key=lambda each: each.accepted_at):
        for place, entrant in enumerate(arrived, 1):
            id = f"{name}/arrived/{moment.astimezone(UTC):%Y%m%dT%H%M%S.%f}-{place}"
            yield News(id, moment, _("%(name)s is in.") % {"name": entrant.name}, page)
    zone = site.settings.zone
    for notice in league_news.notices(session, season):
        id = f"{name}/{notice.kind}/{notice.at.astimezone(UTC):%Y%m%dT%H%M%S.%f}"
        yield News(id, notice.at, league_news.told(notice, lang, zone), page)
    for what, at, sentence in (
        ("opened", season.opened_at, _("The season takes entries.")),
        ("closed", season.closed_at, _("Entries are closed")),
        ("published", season.published_at, _("The results are out.")),
    ):
        if at:
            yield News(f"{name}/{what}/{at.astimezone(UTC):%Y%m%dT%H%M%S.%f}", at, sentence, page)
