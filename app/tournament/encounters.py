"""Builds that meet a field they are not in: the outcomes of each against all of it."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.engine import Build, Ruleset, exchanged

_VAIN: Final = 16
"""Those that are played in one call meet each other too: so few at a time that one battle in 32 is played in vain."""
_MANY: Final = 4096


def encounters(game: Ruleset, builds: Sequence[Build], field: Sequence[Build]) -> Iterator[bytes]:
    """For each of these builds its outcomes against the field, from its own view."""
    if len(builds) <= len(field):
        yield from _at_home(game, builds, field)
        return
    for start in range(0, len(builds), many := max(_MANY, _VAIN * len(field))):
        some = builds[start : start + many]
        outcomes = exchanged(b"".join(_at_home(game, field, some)))
        for at in range(len(some)):
            yield outcomes[at :: len(some)]


def _at_home(game: Ruleset, hosts: Sequence[Build], guests: Sequence[Build]) -> Iterator[bytes]:
    """The same, of fewer hosts than guests."""
    few = max(1, len(guests) // _VAIN)
    for start in range(0, len(hosts), few):
        some = hosts[start : start + few]
        together = [*some, *guests]
        outcomes = game.outcomes(together, range(len(some)))
        for at in range(len(some)):
            yield outcomes[at * len(together) + len(some) : (at + 1) * len(together)]
