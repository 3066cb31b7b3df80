"""The map of who beats whom: each cell in its place, as a link or as a stroke."""

import json
import re
from collections.abc import Sequence

import pytest
from selectolax.lexbor import LexborHTMLParser

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.games import ruleset
from app.tournament.full_table import in_order
from app.tournament.scoring import Scoring
from app.tournament.standings import standings
from app.web.views.tables.crosstable import (
    MOST_LINKED,
    MOST_WITH_NAMES,
    Head,
    heatmap,
    linked,
)

GAME = ruleset("laplaplus")
OUTCOMES = {"W": HOME | 4, "D": DRAW | 8, "L": AWAY | 4, ".": NOT_PLAYED}
CLASSES = {"W": "w", "D": "d", "L": "l", ".": "x"}


def rows_of(*rows: str) -> list[bytes]:
    return [bytes(OUTCOMES[letter] for letter in row) for row in rows]


def heads(count: int) -> list[Head]:
    return [Head(10 + at, f"<{at}>", at + 1, 3 * (count - at)) for at in range(count)]


def a_round(count: int) -> list[str]:
    """A field in which everybody beats those after him, but for his neighbour and for his team."""
    return [
        "".join(
            "."
            if i == j or {i, j} == {0, count - 1}
            else "D"
            if abs(i - j) == 1
            else "W"
            if i < j
            else "L"
            for j in range(count)
        )
        for i in range(count)
    ]


def drawn_cells(svg: LexborHTMLParser, size: int) -> list[str]:
    """What the picture shows, read off its strokes."""
    cells = [["L"] * size for _ in range(size)]
    for letter in "WD.":
        for path in svg.css(f"path.{CLASSES[letter]}"):
            x = y = 0
            for move, numbers in re.findall(r"([Mmh])([\d ]+)", path.attributes["d"] or ""):
                values = [int(number) for number in numbers.split()]
                if move == "h":
                    for at in range(x, x + values[0]):
                        assert cells[y][at] == "L", "drawn twice"
                        cells[y][at] = letter
                    x += values[0]
                else:
                    x, y = (values[0], values[1]) if move == "M" else (x + values[0], y + values[1])
    return ["".join(row) for row in cells]


def test_rows_and_columns_stand_in_the_order_of_the_table() -> None:
    rows = rows_of(".LL", "W.D", "WD.")
    table = standings(rows, Scoring())

    assert list(in_order(table, table, rows.__getitem__)) == rows_of(".DW", "D.W", "LL.")
    assert list(in_order(table[2:], table, rows.__getitem__)) == rows_of("LL.")


def test_each_cell_leads_to_its_battle_and_says_how_it_ended() -> None:
    made = heatmap(heads(3), rows_of(".WD", "L.W", "DL."), "here/", "en", GAME)
    page = LexborHTMLParser(made.html)
    cells = [(cell.attributes["class"], cell.text().strip()) for cell in page.css("tbody td")]
    links = [link.attributes["href"] for link in page.css("tbody td a")]

    assert made.is_linked
    assert [cell for cell in cells if cell[0] != "sum"] == [
        *(("x", ""), ("w", "W"), ("d", "D")),
        *(("l", "L"), ("x", ""), ("w", "W")),
        *(("d", "D"), ("l", "L"), ("x", "")),
    ]
    assert links == [f"here/battles/{a}-{b}" for a in (10, 11, 12) for b in (10, 11, 12) if a != b]
    assert [head.text() for head in page.css("thead th bdi")] == ["<0>", "<1>", "<2>"]


def test_a_table_is_one_stop_of_the_tab_key_and_its_cells_know_how_they_ended() -> None:
    made = linked(
        heads(3), zip(heads(3), rows_of(".WD", "L.W", "DL."), strict=True), "", "en", GAME
    )
    page = LexborHTMLParser(made)
    table = page.css_first("table")
    assert table is not None
    ends = json.loads(table.attributes["data-ends"] or "")
    common = table.attributes["data-end"]

    assert [a.text() for a in page.css("a") if "tabindex" not in a.attributes] == ["<0>"]
    assert table.attributes["data-lost"] == "{name} lost to {other}: {what}"
    said = [
        ends[int(cell.attributes.get("data-end", common) or "")] for cell in page.css("td:has(a)")
    ]
    assert said == [GAME.ending(reason, "en") for reason in (1, 2, 1, 1, 2, 1)]


def test_columns_of_a_large_table_are_headed_by_the_places_that_its_rows_have() -> None:
    many = heads(MOST_WITH_NAMES + 1)
    page = LexborHTMLParser(linked(many, [(many[1], bytes(len(many)))], "", "en", GAME))
    columns = [node.text() for node in page.css("thead th a")]

    assert columns == [str(head.place) for head in many]
    assert page.css("thead th a")[1].attributes == {
        "href": "entries/11",
        "tabindex": "-1",
        "title": "<1>",
    }
    assert page.css("tbody th .place")[0].text() == columns[1]


@pytest.mark.parametrize("size", [MOST_LINKED, MOST_LINKED + 1, 300])
def test_a_large_field_is_a_picture_that_shows_the_same(size: int) -> None:
    rows = a_round(size)
    made = heatmap(heads(size), rows_of(*rows), "here/", "ja", GAME)
    page = LexborHTMLParser(made.html)

    assert made.is_linked == (size <= MOST_LINKED)
    if not made.is_linked:
        assert drawn_cells(page, size) == rows
        assert [link.attributes["href"] for link in page.css("svg a")] == [
            f"here/entries/{10 + at}" for at in range(size)
        ]


@pytest.mark.parametrize("size", [MOST_LINKED, 500])
def test_no_map_is_larger_than_a_photograph(size: int) -> None:
    """A field without any order: the worst to draw."""
    letters = [["WDL"[(i * i + 7 * j * j + i * j) % 3] for j in range(size)] for i in range(size)]
    rows: Sequence[bytes] = rows_of(*map("".join, letters))

    assert len(heatmap(heads(size), rows, f"{'t' * 22}/", "ja", GAME).html.encode()) < 1_500_000
