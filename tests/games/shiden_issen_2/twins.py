"""The pairs on which the compiled kernel and the reference are compared.

Run as a program it writes the digests of the reference's answers anew, which takes a while:
`python -m tests.games.shiden_issen_2.twins`.
"""

from collections.abc import Sequence
from pathlib import Path
from random import Random

from app.engine import Build
from app.games.shiden_issen_2.battle import SLOTS
from app.games.shiden_issen_2.kernel import TWINS
from tests.games.kernels import Pairs
from tests.games.shiden_issen_2.drawn import POOLS
from tests.games.shiden_issen_2.play import IDS, build

HERE = Path(__file__).parent
CLIMBED = (HERE / "climbed.txt").read_text(encoding="utf-8").split()
"""Builds that a search found strong: of all changes of one skill the best was kept, up to three times."""

DRAWN_FROM = dict(
    zip(("uniform", "changes", "statuses", "interceptors", "limited"), POOLS, strict=True)
)
KINDS = (*DRAWN_FROM, "few", "climbed")


def _row(kind: str, dice: Random) -> Build:
    match kind:
        case "few":  # of all skills, those too that no player can take
            return _some(dice.choices(list(IDS), k=1 + dice.choices(range(3))[0]), dice)
        case "climbed":
            row = list(dice.choices(CLIMBED)[0])
            for _ in range(dice.choices(range(3))[0]):
                row[dice.choices(range(SLOTS))[0]] = dice.choices(POOLS[0])[0]
            return build("".join(row))
    return _some(DRAWN_FROM[kind], dice)


def _some(skills: Sequence[str], dice: Random) -> Build:
    return build("".join(dice.choices(skills, k=SLOTS)))


PAIRS = Pairs(TWINS, HERE, KINDS, _row)

if __name__ == "__main__":
    PAIRS.write_digests("tests.games.shiden_issen_2.twins")
