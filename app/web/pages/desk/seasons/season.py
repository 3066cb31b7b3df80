"""A season on the organisers' desk: its state, the possible acts, its entries, and the log of acts."""

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import cached_property
from itertools import chain, groupby
from typing import Annotated, ClassVar, Final, TypeVar

from fastapi import Query
from fastapi.responses import Response

from app.engine import Ruleset
from app.league import visibility
from app.league.acts.act import SeasonAct
from app.league.acts.table import acts_of
from app.league.desk import pairings
from app.league.eligibility import pools
from app.league.eligibility.sides import sides_of
from app.league.entries import characters
from app.league.matches import deadlines
from app.league.matches.deadlines import Appointment
from app.league.matches.settings import rules_of, settings_of
from app.league.problems import explain
from app.league.results import results, runs as league_runs
from app.league.results.results import FinishedRun
from app.league.results.runs import RunProgress
from app.league.seasons import news, seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.league.seasons.decisions.decision import Decision
from app.league.seasons.decisions.season_plans import Plan
from app.league.visibility import Reader
from app.store import entrants, entries, seasons
from app.store.results import runs
from app.store.security import audits
from app.store.tables import Audit, Entry, Revision, Run, Season, SeasonState
from app.store.work import run_claims
from app.web import forms
from app.web.dependencies import page_router
from app.web.pages.desk.seasons.steps import DeskStep, next_step
from app.web.views.desk import AtDesk, Desk
from app.web.views.forms.drafts import EntryDraft, Faults, slot_fields
from app.web.views.forms.formats import Outlook, outlook_of
from app.web.views.tables.pagination import MOST_LINES, PageNumber, PagePart, part

T = TypeVar("T")

router = page_router()

Find = Annotated[str, Query(max_length=100)]
_JUST: Final = timedelta(minutes=1)


@router.get("/desk/seasons/{slug}")
def show(desk: AtDesk, slug: str, number: PageNumber, find: Find = "") -> Response:
    """The season's state, its entries, the possible acts, and the log of acts."""
    return show_season(desk, slug, number, find=find)


def show_season(
    desk: Desk, slug: str, number: int = 1, told: list[str] | None = None, find: str = ""
) -> Response:
    """The page. Long lists show only a part, and entries only those that match the search."""
    session, season = desk.session, seasons.by_slug(desk.session, slug)
    game, matches = rules_of(session, season), settings_of(session, season)
    is_arranged = not game.match or matches is not None
    return desk.page(
        "desk/seasons/season.html",
        422 if told else 200,
        season=season,
        game=game,
        sides=sides_of(season),
        matches=matches,
        undone=desk.undone(season),
        view=SeasonAtDesk(desk, season, game, is_arranged, number, find.strip()),
        hidden_names=entrants.hidden(session, season).names,
        is_paired_by_hand=pairings.is_asked(season),
        sealed_until=visibility.sealed_until(season, desk.now),
        form_key=forms.new_key(),
        step_name=news.step_name,
        told=told or [],
    )


