"""Boards of a game that keeps none of its own, and what a build is without a battle."""

import pickle

from app.engine import Battle, Build, Change, Event, Side
from app.engine.board import Piece, Row, plain_boards
from app.engine.build import BuildNotAllowed
from app.errors import Problem
from app.games import ruleset

ALICE, BOB = Build(("fist", "palm")), Build(("palm",))


def test_life_stands_before_each_change_as_after_the_one_before() -> None:
    battle = Battle(Side.HOME, "knock-out", 2, (3, 0), (Event(1, 0, 0),))
    changes = [
        Change(4, 1, Side.AWAY, 5, 2, Side.HOME, 1, "fist"),
        Change(6, 2, Side.AWAY, 2, 0, Side.HOME, 2, "palm"),
    ]
    boards = list(plain_boards([ALICE, BOB], battle, changes))

    assert [(each.n, each.home.life, each.away.life) for each in boards] == [
        *((1, 3, 5), (4, 3, 2), (6, 3, 0))
    ]
    assert {each.home.cards for each in boards} == {(Piece(1, "fist"), Piece(2, "palm"))}


def test_without_changes_there_is_one_board_and_no_life() -> None:
    battle = Battle(None, "even", 1, (0, 0), (Event(1, 0, 0),))
    [board] = plain_boards([ALICE, BOB], battle, [])

    assert (board.home, board.away.life) == (Row((Piece(1, "fist"), Piece(2, "palm")), None), None)


def test_a_build_that_is_not_allowed_crosses_processes_whole() -> None:
    refusal = pickle.loads(pickle.dumps(BuildNotAllowed([Problem("too-few-cards")], ALICE)))

    assert (refusal.problems, refusal.build) == ((Problem("too-few-cards"),), ALICE)


def test_english_readers_meet_characters_that_they_can_read_first() -> None:
    game = ruleset("laplaplus")
    head, *lines = game.sample("en").splitlines()

    assert [head, *sorted(lines)] == [head, *sorted(game.sample().splitlines()[1:])]
    assert lines == sorted(lines, key=lambda line: not line.isascii())
