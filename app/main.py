"""The ASGI app: `uvicorn --factory app.main:create_app`."""

from datetime import datetime

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from sqlmodel import Session

from app import __version__
from app.files import be_private
from app.letters.kinds import preview
from app.settings import Settings
from app.settings import settings as read_settings
from app.store.database import Database
from app.store.entries import numbered
from app.store.tables import Season
from app.store.upkeep.demonstration import require_own
from app.web import api, errors, health, logs
from app.web.gate import Gate
from app.web.middleware import HeadRequests, SecurityHeaders
from app.web.pages import (
    battles,
    confirmation,
    downloads,
    entries,
    feeds,
    followers,
    games,
    home,
    lab,
    my_entry,
    seasons,
    statistics,
    submission,
    taking_part,
    unsubscribe,
)
from app.web.pages.desk import deadlines, overview, proof, security
from app.web.pages.desk import seasons as desk_seasons
from app.web.rendering import STATIC
from app.web.site import Site
from app.web.witness import Witness


def create_app(settings: Settings | None = None, database: Database | None = None) -> FastAPI:
    """The site as these settings say, by default those of the environment; it does not migrate."""
    settings = settings or read_settings()
    if database is None:
        be_private()  # this process serves nothing else
        database = Database(settings.database_url)
        require_own(database, demo=settings.is_demo)
    app = FastAPI(
        title="Hikyaku", version=__version__, docs_url=None, redoc_url=None, openapi_url=None
    )
    site = Site(database, settings, settings.key(), _preview)
    app.state.site = site
    app.add_middleware(Gate, own_origin=settings.base_url)
    app.add_middleware(GZipMiddleware, minimum_size=1000, compresslevel=5)
    app.add_middleware(SecurityHeaders, https=settings.base_url.startswith("https:"))
    app.add_middleware(HeadRequests)
    app.add_middleware(Witness, site=site)
    app.mount("/static", StaticFiles(directory=STATIC))
    app.include_router(downloads.router)  # first: a season may be called "seasons"
    app.include_router(home.router)
    app.include_router(seasons.router)
    app.include_router(entries.router)
    app.include_router(battles.router)
    app.include_router(feeds.router)
    app.include_router(games.router)
    app.include_router(lab.router)
    app.include_router(taking_part.router)
    app.include_router(submission.router)
    app.include_router(confirmation.router)
    app.include_router(my_entry.router)
    app.include_router(unsubscribe.router)
    app.include_router(followers.router)
    app.include_router(overview.router)
    app.include_router(security.router)
    app.include_router(proof.router)
    app.include_router(statistics.router)  # before acts: none is called "statistics"
    app.include_router(deadlines.router)  # before acts, too
    app.include_router(desk_seasons.router)
    app.include_router(health.router)
    app.include_router(api.router)
    errors.install(app)
    logs.install()
    return app


def _preview(session: Session, season: Season, number: int, now: datetime) -> str | None:
    """The report of the entry with this number, as its player would get it, but for their secrets; None if nobody gets one."""
    entry = numbered(session, season, number)
    if not entry or not entry.player:
        return None
    return next((letter.html for _, letter in preview(session, season, now, entry.player)), None)
