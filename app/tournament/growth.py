"""Growth of a build from one round to the next: what is kept of it, what is changed, and what is added."""

from collections.abc import Sequence
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Growth:
    """`changed`: the places, from 1, of what is not kept of the earlier build in its order: replaced, moved or left out.

    `added`: by how many the later build is longer; below 0 if it is shorter.
    """

    changed: tuple[int, ...]
    added: int


def growth(before: Sequence[str], after: Sequence[str]) -> Growth:
    """What has become of `before`, with as few changes as can be: what is added may stand anywhere."""
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
