"""Yes and no, in the words of people and not of programs."""

from app.mail.reading.request import agrees, is_of_program
from tests.support.tables import by_row


def test_a_megabyte_of_greetings_is_no_yes_and_takes_no_time() -> None:
    """Each greeting was cut off the rest of the text, which took seconds for so many."""
    assert not agrees("Hi. " * 250_000)


@by_row(
    "text", ["", " \n", "yes", "Yes, it was me.", "OK", "はい", "はい、お願いします。", "ハイ!", "確認しました", "本人です", "よろしくお願いします",
             "はい、間違いありません。", "間違いないです", "Yes, no doubt.", "はい。まだ変えるかもしれません。",
             "お世話になっております。\nムライです。\n\nはい、私が送りました。\nよろしくお願いいたします。", "こんにちは。\nはい、そうです。", "ムライと申します。私です。",
             "ありがとうございます。確認しました。", "送ったのは私です。", "間違いなく私です", "自分です", "大丈夫です。", "合っています", "出場します", "よろしくー",
             "おｋ", "オッケー", "はーい", "うん", "👍", "Hi,\n\nyes, it was me.\n\nBest,\nAlice", "Hello, yes it was me", "Thank you, yes.",
             "飛脚 ご担当者様\n\nお世話になっております。水野です。\nはい、私が送りました。間違いございません。", "本人に間違いありません。", "私で合ってます！お願いします",
             "Dear courier,\n\nYes, I sent it.\n\nWith best wishes,\nAlice", "Hello,\n\nI can confirm that this entry is mine.", "返信が遅くなりすみません。私が送ったものです。",
             "Dear organiser,\n\nI confirm my entry.", "That was me.", "It's me", "I did.", "Of course", "Looks good"]
)  # fmt: skip
def test_an_answer_that_says_yes(text: str) -> None:
    assert agrees(text)


@by_row(
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
        "Dear 飛脚 Hikyaku,\n\nYes, we have received your message and a ticket has been created.\n\nYour support team",
        "はい、お問い合わせを確かに承りました。\n担当者より３営業日以内にご連絡いたします。",
        "はい。\n本メールは自動送信です。ご返信いただいてもお答えできません。",
    ],
)
def test_an_answer_that_does_not(text: str) -> None:
    assert not agrees(text)


@by_row(
    ("text", "is_program"),
    [
        ("Hello,\nthis is an automated message, please do not reply to this email.", True),
        ("Your ticket HD-1 has been closed.", True),
        ("本メールは送信専用です。", True),
        ("Is this an automated reply? I want a human.", False),
        ("I got an automated reply and did not understand it.", False),
        ("自動的に核が増えるカードはありますか。", False),
    ],
)
def test_words_that_only_a_program_writes(text: str, is_program: bool) -> None:
    assert is_of_program(text) is is_program
