"""Cards that were written to break their reader: each is refused in words, and soon."""

from typing import Any

import pytest

from app.engine import Lang
from app.engine.workshop import call, labels
from app.engine.workshop.file import File, written
from app.errors import BuildUnreadable, CardsUnreadable
from app.games import calls, ruleset
from app.games.fest.workshop.cards import OwnCard
from app.games.house import with_cards

CARDS = {
    "a list without end": "[[card]]\nid = " + "[" * 2000 + "]" * 2000,
    "a number of four thousand digits": "[[card]]\nja = 0x" + "F" * 3900,
    "a date": "ja = 1979-05-27\neffects = 1979-05-27",
    "no number at all": "effects = nan",
    "cards that are none": "card = [1]",
    "a list of lists": "card = [[1]]",
    "a card that is no list": "card = 1",
    "two cards": "[[card]]\nja = 'x'\n[[card]]\nja = 'y'",
    "a key that begins another card": '"x\\n[[card]]\\nja" = 1',
    "a key without letters": '"" = 1',
    "a kind that is a list": "kind = []",
    "effects that are a number": "effects = 5",
    "a code that is a list": "[[effects]]\ncode = []\n[[effects]]\ncode = {}\nown = 3",
    "a tag that is a number": "[[effects]]\ncode = 'N01'\n[effects.own]\ntag = 5\n[[effects]]\ncode = 'N02'\n[effects.own]\ntag = '#a'",
    "a label a thousand times": "能力：食 " * 800,
    "brackets that never close": "効果：" + "[" * 4000,
    "nothing": "",
    "an effect that is a text beside one that is one": "effects = [{ code = 'B01' }, 'x']",
    "abilities without end": "[[card]]\nability = [inf, { a = nan }]",
    "labels without end": "能力：食 効果：B01 " * 5_000,
    "strays without end": "能力：食 " * 4_000,
    "a character that no file has": 'ja = "a\\u007fb"',
}


@pytest.mark.parametrize("text", CARDS.values(), ids=CARDS)
@pytest.mark.parametrize("call", calls())
def test_a_card_that_cannot_be_one_is_refused_in_words(call: str, text: str) -> None:
    game = ruleset(call)

    with pytest.raises(BuildUnreadable) as refusal:
        game.read_build(text)

    told = [game.explain(each, "ja") for each in refusal.value.problems]
    assert all(told)
    assert len(told) <= 200


def test_a_file_that_is_almost_toml_is_told_so_and_not_that_it_has_no_labels() -> None:
    game = ruleset("fest-cards")

    for text, said in (("ja = 1\nja = 2", "TOML"), ("ハルの札", "項目名がありません")):
        with pytest.raises(BuildUnreadable) as refusal:
            game.read_build(text)
        assert said in game.explain(refusal.value.problems[0], "ja")


FILES = {
    "a number of sixty thousand digits": "[[card]]\nforce = 0x" + "F" * 60_000,
    "a key of thirty thousand parts": "[[card]]\n" + "a." * 30_000 + "a = 1",
    "thousands of keys": "[[card]]\n" + "".join(f"{at:x} = 1\n" for at in range(7000)),
    "thousands of cards": "[[card]]\n" * 7000,
    "words that are lists": "[[tag]]\nname = []\n[[effect]]\ntag = []\n[[change]]\ncard = []\n[[card]]",
}


@pytest.mark.parametrize("text", FILES.values(), ids=FILES)
@pytest.mark.parametrize("call", calls())
def test_a_file_that_cannot_be_cards_is_refused(call: str, text: str) -> None:
    with pytest.raises(CardsUnreadable) as refusal:
        with_cards(call.removesuffix("-cards"), text)

    assert len(refusal.value.problems) <= 100


@pytest.mark.parametrize("key", ["x = 1\ny", "x]]\n[[card", 'a"b', "a.b", "", "名"])
@pytest.mark.parametrize(
    "value",
    [1, {"in": 1}, [{"in": 1}], [{"in": 1}, 2], [[{"in": {"a b": []}}]], float("inf"), "\x7f"],
)
def test_whatever_a_key_is_called_it_is_written_as_that_key(key: str, value: Any) -> None:
    assert File.read(written({key: value})).values == {key: value}


@pytest.mark.parametrize("lang", ["ja", "en"])
@pytest.mark.parametrize(
    "text",
    ["x 能力：食・食", "x 名前：y", "効果：B09", "技名：x", "a/b", "/x", "x/", "http://e.example/x", "[[card]]", '"""', "=1+1"],
)  # fmt: skip
def test_whatever_its_texts_say_the_card_that_was_written_is_read(lang: Lang, text: str) -> None:
    """A text with a label in it, or with a stroke at the end, is that text and nothing else of the card."""
    rules = ruleset("fest")
    effects = [{"code": "B01"}, {"code": "B09", "title": text, "flavour": text}]
    card = {"ja": "ユイ", "author": text, "abilities": ["food", "none"], "effects": effects}

    found, problems = call.table(rules, call.said(rules, card, lang))
    assert (found, problems) == (card, [])
    build = ruleset("fest-cards").read_build(call.said(rules, card, lang))
    assert isinstance(build, call.CardBuild)
    assert call.read(rules, call.write(rules, build, lang)).text == build.text


def test_of_a_list_in_which_something_is_no_table_the_others_are_read() -> None:
    file = File.read("card = [{ ja = 1 }, 2, { ja = 3 }]")

    assert [part.path for part in file.parts("card", 9)] == [("card", 1), ("card", 3)]
    assert [each.code for each in file.file.problems] == ["house-no-tables"]


def test_brackets_and_blanks_without_end_are_read_as_they_stand() -> None:
    table, _ = labels.table(f"能力：食{' ' * 50_000}衣 効果：{'[' * 50_000}", OwnCard)

    assert table["abilities"] == ["food", "dress"]
    assert table["effects"] == [{"code": "[" * 50_000}]
