"""What a mail asks for is understood in both languages, and never where a player tells of his character."""

import pytest

from app.engine import Lang
from app.games import ruleset, slugs
from app.i18n import translations
from app.letters.answers import REQUESTS
from app.mail.inbox.message import read_mail
from app.mail.requests.commands import Request, agrees, contradicts, request_of, said_in
from app.mail.requests.entry_form import read_fields
from tests.support.posting import ENTRY, a_mail

SAID = {
    Request.CHECK: "check / Check only / dry run / 確認 / 確認のみ / 確認お願いします / お試し / チェックしてください / エントリー確認"
    " / Just checking / Is this valid? / これで大丈夫か確認してください",
    Request.SHOW: "show my entry / Show entry, please. / what did I send? / 登録内容 / エントリー内容の確認 / 応募状況を教えてください"
    " / What's my entry? / Could you show me my character please / Did you get my entry? / 今の登録を見せてください / ちゃんと届いてますか?",
    Request.WITHDRAW: "withdraw / Please withdraw my entry. / cancel my entry / 取り下げ / 【取り下げ】 / エントリーを取り下げます"
    " / 取下げをお願いします / 辞退します / 辞退させていただきます / 棄権 / キャンセルしたいです / Re: 取り下げ"
    " / すみません、棄権します。 / 申し訳ありませんが、辞退します / I have to drop out, sorry. / Please take my character out.",
    Request.FORM: "form / blank form / entry form please / 応募用紙 / エントリーフォームを送ってください",
    Request.HELP: "help / Help! / how to / How to enter? / ヘルプ / 使い方を教えてください / 参加方法 / 書き方 / Fwd: help"
    " / How do I enter? / how can I take part? / How does this work? / Could you tell me how to enter please? / どうやって参加するんですか?"
    " / 参加したいのですが、どうすればいいですか / 参加方法について教えていただけますでしょうか。",
    Request.RULES: "rules / the rules, please / ルール / ルールを送ってください / ルールブック"
    " / Could I have the rules, please? / ルールを教えていただけますか? / 大会のルール",
    Request.CARDS: "cards / list of cards / カード一覧 / カードリストをください / ｶｰﾄﾞ一覧"
    " / Can I have the list of cards? / Please send the card list. / what cards are there? / カードの一覧がほしい / どんなカードがありますか?",
    Request.STANDINGS: "standings / Please send me the standings / ranking / 順位表 / 順位表を見せてください / ランキング"
    " / Show me the standings / what are the current standings? / who is in? / 今の順位は? / 順位を教えて / 参加者一覧 / 出場者一覧",
    Request.RESULTS: "results / my results again / report / 結果 / 結果の再送をお願いします / 結果をもう一度 / 戦績 / レポートがほしいです",
    Request.JAPANESE: "language: ja / in Japanese please / 日本語でお願いします / 言語：日本語",
    Request.ENGLISH: "language: en / English please / 英語で / 言語: 英語 / Language=English / Can you write in English?",
    Request.MUTE: "mute / unsubscribe / stop / 配信停止 / 配信停止をお願いします / お知らせは不要です"
    " / Please stop sending me mails / unsubscribe me / No more mails please / 配信解除 / 今後メールは不要です / もう送らないでください",
    Request.UNMUTE: "unmute / resume / 配信再開 / お知らせを再開してください / 配信停止の解除 / また送ってください",
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
@pytest.mark.parametrize("game", slugs())
def test_we_understand_every_word_that_our_help_names(game: str, lang: Lang) -> None:
    _, terms = translations(lang).gettext, ruleset(game).terms.to(lang)
    named = [_(word) % terms for word, _meaning in REQUESTS]

    assert [word for word in named if said_in(word) is None] == []
    assert len({said_in(word) for word in named}) == len(REQUESTS)


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
        "Please send my love to the rules",
        "どうやって勝つかが問題だ",
        "もう止めてくれとは言わない",
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
        ("大会：紫電一閃杯\nルールを教えて", "", Request.RULES),
        ("Hi, how can I take part?", "Question", Request.HELP),
        (
            "お世話になっております。\nムライと申します。\n\nルールを教えてください。\n\nムライ",
            "",
            Request.RULES,
        ),
        ("はじめまして。\nアリスです。\n参加したいです!\nよろしくお願いします。", "", Request.FORM),
        ("I like your tournament.", "hello", Request.NOTHING),
        ("I like your tournament.", "entry", Request.NOTHING),
    ],
)
def test_text_and_subject_together(text: str, subject: str, request_: Request) -> None:
    assert asked(text, subject) is request_


def test_a_megabyte_of_greetings_is_no_yes_and_takes_no_time() -> None:
    """Each greeting was cut off the rest of the text, which took seconds for so many."""
    assert not agrees("Hi. " * 250_000)


def test_taking_out_what_is_sent_is_a_contradiction() -> None:
    mail = read_mail(a_mail(ENTRY, 1, Subject="withdraw"))

    assert contradicts(mail, read_fields(mail.text))


@pytest.mark.parametrize(
    "text", ["", " \n", "yes", "Yes, it was me.", "OK", "はい", "はい、お願いします。", "ハイ!", "確認しました", "本人です", "よろしくお願いします",
             "はい、間違いありません。", "間違いないです", "Yes, no doubt.", "はい。まだ変えるかもしれません。",
             "お世話になっております。\nムライです。\n\nはい、私が送りました。\nよろしくお願いいたします。", "こんにちは。\nはい、そうです。", "ムライと申します。私です。",
             "ありがとうございます。確認しました。", "送ったのは私です。", "間違いなく私です", "自分です", "大丈夫です。", "合っています", "出場します", "よろしくー",
             "おｋ", "オッケー", "はーい", "うん", "👍", "Hi,\n\nyes, it was me.\n\nBest,\nAlice", "Hello, yes it was me", "Thank you, yes.",
             "Dear organiser,\n\nI confirm my entry.", "That was me.", "It's me", "I did.", "Of course", "Looks good"]
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
        "はい?",
        "Yes? What is this?",
        "OK, but please withdraw it",
        "Hello.\n",
        "ありがとうございます。\n",
        "人違いです。はい、それでは。",
        "いつもお世話になっております。\n確認次第ご連絡いたします。",
        "お世話になっております。自動返信メールです。内容を確認の上、ご返信いたします。",
        "Hi,\nthanks for your mail. I'm away until Monday.",
        "Hello! We have received your request and will reply soon.",
    ],
)
def test_an_answer_that_does_not(text: str) -> None:
    assert not agrees(text)
