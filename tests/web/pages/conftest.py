"""Browsers: a stranger's, and an organiser's."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from starlette.testclient import TestClient

from app.league.people import organisers
from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from tests.support.asking import Client
from tests.support.outgoing import KEY


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    settings = Settings(secret=KEY, base_url="http://testserver")
    with Client(create_app(settings, database), follow_redirects=False) as client:
        yield client


@pytest.fixture
def olga(browser: TestClient, database: Database) -> TestClient:
    """A browser that has been let in."""
    with database.writing() as session:
        token = organisers.appoint(session, "olga@example.com", "Olga", datetime.now(UTC))
    assert browser.post(f"/en/in/{token}").status_code == 303
    return browser
