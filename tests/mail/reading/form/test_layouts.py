"""The same fields, however they are laid out: any mark, any bracket, any tie, any word for them, tables and frames."""

import time
import unicodedata
from itertools import product
from typing import Final

from hypothesis import given, strategies as st

from app.games import ruleset, slugs
from app.mail.inbox.own_text import cut
from app.mail.labels import LABELS, label_of
from app.mail.reading.form.card_words import card_words
from app.mail.reading.form.entry_form import EntryForm, read_fields
from tests.support.tables import by_row

CARDS: Final = [card for slug in slugs() for card in ruleset(slug).cards]
VALUES: Final = {"name": "夜", "build": "攻響核", "owner": "太郎", "lore": "昼の話。"}
WORDS: Final = {
    field: [word for word in LABELS.words if LABELS.field(word) in ((field, True), (field, False))]
    for field in VALUES
}
MARKS: Final = st.characters(categories=["So", "Po", "Sk", "Sc"], exclude_characters="#:：\"'.,．、,，/／%&@\\!?¡¿ ‼⁇⁈⁉") | st.sampled_from("①⑩❶➓Ⅳ²㈠㊀㉑")  # fmt: skip
OPENERS: Final = [
    chr(point)
    for point in range(0x3000)
    if unicodedata.category(chr(point)) == "Ps"
    and unicodedata.category(chr(point + 1)) == "Pe"
    and chr(point) not in "‚„⁅⌈⌊❨⟅⦃⦅⸢⸤⸦⸨⁽₍༺༼᚛⸂⸄⸉⸌⸜⸠⟬⟮〝"
] + [*"【《〔〈「『［（＜<≪«“"]
TIES: Final = [
    *":：=＝",
    " : ",
    "　：　",
    "\t",
    " - ",
    " – ",
    "→",
    " → ",
    "……",
    " ..... ",
    ":\n",
    "\n",
    "：\n\n　",
]


def closed(opener: str) -> str:
    """The bracket that closes this one."""
    return {"«": "»", "<": ">", "＜": "＞", "［": "］", "[": "]", "{": "}", "“": "”"}.get(
        opener, chr(ord(opener) + 1)
    )


def said(found: EntryForm) -> dict[str, str | None]:
    return {
        "name": found.name,
        "build": found.build_text,
        "owner": found.owner,
        "lore": found.lore,
    }


def form(text: str) -> EntryForm:
    return read_fields(text, CARDS)


labels = st.fixed_dictionaries({field: st.sampled_from(words) for field, words in WORDS.items()})


@given(labels, MARKS, st.sampled_from(["", " ", "　"]), st.sampled_from(TIES[:6]))
def test_any_mark_before_any_word_with_any_colon(
    words: dict[str, str], mark: str, blank: str, tie: str
) -> None:
    text = "\n".join(f"{mark}{blank}{words[each]}{tie}{VALUES[each]}" for each in VALUES)

    assert said(form(text)) == VALUES


@given(labels, st.sampled_from(["", "■", "★", "・", "1. "]), st.sampled_from(OPENERS), st.sampled_from(["", ":", "：", " ", "\n", "："]))  # fmt: skip
def test_any_bracket_round_any_word(
    words: dict[str, str], mark: str, opener: str, tie: str
) -> None:
    text = "\n".join(
        f"{mark}{opener}{words[each]}{closed(opener)}{tie}{VALUES[each]}" for each in VALUES
    )

    assert said(form(text)) == VALUES


@given(labels, st.sampled_from(["", "■", "▼ ", "◎", "📛", "- ", "* ", "2) "]), st.sampled_from(TIES))  # fmt: skip
def test_any_tie_behind_any_word(words: dict[str, str], mark: str, tie: str) -> None:
    text = "\n".join(f"{mark}{words[each]}{tie}{VALUES[each]}" for each in VALUES)

    assert said(form(text)) == VALUES


