"""What stands on a crest: flowers, leaves, feathers, stars, waves and plain figures, as the crests of Japan have them.

Each fills a disc of radius 40 round the centre, in the colour `ink`; what is cut out of it has the colour `ground`.
"""

from collections.abc import Callable
from dataclasses import dataclass
from math import pi, sin, sqrt, tan
from typing import Final

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
    turned,
)

R: Final = 40.0


@dataclass(frozen=True, slots=True)
class Hand:
    """What a motif is drawn with: two colours, a count of its parts, and how they are cut (0 to 3)."""

    ink: str
    ground: str
    count: int
    cut: int


Motif = Callable[[Hand], str]


def _petals(hand: Hand, outline: str, tip: float, middle: float, base: float = 12) -> str:
    """Petals round the centre, cut by a slit, veins, or an edge of their own."""
    cuts = {
        0: "",
        1: line(f"M0 {number(-base - 4)}V{number(-middle)}", 2.6, hand.ground),
        2: line(
            f"M0 {number(-base)}V{number(-middle)}M-5 {number(-middle + 1)}L0 {number(-middle + 9)}L5 {number(-middle + 1)}",
            2.2,
            hand.ground,
        ),
        3: disc(0, -middle, max(2.6, (tip - base) * 0.13)).replace(
            "/>", f' fill="{hand.ground}"/>'
        ),
    }
    return rosette(path(outline) + cuts[hand.cut], hand.count)


def plum(hand: Hand) -> str:
    """梅: round petals."""
    n = max(hand.count, 4)
    share = sin(pi / n) * 0.95
    far = R / (1 + share)
    radius = far * share
    inner = {
        0: "",
        1: ring(radius * 0.55, 2.4, hand.ground, 0, -far),
        2: line(f"M0 {number(-far + radius)}V{number(-far)}", 2.6, hand.ground),
        3: disc(0, -far, radius * 0.3).replace("/>", f' fill="{hand.ground}"/>'),
    }[hand.cut]
    return rosette(disc(0, -far, radius) + inner, n)


def cherry(hand: Hand) -> str:
    """桜: petals with a notch."""
    n = min(max(hand.count, 4), 6)
    w = 29 * tan(pi / n) * 0.92
    notch = f"C{number(w)} -36 {number(w * 0.5)} -40 {number(w * 0.28)} -40L0 -34L{number(-w * 0.28)} -40C{number(-w * 0.5)} -40 {number(-w)} -36 {number(-w)} -27"
    d = f"M0 -7C{number(w * 0.45)} -13 {number(w)} -19 {number(w)} -27{notch}C{number(-w)} -19 {number(-w * 0.45)} -13 0 -7Z"
    return _petals(_of(hand, n), d, 40, 25)


def bellflower(hand: Hand) -> str:
    """桔梗: broad petals with a point."""
    n = min(max(hand.count, 4), 6)
    w = 25 * tan(pi / n) * 0.94
    d = f"M0 -6L{number(w * 0.86)} -20C{number(w * 1.05)} -30 {number(w * 0.3)} -33 0 -40C{number(-w * 0.3)} -33 {number(-w * 1.05)} -30 {number(-w * 0.86)} -20Z"
    return _petals(_of(hand, n), d, 40, 24)


def chrysanthemum(hand: Hand) -> str:
    """菊: nine to fourteen narrow petals, never the sixteen of the Imperial house."""
    n = hand.count + 6
    far = R / (1 + sin(pi / n) * 0.86)
    w = far * sin(pi / n) * 0.86
    d = f"M0 -8L{number(w)} {number(-far)}A{number(w)} {number(w)} 0 0 0 {number(-w)} {number(-far)}Z"
    heart = disc(0, 0, 9 + hand.cut)
    return (
        rosette(path(d), n)
        + heart.replace("/>", f' fill="{hand.ground}"/>')
        + disc(0, 0, 5 + hand.cut)
    )


