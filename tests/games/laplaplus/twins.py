"""The pairs on which the compiled kernel and the reference are compared, and what the reference says of them.

Run as a program it writes the digests of the reference's answers anew, which takes a while:
`python -m tests.games.laplaplus.twins`.
"""

import tomllib
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random

from app.games.laplaplus.battle import REASONS, decide
from tests.games import kernels
from tests.games.kernels import Pair, write_digests
from tests.games.laplaplus.drawn import ALL, POOLS
from tests.games.laplaplus.play import build

HERE = Path(__file__).parent
DIGESTS = HERE / "twins.toml"
CLIMBED = (HERE / "climbed.txt").read_text(encoding="utf-8").split()
"""Builds that a search found strong: each change that did not lose battles was kept."""

KINDS = ("uniform", "few", "event-heavy", "core-heavy", "short", "climbed")
DIGESTED = 16_667
"""Pairs of each kind in a digest: 100,000 in all."""


def drawn_twins(kind: str, count: int, seed: str) -> Iterator[Pair]:
    """So many pairs of that kind, the same ones every time."""
    dice = Random(f"{kind}/{seed}")
    for _ in range(count):
        yield build(_row(kind, dice)), build(_row(kind, dice))


def by_reference(pairs: Iterable[Pair]) -> bytes:
    """The outcome byte of each pair, as the reference has it."""
    return kernels.by_reference(decide, REASONS, pairs)


def digested(kind: str) -> Iterator[Pair]:
    """The pairs of that kind whose outcomes are in the digest."""
    return drawn_twins(kind, DIGESTED, "digest")


def digests() -> dict[str, str]:
    """What the reference said, for each kind of pair."""
    return tomllib.loads(DIGESTS.read_text(encoding="utf-8"))


def _row(kind: str, dice: Random) -> str:
    # Only `choices`, which draws the same in every version of Python.
    match kind:
        case "few":
            return _some(dice.choices(ALL, k=1 + dice.choices(range(4))[0]), dice)
        case "event-heavy":
            return _some(POOLS[1], dice)
        case "core-heavy":
            return _some(POOLS[3], dice)
        case "short":
            return _some(ALL, dice, dice.choices(range(5))[0])
        case "climbed":
            row = list(dice.choices(CLIMBED)[0])
            for _ in range(dice.choices(range(3))[0]):
                row[dice.choices(range(len(row)))[0]] = dice.choices(ALL)[0]
            return "".join(row)
    return _some(ALL, dice)


def _some(cards: str | list[str], dice: Random, size: int = 8) -> str:
    return "".join(dice.choices(cards, k=size))


if __name__ == "__main__":
    module = "tests.games.laplaplus.twins"
    write_digests(DIGESTS, KINDS, module, lambda kind: by_reference(digested(kind)))
