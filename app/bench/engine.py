"""The measurements of `hikyaku bench engine`."""

import os
import platform
import random
import sqlite3
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import combinations
from math import isqrt
from pathlib import Path
from statistics import median
from typing import Final

from app import __version__
from app.bench.cost import Took, cpu_seconds
from app.engine import Build, Ruleset
from app.games import ruleset, slugs

ROUNDS: Final = 5
SEED: Final = 1
CHANGES: Final = 12
"""How many cards of a deck are drawn again, if the deck may have them."""
FIELD: Final = 24
"""The fewest builds that all meet each other in a measurement of `outcomes`."""
FIELD_SECONDS: Final = 0.1
"""Fast games get more builds, to be busy for about this many seconds."""
BATTLES_WITH_LOG: Final = 50
LOOPS: Final = 200_000

# Which cards make a battle long is knowledge about a game, and no part of its contract; so it stands here.
# A game that is not listed is measured with builds that are drawn from all its cards alike.
KINDS: Final[Mapping[str, Mapping[str, tuple[str, ...]]]] = {
    "laplaplus": {
        "event-heavy": (
            *("attack", "flurry", "feint", "echo", "echo", "trap", "corrosion", "shield"),
            *("reflection", "attack_power", "defence_power", "dazzle", "quick", "core"),
        ),
        "core-heavy": (
            *("core", "core", "core", "core_engine", "heal_core", "dual_core", "hard_core"),
            *("attack", "defence_power", "shield"),
        ),
    },
}


@dataclass(frozen=True, slots=True)
class Spread:
    """Results of several rounds, all of them per second."""

    median: float
    low: float
    high: float

    @classmethod
    def of(cls, values: Sequence[float]) -> "Spread":
        return cls(median(values), min(values), max(values))


@dataclass(frozen=True, slots=True)
class Machine:
    """The machine of a measurement; `games` are the versions of their rules, each with the engine for outcomes."""

    cpu: str
    cores: int
    python: str
    sqlite: str
    hikyaku: str
    games: tuple[str, ...]

    def __str__(self) -> str:
        versions = f"Python {self.python}, SQLite {self.sqlite}, hikyaku {self.hikyaku}"
        return "\n".join([f"{self.cpu}, {self.cores} cores", versions, *self.games])


@dataclass(frozen=True, slots=True, kw_only=True)
class Measured:
    """What most benchmarks tell. `peak_mib`: the most memory meanwhile."""

    machine: Machine
    steps: dict[str, Took]
    peak_mib: float


@dataclass(frozen=True, slots=True)
class _Figure:
    """How fast `outcomes` or `play` is with one kind of build.

    `ratio`: battles per million loops. `times_play`: how many times as fast as `play`, the reference with its log.
    """

    game: str
    rules: str
    kind: str
    of: str
    battles: Spread
    ratio: float
    times_play: float


@dataclass(frozen=True, slots=True)
class _Report:
    """Everything that was measured."""

    machine: Machine
    rounds: int
    calibration: Spread
    figures: tuple[_Figure, ...]


@dataclass(frozen=True, slots=True)
class _Task:
    """Work that can be measured: `work` plays this many `battles`."""

    rules: Ruleset
    kind: str
    of: str
    battles: int
    work: Callable[[], object]


def measure(seconds: float) -> _Report:
    """Measure every game without decisions in about this time.

    Each round takes all measurements once, so that a slow moment of the machine touches all of them
    alike.
    """
    tasks = [task for rules in _games() for task in tasks_of(rules)]
    share = seconds / ROUNDS / (len(tasks) + 1)
    loops: list[float] = []
    speeds: list[list[float]] = [[] for _ in tasks]
    for _ in range(ROUNDS):
        loops.append(LOOPS * per_second(loop, share))
        for task, measured in zip(tasks, speeds, strict=True):
            measured.append(task.battles * per_second(task.work, share))
    plays = {
        (task.rules.slug, task.kind): measured
        for task, measured in zip(tasks, speeds, strict=True)
        if task.of == "play"
    }
    figures = (
        _Figure(
            game=task.rules.slug,
            rules=task.rules.rules_version,
            kind=task.kind,
            of=task.of,
            battles=Spread.of(measured),
            ratio=1e6 * median_ratio(measured, loops),
            times_play=median_ratio(measured, plays[task.rules.slug, task.kind]),
        )
        for task, measured in zip(tasks, speeds, strict=True)
    )
    return _Report(machine(), ROUNDS, Spread.of(loops), tuple(figures))