def sorrel(hand: Hand) -> str:
    """片喰: leaves like hearts."""
    n = min(hand.count, 5)
    w = {3: 22.0, 4: 18.0}.get(n, 14.0)
    d = f"M0 -3C{number(w * 0.4)} -12 {number(w)} -16 {number(w)} -27C{number(w)} -37 {number(w * 0.35)} -42 0 -33C{number(-w * 0.35)} -42 {number(-w)} -37 {number(-w)} -27C{number(-w)} -16 {number(-w * 0.4)} -12 0 -3Z"
    return _petals(_of(hand, n), d, 40, 25)


def ivy(hand: Hand) -> str:
    """蔦: one leaf of five points, or three of them."""
    d = "M0 40C-3 30 -5 24 -12 22C-20 30 -31 28 -36 22C-30 17 -30 13 -33 8C-42 4 -42 -10 -38 -16C-32 -12 -27 -13 -22 -17C-18 -26 -10 -34 0 -40C10 -34 18 -26 22 -17C27 -13 32 -12 38 -16C42 -10 42 4 33 8C30 13 30 17 36 22C31 28 20 30 12 22C5 24 3 30 0 40Z"
    veins = line("M0 26V-24M0 10L-26 -4M0 10L26 -4M0 18L-20 22M0 18L20 22", 2.6, hand.ground)
    return _piled(path(d) + veins, hand)


def oak(hand: Hand) -> str:
    """柏: leaves with a wavy edge."""
    n = min(hand.count, 5)
    w = {3: 1.0, 4: 0.84}.get(n, 0.68)
    points = [(7, -8), (16, -13), (13, -19), (20, -25), (14, -30), (13, -36), (0, -41)]
    half = [(x * w, float(y)) for x, y in points]
    d = "M0 -3"
    for (x1, y1), (x2, y2) in zip([(0.0, -3.0), *half], half, strict=False):
        d += f"Q{number(max(x1, x2) + 2)} {number((y1 + y2) / 2)} {number(x2)} {number(y2)}"
    left = [*[(-x, y) for x, y in half[::-1]][1:], (0.0, -3.0)]
    x1, y1 = 0.0, -41.0
    for x2, y2 in left:
        d += f"Q{number(min(x1, x2) - 2)} {number((y1 + y2) / 2)} {number(x2)} {number(y2)}"
        x1, y1 = x2, y2
    vein = line("M0 -6V-35", 2.4, hand.ground)
    ribs = line("M-8 -19L0 -13L8 -19M-7 -29L0 -23L7 -29", 2, hand.ground)
    return rosette(path(d + "Z") + vein * (hand.cut > 0) + ribs * (hand.cut > 1), n)


def bamboo(hand: Hand) -> str:
    """笹: slender leaves."""
    n = hand.count + (hand.cut > 1)
    w = min(9.5, 24 * tan(pi / n) * 0.8)
    d = f"M0 -4Q{number(w * 1.7)} -18 0 -40Q{number(-w * 1.7)} -18 0 -4Z"
    slit = line("M0 -10V-32", 2, hand.ground) * (hand.cut % 2)
    return rosette(path(d) + slit, n)


def fan(hand: Hand) -> str:
    """扇: open fans."""
    n = min(hand.count, 5)
    half = 0.44 / n
    (x, y), (i, j) = at(R, half), at(12, half)
    d = f"M{number(-i)} {number(j)}L{number(-x)} {number(y)}A40 40 0 0 1 {number(x)} {number(y)}L{number(i)} {number(j)}A12 12 0 0 0 {number(-i)} {number(j)}Z"
    ribs = "".join(
        f"M{number(at(17, t)[0])} {number(at(17, t)[1])}L{number(at(36, t)[0])} {number(at(36, t)[1])}"
        for t in (-half * 0.5, 0, half * 0.5)
    )
    band = ring(27, 2.4, hand.ground) if hand.cut % 2 else ""
    ribbed = line(ribs, 2.2, hand.ground) if hand.cut > 1 else ""
    return rosette(path(d) + ribbed, n) + band


