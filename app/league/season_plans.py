"""An organiser's decisions about a season: as a plan, as a row keeps them, and what can be wrong with them."""

from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime, timedelta
from typing import Any, Final

from app.engine import Ruleset
from app.errors import CardsUnreadable, Problem, RulesNotInstalled, SeasonRefused, UnknownGame
from app.games import ruleset
from app.games.house import with_cards
from app.league.admission.places import Wave, wave_problems, waves_of
from app.league.characters import lore_problems
from app.league.eligibility import sides
from app.league.eligibility.pools import NO_POOL, Pool, pool_of, pool_problems
from app.league.eligibility.sides import NO_SIDES, Sides, sides_of
from app.league.news import FIELD_NAMES, REMINDED
from app.league.stages import beacons, plans
from app.league.stages.plans import StagePlan
from app.store.letter_kinds.news import Difference
from app.store.tables import Season
from app.text.characters import hidden_in, shown
from app.tournament import scoring
from app.tournament.tiebreaks import DEFAULT

LONGEST: Final = timedelta(days=3653)
"""From its creation to the deadline of a season: ten years."""
MOST_TITLE: Final = 200
LEAST_CAPACITY: Final = 2
MOST_CHARACTERS: Final = 20
"""Of one player in a season."""
MOST_REMINDERS: Final = 5
MOST_HOURS: Final = 720
MOST_CAPACITY: Final = 1_000_000


@dataclass(frozen=True, slots=True)
class Plan:
    """An organiser's decisions about a season. `points` are those of a win, a draw and a loss; `tie_breaks` slugs."""

    game: str
    slug: str
    title_ja: str = ""
    title_en: str = ""
    closes_at: datetime | None = None
    points: tuple[int, int, int] = (3, 1, 0)
    tie_breaks: Sequence[str] = DEFAULT
    description_ja: str = ""
    description_en: str = ""
    capacity: int | None = None
    """So many entries count at most; None: as many as come."""
    approves_newcomers: bool = False
    """Whether newcomers wait for an organiser's yes (`app.league.desk.newcomers`)."""
    ranked: bool = False
    """Whether its results count for the player rank (`app.league.ratings.ranks`)."""
    characters: int = 1
    """So many characters a player may have in it (`app.league.admission.rosters`)."""
    stages: tuple[StagePlan, ...] = ()
    """In order; without any the season is one round robin."""
    waves: Sequence[Wave] = ()
    """When more places open, and how many (`app.league.admission.places`)."""
    pool: Pool = NO_POOL
    """What builds may have beside the rules."""
    sides: Sides = NO_SIDES
    """Which sides there are, if any, and whether battles within one are fought."""
    waiting_list: bool = False
    """Whether who finds no place waits for one."""
    rules: str = ""
    """The version of its game's rules, which may have house cards; empty: the newest."""
    reminders: Sequence[int] = (48, 6)
    """So many hours before the deadline players without an entry are reminded."""
    reminded: Sequence[str] = tuple(REMINDED)
    """Which of them, by `app.league.news.REMINDED`."""
    cup: str = ""
    """The slug of the series that it belongs to (`app.league.cups`); empty if to none."""
    edition: int | None = None
    """Which of its cup it is; None: the next one."""
    beacon: str = ""
    """Public randomness in its dice (`app.league.stages.beacons`): `drand`, or a number that is announced, with its day."""


def plan_of(season: Season) -> Plan:
    """The decisions about the season as they stand."""
    return Plan(
        season.game,
        season.slug,
        season.title_ja,
        season.title_en,
        season.closes_at,
        (season.win, season.draw, season.loss),
        season.tie_breaks.split(",") if season.tie_breaks else [],
        season.description_ja,
        season.description_en,
        season.capacity,
        season.approves_newcomers,
        season.ranked,
        season.characters,
        tuple(StagePlan.of(each) for each in season.stages),
        waves_of(season),
        pool_of(season),
        sides_of(season),
        season.waiting_list,
        season.rules_version,
        [int(each) for each in season.reminders.split(",") if each],
        [each for each in season.reminded.split(",") if each],
        season.cup or "",
        season.edition,
        season.beacon,
    )


def game_of(plan: Plan) -> Ruleset:
    """The rules to which the season is pinned: those of the plan, or the newest. Raises `UnknownGame`, `RulesNotInstalled`."""
    return ruleset(plan.game, plan.rules) if plan.rules else ruleset(plan.game)


def todays(plan: Plan) -> str:
    """The version of today's rules of its game with the plan's house cards. Raises `SeasonRefused` if they do not fit those."""
    cards = game_of(plan).house
    if not cards:
        return game_of(replace(plan, rules="")).rules_version
    try:
        return with_cards(plan.game, cards.text).rules_version
    except CardsUnreadable as refusal:
        raise SeasonRefused(refusal.problems) from None


