"""The opponents of a character, and its neighbours."""

from collections.abc import Sequence
from dataclasses import dataclass

from app.engine import NOT_PLAYED, Lang, Ruleset, reason_of
from app.statistics import matchups, similarity
from app.tournament.full_table import Entrant, FullTable
from app.tournament.standings import Standing
from app.web.views.tables.crosstable import CLASSES


@dataclass(frozen=True, slots=True)
class OpponentView:
    """An opponent of a character, and how the battle ended: `result` is w, d or l."""

    place: int
    who: Entrant
    result: str
    ending: str


def met(table: Sequence[Standing], row: bytes) -> list[Standing]:
    """The lines of all whom the character with these outcomes met, the best first."""
    return [line for line in table if row[line.entry] != NOT_PLAYED]


def opponents(
    game: Ruleset, field: Sequence[Entrant], lines: Sequence[Standing], row: bytes, lang: Lang
) -> list[OpponentView]:
    """Of these lines the opponents of the character with these outcomes."""
    endings = [game.ending(reason, lang) for reason in range(len(game.reasons))]
    return [
        OpponentView(line.place, field[line.entry], CLASSES[byte & 3], endings[reason_of(byte)])
        for line in lines
        for byte in [row[line.entry]]
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
    field: Sequence[Entrant], table: FullTable, row: bytes, index: int
) -> Neighbourhood:
    """That of the one with this index and these outcomes; found without counting the whole field."""
    standings = table.standings

    def at(rank: int, changes: int = 0) -> Neighbour:
        return Neighbour(field[standings[rank].entry], standings[rank].place, changes)

    rivals = matchups.rivals_of(row, standings)
    rank, likeness = table.ranks[index], similarity.of(table)
    return Neighbourhood(
        enemy=None if rivals.enemy is None else at(rivals.enemy),
        victim=None if rivals.victim is None else at(rivals.victim),
        twins=[*map(at, likeness.twins(rank))],
        alike=[at(each.index, each.changes) for each in likeness.nearest(rank)],
    )
