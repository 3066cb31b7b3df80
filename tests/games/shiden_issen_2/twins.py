"""The pairs on which the compiled kernel and the reference are compared, and what the reference says of them.

Run as a program it writes the digests of the reference's answers anew, which takes a while:
`python -m tests.games.shiden_issen_2.twins`.
"""

import tomllib
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from random import Random

from app.games.shiden_issen_2.battle import REASONS, SLOTS, decide
from tests.games import kernels
from tests.games.kernels import Pair, write_digests
from tests.games.shiden_issen_2.drawn import POOLS
from tests.games.shiden_issen_2.play import IDS, build

HERE = Path(__file__).parent
DIGESTS = HERE / "twins.toml"
CLIMBED = (HERE / "climbed.txt").read_text(encoding="utf-8").split()
"""Builds that a search found strong: of all changes of one skill the best was kept, up to three times."""

DRAWN_FROM = dict(
    zip(("uniform", "changes", "statuses", "interceptors", "limited"), POOLS, strict=True)
)
KINDS = (*DRAWN_FROM, "few", "climbed")
DIGESTED = 14_286
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
        case "few":  # of all skills, those too that no player can take
            return _some(dice.choices(list(IDS), k=1 + dice.choices(range(3))[0]), dice)
        case "climbed":
            row = list(dice.choices(CLIMBED)[0])
            for _ in range(dice.choices(range(3))[0]):
                row[dice.choices(range(SLOTS))[0]] = dice.choices(POOLS[0])[0]
            return "".join(row)
    return _some(DRAWN_FROM[kind], dice)


def _some(skills: Sequence[str], dice: Random) -> str:
    return "".join(dice.choices(skills, k=SLOTS))


if __name__ == "__main__":
    module = "tests.games.shiden_issen_2.twins"
    write_digests(DIGESTS, KINDS, module, lambda kind: by_reference(digested(kind)))
