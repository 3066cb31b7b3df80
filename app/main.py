"""The ASGI app: `uvicorn --factory app.main:create_app`."""

from datetime import datetime

from fastapi import FastAPI
from fastapi.middleware.gzip import GZipMiddleware
from fastapi.staticfiles import StaticFiles
from sqlmodel import Session

from app import __version__
from app.files import be_private
from app.mail.writing import preview
from app.settings import Settings
from app.settings import settings as read_settings
from app.store.database import Database
from app.store.demonstration import require_own
from app.store.entries import numbered
from app.store.tables import Season
from app.web import api, health, masking, refusals
from app.web.gate import Gate
from app.web.heads import HeadRequests
from app.web.pages import (
    battles,
    confirming,
    desk,
    desk_deadline,
    desk_season,
    desk_security,
    downloads,
    entries,
    feeds,
    following,
    games,
    home,
    lab,
    my_entry,
    proof,
    seasons,
    statistics,
    stopping,
    submitting,
    taking_part,
)
from app.web.rendering import STATIC
from app.web.security import SecurityHeaders
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
    app.include_router(submitting.router)
    app.include_router(confirming.router)
    app.include_router(my_entry.router)
    app.include_router(stopping.router)
    app.include_router(following.router)
    app.include_router(desk.router)
    app.include_router(desk_security.router)
    app.include_router(proof.router)
    app.include_router(statistics.router)  # before acts: none is called "statistics"
    app.include_router(desk_deadline.router)  # before acts, too
    app.include_router(desk_season.router)
    app.include_router(health.router)
    app.include_router(api.router)
    refusals.install(app)
    masking.install()
    return app


def _preview(session: Session, season: Season, number: int, now: datetime) -> str | None:
    """The report of the entry with this number, as its player would get it, but for their secrets; None if nobody gets one."""
    entry = numbered(session, season, number)
    if not entry or not entry.player:
        return None
    return next((letter.html for _, letter in preview(session, season, now, entry.player)), None)
