"""The board of a match as text: sides compared, or one above the other with what lies between them."""

from app.engine.matches.board import (
    Attached,
    BoardPart,
    Counter,
    MatchBoard,
    MatchPiece,
    Meter,
    Square,
    Zone,
    cards_in,
)
from app.engine.matches.diagram import brief, diagram


def card(id: str) -> MatchPiece:
    return MatchPiece(id, f"Card {id[1:]}")


def test_sides_with_nothing_between_them_are_compared_in_a_table() -> None:
    """The reader's own first; bars as long as their numbers, and of hidden cards how many there are and which were seen."""

    def part(name: str, *zones: Zone, points: int) -> BoardPart:
        counters = (Counter("will", points, scale=5), Counter("total", 3), Counter("safe"))
        return BoardPart("A" if name == "Ann" else "B", name, counters, zones, ("#tag",))

    able = MatchPiece("C1", "Card 1", ("+3",), ("can go",))
    board = MatchBoard(
        ("Round 1",),
        (
            part("Bob", cards_in("hand", "hand", 2, card, ["C9"], is_secret=True), points=7),
            part("Ann", Zone("hand", (able,), 1, is_secret=True), points=2),
        ),
    )
    assert (
        diagram(board, "en")
        == """\
Round 1

                  Ann                        Bob
will                2 ##                       7 #####+
total               3                          3
hand                1                          2

Bob                           safe
  hand, seen: C9 Card 9
- #tag

Ann                           safe

hand (1)
  C1 Card 1  +3
    can go

- #tag
"""
    )


def test_what_lies_between_sides_stands_between_them() -> None:
    """Meters in the row of the name, units with what they bear in rows of their own, an empty place said to be so."""
    damage = Counter("damage", 5, 20), Counter("guard")
    unit = MatchPiece(
        "e1",
        "Rin",
        ("2/3", "red"),
        card="C1",
        attached=(Attached("I1", "Hat"),),
        meter=Meter(2, 3),
    )
    pile = cards_in("pile", "pile", ["C2", "C2", "C1"], card, is_pile=True, is_secret=True)
    theirs = BoardPart("B", "Bob", damage, (Zone("field", (unit,), 1),))
    mine = BoardPart("A", "Ann", damage, (Zone("field"), pile))
    board = MatchBoard(("Turn 2", "Ann is first"), (theirs, BoardPart(None, ""), mine))

    assert (
        diagram(board, "ja")
        == """\
Turn 2　Ann is first

Bob                           damage ###------- 5/20  guard
  e1 C1 Rin  2/3、red、+I1 Hat

Ann                           damage ###------- 5/20  guard  pile 3
  field: -
  pile(順不同): C2 Card 2 ×2、C1 Card 1
"""
    )


def test_squares_are_as_high_as_what_stands_on_them() -> None:
    """Those of the other side have an `e` before their names; what can be done is told below."""
    mine = MatchPiece("21", "Rin", ("VIT\N{NO-BREAK SPACE}2/3", "x" * 40), ("moves",), owner="A")
    theirs = MatchPiece("e-m", "Mio", owner="B", card="C2")
    grid = (
        (Square("12", (theirs,)), Square("11", (), ("dark",))),
        (Square("22"), Square("21", (mine,))),
    )
    field = BoardPart(None, "", zones=(Zone("field", grid=grid),))
    board = MatchBoard((), (BoardPart("B", "Bob"), field, BoardPart("A", "Ann")))
    rows = diagram(board, "en").split("\n")

    assert [row.replace(" ", "") for row in rows if row.startswith("|")] == [
        "|e12MioC2|11dark|",
        "|22|21RinVIT2/3|",
        f"||{'x' * 32}…|",
    ]
    assert rows[-6:-1] == [
        "What the cards on the board can do",
        f"  21 Rin  VIT 2/3; {'x' * 40}",
        "    moves",
        "",
        "Ann",
    ]


def test_where_there_is_little_room_each_zone_is_a_line() -> None:
    """No bars, nothing that is 0, and of each card so many notes; a piece whose name is not its square tells it."""
    master = MatchPiece("e-m", "Mio", ("VIT 6/6", "ATK 2"), ("moves",), 1, "B", Meter(6, 6))
    grid = ((Square("12", (master,)), Square("11")),)
    able = MatchPiece(
        "C1", "Rin", ("+3",), ("can go",), count=2, attached=(Attached("C4", "Bell"),)
    )
    board = MatchBoard(
        ("Round 1", "Bob first"),
        (
            BoardPart("B", "Bob", (Counter("hand", 4),), (Zone("hand", count=4),)),
            BoardPart(None, "", zones=(Zone("field", grid=grid),)),
            BoardPart(
                "A",
                "Ann",
                (Counter("damage", 3, of=20), Counter("will", 0), Counter("safe")),
                (
                    cards_in("pile", "pile", ["C9"], card, is_pile=True, is_secret=True),
                    cards_in("gone", "gone", ["C8"], card, is_pile=True),
                    Zone("hand", (able,), 2, is_secret=True),
                ),
            ),
        ),
    )

    assert brief(board, "en", 1) == [
        "Bob: hand 4",
        "field: e-m Mio (12; VIT 6/6)",
        "Ann: damage 3; safe; pile 1",
        "hand: C1 Rin ×2 (+3)",
    ]
    assert brief(board, "en", -1)[-1] == "hand: C1 ×2"
    assert brief(board, "ja", 0)[1:] == [
        "field: e-m Mio (12)",
        "Ann: damage 3、safe、pile 1",
        "hand: C1 Rin ×2",
    ]
