"""Chromium and a site that it can visit."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from app.store.database import Database
from tests.web import serving


# Not for the whole session: while Playwright runs, no other test could have an event loop of its own.
@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    if not serving.chromium_path():
        pytest.skip("no Chromium is installed (Debian: chromium, fonts-noto-cjk)")
    with serving.chromium() as browser:
        yield browser


@pytest.fixture
def site(site_file: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[serving.Serving]:
    """A site without seasons, on a database of its own; letters lead to it."""
    database = Database(f"sqlite:///{site_file}")
    with serving.serving(database) as served:
        monkeypatch.setattr("app.letters.contents.settings", lambda: served.settings)
        monkeypatch.setattr("app.letters.receipts.settings", lambda: served.settings)
        yield served
    database.close()
