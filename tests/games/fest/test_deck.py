"""A deck as text: every way to write one, everything that is wrong with it at once, and back."""

from typing import Any, get_args

import pytest

from app.engine import Build, Lang, Notation
from app.errors import BuildUnreadable, Problem
from app.games.fest.cards import DECK_NAMES as NAMES, DECKS, HOUSE
from app.games.fest.words.deck import (
    as_data,
    explain,
    read_any,
    read_build,
    spellings,
    write_build,
)
from app.text.characters import key
from tests.support.tables import by_row

LANGS: tuple[Lang, ...] = get_args(Lang)
NOTATIONS: tuple[Notation, ...] = get_args(Notation)
BOTH = {"allowed_tags": ["#pbm-std", "#standard"]}
D2 = "2xF02 2xF04 2xF05 2xF07 2xF08 2xF13 2xF14 2xF15 2xF20 F01 F11 F18 F22 F23 F24"
CUSTOM = {
    "id": "X01",
    "name": "3 & Co",
    "abilities": ["food", None],
    "effects": [{"code": "B01"}, {"code": "S04", "z": "combat", "x": "shield"}],
    "tags": ["#pbm-std", "#standard"],
}


def deck(text: str, **config: Any) -> dict[str, int]:
    found: dict[str, int] = as_data(read_build(text, config))["deck"]
    return found


def problems(text: str, **config: Any) -> list[Problem]:
    with pytest.raises(BuildUnreadable) as refusal:
        read_build(text, config)
    for problem in refusal.value.problems:
        for lang in LANGS:
            assert "{" not in explain(problem, lang)
    return [*refusal.value.problems]


def codes(text: str, **config: Any) -> list[str]:
    return [problem.code for problem in problems(text, **config)]


# --- every way to write a deck --------------------------------------------------------------------------


@by_row("name", ["D1", "D2"])
def test_a_starter_deck_is_written_by_its_name(name: str) -> None:
    assert deck(f"deck {name}") == deck(name.lower()) == DECKS[name]
    assert deck("全校総出") == deck("Whole School") == deck("deck D1 全校総出") == DECKS["D1"]


def test_petit_and_other_tags_are_allowed_where_the_tournament_does() -> None:
    assert deck("P1", petit=True) == DECKS["P1"]
    assert deck("D3", allowed_tags=["#standard"]) == DECKS["D3"]
    assert deck("P3", petit=True, **BOTH) == DECKS["P3"]


@by_row(
    "text",
    [
        *("24xF19", "F19x24", "F19 x24", "F19 × 24", "24 F19", "F19 24", "F19 * 24", "24 x F19"),
        *("f19 24枚", "F1924枚", "24枚 F19", "Ｆ１９×２４", "deck: F19 (24)", "デッキ　24×F19"),
        *(
            "ファッションの女王24枚",
            "ファッション ×24",
            "24x Fashion Queen",
            "fash x12, fashion x12",
        ),
        *("- F19 x20\n* F19 4枚\n# a comment\n", "1. F19 x12\n2. F19 x12", "F19 F19x23"),
        "F19 Fashion Queen x24",
    ],
)
def test_names_and_counts_are_read_in_all_their_forms(text: str) -> None:
    assert deck(text) == {"F19": 24}


def test_a_list_of_names_is_read_whatever_divides_it() -> None:
    english = [HOUSE[id].name.en for id in DECKS["D1"]]
    japanese = [HOUSE[id].name.ja for id in DECKS["D1"]]

    for names in (english, japanese):
        for gap in (", ", "\n", "; ", "・", " | "):
            assert deck(gap.join(names)) == DECKS["D1"]
    assert deck("\n".join(f"{id} {HOUSE[id].name.ja} ×1" for id in DECKS["D1"])) == DECKS["D1"]


def test_counts_belong_to_the_card_that_their_group_shows() -> None:
    expected = {"F01": 2, "F02": 22}

    for text in (
        "2 F01 22 F02",
        "F01 2 F02 22",
        "F01 2枚 F02 22枚",
        "2 F01, F02 22",
        "2x F01 22x F02",
    ):
        assert deck(text) == expected
    assert deck("F01 x2 F02 ×22") == deck("F01 2枚 F02 x 22") == expected


def test_a_custom_card_is_written_by_its_id_or_its_name() -> None:
    config = {**BOTH, "cards": [CUSTOM]}

    assert deck("23xF19 X01", **config) == {"F19": 23, "X01": 1}
    assert deck("X01 3 & Co x24", **config) == {"X01": 24}


# --- back to text ---------------------------------------------------------------------------------------


@by_row("notation", NOTATIONS)
@by_row("name", [None, "アリス / Alice"])
def test_a_deck_written_is_the_deck_read(notation: Notation, name: str | None) -> None:
    build = Build(read_build(D2).cards, name)

    assert read_build(write_build(build, notation)) == build


def test_a_deck_is_written_in_the_order_of_its_ids() -> None:
    """One character each, every copy; or each card once with its count."""
    by_id = "F01 2xF02 2xF04 2xF05 2xF07 2xF08 F11 2xF13 2xF14 2xF15 F18 2xF20 F22 F23 F24"
    signs = "縫甘甘図図模模主主投投弁化化機機包包櫓童童会宿霊"

    assert write_build(read_build(D2)) == signs
    assert write_build(read_build(f"{D2} /Alice")) == f"{signs}/Alice"
    assert write_build(read_build(D2), "identifiers") == by_id
    assert write_build(read_build(D2), "en").startswith("Haru, Apron Tailor; 2x Mina of the")


