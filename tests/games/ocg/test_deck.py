"""Decks as text: every way to write them, everything that is wrong with them at once, and back."""

from typing import Any, get_args

import pytest

from app.engine import Build, Lang, Notation
from app.engine.decks import in_runs
from app.errors import BuildUnreadable, Problem
from app.games import ruleset
from app.games.ocg import RULESETS
from app.games.ocg.cards import BLADES, CARDS, DECKS, WILDS
from app.games.ocg.words.deck import as_data, explain, read_build, write_build
from app.games.ocg.words.samples import SAMPLES
from tests.games.ocg.stage import GAME
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
SEASON = RULESETS[0]
REST = "4xC02 4xC05 4xC07 4xC08 4xC09 4xC10 4xK01 4xK04"
"""32 cards."""


def decks(text: str, **config: Any) -> list[dict[str, int]]:
    found: list[dict[str, int]] = as_data(read_build(text, config))["decks"]
    return found


def problems(text: str, **config: Any) -> list[Problem]:
    with pytest.raises(BuildUnreadable) as refusal:
        read_build(text, config)
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
        *("C01 x4, 4 C03", "deck 4 C01, 4 C03", "門門門門池池池池", "C01 4枚、池のカメ×4"),
        *(
            "4x Ine, Gate Sweeper; 4x Kame, Pond Turtle",
            "デッキ１：門掃きのイネ 4枚 C03×4",
            "c1 x4 c3 x4",
        ),
        "deck 1: C01 x2\nC01 x2\n# a comment\nC03 x4",
    ],
)
def test_names_signs_and_counts_are_read_in_all_their_forms(text: str) -> None:
    assert decks(f"{text}\n{REST}") == [{"C01": 4, "C03": 4} | decks_of(REST)]


def decks_of(text: str) -> dict[str, int]:
    """Its counts, whether or not it is large enough."""
    return {each[2:]: int(each[0]) for each in text.split()}


def test_a_deck_known_by_name_stands_for_its_cards() -> None:
    assert decks("Blades") == decks("刃の陣") == [BLADES]
    for sample in SAMPLES:
        assert [*map(decks, DECKS[sample.id])] == [[dict(sample.deck)]] * 2
        assert not GAME.validate_build({"decks": [dict(sample.deck)]}, {})
        assert not [*SEASON.remarks(read_build(sample.name.en))] or sample.id == "House"


@by_row(
    "text",
    ["deck Blades deck Wilds", "deck 1: Blades\ndeck 2: Wilds", "刃の陣 デッキ 獣の陣/Alice"],
)
def test_the_word_deck_begins_the_next_of_several(text: str) -> None:
    build = read_build(text)

    assert as_data(build) == {"decks": [BLADES, WILDS]}
    assert build.decks == (40, 40)
    assert SEASON.match_build(build.nameless()) == {"decks": [BLADES, WILDS]}


@by_row("notation", NOTATIONS)
@by_row("text", ["Blades", "deck Wilds deck Blades/アリス / Alice"])
def test_decks_written_are_the_decks_read(text: str, notation: Notation) -> None:
    build = read_build(text)

    assert read_build(write_build(build, notation)) == build
    assert "\n" not in write_build(build, notation)


def test_no_sign_begins_another_name() -> None:
    names = DECKS | {id: card.name for id, card in CARDS.items()}
    for id, card in CARDS.items():
        assert {each for each, known in names.items() if known.ja.startswith(card.sign)} <= {id}


# --- what is wrong --------------------------------------------------------------------------------------


def test_a_slip_of_the_pen_names_the_nearest() -> None:
    assert problems("Blaeds")[0].suggestions == ("Blades",)
    assert problems("Sparc")[0].suggestions == ("K04",)
    assert problems("イネ")[0].suggestions == ("C01", "C11", "C21", "C31", "House")
    assert said("Ine")[0].startswith('line 1, column 1: "Ine" begins the names of several cards.')


def test_all_problems_of_the_whole_are_told_at_once() -> None:
    """Each with its deck, where there are several."""
    assert said(f"deck 5 C01, 2 C02 deck {REST}, 9 C11, 4 C12, 40 C13") == [
        "Deck 1: line 1, column 8: A deck has 40 to 80 cards, this one has 7.",
        "Deck 1: line 1, column 8: At most 4 copies of Ine, Gate Sweeper (C01) are allowed. Replace 1 of them by other cards.",
        "Deck 2: line 1, column 75: At most 4 copies of Ine of the Road Guard (C11) are allowed. Replace 5 of them by other cards.",
        'Deck 2: line 1, column 90: A deck has 80 cards at most, this one has 85. Take out 5, counted from "C13".',
        "Deck 2: line 1, column 90: At most 4 copies of Rin, Ember Scribe (C13) are allowed. Replace 36 of them by other cards.",
    ]
    assert said("C01") == ["A deck has 40 to 80 cards, this one has 1."]
    assert said("") == ["A deck has 40 to 80 cards, this one has 0."]
    assert said(" ".join(["deck Blades"] * 9)) == [
        "line 1, column 102: At most 8 decks are allowed; you have 9."
    ]
    assert [each.code for each in problems("C01 x700 Cxx")] == ["too-many-cards", "unknown-card"]


