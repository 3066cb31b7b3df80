"""Create, change, open, close, reopen and delete seasons."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import chain, count
from typing import Any, Final
from unicodedata import normalize

from sqlmodel import Session

from app.engine import Ruleset
from app.errors import FieldName, Problem, RulesNotInstalled, SeasonRefused, UnknownGame
from app.games import ruleset
from app.league import seals, visibility
from app.league.entries import places
from app.league.entries.acceptance import move_up
from app.league.matches import beginnings
from app.league.seasons import carryovers, cups, news
from app.league.seasons.decisions import obstacles
from app.league.seasons.decisions.decision import MOVABLE
from app.league.seasons.decisions.season_plans import (
    DECISIONS,
    Plan,
    columns,
    deadline_problems,
    differences,
    game_of,
    plan_of,
    problems_of,
    todays,
)
from app.league.seasons.stages import beacons, lots, outlook
from app.league.seasons.stages.plans import StagePlan
from app.league.seasons.stages.rulings import Rulings
from app.notices.news import Difference
from app.store import entries, house, mails, seasons
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import Audit, Season, SeasonState
from app.text.characters import is_slug, shown
from app.tournament.scoring import Scoring

_LONGEST_OWN: Final = 48
"""The most characters of a slug made from a title."""
SAMPLE: Final = ".example"
"""The end of addresses of sample characters: a domain that no mail server knows (RFC 2606)."""


def create(session: Session, plan: Plan, by: Organiser) -> Season:
    """Create a season, not yet open; without titles its slug is its title.

    Raises `SeasonRefused` with every problem.
    """
    if problems := problems_of_new(session, plan, by.now):
        raise SeasonRefused(problems)
    game = game_of(plan)
    plan = replace(plan, edition=cups.edition_of(session, plan.cup, plan.edition))
    season = Season(
        slug=plan.slug,
        game=game.slug,
        created_at=by.now,
        **columns(replace(plan, rules=game.rules_version).named),
    )
    session.add(season)
    keep_house_cards(session, game, by.now)
    if plan.matches:
        session.flush()
        beginnings.arrange(session, season, plan.matches)
    audits.note(session, by, "create", season)
    return season


def keep_house_cards(session: Session, game: Ruleset, now: datetime) -> None:
    """Store the text of the house cards of these rules, so that every process finds them."""
    if game.house:
        house.keep(session, game.rules_version, game.slug, game.house.text, now)


def problems_of_new(session: Session, plan: Plan, now: datetime) -> list[Problem]:
    """Return every problem that keeps this season from being created."""
    problems: list[Problem] = []
    try:
        game_of(plan)
    except (UnknownGame, RulesNotInstalled) as refusal:
        problems += refusal.problems
    if not is_slug(plan.slug):
        problems.append(Problem("bad-slug", typed=shown(plan.slug[:40])))
    if seasons.with_slug(session, plan.slug):
        problems.append(Problem("slug-taken", season=plan.slug))
    problems += cups.problems_of_place(session, plan.cup, plan.edition)
    problems += obstacles.without_former(session, plan.slug, plan.stages)
    problems += [problem for _, problem in problems_of(plan, now)]
    return [*dict.fromkeys(problems)]


def free_slug(session: Session, plan: Plan) -> str:
    """Return a free slug: made of the title, or of the game and a number if the title has no Latin words."""
    title = normalize("NFKD", plan.title_en or plan.title_ja).encode("ascii", "ignore").decode()
    words = re.findall("[a-z0-9]+", title.lower())
    named = "-".join(words)[:_LONGEST_OWN].strip("-")
    if not re.search("[a-z]{2}", named):
        named = "-".join([plan.game, *(words or ["1"])])[:_LONGEST_OWN]
    others = (f"{named.removesuffix('-1')}-{number}" for number in count(2))
    return next(each for each in chain([named], others) if not seasons.with_slug(session, each))


def copy(
    session: Session, slug: str, new: str, by: Organiser, closes_at: datetime | None = None
) -> Season:
    """Create a draft `new` with all decisions of this season except its deadline; in a cup it is the next edition.

    It uses today's rules of its game with the same house cards. Raises `SeasonRefused` with every
    problem.
    """
    plan = plan_of(seasons.by_slug(session, slug))
    return create(
        session, replace(plan, slug=new, closes_at=closes_at, edition=None, rules=todays(plan)), by
    )


def open_season(session: Session, slug: str, by: Organiser, *, quiet: bool = False) -> Season:
    """Open the season for entries, and tell players of its game unless it opens quietly.

    Raises `SeasonRefused` unless it is a draft, and `RulesNotInstalled`.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.DRAFT)
    ruleset(season.game, season.rules_version)
    if season.closes_at and season.closes_at <= by.now:
        raise SeasonRefused([Problem("deadline-past")])
    beacons.follow(season, by.now)
    beginnings.open_(session, season)
    play = plan_of(season).matches
    if play and (play.at_once or play.round_exchanges) and not season.stages:
        season.stages = [StagePlan("round-robin").kept()]  # only stages are played by rounds
    lots.draw(session, season, by.now)
    season.state = SeasonState.OPEN
    season.opened_at = by.now
    audits.note(session, by, "open", season, detail={"quiet": True} if quiet else None)
    carryovers.carry_over(session, season, by.now, quiet=quiet)
    if not quiet:
        news.season_opened(session, season, by.now)
    return season


