"""A long telling is folded in the middle."""

from collections.abc import Callable

import pytest

from app.engine import Lang, Line, Terms, Tone, Words
from app.letters.tellings import folded


def telling(turns: int, lines: int = 10) -> list[Line]:
    return [
        Line(turn * lines + n, turn, 0, Tone.EFFECT, f"turn {turn}, line {n}")
        for turn in range(turns)
        for n in range(lines)
    ]


def bytes_of(space: int) -> Callable[[Line], float]:
    return lambda line: (len(line.text) + 45) / space


def test_what_fits_is_told_in_full() -> None:
    assert folded(telling(3), bytes_of(10_000), "en") == telling(3)


def test_whole_turns_are_left_out_of_the_middle() -> None:
    told = folded(telling(20), bytes_of(6_000), "en")
    texts = [line.text for line in told]

    assert texts[0] == "turn 0, line 0"
    assert texts[-1] == "turn 19, line 9"
    assert "… turns 4 to 13 …" in texts
    assert texts[texts.index("… turns 4 to 13 …") - 2] == "turn 3, line 9"
    assert texts[texts.index("… turns 4 to 13 …") + 2] == "turn 14, line 0"


@pytest.mark.parametrize(
    ("lang", "fold"), [("en", "… more of turn 0 …"), ("ja", "……第0ターンの続きは割愛……")]
)
def test_a_turn_that_is_too_long_is_cut_within(lang: Lang, fold: str) -> None:
    told = folded(telling(1, lines=500), bytes_of(6_000), lang)

    assert fold in [line.text for line in told]
    assert len(told) < 110


@pytest.mark.parametrize("space", [500, 3_000, 24_000])
def test_it_never_takes_more_room_than_it_has(space: int) -> None:
    told = folded(telling(30, lines=60), bytes_of(space), "en")

    assert sum(len(line.text) + 45 for line in told) <= space + 200


def test_what_is_left_out_is_told_in_the_terms_of_the_game() -> None:
    terms = Terms(turns=Words("ラウンド", "rounds"))
    told = folded(telling(20), bytes_of(6_000), "en", terms)

    assert [line.text for line in told if line.text.startswith("… rounds ")]
