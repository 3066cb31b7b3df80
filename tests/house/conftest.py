"""A separate installation, on which commands and pages work."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from fastapi.testclient import TestClient

from app.main import create_app
from app.settings import Settings, settings as read_settings
from app.store.database import Database
from tests.support.asking import Client
from tests.support.outgoing import KEY


@pytest.fixture
def database(
    tmp_path: Path, site_file: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Database]:
    """That of an installation which commands work on, too."""
    url = f"sqlite:///{site_file}"
    monkeypatch.setenv("HIKYAKU_DATABASE_URL", url)
    monkeypatch.setenv("HIKYAKU_MAILDIR", str(tmp_path / "mail"))
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    read_settings.cache_clear()
    found = Database(url)
    yield found
    found.close()
    read_settings.cache_clear()


@pytest.fixture
def browser(database: Database) -> Iterator[TestClient]:
    app = create_app(Settings(secret=KEY, base_url="http://testserver"), database)
    with Client(app, base_url="http://testserver") as client:
        yield client
