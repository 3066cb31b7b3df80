"""A knock-out in a letter: its last eight as a tree of plain text, and its last rounds as lists."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Final

from app.engine import Lang
from app.league.results.results import FinishedRun
from app.league.seasons.stages import names
from app.letters.render import one_line
from app.text.columns import shortened, width
from app.tournament.formats.bracket import BracketGame, BracketPart, From
from app.tournament.formats.stages import Phase

_NAME: Final = 13
"""Columns of a name in a tree: four of them and what joins them are no wider than a letter."""
_ROUNDS: Final = 3
"""How many of the last rounds are shown."""


_LetterRound = tuple[str, Sequence[tuple[str, str]]]


@dataclass(frozen=True, slots=True)
class LetterBracket:
    """`tree`: lines of plain text, none of a double knock-out; `rounds`: each by its name, with who beat whom.

    `beside`: those that the tree leaves out.
    """

    stage: str
    tree: Sequence[str]
    rounds: Sequence[_LetterRound]
    beside: Sequence[_LetterRound]


def brackets_of(run: FinishedRun, lang: Lang) -> list[LetterBracket]:
    """Those of all its stages that are knock-outs."""
    return [_bracket(run, phase, lang) for phase in run.phases if phase.games or phase.team_games]


def _bracket(run: FinishedRun, phase: Phase, lang: Lang) -> LetterBracket:
    everything = phase.games or phase.team_games
    called = names.GameNames(everything, lang)
    games = [
        each
        for each in names.fought(everything)
        if each.planned.round > everything[-1].planned.round - _ROUNDS and each.winner is not None
    ]

    def name(entry: int | None) -> str:
        if entry is None:
            return ""
        own = run.team_of(entry).name(lang) if phase.lineups else run.participants[entry].name
        return one_line(own)

    rounds: dict[str, list[tuple[str, str]]] = {}
    for each in games:
        two = name(each.winner), name(each.loser)
        rounds.setdefault(called.all(each.planned), []).append(two)
    parts = {each.planned.part: each for each in games}
    is_tree = BracketPart.FINAL in parts and BracketPart.LOSERS not in parts
    third = [called.all(parts[each].planned) for each in (BracketPart.THIRD,) if each in parts]
    return LetterBracket(
        run.plans[phase.at].name(lang),
        tree(parts[BracketPart.FINAL], games, name) if is_tree else [],
        [*rounds.items()],
        [each for each in rounds.items() if not is_tree or each[0] in third],
    )


def tree(
    final: BracketGame, games: Sequence[BracketGame], name: Callable[[int | None], str]
) -> list[str]:
    """The games from the quarter-finals on, the winner of each to the right of its two; without a line end that is blank."""
    at = {each.planned[:2]: each for each in games}
    return [line.rstrip() for line in _branch(final, at, name, _ROUNDS)[0]]


def _branch(
    game: BracketGame,
    at: dict[tuple[int, int], BracketGame],
    name: Callable[[int | None], str],
    depth: int,
) -> tuple[list[str], int]:
    """The lines of the branch that leads to the game, with its winner at the end, and the line of
    that winner.
    """
    halves = []
    for source, entry in ((game.planned.first, game.first), (game.planned.second, game.second)):
        before = at.get(source.game) if isinstance(source, From) and source.won else None
        if before and depth > 1:
            halves.append(_branch(before, at, name, depth - 1))
        else:
            halves.append(([_cell(name(entry))], 0))
    (upper, above), (lower, below) = halves
    below += len(upper) + 1
    lines = [*upper, "", *lower]
    columns = max(map(width, lines))
    middle = (above + below) // 2
    for row, line in enumerate(lines):
        if row in (above, below):
            join = " " + "-" * (columns - width(line.rstrip()) + 1) + "+"
            lines[row] = line.rstrip() + join
        elif above < row < below:
            lines[row] = line + " " * (columns - width(line) + 2) + "|"
    lines[middle] += f"-- {_cell(name(game.winner))}"
    return lines, middle


def _cell(name: str) -> str:
    return shortened(name, _NAME, "..")
