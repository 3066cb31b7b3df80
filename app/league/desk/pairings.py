"""Pair a stage by hand, and show the round of matches that is being played."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from itertools import groupby

from sqlmodel import Session

from app.engine import Lang
from app.errors import ListUnreadable, Problem, SeasonRefused
from app.league import visibility
from app.league.eligibility.sides import Side, sides_of, sides_of_field
from app.league.matches import spectators
from app.league.matches.spectators import WatchedPair
from app.league.seasons.seasons import require, require_brevity
from app.league.seasons.stages import courses
from app.league.seasons.stages.rulings import Rulings
from app.league.visibility import Reader
from app.store import entrants, seasons
from app.store.matches import matches, orders
from app.store.security import audits
from app.store.security.audits import Organiser
from app.store.tables import MatchState, Season, SeasonState
from app.tournament.formats import by_hand
from app.tournament.formats.format import Field


def pair(session: Session, slug: str, text: str, by: Organiser) -> Season:
    """Set the pairings of the stage that is paired by hand: one line each, by number or name (`by_hand.read`).

    If sides stay apart, entries of one side are not paired, nor are two that organisers keep apart. The log keeps the
    pairings, and the record says that they were made by hand. They can be set again until the season is played. A late
    entry, or reopening the season, removes them. Raises `SeasonRefused` with every problem, and unless the season is
    closed and has such a stage. If sides stay apart, it is also raised while sides are sealed.
    """
    season = seasons.locked(session, slug)
    require(season, SeasonState.CLOSED)
    require_brevity(by)
    if not is_asked(season):
        raise SeasonRefused([Problem("nothing-by-hand", season=slug)])
    if sides_of(season).apart:
        visibility.require_laid_open(season, by.now)
    field = entrants.numbered(session, season)
    numbers = {each.number: at for at, each in enumerate(field)}
    names = {each.name: at for at, each in enumerate(field)}
    try:
        is_apart = sides_of(season).apart
        on_side = sides_of_field(session, season, field) if is_apart else ()
        owners = courses.owners_apart(season, field)
        avoids = courses.avoided(Rulings.of(season.rulings), owners, numbers)
        kept = Field((), sides=on_side, apart=is_apart, avoids=avoids)
        found = by_hand.read(text, numbers, names, kept)
    except ListUnreadable as refusal:
        raise SeasonRefused(refusal.problems) from None
    season.pairings = [
        [each.round, field[each.first].number, field[each.second].number] for each in found.meetings
    ]
    audits.note(session, by, "pair", season, detail={"pairings": season.pairings})
    return season


def is_asked(season: Season) -> bool:
    """Whether a stage of the season is paired by hand."""
    return any(plan.kind.by_hand for plan in courses.plans_of(season))


def sides_by_number(session: Session, season: Season, now: datetime) -> dict[int, Side]:
    """Return the side of each entry that has one, by number, for organisers; empty while sides are sealed."""
    every = sides_of(season).every
    if not every or not visibility.shows_entries(season, Reader.ORGANISER, now):
        return {}
    field = entrants.numbered(session, season)
    on_side = sides_of_field(session, season, field)
    return {
        each.number: every[side]
        for each, side in zip(field, on_side, strict=True)
        if side is not None
    }


@dataclass(frozen=True, slots=True)
class DrawnMatch:
    """A match of the present round, and the players whose orders are missing."""

    pair: WatchedPair
    missing: Sequence[str]


def under_way(session: Session, season: Season, lang: Lang) -> list[DrawnMatch]:
    """Return the matches of the first round with open matches, as everyone may see them, with missing orders.

    Empty if matches cannot be watched.
    """
    found = spectators.pairings(session, season, lang) if season.stages else []
    waiting = [each for each in found if each.state is MatchState.WAITING]
    if not waiting:
        return []
    here = waiting[0].stage, waiting[0].round
    ours = [each for each in found if (each.stage, each.round) == here]
    plans = orders.plans(session, matches.by_ids(session, [each.id for each in ours]))
    sent = {seat for seat, plan in plans.items() if plan.is_in}
    return [
        DrawnMatch(
            each,
            [
                who.name
                for seat, who in each.players.items()
                if seat in each.awaits and (each.id, seat) not in sent
            ],
        )
        for each in ours
    ]


def written(session: Session, season: Season) -> str:
    """Return the pairings in lines that `pair` can read. In a bye, the other side is "-"."""
    field = [each.number for each in entrants.numbered(session, season)]
    rounds = []
    for _, those in groupby(season.pairings or (), key=lambda each: each[0]):
        pairs = [(first, second) for _, first, second in those]
        busy = {number for pair in pairs for number in pair}
        lines = [f"{first} – {second}" for first, second in pairs]
        rounds.append("\n".join(lines + [f"{at} – -" for at in field if at not in busy]))
    return "\n\n".join(rounds)