@dataclass(frozen=True)
class SeasonAtDesk:
    """A season, as the page asks for it."""

    desk: Desk
    season: Season
    game: Ruleset
    is_arranged: bool
    """Whether it was said how its matches are played, if it has any."""
    number: int
    find: str
    """What is looked for in names of entries and owners."""
    moments: ClassVar = characters.MOMENT_NAMES
    faults: ClassVar = Faults()

    @property
    def slots(self) -> list[str]:
        return slot_fields(self.game)

    @property
    def draft(self) -> EntryDraft:
        return EntryDraft.sent(self.desk.form, self.game)

    # --- what can be done ---------------------------------------------------------------------------

    @property
    def acts(self) -> dict[str, SeasonAct]:
        found = acts_of(self.season)
        return {name: act for name, act in found.items() if self.is_arranged or name != "open"}

    @cached_property
    def step(self) -> DeskStep | None:
        return next_step(self.season, self.desk.now, is_arranged=self.is_arranged)

    @cached_property
    def can(self) -> Collection[str]:
        """The decisions that may still change."""
        return league_seasons.changeable(self.season, self.desk.now)

    @property
    def can_delete(self) -> bool:
        is_there = self.counting or self.every_held or self.newcomers or self.finished
        return self.season.state is SeasonState.DRAFT or not is_there

    @cached_property
    def agenda(self) -> Sequence[Appointment]:
        return deadlines.agenda(self.desk.session, self.season)

    # --- what was decided ---------------------------------------------------------------------------

    @cached_property
    def plan(self) -> Plan:
        return season_plans.plan_of(self.season)

    @cached_property
    def outlook(self) -> Outlook:
        is_open = self.season.state in (SeasonState.DRAFT, SeasonState.OPEN)
        return outlook_of(
            self.plan, self.desk.now, self.desk.lang, 0 if is_open else len(self.counting)
        )

    @property
    def decided(self) -> Iterator[tuple[Decision, str]]:
        return season_plans.told(self.plan, self.desk.lang, self.desk.site.settings.zone)

    @property
    def pool(self) -> list[str]:
        return pools.told(pools.pool_of(self.season), self.game, self.desk.lang)

    # --- its entries --------------------------------------------------------------------------------

    @cached_property
    def everyone(self) -> Sequence[Entry]:
        return entries.of_season(self.desk.session, self.season)

    @cached_property
    def counting(self) -> Sequence[Entry]:
        return [entry for entry in self.everyone if entry.current]

    @cached_property
    def found(self) -> Sequence[Entry]:
        """The accepted entries that match the search; all of them without a search."""
        sought = self.find.casefold()
        return [
            entry
            for entry in self.counting
            if entry.current
            and (
                sought in f"{entry.current.name}\n{entry.current.owner}".casefold()
                or sought == str(entry.number)
            )
        ]

    @cached_property
    def every_held(self) -> Sequence[Revision]:
        return entries.held(self.desk.session, self.season)

    @cached_property
    def queued(self) -> Sequence[Revision]:
        return entries.queued(self.desk.session, self.season)

    @cached_property
    def newcomers(self) -> int:
        return len(entries.waiting(self.desk.session, self.season))

    @cached_property
    def lines(self) -> PagePart[int]:
        """The part of the longest list that this page shows."""
        every = (self.found, self.every_held, self.finished.standings if self.finished else ())
        return part(range(max(map(len, every))), self.number, MOST_LINES)

    def shown(self, items: Sequence[T]) -> Sequence[T]:
        return items[self.lines.first : self.lines.first + MOST_LINES]

    @cached_property
    def is_laid_open(self) -> bool:
        return visibility.shows_entries(self.season, Reader.ORGANISER, self.desk.now)

    @cached_property
    def cards(self) -> dict[int, str]:
        """The builds by entry, once the organiser may see them."""
        seen = self.counting if self.is_laid_open else ()
        return {entry.id: entry.current.build for entry in seen if entry.current}

    @cached_property
    def odd(self) -> list[str]:
        """What looks odd about names, in words."""
        found = characters.lookalikes(self.desk.session, self.season).values()
        return [explain(each, self.desk.lang) for each in chain(*found)][:MOST_LINES]

    # --- its run ------------------------------------------------------------------------------------

    @cached_property
    def run(self) -> Run | None:
        return runs.latest(self.desk.session, self.season)

    @cached_property
    def progress(self) -> RunProgress | None:
        run = self.run
        return league_runs.progress(self.desk.session, run, self.desk.now) if run else None

    @property
    def is_played(self) -> bool:
        return self.run is not None and run_claims.is_played(self.run, now=self.desk.now)

    @cached_property
    def contradictions(self) -> list[str]:
        found = league_runs.why_halted(self.run) if self.run and self.is_laid_open else ()
        return [explain(each, self.desk.lang) for each in found]

    @cached_property
    def finished(self) -> FinishedRun | None:
        run = visibility.finished_run(self.desk.session, self.season, self.desk.now)
        return results.finished(self.desk.session, self.season, run) if run else None

    # --- the log ------------------------------------------------------------------------------------

    @cached_property
    def log(self) -> list[Audit]:
        return audits.of_season(self.desk.session, self.season)[::-1]

    @property
    def acts_done(self) -> Iterator[list[Audit]]:
        """The log, with what was done to many entries at once together."""

        def together(each: Audit) -> tuple[object, ...]:
            one = "" if each.act == "add" else each.id
            return each.act, each.who, each.at, each.reason, one

        yield from (list(many) for _, many in groupby(self.log, together))

    @cached_property
    def names(self) -> dict[int, str]:
        return audits.names(self.desk.session, self.log)

    @property
    def done(self) -> list[Audit]:
        """The last act, if it is the one from which this organiser comes; an import is many at once."""
        last = next(self.acts_done, [])
        is_own = last and last[0].who == self.desk.name and self.desk.now - last[0].at < _JUST
        return last if is_own else []

    def changes_of(self, act: Audit) -> list[str]:
        """What this act changed, in words."""
        return news.changes_of(act, self.desk.lang, self.desk.site.settings.zone)
