"""The view as a text diagram: what stands where, for both players and for those who look on."""

from typing import Any, get_args

import pytest

from app.engine import Lang
from app.engine.matches.board import MatchPiece
from app.engine.matches.game import Seat
from app.games.fest.game import FEST
from app.games.fest.state import State
from app.games.fest.view import view
from app.text.columns import WIDTH, width
from tests.games.fest.played import begun, course, standing

LANGS: tuple[Lang, ...] = get_args(Lang)
languages = pytest.mark.parametrize("lang", LANGS)
NAMES: dict[Seat, str] = {"A": "Alice", "B": "ボブ"}
LONG: dict[Seat, str] = {"A": "とても長い名前の" * 6, "B": "Bob of the very long name" * 3}
READERS: tuple[Seat | None, ...] = ("A", "B", None)
ALICE: dict[str, Any] = {
    "front": ("F01", "F03", "F19"),
    "back": ("F12",),
    "hand": ("F10", "F17", "F17"),
    "reserve": ("F20",),
    "deck": ("F05", "F04"),
    "discard": ("F07", "F07", "F08"),
    "points": [15, 6, 6, -1],
    "total": 12,
    "plays": 1,
}
BOB: dict[str, Any] = {
    "front": ("F02", "F13", "F16"),
    "hand": ("F09", "F23"),
    "points": [0, 25, -2, 0],
    "seen": ("F09",),
    "guard": True,
    "no_halving": True,
}


def drawn(state: State, seat: Seat | None = "A", lang: Lang = "en") -> str:
    return FEST.diagram(view(state, seat), NAMES, lang)


def test_the_position_of_a_player_is_drawn_whole() -> None:
    assert drawn(standing(a=ALICE, b=BOB)) == (
        """\
Round 2, exhibit: the back members
Scoring: rule B
Plays first: Alice
Programme: combat > [exhibit] > academics
If the match ended now: Alice 14 (will), ボブ 9 (sword).

                  Alice                      ボブ
will (dress)       15 ###############          0
sword (food)        6 ######                  25 ####################+
shield (space)      6 ######                  -2
judging points     -1                          0
total              12                          0
hand                3                          2
reserve             1                          0
deck                2                          0

ボブ                          Umbrella  Alibi
  front: F02 Mina of the Crepe Stall (sword+3 shield+3);
    F13 Kitchen Chemist (sword+3); F16 Corridor Gallery (shield+3)
  back: -
  hand, seen: F09 Sen, Last Runner
- tags: #pbm-std

Alice
  front: F01 Haru, Apron Tailor (will+3 sword+3);
    F03 Sota the Set Builder (will+3 shield+3);
    F19 Fashion Queen (will+6)
  back: F12 Cheer Leader Tomo
  reserve: F20 Lab Prodigy (sword+6)
  deck, in no order: F04 Rei of the Library; F05 Kuu's Diorama
  discard: F07 Captain Jin ×2; F08 Ao the Thrower

hand (3)
  F10 Poet in Kimono
    ○ B05 Heckle Will: The opponent's will −4.
    ○ B13 Encore: Choose an attribute: +2 for each ability of the theme
    in your front that has it, three at most.
  F17 Dance Troupe ×2
    ○ B04 Ensemble: Your will, sword and shield +2 each.
    × B17 Grand Finale: you still have other cards in hand

- tags: #pbm-std
"""
    )


def test_while_cards_are_chosen_the_hand_shows_what_each_gives() -> None:
    text = drawn(standing(phase="reserve", a={**ALICE, "front": ()}), lang="ja")

    assert "第2ラウンド「展示」 温存札を選ぶところ" in text
    assert "  F10 着物の詩人  展示: 意+3  学問: 意+3\n    B05 意へのヤジ / B13 アンコール\n" in text
    assert "いま終われば" not in text
    assert "展示: 意+3\n" in drawn(standing(phase="front", a=ALICE), lang="ja")


def test_who_would_be_halved_is_said_unless_there_is_an_alibi() -> None:
    state = standing(a={"points": [9, 2, 4, 0]}, b={"points": [2, 11, 1, -2]})

    assert "Alice 9 (will), ボブ 5 (sword, halved)." in drawn(state)
    assert "ボブ 0 (no attribute)" in drawn(standing(a={"points": [9, 2, 4, 0]}))