def ginkgo(hand: Hand) -> str:
    """銀杏: leaves like split fans."""
    n = min(hand.count, 5)
    w = {3: 24.0, 4: 20.0}.get(n, 16.0)
    d = f"M-1.6 0L-2 -11Q{number(-w * 0.9)} -16 {number(-w)} -30Q{number(-w * 0.5)} -40 -2 -38L0 -26L2 -38Q{number(w * 0.5)} -40 {number(w)} -30Q{number(w * 0.9)} -16 2 -11L1.6 0Z"
    ribs = line(
        f"M-3 -15L{number(-w * 0.55)} -31M3 -15L{number(w * 0.55)} -31", 2.2, hand.ground
    ) * (hand.cut > 1)
    return rosette(path(d) + ribs, n)


def comma(hand: Hand) -> str:
    """巴: drops that follow one another."""
    n = min(hand.count - 1, 4)
    head = {2: 18.0, 3: 14.5}.get(n, 11.5)
    far = R - head
    turn = {2: 0.47, 3: 0.31}.get(n, 0.235)
    x, y = at(R, turn)
    d = (
        f"M0 {number(-far - head)}"
        f"A{number(R)} {number(R)} 0 0 1 {number(x)} {number(y)}"
        f"A{number(R * 0.86)} {number(R * 0.86)} 0 0 0 {number(head * 0.92)} {number(-far + head * 0.3)}Z"
    )
    eye = (
        disc(0, -far, head * 0.4).replace("/>", f' fill="{hand.ground}"/>') if hand.cut == 3 else ""
    )
    drawn = rosette(disc(0, -far, head) + path(d) + eye, n)
    return f'<g transform="scale(-1 1)">{drawn}</g>' if hand.cut % 2 else drawn


def diamonds(hand: Hand) -> str:
    """菱: diamonds, whole, in four, or as a flower."""
    whole = polygon([(0, -26), (40, 0), (0, 26), (-40, 0)])
    if hand.cut == 0:
        small = polygon([(0, -12.2), (18.8, 0), (0, 12.2), (-18.8, 0)])
        places = [(0, -13.4), (20.6, 0), (0, 13.4), (-20.6, 0)]
        return "".join(moved(path(small), x, y, 1) for x, y in places)
    if hand.cut == 1:
        inner = polygon([(0, -18), (28, 0), (0, 18), (-28, 0)])
        core = polygon([(0, -10), (16, 0), (0, 10), (-16, 0)])
        return path(whole) + path(inner, extra=f' fill="{hand.ground}"') + path(core)
    if hand.cut == 2:
        tall = [(0, -40, 1.0), (0, -14, 1.5), (0, 16, 1.0)]
        return "".join(
            path(polygon([(0, y), (24 * s, y + 14), (0, y + 28), (-24 * s, y + 14)]))
            + line(
                polygon([(0, y), (24 * s, y + 14), (0, y + 28), (-24 * s, y + 14)]),
                2.6,
                hand.ground,
            )
            for _, y, s in tall
        )
    kite = polygon([(0, -5), (11, -22), (0, -40), (-11, -22)])
    return rosette(path(kite) + line("M0 -12V-30", 2.4, hand.ground), max(hand.count, 4))


def scales(hand: Hand) -> str:
    """鱗: triangles, standing on one another or in a round."""
    if hand.count < 5:
        half, high = 17.3, 30.0
        tops = [(0.0, -40.0), (-half, high - 40), (half, high - 40)]
        one = path(polygon([(0, 0), (half * 0.94, high * 0.96), (-half * 0.94, high * 0.96)]))
        standing = "".join(moved(one, x, y, 1) for x, y in tops)
        return turned(standing, 0.5) if hand.cut % 2 else standing
    d = (
        polygon([(0, -40), (13, -17), (-13, -17)])
        if hand.cut % 2
        else polygon([(0, -10), (12, -36), (-12, -36)])
    )
    return rosette(path(d), hand.count if hand.cut < 2 else 6)


