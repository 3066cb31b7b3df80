"""The cut after a table: the entrants who go on. Lots decide ties."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby

from app.tournament.formats.format import Field
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Cut:
    """The entrants who go on, best first; they are the seeds of the next stage.

    `drawn`: those tied at the cut, in the order of the lots that decided. `seeded`: those tied above it, whose lots
    decided the seeding.
    """

    through: tuple[int, ...]
    drawn: tuple[int, ...] = ()
    seeded: tuple[int, ...] = ()


def cut(lines: Sequence[Standing], best: int | None, field: Field) -> Cut:
    """Return the `best` of the table who have not left, or all if it is None. Lots decide shared places."""
    if best is not None:
        lines = [line for line in lines if line.entry not in field.left]
    room = len(lines) if best is None else best
    through: list[int] = []
    drawn: list[int] = []
    seeded: list[int] = []
    for _, group in groupby(lines, key=lambda line: line.place):
        level = [line.entry for line in group]
        is_cut = len(through) < room < len(through) + len(level)
        if len(level) > 1 and len(through) < room and (is_cut or not field.by_number):
            level.sort(key=field.lot_of.__getitem__)
            (drawn if is_cut else seeded).extend(level)
        through += level
    return Cut(tuple(through[:room]), tuple(drawn), tuple(seeded))