def close(session: Session, slug: str, by: Organiser) -> Season:
    """Close the season; counting entries get numbers in the order of their first accepted revision.

    A number from the first closing stays. Closed before its announced deadline, the season stays
    sealed until then. While received mail is unread, it stays open for that mail alone, and closes
    by itself afterwards or on the next call, as of the first one. Raises `SeasonRefused` unless the
    season is open.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.OPEN)
    season.closing_at = min(places.ends_at(season) or by.now, by.now)
    if mails.unread(session, season.closing_at):
        return season
    season.closing_at = None
    everyone = entries.of_season(session, season)
    counted = [entry for entry in everyone if entry.current]
    first = seals.first(session, season) if lots.tickets_of(session, season) else {}
    number = max(first.values(), default=0)
    for entry in [each for each in everyone if each.id in first] + counted:
        if entry.id in first:  # lots hang on it
            entry.number = first[entry.id]
        else:
            entry.number = number = number + 1
    season.state = SeasonState.CLOSED
    season.closed_at = by.now
    rulings = Rulings.of(season.rulings).closed({entry.id: entry.number or 0 for entry in counted})
    season.rulings = rulings.kept()
    visibility.lay_open(season, by.now)
    seals.keep(session, season, by.now)
    lots.fix(session, season)
    news.newcomers_left_out(session, season, by.now)
    news.waiting_left_out(session, season, by.now)
    audits.note(session, by, "close", season, detail={"entries": len(counted)})
    return season


def misfits(session: Session, season: Season) -> Iterator[Problem]:
    """Yield what would not fit in its stages if the season closed now. None of it prevents closing."""
    plan = plan_of(season)
    yield from outlook.warnings(plan.stages, entries.count(session, season), plan.matches)


def reopen(session: Session, slug: str, by: Organiser, closes_at: datetime | None = None) -> Season:
    """Take entries again until this deadline, and seal the season again.

    Without a deadline the announced one applies if it is still to come; a season that never had one
    may do without. The season's page, its feed and a letter to every player give the organiser's
    explanation. Seals of the closing stay public. Entries added or changed later are marked if the
    builds were unsealed. Raises `SeasonRefused` unless it is closed, has an explanation, and has a
    deadline in the future.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.CLOSED)
    beginnings.require_unbegun(session, season)
    problems = [*deadline_problems(closes_at, by.now)]
    if closes_at is None and season.closes_at and season.closes_at <= by.now:
        problems.append(Problem("deadline-needed"))
    if not by.tell.strip():
        problems.append(Problem("nothing-told"))
    if problems:
        raise SeasonRefused(problems)
    visibility.lay_open(season, by.now)
    for entry in entries.of_season(session, season):
        entry.number = None
    season.state = SeasonState.OPEN
    season.closed_at = season.pairings = None  # entries are numbered anew
    season.closes_at = closes_at or season.closes_at
    beacons.follow(season, by.now)
    until = {"to": season.closes_at.isoformat()} if season.closes_at else {}
    audits.note(session, by, "reopen", season, detail={"public": by.tell.strip()} | until)
    news.season_reopened(session, season, by)
    return season


