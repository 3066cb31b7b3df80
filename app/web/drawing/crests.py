"""A character's crest: a family crest of Japan in two colours, drawn from nothing but the character's name.

The same name, as names are compared, has the same crest for ever; it holds no text.
"""

import hashlib
from collections.abc import Callable, Sequence
from functools import cache
from math import cos, pi
from typing import Final

from app.league.entries.characters import name_key
from app.web.drawing.motifs import MOTIFS, PETALS, RADIAL, SHEET, Hand, motif
from app.web.drawing.shapes import (
    around,
    at,
    disc,
    line,
    moved,
    number,
    path,
    polygon,
    ring,
    rosette,
)

PAPER: Final = "#fcf8ee"
THREADS: Final = (PAPER, PAPER, "#eccb78", "#c3dcea", "#f3cbc2", "#d5e2b4")
"""白 金 空 桜 若菜: what is drawn on cloth."""
CLOTHS: Final = (
    *("#1f3a5f", "#8d1a17", "#35582f", "#4f2c63", "#2a241c", "#1f5a5e", "#8a4422", "#6d5520"),
    *("#274f8f", "#7b2143", "#4b5320", "#464a58", "#5b3a8c", "#0f4c46", "#a03a1c", "#5c2e1c"),
)
"""藍 臙脂 松葉 紫紺 墨 鉄納戸 弁柄 朽葉 瑠璃 蘇芳 海松 鈍 桔梗 深緑 柿渋 栗: dark enough for any thread to show on them."""
SEED: Final = 16
"""How many hexadecimal digits name a crest."""


def seed(name: str) -> str:
    """The seed of a crest. It reveals no more of the name than the crest does."""
    return hashlib.sha256(f"hikyaku-crest\0{name_key(name)}".encode()).hexdigest()[:SEED]


def crest(name: str) -> str:
    """The crest of the character of this name, as an SVG document."""
    return drawn(seed(name))


def address(name: str) -> str:
    """Where the crest of the character of this name is shown; it changes only if all crests do."""
    return f"/crests/{seed(name)}.svg?{_edition()}"


@cache
def _edition() -> str:
    """A digest of how crests are drawn."""
    drawing = [SHEET, *sorted(SHEET.parent.glob("*.py"))]
    return hashlib.sha256(b"".join(each.read_bytes() for each in drawing)).hexdigest()[:8]


def drawn(seed: str) -> str:
    """The crest of this seed, as an SVG document."""
    return f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="-50 -50 100 100">{parts(seed)}</svg>'


def parts(seed: str) -> str:
    """The content of the crest: a disc of radius 50 round (0, 0)."""
    dice = _Dice(seed)
    cloth = CLOTHS[dice.throw(len(CLOTHS))]
    if dice.throw(3):
        ground, edge = cloth, PAPER
        ink, frame_ink = (THREADS[dice.throw(len(THREADS))] for _ in range(2))
    else:
        ground, edge = PAPER, cloth
        ink, frame_ink = cloth, CLOTHS[dice.throw(len(CLOTHS))]
    name = MOTIFS[dice.throw(len(MOTIFS))]
    frame, inner, swapped = _frame(dice, frame_ink, ground)
    colours = (ground, frame_ink) if swapped else (ink, ground)
    hand = Hand(*colours, 3 + dice.throw(6), dice.throw(4))
    between = _between(dice, hand, name)
    middle = _wreathed(dice, hand, name) if name not in RADIAL else motif(name, hand)
    middle += between + _heart(dice, hand, name)
    turn = dice.throw(2) / 2 / hand.count if name in RADIAL else 0
    scale = inner / 40 * (0.94 if between else 1)
    return (
        f'<circle r="49" fill="{ground}" stroke="{edge}" stroke-width="2"/>'
        f'<g fill="{frame_ink}">{frame}</g>'
        f'<g fill="{hand.ink}">{moved(middle, 0, 0, scale, turn)}</g>'
    )


class _Dice:
    """Numbers out of a seed, one after the other."""

    def __init__(self, seed: str) -> None:
        self.left = int.from_bytes(hashlib.sha256(seed.encode()).digest())

    def throw(self, sides: int) -> int:
        self.left, face = divmod(self.left, sides)
        return face


def _frame(dice: _Dice, ink: str, ground: str) -> tuple[str, float, bool]:
    """The frame around the motif, the radius left inside it, and whether it fills the ground itself."""
    kind, n = dice.throw(len(_FRAMES)), 6 + dice.throw(7)
    radius, fills, drawn = _FRAMES[kind]
    return drawn(n, ink, ground), radius, fills


