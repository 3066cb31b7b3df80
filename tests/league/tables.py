"""Cross tables for tests: written by hand, or drawn."""

from collections.abc import Sequence

from hypothesis import strategies as st

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED, Build
from app.statistics.crosstable import Crossed
from app.tournament.scoring import Scoring
from app.tournament.standings import standings

SEEN = {"W": HOME, "D": DRAW, "L": AWAY, "-": NOT_PLAYED}


def rows_of(*rows: str) -> list[bytes]:
    """A cross table row by row, with spaces to please the eye."""
    return [bytes(SEEN[c] for c in row.replace(" ", "")) for row in rows]


def crossed_of(rows: Sequence[bytes]) -> Crossed:
    return Crossed.of(rows.__getitem__, standings(rows, Scoring()))


def crossed(*rows: str) -> Crossed:
    return crossed_of(rows_of(*rows))


def ranks(rows: Sequence[bytes]) -> list[int]:
    """Which entry stands at each rank."""
    return [line.entry for line in standings(rows, Scoring())]


def renumbered(rows: Sequence[bytes], order: Sequence[int]) -> list[bytes]:
    """The same table, its entries in this order."""
    return [bytes(rows[i][j] for j in order) for i in order]


@st.composite
def tables(draw: st.DrawFn, ends: str = "WDL-", most: int = 9) -> list[bytes]:
    """Any cross table in which battles end in these ways."""
    count = draw(st.integers(1, most))
    rows = [bytearray([NOT_PLAYED]) * count for _ in range(count)]
    for i in range(count):
        for j in range(i):
            end = draw(st.sampled_from(ends))
            rows[i][j] = SEEN[end]
            rows[j][i] = SEEN[{"W": "L", "L": "W"}.get(end, end)]
    return list(map(bytes, rows))


def builds_for(
    rows: Sequence[bytes], cards: str = "abc", most: int = 4
) -> st.SearchStrategy[list[Build]]:
    """A build for each entry of the table."""
    one = st.lists(st.sampled_from(cards), max_size=most).map(lambda cards: Build(tuple(cards)))
    return st.lists(one, min_size=len(rows), max_size=len(rows))
