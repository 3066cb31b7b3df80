"""The preview cards of links on other sites: 1200 × 630 pixels, drawn by the server, without results."""

import base64
import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from html import escape
from io import BytesIO
from typing import Final

from PIL import Image

from app.text.columns import shortened, width
from app.web.drawing import crests
from app.web.drawing.shapes import number

WIDE: Final = 1200
HIGH: Final = 630
FAMILIES: Final = (
    *("#7a5c2e", "#a8231f", "#2f5d62", "#6a3d7c"),
    *("#2d5a8a", "#4c6b2f", "#5b5b5b", "#8a4b2d"),
)
"""The colours of families of cards, as pages have them in light."""
INK, SOFT, RED, LINE, SHEET = "#2a241c", "#6b5e47", "#a8231f", "#ddd1b6", "#fffdf7"

_SERIF: Final = "Noto Serif CJK JP, Noto Serif JP, serif"
_SANS: Final = "Noto Sans CJK JP, Noto Sans JP, sans-serif"
_MOST_IN_A_ROW: Final = 8
_PIECES: Final = re.compile(
    r"[^\s\u1100-\u11ff\u2e80-\uffff\U00010000-\U0010ffff]{1,16} ?|.", re.DOTALL
)
_UNDRAWN: Final = {"Cc", "Cs", "Co", "Cn", "Zl", "Zp"}


@dataclass(frozen=True, slots=True)
class DrawnFigure:
    """A character on such a card: its cards as (sign, family), and its own picture, where they may be shown."""

    name: str
    owner: str = ""
    row: Sequence[tuple[str, int]] = ()
    picture: bytes = b""


def png(drawing: str) -> bytes:
    """The drawing as PNG. Fonts are those of the machine; a sign that none of them has is an empty box."""
    import resvg_py  # for those who share a link

    return bytes(
        resvg_py.svg_to_bytes(
            svg_string=drawing,
            serif_family="Noto Serif CJK JP",
            sans_serif_family="Noto Sans CJK JP",
        )
    )


def battle(season: str, against: str, home: DrawnFigure, away: DrawnFigure) -> str:
    """Both sides of a battle, as equals."""
    sides = "".join(
        _face(each, x, 200, 160)
        + _lines(each.name, x, 364, 530, (46, 38, 32, 27), 3)
        + _row(each.row, x, 448, 528)
        for each, x in ((home, 312), (away, 888))
    )
    versus = _text(against, 600, 226, 40, RED, anchor="middle", family=_SERIF)
    return _card(season, sides + versus)


def entry(season: str, who: DrawnFigure, note: str = "") -> str:
    """One character: its face, its name, and its row or what is said instead."""
    owner = _text(_clean(who.owner, 48), 420, 372, 32, SOFT)
    below = (
        _row(who.row, 600, 430, 1040)
        if who.row
        else _text(note, 600, 500, 32, SOFT, anchor="middle")
    )
    name = _lines(who.name, 420, 240, 700, (72, 60, 50, 42), 3, anchor="start")
    return _card(season, _face(who, 240, 262, 250) + name + owner + below)


def season(title: str, about: str, names: Sequence[str]) -> str:
    """A season: its title, and the crests of those who take part, in the order given."""
    across = 12 if len(names) > 6 else max(len(names), 1)
    shown = names[: 2 * across]
    size, step = 76, 90
    faces = ""
    for at, name in enumerate(shown):
        line, place = divmod(at, across)
        in_line = min(across, len(shown) - line * across)
        x = 600 + (place - (in_line - 1) / 2) * step
        y = (478 if len(shown) > across else 500) + (line - 0.5 * (len(shown) > across)) * step
        faces += _crest(name, x, y, size)
    head = _lines(title, 600, 220, 1040, (84, 68, 56, 46), 2)
    return _card("", head + _text(about, 600, 366, 34, SOFT, anchor="middle") + faces)


def _card(season: str, content: str) -> str:
    """The sheet of paper that all of them are, with our seal."""
    seal = (
        f'<rect x="56" y="54" width="60" height="60" rx="8" fill="{RED}"/>'
        f"{_text('飛', 86, 82, 24, SHEET, anchor='middle', family=_SERIF)}"
        f"{_text('脚', 86, 107, 24, SHEET, anchor='middle', family=_SERIF)}"
    )
    name = _text(_clean(season, 60), 134, 96, 32, INK, family=_SERIF)
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{WIDE}" height="{HIGH}" viewBox="0 0 {WIDE} {HIGH}">'
        f'<rect width="{WIDE}" height="{HIGH}" fill="#e6dcc6"/>'
        f'<rect x="20" y="20" width="1160" height="590" fill="#fcf8ee" stroke="{LINE}"/>'
        f'<rect x="20" y="20" width="1160" height="8" fill="{RED}"/>{seal}{name}{content}</svg>'
    )


