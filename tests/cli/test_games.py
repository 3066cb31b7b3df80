"""`hikyaku battle`: two builds in, a story or JSON out; `cards` and `rules`: what a player reads up."""

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from app.games import ruleset, slugs
from tests.support.commands import Told
from tests.support.house_cards import VOLLEY
from tests.support.tables import by_row

Hikyaku = Callable[..., Told]
GAME = "laplaplus"


def test_a_battle_is_told_and_nothing_else_is_printed(hikyaku: Hikyaku) -> None:
    result = hikyaku("battle", GAME, "攻核/Alice", "核核/Bob")

    assert result.stdout.startswith("Alice VS Bob\n")
    assert result.stdout.endswith("Alice wins!\n")
    assert result.stderr == ""


def test_it_is_told_in_japanese_when_asked(hikyaku: Hikyaku) -> None:
    assert "――戦闘開始――" in hikyaku("battle", GAME, "攻核", "核", "--lang", "ja").stdout


def test_it_is_told_with_the_names_that_stand_in_the_builds(hikyaku: Hikyaku) -> None:
    told = hikyaku("battle", GAME, "紅蓮【攻撃】, 核/アリス", "核", "--lang", "ja").stdout

    assert "アリスの紅蓮【攻撃】1!" in told


@by_row(
    ("locale", "is_japanese"),
    [
        ({"LC_ALL": "ja_JP.UTF-8", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "", "LC_MESSAGES": "ja_JP.eucJP", "LANG": "en_US.UTF-8"}, True),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": "ja"}, True),
        ({"LC_ALL": "de_DE.UTF-8", "LANG": "ja_JP.UTF-8"}, False),
        ({"LC_ALL": "", "LC_MESSAGES": "", "LANG": ""}, False),
    ],
)
def test_the_locale_chooses_the_language(
    hikyaku: Hikyaku, locale: dict[str, str], is_japanese: bool
) -> None:
    told = hikyaku("battle", GAME, "攻核", "核", env=locale).stdout

    assert ("――戦闘開始――" in told) == is_japanese


@by_row(
    ("home", "away", "title"),
    [
        ("攻核", "Core, Attack", "攻核 VS 核攻"),
        ("攻核", "6, 1", "home VS away"),
        ("攻核/A", "核/A", "A (home) VS A (away)"),
        ("攻核", "核/攻核", "home VS 攻核 (away)"),
        ("", "核", "(no cards) VS 核"),
    ],
)
def test_who_has_no_name_is_called_by_the_cards(
    hikyaku: Hikyaku, home: str, away: str, title: str
) -> None:
    assert hikyaku("battle", GAME, home, away).stdout.splitlines()[0] == title


def test_json_has_the_result_and_every_event(hikyaku: Hikyaku) -> None:
    """Attack on top: 4 damage. away 10 HP -> dead in turn 3 at -2; home is never hit: 6 HP."""
    result = hikyaku("battle", GAME, "攻核/アリス", "核核", "--json")

    assert "アリス" in result.stdout
    told = json.loads(result.stdout)
    assert told.pop("events")[0]["kind"] == "battle-began"
    assert told == {
        "rules": "laplaplus@1",
        "home": {"name": "アリス", "build": ["attack", "core"]},
        "away": {"name": "核核", "build": ["core", "core"]},
        "winner": "home",
        "reason": "hp",
        "turn": 3,
        "hp": {"home": 6, "away": -2},
    }


def test_json_knows_no_winner_of_a_draw(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("battle", GAME, "核", "核", "--json").stdout)

    assert (told["winner"], told["reason"]) == (None, "draw")


@by_row("build", ["ｺｱ、攻撃", "１，６", "\t1 ,\t6 ", "\ufeff核攻", "Core\nAttack", "核攻\n"])
def test_a_build_may_be_typed_in_many_ways(hikyaku: Hikyaku, build: str) -> None:
    told = json.loads(hikyaku("battle", GAME, build, "核", "--json").stdout)

    assert told["home"]["build"] == ["core", "attack"]


@by_row(
    ("build", "problem"),
    [
        ("攻, refection", "column 4: \"refection\" is not a card. Did you mean Reflection (反)?"),
        ("ブレイン", "column 1: \"ブレイン\" is part of the names of several cards."),
        ("核核核核核核核核核", "column 9: A build has at most 8 cards"),
        ("99", "column 1: There is no card with the number \"99\""),
        ("攻\udcff", "column 2: Invisible characters are not allowed. Delete this U+DCFF."),
        ("攻/\u202eBob", "column 3: Invisible characters are not allowed. Delete this U+202E."),
        ("攻/\x1b[31m", "column 3: Invisible characters are not allowed. Delete this U+001B."),
        ("攻\0", "column 2: Invisible characters are not allowed. Delete this U+0000."),
    ],
)  # fmt: skip
def test_a_build_that_cannot_be_read_is_refused(hikyaku: Hikyaku, build: str, problem: str) -> None:
    result = hikyaku("battle", GAME, build, "核", code=1)

    assert result.stdout == ""
    assert f"home: {problem}" in result.stderr


