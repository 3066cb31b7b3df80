"""The opponents of a character, and its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine import NOT_PLAYED, Lang, Ruleset, reason_of
from app.statistics import matchups
from app.statistics.similarity import Likeness
from app.tournament.full_table import Entrant
from app.tournament.standings import Standing
from app.web.views.tables.crosstable import CLASSES


@dataclass(frozen=True, slots=True)
class Opponent:
    """An opponent of a character, and how the battle ended: `result` is w, d or l."""

    place: int
    who: Entrant
    result: str
    ending: str


def opponents(
    game: Ruleset, field: Sequence[Entrant], table: Sequence[Standing], row: bytes, lang: Lang
) -> list[Opponent]:
    """All opponents of the character with these outcomes, the best first."""
    return [
        Opponent(
            line.place, field[line.entry], CLASSES[byte & 3], game.ending(reason_of(byte), lang)
        )
        for line in table
        if (byte := row[line.entry]) != NOT_PLAYED
    ]


@dataclass(frozen=True, slots=True)
class Neighbour:
    """A neighbour of a character: its place, and how many changes its build is away if that is the reason."""

    who: Entrant
    place: int
    changes: int = 0


@dataclass(frozen=True, slots=True)
class Neighbourhood:
    """The neighbours of a character: its rivals, those with the same build, and those with the most similar ones."""

    enemy: Neighbour | None
    victim: Neighbour | None
    twins: Sequence[Neighbour]
    alike: Sequence[Neighbour]


def neighbourhood(
    field: Sequence[Entrant], table: Sequence[Standing], row: bytes, index: int
) -> Neighbourhood:
    """That of the one with this index and these outcomes; found without counting the whole field."""

    def at(rank: int, changes: int = 0) -> Neighbour:
        return Neighbour(field[table[rank].entry], table[rank].place, changes)

    rivals = matchups.rivals_of(row, table)
    rank = next(rank for rank, standing in enumerate(table) if standing.entry == index)
    builds = [field[standing.entry].build.nameless() for standing in table]
    twins = [other for other, build in enumerate(builds) if build == builds[rank] and other != rank]
    return Neighbourhood(
        enemy=None if rivals.enemy is None else at(rivals.enemy),
        victim=None if rivals.victim is None else at(rivals.victim),
        twins=[*map(at, twins)],
        alike=[at(each.index, each.changes) for each in Likeness(builds).nearest(rank)],
    )