def stars(hand: Hand) -> str:
    """曜: discs round a disc."""
    n = hand.count + 1
    share = sin(pi / n) * (0.9 - 0.06 * hand.cut)
    far = R / (1 + share)
    radius = far * share
    middle = disc(0, 0, max(5.0, far - radius - 4) if hand.cut % 2 == 0 else radius)
    dots = "".join(disc(x, y, radius) for x, y in around(n, far))
    if hand.cut == 3:
        dots += "".join(ring(radius * 0.5, 2.4, hand.ground, x, y) for x, y in around(n, far))
    return dots + (middle if far - radius > 8 else "")


def feathers(hand: Hand) -> str:
    """鷹の羽: feathers, crossed or in a round."""
    n = hand.count
    d = "M-8 -38Q0 -44 8 -38L10 10L0 18L-10 10Z"
    bars = line("M-10 -26L0 -20L10 -26M-10 -14L0 -8L10 -14", 3, hand.ground) if hand.cut % 2 else ""
    slits = line("M-10 -4L0 3L10 -4", 2.4, hand.ground) if hand.cut > 1 else ""
    one = path(d) + path("M-2 16H2V42H-2Z") + line("M0 -40V20", 2.2, hand.ground) + bars + slits
    if n < 5:
        edge = line(d, 3, hand.ground)
        return turned(one, -0.125) + turned(edge, 0.125) + turned(one, 0.125)
    w = min(9.0, 27 * tan(pi / n) * 0.8)
    small = f"M{number(-w * 0.7)} -38Q0 -43 {number(w * 0.7)} -38L{number(w)} -18L0 -5L{number(-w)} -18Z"
    cut = line(f"M{number(-w)} -28L0 -23L{number(w)} -28", 2.6, hand.ground) * (hand.cut % 2)
    return rosette(path(small) + line("M0 -38V-10", 2, hand.ground) + cut, n)


def pinwheel(hand: Hand) -> str:
    """風車: blades that turn."""
    n = hand.count
    (x, y), (i, j) = at(R, 0.62 / n), at(R * 0.5, 0.5 / n)
    d = f"M0 0L0 -40A40 40 0 0 1 {number(x)} {number(y)}Q{number(i)} {number(j)} 0 0Z"
    drawn = rosette(path(d), n)
    middle = disc(0, 0, 8).replace("/>", f' fill="{hand.ground}"/>') + disc(0, 0, 4.5)
    drawn += middle * (hand.cut > 1)
    return f'<g transform="scale(-1 1)">{drawn}</g>' if hand.cut % 2 else drawn


def bars(hand: Hand) -> str:
    """引両: bars across the disc."""
    n = min(hand.count - 1, 4)
    high = {2: 18.0, 3: 13.0}.get(n, 10.0)
    gap = high * 0.6
    top = -(n * high + (n - 1) * gap) / 2
    drawn = ""
    for place in range(n):
        y1 = top + place * (high + gap)
        y2 = y1 + high
        x1, x2 = (sqrt(max(R * R - y * y, 0)) for y in (y1, y2))
        d = f"M{number(-x1)} {number(y1)}H{number(x1)}A40 40 0 0 1 {number(x2)} {number(y2)}H{number(-x2)}A40 40 0 0 1 {number(-x1)} {number(y1)}Z"
        drawn += path(d)
    return turned(drawn, {0: 0, 1: 0.25, 2: 0.125, 3: -0.125}[hand.cut])


def well(hand: Hand) -> str:
    """井桁: the curb of a well."""
    w = 7.0 + hand.count
    a = 15.0
    edge = 40.0 if hand.cut % 2 else 36.0
    beams = f"M{number(-a)} {number(-edge)}V{number(edge)}M{number(a)} {number(-edge)}V{number(edge)}M{number(-edge)} {number(-a)}H{number(edge)}M{number(-edge)} {number(a)}H{number(edge)}"
    drawn = line(beams, w, hand.ink)
    core = disc(0, 0, 5) if hand.cut > 1 else ""
    scaled = moved(drawn + core, 0, 0, 0.92)
    return turned(scaled, 0.125) if hand.cut in (0, 3) else scaled


