"""The pairs on which the compiled kernel and the reference are compared.

Run as a program it writes the digests of the reference's answers anew, which takes a while:
`python -m tests.games.laplaplus.twins`.
"""

from pathlib import Path
from random import Random

from app.engine import Build
from app.games.laplaplus.kernel import TWINS
from tests.games.kernels import Pairs
from tests.games.laplaplus.drawn import ALL, POOLS
from tests.games.laplaplus.play import build

HERE = Path(__file__).parent
CLIMBED = (HERE / "climbed.txt").read_text(encoding="utf-8").split()
"""Builds that a search found strong: each change that did not lose battles was kept."""

KINDS = ("uniform", "few", "event-heavy", "core-heavy", "short", "climbed")


def _row(kind: str, dice: Random) -> Build:
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
            return build("".join(row))
    return _some(ALL, dice)


def _some(cards: str | list[str], dice: Random, size: int = 8) -> Build:
    return build("".join(dice.choices(cards, k=size)))


PAIRS = Pairs(TWINS, HERE, KINDS, _row)

if __name__ == "__main__":
    PAIRS.write_digests("tests.games.laplaplus.twins")
