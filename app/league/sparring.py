"""A build tries itself against strong ones, before it counts."""

from dataclasses import dataclass
from functools import cache
from random import Random
from typing import Final

from sqlmodel import Session

from app.engine import (
    NOT_PLAYED,
    Build,
    Ruleset,
    Side,
    mark_of,
    reason_of,
    winner_of,
)
from app.errors import BuildUnreadable
from app.games import ruleset
from app.league.results import finished
from app.store import seasons
from app.store.letter_kinds import Bout
from app.store.tables import Run, Season

OPPONENTS: Final = 8
_DRAWN: Final = 32
_SEED: Final = 20_261_121


@dataclass(frozen=True, slots=True)
class Sparring:
    """The bouts, and the season whose best took part; without one they were builds of the house."""

    bouts: tuple[Bout, ...]
    season: Season | None = None


def spar(session: Session, game: Ruleset, own: Build) -> Sparring:
    """The build meets the eight best of the game's last published season, or of the house. Nothing is kept."""
    season, opponents = _best(session, game)
    if not season:
        opponents = [("", each) for each in house(game.slug, game.rules_version)]
    row = game.outcomes([own.nameless(), *(each for _, each in opponents)], range(1))[1:]
    bouts = (
        Bout(name, mark_of(winner_of(outcome)), reason_of(outcome), game.write_build(build))
        for (name, build), outcome in zip(opponents, row, strict=True)
    )
    return Sparring(tuple(bouts), season)


@cache
def house(slug: str, version: str) -> tuple[Build, ...]:
    """The eight best of 32 builds drawn by lot, the same everywhere."""
    game = ruleset(slug, version)
    draw = Random(f"{_SEED} {game.rules_version}")
    field: list[Build] = []
    while len(field) < _DRAWN:
        cards = draw.sample(game.cards, k=game.sizes[-1])
        try:
            field.append(game.read_build(", ".join(card.id for card in cards)).nameless())
        except BuildUnreadable:
            continue
    wins = [0] * _DRAWN
    outcomes = game.outcomes(field)
    for at, outcome in enumerate(outcomes):
        wins[at // _DRAWN] += outcome != NOT_PLAYED and winner_of(outcome) is Side.HOME
    best = sorted(range(_DRAWN), key=lambda at: (-wins[at], at))[:OPPONENTS]
    return tuple(field[at] for at in best)


def _best(session: Session, game: Ruleset) -> tuple[Season | None, list[tuple[str, Build]]]:
    """The last published season of the game under these rules, and the best of it."""
    for season in seasons.with_results(session):
        if (season.game, season.rules_version) == (game.slug, game.rules_version):
            over = finished(session, season, session.get_one(Run, season.published_run_id))
            taking_part = [over.participants[each.entry] for each in over.standings[:OPPONENTS]]
            return season, [(each.name, each.build.nameless()) for each in taking_part]
    return None, []
