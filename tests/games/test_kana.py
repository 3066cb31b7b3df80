"""Cards may be written as their names are read; whatever could be read without that is read as it was."""

from itertools import product
from random import Random

import pytest

from app.engine import Build
from app.engine.spelling import Readings
from app.errors import BuildUnreadable
from app.games import ruleset
from app.games.laplaplus.spelling import SPELLING as LAPLAPLUS
from app.games.shiden_issen_2.spelling import SPELLING as SHIDEN
from tests.support.tables import by_row

GAMES = pytest.mark.parametrize(
    ("slug", "spoken"), [("laplaplus", LAPLAPLUS.readings), ("shiden-issen-2", SHIDEN.readings)]
)


def in_katakana(hiragana: str) -> str:
    return "".join(chr(ord(each) + 0x60) if "ぁ" <= each <= "ゖ" else each for each in hiragana)


def cards_of(slug: str, text: str) -> tuple[str, ...]:
    """Those that were read, whether they are enough or not."""
    try:
        return ruleset(slug).read_build(text).cards
    except BuildUnreadable as refusal:
        build: Build = getattr(refusal, "build", Build(()))
        return build.cards


@GAMES
def test_every_card_has_a_reading_and_two_in_a_row_are_these_two(
    slug: str, spoken: Readings
) -> None:
    """Neither a third one nor cut elsewhere; in hiragana and in katakana, within brackets, among others."""
    readings, cards = spoken.char_of, {each.char: each.id for each in ruleset(slug).cards}

    assert {cards[char] for char in readings.values()} == {*cards.values()}
    for (kana, char), (other, second) in product(readings.items(), repeat=2):
        assert spoken.in_characters(kana + other) == char + second
    for kana, char in readings.items():
        card = cards[char]
        katakana = in_katakana(kana)
        assert cards_of(slug, f"{kana}、{katakana}、{char}、紅蓮【{kana}】") == (card,) * 4


@by_row(
    ("slug", "text", "written"),
    [
        ("laplaplus", "こうげき、ｺｳｹﾞｷ、コウゲキ, 6, Attack, 攻", "攻攻攻攻攻攻"),
        ("laplaplus", "めくらまし わな", "眩罠"),
        ("laplaplus", "わな【こうげき】、紅蓮【わな】/かな", "攻罠/かな"),
        ("shiden-issen-2", "ぼうへきイッセン +こう＋コウ　ぷらすこう", "壁閃硬硬硬"),
    ],
)
def test_kana_stand_among_other_notations(slug: str, text: str, written: str) -> None:
    game = ruleset(slug)

    assert game.write_build(game.read_build(text)) == written


@by_row(
    ("slug", "text", "meant"),
    [
        ("laplaplus", "こうけき", ["attack"]),
        ("laplaplus", "コウケキ、核", ["attack"]),
        ("laplaplus", "こうげき、えこお", ["echo"]),
        ("laplaplus", "コアエンジソ", ["core_engine"]),
        ("shiden-issen-2", "イッセソ、閃", ["flash"]),
        ("shiden-issen-2", "ぷらすきよう", ["plus_power"]),
    ],
)
def test_kana_with_a_slip_name_the_card_that_is_read_almost_so(
    slug: str, text: str, meant: list[str]
) -> None:
    with pytest.raises(BuildUnreadable) as refused:
        ruleset(slug).read_build(text)

    assert [*refused.value.problems[0].suggestions] == meant


@pytest.mark.unmeasured
@GAMES
def test_what_could_be_read_before_is_read_the_same(
    slug: str, spoken: Readings, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also where kana are a character's own name for a card, or stand in the middle of a word."""
    game, dice = ruleset(slug), Random(1)
    kana = [*spoken.char_of]
    pieces = [*(w for c in game.cards for w in (c.char, *c.name, c.id, str(c.number))), *kana]
    pieces += [*map(in_katakana, kana), "かな", "カナ"]
    gaps = ["、", ", ", "", " ", "\n", "【", "】", "】、", "/", "+"]
    count = game.sizes[0] or 3
    texts = [
        "".join(dice.choice(pieces) + dice.choice(gaps) for _ in range(count)) for _ in range(500)
    ]
    texts += [
        "、".join(f"{dice.choice(pieces)}【{dice.choice(pieces)}】" for _ in range(count))
        for _ in range(500)
    ]
    after = {text: _read(slug, text) for text in texts}
    monkeypatch.setattr(Readings, "in_characters", lambda _, text: text)
    before = {text: _read(slug, text) for text in texts}

    assert sum(map(bool, before.values())) > 10
    assert {text: after[text] for text, build in before.items() if build} == {
        text: build for text, build in before.items() if build
    }
    assert sum(map(bool, after.values())) > sum(map(bool, before.values()))


def _read(slug: str, text: str) -> Build | None:
    try:
        return ruleset(slug).read_build(text)
    except BuildUnreadable:
        return None