def eyes(hand: Hand) -> str:
    """目結: squares with an eye."""
    n = {3: 1, 4: 2, 5: 2, 6: 3}.get(hand.count, 3)
    step = 58 / n
    size = step * 0.43
    hole = size * (0.3 + 0.08 * hand.cut)
    square = polygon([(-size, -size), (size, -size), (size, size), (-size, size)])
    eye = polygon([(0, -hole), (hole, 0), (0, hole), (-hole, 0)])
    if hand.cut % 2:
        eye = polygon([(-hole, -hole), (hole, -hole), (hole, hole), (-hole, hole)])
    one = path(square) + path(eye, extra=f' fill="{hand.ground}"')
    middle = (n - 1) / 2
    drawn = "".join(
        moved(one, (x - middle) * step, (y - middle) * step, 1) for x in range(n) for y in range(n)
    )
    return turned(drawn, 0.125) if hand.count % 2 or n == 1 else drawn


def links(hand: Hand) -> str:
    """輪違い: rings that lie in one another."""
    n = max(hand.count - 1, 2)
    far = 17.0 + 2 * (hand.cut % 2)
    radius = R - far - 2.5
    drawn = "".join(
        ring(radius, 5 if n < 5 else 3.6, hand.ink, x, y)
        for x, y in around(n, far, 0.25 if n == 2 else 0)
    )
    return drawn + disc(0, 0, 5) * (hand.cut > 1)


