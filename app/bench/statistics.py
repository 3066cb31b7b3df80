"""How long the statistics of a field take, and the search for changes that would have helped one entry."""

import random
from dataclasses import dataclass
from typing import Final

from app.bench.cost import Watch, forget_peak, peak_mib
from app.bench.engine import Measured, drawn_legal, machine
from app.engine import outcome_byte
from app.games import ruleset
from app.statistics import what_if
from app.statistics.analysis import analyse
from app.statistics.crosstable import Crossed
from app.statistics.cycles import circles
from app.tournament.blocks import full_rows, play_block
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring

GAME: Final = "laplaplus"
_DRAW: Final = outcome_byte(None, 0)


@dataclass(frozen=True, slots=True, kw_only=True)
class StatsFigures(Measured):
    """`tried` changes of a build were played against all other entries, in `tried_battles` battles."""

    entries: int
    rounds: int
    drawn_share: float
    tried: int
    tried_battles: int


def measure_stats(entries: int, rounds: int, drawn_share: float, game: str = GAME) -> StatsFigures:
    """Analyse a field of drawn builds, once in each round. A given share of its battles are made
    draws, by lot.
    """
    rules = ruleset(game)
    builds = drawn_legal(rules, entries)
    halves = play_block(game, rules.rules_version, builds, range(entries))
    rows = full_rows([_some_drawn(half, drawn_share) for half in halves])
    scoring = Scoring()
    watch = Watch()
    tried = 0
    forget_peak()
    for _ in range(rounds):
        with watch.step("standings"):
            table = FullTable.of(rules, scoring, builds, rows)
        with watch.step("sets"):
            crossed = Crossed.of(table.row, table.standings)
        with watch.step("circles"):
            circles(crossed)
        del crossed
        with watch.step("all statistics"):
            analyse(table)
        if (
            rules.match is None
        ):  # where orders decide as well, no change of a build is known to help
            with watch.step("what would have won"):
                tried = len(what_if.improve(table, table.standings[-1].entry).tried)
    return StatsFigures(
        machine=machine(),
        entries=entries,
        rounds=rounds,
        drawn_share=drawn_share,
        steps=watch.steps,
        tried=tried,
        tried_battles=tried * (entries - 1),
        peak_mib=peak_mib(),
    )


def _some_drawn(half: bytes, share: float) -> bytes:
    """The outcomes with this many turned into draws by lot, the same on every machine."""
    lot = random.Random(len(half))
    return bytes(_DRAW if lot.random() < share else byte for byte in half) if share else half
