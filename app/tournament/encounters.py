"""The battles of builds against a field that they are not part of."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.engine import Build, Ruleset, exchanged

_VAIN: Final = 16
"""The field is this many times as large as a group of builds played in one call.

Builds of one call also meet each other, so one battle in 32 is wasted.
"""
_MANY: Final = 4096


def encounters(game: Ruleset, builds: Sequence[Build], field: Sequence[Build]) -> Iterator[bytes]:
    """Yield for each of these builds its outcomes against the field, from its own view."""
    if len(builds) <= len(field):
        yield from _at_home(game, builds, field)
        return
    for start in range(0, len(builds), many := max(_MANY, _VAIN * len(field))):
        some = builds[start : start + many]
        outcomes = exchanged(b"".join(_at_home(game, field, some)))
        for at in range(len(some)):
            yield outcomes[at :: len(some)]


def _at_home(game: Ruleset, hosts: Sequence[Build], guests: Sequence[Build]) -> Iterator[bytes]:
    """Yield the same, for fewer hosts than guests."""
    few = max(1, len(guests) // _VAIN)
    for start in range(0, len(hosts), few):
        some = hosts[start : start + few]
        together = [*some, *guests]
        outcomes = game.outcomes(together, range(len(some)))
        for at in range(len(some)):
            yield outcomes[at * len(together) + len(some) : (at + 1) * len(together)]