TABLES: Final = [
    "| 名前 | 夜 |\n| 構成 | 攻響核 |\n| オーナー | 太郎 |\n| 設定 | 昼の話。 |",
    "| 項目 | 内容 |\n|---|---|\n| 名前 | 夜 |\n| 構成 | 攻響核 |\n| オーナー | 太郎 |\n| 設定 | 昼の話。 |",
    "| 名前 | 構成 | オーナー | 設定 |\n|:--|:-:|--:|---|\n| 夜 | 攻響核 | 太郎 | 昼の話。 |",
    "Name | Build | Owner | Lore\n--- | --- | --- | ---\n夜 | 攻響核 | 太郎 | 昼の話。",
    "名前,構成,オーナー,設定\n夜,攻響核,太郎,昼の話。",
    "名前\t構成\tオーナー\t設定\n夜\t攻響核\t太郎\t昼の話。",
    "名前\t夜\t\n構成\t攻響核\t\nオーナー\t太郎\t\n設定\t昼の話。\t",
    "┌────┬────┐\n│名前│夜　│\n├────┼────┤\n│構成│攻響核│\n│オーナー│太郎│\n│設定│昼の話。│\n└────┴────┘",
    "┌──────┐\n│名前：夜　│\n│構成：攻響核│\n│オーナー：太郎　│\n│設定：昼の話。　│\n└──────┘",
    "+------+------+\n| Name | 夜 |\n+------+------+\n| Build | 攻響核 |\n| Owner | 太郎 |\n| Lore | 昼の話。 |\n+------+------+",
    "━━━━━━━━\n名前：夜\n━━━━━━━━\n構成：攻響核\n━━━━━━━━\nオーナー：太郎\n━━━━━━━━\n設定：昼の話。\n━━━━━━━━",
    "```\nName: 夜\nBuild: 攻響核\nOwner: 太郎\nLore: 昼の話。\n```",
    "## Name\n夜\n\n## Build\n攻響核\n\n## Owner\n太郎\n\n## Lore\n昼の話。",
    "Name\n====\n夜\n\nBuild\n-----\n攻響核\n\nOwner\n-----\n太郎\n\nLore\n----\n昼の話。",
    "**名前：** 夜\n**構成：** 攻響核\n**オーナー：** 太郎\n**設定：** 昼の話。",
    "**Name: 夜**\n**Build: 攻響核**\n__Owner__: 太郎\n*Lore*: 昼の話。",
    "- **Name** - 夜\n- **Build** - 攻響核\n- **Owner** - 太郎\n- **Lore** - 昼の話。",
    "♪名前♪夜\n♪構成♪攻響核\n♪オーナー♪太郎\n♪設定♪昼の話。",
    "名前：夜／構成：攻響核／オーナー：太郎／設定：昼の話。",
    "Name: 夜 | Build: 攻響核 | Owner: 太郎 | Lore: 昼の話。",
    "名前：夜　構成：攻響核　オーナー：太郎　設定：昼の話。",
    "お名前：太郎\nキャラ名：夜\nデッキ構成：攻響核\n紹介文：昼の話。",
    "お名前：夜\nデッキ構成：攻響核\n紹介文：昼の話。\nPN：太郎",
    "キャラ名（必須）：夜\n構成（上から順に）：攻響核\nハンドルネーム／HN：太郎\n設定・プロフィール：昼の話。",
    "Character name: 夜\nMy deck: 攻響核\nHandle: 太郎\nBio: 昼の話。",
    "キャラクターの名前　夜\nキャラクターの構成　攻響核\nプレイヤー名　太郎\nキャラクター設定　昼の話。",
    "構成：攻響核\n設定：昼の話。\n\nニックネーム：太郎\nキャラ：夜",
    "キャラクター名は「夜」、構成は攻響核です。\n設定は「昼の話。」でお願いします。\nハンドルネームは「太郎」です。",
]  # fmt: skip


@by_row("text", TABLES)
def test_tables_frames_and_headings(text: str) -> None:
    found = form(f"こんにちは。\n\n{text}\n\nよろしくお願いします。\n")

    assert {**said(found), "lore": (found.lore or "").strip()} == VALUES
    assert found.untaken == ()


def test_a_table_or_a_fence_in_a_story_stays_as_typed() -> None:
    story = "| hour | mood |\n|---|---|\n| 1 | dark |\n\n```\ntick\n```"

    assert form(f"Name: 夜\nBuild: 攻響核\nLore: {story}").lore == story


# --- closings -----------------------------------------------------------------------------------------


@by_row(
    "closing",
    [
        "よろしくお願いします。", "以上、よろしくお願いいたします！\n山田太郎", "以上です。", "以上\n\n山田太郎\n090-1234-5678", "よろしく！\n太郎", "それでは、失礼します。",
        "楽しみにしています♪", "ご確認のほど、よろしくお願い致します。\n\n--------\n山田", "Thanks, Bob", "Thanks!\nBob Smith", "\nCheers\nBob", "\nBest,\nBob Smith",
        "\nKind regards,\n\nBob Smith\nbob@example.com", "\nThank you for running this!\n\nBob", "\nLooking forward to it!", "Many thanks,\nBob", "\nLet me know if anything is wrong.\nBob",
        "では、よろしくお願いしますm(_ _)m", "参加させていただきます。よろしくお願いします。",
    ],
)  # fmt: skip
def test_words_that_end_a_mail_are_no_lore(closing: str) -> None:
    assert (
        form(f"名前：夜\n構成：攻響核\n設定：昼の話。\n夜は来ない。\n{closing}\n").lore
        == "昼の話。\n夜は来ない。"
    )


