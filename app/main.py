"""The ASGI app: `uvicorn --factory app.main:create_app`."""

from collections.abc import Callable
from datetime import datetime
from functools import cache

from fastapi import FastAPI
from fastapi.staticfiles import StaticFiles
from starlette.types import ASGIApp

from app import __version__
from app.files import be_private
from app.settings import Settings, settings as read_settings
from app.store.database import Database
from app.store.upkeep.demonstration import require_own
from app.web import errors, health, pages
from app.web.dependencies import Site, SiteApp, by_clock
from app.web.front import logs
from app.web.front.gate import Gate
from app.web.front.packing import GzipPacking
from app.web.front.page_cache import PageCache
from app.web.middleware import HeadRequests, SecurityHeaders
from app.web.rendering import STATIC
from app.web.security_events import Witness


@cache
def routes() -> FastAPI:
    """Every page of a site, and what answers where one fails; one a process, whichever site a request is for."""
    from app.web import api  # as late as the pages: a check of an archive may need none of them

    app = FastAPI(
        title="Hikyaku", version=__version__, docs_url=None, redoc_url=None, openapi_url=None
    )
    app.mount("/static", StaticFiles(directory=STATIC))
    for router in (*pages.routers(), health.router, api.router):
        app.router.routes += router.routes  # `include_router` would make each of them again
    errors.install(app)
    return app


def create_app(
    settings: Settings | None = None,
    database: Database | None = None,
    now: Callable[[], datetime] = by_clock,
) -> SiteApp:
    """The site as these settings say, by default those of the environment; it does not migrate."""
    settings = settings or read_settings()
    if database is None:
        be_private()  # this process serves nothing else
        database = Database(settings.database_url)
        require_own(database, demo=settings.is_demo)
    site = Site(database, settings, settings.key(), now)
    front: ASGIApp = Gate(routes(), own_origin=settings.base_url)
    front = SecurityHeaders(GzipPacking(front), https=settings.base_url.startswith("https:"))
    front = PageCache(Witness(HeadRequests(front), site=site), site=site)
    if settings.metrics == "loopback":
        from app.web.front.metrics import Counted  # the library is for those who ask for it

        front = Counted(front)
    if settings.log_format == "json":
        front = logs.RequestIds(front)
    logs.install()
    return SiteApp(site, routes(), front)
