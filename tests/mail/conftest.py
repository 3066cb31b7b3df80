"""The players' mailboxes."""

from collections.abc import Iterator
from pathlib import Path
from random import Random
from types import SimpleNamespace

import pytest

from app.league import entries
from app.league.matches import seeds
from app.store.database import Database
from tests.support.mail_seasons import Post, mailboxes


@pytest.fixture
def post(database: Database, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Post]:
    """Which hands and dice a season has, and so what its letters can say, hangs on its secret and on the seals of its entries:
    here they are always the same.
    """
    dice = SimpleNamespace(token_bytes=Random(1).randbytes)
    for drawn in (seeds, entries):
        monkeypatch.setattr(drawn, "secrets", dice)
    with mailboxes(database, tmp_path, monkeypatch) as found:
        yield found
