"""Of a wave of entries none is lost; and what one loses is told."""

import asyncio
from collections.abc import Coroutine

import pytest

from app.store.database import Database
from tests.support.databases import on_postgresql, on_sqlite
from tests.wave.wave import Wave, measure_wave

pytestmark = pytest.mark.usefixtures("nothing_else_to_collect")


@on_postgresql
def test_of_a_wave_of_entries_each_is_answered_once_and_none_is_lost(database: Database) -> None:
    figures = measure_wave(20, 2, 10, 1, database.url)
    waits = {wait.name: wait.count for wait in figures.waits}

    assert figures.faults == []
    assert {status for status in figures.statuses if int(status) >= 500} <= {"503"}
    assert (waits["form sent"], waits["yes pressed"], waits["mail, until 250"]) == (20, 20, 40)


@on_sqlite
def test_what_a_wave_loses_is_a_fault(database: Database, monkeypatch: pytest.MonkeyPatch) -> None:
    def forgetful(self: Wave, seconds: float, readers: int) -> Coroutine[None, None, None]:
        self.names.add("Runner 1")
        return asyncio.sleep(0)

    monkeypatch.setattr(Wave, "roll", forgetful)
    figures = measure_wave(2, 60, 200, 1, database.url)

    assert {
        "1 entries are not in the season",
        "3 entries never got a yes",
        "4 mails got 0 answers",
    } <= {*figures.faults}
