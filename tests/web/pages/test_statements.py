"""How often a page asks the database: as often for a large season as for a small one."""

from typing import Any, Final

import pytest
from sqlalchemy import event
from starlette.testclient import TestClient

from app.store.database import Database
from app.web.front import page_cache
from tests.support.seasons import CLOSES, Character, a_finished_season

_NOW_AND_THEN: Final = ("BEGIN", "edition", "FROM trial")
"""The pages in memory ask how things stand when it is time for it."""


@pytest.mark.parametrize(
    "page",
    [
        *("/ja/seasons/{}", "/en/seasons/{}/entries/2", "/en/seasons/{}/battles/1-2"),
        *("/en/seasons/{}/statistics", "/en/seasons/{}/seals", "/en/seasons/{}/characters"),
        *("/en/seasons/{}/entries/1/what-if", "/en/seasons/{}/compare/1-2"),
        *("/api/v1/seasons/{}/standings", "/api/v1/seasons/{}/entrants"),
    ],
)
def test_a_page_of_a_larger_season_asks_no_more_often(
    page: str, database: Database, browser: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Everybody is marked: without a seal each came after the builds had been laid open."""
    with database.writing() as session:
        for slug, size in (("small", 3), ("large", 12)):
            field = [Character(f"{slug} {at}", "核" * (at % 9), lore="…") for at in range(size)]
            a_finished_season(session, field, slug=slug, laid_open_at=CLOSES)
    monkeypatch.setattr(page_cache, "AGE_SECONDS", 0)  # each request makes its page anew

    def asked(slug: str) -> list[str]:
        found: list[str] = []

        def note(_: Any, __: Any, statement: str, *___: Any) -> None:
            if not any(each in statement for each in _NOW_AND_THEN):
                found.append(statement.partition(" IN (")[0])

        assert browser.get(page.format(slug)).status_code == 200  # what is worked out once
        event.listen(database.engine, "before_cursor_execute", note)
        assert browser.get(page.format(slug)).status_code == 200
        event.remove(database.engine, "before_cursor_execute", note)
        return found

    assert asked("large") == asked("small")
    assert asked("small")
