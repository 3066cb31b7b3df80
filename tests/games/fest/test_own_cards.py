"""Cards that people made are played like those of the house (rules §2.7, R23, R24, R37 to R39)."""

from collections import Counter
from pathlib import Path
from random import Random

import pytest

from app.engine.matches import record
from app.engine.matches.course import Match, advance
from app.engine.matches.dice import Dice, build_commit, commit
from app.engine.matches.game import SEATS, Seat
from app.engine.versions import version_of
from app.engine.workshop.problems import explain
from app.errors import BuildUnreadable, CardsUnreadable
from app.games.fest import RULESETS
from app.games.fest.cards import HOUSE
from app.games.fest.game import FEST
from app.games.fest.workshop.cards import of_config
from tests.games.fest import own
from tests.support.cards import broken
from tests.support.commands import hikyaku

SEED = bytes(range(32))

FILE = """
[[tag]]
name = "#night"
ja = "夜の出し物の効果"
en = "what happens after dark"
author = "Yui"

[[effect]]
code = "N01"
ja = "肝試し"
en = "Test of Courage"
tag = "#night"
only = "printed"
chooses = "foe-highest"
needs = ["foe-has-points"]

[[effect.deeds]]
do = "hit"
which = "x"
points = 3

[[effect.deeds]]
do = "gain"
which = "jp"
points = -1

[[effect]]
code = "N02"
ja = "声援"
en = "Cheer"
tag = "#night"

[[effect.deeds]]
do = "gain"
which = "will"
points = 4

[[card]]
id = "X01"
ja = "夜店のユイ"
en = "Yui of the Night Stall"
abilities = ["food", "none"]
tags = ["#night", "#pbm-std"]
flavour = "提灯は消さないで。"

[[card.effects]]
code = "N01"
z = "combat"
title = "百物語"

[[card.effects]]
code = "B09"

[[card]]
id = "X02"
ja = "応援席"
en = "The Stand"
abilities = ["spirit", "spirit"]
tags = ["#pbm-std"]

[[card.effects]]
code = "N02"

[[card.effects]]
code = "S01"
x = "sword"
"""


def test_a_file_of_cards_is_a_version_of_the_game() -> None:
    game = RULESETS[0]
    fixed = FILE.replace('tags = ["#pbm-std"]', 'tags = ["#pbm-std", "#standard"]')
    rules = game.with_cards(fixed)

    assert rules.rules_version == version_of("fest@1.01-p1", fixed.lstrip())
    assert rules.house is not None
    yui, stand = rules.house.added
    assert yui.name.ja == "夜店のユイ"
    assert yui.text.ja == (
        "能力は食・なし。 B09「審査員の笑み」自分の審査点＋2。 "
        "N01「百物語」相手の一番高い属性（同点なら選ぶ）−3。自分の審査点−1。"
        "条件：戦闘のラウンド、相手の一番高い属性が1以上。"
    )
    assert yui.text.en == (
        "Abilities: food, none. B09 Jury Smile: Your judging points +2. "
        "N01 百物語: The opponent's highest attribute (of equals you choose) −3. Your judging points −1. "
        "Only if the round is combat, and the opponent's highest attribute is at least 1."
    )
    assert "声援" in stand.text.ja
    deck = rules.under({"allowed_tags": ["#night", "#pbm-std", "#standard"]})
    assert Counter(deck.read_build("deck 22xF19 夜店のユイ, The Stand").cards)["X01"] == 1
    assert {"X01", "X02"} < {card.id for card in deck.cards}


def test_r38_a_card_is_legal_if_each_effect_has_an_allowed_tag() -> None:
    game = RULESETS[0]
    rules = game.with_cards(FILE.replace('tags = ["#pbm-std"]', 'tags = ["#pbm-std", "#standard"]'))

    def refused(*tags: str) -> str:
        settled = rules.under({"allowed_tags": [*tags]})
        try:
            settled.read_build("deck 22xX01 2xX02")
        except BuildUnreadable as refusal:
            return " ".join(settled.explain(each, "en") for each in refusal.problems)
        return ""

    assert not refused("#night", "#pbm-std", "#standard")
    assert not refused("#pbm-std", "#night", "#standard", "#other")
    assert "Cards with #night may not be used: X01" in refused("#pbm-std", "#standard")
    assert "Cards with #standard may not be used: X02" in refused("#pbm-std", "#night")


def test_r38_an_effect_that_is_equal_to_another_may_carry_either_tag() -> None:
    """N02 is B01 under another name."""
    game = RULESETS[0]
    for tags in (
        '"#pbm-std", "#standard"',
        '"#night", "#standard"',
        '"#night", "#pbm-std", "#standard"',
    ):
        assert game.with_cards(FILE.replace('tags = ["#pbm-std"]', f"tags = [{tags}]")).house

    with pytest.raises(CardsUnreadable) as refusal:
        game.with_cards(FILE.replace('tags = ["#pbm-std"]', 'tags = ["#standard"]'))
    (problem,) = refusal.value.problems
    assert explain(problem, "en").endswith("tags: N02 needs the tag #night #pbm-std.")


