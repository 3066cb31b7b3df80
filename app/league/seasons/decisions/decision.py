"""A decision about a season as one object: how it is typed, until when it may change, and who hears
of a change.
"""

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from typing import Any, Final

from sqlmodel import Session

from app.errors import Problem
from app.i18n import N_
from app.league import visibility
from app.league.seasons.decisions.kinds import FormPart
from app.league.seasons.stages import beacons
from app.league.visibility import Reader
from app.store.tables import Season, SeasonState

MOVABLE: Final = (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED)


@dataclass(frozen=True, slots=True)
class Until:
    """Until when a decision can be changed, in words and for a season at a moment."""

    label: str
    holds: Callable[[Season, datetime], bool]


def may_move(season: Season, now: datetime) -> bool:
    """Whether the deadline still decides anything: until the builds are laid open."""
    is_sealed = not visibility.shows_entries(season, Reader.ORGANISER, now)
    return season.state in MOVABLE and is_sealed


def _beacon(season: Season, now: datetime) -> bool:
    is_draft = season.state is SeasonState.DRAFT
    return is_draft or beacons.is_out(season, now, beacons.PATIENCE)


ALWAYS: Final = Until(N_("always"), lambda _, __: True)
ARCHIVED: Final = Until(
    N_("until it is archived"), lambda season, _: season.state is not SeasonState.ARCHIVED
)
PUBLIC: Final = Until(
    N_("until its results are public"), lambda season, _: not visibility.is_public(season)
)
PLAYED: Final = Until(N_("until it is played"), lambda season, _: season.state in MOVABLE)
CLOSED: Final = Until(
    N_("until entries close"),
    lambda season, _: season.state in (SeasonState.DRAFT, SeasonState.OPEN),
)
LAID_OPEN: Final = Until(N_("until builds are unsealed"), may_move)
FIRST_LAID_OPEN: Final = Until(
    N_("until builds are first unsealed"),
    lambda season, now: season.laid_open_at is None and may_move(season, now),
)
"""Nobody may see the builds and choose who wins."""
OPENED: Final = Until(N_("until it opens"), lambda season, _: season.state is SeasonState.DRAFT)
BEACON: Final = Until(
    N_("until it opens, and after a round of drand has been missing for a day"), _beacon
)


def nothing(*_: Any) -> Iterator[Problem]:
    """Nothing is wrong."""
    yield from ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(FormPart):
    """A decision about a season. In a plan it is a field of its name, with `initial` as its value at first.

    `is_told`: players hear of a change once the season has opened. `is_public`: everybody may know
    it. `columns` keep it, those called like it unless others are named; what has none is kept in
    `decisions`, and what is `beside` the season is found so. `wrong` is what keeps it out of a plan
    beside its own kind, `against` what in a season keeps it from becoming this value.
    """

    initial: Any
    until: Until
    is_told: bool = False
    is_public: bool = True
    columns: tuple[str, ...] = ()
    beside: Callable[[Season], Any] | None = None
    wrong: Callable[[Any, datetime], Iterator[Problem]] = nothing
    against: Callable[[Session, Season, Any], Iterator[Problem]] = nothing

    @property
    def parts(self) -> tuple[FormPart, ...]:
        """What is typed of it."""
        return self.kind.parts or (self,)

    def value_of(self, season: Season) -> Any:
        """What was decided about this season."""
        if self.beside:
            return self.beside(season)
        kept = [getattr(season, each) for each in self.columns]
        if len(kept) > 1:
            return self.kind.of(tuple(kept))
        if not kept and self.name not in season.decisions:
            return self.initial
        return self.kind.of(kept[0] if kept else season.decisions[self.name])

    def shown(self, value: Any) -> Any:
        """This value for programs: plain, or in a line where it has several parts."""
        plain = self.kind.plain(value)
        is_plain = plain is None or isinstance(plain, str | int | list)
        return plain if is_plain else self.kind.said(self.kind.logged(value), "en", UTC)

    def kept(self, value: Any) -> dict[str, Any]:
        """This value, by the columns that keep it; none of those without columns."""
        plain = self.kind.plain(value)
        return dict(zip(self.columns, plain if len(self.columns) > 1 else [plain], strict=False))

    def problems(self, plan: Any, now: datetime) -> Iterator[Problem]:
        """What is wrong with it in this plan."""
        of_kind = self.kind.problems(getattr(plan, self.name))
        yield from dict.fromkeys([*of_kind, *self.wrong(plan, now)])


def decided(**facts: Any) -> Any:
    """The field of a plan for a decision with these facts."""
    decision = Decision(**facts)
    return dataclasses.field(default=decision.initial, metadata={Decision: decision})


def table_of(plan: type[Any]) -> Mapping[str, Decision]:
    """The decisions that stand in such a plan, by their names."""
    return {
        each.name: dataclasses.replace(decision, name=each.name, columns=decision.columns or own)
        for each in dataclasses.fields(plan)
        if (decision := each.metadata.get(Decision))
        for own in [(each.name,) if each.name in Season.model_fields else ()]
    }
