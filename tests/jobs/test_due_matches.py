"""Many matches at once are moved on by all cores, and come to what one process alone makes of them."""

import shutil
from contextlib import closing
from datetime import datetime, timedelta
from itertools import count
from pathlib import Path

import pytest
from sqlalchemy import event
from sqlmodel import delete, select

from app.jobs import exchanges
from app.jobs.exchanges import DueMatches, begin_due
from app.jobs.seasons.runs import RunsUnderWay
from app.league.matches import advances, records, scripts, seeds
from app.league.seasons import seasons
from app.store.database import Database
from app.store.results import runs
from app.store.tables import Correspondence, Match, MatchRecord, MatchState
from app.tournament.executors import LOCAL, NoWorkers, OtherVersion
from tests.support.databases import on_sqlite
from tests.support.duels import CLOSES, cup, move_all, olga, open_cup

LATER = CLOSES + timedelta(days=9)
LEASE = timedelta(minutes=3)
"""After so long what one that was killed had claimed is free."""
DECK = "2xF01 2xF03 2xF04 2xF06 2xF07 2xF09 2xF10 2xF11 2xF12 2xF19 F18 F22 F23 F24"
ORDERS = {
    "orders": "温存 なし repeat\nフロント F01 F03 repeat\nｐｌａｙ F24 B19 repeat",
    "nonce": "桜",
}


@pytest.fixture
def same_dice(monkeypatch: pytest.MonkeyPatch) -> None:
    """All seasons draw the same secrets, and a block has a few matches only."""
    monkeypatch.setattr(seeds, "draw", _drawn)
    monkeypatch.setattr(scripts, "with_nonce", lambda extras, _: {"nonce": "同", **extras})
    monkeypatch.setattr(exchanges, "AT_A_TIME", 8)


def _drawn(found: Correspondence) -> None:
    found.root = bytes(seeds.ROOT_BYTES)
    found.commitment = seeds.root_commitment(found.root)


def begin(database: Database, *, with_orders: bool = True) -> None:
    """Seven entries of the school festival, four of which bring standing orders, are to meet."""
    brought = {number: ORDERS for number in (1, 3, 5, 7) if with_orders}
    open_cup(database, 7, "fest", [DECK], brought, tempo="script")
    with database.writing() as session:
        seasons.close(session, "cup", olga(CLOSES))
    assert begin_due(database, CLOSES)


def digest(database: Database) -> str:
    """What the matches have come to."""
    with closing(RunsUnderWay()) as run:
        while run(database, LATER):
            pass
    with database.reading() as session:
        played = runs.latest(session, cup(session))
        assert played
        return str(played.digest)


@on_sqlite
def test_all_cores_come_to_the_same_table_and_records_as_one_and_so_does_a_worker_that_was_killed(
    same_dice: None,
    database: Database,
    sqlite_template: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    found = []
    for name, with_orders in (("with", True), ("without", False)):
        shutil.copy(sqlite_template, tmp_path / name)
        with closing(Database(f"sqlite:///{tmp_path / name}")) as other:
            begin(other, with_orders=with_orders)
            move_all(other, CLOSES)
            found.append(digest(other))
    begin(database)
    with closing(DueMatches()) as moves, monkeypatch.context() as faulty:
        faulty.setattr(advances, "moved", _killed)
        with pytest.raises(KeyboardInterrupt):
            moves(database, CLOSES)
    with closing(DueMatches()) as moves:
        later = CLOSES + LEASE
        while moves(database, later):
            pass

    assert digest(database) == found[0]
    assert found[0] != found[1]
    monkeypatch.setattr(records, "AT_A_TIME", 8)
    with monkeypatch.context() as idle:
        idle.setattr(advances, "move_on", _killed)
        idle.setattr(records, "hands", _no_hands)
        kept = written(database)
    forget_records(database)
    assert written(database) == kept
    monkeypatch.setattr(records, "AT_A_TIME", len(kept))
    monkeypatch.setattr(records, "hands", _no_hands)
    assert written(database) == kept
    assert len(kept) == 21


@on_sqlite
def test_killed_at_any_statement_no_match_is_over_without_its_record_nor_has_one_before(
    same_dice: None, database: Database
) -> None:
    begin(database)
    for n in count(1):
        was_killed = killed_at(n, database, CLOSES + LEASE * n)
        with database.reading() as session:
            over = [*session.exec(select(Match.id).where(Match.state == MatchState.OVER))]
            kept = [*session.exec(select(MatchRecord.match_id))]
        assert sorted(over) == sorted(kept)
        assert bool(kept) is not was_killed
        if not was_killed:
            break

    assert n > 5


def killed_at(n: int, database: Database, now: datetime) -> bool:
    """Move on what is due in a process that dies before its n-th statement; whether it came so far."""
    left = n

    def die(*_: object) -> None:
        nonlocal left
        left -= 1
        if left == 0:
            raise KeyboardInterrupt

    event.listen(database.engine, "before_cursor_execute", die)
    try:
        exchanges.move_due(database, now)
    except KeyboardInterrupt:
        return True
    finally:
        event.remove(database.engine, "before_cursor_execute", die)
    return False


def forget_records(database: Database) -> None:
    """What was kept of the run is gone."""
    with database.writing() as session:
        session.execute(delete(MatchRecord))


def written(database: Database) -> list[bytes]:
    """The records of its matches."""
    with database.reading() as session:
        return [*records.all_of(session, cup(session))]


def _killed(_plays: object) -> None:
    raise KeyboardInterrupt


def _no_hands(compute: str, _pace: object) -> None:
    raise NoWorkers(f"no Dask scheduler answers at {compute}")


def test_matches_that_a_cluster_cannot_play_are_played_here(
    same_dice: None,
    database: Database,
    monkeypatch: pytest.MonkeyPatch,
    caplog: pytest.LogCaptureFixture,
) -> None:
    monkeypatch.setattr(exchanges, "hands", _no_hands)
    begin(database)
    with closing(DueMatches("dask://127.0.0.1:9")) as moves:
        assert moves(database, CLOSES)
        assert moves._compute == LOCAL
    move_all(database, CLOSES)
    digest(database)

    assert "matches are played here" in caplog.text


def test_a_worker_of_other_rules_plays_no_match() -> None:
    with pytest.raises(OtherVersion):
        advances.move_as({("fest", "fest@1.01-p1"): "other"}, [])
