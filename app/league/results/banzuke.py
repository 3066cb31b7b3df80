"""The ranking (番付) with which a season begins that follows another: who took part in both, and where each comes from."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Final, Literal, Protocol

from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.results.results import FinishedRun, finished
from app.league.seasons.stages import courses, lots
from app.league.seasons.stages.plans import StagePlan
from app.store import entrants, seasons
from app.store.entrants import PublicEntrant, ShownEntrant
from app.store.tables import Season, SeasonState
from app.tournament.formats.divisions import Divisions
from app.tournament.formats.format import Field
from app.tournament.formats.rankings import (
    FormerRank,
    Ranking,
    after_stages,
    after_table,
    level,
    lots_of,
    ranked,
)

Move = Literal["up", "down", "same", "new"]
SIDES: Final[tuple[Literal["east", "west"], ...]] = ("east", "west")


@dataclass(frozen=True, slots=True)
class _Place:
    """A place of the list: who stands there, and how they came there.

    `further`: higher than their results alone would have it. `by_lot`: the former season left them
    level with others here.
    """

    who: PublicEntrant
    rank: FormerRank
    move: Move | None
    further: bool
    by_lot: bool


@dataclass(frozen=True, slots=True)
class Division:
    """A division, by its number; 0 where there are none. In each row the better one stands in the east, first."""

    number: int
    rows: Sequence[Sequence[_Place]]


@dataclass(frozen=True, slots=True)
class Seat:
    """A place of the list, for programs. `move`: to another division; None without divisions.

    `further`: higher than their results alone would have it. `by_lot`: the former season left them
    level with others, and lots gave the order. It has nothing of newcomers, and `former_division`
    is None where it had none.
    """

    division: int | None
    rank: int
    side: Literal["east", "west"]
    number: int
    name: str
    owner: str
    move: Move | None
    further: bool
    by_lot: bool
    former_number: int | None
    former_division: int | None
    former_place: int | None
    former_of: int | None


@dataclass(frozen=True, slots=True)
class RankingList:
    """The ranking list of a season. `divisions`: None while the results of the one that it follows are not public."""

    after: str
    former: Season | None
    divisions: Sequence[Division] | None


class _Identity(Protocol):
    """What tells that two entries are of the same person."""

    @property
    def number(self) -> int: ...

    @property
    def player_id(self) -> int | None: ...

    @property
    def name(self) -> str: ...

    @property
    def owner(self) -> str: ...


def follows(season: Season) -> str:
    """The slug of the season that it follows; empty if it follows none."""
    plans = courses.plans_of(season)
    return plans[0].after if plans else ""


def list_of(session: Session, season: Season, lang: Lang) -> RankingList | None:
    """The ranking list as everybody may read it: from the closing on, of a season that follows another; else None."""
    after = follows(season)
    if not after or season.state in (SeasonState.DRAFT, SeasonState.OPEN):
        return None
    ranking = _ranking(session, season)
    who = {
        each.number: each
        for each in visibility.entrants_of(session, season, lang)
        if each.number is not None
    }
    kept = season.proof > 1
    found = divisions(courses.plans_of(season)[0], ranking, who, kept=kept) if ranking else None
    return RankingList(after, seasons.with_slug(session, after), found)


def _ranking(session: Session, season: Season) -> Ranking | None:
    """The ranking of the published results.

    Before that, the current one, or None while the former results are sealed.
    """
    if run := visibility.published_run(session, season):
        return Ranking.of(run.ranking) if run.ranking else None
    try:
        return ranking_of(session, season, entrants.numbered(session, season))
    except SeasonRefused:
        return None


def divisions(
    plan: StagePlan, ranking: Ranking, who: Mapping[int, PublicEntrant], *, kept: bool = False
) -> list[Division]:
    """The list, the highest division first.

    Who has been withdrawn since is left out, and leaves the others where they are if lots are
    `kept`.
    """
    ranks = [each for each in ranking.ranks if kept or each.number in who]
    format_ = plan.made()
    field = Field(tuple(range(len(ranks))))
    is_divided = isinstance(format_, Divisions)
    members = format_.members(field) if isinstance(format_, Divisions) else [field.seeds]
    alike = Counter(map(level, ranks)) if plan.version > 1 else Counter[object]()
    return [
        Division(
            number * is_divided,
            [
                [
                    _place(who, ranks[at], number * is_divided, by_lot=alike[level(ranks[at])] > 1)
                    for at in own[start : start + 2]
                ]
                for start in range(0, len(own), 2)
            ],
        )
        for number, places in enumerate(members, 1)
        for own in [[at for at in places if ranks[at].number in who]]
        if own
    ]


def seats(found: RankingList) -> list[Seat]:
    """Everybody in the list, row by row, the first division first."""
    return [
        Seat(
            division.number or None,
            rank,
            side,
            each.rank.number,
            each.who.name,
            each.who.owner,
            each.move,
            each.further,
            each.by_lot,
            each.rank.was,
            each.rank.division or None,
            None if each.rank.was is None else each.rank.place,
            None if each.rank.was is None else each.rank.of,
        )
        for division in found.divisions or ()
        for rank, row in enumerate(division.rows, 1)
        for side, each in zip(SIDES, row, strict=False)
    ]


def _place(
    who: Mapping[int, PublicEntrant], rank: FormerRank, division: int, *, by_lot: bool
) -> _Place:
    move: Move | None = None
    if rank.was is None:
        move = "new"
    elif division and rank.division:
        move = "up" if division < rank.division else "down" if division > rank.division else "same"
    further = bool(division and rank.bound and division < rank.bound)
    return _Place(who[rank.number], rank, move, further, by_lot)


def ranking_of(session: Session, season: Season, field: Sequence[ShownEntrant]) -> Ranking | None:
    """The ranking of this field; None if the season follows none.

    Raises `SeasonRefused` while the results of the one that it follows are not public.
    """
    slug = follows(season)
    if not slug:
        return None
    former = seasons.with_slug(session, slug)
    run = visibility.published_run(session, former) if former else None
    if former is None or run is None:
        raise SeasonRefused([Problem("former-not-public", season=slug)])
    played = finished(session, former, run)
    order = after_stages(played.phases) if played.phases else after_table(played.standings)
    was = [each.number for each in played.participants]
    numbers = [each.number for each in field]
    known, tickets = field, lots.tickets_of(session, season)
    if tickets:  # as they were at the first closing, so that no act makes another ranking
        theirs = {each.number for each in tickets}
        sealed = entrants.of_first_closing(session, season)
        known = [each for each in sealed if each.number in theirs]
        numbers = lots.everyone(numbers, tickets)
    lot_of = None
    if courses.plans_of(season)[0].version > 1:
        lot_of = lots_of(courses.lots_of(session, season, season.rules_version, field), numbers)
    ranks = ranked(order, was, dict(_again(played, known)), sorted(numbers), lot_of)
    return Ranking(slug, played.digest, tuple(ranks))


def _again(former: FinishedRun, field: Sequence[ShownEntrant]) -> Iterator[tuple[int, int]]:
    """Who of the former season takes part again: the number there, and here.

    A player is recognised by their character's name, or else by their own: so that the ranking
    tells nobody who it is that stands under two names.
    """
    left = {each.number: each for each in field}
    known = list(former.participants)
    for called in (lambda each: each.name.casefold(), _by_owner):
        waiting: dict[tuple[int | None, str], list[int]] = {}
        for here in left.values():
            waiting.setdefault((here.player_id, called(here)), []).append(here.number)
        staying = []
        for each in known:
            found = waiting.get((each.player_id, called(each))) if called(each) else None
            if found:
                yield each.number, left.pop(found.pop(0)).number
            else:
                staying.append(each)
        known = staying


def _by_owner(each: _Identity) -> str:
    """Only for players: people without an account may share a name."""
    return each.owner.casefold() if each.player_id else ""
