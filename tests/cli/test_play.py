"""`hikyaku play`: a match in the terminal."""

import json
from collections.abc import Callable
from pathlib import Path

from app.games.fest.game import FEST
from tests.support.commands import Told

Hikyaku = Callable[..., Told]
TO_THE_END = "\n" * 40


def test_a_match_is_played_to_its_end_and_its_record_holds(
    hikyaku: Hikyaku, tmp_path: Path
) -> None:
    file = tmp_path / "my.jsonl"
    orders = f"reserve none\nfront F10 F14 F20{TO_THE_END}"
    arguments = ("play", "fest", "--against", "D1", "--seed", "again", "--lang", "en")
    done = hikyaku(*arguments, "--record", str(file), stdin=orders)
    lines = [json.loads(line) for line in file.read_text(encoding="utf-8").splitlines()]
    moves = [line for line in lines if line["t"] == "move"]

    assert "Player reserves nothing." in done.stdout
    assert done.stdout.splitlines()[-1] == "Player 0, House 1 (the final dice)"
    assert moves[0]["moves"]["A"] == {"a": "reserve", "cards": []}
    assert [move["by"] for move in moves[:2]] == [{"A": "live", "B": "auto"}] * 2
    assert "the chain is whole" in hikyaku("match", "verify", str(file)).stdout
    assert hikyaku(*arguments, stdin=orders).stdout == done.stdout
    assert (
        "already exists" in hikyaku(*arguments, "--record", str(file), stdin=orders, code=1).stderr
    )


def test_what_is_legal_is_listed_and_a_slip_is_explained(hikyaku: Hikyaku) -> None:
    typed = "? none\n? zzz\n?\nＲｅserv F07\nreserve F01\nfront F07\n"
    arguments = ("play", "fest", "--against", "D1", "--seed", "again", "--lang", "en")
    told = hikyaku(*arguments, stdin=typed).stdout

    assert "  reserve none\n" in told
    assert "There is no such order." in told
    assert "232 more. ? WORD" in told
    assert (
        "“Ｒｅserv” is not an order. Start the line with the verb. Did you mean “reserve”?" in told
    )
    assert told.count("Player > ") == 7
    assert told.endswith("The match was left unfinished.\n")


def test_orders_of_several_lines_are_taken_as_they_are_listed(hikyaku: Hikyaku) -> None:
    arguments = ("play", "ocg", "--against", "Blades", "--seed", "again", "--lang", "ja")
    listed = hikyaku(*arguments, stdin="? C08\nquit\n").stdout
    told = hikyaku(*arguments, stdin="召喚 C08 / ガード new1\n\nquit\n").stdout

    assert "  召喚 C08 / ガード new1\n" in listed
    assert "ターン2" in told


def test_a_player_of_the_house_is_named_and_another_name_gets_the_list(hikyaku: Hikyaku) -> None:
    told = hikyaku("play", "fest", "--house", "Autopilot", "--lang", "en", stdin="quit\n").stdout
    unknown = hikyaku("play", "fest", "--house", "nobody", code=1)

    assert told.endswith("The match was left unfinished.\n")
    assert "nobody" in unknown.stderr
    assert "autopilot" in unknown.stderr


def test_who_resigns_has_lost_and_who_quits_leaves_what_was_played(
    hikyaku: Hikyaku, tmp_path: Path
) -> None:
    resigned, left = tmp_path / "resigned", tmp_path / "left"
    told = hikyaku("play", "fest", "--lang", "ja", "--record", str(resigned), stdin="投了\n")
    hikyaku("play", "fest", "--record", str(left), stdin="reserve none\nquit\n")

    assert told.stdout.endswith("あなた 0, 道場の相手 1 (投了)\n")
    hikyaku("match", "verify", str(resigned))
    brought = json.loads(resigned.read_text(encoding="utf-8").splitlines()[-1])["builds"]
    assert brought == {"A": FEST.starters["D1"], "B": FEST.starters["D2"]}  # no mirror
    assert '"t":"reveal"' not in left.read_text(encoding="utf-8")
    hikyaku("match", "verify", str(left), code=3)  # its seed is not revealed


def test_two_at_one_keyboard_see_their_own_hands_one_after_the_other(hikyaku: Hikyaku) -> None:
    typed = "reserve none\n\nreserve none\nquit\n"
    told = hikyaku("play", "fest", "--two", "--seed", "again", "--lang", "en", stdin=typed).stdout
    first, second = told.split("Hand over to Player B, then press Enter.")

    assert "Player A > " in first
    assert "Player B > " in second
    assert "Drawn:" not in told
    assert "hand (8)" in first
    assert "hand (8)" in second


def test_a_game_or_a_deck_that_is_not_there_is_refused_by_the_nearest_name(
    hikyaku: Hikyaku,
) -> None:
    assert "Did you mean fest?" in hikyaku("play", "fst", code=1).stderr
    assert "There is no game with decisions" in hikyaku("play", "laplaplus", code=1).stderr
    unread = hikyaku("play", "fest", "--deck", "D11", code=1).stderr
    assert '"D11" is not a card.' in unread
    assert "Legal decks: Whole School, Sword Line, " in unread
    hikyaku("play", "fest", "--deck", "d2", "--against", "D1", stdin="")
