"""How often a page asks the database: as often for a large season as for a small one."""

from dataclasses import replace
from typing import Any

import pytest
from sqlalchemy import event

from app.main import create_app
from app.settings import Settings
from app.store.database import Database
from tests.support.asking import Client
from tests.support.outgoing import KEY
from tests.support.seasons import CLOSES, Character, a_finished_season


@pytest.mark.parametrize(
    "page",
    [
        *("/ja/seasons/{}", "/en/seasons/{}/entries/2", "/en/seasons/{}/battles/1-2"),
        *("/en/seasons/{}/statistics", "/en/seasons/{}/seals", "/en/seasons/{}/characters"),
        *("/en/seasons/{}/entries/1/what-if", "/en/seasons/{}/compare/1-2"),
        *("/api/v1/seasons/{}/standings", "/api/v1/seasons/{}/entrants"),
    ],
)
def test_a_page_of_a_larger_season_asks_no_more_often(page: str, database: Database) -> None:
    """Everybody is marked: without a seal each came after the builds had been laid open. No page reads a picture's bytes."""
    with database.writing() as session:
        for slug, size in (("small", 3), ("large", 12)):
            field = [Character(f"{slug} {at}", "核" * (at % 9), lore="…") for at in range(size)]
            a_finished_season(session, field, slug=slug, laid_open_at=CLOSES)
    app = create_app(Settings(secret=KEY), database)
    browser = Client(replace(app, front=app.inner))  # nothing is kept

    def asked(slug: str) -> list[str]:
        found: list[str] = []

        def note(_: Any, __: Any, statement: str, *___: Any) -> None:
            found.append(statement.partition(" IN (")[0])

        assert browser.get(page.format(slug)).status_code == 200  # what is worked out once
        event.listen(database.engine, "before_cursor_execute", note)
        assert browser.get(page.format(slug)).status_code == 200
        event.remove(database.engine, "before_cursor_execute", note)
        return found

    assert asked("large") == asked("small")
    assert asked("small")
    assert not [each for each in asked("small") if "picture.content" in each]
