"""Fences: what goes wrong with one season, match or message stops no other."""

from collections import Counter
from collections.abc import Callable, Iterable, Mapping
from functools import partial
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from sqlalchemy import JSON, LargeBinary, Table, text

from app.clock import Clock
from app.jobs import worker
from app.jobs.outgoing import OutgoingAnswer
from app.jobs.webhooks import Webhooks
from app.store import seasons
from app.store.database import Database
from app.store.tables import METADATA
from app.store.tables.columns import Utc
from tests.support.databases import on_both, on_sqlite
from tests.support.outgoing import some_settings
from tests.support.people import NOW
from tests.support.worlds import SIDES

Begin = Callable[[str], Database]
Facts = Mapping[str, Any]
BAD, GOOD = SIDES
QUESTIONS = {
    "seasons": "SELECT slug, state, capacity, laid_open_at IS NULL, ranked_at IS NULL FROM season WHERE slug LIKE '%-good'",
    "runs": "SELECT slug, entries, digest IS NULL FROM run JOIN season ON season.id = season_id WHERE slug LIKE '%-good'",
    "matches": "SELECT game_id, match.state, turn, step FROM match WHERE game_id LIKE '%-good-%'",
    "entries": "SELECT slug, name_key, number, current_id IS NULL FROM entry JOIN season ON season.id = season_id WHERE slug LIKE '%-good'",
    "letters": "SELECT address, kind, state, count(*) FROM letter JOIN player ON player.id = player_id WHERE address LIKE '%.good@%' GROUP BY 1, 2, 3",
    "places": """SELECT slug, number, place FROM "placing" JOIN run ON run.id = run_id JOIN season ON season.id = season_id WHERE slug LIKE '%-good'""",
    "ranks": "SELECT address, change FROM rank_change JOIN player ON player.id = player_id WHERE address LIKE '%.good@%'",
    "messages": "SELECT slug, event, delivery.state, count(*) FROM delivery JOIN season ON season.id = season_id WHERE slug LIKE '%-good' GROUP BY 1, 2, 3",
    "duels": "SELECT duel.stage, ending FROM duel JOIN duelist ON duel.id = duel_id JOIN player ON player.id = player_id WHERE address LIKE '%.good@%'",
    "mails": "SELECT state, action FROM mail WHERE id = 2",
}


async def heard(_url: str, _headers: Mapping[str, str], _body: bytes) -> OutgoingAnswer:
    """Another site takes whatever it hears."""
    return OutgoingAnswer(200, "ok")


@pytest.fixture
def work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> Callable[[Database], Facts]:
    """Every job of a worker is done, in turn, until nothing is due but what rests; what has come of the good half."""
    monkeypatch.setattr(worker, "Webhooks", partial(Webhooks, post=heard))
    stands_still = Clock(wall=NOW.timestamp, uptime=lambda: 0.0)

    def work(database: Database) -> Facts:
        settings = some_settings(maildir=tmp_path / "mail")
        worker.work(database, settings, stop=Event(), once=True, clock=stands_still)
        assert not [each for each in caplog.messages if "next try in" in each], "a whole job failed"
        assert max(Counter(caplog.messages).values(), default=0) < 2
        with database.reading() as session:
            claimed = session.execute(text("SELECT claim FROM match WHERE claim IS NOT NULL"))
            assert not claimed.all()
            return {
                what: sorted(map(repr, session.execute(text(asked)).all()))
                for what, asked in QUESTIONS.items()
            }

    return work


def bad_rows(database: Database, table: Table) -> list[Any]:
    """The keys of the rows of this table that belong to the bad half."""
    with database.reading() as session:
        belonging = vars(seasons)["_belonging"]
        roots = {
            "season": "SELECT id FROM season WHERE slug LIKE '%-bad'",
            "player": "SELECT id FROM player WHERE address LIKE '%.bad@%'",
            "mail": "SELECT id FROM mail WHERE id = 1",
            "outage": "SELECT id FROM outage",
        }
        return [
            key
            for name, asked in roots.items()
            for (root,) in session.execute(text(asked))
            for key in belonging(session, METADATA.tables[name], root).get(table, ())
        ]


def damage(database: Database, names: Iterable[str], kind: type, value: str | bytes) -> None:
    """In the rows of the bad half of these tables no column of this kind holds what it should."""
    for table in map(METADATA.tables.__getitem__, names):
        damaged = [
            f'"{each.name}" = :value' for each in table.columns if isinstance(each.type, kind)
        ]
        (key,) = table.primary_key
        change = text(f'UPDATE "{table.name}" SET {", ".join(damaged)} WHERE {key.name} = :key')
        keys = bad_rows(database, table)
        assert keys, table.name
        with database.engine.begin() as connection:
            connection.execute(change, [{"value": value, "key": each} for each in keys])


@pytest.fixture(scope="module")
def sound() -> dict[str, Facts]:
    """What comes of the good half where nothing is bad, by kind of database."""
    return {}


PLAYED = ("revision", "match", "run", "step", "correspondence", "delivery", "letter", "mail")
TIMED = ("season", "match", "exchange", "run", "delivery", "letter")
DAMAGE: Mapping[str, Iterable[tuple[type, str | bytes, Iterable[str]]]] = {
    "seasons": [(JSON, "{", ("season",)), (LargeBinary, "no bytes", ("mail",))],
    "what is played": [(JSON, "{", PLAYED), (LargeBinary, b"damaged", ("result", "mail"))],
    "moments": [(Utc, "yesterday", TIMED)],
}


@on_sqlite
@pytest.mark.parametrize("what", DAMAGE)
def test_rows_that_cannot_be_read_stop_no_other_season(
    begin: Begin, work: Callable[[Database], Facts], sound: dict[str, Facts], what: str
) -> None:
    """In each table that a job reads: what stands there is no value of its column."""
    sound["sqlite"] = sound.get("sqlite") or work(begin("side by side"))
    database = begin("side by side")
    for kind, value, tables in DAMAGE[what]:
        damage(database, tables, kind, value)

    assert work(database) == sound["sqlite"]


@on_both
def test_a_season_whose_rules_are_gone_stops_no_other(
    begin: Begin, work: Callable[[Database], Facts], sound: dict[str, Facts], database_kind: str
) -> None:
    sound[database_kind] = sound.get(database_kind) or work(begin("side by side"))
    database = begin("side by side")
    with database.engine.begin() as connection:
        for change in GONE:
            connection.execute(text(change))

    assert work(database) == sound[database_kind]


GONE = (
    "UPDATE season SET rules_version = 'gone@1' WHERE slug LIKE '%-bad'",
    "UPDATE run SET rules_version = 'gone@1' WHERE season_id IN (SELECT id FROM season WHERE slug LIKE '%-bad')",
)