@pytest.mark.parametrize(
    ("before", "after", "what"),
    [
        ("[[tag]]\n", "[[tug]]\n", "there is no key called tug. Write tag."),
        ('tag = "#night"\nonly', 'tag = "#standard"\nonly', "Tags of other authors cannot be defined."),
        ('tag = "#night"\nonly', 'tag = "#day"\nonly', "this tag is not defined."),
        ('code = "N02"\nja', 'code = "B01"\nja', "effect 2, code: write a capital letter"),
        ('code = "N02"\nja', 'code = "N01"\nja', "another effect has this code."),
        ('chooses = "foe-highest"', 'chooses = "own-highest"', "what it does needs one of these: "),
        ('chooses = "foe-highest"', 'chooses = "printed-two"', "the blanks of N01: z, x, y."),
        ('which = "x"', 'which = "will"', "nothing that it does uses what is chosen."),
        ('do = "hit"\nwhich = "x"', 'do = "gain"\nwhich = "x"', "needs one of these"),
        ("points = -1", "points = 0", "0 changes nothing."),
        ("points = -1", "points = -10", "-10 does not fit. Write a whole number from -9 to 9."),
        ('z = "combat"', "", "card 1, effects 1, code: the blanks of N01: z."),
        ('code = "B09"', 'code = "B99"', "card 1, effects 2, code: B99 cannot stand here."),
        ('abilities = ["food", "none"]', 'abilities = ["food"]', "Write a list […] of 2."),
    ],
)  # fmt: skip
def test_a_mistake_of_a_file_is_named_with_its_place(before: str, after: str, what: str) -> None:
    game = RULESETS[0]
    with pytest.raises(CardsUnreadable) as refusal:
        game.with_cards(
            FILE.replace('["#pbm-std"]', '["#pbm-std", "#standard"]').replace(before, after)
        )

    said = [explain(each, "en") for each in refusal.value.problems]
    assert any(what in each for each in said), said
    assert all(each.startswith("line ") for each in said), said
    assert all(explain(each, "ja") for each in refusal.value.problems)


def test_every_fault_of_a_card_is_named_at_once() -> None:
    """Whatever is wrong with one of its parts, the others are judged, too: effects, tags, names and numbers."""
    deed = {"do": "gain", "which": "will", "points": 4}
    own = {"code": "n1", "ja": "声援", "tag": "#standard", "deeds": [deed, 3]}
    cards: list[dict[str, object]] = [
        {"id": "x1", "name": "ユイ", "abilities": ["food"], "tags": "x", "effects": [{"code": "S99"}, 5]},
        {"id": "X2", "name": "S01", "abilities": [None, None], "tags": [1], "effects": [{"code": "N1", "own": own}, {"code": "S01"}]},
        {"id": "X2", "name": "ユイ", "tags": ["#a"], "effects": [{"code": "B01"}, {"code": "B01", "x": 1}, {"code": "B01"}]},
        {"name": "クウのジオラマ", "abilities": ["food", "none"], "tags": ["#a"], "effects": [{"code": "B01"}, {"code": "B01"}]},
    ]  # fmt: skip

    _, read = of_config(cards, HOUSE)

    places = [explain(each, "en").partition(": ")[0] for each in read.problems]
    for place in (
        "card 1, id", "card 1, abilities", "card 1, tags", "card 1, effects", "card 1, effects 1, code",
        "card 2, tags 1", "card 2, effects 1, own, code", "card 2, effects 1, own, tag", "card 2, effects 1, own, deeds",
        "card 2, effects 2, code", "card 3, id", "card 3, effects", "card 3, effects 2, x", "card 4, ja", "card 4, effects", "card 4, tags",
    ):  # fmt: skip
        assert place in places, (place, places)
    assert any("id is missing in card 4" in each for each in places)


def test_a_file_without_cards_is_refused() -> None:
    game = RULESETS[0]
    with pytest.raises(CardsUnreadable) as refusal:
        game.with_cards(FILE.partition("[[card]]")[0])

    (problem,) = refusal.value.problems
    assert explain(problem, "en").endswith("The file has no [[card]].")


def test_every_broken_card_is_refused_in_words_and_none_breaks_the_reading() -> None:
    random = Random(7)
    for _ in range(100):
        (card,) = own.cards(random, 1)
        assert not of_config([card], HOUSE)[1].problems
        _, read = of_config([broken(card, random)], HOUSE)
        assert all(explain(each, "en") and explain(each, "ja") for each in read.problems)


def test_anybody_replays_the_record_of_a_match_with_own_cards_and_reads_their_names(
    tmp_path: Path,
) -> None:
    """The record has all there is to know of them (R39), and the telling their names."""
    random = Random(11)
    cards = own.cards(random, 12)
    tags = sorted({tag for each in cards for tag in each["tags"]})
    deck = {"deck": {each["id"]: 2 for each in cards}}
    builds: dict[Seat, object] = dict.fromkeys(SEATS, deck)
    salts: dict[Seat, bytes] = dict.fromkeys(SEATS, bytes(32))
    head = record.head(
        FEST,
        "own-1",
        config={"cards": cards, "allowed_tags": tags},
        seats=dict.fromkeys(SEATS, "ann"),
        commit=commit(SEED),
        build_commit={seat: build_commit(builds[seat], salts[seat]) for seat in SEATS},
        nonce=dict.fromkeys(SEATS, "n"),
    )
    played = advance(Match.begin(FEST, head, builds), {}, Dice.of(SEED, head), "script")
    last = record.chained(played.match.h, record.reveal(SEED, builds, salts))
    (tmp_path / "own-1.jsonl").write_bytes(record.written([head, *played.lines, last]))

    answer = hikyaku("match", "show", str(tmp_path / "own-1.jsonl"), "--lang", "en")

    assert answer.exit_code == 0, answer.stderr
    assert "Pupil 1" in answer.stdout
    game = played.match.game
    for lang in ("ja", "en"):
        events = [step.event for _, step in played.steps]
        assert len([*game.tell(events, {"A": "Ann", "B": "Bo"}, lang)]) > 40
