"""A build tries itself against strong ones, before it counts."""

from contextlib import suppress
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import islice
from json import dumps, loads
from math import isqrt
from random import Random
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Build, Lang, Ruleset, Side, mark_of, reason_of, winner_of
from app.errors import BuildUnreadable
from app.games import ruleset
from app.league import visibility
from app.league.results.results import shown
from app.notices.answers import Bout
from app.store import seasons
from app.store.tables import Run, Season
from app.tournament.full_table import Entrant

OPPONENTS: Final = 8
_DRAWN: Final = 32
_SEED: Final = 20_261_121
_LOTS: Final = 100
"""Draws by lot for each build, until so few of them are allowed that none is drawn."""


@dataclass(frozen=True, slots=True)
class Ring:
    """Strong opponents, the best first.

    `season`: the one whose best they are; None for builds of the house, without names.
    """

    opponents: tuple[Entrant, ...]
    season: Season | None = None

    def outcomes(self, game: Ruleset, own: Build) -> bytes:
        """How the build fares against each, from its own view. Nothing is kept."""
        return game.outcomes([own.nameless()], [each.build for each in self.opponents])


@dataclass(frozen=True, slots=True)
class Sparring:
    """The bouts, and the season whose best took part; without one they were builds of the house."""

    bouts: tuple[Bout, ...]
    season: Season | None = None


def spar(session: Session, game: Ruleset, own: Build, lang: Lang) -> Sparring:
    """The build meets the eight best of the game's last published season, or of the house. Nothing is kept."""
    ring = best(session, game, lang) or of_house(game)
    bouts = (
        Bout(each.name, mark_of(winner_of(outcome)), reason_of(outcome), each.written)
        for each, outcome in zip(ring.opponents, ring.outcomes(game, own), strict=True)
    )
    return Sparring(tuple(bouts), ring.season)


def of_house(game: Ruleset) -> Ring:
    """The builds of the house, numbered."""
    builds = house(game)
    return Ring(
        tuple(
            Entrant(number=number, name="", build=build, written=game.write_build(build))
            for number, build in enumerate(builds, 1)
        )
    )


def best(session: Session, game: Ruleset, lang: Lang) -> Ring | None:
    """The best of the last published season of the game under these rules.

    None before there is one with builds that they allow.
    """
    for season in visibility.listed(seasons.with_results(session)):
        if (season.game, season.rules_version) == (game.slug, game.rules_version):
            ring = best_of(session, season, game, lang)
            return ring if ring.opponents else None
    return None


def best_of(session: Session, season: Season, game: Ruleset, lang: Lang) -> Ring:
    """The best of this season, whose results are public, with builds that these rules allow."""
    over = shown(session, season, session.get_one(Run, season.published_run_id), lang)
    ranked = (over.participants[each.entry] for each in over.standings)
    best = islice((each for each in ranked if game.allows(each.build)), OPPONENTS)
    return Ring(tuple(replace(each, build=each.build.nameless()) for each in best), season)


@lru_cache(maxsize=100)
def house(game: Ruleset) -> tuple[Build, ...]:
    """The eight best of 32 builds of its cards drawn by lot, as large as they may be, the same everywhere.

    A game takes fewer if their battles would take more than a second. If not every choice of cards
    is a build, they are the game's starter builds: none if bans leave none.
    """
    size = game.sizes[-1]
    cards = [card.id for card in game.cards] * (size // len(game.cards) + 1)
    draw = Random(f"{_SEED} {game.rules_version}")
    field: list[Build] = []
    count = min(_DRAWN, isqrt(2 * game.pace.battles))
    for _ in range(0 if game.sample_text else count * _LOTS):
        with suppress(BuildUnreadable):
            field.append(game.read_build(", ".join(draw.sample(cards, k=size))).nameless())
        if len(field) == count:
            break
    if len(field) < count:
        return tuple(game.starters().values())
    return _strongest(game.slug, game.rules_version, dumps(game.config), tuple(field))


@lru_cache(maxsize=100)
def _strongest(slug: str, version: str, config: str, field: tuple[Build, ...]) -> tuple[Build, ...]:
    """The eight best of these, the best first: to play them takes longer than to draw them, and many seasons draw the same."""
    wins = [0] * len(field)
    game, settled = ruleset(slug, version), loads(config)
    outcomes = (game if settled is None else game.under(settled)).outcomes(field)
    for at, outcome in enumerate(outcomes):
        wins[at // len(field)] += outcome != NOT_PLAYED and winner_of(outcome) is Side.HOME
    best = sorted(range(len(field)), key=lambda at: (-wins[at], at))[:OPPONENTS]
    return tuple(field[at] for at in best)
