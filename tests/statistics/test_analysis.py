"""What the full table tells, put together."""

from itertools import combinations

import pytest

from app.engine import Build
from app.games import ruleset
from app.league.results.results import finished
from app.statistics import analysis
from app.statistics.analysis import analyse, of
from app.store.database import Database
from app.tournament.blocks import full_rows, play_block
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring
from tests.support.seasons import Character, a_finished_season

GAME = ruleset("laplaplus")
WRITTEN = ("双連連攻連連力力", "硬", "攻響核核", "盾攻", "攻響核", "攻響核核")


def builds() -> list[Build]:
    return [GAME.read_build(written) for written in WRITTEN]


def test_a_field_is_analysed_as_it_stands_in_the_table() -> None:
    rows = full_rows(play_block("laplaplus", "laplaplus@1", builds(), range(len(WRITTEN))))
    table = FullTable.of(GAME, Scoring(), builds(), rows)
    told = analyse(table)
    written = [WRITTEN[line.entry] for line in table.standings]

    assert (told.entries, told.battles, told.triples) == (6, 15, 20)
    assert [use.card for use in told.cards] == [card.id for card in GAME.cards]
    assert sum(use.copies for use in told.cards) == sum(map(len, WRITTEN))
    assert [written[rank] for rank in told.identical[0]] == ["攻響核核"] * 2
    assert {frozenset((written[a], written[b])) for a, b in told.apart} == {
        frozenset(("攻響核核", "攻響核"))
    }
    assert told.best is not None
    assert told.best.rank == 0
    assert sum(told.bands) == 6
    assert [len(row) for row in told.matrix] == [6] * 6


def test_the_furthest_apart_in_the_table_come_first() -> None:
    rows = full_rows(play_block("laplaplus", "laplaplus@1", builds(), range(len(WRITTEN))))
    apart = analyse(FullTable.of(GAME, Scoring(), builds(), rows)).apart
    gaps = [lower - higher for higher, lower in apart]

    assert gaps == sorted(gaps, reverse=True)


def test_in_a_large_field_nobody_is_compared_with_all(monkeypatch: pytest.MonkeyPatch) -> None:
    rows = full_rows(play_block("laplaplus", "laplaplus@1", builds(), range(len(WRITTEN))))
    table = FullTable.of(GAME, Scoring(), builds(), rows)
    nearest = analyse(table).nearest
    written = [WRITTEN[line.entry] for line in table.standings]

    assert [near.index for near in nearest[written.index("攻響核")]] == [written.index("攻響核核")]
    monkeypatch.setattr(analysis, "MOST_COMPARED", 5)
    assert analyse(table).nearest == ()


def test_one_alone_is_a_field_too() -> None:
    rows = [b"\xff"]
    told = analyse(FullTable.of(GAME, Scoring(), builds()[:1], rows))

    assert (told.entries, told.battles, told.circles, told.upsets) == (1, 0, 0, None)
    assert (told.best, told.killer, told.rivals[0].enemy) == (None, None, None)


def test_nobody_is_a_field_too() -> None:
    told = analyse(FullTable.of(GAME, Scoring(), [], []))

    assert (told.entries, told.battles, told.tiers, told.best) == (0, 0, (), None)


def test_a_run_is_analysed_once(database: Database) -> None:
    characters = [Character(f"C{at}", written) for at, written in enumerate(WRITTEN)]
    with database.writing() as session:
        season, run = a_finished_season(session, characters)
        review = finished(session, season, run)

    assert of(review) is of(review)
    assert of(review).entries == 6


def test_every_battle_was_won_or_drawn() -> None:
    rows = full_rows(play_block("laplaplus", "laplaplus@1", builds(), range(len(WRITTEN))))
    told = analyse(FullTable.of(GAME, Scoring(), builds(), rows))
    won = sum(1 for i, j in combinations(range(6), 2) if rows[i][j] & 3)

    assert won + told.draws == told.battles
