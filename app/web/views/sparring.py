"""Battles outside all seasons: of a build that is tried, and the one that shows what a game is."""

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from typing import Final
from urllib.parse import quote

from sqlmodel import Session

from app.engine import (
    AWAY,
    HOME,
    Battle,
    Build,
    Lang,
    Ruleset,
    TellingLine,
    TellingSheet,
    Tone,
    reason_of,
)
from app.games import ruleset
from app.i18n import N_, translations
from app.league.practice import sparring
from app.league.practice.sparring import Ring
from app.letters.tellings import brief
from app.tournament.full_table import Entrant
from app.web.cards import CardView, row_of
from app.web.views.forms.choices import query_of
from app.web.views.tables.crosstable import CLASSES
from app.web.views.tables.opponents import OpponentView

OWN: Final = 0
"""The number of the build that is tried: no entry of a season has it."""
NO_CARDS: Final = "-"
"""An empty build, where it stands in an address."""
_HOUSE: Final = N_("House build {number}")
_OWN: Final = N_("Your build")


@dataclass(frozen=True, slots=True)
class Bouts:
    """How a build fared in a ring. `here`: the address above its battles, empty where the rules have another version."""

    ring: Ring
    here: str
    met: Sequence[OpponentView]
    tally: tuple[int, int, int]


@lru_cache(maxsize=100)
def example(game: Ruleset) -> Build:
    """A build to begin with: of those to begin with the first that wins some bouts with the house and loses some."""
    ring = sparring.of_house(game)
    for build in game.starters().values():
        if {HOME, AWAY} <= {byte & 3 for byte in ring.outcomes(game, build)}:
            return build
    return game.sample_build()


def address_of(game: Ruleset, build: Build, lang: Lang) -> str:
    """The page on which this build is tried, as the game is configured."""
    written, settings = quote(game.write_build(build.nameless()), safe=""), query_of(game)
    return f"/{lang}/games/{game.slug}/try?build={written}{settings and f'&{settings}'}"


def above(game: Ruleset, build: Build, ring: Ring, lang: Lang) -> str:
    """The address above the battles of this build in this ring, which has the configuration of the game behind the build."""
    written, settings = game.write_build(build.nameless()) or NO_CARDS, query_of(game)
    written = quote(written + (settings and f"?{settings}"), safe="")
    here = f"/{lang}/games/{game.slug}/try/{written}"
    return f"{here}/{ring.season.slug}" if ring.season else here


def own_of(game: Ruleset, build: Build, lang: Lang) -> Entrant:
    """The build that is tried, as one of a field."""
    name = build.name or translations(lang).gettext(_OWN)
    return Entrant(
        number=OWN, name=name, build=build.nameless(), written=game.write_build(build.nameless())
    )


def named(ring: Ring, lang: Lang) -> list[Entrant]:
    """The opponents; those of the house by their numbers."""
    words = translations(lang).gettext(_HOUSE)
    return [
        Entrant(
            number=each.number,
            name=each.name or words.format(number=each.number),
            owner=each.owner,
            build=each.build,
            written=each.written,
        )
        for each in ring.opponents
    ]


def bouts(session: Session, game: Ruleset, build: Build, lang: Lang) -> list[Bouts]:
    """How the build fares against the builds of the house, and against the best of the last published season."""
    rings = [sparring.of_house(game), sparring.best(session, game, lang)]
    return [_bouts(game, build, ring, lang) for ring in rings if ring and ring.opponents]


def _bouts(game: Ruleset, build: Build, ring: Ring, lang: Lang) -> Bouts:
    met = [
        OpponentView(place, who, CLASSES[byte & 3], game.ending(reason_of(byte), lang))
        for place, (who, byte) in enumerate(
            zip(named(ring, lang), ring.outcomes(game, build), strict=True), 1
        )
    ]
    often = Counter(each.result for each in met)
    newest = ruleset(game.slug)
    is_newest = game is (newest if game.config is None else newest.under(game.config))
    here = above(game, build, ring, lang) if is_newest else ""
    return Bouts(ring, here, met, (often["w"], often["d"], often["l"]))


# --- the battle that shows a game --------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Exhibition:
    """Both sides, each with its row, and what happened in a few lines."""

    sides: Sequence[tuple[str, Sequence[CardView]]]
    lines: Sequence[TellingLine]


@cache
def exhibition(slug: str, lang: Lang) -> _Exhibition | None:
    """That of the game by its newest rules; None if it shows none."""
    game = ruleset(slug)
    if not game.exhibition:
        return None
    home, away = (game.read_build(line.to(lang)) for line in game.exhibition)
    mine, theirs = (TellingSheet(build.name or "") for build in (home, away))
    battle = game.play(home.nameless(), away.nameless())
    sides = [(mine.name, row_of(game, home)), (theirs.name, row_of(game, away))]
    told = _rounds if game.match else brief
    return _Exhibition(sides, told(game, battle, mine, theirs, lang))


def _rounds(
    game: Ruleset, battle: Battle, home: TellingSheet, away: TellingSheet, lang: Lang
) -> list[TellingLine]:
    """That it is an exhibition, how both stood after each turn, and the end."""
    lines = [*game.tell(battle.events, home, away, lang)]
    note = next(line for line in lines if line.tone is Tone.NOTE)
    stood = {
        line.turn: line
        for line in lines
        if line.tone is Tone.BOARD and home.name in line.text and away.name in line.text
    }
    return [note, *stood.values(), next(line for line in lines if line.tone is Tone.VERDICT)]
