"""Charts as SVG, and grids of numbers: coloured by the style sheet, and never the only place of a number.

What has only numbers in it is put together as text: `Markup.format` takes ten times as long.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import hypot
from typing import Final

from markupsafe import Markup, escape

from app.engine import CardInfo

HEIGHT: Final = 190
_FLOOR: Final = HEIGHT - 30
_CEILING: Final = 22
_STEPS: Final = 3


def bars(counts: Sequence[int], title: str, description: str) -> Markup:
    """A column for each count, over an axis from 0 to 100 %. Its widths are shares, so that it fits any screen."""
    width = 100 / len(counts)
    most = max(counts, default=0) or 1
    columns = []
    for at, count in enumerate(counts):
        height = round((_FLOOR - _CEILING) * count / most, 1)
        columns.append(
            f'<rect class="column" x="{at * width + width * 0.08:.1f}%" y="{_FLOOR - height:.1f}" '
            f'width="{width * 0.84:.1f}%" height="{height}"/>'
            f'<text x="{(at + 0.5) * width:.1f}%" y="{_FLOOR - height - 6:.1f}">{count or ""}</text>'
        )
    drawn = Markup("".join([*columns, _AXIS]))  # noqa: S704 - numbers
    return _picture(title, description, drawn)


_AXIS: Final = f'<line class="axis" x2="100%" y1="{_FLOOR}" y2="{_FLOOR}"/>' + "".join(
    f'<text class="tick {where}" x="{at}%" y="{HEIGHT - 10}">{at}%</text>'
    for at, where in [(0, "start"), *((at, "middle") for at in (25, 50, 75)), (100, "end")]
)


def gain(value: float, most: float) -> Markup:
    """A bar from the middle: to the right for a gain, to the left for a loss. The number stands beside it."""
    length = round(50 * min(abs(value) / most, 1), 1) if most else 0
    kind, start = ("more", 50) if value > 0 else ("less", round(50 - length, 1))
    return Markup(  # noqa: S704 - numbers
        '<svg class="gain" viewBox="0 0 100 10" preserveAspectRatio="none" aria-hidden="true" focusable="false">'
        f'<rect class="{kind}" x="{start}" width="{length}" height="10"/><path d="M50 0v10"/></svg>'
    )


def shade(value: float | None, most: float) -> str:
    """The class of a cell: `less3` to `more3`, `even` for next to nothing, `none` without a value."""
    if value is None:
        return "none"
    step = round(_STEPS * min(abs(value) / most, 1)) if most else 0
    if not step:
        return "even"
    return f"{'more' if value > 0 else 'less'}{step}"


@dataclass(frozen=True, slots=True)
class Cell:
    """A number in a grid: the class that shades it, its text, and whether it rests on few entries."""

    shade: str
    text: str
    is_faint: bool = False


@dataclass(frozen=True, slots=True)
class GridLine:
    """A card and its cells, slot by slot."""

    info: CardInfo
    family: int
    cells: Markup


def row(cells: Iterable[Cell]) -> Markup:
    """The cells of a line, put together."""
    drawn = [
        f'<td class="{each.shade}{" faint" if each.is_faint else ""}">{each.text}</td>'
        for each in cells
    ]
    return Markup("".join(drawn))  # noqa: S704 - numbers


def signed(gained: float) -> str:
    """`+21`, `−3`, `0`."""
    whole = round(gained)
    return f"{whole:+,}".replace("-", "−") if whole else "0"


def circle(labels: Sequence[object]) -> Markup:
    """Three characters, each of which beats the next, the first on top, joined by arrows; the text tells it too."""
    nodes = "".join(
        f'<circle cx="{x}" cy="{y}" r="{_RADIUS}"/><text x="{x}" y="{y + 5}">{escape(label)}</text>'
        for (x, y), label in zip(_CORNERS, labels, strict=True)
    )
    return Markup(  # noqa: S704 - escaped
        f'<svg class="circle" viewBox="0 0 120 108" aria-hidden="true" focusable="false">{_ARROWS}{nodes}</svg>'
    )


_RADIUS: Final = 19
_CORNERS: Final = ((60, 21), (99, 86), (21, 86))


def _arrow(start: tuple[int, int], end: tuple[int, int]) -> str:
    """A line between two circles, with a head."""
    dx, dy = end[0] - start[0], end[1] - start[1]
    length = hypot(dx, dy)
    ux, uy = dx / length, dy / length
    x, y = start[0] + ux * (_RADIUS + 2), start[1] + uy * (_RADIUS + 2)
    tip_x, tip_y = end[0] - ux * (_RADIUS + 3), end[1] - uy * (_RADIUS + 3)
    back_x, back_y = tip_x - ux * 7, tip_y - uy * 7
    return (
        f"M{x:.1f} {y:.1f}L{tip_x:.1f} {tip_y:.1f}"
        f"M{back_x - uy * 4:.1f} {back_y + ux * 4:.1f}L{tip_x:.1f} {tip_y:.1f}"
        f"L{back_x + uy * 4:.1f} {back_y - ux * 4:.1f}"
    )


_ARROWS: Final = "".join(
    f'<path class="arrow" d="{_arrow(_CORNERS[at], _CORNERS[(at + 1) % 3])}"/>' for at in range(3)
)


def _picture(title: str, description: str, content: Markup) -> Markup:
    """A picture with a description."""
    return Markup(
        '<svg class="chart" height="{}" role="img" aria-label="{}"><title>{}</title><desc>{}</desc>{}</svg>'
    ).format(HEIGHT, f"{title}: {description}", title, description, content)
