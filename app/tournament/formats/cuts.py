"""The cut: who of a table goes on. Those who are level where it falls are ordered by lot."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.tournament.formats.format import Field
from app.tournament.standings import Standing


@dataclass(frozen=True, slots=True)
class Cut:
    """Who goes on, best first; `drawn` are those who were level at the cut, as the lots ordered them, and none otherwise."""

    through: tuple[int, ...]
    drawn: tuple[int, ...] = ()


def cut(lines: Sequence[Standing], best: int | None, field: Field) -> Cut:
    """The `best` so many of the table, all where it is None.

    Of those who share the place at which the cut falls, the lots of the field decide (label `tournament/cut`).
    """
    order = [line.entry for line in lines]
    if best is None or best >= len(order):
        return Cut(tuple(order))
    if best < 1 or lines[best - 1].place != lines[best].place:
        return Cut(tuple(order[:best]))
    level = [line.entry for line in lines if line.place == lines[best].place]
    lots = field.lots.order("cut", len(field.seeds))
    drawn = sorted(level, key=lambda entry: lots.index(field.seed_of[entry]))
    above = next(at for at, line in enumerate(lines) if line.place == lines[best].place)
    return Cut((*order[:above], *drawn)[:best], tuple(drawn))