@by_row(
    ("rarity", "wrong"),
    [
        ("few", ["C21"]),
        ("R", ["C31", "C32"]),
        ("U", ["C21", "C31", "C32"]),
        ("C", ["C12", "C21", "C31", "C32"]),
    ],
)
def test_a_season_may_limit_rare_cards(rarity: str, wrong: list[str]) -> None:
    text = "3 C21, C31, C32, C12, C01 x4, " + REST
    found = problems(text, rarity=rarity)
    season = SEASON.under({"rarity": rarity})
    data = {"decks": [decks_of(REST) | {"C01": 4, "C12": 1, "C21": 3, "C31": 1, "C32": 1}]}

    assert sorted(each.words[0] for each in found) == wrong
    assert len(GAME.validate_build(data, {"rarity": rarity})) == len(wrong)
    assert not GAME.validate_build(data, {})
    assert ("C31" in {card.id for card in season.cards}) is (rarity == "few")
    assert season.read_build(f"{REST} 4xC01 4xC11").cards
    sample = season.sample_build()
    assert season.read_build(season.write_build(sample)) == sample


def test_decisions_of_organisers_have_words_and_the_usual_first() -> None:
    for choice in SEASON.choices:
        for at, (value, words) in enumerate(choice.values):
            settled = GAME.settle({choice.key: value})
            assert settled == {"unique": "field"} | ({choice.key: value} if at else {})
            assert all(words)


# --- while it is put together ---------------------------------------------------------------------------


def test_the_figures_are_a_curve_of_levels_and_the_colours_to_summon() -> None:
    told = {figure.label.en: figure.value for figure in SEASON.figures(read_build("Blades"))}

    assert told == {
        "Level 0": 14,
        "Level 1": 12,
        "Level 2": 3,
        "Level 3": 1,
        "Items": 3,
        "Commands": 6,
        "Areas": 1,
        "To summon, white": 6,
        "To summon, black": 2,
        "To summon, blue": 0,
        "To summon, red": 6,
        "To summon, green": 0,
    }


@by_row(
    ("text", "remark"),
    [
        (
            "4xC11 4xC12 4xC13 4xC14 4xC15 4xC16 4xC17 4xC18 4xI01 4xK04",
            "It has no basic character (level 0), so it cannot summon.",
        ),
        (
            "4xC01 2xC02 1xC03 4xC11 4xI01 4xI02 4xI03 4xI04 4xK01 4xK02 4xK04 1xR01",
            "There are only 7 basic characters: once in about 8 matches even the second five cards have none.",
        ),
        (
            "4xC22 4xC01 4xC03 " + REST[6:],
            "“Rin, Storm Caller” cannot be laid on anything: the deck has no Rin of level 1.",
        ),
        (
            "2xC01 4xC11 2xC21 " + REST,
            "There are 6 class cards of Ine for 2 basic characters: some may never leave your hand.",
        ),
        (
            "4xI05 4xC01 " + REST,
            "“Barbed Spear” needs a character of level 1, and the deck has none.",
        ),
        (
            "4xC02 4xC05 4xC04 4xC12 4xC13 4xC16 4xI01 4xI02 4xK01 4xK04",
            "Its basic characters have 2 colours only. One of a colour is summoned in a turn, so the field fills slowly.",
        ),
        (
            "4xC01 4xC03 4xC11 4xC12 4xC04 4xC13 4xC20 4xI01 4xI02 " + REST,
            "It has 68 cards: safer against an empty pile, but class cards and their basics meet less often.",
        ),
    ],
)
def test_what_a_deck_may_not_mean_is_remarked(text: str, remark: str) -> None:
    assert remark in [words.en for words in SEASON.remarks(read_build(text))]
    second = [words.en for words in SEASON.remarks(read_build(f"deck Blades deck {text}"))]
    assert f"Deck 2: {remark}" in second


def test_decks_without_enough_cards_are_remarked_too() -> None:
    assert [*SEASON.remarks(Build(()))] == []
    assert all("{" not in words.en for words in SEASON.remarks(Build(("C01", "K09"))))


@by_row("slug", ["fest", "ocg", "acts"])
def test_a_deck_in_short_reads_the_same(slug: str) -> None:
    game = ruleset(slug)
    for name, deck in game.starters().items():
        written = game.write_build(deck)
        assert game.read_build(in_runs(written)).nameless() == deck.nameless(), name
    assert in_runs("門門門灯灯鉄突") == "門×3 灯×2 鉄突"