def archive(session: Session, slug: str, by: Organiser) -> Season:
    """Archive the season: its results stay public, and nothing in it can be taken back or changed.

    Raises `SeasonRefused` unless its results are public.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.PUBLISHED)
    season.state = SeasonState.ARCHIVED
    audits.note(session, by, "archive", season)
    return season


def changeable(season: Season, now: datetime) -> frozenset[str]:
    """The names of the decisions that can still be changed."""
    return frozenset(name for name, each in DECISIONS.items() if each.until.holds(season, now))


def change(session: Session, plan: Plan, by: Organiser) -> Season:
    """Change the season to this plan; the log keeps old and new values.

    Once it has opened, changes of deadline, places or scoring are public: its page, its feed and
    one letter to every player give the reason. Raises `SeasonRefused` with every problem, also for
    a change that is too late or lacks a public reason.
    """
    season = seasons.locked(session, plan.slug)
    plan = plan.named
    wrong = [*cups.problems_of_place(session, plan.cup, plan.edition, season)]
    if not wrong:
        own = season.edition if season.cup == plan.cup else None
        plan = replace(plan, edition=cups.edition_of(session, plan.cup, plan.edition or own))
    before = plan_of(season)
    found = [*differences(before, plan)]
    changed = {each.field for each in found}
    if "stages" not in changed:  # the version by which they are read stays as well
        plan = replace(plan, stages=before.stages)
    if "door" in changed:
        plan = replace(plan, door=plan.door._replace(since=by.now.isoformat()))
    if not found and not wrong:
        return season
    problems = dict.fromkeys([*wrong, *_obstacles(session, season, plan, changed, by.now)])
    is_open = season.state is not SeasonState.DRAFT
    told = [each for each in found if is_open and DECISIONS[each.field].is_told]
    if told and not by.tell.strip():
        problems[Problem("nothing-told")] = None
    if problems:
        raise SeasonRefused(problems)
    for column, value in columns(plan).items():
        setattr(season, column, value)
    if "beacon" in changed:
        season.beacon_facts = None
    if "closes_at" in changed:
        season.closing_at = None
    if "matches" in changed and plan.matches:
        beginnings.arrange(session, season, plan.matches)
    if is_open:
        beacons.follow(season, by.now)
        lots.draw(session, season, by.now)
    keep_house_cards(session, game_of(plan), by.now)
    _note_change(session, season, found, bool(told), by)
    move_up(session, season, by.now)
    if told:
        news.season_changed(session, season, told, by)
    return season


def move(session: Session, slug: str, closes_at: datetime, by: Organiser) -> Season:
    """Move the season's deadline; see `change`."""
    season = seasons.locked(session, slug)
    return change(session, replace(plan_of(season), closes_at=closes_at), by)


def make_up(
    session: Session, slug: str, away: tuple[datetime, datetime], length: timedelta, now: datetime
) -> bool:
    """Move the deadline later by the outage, if the season takes entries and the site was down in its last day.

    Returns whether it moved.
    """
    season = seasons.locked(session, slug)
    closes_at = season.closes_at if season.state is SeasonState.OPEN else None
    if not closes_at or away[0] >= closes_at or away[1] <= closes_at - timedelta(days=1):
        return False
    by = Organiser("outage", now, tell=news.AWAY)
    change_by_itself(session, season, by, away, closes_at=closes_at + length)
    return True


def change_by_itself(
    session: Session,
    season: Season,
    by: Organiser,
    away: tuple[datetime | None, datetime | None] = (None, None),
    **changes: Any,
) -> None:
    """Change these decisions of a locked season without an organiser, and tell the players.

    Its timetable stays. Raises `SeasonRefused` if its beacon would be known before its deadline.
    """
    before = plan_of(season)
    plan = replace(before, **changes)
    found = [*differences(before, plan)]
    for column, value in columns(plan).items():
        setattr(season, column, value)
    beacons.follow(season, by.now)
    _note_change(session, season, found, True, by)
    news.season_changed(session, season, found, by, away)


