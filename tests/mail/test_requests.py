"""What a mail asks for is understood in both languages, and never where a player tells of his character."""

import pytest

from app.engine import Lang
from app.i18n import translations
from app.mail.fields import read_fields
from app.mail.informing import REQUESTS
from app.mail.reading import read_mail
from app.mail.requests import Request, agrees, contradicts, request_of, said_in
from tests.mail.posting import ENTRY, a_mail

SAID = {
    Request.CHECK: "check / Check only / dry run / 確認 / 確認のみ / 確認お願いします / お試し / チェックしてください / エントリー確認",
    Request.SHOW: "show my entry / Show entry, please. / what did I send? / 登録内容 / エントリー内容の確認 / 応募状況を教えてください",
    Request.WITHDRAW: "withdraw / Please withdraw my entry. / cancel my entry / 取り下げ / 【取り下げ】 / エントリーを取り下げます"
    " / 取下げをお願いします / 辞退します / 辞退させていただきます / 棄権 / キャンセルしたいです / Re: 取り下げ",
    Request.FORM: "form / blank form / entry form please / 応募用紙 / エントリーフォームを送ってください",
    Request.HELP: "help / Help! / how to / How to enter? / ヘルプ / 使い方を教えてください / 参加方法 / 書き方 / Fwd: help",
    Request.RULES: "rules / the rules, please / ルール / ルールを送ってください / ルールブック",
    Request.CARDS: "cards / list of cards / カード一覧 / カードリストをください / ｶｰﾄﾞ一覧",
    Request.STANDINGS: "standings / Please send me the standings / ranking / 順位表 / 順位表を見せてください / ランキング",
    Request.RESULTS: "results / my results again / report / 結果 / 結果の再送をお願いします / 結果をもう一度 / 戦績",
    Request.JAPANESE: "language: ja / in Japanese please / 日本語でお願いします / 言語：日本語",
    Request.ENGLISH: "language: en / English please / 英語で / 言語: 英語 / Language=English",
    Request.MUTE: "mute / unsubscribe / stop / 配信停止 / 配信停止をお願いします / お知らせは不要です",
    Request.UNMUTE: "unmute / resume / 配信再開 / お知らせを再開してください / 配信停止の解除",
    Request.SPAR: "spar / sparring / practice match / 模擬戦 / 模擬戦をお願いします / 腕試し / スパーリング希望",
    Request.ENTER: "entry / エントリー / 応募 / 参加申込み / replace / change my entry / 変更 / 差し替えお願いします",
}  # fmt: skip
ASKED = [(text, request) for request, said in SAID.items() for text in said.split(" / ")]


def asked(text: str, subject: str = "") -> Request:
    mail = read_mail(a_mail(text, 1, Subject=subject))
    return request_of(mail, read_fields(mail.text))


@pytest.mark.parametrize(("text", "request_"), ASKED)
def test_a_line_that_asks_for_something_and_says_nothing_else(text: str, request_: Request) -> None:
    assert said_in(text) is request_


@pytest.mark.parametrize("lang", ["ja", "en"])
def test_we_understand_every_word_that_our_help_names(lang: Lang) -> None:
    _ = translations(lang).gettext

    assert [_(word) for word, _meaning in REQUESTS if said_in(_(word)) is None] == []
    assert len({said_in(_(word)) for word, _meaning in REQUESTS}) == len(REQUESTS)


@pytest.mark.parametrize(
    "line",
    [
        "",
        "hello",
        "My character is the best",
        "ルールを破る男の物語",
        "I want the rules to change",
        "結果はどうでしたか",
        "Help is on its way, said the knight",
        "取り下げないでください",
        "Don't withdraw my entry",
        "停止した時計",
        "x" * 10_000,
    ],
)
def test_a_line_that_says_something_else(line: str) -> None:
    assert said_in(line) is None


@pytest.mark.parametrize(
    ("text", "subject", "request_"),
    [
        (ENTRY, "", Request.ENTER),
        (ENTRY, "check", Request.CHECK),
        ("check\n\n" + ENTRY, "entry", Request.CHECK),
        ("こんにちは。\n模擬戦\n" + ENTRY, "", Request.SPAR),
        (ENTRY, "standings", Request.ENTER),
        (ENTRY, "Re: help", Request.ENTER),
        (ENTRY, "変更", Request.ENTER),
        ("", "", Request.FORM),
        ("", "エントリー", Request.FORM),
        ("", "Re: standings", Request.STANDINGS),
        ("rules", "Re: standings", Request.RULES),
        ("I am away. Your letter will be read.", "Re: The rules", Request.NOTHING),
        ("ありがとうございました。", "返信: カード一覧", Request.NOTHING),
        (ENTRY, "Re: check", Request.CHECK),
        ("Dear organiser,\n\nstandings please.\n\nAlice", "", Request.STANDINGS),
        ("順位表\n\nよろしくお願いします。\nアリス", "こんにちは", Request.STANDINGS),
        ("確認", "", Request.SHOW),
        ("check", "", Request.SHOW),
        ("Name: Help\n", "my entry", Request.ENTER),
        ("Name: Mister Tuesday", "withdraw", Request.WITHDRAW),
        ("I like your tournament.", "hello", Request.NOTHING),
        ("I like your tournament.", "entry", Request.NOTHING),
    ],
)
def test_text_and_subject_together(text: str, subject: str, request_: Request) -> None:
    assert asked(text, subject) is request_


def test_taking_out_what_is_sent_is_a_contradiction() -> None:
    mail = read_mail(a_mail(ENTRY, 1, Subject="withdraw"))

    assert contradicts(mail, read_fields(mail.text))


@pytest.mark.parametrize(
    "text", ["", " \n", "yes", "Yes, it was me.", "OK", "はい", "はい、お願いします。", "ハイ!", "確認しました", "本人です", "よろしくお願いします",
             "はい、間違いありません。", "間違いないです", "Yes, no doubt.", "はい。まだ変えるかもしれません。"]
)  # fmt: skip
def test_an_answer_that_says_yes(text: str) -> None:
    assert agrees(text)


@pytest.mark.parametrize(
    "text",
    [
        "no",
        "いいえ",
        "It was not me",
        "I am out of the office until Monday.",
        "お問い合わせありがとうございます。担当者より折り返しご連絡いたします。",
        "Thank you for your mail! Ticket #4711 has been opened.",
        "yesterday's mail was not mine",
        "OK, but I did not send this.",
        "Right, it wasn't me",
        "確認できません",
        "承認しません。",
        "お願いですから送らないでください",
        "そうですか、身に覚えがありません",
    ],
)
def test_an_answer_that_does_not(text: str) -> None:
    assert not agrees(text)
