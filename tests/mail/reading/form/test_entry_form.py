"""Labels to fields, cards as people write them to cards."""

import json
import re
import time
from contextlib import suppress
from typing import Final

import pytest
from hypothesis import given, strategies as st

from app.errors import BuildUnreadable
from app.games import ruleset
from app.mail.inbox.message import read_mail
from app.mail.reading.form.card_words import card_words
from app.mail.reading.form.entry_form import EntryForm, read_fields
from tests.support.samples import EXPECTED, FOLDER, SHIDEN, SHIDEN_EXPECTED, letter
from tests.support.tables import by_row

GAME: Final = ruleset("laplaplus")
CARDS: Final = GAME.cards
SECOND: Final = ruleset("shiden-issen-2")


def cards(build_text: str) -> list[str]:
    """What the game reads after we have."""
    return list(GAME.read_build(card_words(build_text, CARDS)).cards)


def words(build_text: str) -> list[tuple[str, ...]]:
    """The words that the game complains of."""
    with pytest.raises(BuildUnreadable) as refusal:
        cards(build_text)
    return [problem.words for problem in refusal.value.problems]


def form(text: str) -> EntryForm:
    return read_fields(text, CARDS)


# ---- the samples


@by_row("name", EXPECTED)
@by_row("field", ["name", "owner", "url", "season"])
def test_samples(name: str, field: str) -> None:
    assert getattr(form(read_mail(letter(name)).text), field) == EXPECTED[name][field]


@by_row("name", EXPECTED)
def test_lore_of_samples(name: str) -> None:
    assert (form(read_mail(letter(name)).text).lore or "") == EXPECTED[name]["lore"]


@by_row("name", EXPECTED)
def test_builds_of_samples(name: str) -> None:
    assert cards(form(read_mail(letter(name)).text).build_text or "") == EXPECTED[name]["build"]


@by_row("name", EXPECTED)
def test_nothing_is_said_twice_in_samples(name: str) -> None:
    assert form(read_mail(letter(name)).text).repeated == ()


def test_the_list_of_sample_characters_says_the_same() -> None:
    lines = (FOLDER / "characters.txt").read_text(encoding="utf-8").splitlines()
    builds = [GAME.read_build(line) for line in lines if not line.startswith("#")]

    assert [(list(build.cards), build.name) for build in builds] == [
        (character["build"], character["name"]) for character in EXPECTED.values()
    ]


@by_row("name", SHIDEN_EXPECTED)
def test_samples_that_bring_names_and_words_of_their_own(name: str) -> None:
    expected = SHIDEN_EXPECTED[name]
    mail = read_mail((SHIDEN / "mail" / name).read_bytes())
    found = read_fields(mail.text, (*CARDS, *SECOND.cards))

    assert (mail.from_address, mail.lang) == (expected["from"], expected["lang"])
    assert (found.name, found.owner, found.url) == (
        *(expected["name"], expected["owner"], expected["url"]),
    )
    assert (found.lore, found.season, found.repeated) == (
        *(expected["lore"], expected["season"], ()),
    )
    assert [found.flavour[place] for place in range(1, 6)] == expected["flavour"]
    assert (found.lines, found.labels) == (expected["lines"], expected.get("labels", {}))
    build = SECOND.read_build(card_words(found.build_text or "", SECOND.cards))
    assert [*build.cards] == expected["build"]


def test_the_second_list_of_sample_characters_says_what_mails_and_form_say() -> None:
    lines = (SHIDEN / "characters.txt").read_text(encoding="utf-8").splitlines()
    builds = [SECOND.read_build(line) for line in lines if not line.startswith("#")]
    by_form = json.loads((SHIDEN / "form.json").read_bytes())

    assert [(list(build.cards), build.name) for build in builds] == [
        *((each["build"], each["name"]) for each in SHIDEN_EXPECTED.values()),
        *(([*SECOND.read_build(each["build"]).cards], each["name"]) for each in by_form),
    ]


# ---- names of slots, and words


@by_row(
    "line",
    [
        "技名3：紅蓮の一閃",
        "技名３: 紅蓮の一閃",
        "技 名 ③：紅蓮の一閃",
        "【技名3】紅蓮の一閃",
        "・スキル名3：紅蓮の一閃",
        "カード名3：紅蓮の一閃",
        "ﾌﾚｰﾊﾞｰ3:紅蓮の一閃",
        "Flavour 3: 紅蓮の一閃",
        "flavor3: 紅蓮の一閃",
        "**Skill name 3:** 紅蓮の一閃",
        "Card name 3:\n紅蓮の一閃",
        "技名3：紅蓮の一閃\u202e\u200b",
    ],
)
def test_a_name_of_a_slot(line: str) -> None:
    assert form(line) == EntryForm(flavour={3: "紅蓮の一閃"})


