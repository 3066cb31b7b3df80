"""The ASGI app: `uvicorn --factory app.main:create_app`."""

from collections.abc import Callable
from datetime import datetime

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles

from app import __version__
from app.files import be_private
from app.settings import Settings
from app.settings import settings as read_settings
from app.store.database import Database
from app.store.upkeep.demonstration import require_own
from app.web import api, errors, health, pages
from app.web.front import logs
from app.web.front.gate import Gate
from app.web.front.packing import Packed
from app.web.front.page_cache import PageCache
from app.web.middleware import HeadRequests, SecurityHeaders
from app.web.rendering import STATIC
from app.web.site import Site, by_clock
from app.web.witness import Witness


def create_app(
    settings: Settings | None = None,
    database: Database | None = None,
    now: Callable[[], datetime] = by_clock,
) -> FastAPI:
    """The site as these settings say, by default those of the environment; it does not migrate."""
    settings = settings or read_settings()
    if database is None:
        be_private()  # this process serves nothing else
        database = Database(settings.database_url)
        require_own(database, demo=settings.is_demo)
    app = FastAPI(
        title="Hikyaku", version=__version__, docs_url=None, redoc_url=None, openapi_url=None
    )
    site = Site(database, settings, settings.key(), now)
    app.state.site = site
    app.add_middleware(Gate, own_origin=settings.base_url)
    app.add_middleware(Packed)
    app.add_middleware(SecurityHeaders, https=settings.base_url.startswith("https:"))
    app.add_middleware(HeadRequests)
    app.add_middleware(Witness, site=site)
    app.add_middleware(PageCache, site=site)
    if settings.metrics == "loopback":
        from app.web.front import metrics  # the library is for those who ask for it

        metrics.install(app, site)
    if settings.log_format == "json":
        app.add_middleware(logs.RequestIds)
    app.mount("/static", StaticFiles(directory=STATIC))
    for router in (*pages.routers(), health.router, api.router):
        app.include_router(router)
    errors.install(app)
    logs.install()
    return app