def test_others_see_only_numbers() -> None:
    state = standing(a=ALICE, b=BOB)
    for_bob, for_all = drawn(state, "B"), drawn(state, None)

    assert for_bob.splitlines()[6].split() == ["ボブ", "Alice"]
    assert "F10" not in for_bob
    assert "hand (2)" in for_bob
    assert not any(each in for_all for each in ("○", "F10", "F17", "F20", "F23", "F05"))
    assert "F01 Haru" in for_all


def test_the_board_has_both_sides_and_of_what_is_hidden_the_number() -> None:
    state = standing(a=ALICE, b=BOB)
    of_bob, of_alice = FEST.board(view(state, "A"), NAMES, "en").parts
    own, foe = ({each.name: each for each in part.zones} for part in (of_alice, of_bob))

    assert (of_alice.seat, of_alice.name, of_alice.notes) == ("A", "Alice", ("tags: #pbm-std",))
    assert [each[:2] for each in of_bob.counters] == [
        *[("will (dress)", 0), ("sword (food)", 25), ("shield (space)", -2)],
        *[("judging points", 0), ("total", 0), ("Umbrella", None), ("Alibi", None)],
    ]
    assert [(each.id, each.count, each.lines[-1]) for each in own["hand"].pieces] == [
        ("F10", 1, own["hand"].pieces[0].lines[-1]),
        ("F17", 2, "× B17 Grand Finale: you still have other cards in hand"),
    ]
    assert own["reserve"].pieces == (MatchPiece("F20", "Lab Prodigy", ("sword+6",)),)
    assert [each.id for each in own["deck"].pieces] == ["F04", "F05"]
    assert [*(each.notes for each in foe["front"].pieces)][1:] == [("sword+3",), ("shield+3",)]
    assert (foe["hand"].count, foe["hand"].hidden) == (2, 1)
    assert foe["hand"].pieces == (MatchPiece("F09", "Sen, Last Runner"),)


def test_a_board_says_where_the_match_stands_and_what_a_hand_may_give() -> None:
    before = standing(phase="front", a=ALICE)
    above, below = FEST.board(view(before, "A"), NAMES, "ja").parts
    assert below.zones[2].pieces[0].notes == ("展示: 意+3",)
    assert below.zones[2].pieces[0].lines == ("B05 意へのヤジ / B13 アンコール",)
    assert FEST.board(view(begun(), None), NAMES, "en").heading == ("The opening ceremony",)
    assert above.zones[2].hidden == 0


def test_printed_blanks_and_custom_cards_are_named() -> None:
    custom = {
        "id": "X01",
        "name": "Kite",
        "abilities": ["food", None],
        "effects": [
            {"code": "S01", "x": "will"},
            {"code": "S06", "z": "exhibit", "x": "will", "y": "sword"},
        ],
        "tags": ["#standard"],
    }
    text = drawn(
        standing(settings={"cards": [custom]}, a={"hand": ("X01", "X01"), "points": [5, 0, 0, 0]})
    )

    assert "X01 Kite ×2\n    ○ S01 Boost: Your will +2.\n    ○ S06 Trade: Your will and the" in text


@languages
@pytest.mark.parametrize("petit", [False, True])
def test_no_line_is_wider_than_a_letter_in_any_position(lang: Lang, petit: bool) -> None:
    decks = ("P1", "P3") if petit else ("D3", "D2")
    settings = {"petit": petit, "scoring": "A", "allowed_tags": ["#pbm-std", "#standard"]}
    for state, _ in course(7, settings, decks):
        for seat in READERS:
            text = FEST.diagram(view(state, seat), LONG, lang)
            assert all(width(line) <= WIDTH for line in text.splitlines())


@languages
def test_the_beginning_and_the_end_are_drawn(lang: Lang) -> None:
    *_, (last, _) = course(7)
    drawing = begun()
    over = drawn(last, None, lang)

    assert drawn(drawing, "A", lang).splitlines()[0] in ("開会式", "The opening ceremony")
    assert any(each in over for each in ("の勝ちです。", " has won."))
    last.result = {"score": {"A": "1/2", "B": "1/2"}, "reason": "draw"}
    assert any(each in drawn(last, None, lang) for each in ("引き分けです。", " It is a draw."))
