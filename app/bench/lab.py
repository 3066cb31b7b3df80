"""How long `hikyaku lab` takes for a list, and where the time goes."""

from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Final

from app.bench.cost import Took, Watch, forget_peak, peak_mib
from app.bench.engine import Measured, drawn_legal, machine, reference_cpu_seconds
from app.engine.lists import decode
from app.games import ruleset
from app.text.columns import aligned
from app.tournament import lab, spreadsheets
from app.tournament.blocks import full_rows, play_blocks
from app.tournament.full_table import FullTable
from app.tournament.scoring import Scoring

GAME: Final = "laplaplus"


@dataclass(frozen=True, slots=True, kw_only=True)
class LabFigures(Measured):
    """`steps` are those of the command; `whole` is all of them together."""

    characters: int
    rounds: int
    battles: int
    whole: Took
    battles_per_second: float
    times_reference: float
    """How many battles cost as much of the processor as one of `play`, the reference with its log."""


def measure_lab(characters: int, rounds: int, game: str = GAME) -> LabFigures:
    """Read, play, rank and print a list of drawn characters, in each round once."""
    rules = ruleset(game)
    builds = drawn_legal(rules, characters)
    lines = [f"{rules.write_build(build)}/character {n}" for n, build in enumerate(builds, 1)]
    watch = Watch()
    scoring = Scoring()
    with TemporaryDirectory() as folder:
        file = Path(folder) / "characters.txt"
        file.write_text("\n".join(lines), encoding="utf-8")
        forget_peak()
        for _ in range(rounds):
            with watch.step("read"):
                field = lab.named(rules, lab.read(rules, decode(file.read_bytes())), "en")
            with watch.step("play"):
                blocks = play_blocks(
                    rules.slug, rules.rules_version, [each.build for each in field]
                )
                halves = [half for _, block in blocks for half in block]
                rows = lab.teams_apart(full_rows(halves), [each.team for each in field])
            with watch.step("rank"):
                table = FullTable.of(rules, scoring, [each.build for each in field], rows)
            with watch.step("ranking"):
                aligned(lab.ranking(table, field, "en"))
            with watch.step("cross table"):
                for _line in spreadsheets.lines([entrant.name for entrant in field], rows):
                    pass
        peak = peak_mib()
    battles = characters * (characters - 1) // 2
    took = watch.steps["play"]
    return LabFigures(
        machine=machine(),
        characters=characters,
        rounds=rounds,
        battles=battles,
        steps=watch.steps,
        whole=watch.sum(*watch.steps),
        battles_per_second=round(battles / took.seconds),
        times_reference=round(battles * reference_cpu_seconds(rules) / took.cpu_seconds, 1),
        peak_mib=peak,
    )
