"""Seconds of the processor, and memory."""

import subprocess
import sys
from typing import Final

import pytest

from app.bench import engine
from app.bench.cost import Watch

pytestmark = pytest.mark.usefixtures("nothing_else_to_collect")


def test_what_several_threads_use_of_the_processor_is_counted() -> None:
    watch = Watch()
    with watch.step("busy"):
        engine.loop()

    assert watch.steps["busy"].cpu_seconds > 0
    assert watch.sum("busy", "busy").seconds == pytest.approx(
        2 * watch.steps["busy"].seconds, abs=0.001
    )


_HELD: Final = """
from app.bench.cost import forget_peak, peak_mib

held = bytearray(40 << 20)
high = peak_mib()
del held
forget_peak()
print(high - peak_mib())
"""


def test_the_peak_of_memory_is_counted_anew() -> None:
    """40 MiB that are held for a moment are in the peak until it is forgotten.

    In a process of its own: one that has run other tests may have as much at hand, and needs no more for them.
    """
    done = subprocess.run([sys.executable, "-c", _HELD], capture_output=True, text=True, check=True)

    assert float(done.stdout) > 30