def test_a_sign_stands_for_its_card_alone_in_a_row_and_with_a_count() -> None:
    """No sign is how the name of another card, or of a deck, begins."""
    once = "縫甘具図模俳主投走詩弁応化機包廊踊櫓装童塔会宿霊"

    assert deck(once) == deck(" ".join(once)) == DECKS["D1"]
    assert deck("、".join(f"{sign}×2" for sign in once[:12])) == dict.fromkeys([*HOUSE][:12], 2)
    names = {id: card.name for id, card in HOUSE.items()} | NAMES
    assert len({card.sign for card in HOUSE.values()}) == len(HOUSE)
    for card in HOUSE.values():
        assert {id for id, words in names.items() if words.ja.startswith(card.sign)} <= {card.id}


def test_a_deck_of_either_size_is_read_where_no_match_is_named() -> None:
    assert as_data(read_any("P3"))["deck"] == DECKS["P3"]
    assert as_data(read_any("D3"))["deck"] == DECKS["D3"]
    with pytest.raises(BuildUnreadable) as refusal:
        read_any("P1 F01")
    (problem,) = refusal.value.problems
    assert explain(problem, "en") == "A deck has 15 or 24 cards, this one has 16."


# --- everything that is wrong ---------------------------------------------------------------------------


def test_all_problems_are_told_at_once_with_their_places() -> None:
    found = problems("deck haru foo sen\n クレープの 生徒会x0 k\n/ A\nmore", max_copies=1)

    assert [(each.code, each.line, each.column, each.words[0]) for each in found] == [
        ("unknown-card", 1, 11, "foo"),
        ("unknown-card", 2, 2, "クレープの"),
        ("count-zero", 2, 8, "生徒会x0"),
        ("ambiguous-card", 2, 14, "k"),
        ("text-after-name", 4, 1, "more"),
        ("unknown-card", 4, 1, "more"),
    ]
    assert found[1].suggestions == ("F02",)


@by_row(
    ("text", "code", "suggestions"),
    [
        ("Robt", "unknown-card", ("F14",)),
        ("club", "unknown-card", ("F14",)),
        ("ハル", "unknown-card", ("F01",)),
        ("zzzzzzzz", "unknown-card", ()),
        ("??", "unknown-card", ()),
        ("99999", "unknown-card", ()),
        ("k", "ambiguous-card", ("F05", "F13", "F15", "G07")),
        ("3", "count-alone", ()),
        ("x3", "count-alone", ()),
        ("x 3", "count-alone", ()),
        ("F01 2 F02", "count-unclear", ("2",)),
        ("3x F01 x2", "count-twice", ("F01",)),
        ("2xF01 x3", "count-twice", ("F01",)),
        ("0 F01", "count-zero", ()),
        ("F01\u200b", "forbidden-character", ()),
        ("2xF01x3", "unknown-card", ()),
    ],
)
def test_a_word_that_cannot_be_read_is_answered_with_the_nearest(
    text: str, code: str, suggestions: tuple[str, ...]
) -> None:
    first = problems(text)[0]

    assert (first.code, first.suggestions) == (code, suggestions)


def test_too_many_cards_are_counted_from_the_first_one_over() -> None:
    (problem,) = problems("D1\nF19 F20")

    assert (problem.code, problem.line, problem.suggestions) == ("too-many-cards", 2, ("24", "2"))
    assert codes("99999999999999F01") == ["unknown-card"]
    assert codes("9999xF01") == codes("9999xF01 F02") == ["too-many-cards"]


@by_row(
    "text",
    ["abcd " * 10_000, "abcd\n" * 10_000, "/a\n" * 10_000, "F01 " * 10_000, "9 " * 10_000],
    ids=["words", "lines", "names", "cards", "counts"],
)
def test_a_text_that_is_no_deck_is_not_read_to_its_end(text: str) -> None:
    found = problems(text)

    assert "unread-rest" in {problem.code for problem in found}
    assert len(found) <= 1002


def test_cards_beyond_all_measure_are_not_counted() -> None:
    (problem,) = problems("9999xD1 9999xD2")

    assert problem.suggestions == ("24", "975")


def test_too_few_cards_are_told_once_everything_is_read() -> None:
    assert [(p.code, p.words, p.suggestions) for p in problems("deck F01")] == [
        ("too-few-cards", ("1",), ("24",))
    ]
    assert codes("") == codes("# nothing\n") == ["too-few-cards"]


def test_limits_of_the_tournament_are_told_with_the_place_of_the_card() -> None:
    (copies,) = problems("4xF18 20xF19", max_copies=19)
    tags = problems("22xF01 G02 G01")

    assert (copies.code, copies.column, copies.suggestions) == ("too-many-copies", 7, ("19", "1"))
    assert [(each.code, each.column, each.words) for each in tags] == [
        ("tag-not-allowed", 8, ("#standard", "G01", "G02"))
    ]


@by_row("lang", LANGS)
def test_every_house_card_can_be_told_apart_by_the_beginning_of_its_name(lang: Lang) -> None:
    spelled = spellings()

    for id in HOUSE:
        name = key(HOUSE[id].name.to(lang))
        assert spelled.spelled(name) == (id,)
        assert any(spelled.spelled(name[:n]) == (id,) for n in range(1, len(name)))
    assert spelled.spelled("") == spelled.nearest("") == ()