def median_ratio(speeds: Sequence[float], others: Sequence[float]) -> float:
    """How many times the one is the other, round by round."""
    return median(speed / other for speed, other in zip(speeds, others, strict=True))


def tasks_of(rules: Ruleset) -> list[_Task]:
    """The measurements of a game: `outcomes` and `play`, with each kind of build."""
    tasks = []
    for kind, cards in kinds(rules).items():
        many = max(FIELD, isqrt(2 * round(FIELD_SECONDS * rules.pace.battles)))
        is_free = rules.is_ordered
        field = drawn(cards, many, rules.sizes[-1]) if is_free else drawn_legal(rules, many)
        pairs = list(combinations(field, 2))
        some = random.Random(SEED).sample(pairs, BATTLES_WITH_LOG)
        tasks += [
            _Task(rules, kind, "outcomes", len(pairs), partial(rules.outcomes, field)),
            _Task(rules, kind, "play", len(some), partial(play_all, rules, some)),
        ]
    return tasks


def kinds(rules: Ruleset) -> dict[str, tuple[str, ...]]:
    """The cards that each kind of build is drawn from."""
    return {"uniform": tuple(card.id for card in rules.cards), **KINDS.get(rules.slug, {})}


def drawn(cards: Sequence[str], many: int, size: int) -> list[Build]:
    """A field of drawn builds of this size, the same ones on every machine."""
    dice = random.Random(SEED)
    return [Build(tuple(dice.choices(cards, k=size))) for _ in range(many)]


def drawn_legal(rules: Ruleset, many: int, seed: int | str = SEED) -> list[Build]:
    """A field of drawn legal builds. A seed gives the same ones on every machine.

    For decks without an order, some cards of a starter deck are drawn anew.
    """
    game = rules.match
    if rules.is_ordered or game is None:
        return drawn([card.id for card in rules.cards], many, rules.sizes[-1])
    dice, config = random.Random(seed), game.settle({})
    begun = [build for build in rules.under({}).starters().values() if not build.decks]
    field = []
    for _ in range(many):
        build = dice.choice(begun)
        for _ in range(CHANGES):
            cards = [*build.cards]
            cards[dice.randrange(len(cards))] = dice.choice(rules.cards).id
            changed = Build(tuple(sorted(cards)))
            if not game.validate_build(rules.match_build(changed), config):
                build = changed
        field.append(build)
    return field


def play_all(rules: Ruleset, pairs: Sequence[tuple[Build, Build]]) -> None:
    """Play the pairs, with their logs."""
    for home, away in pairs:
        rules.play(home, away)


def loop() -> int:
    """The fixed loop: integers in pure Python."""
    x = 1
    for _ in range(LOOPS):
        x = (x * 1103515245 + 12345) & 0x7FFFFFFF
    return x


def per_second(work: Callable[[], object], seconds: float) -> float:
    """How often a second the work can be done. It is repeated for this long, at least once."""
    done = 0
    began = time.perf_counter()
    while True:
        work()
        done += 1
        elapsed = time.perf_counter() - began
        if elapsed >= seconds:
            return done / elapsed


def machine() -> Machine:
    """This machine, and the versions of the software on it."""
    return Machine(
        cpu_model(),
        os.cpu_count() or 1,
        platform.python_version(),
        sqlite3.sqlite_version,
        __version__,
        tuple(f"{each.rules_version}, outcomes by {each.pace.by}" for each in _games()),
    )


def _games() -> list[Ruleset]:
    """The games whose battles need builds alone. Matches are measured elsewhere."""
    return [each for each in map(ruleset, slugs()) if each.match is None]


def reference_cpu_seconds(rules: Ruleset) -> float:
    """Seconds of the processor for a battle told by `play`, with builds drawn from all cards alike: the median of the rounds."""
    play = next(task for task in tasks_of(rules) if (task.kind, task.of) == ("uniform", "play"))
    rounds = []
    for _ in range(ROUNDS):
        used = cpu_seconds()
        play.work()
        rounds.append((cpu_seconds() - used) / play.battles)
    return median(rounds)


def cpu_model() -> str:
    """The processor's name, as far as the system tells."""
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = (line.partition(":")[2].strip() for line in lines if line.startswith("model name"))
    return next(named, platform.processor() or platform.machine())
