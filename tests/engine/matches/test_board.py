"""The board of a match: with everything open, and with what has changed since a step before."""

from app.engine.matches.board import (
    BoardPart,
    Counter,
    MatchBoard,
    MatchPiece,
    Square,
    Zone,
    compared,
    opened,
    turned,
)

AREA = MatchPiece("R02", "Deep Wood", lines=("Green stands firm.",))


def side(seat: str, *hand: MatchPiece, count: int = 0, damage: int = 0) -> BoardPart:
    zones = (Zone("hand", hand, count or len(hand)),)
    return BoardPart(seat, seat, (Counter("damage", damage, 20), Counter("guard")), zones)  # type: ignore[arg-type]


def test_opened_it_has_each_side_as_its_own_player_sees_it() -> None:
    """What could be done with a card belongs to those who decide; what all see stays as it is."""
    common = BoardPart(None, "", zones=(Zone("area", (AREA,), 1),))
    one, other = (
        MatchPiece("C1", "Rin", lines=("can be summoned",)),
        MatchPiece("C2", "Mio", ("2/3",)),
    )
    shut = MatchBoard(("turn 2",), (side("B", count=1), common, side("A", count=1)))
    sides = {
        "A": MatchBoard(parts=(side("B", count=1), common, side("A", one))),
        "B": MatchBoard(parts=(side("A", count=1), common, side("B", other))),
    }
    board = opened(shut, sides)  # type: ignore[arg-type]

    assert board.heading == ("turn 2",)
    assert board.parts == (side("B", other), common, side("A", MatchPiece("C1", "Rin")))


def test_compared_it_says_what_has_changed() -> None:
    """A second copy is new, and so is what looks otherwise; a part that was not there has nothing to be compared with."""
    rin, two = MatchPiece("C1", "Rin"), MatchPiece("C1", "Rin", count=2)
    field = Zone("field", count=1, grid=((Square("11"), Square("12", (rin,))),))
    moved = Zone("field", count=1, grid=((Square("11", (rin,)), Square("12")),))
    before = MatchBoard(parts=(side("A", rin, damage=3), BoardPart(None, "", zones=(field,))))
    after = MatchBoard(
        parts=(side("A", two, damage=5), BoardPart(None, "", zones=(moved,)), side("B", rin))
    )
    own, squares, foe = compared(after, before).parts

    assert [each.change for each in own.counters] == [2, 0]
    assert [each.is_new for each in own.zones[0].pieces] == [True]
    assert [
        piece.is_new for row in squares.zones[0].grid for square in row for piece in square.pieces
    ] == [True]
    assert foe == side("B", rin)
    assert [each.change for each in compared(before, before).parts[0].counters] == [0, 0]
    assert not any(p.is_new for p in compared(before, before).parts[0].zones[0].pieces)


def test_turned_it_is_seen_from_the_other_end() -> None:
    """Both sides change places, what is common stays between them; squares keep their names where they lie."""
    rin, mio = MatchPiece("C1", "Rin"), MatchPiece("C2", "Mio")
    grid = ((Square("22"), Square("21", (rin,), ("dark",))), (Square("12", (mio,)), Square("11")))
    common = BoardPart(None, "", zones=(Zone("field", count=2, grid=grid),))
    board = MatchBoard(("turn 2",), (side("B"), common, side("A")))
    across = ((Square("22"), Square("21", (mio,))), (Square("12", (rin,), ("dark",)), Square("11")))

    assert turned(board).parts == (
        side("A"),
        BoardPart(None, "", zones=(Zone("field", count=2, grid=across),)),
        side("B"),
    )
    assert turned(turned(board)) == board


def test_a_pile_is_opened_at_a_tap_where_some_of_its_cards_are_known() -> None:
    card = MatchPiece("C01", "Ine")
    pile, hidden = Zone("pile", (card,), 9, is_pile=True), Zone("pile", (), 9, is_pile=True)
    hand, field = Zone("hand", (card,), 1, is_secret=True, key="hand"), Zone("field", (card,), 1)

    assert [each.is_opened for each in (pile, hidden, hand, field)] == [True, False, False, False]