def test_slots_are_named_in_any_order_and_with_gaps() -> None:
    assert form("技名12：い\n技名2：ろ\n技名3：\n").flavour == {12: "い", 2: "ろ"}


@by_row("line", ["技名：い", "技名0：い", "技名100：い", "Flavour one: い"])
def test_what_names_no_slot_is_text(line: str) -> None:
    assert form(line) == EntryForm()


@by_row(
    ("label", "moment"),
    [
        *(("登場", "entrance"), ("Entrance", "entrance"), ("とどめ", "finish")),
        *(("FINISH", "finish"), ("Finishing blow", "finish"), ("勝利", "victory")),
        *(("Victory", "victory"), ("敗 北", "defeat"), ("Defeat", "defeat")),
    ],
)
def test_words_that_a_character_speaks(label: str, moment: str) -> None:
    assert form(f"{label}：　「ここまで」\n").lines == {moment: "「ここまで」"}


@by_row(
    ("label", "part"),
    [
        *(("構成の項目名", "build"), ("スキルの項目名", "build"), ("カードの項目名", "build")),
        *(("Build label", "build"), ("設定の項目名", "lore"), ("LORE LABEL", "lore")),
    ],
)
def test_what_build_and_lore_are_called(label: str, part: str) -> None:
    assert form(f"{label}：　名刀 村雨\n") == EntryForm(labels={part: "名刀 村雨"})


@by_row(
    "line", ["名刀 村雨：攻響核", "名刀 村雨: 攻撃、エコー、コア", "　名刀 村雨　：攻 響 核", "名刀 村雨：紅蓮【攻撃】,響核"]
)  # fmt: skip
def test_a_build_may_stand_under_a_label_of_its_own(line: str) -> None:
    """As in the original: the label of the skills becomes the name of a weapon."""
    found = form(f"名前：夜\n{line}\n設定：弱点：攻核")

    assert found.labels == {"build": "名刀 村雨"}
    assert found.build_text == _rest(line)
    assert found.lore == "弱点：攻核"


def _rest(line: str) -> str:
    return line.replace("：", ":").partition(":")[2].strip()


@by_row(
    "text",
    [
        "名前：夜\n色：硬",  # one card may be a word
        "名前：夜\n名刀：攻響核\n妖刀：攻核",  # which one?
        "名前：夜\n：攻響核",
        "名前：夜\n武器：攻めの剣",
    ],
)
def test_where_that_is_not_sure_there_is_no_build(text: str) -> None:
    assert (form(text).build_text, form(text).labels) == (None, {})


def test_a_build_with_its_label_comes_before_what_looks_like_one() -> None:
    assert form("名前：夜\n得意：攻核\n構成：響核") == EntryForm(name="夜", build_text="響核")


def test_a_slot_named_twice_and_differently_is_told() -> None:
    found = form("技名1：い\n技名1：ろ\n登場：は\n登場：に\nBuild label: x\nBuild label: y")

    assert found.repeated == ("flavour 1", "entrance", "build-label")


@by_row("label", ["スキル", "skills", "Ｓｋｉｌｌｓ"])
def test_a_build_may_be_called_skills(label: str) -> None:
    assert form(f"名前：夜\n{label}：攻響核").build_text == "攻響核"


def test_in_a_story_below_the_build_skills_are_a_word_like_others() -> None:
    found = form("名前：夜\n構成：攻響核\n設定：夜の者。\nスキル：眠ること\n弱点：朝")

    assert (found.build_text, found.lore) == ("攻響核", "夜の者。\nスキル：眠ること\n弱点：朝")
    assert found.repeated == ()


# ---- labels


@by_row(
    "line",
    [
        "名前：夜",
        "名　　前 : 夜",
        "キャラクター名：夜",
        "ｷｬﾗｸﾀｰ名:夜",
        "NAME: 夜",
        "Ｎａｍｅ：夜",
        "  ■名前：夜",
        "◆ 名前：夜",
        "・名前：夜",
        "- Name: 夜",
        "## Name: 夜",
        "* Name: 夜",
        "**Name:** 夜",
        "**Name**: 夜",
        "*Name:* 夜",
        "【名前】夜",
        "【名前】：夜",
        "■【名前】　夜",
        "【 名 前 】夜",
        "**【名前】** 夜",
        "名前：\n夜",
        "名前：　\n\n　夜　",
        "\ufeff名前：夜",
        "名前：\u200b夜\u202e",
        "名前：夜\u3000\r\n構成：",
    ],
)
def test_a_label_and_its_value(line: str) -> None:
    assert form(f"はじめまして。\n{line}").name == "夜"


