"""The cost of a piece of work: wall-clock seconds, processor seconds, memory."""

import gc
import resource
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from multiprocessing import active_children
from pathlib import Path
from statistics import median
from typing import Final

TICK: Final = 1e-6
"""The shortest time that counts: a speed cannot be computed from zero."""


@dataclass(frozen=True, slots=True)
class Took:
    """Medians of the rounds. `seconds` are by the clock, with the least and the most. `cpu_seconds`
    are those of all threads and ended processes.
    """

    seconds: float
    low: float
    high: float
    cpu_seconds: float


@dataclass(slots=True)
class Watch:
    """Measures steps that are taken once in each round."""

    _rounds: dict[str, list[tuple[float, float]]] = field(default_factory=dict)

    @contextmanager
    def step(self, name: str) -> Iterator[None]:
        """Measure the body of the `with` block."""
        gc.collect()  # garbage of the step before is not charged to this one
        began, used = time.perf_counter(), cpu_seconds()
        yield
        took = time.perf_counter() - began, cpu_seconds() - used
        self._rounds.setdefault(name, []).append(took)

    @property
    def steps(self) -> dict[str, Took]:
        """The measurements, in the order of the steps."""
        return {name: _took(rounds) for name, rounds in self._rounds.items()}

    def sum(self, *names: str) -> Took:
        """These steps added up."""
        return _took(
            [
                (sum(seconds for seconds, _ in steps), sum(used for _, used in steps))
                for steps in zip(*(self._rounds[name] for name in names), strict=True)
            ]
        )


def _took(rounds: list[tuple[float, float]]) -> Took:
    seconds = [seconds for seconds, _ in rounds]
    used = median(used for _, used in rounds)
    values = (median(seconds), min(seconds), max(seconds), used)
    return Took(*(max(round(value, 6), TICK) for value in values))


def cpu_seconds() -> float:
    """Seconds of the processor that this process and its children have used."""
    ours, theirs = (
        resource.getrusage(who) for who in (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN)
    )
    return ours.ru_utime + ours.ru_stime + theirs.ru_utime + theirs.ru_stime


def forget_peak() -> None:
    """Let `peak_mib` count from now on, where the system can do that."""
    for process in _alive():
        with suppress(OSError):
            Path(f"/proc/{process}/clear_refs").write_text("5", encoding="ascii")


def peak_mib() -> float:
    """The peak memory of this process plus those of its children, or that of the largest that has ended."""
    ended = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss
    here, *children = map(_high_water_mark, _alive())
    return round((here + max(ended, sum(children))) / 1024, 1)


def _alive() -> list[object]:
    return ["self", *(child.pid for child in active_children())]


def _high_water_mark(process: object) -> int:
    """In KiB; since the start of this process where the system does not tell it better."""
    with suppress(OSError):
        for line in Path(f"/proc/{process}/status").read_text(encoding="ascii").splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1])
    return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
