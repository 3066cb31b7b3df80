"""Tables of a season besides its results: seals, the ranking list, all rounds, and the battles so far."""

from dataclasses import astuple, fields
from typing import Final

from app.engine import mark_of
from app.league import visibility
from app.league.exports.export import CSV, Columns, Export, WhenFound, cells, of
from app.league.rankings import all_rounds, banzuke
from app.league.rankings.all_rounds import AllRounds, Total
from app.league.rankings.banzuke import RankingList, Seat
from app.league.timetable import nights
from app.league.timetable.nights import SoFar
from app.store.entrants import PublicEntrant

SEALS: Final[Export[list[PublicEntrant], PublicEntrant]] = Export(
    "seals",
    WhenFound(
        lambda session, season, _: visibility.entrants_of(session, season, "en"), is_always=True
    ),
    (
        of(lambda _, each: each, "number, name, commitment"),
        Columns(
            lambda _: ("salt", "salts"),
            lambda _, each: (each.opening.get(name) for name in ("salt", "salts")),
        ),
        Columns(lambda _: ("hidden",), lambda _, each: (each.is_name_hidden or None,)),
    ),
    lambda found: [each for each in found if each.commitment],
    ("json",),
)
"""All seals from closing on, with their salts once the results are public: `hikyaku season verify --seals`."""
BANZUKE: Final[Export[RankingList, Seat]] = Export(
    "banzuke",
    WhenFound(lambda session, season, _: banzuke.list_of(session, season, "en")),
    (Columns(lambda _: (each.name for each in fields(Seat)), lambda _, seat: astuple(seat)),),
    banzuke.seats,
    CSV,
)
"""The ranking list, from the closing on."""
ALL_ROUNDS: Final[Export[AllRounds, Total]] = Export(
    "all-rounds",
    WhenFound(lambda session, season, _: all_rounds.of(session, season, "en")),
    (
        of(lambda _, each: each, "place, number, name, owner"),
        Columns(lambda found: (each.slug for each in found.seasons), lambda _, each: each.by_round),
        of(lambda _, each: each, "points, wins, draws, losses"),
    ),
    lambda found: found.lines,
    CSV,
)
"""The table over all rounds, a column a round by its season, once its results are public."""
SO_FAR: Final[Export[SoFar, tuple[object, ...]]] = Export(
    "so-far",
    WhenFound(lambda session, season, _: nights.so_far(session, season, "en")),
    (cells("round, first number, first, second number, second, result"),),
    lambda found: (
        (n, one.number, one.name, other.number, other.name, mark_of(each.winner))
        for n in range(1, found.rounds + 1)
        for each in found.round(n)
        for one, other in [(each.home, each.away)]
    ),
    CSV,
)
"""Every battle that is out, round by round, from the first night until all are public; `result` is the first one's."""
