"""Stages: a season as a sequence of formats, where those who come through one are the seeds of the next."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from app.tournament.formats.format import Field, Format, Result
from app.tournament.formats.groups import Groups


@dataclass(frozen=True, slots=True)
class Stage:
    """A format under the name it has in this season; the `best` so many go on, all where it is None.

    Groups say themselves how many of each go on.
    """

    name: str
    format: Format
    best: int | None = None

    def qualified(self, field: Field, results: Sequence[Result]) -> tuple[int, ...]:
        """Those who go on, best first, but for whoever has left."""
        if isinstance(self.format, Groups):
            through = self.format.qualified(field, results)
        else:
            lines = self.format.standings(field, results)
            through = tuple(line.entry for line in lines)[: self.best]
        return tuple(entry for entry in through if entry not in field.left)


@dataclass(frozen=True, slots=True)
class Under:
    """Where a sequence stands: the stage under way or the last one, its number from 0, its field; or all `is_over`."""

    at: int
    stage: Stage
    field: Field
    is_over: bool


def under_way(
    stages: Sequence[Stage], field: Field, results: Mapping[str, Sequence[Result]]
) -> Under:
    """The first stage that is not over; `results` are by the stage's name, `field` is that of the first.

    Each stage draws its own lots, under its own name.
    """
    for at, stage in enumerate(stages):
        lots = replace(field.lots, stage=f"{field.lots.stage}-{stage.name}")
        own = replace(field, lots=lots)
        so_far = results.get(stage.name, ())
        is_last = at == len(stages) - 1
        if stage.format.pairings(own, so_far):
            return Under(at, stage, own, is_over=False)
        if is_last:
            return Under(at, stage, own, is_over=True)
        field = replace(field, seeds=stage.qualified(own, so_far))
    raise ValueError("a season has at least one stage")