@by_row(
    "line",
    [
        "名前の由来：夜",
        "設定日：夜",
        "弱点：夜",
        "ところで名前：夜",
        "名前",
        "Name 夜",
        "Names: 夜",
        "【名前の由来】夜",
        "URLを書く欄：夜",
        "名" + " " * 50 + "前：夜",
    ],
)
def test_what_is_no_label(line: str) -> None:
    assert form(line) == EntryForm()


@by_row(
    "text",
    [
        "キャラ名:雨男\nカード:攻響核\nよろしくお願いします(^^)/",
        "名前＝雨男\n構成＝攻撃、エコー、コア",
        "名前　雨男\n構成　攻撃　エコー　コア",
        "名前\t雨男\t\n構成\t攻撃、エコー、コア\t\n",
        "Name - 雨男\nBuild - Attack, Echo, Core",
        "1. Name: 雨男\n2. Build: Attack, Echo, Core",
        "①名前：雨男\n②構成：攻撃、エコー、コア",
        "[名前] 雨男\n[構成] 攻撃・エコー・コア",
        "キャラクター：雨男\nデッキ：「攻撃」「エコー」「コア」",
        "Character: 雨男\nDeck: Attack + Echo + Core\n\nCheers,\nAlice",
        "Name: 雨男\nBuild: Attack, Echo and Core",
        "名前：雨男\n構成：\n\n攻撃\n\nエコー\n\nコア\n\nよろしくお願いします。",
        "名前 雨男\n構成 攻撃、エコー、コア\n以上、よろしくお願いします。\nアリス",
    ],
)
def test_an_entry_as_people_lay_it_out(text: str) -> None:
    found = form(text)

    assert (found.name, cards(found.build_text or "")) == ("雨男", ["attack", "echo", "core"])
    assert (found.lore, found.owner, found.repeated) == (None, None, ())


@by_row(
    "text",
    [
        "I'd like to enter a character called \"雨男\". Top to bottom it's Attack, Echo, Core.",
        "My fighter is 雨男. The cards, top to bottom: Attack, Echo, Core.",
        "Hi! I'd love to join with 雨男 (Attack, Echo, Core).",
        "雨男という名前で、攻撃、エコー、コアで参加します。",
        "▽なまえ→雨男\n▽こうせい→攻撃、エコー、コア",
        "名前：雨男\nカード：上から攻撃、エコー、コアの3枚です",
    ],
)
def test_name_and_build_as_people_tell_them(text: str) -> None:
    found = form(text)

    assert (found.name, cards(found.build_text or "")) == ("雨男", ["attack", "echo", "core"])


def test_a_name_above_a_card_of_two_words_is_the_name() -> None:
    found = form("Sir Toast\nDual Core, Flurry, Attack Power")

    assert found.name == "Sir Toast"
    assert cards(found.build_text or "") == ["dual_core", "flurry", "attack_power"]


@by_row(
    "text",
    [
        "Name: A\nBuild: Core\nLore: A story.\nHandle: bob",
        "- character name: A\n- deck: Core\n- backstory: A story.\n- my handle: bob",
        "📛名前 A\n🃏構成 コア\n📖設定 A story.\n👤PN bob",
        "NAME = A\nDECK = Core\nSTORY = A story.\nHANDLE = bob\n\ncheers",
    ],
)
def test_the_player_named_below_a_story_is_no_part_of_it(text: str) -> None:
    found = form(text)

    assert (found.name, found.lore, found.owner) == ("A", "A story.", "bob")


def test_a_word_of_the_story_begins_no_field() -> None:
    story = "雨の話。\nプレイヤー：誰\n物語 その二\nCharacter: none\n名前　もない"
    found = form(f"名前：雨男\n構成：攻響核\n設定：{story}")

    assert (found.lore, found.name, found.owner) == (story, "雨男", None)


def test_a_card_behind_a_blank_line_is_not_lost_and_a_wrong_one_between_is_told() -> None:
    """A build that was read only up to there would be another one."""
    assert form("構成：攻撃\n\nエコ\n\nコア\n\n設定：雨").build_text == "攻撃\nエコ\nコア"


