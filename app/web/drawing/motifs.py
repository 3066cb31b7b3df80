"""What stands on a crest: flowers, leaves, feathers, stars, waves and plain figures, as the crests of Japan have them.

Each fills a disc of radius 40 round the centre. They are drawn in `motifs.svg`, a line for each that differs: of which
motif it is, and for which hands (a count of its parts, 3 to 8, and how they are cut, 0 to 3). What stands behind
`<!--5 0.1-->` in it stands five times round the centre, the first a tenth of a turn from the top. A new motif goes to the
end of the file: the place decides who has it.
"""

import re
from collections import defaultdict
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from app.web.drawing.shapes import rosette

SHEET: Final = Path(__file__).with_suffix(".svg")
_LINE: Final = re.compile(r'<g class="(\w+)" data-hands="([\d ]+)">(.*)</g>')
_ROSETTE: Final = re.compile(r"<!--(\d+) ([\d.]+)-->(.*?)<!---->")
PETALS: Final = {
    **dict.fromkeys(("plum", "cherry", "bellflower"), 4),
    **dict.fromkeys(("sorrel", "oak", "bamboo", "ginkgo"), 3),
}
"""Those with room between their parts, and how few parts each has."""
RADIAL: Final = {*PETALS, "fan", "vesicas", "hemp", "feathers", "arrows"}
"""Those that meet in the centre, where there may be a heart."""


@dataclass(frozen=True, slots=True)
class Hand:
    """How a motif is drawn: two colours, the number of its parts, and their cut (0 to 3)."""

    ink: str
    ground: str
    count: int
    cut: int


def _read() -> dict[str, dict[str, str]]:
    found: dict[str, dict[str, str]] = defaultdict(dict)
    for motif, hands, drawn in _LINE.findall(SHEET.read_text("utf-8")):
        whole = _ROSETTE.sub(lambda part: rosette(part[3], int(part[1]), float(part[2])), drawn)
        found[motif] |= dict.fromkeys(hands.split(), whole)
    return found


_DRAWN: Final = _read()
MOTIFS: Final = tuple(_DRAWN)
"""The names of all of them."""


def motif(name: str, hand: Hand) -> str:
    """The motif by this hand: `ink` fills it, what is cut out of it has the colour `ground`."""
    drawn = _DRAWN[name][f"{hand.count}{hand.cut}"]
    return drawn.replace('"ink"', f'"{hand.ink}"').replace('"ground"', f'"{hand.ground}"')
