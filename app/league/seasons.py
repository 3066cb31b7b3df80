"""A season: created, opened, closed, reopened, its deadline moved, deleted; and the requirements of each of these acts."""

import re
from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

from sqlmodel import Session

from app.errors import Problem, SeasonRefused, UnknownGame
from app.games import ruleset
from app.league import news, seals, visibility
from app.league.visibility import Reader
from app.store import entries, mails, seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Season, SeasonState
from app.text.characters import hidden_in, shown
from app.tournament import scoring
from app.tournament.scoring import Scoring

LONGEST: Final = timedelta(days=3653)
"""From its creation to the deadline of a season: ten years."""
SAMPLE: Final = ".example"
"""How the domain of an address ends that no mail server knows (RFC 2606)."""
_SLUG: Final = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
_MOVABLE: Final = (SeasonState.DRAFT, SeasonState.OPEN, SeasonState.CLOSED)


@dataclass(frozen=True, slots=True)
class Plan:
    """An organiser's decisions about a season. `points` are those of a win, a draw and a loss; `tie_breaks` slugs."""

    game: str
    slug: str
    title_ja: str = ""
    title_en: str = ""
    closes_at: datetime | None = None
    points: tuple[int, int, int] = (3, 1, 0)
    tie_breaks: Sequence[str] = scoring.DEFAULT


def create(session: Session, plan: Plan, by: Organiser) -> Season:
    """A new season, not yet open. Without titles it is called by its slug.

    Raises `SeasonRefused` with every problem.
    """
    problems: list[Problem] = []
    try:
        game = ruleset(plan.game)
    except UnknownGame as refusal:
        problems += refusal.problems
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
    win, draw, loss = plan.points
    problems += scoring.problems(win, draw, loss, plan.tie_breaks)
    if problems:
        raise SeasonRefused(problems)
    season = Season(
        slug=plan.slug,
        game=game.slug,
        rules_version=game.rules_version,
        title_ja=plan.title_ja or plan.title_en or plan.slug,
        title_en=plan.title_en or plan.title_ja or plan.slug,
        closes_at=plan.closes_at,
        win=win,
        draw=draw,
        loss=loss,
        tie_breaks=",".join(plan.tie_breaks),
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
        news.season_opened(session, season, by.now)
    return season


def close(session: Session, slug: str, by: Organiser) -> Season:
    """No more entries; those that count get their numbers, by first accepted revision.

    Closed before its announced deadline, the season stays sealed until then.
    Raises `SeasonRefused` unless the season is open and every mail received so far has been read.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.OPEN)
    cut_off = min(by.now, season.closes_at) if season.closes_at else by.now
    if waiting := mails.unread(session, cut_off):
        raise SeasonRefused([Problem("mail-unread", words=(str(waiting),))])
    counted = [entry for entry in entries.of_season(session, season) if entry.current]
    for number, entry in enumerate(counted, 1):
        entry.number = number
        session.add(entry)
    season.state = SeasonState.CLOSED
    season.closed_at = by.now
    visibility.lay_open(season, by.now)
    session.add(season)
    seals.keep(session, season, by.now)
    audits.note(session, by, "close", season, detail={"entries": len(counted)})
    return season


def reopen(session: Session, slug: str, by: Organiser) -> Season:
    """The season takes entries again, without a deadline until it gets a new one, and is sealed again.

    It is announced in the organiser's words: on its page, in its feed, and in a letter to every player. The seals stay public,
    and entries added or changed from here on are marked if the builds had been laid open.
    Raises `SeasonRefused` unless it is closed and a reason is told.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.CLOSED)
    require_words(by)
    visibility.lay_open(season, by.now)
    for entry in entries.of_season(session, season):
        entry.number = None
        session.add(entry)
    season.state = SeasonState.OPEN
    season.closed_at = None
    if season.closes_at and season.closes_at <= by.now:
        season.closes_at = None
    session.add(season)
    audits.note(session, by, "reopen", season, detail={"public": by.tell.strip()})
    news.season_reopened(session, season, by)
    return season


def may_move(season: Season, now: datetime) -> bool:
    """Whether the deadline still decides anything: until the builds are laid open."""
    is_sealed = not visibility.shows_entries(season, Reader.ORGANISER, now)
    return season.state in _MOVABLE and is_sealed


