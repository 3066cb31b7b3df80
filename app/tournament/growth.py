"""Compare a build with its version in the round before: cards kept, changed and added."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Growth:
    """The difference of two builds.

    `changed`: the places, from 1, of earlier cards that were replaced, moved or removed.

    `added`: how much longer the later build is; negative if it is shorter.
    """

    changed: tuple[int, ...]
    added: int


def growth(before: Sequence[str], after: Sequence[str]) -> Growth:
    """Return the smallest difference between these builds. Added cards may be anywhere."""
    # kept[i][j]: how many of before[i:] are found in after[j:], in order
    kept = [[0] * (len(after) + 1) for _ in range(len(before) + 1)]
    for i in reversed(range(len(before))):
        for j in reversed(range(len(after))):
            same = before[i] == after[j]
            kept[i][j] = kept[i + 1][j + 1] + 1 if same else max(kept[i + 1][j], kept[i][j + 1])
    changed: list[int] = []
    i = j = 0
    while i < len(before):
        if j < len(after) and before[i] == after[j]:
            i, j = i + 1, j + 1
        elif j < len(after) and kept[i][j + 1] == kept[i][j]:
            j += 1
        else:
            i += 1
            changed.append(i)
    return Growth(tuple(changed), len(after) - len(before))