@by_row("line", ["構成 確認", "カード 一覧", "名前を 変えたい", "大会 に参加します", "Name it"])
def test_without_a_colon_few_words_are_labels(line: str) -> None:
    assert form(line) == EntryForm()


def test_labels_come_in_any_order() -> None:
    found = form(
        "Hello!\nLore: one\n\n two \n\nSeason: laplaplus-1\nURL: <https://example.com/?a=1>\nBye"
        "\nOwner: alice\nCards: Core\nName: Doll: the second"
    )

    assert found == EntryForm(
        name="Doll: the second",
        build_text="Core",
        lore="one\n\n two",
        owner="alice",
        url="https://example.com/?a=1",
        season="laplaplus-1",
    )


def test_a_label_without_a_value_says_nothing() -> None:
    assert form("名前：\n構成：\n\n設定：\n\nオーナー：\u200b\nURL：<>\n大会：") == EntryForm()


def test_a_build_ends_with_a_blank_line() -> None:
    assert form("構成：\n\n攻撃\n コア \n\nよろしく").build_text == "攻撃\nコア"


def test_a_line_in_stars_stays_as_typed() -> None:
    assert form("Name: **Doll**").name == "**Doll**"


def test_joiners_of_emoji_are_part_of_a_name() -> None:
    assert form("名前：👨‍👩‍👧‍👦家族❤️").name == "👨‍👩‍👧‍👦家族❤️"


def test_text_is_composed_and_otherwise_as_typed() -> None:
    assert form("名前：か\u3099ｶﾞＡ①").name == "がｶﾞＡ①"


def test_what_is_said_twice_and_differently_is_told() -> None:
    found = form("Name: one\nName: two\nBuild: Core")

    assert (found.name, found.repeated) == ("one", ("name",))


# ---- the one-line form


@by_row("slash", ["/", "／"])
def test_the_one_line_form(slash: str) -> None:
    found = form(f"応募します\n攻響核核 双硬癒罠{slash} 夜/朝 \nよろしく\n設定：昼")

    assert found == EntryForm(name="夜/朝", build_text="攻響核核双硬癒罠", lore="昼")


@by_row(
    "line",
    [
        "応募/参加します",
        "https://example.com/",
        "2026/11/09",
        "反省/感想",
        "//",
        "/ / /",
        "攻核/",
        "攻核",
    ],
)
def test_what_is_not_the_one_line_form(line: str) -> None:
    assert form(line) == EntryForm()


def test_a_wrong_character_in_the_one_line_form_is_for_the_game_to_tell() -> None:
    found = form("攻響核嘘/夜")

    assert (found.name, found.build_text) == ("夜", "攻響核嘘")
    assert words("攻響核嘘") == [("嘘",)]


def test_the_one_line_form_may_begin_with_a_team_as_in_a_list() -> None:
    found = form("[red] 攻核/Eve")

    assert (found.build_text, found.name) == ("[red]攻核", "Eve")


def test_a_greeting_that_resembles_a_build_is_no_second_one() -> None:
    assert form("攻防戦/どうぞ\n構成：コア").repeated == ()


def test_the_one_line_form_may_be_the_subject_of_a_mail_without_a_build() -> None:
    assert read_fields("よろしく！", CARDS, "攻響核/雨男") == form("攻響核/雨男")
    assert read_fields("名前：雪男\n構成：攻響核", CARDS, "核/雨男").name == "雪男"
    assert read_fields("hello", CARDS, "Re: and/or") == EntryForm()


def test_the_one_line_form_may_have_no_cards() -> None:
    found = form("/からっぽ")

    assert (found.name, found.build_text, cards("")) == ("からっぽ", "", [])


@by_row("line", ["攻響核/夜", "Attack, Echo, Core / 夜", "夜：攻撃・エコー・核", "2,10,1/夜"])
@by_row("label", ["大会：春杯", "Owner: Bob", "【大会】春杯", "https://example.com/"])
def test_a_character_in_one_line_may_stand_above_or_below_other_labels(
    line: str, label: str
) -> None:
    label = f"URL: {label}" if "://" in label else label
    for text in (
        f"{label}\n{line}\n",
        f"{line}\n{label}",
        f"{label}\n\n{line}\n\nよろしくお願いします",
    ):
        found = form(text)
        assert (found.name, found.untaken, found.repeated) == ("夜", (), ()), text
        assert len(cards(found.build_text or "")) == 3
        assert [*filter(None, (found.season, found.owner, found.url))] == [
            re.split(r": |：|】", label)[1]
        ]


