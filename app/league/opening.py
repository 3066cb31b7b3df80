"""A season begins: it is created, opened, and changed by its organiser until it is closed."""

import re
from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.engine.typed import hidden_in, shown
from app.errors import Problem, SeasonRefused
from app.games import ruleset
from app.league import announcing
from app.league.standing import Scoring, TieBreak
from app.store import audits, seasons
from app.store.audits import Organiser
from app.store.tables import Season, SeasonState

LONGEST: Final = timedelta(days=3653)
"""From its creation to the deadline of a season: ten years."""
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


@dataclass(frozen=True, slots=True)
class Plan:
    """What an organiser decides about a season."""

    game: str
    slug: str
    title_ja: str = ""
    title_en: str = ""
    closes_at: datetime | None = None
    scoring: Scoring = Scoring()  # noqa: RUF009 - frozen


def create(session: Session, plan: Plan, by: Organiser) -> Season:
    """A new season, not yet open. Without titles it is called by its slug.

    Raises `UnknownGame`, or `SeasonRefused` with every problem.
    """
    game = ruleset(plan.game)
    problems = []
    if not is_slug(plan.slug):
        problems.append(Problem("bad-slug", words=(shown(plan.slug[:40]),)))
    if seasons.with_slug(session, plan.slug):
        problems.append(Problem("slug-taken", words=(plan.slug,)))
    problems += [
        Problem("bad-title", words=(shown(title[:40]),))
        for title in (plan.title_ja, plan.title_en)
        if len(title) > 200 or next(hidden_in(title), None) is not None
    ]
    if plan.closes_at and plan.closes_at <= by.now:
        problems.append(Problem("deadline-past"))
    if plan.closes_at and plan.closes_at > by.now + LONGEST:
        problems.append(Problem("deadline-far"))
    if problems:
        raise SeasonRefused(problems)
    season = Season(
        slug=plan.slug,
        game=game.slug,
        rules_version=game.rules_version,
        title_ja=plan.title_ja or plan.title_en or plan.slug,
        title_en=plan.title_en or plan.title_ja or plan.slug,
        closes_at=plan.closes_at,
        win=plan.scoring.win,
        draw=plan.scoring.draw,
        loss=plan.scoring.loss,
        tie_breaks=",".join(plan.scoring.tie_breaks),
        created_at=by.now,
    )
    session.add(season)
    audits.note(session, by, "create", season)
    return season


def open_season(session: Session, slug: str, by: Organiser, *, quiet: bool = False) -> Season:
    """The season takes entries from now on; players of its game hear of it, but if it opens quietly.

    Raises `SeasonRefused` unless it is a draft, and `RulesNotInstalled`.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.DRAFT)
    ruleset(season.game, season.rules_version)
    if season.closes_at and season.closes_at <= by.now:
        raise SeasonRefused([Problem("deadline-past")])
    season.state = SeasonState.OPEN
    season.opened_at = by.now
    session.add(season)
    audits.note(session, by, "open", season, detail={"quiet": True} if quiet else None)
    if not quiet:
        announcing.season_opened(session, season, by.now)
    return season


def is_slug(text: str) -> bool:
    """Whether a season can be called so."""
    return len(text) <= 64 and _SLUG.fullmatch(text) is not None


def scoring_of(season: Season) -> Scoring:
    """How the season scores."""
    names = season.tie_breaks.split(",") if season.tie_breaks else []
    return Scoring(season.win, season.draw, season.loss, tuple(map(TieBreak, names)))


def require(season: Season, *states: SeasonState) -> None:
    """Raise `SeasonRefused` unless the season is in one of these states."""
    if season.state not in states:
        words = (season.slug, season.state.value)
        needed = tuple(state.value for state in states)
        raise SeasonRefused([Problem("wrong-state", words=words, suggestions=needed)])
