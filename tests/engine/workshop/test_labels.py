"""Cards written with labels, in a mail: on one line or many, in either language, and back."""

from random import Random

import pytest

from app.engine.workshop import labels, schema
from app.engine.workshop.file import File
from app.games.fest.workshop.cards import OwnCard
from tests.engine.workshop.test_schema import Whale
from tests.games.fest import own
from tests.support.cards import legal

YUI = {
    "id": "X01",
    "ja": "夜店のユイ",
    "abilities": ["food", "none"],
    "effects": [{"code": "S04", "z": "combat", "x": "shield", "title": "百物語"}, {"code": "B09"}],
    "tags": ["#standard", "#pbm-std"],
}


@pytest.mark.parametrize(
    "text",
    [
        "カード名：夜店のユイ 番号：X01 能力：食・なし 効果：S04[戦闘・盾] 名：百物語 効果：B09 タグ：#standard #pbm-std",
        "番号: X01\n名前: 夜店のユイ\n能力: 食、なし\n効果: S04【戦闘、盾】\n 技名: 百物語\n効果: B09\nルールタグ: #standard・#pbm-std",
        "id: X01, name: 夜店のユイ\nabilities: food / none\neffect: S04 [combat, shield]\ntitle: 百物語\nEFFECT: B09\ntags: #standard, #pbm-std",
    ],
)
def test_a_card_may_be_written_on_one_line_or_many_in_either_language(text: str) -> None:
    assert labels.table(text, OwnCard) == (YUI, [])


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_what_is_written_is_read_again(lang: str) -> None:
    random = Random(3)
    for card in own.cards(random, 40):
        data = {"ja" if key == "name" else key: value for key, value in card.items()}
        data["abilities"] = [each or "none" for each in card["abilities"]]
        assert labels.table(
            labels.written(data, OwnCard, "ja" if lang == "ja" else "en"), OwnCard
        ) == (data, [])
    whales = legal(Whale, random)
    for _ in range(100):
        data = schema.as_data(next(whales))
        text = labels.written(data, Whale, "ja" if lang == "ja" else "en")
        assert labels.table(text, Whale) == (data, [])


def test_what_stands_behind_no_label_or_twice_is_given_back() -> None:
    found, strays = labels.table("よろしく。\n番号：X01 番号：X02\n能力：食・夢", OwnCard)

    assert found == {"id": "X01", "abilities": ["food", "夢"]}
    assert strays == ["よろしく。", "番号：X02"]


def test_what_is_not_understood_stays_to_be_refused_at_its_place() -> None:
    data, _ = labels.table(
        "番号：X01 名前：ユイ 能力：食 効果：S04[戦闘・杖] 効果：B09 タグ：#standard", OwnCard
    )
    whole = File.of({"card": [data]})
    (part,) = whole.parts("card", 1)

    assert schema.read(part, OwnCard) is None
    codes = [(problem.code, problem.words[0]) for problem in whole.file.problems]
    assert ("house-not-so-many", "card 1, abilities") in codes
    assert ("house-unknown-key", "card 1, effects 1, 杖") in codes


def test_numbers_may_be_wide_and_flags_are_said() -> None:
    data, _ = labels.table("name: M themes: sea big: はい\nabilities: gain points: ２０", Whale)

    assert data == {
        "name": "M",
        "themes": ["sea"],
        "is_big": True,
        "abilities": [{"do": "gain", "points": 20}],
    }