def test_a_character_in_one_line_may_end_a_story_where_no_build_is_labelled() -> None:
    below = form("設定：霧の朝だけ鳴る。\n攻響核/夜\nよろしくお願いします")

    assert (below.build_text, below.name, below.lore) == ("攻響核", "夜", "霧の朝だけ鳴る。")
    assert form("設定：道は二つ。\n攻核/盾 とは何か。\nそして寝た。").build_text is None
    assert form("設定：道は二つ。\n核/夜").lore == "道は二つ。\n核/夜"
    assert form("名前：朝\n構成：核\n設定：道は二つ。\n攻響核/夜").lore == "道は二つ。\n攻響核/夜"


def test_the_one_line_form_comes_before_all_labels() -> None:
    assert form("設定：\n攻核/夜").name is None


# ---- cards


@by_row(
    "typed",
    [
        "攻撃、ハードコア、コア",
        "攻撃,ハードコア，コア､",
        "攻撃/ハードコア／コア",
        "攻撃→ハードコア -> コア",
        "攻撃 ハードコア　コア",
        "攻撃\nハードコア\r\nコア",
        "攻撃、\nハードコア、\n\nコア",
        "攻撃 ﾊｰﾄﾞｺｱ ｺｱ",
        "Attack, Hard Core, Core",
        "attack hard core core",
        "ATTACK hard-core CORE",
        "Ａｔｔａｃｋ　ＨＡＲＤ　ＣＯＲＥ　ｃｏｒｅ",
        "attack,hard_core,core",
        "攻撃, Hard Core / ｺｱ",
        "攻硬核",
        "攻 硬 核",
        "攻撃 硬核",
        "【攻撃】【ハードコア】【コア】",
        "1. Attack\n2. Hard Core\n3. Core",
        "１．攻撃　２．ハードコア　３．コア",
        "1.攻撃2.ハードコア3.コア",
        "1) 攻撃 2) ハードコア 3) コア",
        "①攻撃②ハードコア③コア",
        "(1) 攻撃 (2) ハードコア (3) コア",
        "攻撃(1)→ハードコア(7)→コア(5)",
        "攻撃（１）、ハードコア（７）、コア（５）",
        "- Attack\n- Hard Core\n- Core",
        "・攻撃\n・ハードコア\n・コア",
        "**Attack**, **Hard Core**, **Core**",
        "Attack, Hard\nCore, Core",
        "攻撃、ハード\nコア、コア",
        "6, 2, 1",
        "攻撃\u200b、ハードコア、コア",
        "1枚目：攻撃\n2枚目：ハードコア\n3枚目：コア",
        "1枚目は攻撃、2枚目はハードコア、3枚目はコアです。",
        "一番目 攻撃\n二番目 ハードコア\n三番目 コア",
        "1st card: Attack\n2nd card: Hard Core\n3rd card: Core",
        "First card: Attack, second card: Hard Core, third card: Core",
        "Card 1 = Attack\nCard 2 = Hard Core\nCard 3 = Core",
        "Slot 1: Attack; Slot 2: Hard Core; Slot 3: Core",
        "1: Attack\n2: Hard Core\n3: Core",
        "カード1：攻撃\nカード2：ハードコア\nカード3：コア",
        "1️⃣攻撃\n2️⃣ハードコア\n3️⃣コア",
        "上から攻撃、ハードコア、コア",
        "上から順に、攻撃・ハードコア・コアです",
        "攻撃、ハードコア、コア（上から順）",
        "From the top: Attack, Hard Core, Core.",
        "Attack, Hard Core, Core (top to bottom)",
        "攻撃とハードコアとコア",
        "Attack, then Hard Core, then Core",
        "🗡️攻撃 🛡️ハードコア ❤コア",
        "⚔攻🪨硬💗核",
        "攻撃（攻）、ハードコア（硬）、コア（核）",
        "Attack (攻撃), Hard Core (ハードコア), Core (コア)",
        "| 1 | 攻撃 |\n| 2 | ハードコア |\n| 3 | コア |",
        "★攻撃★ハードコア★コア",
        "「攻撃」「ハードコア」「コア」",
        "攻撃 ＞ ハードコア ＞ コア",
        "攻撃➡️ハードコア➡️コア",
        "攻撃×1、ハードコア×1、コア×1",
    ],
)
def test_ways_to_write_a_build(typed: str) -> None:
    assert cards(typed) == ["attack", "hard_core", "core"]


