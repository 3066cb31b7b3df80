"""Ratings of a game across its published seasons, from the battles among characters of owners with
a public page.

Ratings are not stored. They are computed from public results, in the order of publication. So they
follow every undo, and an owner who removes their page is in no rating from then on.
"""

import hashlib
import zlib
from bisect import bisect_left
from collections.abc import Hashable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from itertools import groupby
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED
from app.league import visibility
from app.league.careers.owners import Career
from app.store import seasons
from app.store.database import home
from app.store.ratings import placings
from app.store.ratings.placings import RatedPlacing
from app.store.tables import Season
from app.tournament.cache import IN_TURN, Cache
from app.tournament.ratings import skill
from app.tournament.ratings.skill import START, SkillEstimate
from app.tournament.standings import placed

_kept: Final[Cache[tuple[Hashable, str], Mapping[str, SkillEstimate]]] = Cache(256, IN_TURN)


@dataclass(frozen=True, slots=True)
class Period:
    """A season: the owner of each entry by number, and everyone's skill after it."""

    season: Season
    digest: str
    owners: Mapping[int, str]
    after: Mapping[str, SkillEstimate]


@dataclass(frozen=True, slots=True)
class SkillLine:
    """An owner in the list, by the end of the address of their page. Equal owners share a place."""

    place: int
    page: str
    name: str
    skill: SkillEstimate
    seasons: int


@dataclass(frozen=True, slots=True)
class Skills:
    """The ratings of a game. `periods`: the first published first."""

    periods: Sequence[Period]
    lines: Sequence[SkillLine]


@dataclass(frozen=True, slots=True)
class _Change:
    """The change that a season made to a rating."""

    season: Season
    before: SkillEstimate
    after: SkillEstimate


@dataclass(frozen=True, slots=True)
class _Course:
    """The rating of an owner in a game, and how it came to be, the last season first."""

    game: str
    skill: SkillEstimate
    changes: Sequence[_Change]


def of_game(session: Session, game: str) -> Skills:
    """The ratings after all published seasons of this game, the highest first."""
    public = {
        each.published_run_id: each
        for each in visibility.listed(seasons.with_results(session))
        if each.game == game and each.published_run_id and visibility.is_public(each)
    }
    found = placings.rated(session, (run for run in public if run))
    key = ""
    periods: list[Period] = []
    skills: Mapping[str, SkillEstimate] = {}
    for run_id, group in groupby(found, key=lambda each: each.run_id):
        members = [*group]
        said = (
            f"{key} {run_id} {members[0].digest} {[(each.number, each.page) for each in members]}"
        )
        key = hashlib.sha256(said.encode()).hexdigest()
        skills = _kept.of((home(session), key), partial(_after, session, run_id, members, skills))
        owners = {each.number: each.page for each in members}
        periods.append(Period(public[run_id], members[0].digest, owners, skills))
    return Skills(periods, _lines(skills, found))


def courses(session: Session, page: str, career: Career) -> list[_Course]:
    """The ratings of the owner of this page, game by game, those of the last season first."""
    courses = []
    for game in dict.fromkeys(each.season.game for each in career.appearances):
        before, changes = START, list[_Change]()
        for period in of_game(session, game).periods:
            now = period.after.get(page, START)
            if now.battles > before.battles:
                changes.append(_Change(period.season, before, now))
                before = now
        if changes:
            courses.append(_Course(game, before, changes[::-1]))
    return courses


def _after(
    session: Session,
    run_id: int,
    members: Sequence[RatedPlacing],
    before: Mapping[str, SkillEstimate],
) -> Mapping[str, SkillEstimate]:
    numbers = placings.numbers(session, run_id)
    owners = [""] * len(numbers)
    for each in members:
        owners[bisect_left(numbers, each.number)] = each.page
    rows = placings.outcomes(session, run_id, (each.number for each in members))
    unpacked = {number: zlib.decompress(row) for number, row in rows.items()}

    def outcome(first: int, second: int) -> int:
        row = unpacked.get(numbers[first])
        return row[second] if row else NOT_PLAYED

    return skill.after(before, skill.battles(owners, outcome))


def _lines(skills: Mapping[str, SkillEstimate], found: Sequence[RatedPlacing]) -> list[SkillLine]:
    names = {each.page: each.owner for each in found if each.owner}
    entered: dict[str, set[int]] = {}
    for each in found:
        entered.setdefault(each.page, set()).add(each.run_id)
    order = sorted(skills, key=lambda page: (-skills[page].rating, names.get(page, ""), page))
    return [
        SkillLine(place, page, names.get(page, ""), skills[page], len(entered[page]))
        for place, page in placed(order, lambda page: skills[page].rating)
    ]