@by_row(
    "story",
    [
        "昼の話。\n「よろしくお願いします」\n彼はそう言って消えた。",
        "昼の話。\n「よろしくお願いします」",
        "昼の話。\n『よろしく』",
        "よろしくお願いします、が口癖。",
        "よろしくお願いします。",
        "彼は言った。よろしくお願いします。\nだれも答えなかった。",
        "Thanks to a broken clock, it never slept.",
        "It never slept.\n\nThanks to a broken clock, nobody knew.",
        "Best of all, it sang.\nBest not to ask why.",
        "以上の理由で、彼は旅に出た。\n以上が全てではない。",
        "“Cheers,” said the owl.\n\n“Cheers,” said nobody.",
        "では、なぜ彼は泣いたのか。",
    ],
)  # fmt: skip
def test_a_story_in_which_somebody_is_greeted_stays_whole(story: str) -> None:
    assert form(f"名前：夜\n構成：攻響核\n設定：{story}\nオーナー：太郎").lore == story
    assert form(f"名前：夜\n構成：攻響核\n設定：\n{story}\n").lore == story


# --- without labels -----------------------------------------------------------------------------------


BUILD: Final = ["attack", "echo", "core"]


def build(found: EntryForm) -> list[str]:
    game = ruleset("laplaplus")
    return list(game.read_build(card_words(found.build_text or "", game.cards)).cards)


@by_row(
    "text",
    [
        "攻撃、エコー、コア/夜", "攻撃・エコー・コア／夜", "攻撃/エコー/コア/夜", "Attack, Echo, Core / 夜", "【攻撃】【エコー】【コア】/夜", "6, 10, 1/夜ノ",
        "夜/攻響核", "夜：攻撃、エコー、コア", "夜 - Attack, Echo, Core", "夜　攻響核", "夜（攻響核）", "「夜」攻撃、エコー、コア",
        "夜\n攻響核", "攻響核\n夜", "夜\n\n攻撃\nエコー\nコア", "「夜」\n攻撃　エコー　コア", "# 夜\n\n- Attack\n- Echo\n- Core", "夜\n1枚目：攻撃\n2枚目：エコー\n3枚目：コア",
        "名前は夜で、構成は攻撃・エコー・コアです。", "名前は「夜」、構成は上から攻撃、エコー、コアでお願いします。", "夜という名前で、構成は攻撃、エコー、コアです。",
        "My character is called 夜 and plays Attack, Echo, Core.", "Please enter 夜: Attack, Echo, Core", "I'd like to enter 夜 with Attack, Echo, and Core.",
        "My character's name is 夜 and the deck is Attack, Echo, Core.", "My character is named 夜. My build is Attack, Echo, Core!",
    ],
)  # fmt: skip
def test_name_and_cards_need_no_labels(text: str) -> None:
    for before, behind in (
        ("", ""),
        ("こんにちは、参加します。\n\n", "\n\nよろしくお願いします。\n山田"),
    ):
        found = form(before + text + behind)

        assert (found.name or "").removesuffix("ノ") == "夜"
        assert build(found) == BUILD


@by_row("title", ["攻撃、エコー、コア/夜", "【応募】攻響核/夜", "Entry: Attack, Echo, Core / 夜"])
def test_the_subject_may_say_it(title: str) -> None:
    found = read_fields("よろしくお願いします。", CARDS, title)

    assert (found.name, build(found)) == ("夜", BUILD)


@by_row(
    "text",
    [
        "Could you swap Echo and Core?", "Please replace Attack with Echo.", "エコーとコアを入れ替えてください。", "攻撃/防御について", "I think Attack, Echo, Core is too strong?", "連撃と攻撃、どちらが強いですか？",
        "What does Echo do?", "コアは何枚まで入れられますか", "2026/11/22", "and/or", "help", "シールド",
    ],
)  # fmt: skip
def test_what_speaks_of_cards_enters_nothing(text: str) -> None:
    found = form(text)

    assert (found.name, found.build_text) == (None, None)


def test_a_quoted_form_may_be_answered_line_by_line() -> None:
    text = "書きました。\n\n> 名前：\n夜\n> 構成：\n攻響核\n>\n> 設定：\n昼の話。\n夜は来ない。\n> URL：\n> オーナー：\n太郎\n"
    found = form(cut(text).text)

    assert said(found) == {**VALUES, "lore": "昼の話。\n夜は来ない。"}


@by_row(
    "line",
    [
        "夜が来る",
        "▼",
        "【】",
        "■■■",
        "：夜",
        "＝",
        "《夜",
        "夜》",
        "***",
        "→夜",
        "名前の由来：夜",
        "【名前の由来】夜",
        "「名前」という映画",
    ],
)
def test_marks_alone_make_no_label(line: str) -> None:
    label = label_of(line)

    assert label is None or not label.is_certain


@by_row("fill", ["【", "♪名前", "名前 ", "/名前：", "名前：構成：", "「", "→", "| 名前 ", "1枚目", "×3", "(x3)", "と", "上から", "は「", "Thanks, ", "\u200d★"])  # fmt: skip
def test_a_long_line_of_anything_is_read_in_no_time(fill: str) -> None:
    began = time.process_time()
    for head, sep in product(("", "Name: A\nBuild: ", "Lore: "), ("", "\n")):
        found = form(head + (fill + sep) * (6_000 // len(fill + sep)))
        card_words(found.build_text or "", CARDS)

    assert time.process_time() - began < 2
