"""The deadlines of seasons as calendars (RFC 5545) to subscribe to: of all seasons, and of one."""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any, Final
from urllib.parse import urlsplit

from fastapi import Request
from fastapi.responses import Response
from sqlmodel import Session

from app.engine import Lang
from app.i18n import N_, translations
from app.league import visibility
from app.league.timetable import appointments
from app.store.tables import Season
from app.web.dependencies import Reading, Site, SiteOf, page_router
from app.web.rendering import as_made

router = page_router()

AGAIN: Final = timedelta(hours=6)
"""How often a calendar should look again."""
_NAMES: Final = {
    "opening": N_("Opening of %(season)s"),
    "deadline": N_("Deadline of %(season)s"),
    "night": N_("First results of %(season)s, night %(number)s"),
    "results": N_("Results of %(season)s"),
}


@router.get("/seasons.ics")
def all_seasons(request: Request, lang: Lang, session: Reading, site: SiteOf) -> Response:
    """The moments of every season."""
    title = translations(lang).gettext("Hikyaku")
    return _calendar(request, lang, session, site, title, visibility.public_seasons(session))


@router.get("/seasons/{slug}/calendar.ics")
def one_season(request: Request, lang: Lang, slug: str, session: Reading, site: SiteOf) -> Response:
    """The moments of this season. One that was called off is cancelled, and does not vanish."""
    season = visibility.public_season(session, slug)
    return _calendar(request, lang, session, site, season.title(lang), [season])


def _calendar(
    request: Request,
    lang: Lang,
    session: Session,
    site: Site,
    title: str,
    seasons: Sequence[Season],
) -> Response:
    from icalendar import Calendar, Event  # a hundred modules, for those who ask for a calendar

    calendar = Calendar()
    calendar.add("prodid", f"-//Hikyaku//{lang}")
    calendar.add("version", "2.0")
    calendar.add("method", "PUBLISH")
    calendar.add("name", _line(title))
    calendar.add("x-wr-calname", _line(title))
    calendar.add("refresh-interval", AGAIN, parameters={"value": "DURATION"})
    calendar.add("x-published-ttl", AGAIN, parameters={"value": "DURATION"})
    for season in seasons:
        for each in appointments.appointments(session, season):
            event = Event()
            for name, value in _event(season, each, lang, site).items():
                event.add(name, value)
            calendar.add_component(event)
    return as_made(request, calendar.to_ical(), "text/calendar")


def _event(
    season: Season, moment: appointments.Appointment, lang: Lang, site: Site
) -> dict[str, Any]:
    base = site.settings.base_url
    host = urlsplit(base).hostname or "localhost"
    name = translations(lang).gettext(_NAMES[moment.kind])
    begun = f"{season.created_at:%Y%m%d%H%M%S}"
    return {
        "uid": f"{moment.kind}{moment.number or ''}-{season.slug}-{begun}@{host}",
        "dtstamp": moment.changed_at,
        "last-modified": moment.changed_at,
        "sequence": moment.moved,
        "dtstart": moment.at,
        "summary": name % {"season": _line(season.title(lang)), "number": moment.number},
        "url": f"{base}/{lang}/seasons/{season.slug}",
        "status": "CANCELLED" if moment.is_cancelled else "CONFIRMED",
        "transp": "TRANSPARENT",
    }


def _line(text: str) -> str:
    """The text without control characters, which no calendar may hold."""
    return "".join(char if char.isprintable() else " " for char in text)
