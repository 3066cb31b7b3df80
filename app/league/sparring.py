"""A build tries itself against strong ones, before it counts."""

from dataclasses import dataclass, replace
from functools import cache
from math import isqrt
from random import Random
from typing import Final

from sqlmodel import Session

from app.engine import NOT_PLAYED, Build, Lang, Ruleset, Side, mark_of, reason_of, winner_of
from app.engine.lists import read_list
from app.errors import BuildUnreadable
from app.games import ruleset
from app.league.results import shown
from app.store import seasons
from app.store.letter_kinds.answers import Bout
from app.store.tables import Run, Season
from app.tournament.full_table import Entrant

OPPONENTS: Final = 8
_DRAWN: Final = 32
_SEED: Final = 20_261_121


@dataclass(frozen=True, slots=True)
class Ring:
    """Strong opponents, the best first. `season`: the one whose best they are; None for builds of the house, without names."""

    opponents: tuple[Entrant, ...]
    season: Season | None = None

    def outcomes(self, game: Ruleset, own: Build) -> bytes:
        """How the build fares against each, from its own view. Nothing is kept."""
        field = [own.nameless(), *(each.build for each in self.opponents)]
        return game.outcomes(field, range(1))[1:]


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
    """The best of the last published season of the game under these rules; None before there is one."""
    for season in seasons.with_results(session):
        if (season.game, season.rules_version) == (game.slug, game.rules_version):
            return best_of(session, season, lang)
    return None


def best_of(session: Session, season: Season, lang: Lang) -> Ring:
    """The best of this season, whose results are public."""
    over = shown(session, season, session.get_one(Run, season.published_run_id), lang)
    best = (over.participants[each.entry] for each in over.standings[:OPPONENTS])
    return Ring(tuple(replace(each, build=each.build.nameless()) for each in best), season)


def house(game: Ruleset) -> tuple[Build, ...]:
    """The eight best of 32 builds of its cards drawn by lot, as large as they may be, the same everywhere.

    A game takes fewer if so many would play each other for more than a second. Where not any cards make a build, they
    are those of the list that it shows.
    """
    if game.sample_text:
        return tuple(each.build.nameless() for each in read_list(game.sample(), game.read_build))
    cards = tuple(card.id for card in game.cards)
    return _house(game.slug, game.rules_version, cards, game.sizes[-1])


@cache
def _house(slug: str, version: str, cards: tuple[str, ...], size: int) -> tuple[Build, ...]:
    game = ruleset(slug, version)
    draw = Random(f"{_SEED} {game.rules_version}")
    field: list[Build] = []
    count = min(_DRAWN, isqrt(2 * game.pace.battles))
    while len(field) < count:
        drawn = [*cards] * (size // len(cards) + 1)
        try:
            field.append(game.read_build(", ".join(draw.sample(drawn, k=size))).nameless())
        except BuildUnreadable:
            continue
    wins = [0] * count
    outcomes = game.outcomes(field)
    for at, outcome in enumerate(outcomes):
        wins[at // count] += outcome != NOT_PLAYED and winner_of(outcome) is Side.HOME
    best = sorted(range(count), key=lambda at: (-wins[at], at))[:OPPONENTS]
    return tuple(field[at] for at in best)
