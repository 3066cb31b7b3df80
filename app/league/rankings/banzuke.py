"""The ranking (番付) with which a season begins that follows another: who took part in both, and where each comes from."""

from collections.abc import Iterator, Sequence
from typing import Protocol

from sqlmodel import Session

from app.errors import Problem, SeasonRefused
from app.league import visibility
from app.league.results import FinishedRun, finished
from app.league.stages import courses
from app.store import seasons
from app.store.entrants import Entrant
from app.store.tables import Season
from app.tournament.formats.rankings import Ranking, after_stages, after_table, ranked


class _Known(Protocol):
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


def ranking_of(session: Session, season: Season, field: Sequence[Entrant]) -> Ranking | None:
    """The ranking of this field; None if the season follows none.

    Raises `SeasonRefused` while the results of the one that it follows are not public.
    """
    slug = follows(season)
    if not slug:
        return None
    former = seasons.with_slug(session, slug)
    run = visibility.published_run(session, former) if former else None
    if former is None or run is None:
        raise SeasonRefused([Problem("former-not-public", words=(slug,))])
    played = finished(session, former, run)
    order = after_stages(played.phases) if played.phases else after_table(played.standings)
    was = [each.number for each in played.participants]
    numbers = [each.number for each in field]
    ranks = ranked(order, was, dict(_again(played, field)), numbers)
    return Ranking(slug, played.digest, tuple(ranks))


def _again(former: FinishedRun, field: Sequence[Entrant]) -> Iterator[tuple[int, int]]:
    """Who of the former season takes part again: the number there, and here.

    A player is recognised by their character's name, or else by their own: so that the ranking tells nobody who it is
    that stands under two names.
    """
    left = {each.number: each for each in field}
    known = list(former.participants)
    for called in (_by_name, _by_owner):
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


def _by_name(each: _Known) -> str:
    return each.name.casefold()


def _by_owner(each: _Known) -> str:
    """Of players alone: whoever has no account may share a name with anybody."""
    return each.owner.casefold() if each.player_id else ""