def polestar(hand: Hand) -> str:
    """籠目, 晴明桔梗: a star in one line."""
    n = max(hand.count, 5)
    step = 2 if n < 7 else 2 + hand.cut % 2
    points = [at(R - 1, place / n) for place in range(n)]
    if n % step:
        d = polygon([points[place * step % n] for place in range(n)])
    else:
        rounds = [
            [points[(first + place * step) % n] for place in range(n // step)]
            for first in range(step)
        ]
        d = "".join(polygon(each) for each in rounds)
    if hand.cut > 1:
        return path(d, extra=' fill-rule="evenodd"')
    return line(d, 5.5, hand.ink).replace("/>", ' stroke-linejoin="round"/>') + disc(0, 0, 5)


def arrows(hand: Hand) -> str:
    """矢: arrows, crossed or in a round."""
    n = hand.count
    tail = "M0 40L-9 36V20L0 25L9 20V36Z"
    head = "M-2.6 28V-20H2.6V28ZM0 -41L8 -18L0 -22L-8 -18Z"
    one = path(tail) + path(head)
    if n < 5:
        start = {3: 3, 4: 2}[n]
        return "".join(turned(one, (place - (start - 1) / 2) / 6) for place in range(start))
    w = min(10.0, 28 * tan(pi / n) * 0.75)
    d = f"M0 -40L{number(w)} -24L{number(w)} -12L0 -22L{number(-w)} -12L{number(-w)} -24Z"
    return rosette(path(d) + path("M-2 -20V-2H2V-20Z"), n)


def crescents(hand: Hand) -> str:
    """月: a crescent with a star, or crescents in a round."""
    moon = path("M22 -33A40 40 0 1 0 22 33A31 31 0 1 1 22 -33Z")
    star = path(polygon([at(13 if k % 2 == 0 else 5.6, k / 10) for k in range(10)]))
    dot = disc(0, 0, 11)
    if hand.count < 5:
        inside = moved(star if hand.cut % 2 else dot, 14, 0, 1)
        return turned(moon + inside, {0: 0, 1: -0.125, 2: -0.25, 3: 0.125}[hand.cut])
    n = hand.count - 1 - (hand.cut > 1)
    far = 24.0
    small = moved(moon, 0, -far, min(0.4, 0.9 * far * sin(pi / n) / R), 0.25 * (1 - hand.cut))
    return rosette(small, n) + disc(0, 0, 7)


def shells(hand: Hand) -> str:
    """亀甲: shells of a tortoise, three together, or one in another."""
    hexagon = [at(1, place / 6) for place in range(6)]

    def cell(size: float, x: float, y: float, width: float) -> str:
        return line(polygon([(x + a * size, y + b * size) for a, b in hexagon]), width, hand.ink)

    if hand.cut % 2:
        return (
            cell(37, 0, 0, 6)
            + cell(25, 0, 0, 3)
            + path(polygon([(a * 15, b * 15) for a, b in hexagon]))
        )
    places = [(0.0, -19.5), (-17.6, 11.0), (17.6, 11.0)]
    drawn = "".join(cell(17.5, x, y, 4) + disc(x, y, 5.0 + hand.cut) for x, y in places)
    return moved(drawn, 0, 3, 1.06)


def vesicas(hand: Hand) -> str:
    """七宝: lenses that meet."""
    n = max(hand.count, 4)
    w = min(13.0, 40 * tan(pi / n) * 0.5)
    d = f"M0 0Q{number(w * 2)} -20 0 -40Q{number(-w * 2)} -20 0 0Z"
    inner = f"M0 -9Q{number(w)} -20 0 -32Q{number(-w)} -20 0 -9Z"
    cut = path(inner, extra=f' fill="{hand.ground}"') if hand.cut % 2 else ""
    outer = ring(38, 3.4, hand.ink) if hand.cut > 1 else ""
    return moved(rosette(path(d) + cut, n), 0, 0, 0.93 if outer else 1) + outer


def hemp(hand: Hand) -> str:
    """麻の葉: six kites."""
    d = "M0 0L10 -17L0 -40L-10 -17Z"
    slit = line("M0 -3V-36", 2.4, hand.ground)
    cross = line("M-10 -17H10", 2.4, hand.ground)
    n = max(hand.count, 6)
    return rosette(path(d) + slit * (hand.cut != 2) + cross * (hand.cut > 1), n)


def wheel(hand: Hand) -> str:
    """輪宝, 源氏車: a wheel with spokes."""
    n = hand.count + 1
    spokes = rosette(path("M-2.8 -6H2.8L2 -30H-2Z"), n)
    hub = disc(0, 0, 9) + disc(0, 0, 4).replace("/>", f' fill="{hand.ground}"/>')
    if hand.cut % 2:
        tips = rosette(path("M0 -41L5 -33L0 -29L-5 -33Z"), n)
        return spokes + hub + ring(28, 5, hand.ink) + tips
    rims = rosette(line("M-3 -32.5H3", 7, hand.ground), n, 0.5 / n) if hand.cut else ""
    return spokes + hub + ring(34, 9, hand.ink) + rims


def mountains(hand: Hand) -> str:
    """山: peaks, with the sun or the moon above."""
    peaks = "M-40 30L-14 -14L0 8L16 -26L40 30Z" if hand.count % 2 else "M-40 30L0 -34L40 30Z"
    snow = (
        line("M4 -6L12 -2L17 -8L25 -1", 3.4, hand.ground)
        if hand.count % 2
        else line("M-15 -6L-5 0L4 -7L15 -2", 3.4, hand.ground)
    )
    sun = disc(-20, -26, 9) if hand.count % 2 else ""
    lines = line("M-34 22H34", 3, hand.ground) if hand.cut > 1 else ""
    return moved(path(peaks) + snow * (hand.cut % 2) + lines + sun, 0, 0, 0.84)


def waves(hand: Hand) -> str:
    """波: waves one above the other."""
    rows = {3: 2, 4: 3, 5: 3}.get(hand.count, 4)
    step = 60 / rows
    drawn = ""
    for row in range(rows):
        y = -30 + step * (row + 0.6)
        half = sqrt(max(R * R - y * y, 100)) - 3
        waves_in = max(2, round(half / 10))
        w = half * 2 / waves_in
        high = step * 0.55
        d = f"M{number(-half)} {number(y)}" + "".join(
            f"q{number(w / 2)} {number(-high * (1 if (k + row * (hand.cut % 2)) % 2 == 0 else -1) * 1.2)} {number(w)} 0"
            for k in range(waves_in)
        )
        drawn += line(d, 5.2 if rows < 4 else 4.4, hand.ink).replace(
            "/>", ' stroke-linecap="round"/>'
        )
    return drawn


def target(hand: Hand) -> str:
    """蛇の目, 釘抜: a ring or a square with its eye."""
    hole = 10.0 + hand.count * 1.6
    if hand.cut % 2:
        return (
            disc(0, 0, R - 2)
            + disc(0, 0, hole).replace("/>", f' fill="{hand.ground}"/>')
            + disc(0, 0, hole * 0.45) * (hand.cut > 1)
        )
    d = polygon([(0, -R), (R, 0), (0, R), (-R, 0)])
    a = hole * 1.15
    inner = polygon([(0, -a), (a, 0), (0, a), (-a, 0)])
    core = polygon([(0, -a / 2), (a / 2, 0), (0, a / 2), (-a / 2, 0)])
    return path(d) + path(inner, extra=f' fill="{hand.ground}"') + path(core) * (hand.cut > 1)


def plovers(hand: Hand) -> str:
    """千鳥: small birds over the waves."""
    bird = "M-30 6C-22 -6 -10 -12 2 -10C6 -22 16 -34 30 -36C26 -26 24 -16 26 -8C32 -8 36 -4 38 0L30 2C28 14 14 26 -4 26C-12 26 -18 22 -22 18C-30 20 -36 18 -40 14C-34 14 -31 11 -30 6Z"
    wing = line("M-6 0C2 10 12 8 18 -2", 3, hand.ground)
    eye = disc(25, -1, 2.4).replace("/>", f' fill="{hand.ground}"/>')
    return _piled(moved(path(bird) + wing + eye, 0, 4, 0.92), hand)


def letters(hand: Hand) -> str:
    """文: a sealed letter, the courier's own."""
    flap = line("M-34 -23L0 5L34 -23", 3.4, hand.ground)
    folds = line("M-34 23L-12 -4M34 23L12 -4", 2.6, hand.ground) * (hand.cut % 2)
    stamp = ring(8, 3, hand.ground, 0, 3) + disc(0, 3, 6.5)
    one = path("M-34 -23H34V23H-34Z") + flap + folds + stamp * (hand.cut > 1)
    return _piled(one, hand)


def _of(hand: Hand, count: int) -> Hand:
    return Hand(hand.ink, hand.ground, count, hand.cut)


def _piled(one: str, hand: Hand) -> str:
    """One of them; or three, piled up or following one another."""
    if hand.count < 5:
        return one
    if hand.count % 2:
        return "".join(moved(one, x, y, 0.5) for x, y in [(0, -20), (-20, 14), (20, 14)])
    return rosette(moved(one, 0, -21, 0.46), 3)


MOTIFS: Final[tuple[Motif, ...]] = (
    plum, cherry, bellflower, chrysanthemum, sorrel, ivy, oak, bamboo, fan, ginkgo, comma, diamonds, scales, stars,
    feathers, pinwheel, bars, well, eyes, links, polestar, arrows, crescents, shells, vesicas, hemp, wheel,
    mountains, waves, target, plovers, letters,
)  # fmt: skip
"""All of them. A new one goes to the end: the place decides who has it."""
PETALS: Final = {plum: 4, cherry: 4, bellflower: 4, sorrel: 3, oak: 3, bamboo: 3, ginkgo: 3}
"""Those with room between their parts, and how few parts each has."""
RADIAL: Final = {*PETALS, fan, vesicas, hemp, feathers, arrows}
"""Those that meet in the centre, where there may be a heart."""
