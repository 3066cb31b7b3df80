"""A visitor of pages from memory."""

import pytest

from app.store.database import Database
from app.web.dependencies import Site
from app.web.front.page_cache import PageCache
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.web.front.visitors import App, Visitor


@pytest.fixture
def app() -> App:
    return App()


@pytest.fixture
def visitor(database: Database, app: App) -> Visitor:
    return Visitor(PageCache(app, site=Site(database, some_settings(), b"", lambda: NOW)))