def _beads(n: int, ink: str, ground: str) -> str:
    """A ring of beads on a ring."""
    beads = list(around(n // 2 + 1, 43))
    bites = "".join(disc(x, y, 6) for x, y in beads)
    knots = "".join(ring(5, 2.4, ink, x, y) for x, y in beads)
    return f'{ring(42, 4.5, ink)}<g fill="{ground}">{bites}</g>{knots}'


def _scallops(n: int, ink: str) -> str:
    """浮線: arcs, one beside the other."""
    corners = list(around(n, 41))
    radius = 41 * cos(pi / 2 - pi / n) * 1.02
    x, y = corners[-1]
    d = f"M{number(x)} {number(y)}" + "".join(
        f"A{number(radius)} {number(radius)} 0 0 1 {number(x)} {number(y)}" for x, y in corners
    )
    return f'<path d="{d}Z" fill="none" stroke="{ink}" stroke-width="4" transform="scale(.94)"/>'


_FRAMES: Final[Sequence[tuple[float, bool, Callable[[int, str, str], str]]]] = (
    (41, False, lambda n, ink, ground: ""),
    (37, False, lambda n, ink, ground: ring(43, 2.6, ink)),
    (34, False, lambda n, ink, ground: ring(41.5, 6.5, ink)),
    (32, False, lambda n, ink, ground: ring(42, 5, ink) + ring(36.8, 1.8, ink)),
    (34, False, lambda n, ink, ground: line(polygon(around(6, 45, 0.5 * (n % 2) / 6)), 5, ink)),
    (
        31,
        False,
        lambda n, ink, ground: line(
            polygon(at(44, (k + side) / 4 + 0.125) for k in range(4) for side in (-0.17, 0.17)),
            5,
            ink,
        ),
    ),
    (33, False, _beads),
    (34, False, lambda n, ink, ground: _scallops(n, ink)),
    (36, False, lambda n, ink, ground: "".join(disc(x, y, 3.1) for x, y in around(2 * n, 43))),
    *((36.5, True, lambda n, ink, ground: disc(0, 0, 44)),) * 2,
    (
        36,
        False,
        lambda n, ink, ground: (
            ring(43, 4.5, ink) + rosette(line("M0 -38V-48", 5, ground), n // 2, 0.5 / n)
        ),
    ),
    (29, True, lambda n, ink, ground: path(polygon(around(4, 46, 0.125 * (n % 2))))),
    (
        34.5,
        False,
        lambda n, ink, ground: (
            rosette(path(polygon([at(47, 0), at(40, -0.25 / n), at(40, 0.25 / n)])), 2 * n)
            + ring(39.5, 2.4, ink)
        ),
    ),
)
"""The radius that each leaves, whether it fills the ground itself, and how it is drawn. The place decides who has it."""


def _between(dice: _Dice, hand: Hand, name: str) -> str:
    """剣, 露: small things between the petals of a flower."""
    kind = dice.throw(4)
    if name not in PETALS or kind > 1 or hand.count > 5:
        return ""
    count = max(hand.count, PETALS[name])
    thing = path("M0 -44L3.6 -30L0 -20L-3.6 -30Z") if kind else disc(0, -39, 4.2)
    return rosette(thing, count, 0.5 / count)


def _wreathed(dice: _Dice, hand: Hand, name: str) -> str:
    """The motif; smaller if there is a wreath around it."""
    kind, n = dice.throw(6), 5 + dice.throw(8)
    if kind < 3:
        return motif(name, hand)
    wreath = ring(39, 2, hand.ink)
    if kind == 4:
        wreath = "".join(disc(x, y, 2.6) for x, y in around(n, 38, 0.5 / n))
    elif kind == 5:
        wreath = rosette(line("M-4 -37Q0 -41 4 -37", 2.6, hand.ink), n, 0.5 / n)
    return wreath + moved(motif(name, hand), 0, 0, 0.8)


def _heart(dice: _Dice, hand: Hand, name: str) -> str:
    """The middle of a flower."""
    kind = dice.throw(4)
    if name not in RADIAL or kind == 0:
        return ""
    gap = f'<circle r="{10 + kind}" fill="{hand.ground}"/>'
    if kind == 1:
        return gap + disc(0, 0, 7)
    if kind == 2:
        return gap + ring(7, 3.4, hand.ink) + disc(0, 0, 2.6)
    return gap + "".join(disc(x, y, 3) for x, y in around(hand.count, 7.2))
