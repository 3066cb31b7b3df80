"""The bracket of a knock-out as a picture. Whoever cannot see it has the same as lists, round by round."""

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from typing import Final

from markupsafe import Markup, escape

from app.text.columns import shortened
from app.tournament.formats.bracket import NOBODY, BracketGame, BracketPart, From
from app.web.drawing.shapes import number

MOST_DRAWN: Final = 64
"""So many entrants fit into a picture; of more there are lists alone."""
WIDTH, HEIGHT, GAP, STEP = 168, 44, 40, 56
_NAME: Final = 20
"""Columns of a name."""
_BESIDE: Final = {BracketPart.FINAL, BracketPart.RESET, BracketPart.THIRD}
"""Games that stand where the winners do."""


def drawing(
    games: Sequence[BracketGame], name: Callable[[int], str], titles: Mapping[BracketPart, str]
) -> Markup:
    """The games as they ended, from left to right; those of the second chance below the others.

    Those about places stand under their `titles`.
    """
    shown = [each for each in games if NOBODY not in (each.first, each.second)]
    places = _places(games)
    rounds = sorted({each.planned.round for each in shown})
    column = {round_: at for at, round_ in enumerate(rounds)}
    spots = {
        each.planned[:2]: (column[each.planned.round] * (WIDTH + GAP), places[each.planned[:2]])
        for each in shown
    }
    lines = [
        _line(spots[source.game], spots[each.planned[:2]])
        for each in shown
        for source in (each.planned.first, each.planned.second)
        if isinstance(source, From) and source.won and source.game in spots
    ]
    boxes = [
        _box(each, *spots[each.planned[:2]], name, titles if each.planned.part in _BESIDE else {})
        for each in shown
    ]
    width = len(rounds) * (WIDTH + GAP) - GAP
    height = max((y for _, y in spots.values()), default=0) + HEIGHT / 2 + 4
    svg = (
        f'<svg class="bracket" viewBox="-2 0 {width + 4} {number(height)}" width="{width + 4}" '
        f'height="{number(height)}" aria-hidden="true" focusable="false">'
    )
    return Markup(f"{svg}{''.join(lines)}{''.join(boxes)}</svg>")  # noqa: S704 - names are escaped


def _places(games: Sequence[BracketGame]) -> dict[tuple[int, int], float]:
    """The middle of each game: the rounds of a part share its height, that of the second chance comes below."""
    parts: dict[bool, dict[int, list[BracketGame]]] = {
        False: defaultdict(list),
        True: defaultdict(list),
    }
    beside: list[BracketGame] = []
    for each in games:
        if each.planned.part in _BESIDE:
            beside.append(each)
        else:
            parts[each.planned.part is BracketPart.LOSERS][each.planned.round].append(each)
    found: dict[tuple[int, int], float] = {}
    top = 20.0
    middle = 0.0
    for is_second in (False, True):
        rows = max((len(each) for each in parts[is_second].values()), default=0)
        rows = max(rows, 1) if not is_second else rows
        for round_ in parts[is_second].values():
            for at, game in enumerate(round_):
                found[game.planned[:2]] = top + (at + 0.5) * rows * STEP / len(round_)
        if not is_second:
            middle = top + rows * STEP / 2
        top += rows * STEP
    for game in beside:
        below = game.planned.part is BracketPart.THIRD
        found[game.planned[:2]] = middle + below * max(STEP, (top - middle) / 2)
    return found


def _line(start: tuple[float, float], end: tuple[float, float]) -> str:
    """From the game that somebody won to their next."""
    x, y = start[0] + WIDTH, start[1]
    turn = number(end[0] - GAP / 2)
    return f'<path d="M{number(x)} {number(y)}H{turn}V{number(end[1])}H{number(end[0])}"/>'


def _box(
    game: BracketGame,
    x: float,
    y: float,
    name: Callable[[int], str],
    titles: Mapping[BracketPart, str],
) -> str:
    top = y - HEIGHT / 2
    sides = []
    for at, entry in enumerate((game.first, game.second)):
        if entry is None:
            continue
        css = ' class="won"' if entry == game.winner else ""
        text = escape(shortened(name(entry), _NAME))
        sides.append(
            f'<text{css} x="{number(x + 8)}" y="{number(top + 17 + at * HEIGHT / 2)}">{text}</text>'
        )
    frame = f'<rect x="{number(x)}" y="{number(top)}" width="{WIDTH}" height="{HEIGHT}" rx="4"/>'
    if title := titles.get(game.planned.part):
        sides.append(
            f'<text class="part" x="{number(x)}" y="{number(top - 5)}">{escape(title)}</text>'
        )
    return frame + "".join(sides)
