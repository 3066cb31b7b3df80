"""Builds that meet a field they are not in: the outcomes of each against all of it."""

from collections.abc import Iterator, Sequence
from typing import Final

from app.engine import Build, Ruleset, exchanged

_VAIN: Final = 16
"""Those that are played in one call meet each other too: about one battle in so many is played in vain."""
_MANY: Final = 4096


def encounters(game: Ruleset, builds: Sequence[Build], field: Sequence[Build]) -> Iterator[bytes]:
    """For each of these builds its outcomes against the field, from its own view."""
    if len(builds) > len(field):
        yield from _field_at_home(game, builds, field)
        return
    few = max(1, len(field) // _VAIN)
    for start in range(0, len(builds), few):
        some = builds[start : start + few]
        together = [*some, *field]
        width = len(together)
        outcomes = game.outcomes(together, range(len(some)))
        for at in range(len(some)):
            yield outcomes[at * width + len(some) : (at + 1) * width]


def _field_at_home(
    game: Ruleset, builds: Sequence[Build], field: Sequence[Build]
) -> Iterator[bytes]:
    many = max(_MANY, _VAIN * len(field))
    for start in range(0, len(builds), many):
        together = [*field, *builds[start : start + many]]
        width = len(together)
        outcomes = exchanged(game.outcomes(together, range(len(field))))
        for at in range(len(field), width):
            yield outcomes[at::width]
