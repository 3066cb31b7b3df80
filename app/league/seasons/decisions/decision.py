"""One decision about a season: how it is typed, until when it may change, and who is told of a change."""

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
    """The time limit of a decision: its label, and whether a season may still change the decision."""

    label: str
    holds: Callable[[Season, datetime], bool]


def may_move(season: Season, now: datetime) -> bool:
    """Whether the deadline may still be moved: until builds have been laid open."""
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
"""A limit for everything that decides who wins. Nobody can see the builds and then choose."""
OPENED: Final = Until(N_("until it opens"), lambda season, _: season.state is SeasonState.DRAFT)
BEACON: Final = Until(
    N_("until it opens, and after a round of drand has been missing for a day"), _beacon
)


def nothing(*_: Any) -> Iterator[Problem]:
    """Yield no problem."""
    yield from ()


@dataclass(frozen=True, slots=True, kw_only=True)
class Decision(FormPart):
    """A decision about a season. The plan has a field of the same name, whose default is `initial`.

    `is_told`: players are told of a change once the season has opened. `is_public`: everyone may know it. `columns`:
    the columns that keep it, by default one of its name. Without a column it is kept in `Season.decisions`. `beside`:
    reads it from another table. `wrong`: yields problems of the plan. `against`: yields problems of changing this
    season to the new value.
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
        """The fields in which it is typed."""
        return self.kind.parts or (self,)

    def value_of(self, season: Season) -> Any:
        """Return the decision made for this season."""
        if self.beside:
            return self.beside(season)
        kept = [getattr(season, each) for each in self.columns]
        if len(kept) > 1:
            return self.kind.of(tuple(kept))
        if not kept and self.name not in season.decisions:
            return self.initial
        return self.kind.of(kept[0] if kept else season.decisions[self.name])

    def shown(self, value: Any) -> Any:
        """Return the value for programs: as JSON, or as one line of text if it has several parts."""
        plain = self.kind.plain(value)
        is_plain = plain is None or isinstance(plain, str | int | list)
        return plain if is_plain else self.kind.said(self.kind.logged(value), "en", UTC)

    def kept(self, value: Any) -> dict[str, Any]:
        """Return the value by the columns that keep it; empty for a decision without columns."""
        plain = self.kind.plain(value)
        return dict(zip(self.columns, plain if len(self.columns) > 1 else [plain], strict=False))

    def problems(self, plan: Any, now: datetime) -> Iterator[Problem]:
        """Yield what is wrong with it in this plan."""
        of_kind = self.kind.problems(getattr(plan, self.name))
        yield from dict.fromkeys([*of_kind, *self.wrong(plan, now)])


def decided(**facts: Any) -> Any:
    """Return the field of a plan for a decision with these facts."""
    decision = Decision(**facts)
    return dataclasses.field(default=decision.initial, metadata={Decision: decision})


def table_of(plan: type[Any]) -> Mapping[str, Decision]:
    """Return the decisions among the fields of this class, by name."""
    return {
        each.name: dataclasses.replace(decision, name=each.name, columns=decision.columns or own)
        for each in dataclasses.fields(plan)
        if (decision := each.metadata.get(Decision))
        for own in [(each.name,) if each.name in Season.model_fields else ()]
    }