def test_all_problems_of_both_builds_are_named_in_the_language_asked_for(hikyaku: Hikyaku) -> None:
    told = hikyaku(
        "battle", GAME, "空, 核, 海", "核\n空", "--lang", "ja", code=1
    ).stderr.splitlines()

    assert [re.split(": |：", line)[0:2] for line in told] == [
        ["ホーム", "1文字目"],
        ["ホーム", "7文字目"],
        ["アウェイ", "2行目1文字目"],
    ]


def test_an_unknown_game_names_the_nearest_and_all(hikyaku: Hikyaku) -> None:
    result = hikyaku("battle", "raplaplus", "核", "核", code=1)

    assert result.stderr == (
        'There is no game "raplaplus". Did you mean laplaplus? Games: laplaplus, shiden-issen-2, acts, fest, ocg.\n'
    )


def test_a_game_like_none_gets_no_guess(hikyaku: Hikyaku) -> None:
    assert (
        hikyaku("cards", "go", code=1).stderr
        == 'There is no game "go". Games: laplaplus, shiden-issen-2, acts, fest, ocg.\n'
    )


def test_the_name_of_a_game_cannot_steer_the_terminal(hikyaku: Hikyaku) -> None:
    assert (
        'no game "U+001B[2JU+202E"' in hikyaku("battle", "\x1b[2J\u202e", "核", "核", code=1).stderr
    )


# --- cards and rules ----------------------------------------------------------------------------------


@by_row("game", slugs())
@by_row("lang", ["ja", "en"])
def test_every_card_is_listed_with_its_text(hikyaku: Hikyaku, game: str, lang: str) -> None:
    listed = hikyaku("cards", game, "--lang", lang).stdout

    for card in ruleset(game).cards:
        name, text = (card.name.ja, card.text.ja) if lang == "ja" else (card.name.en, card.text.en)
        assert name in listed
        assert text in listed


def test_cards_stand_under_their_family(hikyaku: Hikyaku) -> None:
    assert hikyaku("cards", "laplaplus").stdout.splitlines()[:3] == [
        "Core",
        "    1  核  Core         Force 5",
        "       Has no ability.",
    ]


def test_cards_as_json_have_both_languages(hikyaku: Hikyaku) -> None:
    told = json.loads(hikyaku("cards", "laplaplus", "--json").stdout)

    assert told["cards"][0] | {"text": None} == {
        "number": 1,
        "id": "core",
        "character": "核",
        "name": {"ja": "コア", "en": "Core"},
        "family": {"ja": "コア系", "en": "Core"},
        "figures": [{"label": {"ja": "フォース", "en": "Force"}, "value": "5"}],
        "text": None,
    }


@by_row("game", slugs())
@by_row("lang", ["ja", "en"])
def test_the_rule_book_is_printed_as_it_is(hikyaku: Hikyaku, game: str, lang: str) -> None:
    book = ruleset(game).folder / f"RULES.{lang}.md"

    assert hikyaku("rules", game, "--lang", lang).stdout == book.read_text(encoding="utf-8")


# --- house cards --------------------------------------------------------------------------------------


@pytest.fixture
def house(tmp_path: Path) -> str:
    path = tmp_path / "house.toml"
    path.write_text(VOLLEY, encoding="utf-8")
    return str(path)


def test_a_sheet_to_print_is_written_into_a_file_or_printed(
    hikyaku: Hikyaku, house: str, tmp_path: Path
) -> None:
    path = str(tmp_path / "cards.html")
    asked = ("cards", GAME, "--cards", house, "--lang", "ja", "--sheet")

    assert hikyaku(*asked, path).stdout == f"laplaplus: written to {path}.\n"
    written = Path(path).read_text(encoding="utf-8")
    assert hikyaku(*asked, "-").stdout.rstrip() == written.rstrip()
    assert written.count('<div class="cell s') == len(ruleset(GAME).cards) + 1
    assert "一斉射撃" in written
    assert "already exists" in hikyaku(*asked, path, code=1).stderr
    assert hikyaku(*asked, path, "--force").stdout
    assert "is a folder" in hikyaku(*asked, str(tmp_path), code=1).stderr
    assert "two forms; use one" in hikyaku(*asked, path, "--json", code=2).stderr


def test_house_cards_are_listed_told_and_played(hikyaku: Hikyaku, house: str) -> None:
    listed = hikyaku("cards", GAME, "--cards", house).stdout
    told = hikyaku("battle", GAME, "矢核/Robin", "核核/Bear", "--cards", house).stdout
    ranked = hikyaku("lab", GAME, "-", "--cards", house, stdin="矢核核/Robin\n核核核/Bear\n").stdout
    book = hikyaku("rules", GAME, "--cards", house).stdout

    assert "26  矢  Volley" in listed
    assert "Robin's [Volley]1!" in told
    assert "Robin" in ranked.splitlines()[1]
    assert "**26 Volley**" in book


def test_every_mistake_of_a_file_of_house_cards_is_told(hikyaku: Hikyaku, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text(VOLLEY.replace("force", "forse").replace("volley", "core"), encoding="utf-8")

    result = hikyaku("cards", GAME, "--cards", str(wrong), code=1)

    assert [line.partition(":")[0] for line in result.stderr.splitlines()] == [
        *("line 1", "line 2", "line 7")
    ]
