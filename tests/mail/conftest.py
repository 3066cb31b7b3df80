"""The players' mailboxes."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from app.store.database import Database
from tests.support.mail_seasons import Post, mailboxes


@pytest.fixture
def post(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    with mailboxes(database, tmp_path, monkeypatch) as found:
        yield found
