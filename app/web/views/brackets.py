"""A bracket as pages show it: rounds beside each other, each game with its two, and the path of who won lit."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from typing import Final, NamedTuple

from app.engine import Lang
from app.league.seasons.stages import names
from app.tournament.formats.bracket import NOBODY, BracketGame, BracketPart, From

MOST_DRAWN: Final = 64
"""A bracket of more entrants is shown as lists alone."""
_STRIPS: Final = (
    {BracketPart.WINNERS, BracketPart.FINAL, BracketPart.RESET},
    {BracketPart.LOSERS},
    {BracketPart.THIRD},
)
"""The parts that are drawn in one: lines lead from game to game."""


class BracketSide(NamedTuple):
    """A side of a game in a bracket, and its page; a team has none."""

    name: str
    href: str = ""


class BracketLink(NamedTuple):
    """The page of a game, and how it ended; open while it goes on."""

    href: str
    label: str
    is_open: bool = False


@dataclass(frozen=True, slots=True)
class _Side:
    entry: int | None
    who: BracketSide | None
    is_winner: bool
    is_lit: bool


@dataclass(frozen=True, slots=True)
class _Cell:
    """A game.

    A cell without sides lets its character pass without a battle, if a line leads there. `join` is where the
    winner's line turns: `down`, `up`, straight `on`, or nowhere.
    """

    sides: Sequence[_Side]
    link: BracketLink | None
    join: str
    through: int | None
    is_passed: bool
    is_lit: bool


@dataclass(frozen=True, slots=True)
class _Column:
    """A round. It is sparse if no games stand beside each other: then it only needs the height of the next round."""

    title: str
    cells: Sequence[_Cell]

    @property
    def is_sparse(self) -> bool:
        beside = [bool(one.sides and other.sides) for one, other in pairwise(self.cells)]
        return bool(beside) and not any(beside)


@dataclass(frozen=True, slots=True)
class BracketView:
    """The rows of rounds: that of the winners, of the losers, and the match for third place. `lit` won it all."""

    rows: Sequence[Sequence[_Column]]
    lit: int | None
    is_going_on: bool


def bracket(
    games: Sequence[BracketGame],
    who: Callable[[int], BracketSide],
    link: Callable[[BracketGame], BracketLink | None],
    lang: Lang,
) -> BracketView:
    """The bracket of these games."""
    deciding = [each for each in games if each.planned.part in _STRIPS[0]][-1:]
    lit = next((each.winner for each in deciding), None)
    called = names.GameNames(games, lang)
    rows = [[*_columns(games, parts, (who, link, lit), called)] for parts in _STRIPS]
    cells = [cell for row in rows for column in row for cell in column.cells]
    is_going_on = any(cell.link and cell.link.is_open for cell in cells)
    return BracketView([each for each in rows if each], lit, is_going_on)


def _columns(
    games: Sequence[BracketGame],
    parts: set[BracketPart],
    by: tuple[
        Callable[[int], BracketSide], Callable[[BracketGame], BracketLink | None], int | None
    ],
    called: names.GameNames,
) -> Iterator[_Column]:
    who, link, lit = by
    own = [each for each in games if each.planned.part in parts]
    join = _joins(own)
    fed: set[tuple[int, int]] = set()
    for _, found in groupby(own, key=lambda each: each.planned.round):
        cells = []
        beside = [*found]
        for each in beside:
            planned, two = each.planned, (each.first, each.second)
            is_shown = NOBODY not in two
            sources = [side for side in (planned.first, planned.second) if isinstance(side, From)]
            is_passed = each.winner != NOBODY and any(side.game in fed for side in sources)
            if is_shown or is_passed:
                fed.add(planned[:2])
            sides = [
                _Side(
                    side,
                    None if side is None else who(side),
                    side is not None and side == each.winner,
                    side is not None and side == lit,
                )
                for side in (two if is_shown else ())
            ]
            cells.append(
                _Cell(
                    sides,
                    link(each) if is_shown and None not in two else None,
                    join.get(planned[:2], "") if is_shown or is_passed else "",
                    each.winner,
                    is_passed and not is_shown,
                    lit is not None and each.winner == lit,
                )
            )
        if any(each.sides for each in cells):
            yield _Column(called.all(beside[0].planned), cells)


def _joins(games: Sequence[BracketGame]) -> dict[tuple[int, int], str]:
    """Where the winner of each of these goes from there, among them."""
    own = {each.planned[:2] for each in games}
    found: dict[tuple[int, int], str] = {}
    for each in games:
        sources = [
            side.game
            for side in (each.planned.first, each.planned.second)
            if isinstance(side, From) and side.won and side.game in own
        ]
        turns = ("down", "up") if len(sources) == 2 else ("on",)
        found |= dict(zip(sources, turns, strict=False))
    return found
