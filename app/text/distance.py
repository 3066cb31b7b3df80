"""Edit distance: how far a misspelt word is from a known one."""

from collections.abc import Iterable
from typing import Final

_LONGEST_SLIP: Final = 30


def distance_up_to(reach: int, one: str, other: str) -> int | None:
    """The number of letters to insert, delete or replace to turn one word into the other; None if more than `reach`."""
    if abs(len(one) - len(other)) > reach or len({*one} - {*other}) > reach:
        return None  # each letter that the other has not costs a step of its own
    above = list(range(len(other) + 1))
    for row, letter in enumerate(one, start=1):
        here = [row]
        for column, other_letter in enumerate(other, start=1):
            replaced = above[column - 1] + (letter != other_letter)
            here.append(min(replaced, above[column] + 1, here[-1] + 1))
        if min(here) > reach:
            return None
        above = here
    return above[-1] if above[-1] <= reach else None


def nearest(word: str, known: Iterable[str]) -> tuple[str, ...]:
    """The known words nearest to a misspelt one; none if all are too far."""
    if len(word) > _LONGEST_SLIP:
        return ()
    reach = max(1, len(word) // 3)
    near: dict[str, int] = {}
    for each in known:
        swapped = len(each) == len(word) and sorted(each) == sorted(word)
        distance = distance_up_to(reach, word, each)
        if distance is not None and distance < len(word):
            near[each] = distance
        elif swapped and len(word) > 1:
            near[each] = reach
    best = min(near.values(), default=0)
    return tuple(sorted(each for each, distance in near.items() if distance == best))
