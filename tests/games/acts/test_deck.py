"""Builds as text: every way to write them, everything that is wrong with them at once, and back."""

from typing import Any, get_args

import pytest

from app.engine import Build, Lang, Notation
from app.errors import BuildUnreadable, Problem
from app.games.acts import RULESETS
from app.games.acts.cards import CARDS, DECKS, FAR_LIGHT, RANK_AND_FILE
from app.games.acts.pool import POOLS
from app.games.acts.words.deck import as_data, explain, read_build, write_build
from app.games.acts.words.samples import SAMPLES
from tests.games.acts.stage import GAME
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
SEASON = RULESETS[0]
REST = "3xS05 3xS06 3xS07 3xS09 2xT01 2xT05 8xE00"
"""24 cards."""


def problems(text: str, **config: Any) -> list[Problem]:
    with pytest.raises(BuildUnreadable) as refusal:
        SEASON.under(config).read_build(text)
    for problem in refusal.value.problems:
        for lang in LANGS:
            assert "{" not in explain(problem, lang)
    return [*refusal.value.problems]


def said(text: str, **config: Any) -> list[str]:
    return [explain(problem, "en") for problem in problems(text, **config)]


# --- every way to write a deck --------------------------------------------------------------------------


@by_row(
    "text",
    [
        *("M01 S01 x3, 3 S02", "master M01 deck 3 S01 3 S02", "鼓歩歩歩犬犬犬", "m1 s1 x3 s2 x3"),
        *("マスター：M01\nデッキ：S01 3枚、リベットハウンド×3", "master = Akane; 3x Pawnlet; 3x Rivet"),
        "deck S01 x2\nS01\n# master M04\n3xS02\nﾏｽﾀｰ 鼓あかね",
    ],
)  # fmt: skip
def test_names_signs_and_counts_are_read_in_all_their_forms(text: str) -> None:
    rest = {each[2:]: int(each[0]) for each in REST.split()}

    assert as_data(read_build(f"{text}\n{REST}/Master of the deck")) == {
        "master": "M01",
        "deck": dict(sorted({"S01": 3, "S02": 3, **rest}.items())),
    }


def test_a_deck_known_by_name_stands_for_its_cards_and_brings_its_master() -> None:
    assert as_data(read_build("Rank and File")) == as_data(read_build("横隊")) == RANK_AND_FILE
    assert as_data(read_build("master M04 deck Far Light")) == {**FAR_LIGHT, "master": "M04"}
    for sample in SAMPLES:
        build = as_data(read_build(sample.name.en))
        assert {build["master"]: 1, **build["deck"]} == sample.deck
        assert not GAME.validate_build(build, {})
        assert not [*SEASON.remarks(read_build(sample.name.ja))]


@by_row("notation", NOTATIONS)
@by_row("text", ["Rank and File", "master M03 deck 横隊/アリア / Aria"])
def test_builds_written_are_the_builds_read(text: str, notation: Notation) -> None:
    build = read_build(text)

    assert read_build(write_build(build, notation)) == build
    assert "\n" not in write_build(build, notation)


def test_the_identifiers_are_written_as_the_rules_have_them() -> None:
    assert write_build(read_build("Rank and File"), "identifiers") == (
        "master M01 deck 8xE00 3xS01 3xS02 2xS05 3xS06 2xS07 2xS11 2xS13 2xT01 2xT05 T08"
    )
    assert write_build(Build(("T01",)), "identifiers") == "deck T01"


def test_no_sign_begins_another_name() -> None:
    names = {**POOLS.house.names, **DECKS}
    for id, card in CARDS.items():
        assert {each for each, known in names.items() if known.ja.startswith(card.sign)} <= {id}


# --- what is wrong --------------------------------------------------------------------------------------


def test_a_slip_of_the_pen_names_the_nearest() -> None:
    assert problems("Lancre")[0].suggestions == ("S06",)
    assert problems("Pawnlett")[0].suggestions == ("S01",)


def test_all_problems_of_the_whole_are_told_at_once() -> None:
    assert said(f"M01 M02 {REST}, 9 S01, X02") == [
        "line 1, column 5: A deck has only one master. You wrote 2: M01, M02.",
        'line 1, column 54: A deck has exactly 30 cards besides its master, this one has 34. Take out 4, counted from "S01".',
        "line 1, column 54: At most 3 copies of Pawnlet (S01) are allowed. Replace 6 of them by other cards.",
        "line 1, column 59: Oz (X02) is an example card of the original. This season does not allow it.",
    ]
    assert said("S01") == [
        "A deck has exactly 30 cards besides its master, this one has 1.",
        "There is no master. Write one, like “master M01”.",
    ]
    codes = [each.code for each in problems("E00 x31 Sxx")]
    assert codes == ["too-many-cards", "unknown-card"]


def test_the_cards_of_the_original_are_for_tournaments_that_allow_them() -> None:
    text = f"X01 3xX02 3xS01 {REST}"
    every = SEASON.under({"cards": "fixtures"})

    assert [each.code for each in problems(text)] == ["not-allowed"] * 2
    assert as_data(every.read_build(text))["master"] == "X01"
    assert {card.id for card in every.cards} - {card.id for card in SEASON.under({}).cards} == {
        "X01",
        "X02",
    }


def test_decisions_of_organisers_have_words_and_ten_turns_are_offered_first() -> None:
    assert [choice.values[0][0] for choice in SEASON.choices] == [10, "starter"]
    for choice in SEASON.choices:
        for value, words in choice.values:
            assert GAME.settle({choice.key: value})[choice.key] == value
            assert all(words)


# --- while it is put together ---------------------------------------------------------------------------


def test_the_figures_are_the_master_and_the_kinds_of_cards() -> None:
    told = {figure.label.en: figure.value for figure in SEASON.figures(read_build("横隊"))}

    assert told == {
        "VIT": 60,
        "Ether capacity": 6,
        "Ether": 8,
        "Servants of size 1": 8,
        "Servants of size 2": 7,
        "Servants of size 3": 2,
        "Tools": 5,
    }


@by_row(
    ("text", "remark"),
    [
        ("30 E00", "It has no servants: the master fights alone."),
        ("27 E00 3 S01", "It has only 3 servants. In many turns you will have none in hand."),
        ("27 E00 3 S10", "“Signal Tower” helps other servants, but the deck has none."),
        ("27 E00 3 X02", "Two skills of “Oz” work only with the master Chiyuki."),
        (
            "16 E00 3 S11 3 S12 3 S01 3 T08 2 T09",
            "Many of its servants have size 3. Made with exactly 3 ether, they cannot act in that turn.",
        ),
        (
            "17 E00 3 S11 3 S06 2 S01 3 T08 2 T09",
            "It has 5 speed tools. They only answer the opponent.",
        ),
        (
            "17 E00 3 S11 3 S06 3 S01 3 T08 1 T09",
            "It has 17 ether. A master holds no more than its capacity, so some may stay in hand.",
        ),
        (
            f"{REST[:-6]} 5xE00 3xS01 3xS02 3xS08",
            "It has only 5 ether. The master's first ether is soon used, and little follows.",
        ),
    ],
)
def test_what_a_deck_may_not_mean_is_remarked(text: str, remark: str) -> None:
    assert remark in [words.en for words in SEASON.remarks(read_build(f"M01, {text}"))]
