"""Pairings by hand: read from a table, all problems at once, played as they stand."""

import pytest

from app.engine import AWAY, HOME
from app.errors import ListUnreadable
from app.tournament.formats.by_hand import ByHand, read
from app.tournament.formats.format import NEVER, Field, Pairing, play_out
from tests.support.problems import filled

NUMBERS = {1: 0, 2: 1, 4: 2, 5: 3}
NAMES = {"Alice": 0, "Bob": 1, "蜂": 2, "Mister-X": 3}


def test_where_sides_stay_apart_no_pairing_is_within_one() -> None:
    with pytest.raises(ListUnreadable) as refusal:
        read(
            "1 – 2\n4 – 5\n\n1 – 4\n2 – 5",
            NUMBERS,
            NAMES,
            Field((), sides=[0, 0, 1, None], apart=True),
        )

    assert [(each.line, each.code, filled(each)) for each in refusal.value.problems] == [
        (1, "pairing-of-one-side", ("1", "2"))
    ]


def test_a_pairing_of_two_who_avoid_each_other_is_refused() -> None:
    avoids = {0: frozenset({2}), 2: frozenset({0})}
    with pytest.raises(ListUnreadable) as refusal:
        read("1 – 4\n2 – 5", NUMBERS, NAMES, Field((), avoids=avoids))

    assert [(each.code, filled(each)) for each in refusal.value.problems] == [
        ("pairing-of-avoiding", ("1", "4"))
    ]


def test_a_table_is_read_played_and_ranked() -> None:
    stage = read("round,first,second\n1,1,2\n1, 4 ,5\n\n2,1,4\n2,2,-\n2,5,-\n", NUMBERS, NAMES)
    field = Field((0, 1, 2, 3))
    results = play_out(
        stage, field, lambda due: [HOME if e.first < e.second else AWAY for e in due]
    )

    assert stage == ByHand((Pairing(1, 1, 0, 1), Pairing(1, 2, 2, 3), Pairing(2, 1, 0, 2)))
    assert stage.pairings(field, results[:1]) == [*stage.meetings[1:]]
    assert [each.entry for each in stage.standings(field, results)][:2] == [0, 2]
    assert stage.pairings(Field((0, 1, 2, 3), left={0: NEVER}), []) == [stage.meetings[1]]


def test_all_that_is_wrong_is_said_at_once() -> None:
    text = "1,1,2\n1,2,4\n2,1,1\n2,3,9\nfoo\n1,,2\n0,1,2\n1,99999999,2"
    with pytest.raises(ListUnreadable) as refused:
        read(text, NUMBERS, NAMES)

    assert [(each.line, each.code) for each in refused.value.problems] == [
        (2, "pairing-twice"),
        (3, "pairing-with-itself"),
        (4, "pairing-of-nobody"),
        (4, "pairing-of-nobody"),
        *((line, "pairing-unreadable") for line in (5, 6, 7)),
        (8, "pairing-of-stranger"),
    ]


def test_an_empty_table_and_one_too_many_are_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("app.tournament.formats.by_hand.MOST", 1)
    for text, code in (("", "no-pairings"), ("1,1,2\n1,4,5", "too-many-pairings")):
        with pytest.raises(ListUnreadable) as refused:
            read(text, NUMBERS, NAMES)
        assert [each.code for each in refused.value.problems] == [code]


@pytest.mark.parametrize("divider", [",", ";", "\t", "，"])
@pytest.mark.parametrize("head", ["", "\ufeff", "\ufeffsep=;\n"])
def test_tables_are_read_as_spreadsheets_save_them(divider: str, head: str) -> None:
    rows = [("alice", "Bob", ""), ("蜂", "-", ""), ("5", "-", ""), ("", "", ""), ("1", "4", "")]
    more = [("Bob", "–", "5")]  # a dash in a column of its own
    text = head + "".join(f"{divider.join(row)}\r\n" for row in [*rows, *more])

    assert read(text, NUMBERS, NAMES) == ByHand(
        (Pairing(1, 1, 0, 1), Pairing(2, 1, 0, 2), Pairing(2, 2, 1, 3))
    )


def test_names_and_numbers_are_read_round_by_round() -> None:
    text = "alice – ＢＯＢ\n蜂 vs Mister-X\n\nAlice 対 5\nBob - 4\n\n1\t4\nBob –\nMister-X - -"
    assert read(text, NUMBERS, NAMES) == ByHand(
        (
            Pairing(1, 1, 0, 1),
            Pairing(1, 2, 2, 3),
            Pairing(2, 1, 0, 3),
            Pairing(2, 2, 1, 2),
            Pairing(3, 1, 0, 2),
        )
    )


def test_a_stranger_is_told_who_may_be_meant_and_who_is_left_out_is_named() -> None:
    for text, code, words, nearest in (
        ("Alise – Bob", "pairing-of-stranger", ("Alise",), ("Alice",)),
        ("Alice – Bob", "pairing-leaves-out", ("1", "4, 5"), ()),
    ):
        with pytest.raises(ListUnreadable) as refused:
            read(text, NUMBERS, NAMES)
        (problem,) = refused.value.problems
        assert (problem.code, filled(problem), problem.suggestions) == (code, words, nearest)
