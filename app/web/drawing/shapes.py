"""Plain shapes of SVG round the centre (0, 0), up pointing to negative y."""

from collections.abc import Iterable, Iterator
from math import cos, pi, sin

Point = tuple[float, float]


def number(value: float) -> str:
    """`value` as short as a drawing of a hundred units needs it."""
    text = f"{value:.1f}".rstrip("0").rstrip(".")
    return "0" if text in ("-0", "") else text


def at(radius: float, turns: float) -> Point:
    """The point at this distance, turned clockwise from the top by this many full turns."""
    angle = 2 * pi * turns
    return radius * sin(angle), -radius * cos(angle)


def around(count: int, radius: float, start: float = 0) -> Iterator[Point]:
    """As many points round the centre."""
    for place in range(count):
        yield at(radius, start + place / count)


def path(d: str, *, extra: str = "") -> str:
    """A filled path."""
    return f'<path d="{d}"{extra}/>'


def polygon(points: Iterable[Point]) -> str:
    """The outline of a polygon, as the data of a path."""
    return "M" + "L".join(f"{number(x)} {number(y)}" for x, y in points) + "Z"


def disc(x: float, y: float, radius: float) -> str:
    """A filled disc."""
    place = f' cx="{number(x)}"' * bool(x) + f' cy="{number(y)}"' * bool(y)
    return f'<circle{place} r="{number(radius)}"/>'


def line(d: str, width: float, colour: str) -> str:
    """A path that is drawn and not filled."""
    return f'<path d="{d}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'


def ring(radius: float, width: float, colour: str, x: float = 0, y: float = 0) -> str:
    """A circle that is drawn and not filled."""
    place = f' cx="{number(x)}"' * bool(x) + f' cy="{number(y)}"' * bool(y)
    return f'<circle{place} r="{number(radius)}" fill="none" stroke="{colour}" stroke-width="{number(width)}"/>'


def turned(parts: str, turns: float) -> str:
    """The same shape, turned clockwise by this many full turns."""
    return f'<g transform="rotate({number(turns * 360)})">{parts}</g>' if turns % 1 else parts


def moved(parts: str, x: float, y: float, scale: float, turns: float = 0) -> str:
    """The same elsewhere, smaller, turned first."""
    spin = f" rotate({number(turns * 360)})" if turns % 1 else ""
    return f'<g transform="translate({number(x)} {number(y)}) scale({scale:.2f}){spin}">{parts}</g>'


def rosette(part: str, count: int, start: float = 0) -> str:
    """The same part as often as that round the centre."""
    return "".join(turned(part, start + place / count) for place in range(count))