@by_row(
    "typed",
    [
        "攻撃×2、コア×3",
        "攻撃x2 コアx3",
        "攻撃ｘ２、コアｘ３",
        "攻撃2枚、コア3枚",
        "攻撃二枚、コア三枚",
        "攻撃（×2）、コア（3枚）",
        "2x Attack, 3x Core",
        "2 x attack\n3 x core",
        "Attack x2, Core x3",
        "Attack * 2, Core * 3",
        "2 Attacks, 3 Cores",
        "2 Attacks and 3 Cores",
        "2× 攻, 3× 核",
        "攻撃、攻撃、コア×3",
    ],
)
def test_ways_to_count_cards(typed: str) -> None:
    assert cards(typed) == ["attack", "attack", "core", "core", "core"]


def test_a_name_in_brackets_behind_a_card_is_that_cards() -> None:
    build = GAME.read_build(card_words("攻撃（起）\nエコー（承）\nコア", CARDS))

    assert ([*build.cards], build.flavour) == (["attack", "echo", "core"], ("起", "承"))


def test_the_longest_name_comes_first() -> None:
    assert cards("dual core core core engine attack power attack") == [
        *["dual_core", "core", "core_engine", "attack_power", "attack"]
    ]


def test_what_the_game_spells_otherwise_is_left_to_it() -> None:
    assert cards("Attack Defense Power Core") == ["attack", "defence_power", "core"]


@by_row(
    ("typed", "unread"),
    [
        ("攻撃、腐食、コア", [("腐食",)]),
        ("Attack Fooo Barr Core", [("Fooo Barr",)]),
        ("Attack\nPower", [("Power",)]),
        ("攻撃 ブレイン", [("ブレイン",)]),
        ("#Fooo, コア", [("Fooo",)]),
        ("1 Attack 2 Core", [("1 Attack 2 Core",)]),
        ("6.2.1", [("6.2.1",)]),
        ("攻①②", [("攻①②",)]),
        ("攻撃×99", [("×99",)]),
    ],
)
def test_what_is_no_card_stays_as_typed(typed: str, unread: list[tuple[str, ...]]) -> None:
    assert words(typed) == unread


def test_problems_stand_in_the_line_where_they_were_typed() -> None:
    with pytest.raises(BuildUnreadable) as refusal:
        cards("攻撃\n腐食\nコア")

    assert refusal.value.problems[0].line == 2


def test_a_build_of_a_hundred_thousand_cards_is_left_to_the_game() -> None:
    with pytest.raises(BuildUnreadable):
        cards("コア、" * 100_000)


# ---- anything


PIECES = [
    *"名前：【】:/／・*#-1.()（①攻核、,→ \n",
    "構成：",
    "Name:",
    "Lore:",
    "hard",
    "core",
    "\u200d",
    "\0",
]
TEXTS = st.text() | st.lists(st.sampled_from(PIECES)).map("".join)


@given(TEXTS)
def test_no_text_makes_the_reader_fall(text: str) -> None:
    found = form(text)

    assert all(value is None or value.strip() for value in (found.name, found.owner, found.url))


@given(TEXTS)
def test_every_build_is_read_or_refused(text: str) -> None:
    with suppress(BuildUnreadable):
        cards(text)


@given(st.lists(st.sampled_from([card.id for card in CARDS]), max_size=8))
def test_every_build_is_read_in_every_notation(build: list[str]) -> None:
    by_id = {card.id: card for card in CARDS}
    for separator in (", ", " ", "\n", "→"):
        for spelled in (
            build,
            [by_id[card].name.ja for card in build],
            [by_id[card].name.en for card in build],
            [by_id[card].char for card in build],
        ):
            assert cards(separator.join(spelled)) == build


@by_row("filler", ["a", "a ", "攻", "x【攻】", "【"])
@by_row("head", ["Name: A\nx: ", "Name: A\nBuild: ", "Name: A\nBuild: 攻\n\n"])
def test_a_megabyte_in_one_line_is_read_in_no_time(head: str, filler: str) -> None:
    """Brackets were looked for from each of its characters on, which took an hour for so many."""
    start = time.process_time()
    form = read_fields(head + filler * (1_000_000 // len(filler.encode())), CARDS)
    card_words(form.build_text or "", CARDS)
    card_words("a" * 60_000, CARDS)

    assert form.name == "A"
    assert time.process_time() - start < 10
