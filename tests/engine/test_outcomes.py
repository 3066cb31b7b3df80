"""A byte holds who won and why, seen from either side."""

from app.engine import (
    AWAY,
    DRAW,
    HOME,
    NOT_PLAYED,
    Side,
    exchanged,
    in_rows,
    mark_of,
    outcome_byte,
    positions,
    reason_of,
    winner_of,
    winners,
)
from tests.support.tables import by_row

WINNERS = [None, Side.HOME, Side.AWAY]


@by_row("winner", WINNERS)
@by_row("reason", [0, 1, 5, 62])
def test_a_byte_gives_back_what_was_put_in(winner: Side | None, reason: int) -> None:
    byte = outcome_byte(winner, reason)

    assert (winner_of(byte), reason_of(byte)) == (winner, reason)
    assert mark_of(winner) == {None: "drawn", Side.HOME: "won", Side.AWAY: "lost"}[winner]
    assert 0 <= byte < NOT_PLAYED


def test_no_two_outcomes_share_a_byte_and_none_is_that_of_a_battle_not_played() -> None:
    played = {outcome_byte(winner, reason) for winner in WINNERS for reason in range(63)}

    assert len(played) == 3 * 63
    assert NOT_PLAYED not in played


def test_the_lowest_bits_are_the_winner() -> None:
    """To count points, `byte & 3` is enough."""
    assert [outcome_byte(winner, 0) for winner in WINNERS] == [DRAW, HOME, AWAY] == [0, 1, 2]
    assert [outcome_byte(winner, 3) for winner in WINNERS] == [12, 13, 14]


def test_exchanging_sides_exchanges_home_and_away_and_nothing_else() -> None:
    table = bytes(outcome_byte(winner, reason) for winner in WINNERS for reason in range(63))
    other = exchanged(table)

    assert [winner_of(byte) for byte in other] == [
        winner.enemy if winner else None for winner in map(winner_of, table)
    ]
    assert [reason_of(byte) for byte in other] == [reason_of(byte) for byte in table]
    assert exchanged(other) == table


def test_a_battle_not_played_looks_the_same_from_both_sides() -> None:
    assert exchanged(bytearray([NOT_PLAYED, HOME])) == bytes([NOT_PLAYED, AWAY])


def test_winners_are_found_in_a_whole_table_and_in_its_rows() -> None:
    table = bytes([NOT_PLAYED, HOME | 7 << 2, AWAY | 1 << 2, DRAW | 2 << 2])

    assert winners(table) == bytes([3, HOME, AWAY, DRAW])
    assert in_rows(table, 2) == [table[:2], table[2:]]
    assert in_rows(b"", 0) == []
    assert list(positions(winners(table * 2), AWAY)) == [2, 6]