def problems_of(plan: Plan, now: datetime) -> Iterator[tuple[str, Problem]]:
    """What is wrong with the decisions themselves, each with its field."""
    for field in ("title_ja", "title_en"):
        title = getattr(plan, field)
        if len(title) > MOST_TITLE or next(hidden_in(title), None) is not None:
            yield field, Problem("bad-title", words=(shown(title[:40]),))
    for field in ("description_ja", "description_en"):
        for problem in lore_problems(getattr(plan, field)):
            is_long = problem.code == "lore-too-long"
            yield field, Problem("bad-description", words=problem.words) if is_long else problem
    yield from (("closes_at", problem) for problem in deadline_problems(plan.closes_at, now))
    if plan.capacity is not None and not LEAST_CAPACITY <= plan.capacity <= MOST_CAPACITY:
        words = (f"{plan.capacity:,}", f"{MOST_CAPACITY:,}")
        yield "capacity", Problem("bad-capacity", words=words)
    with suppress(UnknownGame, RulesNotInstalled):
        yield from (("pool", each) for each in pool_problems(plan.pool, game_of(plan)))
    yield from (("sides", each) for each in sides.problems_of(plan.sides))
    if any(each.kind.of_teams for each in plan.stages) and not plan.sides:
        yield "sides", Problem("teams-without-sides")
    yield from (("beacon", each) for each in beacons.problems(plan.beacon))
    for problem in wave_problems(plan.waves, plan.capacity, MOST_CAPACITY, now):
        yield "waves", problem
    if not _can_remind(plan.reminders):
        yield "reminders", bad_reminders()
    if unknown := [each for each in plan.reminded if each not in REMINDED]:
        yield (
            "reminded",
            Problem("unknown-readers", words=(unknown[0][:40],), suggestions=tuple(REMINDED)),
        )
    if not 1 <= plan.characters <= MOST_CHARACTERS:
        words = (f"{plan.characters:,}", str(MOST_CHARACTERS))
        yield "characters", Problem("bad-characters", words=words)
    for problem in scoring.problems(*plan.points, plan.tie_breaks):
        is_points = problem.code == "scoring-impossible"
        yield "points" if is_points else "tie_breaks", problem
    yield from (("stages", problem) for problem in plans.problems_of(plan.stages))
    if plan.stages and _has_matches(plan.game):
        yield "stages", Problem("stages-with-matches")


def _has_matches(slug: str) -> bool:
    try:
        return ruleset(slug).match is not None
    except UnknownGame:
        return False


def deadline_problems(closes_at: datetime | None, now: datetime) -> Iterator[Problem]:
    """What is wrong with this deadline at this moment."""
    if closes_at and closes_at <= now:
        yield Problem("deadline-past")
    if closes_at and closes_at > now + LONGEST:
        yield Problem("deadline-far")


def bad_reminders() -> Problem:
    """The problem of hours that are none."""
    return Problem("bad-reminders", words=(str(MOST_REMINDERS), f"{MOST_HOURS:,}"))


def read_hours(typed: str) -> list[int] | None:
    """`48, 6` as numbers of hours; empty for none. None if it cannot be read."""
    words = typed.replace(",", " ").replace("、", " ").split()
    if all(word.isascii() and word.isdigit() and len(word) < 5 for word in words):
        return [*map(int, words)]
    return None


def _can_remind(hours: Sequence[int]) -> bool:
    return len(hours) <= MOST_REMINDERS and all(1 <= each <= MOST_HOURS for each in hours)


def named(plan: Plan) -> Plan:
    """The same with a title in both languages: without any a season is called by its slug."""
    title_ja = plan.title_ja or plan.title_en or plan.slug
    return replace(plan, title_ja=title_ja, title_en=plan.title_en or title_ja)


def columns(plan: Plan) -> dict[str, Any]:
    """The decisions as a row keeps them."""
    win, draw, loss = plan.points
    return {
        "title_ja": plan.title_ja,
        "title_en": plan.title_en,
        "description_ja": plan.description_ja,
        "description_en": plan.description_en,
        "closes_at": plan.closes_at,
        "capacity": plan.capacity,
        "characters": plan.characters,
        "waves": [(at.astimezone(UTC).isoformat(), number) for at, number in plan.waves],
        "waiting_list": plan.waiting_list,
        "reminders": ",".join(map(str, sorted({*plan.reminders}, reverse=True))),
        "reminded": ",".join(each for each in REMINDED if each in plan.reminded),
        "pool": plan.pool.plain(),
        "sides": plan.sides.plain(),
        "approves_newcomers": plan.approves_newcomers,
        "ranked": plan.ranked,
        "cup": plan.cup or None,
        "edition": plan.edition,
        "beacon": plan.beacon,
        "rules_version": plan.rules,
        "win": win,
        "draw": draw,
        "loss": loss,
        "tie_breaks": ",".join(plan.tie_breaks),
        "stages": [each.kept() for each in plan.stages],
    }


def differences(before: Plan, after: Plan) -> Iterator[Difference]:
    """The decisions in which these plans differ, in the order in which they are told."""
    for field in FIELD_NAMES:
        one, other = (_plainly(getattr(plan, field)) for plan in (before, after))
        if one != other:
            yield Difference(field, one, other)


def _plainly(value: Any) -> str:
    """The value of a field as the log keeps it."""
    if isinstance(value, datetime):
        return value.astimezone(UTC).isoformat()
    if isinstance(value, bool):
        return "yes" if value else ""
    if isinstance(value, tuple) and value and isinstance(value[0], StagePlan):
        return plans.written(value)
    if isinstance(value, Pool):
        return value.text
    if isinstance(value, Sides):
        return value.told
    if isinstance(value, str) or value is None:
        return value or ""
    if not isinstance(value, int) and value and isinstance(value[0], tuple):
        return ",".join(f"{at.astimezone(UTC).isoformat()} +{number}" for at, number in value)
    return str(value) if isinstance(value, int) else ",".join(map(str, value))
