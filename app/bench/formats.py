"""How long formats take with a large field: a round of a Swiss, and a new entry on a hill."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.bench.cost import Took, Watch
from app.bench.engine import Machine, drawn, machine
from app.engine import AWAY, DRAW, HOME
from app.games import ruleset
from app.tournament.blocks import full_rows, play_block
from app.tournament.formats.bracket import Knockout
from app.tournament.formats.format import Bye, Field, Pairing, PairingResult, play_out
from app.tournament.formats.hill import Top
from app.tournament.formats.swiss import Swiss
from app.tournament.scoring import Scoring

GAME: Final = "laplaplus"


@dataclass(frozen=True, slots=True)
class FormatFigures:
    """`swiss` are the rounds, one after the other; `hill` is a new entry, from its build to the new standings."""

    machine: Machine
    entrants: int
    swiss: list[Took]
    hill: Took
    knockout: Took


def measure(entrants: int, rounds: int, challenges: int) -> FormatFigures:
    """Pair a Swiss of this many entrants with random results, send challengers onto a full hill, and play a knock-out."""
    draw = random.Random(1)
    field = Field(tuple(range(entrants)))

    def results(due: Sequence[Pairing | Bye]) -> list[PairingResult]:
        return [
            PairingResult.of(each, draw.choices((HOME, DRAW, AWAY), (5, 1, 4))[0])
            if isinstance(each, Pairing)
            else PairingResult.of(each)
            for each in due
        ]

    watch, so_far = Watch(), list[PairingResult]()
    stage = Swiss(rounds)
    stage.pairings(Field((0, 1)), [])  # the library is loaded
    for round_ in range(1, rounds + 1):
        with watch.step(f"round {round_}"):
            due = stage.pairings(field, so_far)
        so_far += results(due)
    with watch.step("knockout"):
        play_out(Knockout(second_chance=True), field, lambda due: [HOME for _ in due])
    _challenge(watch, entrants, challenges)
    steps = watch.steps
    return FormatFigures(
        machine=machine(),
        entrants=entrants,
        swiss=[took for name, took in steps.items() if name.startswith("round")],
        hill=steps["hill"],
        knockout=steps["knockout"],
    )


def _challenge(watch: Watch, size: int, challenges: int) -> None:
    """A full hill, and new ones that meet everybody on it by the kernel."""
    game, scoring = ruleset(GAME), Scoring()
    builds = drawn([card.id for card in game.cards], size + challenges, game.sizes[-1])
    halves = play_block(game.slug, game.rules_version, builds[:size], range(size))
    everybody = tuple(range(size))
    top = Top(everybody, tuple(full_rows(halves)), everybody, size)
    for entry in range(size, size + challenges):
        with watch.step("hill"):
            outcomes = game.outcomes([builds[entry]], [builds[each] for each in top.entries])
            top = top.challenged(entry, outcomes, size, scoring)
            top.ranking(scoring)
