"""Plan the next round of a competition: a season with the settings and characters of the one before."""

from dataclasses import dataclass, replace
from datetime import datetime
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league.seasons import seasons as league_seasons
from app.league.seasons.decisions import season_plans
from app.store import seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.series import rounds
from app.store.tables import Round, Season, SeasonState

MOST: Final = 1_000
"""The largest number of cards that a limit on changes may name."""


@dataclass(frozen=True, slots=True)
class PlannedRound:
    """An organiser's decisions about the next round. `added` and `changes` are as in `Round`."""

    slug: str
    closes_at: datetime | None = None
    added: int | None = None
    changes: int | None = None


def plan(session: Session, slug: str, wanted: PlannedRound, by: Organiser) -> Season:
    """Create a draft that is the next round of this season, with its settings and rules.

    Its opening carries the characters over. Raises `SeasonRefused` with every problem: of the draft, for a limit out of
    range, if a next round already exists, or if the season is itself a draft.
    """
    before = seasons.locked(session, slug)
    problems = [
        Problem("bad-growth", typed=str(number), most=str(MOST))
        for number in (wanted.added, wanted.changes)
        if number is not None and not 0 <= number <= MOST
    ]
    if before.state is SeasonState.DRAFT:
        problems.append(Problem("round-of-draft", season=slug))
    if following := rounds.after(session, before):
        problems.append(Problem("round-planned", season=slug, following=following.slug))
    number = getattr(rounds.of(session, before), "number", 1) + 1
    first = rounds.first(session, before)
    planned = replace(
        season_plans.plan_of(before),
        slug=wanted.slug,
        title_ja=f"{first.title_ja} 第{number}ラウンド",
        title_en=f"{first.title_en}, round {number}",
        closes_at=wanted.closes_at,
        waves=(),
        capacity=None,
        cup="",
        edition=None,
    )
    problems += league_seasons.problems_of_new(session, planned, by.now)
    if problems:
        raise SeasonRefused(problems)
    season = league_seasons.create(session, planned, by)
    session.flush()
    session.add(
        Round(
            season_id=season.id,
            before_id=before.id,
            number=number,
            added=wanted.added,
            changes=wanted.changes,
        )
    )
    detail = {"added": wanted.added, "changes": wanted.changes, "before": slug}
    audits.note(session, by, "next-round", season, detail=detail)
    session.flush()
    return season
