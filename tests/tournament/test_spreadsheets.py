"""Tables as spreadsheets read them."""

import csv
import io

from app.engine import AWAY, DRAW, HOME, NOT_PLAYED
from app.tournament.spreadsheets import harmless, lines
from tests.support.tables import by_row


def test_every_battle_is_seen_from_its_row() -> None:
    rows = [bytes([NOT_PLAYED, HOME | 3 << 2]), bytes([AWAY | 3 << 2, NOT_PLAYED])]

    assert b"".join(lines(["A", "B"], rows)).decode("utf-8-sig") == ",A,B\r\nA,,W\r\nB,L,\r\n"


def test_a_draw_is_a_draw_from_both_sides() -> None:
    rows = [bytes([NOT_PLAYED, DRAW]), bytes([DRAW, NOT_PLAYED])]

    assert b"".join(lines(["A", "B"], rows)).decode("utf-8-sig") == ",A,B\r\nA,,D\r\nB,D,\r\n"


@by_row("name", ['say "hi"', "a,b", "a;b", "小山,「大」"])
def test_a_name_survives_the_file(name: str) -> None:
    table = b"".join(lines([name], [bytes([NOT_PLAYED])])).decode("utf-8-sig")

    assert list(csv.reader(io.StringIO(table))) == [["", name], [name, ""]]


@by_row("first", ["=", "+", "-", "@", "\t", "\r", "＝", "＋", "－", "＠"])
def test_no_cell_runs_as_a_formula(first: str) -> None:
    assert harmless(f"{first}1") == f"'{first}1"


@by_row("name", ["a;=1", "a; =1", 'a;"=1"'])
def test_nor_does_it_where_semicolons_separate(name: str) -> None:
    assert harmless(name) == name.replace(";", ";'")


@by_row("name", ["Alice", "A-1", "1+1=2", "ボブ＠西"])
def test_other_names_stay_as_they_are(name: str) -> None:
    assert harmless(name) == name