def _obstacles(
    session: Session, season: Season, plan: Plan, changed: set[str], now: datetime
) -> Iterator[Problem]:
    """Yield the problems of these changes to the season."""
    if "closes_at" in changed - changeable(season, now):
        require(season, *MOVABLE)
    for name, each in DECISIONS.items():
        if name not in changed:
            continue
        if not each.until.holds(season, now):
            is_deadline = name == "closes_at"
            late = Problem("deadline-over", season=visibility.title_of(season))
            yield late if is_deadline else Problem("change-too-late", field=FieldName(name))
            continue
        wrong = [*each.problems(plan, now)]
        yield from wrong or each.against(session, season, getattr(plan, name))


def _note_change(
    session: Session, season: Season, found: Sequence[Difference], is_public: bool, by: Organiser
) -> None:
    """Log the change, or the act "deadline" if only the deadline moved."""
    public = {"public": by.tell.strip()} if is_public else {}
    if not is_public:  # told to nobody
        by = replace(by, reason=by.reason or by.tell, tell="")
    if [each.field for each in found] == ["closes_at"]:
        moved = {"from": found[0].before or None, "to": found[0].after or None}
        audits.note(session, by, "deadline", season, detail=moved | public)
        return
    changes = {each.field: [each.before, each.after] for each in found}
    audits.note(session, by, "change", season, detail={"changes": changes} | public)


def require_seen(session: Session, season: Season, seen: int) -> None:
    """Raise `SeasonRefused` if the season changed after its act number `seen`. The problem says by whom, and when."""
    later = [act for act in _moves(session, season) if act.id > seen]
    if later:
        who, at = later[-1].who, later[-1].at
        raise SeasonRefused([Problem("changed-meanwhile", who=who, at=at)])


def last_move(session: Session, season: Season) -> int:
    """The number of the last act that changed the season or moved it on, for `require_seen`."""
    return max((act.id for act in _moves(session, season)), default=0)


def _moves(session: Session, season: Season) -> list[Audit]:
    return [act for act in audits.of_season(session, season) if act.entry_id is None]


def delete(session: Session, slug: str, by: Organiser, confirmed: str = "") -> None:
    """Delete the season; the log keeps its acts and the deletion.

    A draft is deleted at once. Any other season needs its slug as `confirmed`, no entry by a player
    (the organiser's own and sample characters do not count), and no published results. Raises
    `SeasonRefused` with the obstacles, and what to do instead.
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
            raise SeasonRefused([Problem("season-has-players", season=title)])
        if any(act.act == "publish" for act in acts):
            raise SeasonRefused([Problem("season-published", season=title)])
        if confirmed != slug:
            raise SeasonRefused([Problem("not-sure", season=slug)])
    detail = {"season": season.slug, "title_ja": season.title_ja, "title_en": season.title_en}
    audits.unbind(session, season)
    seasons.delete(session, season)
    audits.note(session, by, "delete", None, detail=detail)


def scoring_of(season: Season) -> Scoring:
    """Return the season's points for results and its tie-breaks."""
    slugs = season.tie_breaks.split(",") if season.tie_breaks else []
    return Scoring.of(season.win, season.draw, season.loss, slugs)


def require(season: Season, *states: SeasonState) -> None:
    """Raise `SeasonRefused` unless the season is in one of these states."""
    if season.state not in states:
        state, needed = season.state.value, tuple(each.value for each in states)
        raise SeasonRefused(
            [Problem("wrong-state", season=season.slug, state=state, suggestions=needed)]
        )


MOST_REASON: Final = 2_000
"""The most characters of an organiser's reason, for the log or for players."""


def require_brevity(by: Organiser) -> None:
    """Raise `SeasonRefused` if a reason is too long for the log and for letters."""
    longest = max(len(by.reason), len(by.tell))
    if longest > MOST_REASON:
        length, most = f"{longest:,}", f"{MOST_REASON:,}"
        raise SeasonRefused([Problem("reason-too-long", length=length, most=most)])


def require_reason(by: Organiser) -> None:
    """Raise `SeasonRefused` unless the organiser gives a reason, for the log or in public."""
    if not by.reason.strip() and not by.tell.strip():
        raise SeasonRefused([Problem("no-reason")])


def require_words(by: Organiser) -> None:
    """Raise `SeasonRefused` without a reason for the public; players never see the reason in the log."""
    if not by.tell.strip():
        raise SeasonRefused([Problem("nothing-told")])
