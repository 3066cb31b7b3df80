"""Names of slots and words that a character speaks: kept in one form, and checked like names."""

import pytest

from app.engine import Build, Lang
from app.games import ruleset
from app.league.entries.characters import (
    LABEL_NAMES,
    MAX_WORDS,
    contradictions,
    extras,
    filled,
    labels_of,
    lines_of,
    names_of,
    problems,
    said,
)
from app.league.problems import explain
from app.league.seals import commitment
from app.settings import ROOT

RECORD = (ROOT / "app/docs/record.md").read_text(encoding="utf-8")


def test_nothing_given_is_nothing_kept() -> None:
    """Seals of entries without any stay what they always were."""
    assert extras({}, {}, {}, {}) == {}
    assert (
        extras(
            {1: "", 8: " "}, {"entrance": "", "defeat": "\u3000"}, {"build": " "}, {"source": " "}
        )
        == {}
    )


def test_blanks_around_what_is_given_are_no_part_of_it() -> None:
    assert extras({1: " a "}, {"finish": "\u3000b"}, {"lore": "c\t"}, {"terms": " d"}) == {
        "flavour": ["a"],
        "lines": {"finish": "b"},
        "labels": {"lore": "c"},
        "rights": {"terms": "d"},
    }


def test_slots_without_a_name_stay_empty_and_those_at_the_end_are_left_out() -> None:
    kept = extras(
        {3: "Anvil", 1: "Crimson", 5: ""}, {"victory": "Tea?", "entrance": "Hello."}, {}, {}
    )

    assert kept == {
        "flavour": ["Crimson", None, "Anvil"],
        "lines": {"entrance": "Hello.", "victory": "Tea?"},
    }
    assert names_of(kept) == ("Crimson", None, "Anvil")
    assert lines_of(kept) == {"entrance": "Hello.", "victory": "Tea?"}


def test_the_seal_of_a_character_with_words_of_its_own_is_that_of_the_documents() -> None:
    kept = extras({1: "紅蓮の一閃", 3: "鉄床"}, {"victory": "Tea?"}, {}, {})
    rules = ruleset("shiden-issen-2").rules_version
    seal = commitment(bytes(32), "Murai", "閃閃交硬果", "", kept, rules)

    assert f'"rules":"{rules}"' in RECORD
    assert seal in RECORD


@pytest.mark.parametrize(("lang", "moment"), [("ja", "勝利"), ("en", "Victory")])
def test_words_are_listed_with_their_moments(lang: Lang, moment: str) -> None:
    assert said(extras({}, {"victory": "Tea?"}, {}, {}), lang) == [(moment, "Tea?")]


def test_build_and_lore_may_have_labels_of_their_own() -> None:
    """“「スキル」「設定」の項目名を自由に変更しても構いません。” of the original of 紫電一閃 弐."""
    kept = extras({}, {}, {"lore": "来歴", "build": "名刀 村雨", "name": "号"}, {})

    assert kept == {"labels": {"build": "名刀 村雨", "lore": "来歴"}}
    assert labels_of(kept) == kept["labels"]
    assert labels_of({}) == labels_of({"labels": "Sword"}) == {}


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
            "The name of slot 1 contains invisible characters. Please remove U+202E.",
            "1番目につけた技名に見えない文字があります。U+202Eを消してください。",
        ),
        (
            {4: "Fourth"},
            {},
            "You named slot 4, but the build ends at slot 3.",
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
            "The words for “Defeat” contain invisible characters. Please remove U+0000, U+000A.",
            "「敗北」のせりふに見えない文字があります。U+0000、U+000Aを消してください。",
        ),
    ],
)
def test_what_is_wrong_is_told_with_its_place(
    flavour: dict[int, str], lines: dict[str, str], en: str, ja: str
) -> None:
    (problem,) = problems(extras(flavour, lines, {}, {}), 3)

    assert [explain(problem, lang) for lang in ("en", "ja")] == [en, ja]


def test_what_is_wrong_with_a_label_is_told() -> None:
    wrong = [*problems(extras({}, {}, {"build": "x" * 61, "lore": "a\u202eb"}, {}), 3)]

    assert [[explain(each, lang) for lang in ("en", "ja")] for each in wrong] == [
        [
            "“Build label” has 61 characters; at most 60 are allowed.",
            "「構成の項目名」が61文字あります。60文字までです。",
        ],
        [
            "“Lore label” contains invisible characters. Please remove U+202E.",
            "「設定の項目名」に見えない文字があります。U+202Eを消してください。",
        ],
    ]


def test_names_in_the_build_fill_what_has_no_other() -> None:
    build = Build(("a", "b", "c"), flavour=("Dawn", "Noon"))
    given = {"flavour": [None, "Midday", "Dusk"], "lines": {"victory": "Tea?"}}

    assert filled({}, build) == {"flavour": ["Dawn", "Noon"]}
    assert filled(given, build) == {**given, "flavour": ["Dawn", "Midday", "Dusk"]}
    assert filled(given, build.nameless()) == given
    assert filled({}, build.nameless()) == {}
    assert [each["field"] for each in contradictions(given, build)] == ["flavour 2"]
    assert [*contradictions({"flavour": ["Dawn"]}, build)] == []


def test_sixty_characters_of_any_kind_are_well() -> None:
    kept = extras(
        {1: "閃" * MAX_WORDS},
        {"entrance": "🔥" * MAX_WORDS},
        dict.fromkeys(LABEL_NAMES, "👩‍🚒" * 20),
        {},
    )

    assert [*problems(kept, 1)] == []