def move(session: Session, slug: str, closes_at: datetime, by: Organiser) -> Season:
    """The season has this deadline from now on; its page, its feed and a letter to every player say so, with the reason told.

    Raises `SeasonRefused` once its builds have been laid open for this closing, for a moment that is past or too
    far away, and with nothing told unless the season is a draft.
    """
    season = seasons.locked(session, slug)
    require(season, *_MOVABLE)
    if not may_move(season, by.now):
        raise SeasonRefused([Problem("deadline-over", words=visibility.title_of(season))])
    if closes_at <= by.now:
        raise SeasonRefused([Problem("deadline-past")])
    if closes_at > by.now + LONGEST:
        raise SeasonRefused([Problem("deadline-far")])
    before = season.closes_at
    if before == closes_at:
        return season
    moved = {"from": before.isoformat() if before else None, "to": closes_at.isoformat()}
    if season.state is SeasonState.DRAFT:
        to_nobody = replace(by, reason=by.reason or by.tell, tell="")
        audits.note(session, to_nobody, "deadline", season, detail=moved)
    else:
        require_words(by)
        public = {"public": by.tell.strip()}
        audits.note(session, by, "deadline", season, detail=moved | public)
        news.deadline_moved(session, season, before, closes_at, by)
    season.closes_at = closes_at
    session.add(season)
    return season


def delete(session: Session, slug: str, by: Organiser, confirmed: str = "") -> None:
    """There is no such season any more. The log keeps the acts in it, and that it was deleted.

    A draft goes at once. Any other only if `confirmed` is its slug, if no player has ever sent anything to it (the
    organiser's own entries and sample characters do not count), and if nothing of it has been published.
    Raises `SeasonRefused` naming the obstacles and what can be done instead.
    """
    season = seasons.locked(session, slug)
    if season.state is not SeasonState.DRAFT:
        title = visibility.title_of(season)
        acts = audits.of_season(session, season)
        own = {act.entry_id for act in acts if act.act == "add"}
        addresses = seasons.addresses(session, season)
        if any(not each.rpartition("@")[2].endswith(SAMPLE) for each in addresses) or any(
            entry.player_id is None and entry.id not in own  # its person has been forgotten
            for entry in entries.of_season(session, season)
        ):
            raise SeasonRefused([Problem("season-has-players", words=title)])
        if any(act.act == "publish" for act in acts):
            raise SeasonRefused([Problem("season-published", words=title)])
        if confirmed != slug:
            raise SeasonRefused([Problem("not-sure", words=(slug,))])
    detail = {"season": season.slug, "title_ja": season.title_ja, "title_en": season.title_en}
    audits.unbind(session, season)
    seasons.delete(session, season)
    audits.note(session, by, "delete", None, detail=detail)


def is_slug(text: str) -> bool:
    """Whether a season can be called so."""
    return len(text) <= 64 and _SLUG.fullmatch(text) is not None


def scoring_of(season: Season) -> Scoring:
    """How the season scores."""
    slugs = season.tie_breaks.split(",") if season.tie_breaks else []
    return Scoring.of(season.win, season.draw, season.loss, slugs)


def require(season: Season, *states: SeasonState) -> None:
    """Raise `SeasonRefused` unless the season is in one of these states."""
    if season.state not in states:
        words = (season.slug, season.state.value)
        needed = tuple(state.value for state in states)
        raise SeasonRefused([Problem("wrong-state", words=words, suggestions=needed)])


MOST_REASON: Final = 2_000
"""Characters of a reason that an organiser writes, for the log or to players."""


def require_brevity(by: Organiser) -> None:
    """Raise `SeasonRefused` if a reason is too long for the log and for letters."""
    longest = max(len(by.reason), len(by.tell))
    if longest > MOST_REASON:
        words = (f"{longest:,}", f"{MOST_REASON:,}")
        raise SeasonRefused([Problem("reason-too-long", words=words)])


def require_reason(by: Organiser) -> None:
    """Raise `SeasonRefused` unless the organiser says why, be it to the log or in public."""
    if not by.reason.strip() and not by.tell.strip():
        raise SeasonRefused([Problem("no-reason")])


def require_words(by: Organiser) -> None:
    """Raise `SeasonRefused` unless the organiser says why in public: the reason for the log is never shown to players."""
    if not by.tell.strip():
        raise SeasonRefused([Problem("nothing-told")])
