"""How far a slip of the pen is from a word."""


def distance_up_to(reach: int, one: str, other: str) -> int | None:
    """Letters to insert, delete or replace that make one word the other; None if more than `reach`."""
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
