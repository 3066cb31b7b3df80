"""Names of slots and words that a character speaks: kept in one form, and checked like names."""

import pytest

from app.engine import Lang
from app.league.committing import commitment
from app.league.explaining import explain
from app.league.flavouring import MAX_WORDS, extras, lines_of, names_of, problems, said
from app.settings import ROOT

README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_nothing_given_is_nothing_kept() -> None:
    """Seals of entries without any stay what they always were."""
    assert extras({}, {}) == {}
    assert extras({1: "", 8: ""}, {"entrance": "", "defeat": ""}) == {}


def test_slots_without_a_name_stay_empty_and_those_at_the_end_are_left_out() -> None:
    kept = extras({3: "Anvil", 1: "Crimson", 5: ""}, {"victory": "Tea?", "entrance": "Hello."})

    assert kept == {
        "flavour": ["Crimson", None, "Anvil"],
        "lines": {"entrance": "Hello.", "victory": "Tea?"},
    }
    assert names_of(kept) == ("Crimson", None, "Anvil")
    assert lines_of(kept) == {"entrance": "Hello.", "victory": "Tea?"}


def test_the_seal_of_a_character_with_words_of_its_own_is_that_of_the_readme() -> None:
    kept = extras({1: "紅蓮の一閃", 3: "鉄床"}, {"victory": "Tea?"})
    seal = commitment(bytes(32), "Murai", "閃閃交硬果", "", kept, "shiden-issen-2@1")

    assert seal in README
    assert seal.startswith("1c6c3a43")


@pytest.mark.parametrize(("lang", "moment"), [("ja", "勝利"), ("en", "Victory")])
def test_words_are_listed_with_their_moments(lang: Lang, moment: str) -> None:
    assert said(extras({}, {"victory": "Tea?"}), lang) == [(moment, "Tea?")]


@pytest.mark.parametrize(
    ("flavour", "lines", "en", "ja"),
    [
        (
            {2: "a" * (MAX_WORDS + 1)},
            {},
            "The name of slot 2 has 61 characters; at most 60 are allowed.",
            "2番目につけた技名が61文字あります。60文字までです。",
        ),
        (
            {1: "a\u202eb"},
            {},
            "The name of slot 1 holds characters that cannot be seen. Please remove U+202E.",
            "1番目につけた技名に見えない文字があります。U+202E を消してください。",
        ),
        (
            {4: "Fourth"},
            {},
            "Slot 4 has a name of its own, but the build has only 3.",
            "4番目に技名がついていますが、構成は3番目までです。",
        ),
        (
            {},
            {"finish": "a" * (MAX_WORDS + 2)},
            "The words for “Finishing blow” have 62 characters; at most 60 are allowed.",
            "「とどめ」のせりふが62文字あります。60文字までです。",
        ),
        (
            {},
            {"defeat": "a\nb\x00"},
            "The words for “Defeat” hold characters that cannot be seen. Please remove U+0000, U+000A.",
            "「敗北」のせりふに見えない文字があります。U+0000, U+000A を消してください。",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    flavour: dict[int, str], lines: dict[str, str], en: str, ja: str
) -> None:
    (problem,) = problems(extras(flavour, lines), 3)

    assert [explain(problem, lang) for lang in ("en", "ja")] == [en, ja]


def test_sixty_characters_of_any_kind_are_well() -> None:
    kept = extras({1: "閃" * MAX_WORDS}, {"entrance": "🔥" * MAX_WORDS})

    assert [*problems(kept, 1)] == []
