"""Cards in the words of a call, as a mail has them: where one begins, and what belongs to it."""

from app.mail.reading.form.card_mail import cards_in

YUI = {"name": "夜店のユイ", "build_text": "能力：食・なし 効果：B01"}


def test_what_stands_behind_a_label_ends_at_the_next() -> None:
    (card,) = cards_in(
        "カード名：夜店のユイ 能力：食・なし 作者 ： ユイ Flavour text: 提灯は 消さないで。 効果：B01"
    )

    assert card == YUI | {
        "build_text": "能力：食・なし 効果：B01",
        "owner": "ユイ",
        "lore": "提灯は 消さないで。",
    }


def test_an_address_on_the_web_is_no_label() -> None:
    (card,) = cards_in("カード名：夜店のユイ URL: https://example.com/ 能力：食・なし 効果：B01")

    assert card == YUI | {"url": "https://example.com/"}


def test_the_first_of_two_equal_labels_counts_however_many_follow() -> None:
    (card,) = cards_in("カード名：夜店のユイ 能力：食・なし 効果：B01 " + "作者：x " * 100_000)

    assert card == YUI | {"owner": "x"}


def test_flavour_on_the_line_of_an_effect_is_that_of_the_effect_and_no_story_is_lost() -> None:
    (card,) = cards_in(
        "カード名：夜店のユイ 能力：食・なし\n効果：B01 名：呼び声 フレーバー：百本。\nフレーバー：消さないで。\n設定：夜店の娘。"
    )

    assert card["build_text"].endswith("効果：B01 名：呼び声 フレーバー：百本。")
    assert card["lore"] == "消さないで。\n夜店の娘。"