def _face(who: DrawnFigure, x: float, y: float, size: float) -> str:
    """Its own picture, or else its crest, round (x, y)."""
    if not who.picture:
        return _crest(who.name, x, y, size)
    with Image.open(BytesIO(who.picture), formats=("WEBP",)) as image:
        out = BytesIO()
        image.convert("RGBA").save(out, "PNG", compress_level=1)
    content = base64.b64encode(out.getvalue()).decode()
    at = f'x="{number(x - size / 2)}" y="{number(y - size / 2)}" width="{number(size)}" height="{number(size)}"'
    return f'<image {at} href="data:image/png;base64,{content}"/>'


def _crest(name: str, x: float, y: float, size: float) -> str:
    drawn = crests.parts(crests.seed(name))
    return f'<g transform="translate({number(x)} {number(y)}) scale({size / 100:.3f})">{drawn}</g>'


def _row(cards: Sequence[tuple[str, int]], x: float, y: float, room: float) -> str:
    """The cards side by side round x, in two lines if they are many."""
    lines = [cards[:_MOST_IN_A_ROW], cards[_MOST_IN_A_ROW : 2 * _MOST_IN_A_ROW]]
    lines = [line for line in lines if line]
    step = min(room / _MOST_IN_A_ROW, 96)
    high = min(step * 1.3, 124) / max(len(lines), 1)
    drawn = ""
    for at, line in enumerate(lines):
        left = x - step * len(line) / 2
        for place, (sign, family) in enumerate(line):
            colour = FAMILIES[family % len(FAMILIES)]
            here, top, wide = left + place * step + 3, y + at * (high + 6), step - 6
            size = min(wide, high) * 0.62
            drawn += (
                f'<rect x="{number(here)}" y="{number(top)}" width="{number(wide)}" height="{number(high)}" rx="5" fill="{SHEET}" stroke="{LINE}"/>'
                f'<rect x="{number(here)}" y="{number(top)}" width="{number(wide)}" height="5" fill="{colour}"/>'
                + _text(
                    _clean(sign, 4),
                    here + wide / 2,
                    top + high / 2 + size * 0.42,
                    size / max(width(sign) / 2, 1),
                    colour,
                    anchor="middle",
                    family=_SERIF,
                )
            )
    return drawn


def _lines(
    text: str,
    x: float,
    y: float,
    room: float,
    sizes: Sequence[int],
    most: int,
    anchor: str = "middle",
) -> str:
    """The text in a limited number of lines around y, in the largest of these sizes that fits."""
    text = _clean(text, 200)
    # Rather smaller on one line than large on two.
    for size, count in [*((each, 1) for each in sizes[:2]), *((each, most) for each in sizes)]:
        broken = list(_broken(text, room / size))
        if len(broken) <= count:
            break
    else:
        broken = [*broken[: most - 1], _cut("".join(broken[most - 1 :]), room / size)]
    top = y - (len(broken) - 1) * size * 0.62
    return "".join(
        _text(line.strip(), x, top + at * size * 1.25, size, INK, anchor=anchor, family=_SERIF)
        for at, line in enumerate(broken)
    )


def _broken(text: str, room: float) -> Iterator[str]:
    """The text in lines no wider than this, in ems."""
    line = ""
    for piece in _PIECES.findall(text):
        if line and _ems(line + piece.rstrip()) > room:
            yield line
            line = ""
        line += piece
    yield line


def _cut(line: str, room: float) -> str:
    while _ems(line) > room - 1:
        line = line[:-1]
    return line.rstrip() + "…"


def _ems(text: str) -> float:
    """About how wide the text is in bold type, in its own height."""
    return sum(
        0.92 if each in "WM@%m" else 0.74 if each.isupper() else width(each) * 0.52 for each in text
    )


def _clean(text: str, columns: int) -> str:
    """The text as a picture can hold it: no characters that XML has not, and not too many marks on one."""
    kept = "".join(
        " " if each.isspace() else each
        for each in unicodedata.normalize("NFC", text)
        if each.isspace() or unicodedata.category(each) not in _UNDRAWN
    )
    return shortened(kept, columns)


def _text(
    words: str,
    x: float,
    y: float,
    size: float,
    colour: str,
    *,
    anchor: str = "start",
    family: str = _SANS,
) -> str:
    bold = ' font-weight="700"' if family == _SERIF else ""
    return (
        f'<text x="{number(x)}" y="{number(y)}" font-size="{number(size)}" fill="{colour}"'
        f' text-anchor="{anchor}" font-family="{family}"{bold}>{escape(words)}</text>'
    )
