"""Was it you? A letter that says what would change, and a no that is as easy as a yes."""

import re
from datetime import timedelta

import pytest
from sqlmodel import col, select

from app.league.people.tokens import make_token
from app.letters.contents import render
from app.letters.render import RenderedLetter
from app.mail.reading.request import agrees, declines
from app.mail.transport.mime import on_the_wire
from app.settings import settings
from app.store.database import Database
from app.store.tables import Letter, MailAction, Revision, RevisionState
from tests.support.posting import CUP, DESK, ENTRY, Postman, open_cup
from tests.support.tables import by_row

FORGED = ENTRY.replace("Attack, Echo, Core", "Core, Core, Core").replace(
    "Always on a Tuesday.", "Buy at https://evil.example"
)
RAIN = "名前：雨男\n構成：攻響核\n設定：いつも雨。\n"

NO = [
    "no", "No.", "NO!", "Nope", "no, it was not me", "No, I did not send this.", "It wasn't me", "this was not me", "Not me!",
    "Hello,\n\nthat was not me.\n\nAlice", "I never sent this", "I didn't send that", "No, thank you", "Sorry, not me", "Somebody else sent this", "Nope - never heard of it",
    "いいえ", "いいえ。", "いいえ、違います", "いえ、送っていません。", "違います", "ちがいます。", "身に覚えがありません", "まったく身に覚えがないです", "心当たりがありません",
    "私ではありません", "僕じゃないです", "応募していません", "そのようなメールは送っていません。", "お世話になっております。\n身に覚えがありません。", "なりすましです", "人違いです",
]  # fmt: skip
NOT_A_NO = [
    "", "yes", "はい", "No problem", "no worries, it was me", "No, I sent it", "いいえ、間違いありません", "Not sure yet", "No idea what this is?", "違いありません",
    "ノート", "Nobody else!", "I have not decided", "Thank you for your mail. We will answer within two days.", "問題ありません", "間違いないです",
    "お問い合わせありがとうございます。担当者より折り返しご連絡いたします。",
]  # fmt: skip


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


def words(postman: Postman, letter: Letter | None = None) -> RenderedLetter:
    with postman.database.reading() as session:
        number = (letter or postman.last()).id
        return render(session, session.get_one(Letter, number))


def flat(text: str) -> str:
    return " ".join(re.sub(r"<[^>]+>", " ", text).split())


def states(postman: Postman) -> list[RevisionState]:
    with postman.database.reading() as session:
        return [each.state for each in session.exec(select(Revision).order_by(col(Revision.id)))]


@by_row("text", NO)
def test_a_no_is_a_no(text: str) -> None:
    assert declines(text)
    assert not agrees(text)


@by_row("text", NOT_A_NO)
def test_what_could_mean_anything_else_is_none(text: str) -> None:
    assert not declines(text)


def test_a_change_says_who_plays_with_what_and_what_would_replace_it(postman: Postman) -> None:
    postman.enter()
    postman.post(FORGED)
    said = words(postman)

    assert said.subject.startswith("Was it you? “Mister Tuesday” would replace “Mister Tuesday”")
    for text in (flat(said.text), flat(said.html)):
        assert "You take part with “Mister Tuesday” – 攻響核 (Attack, Echo, Core)." in text
        assert "攻響核 (Attack, Echo, Core) → 核核核 (Core, Core, Core)" in text
        assert "Mister Tuesday (stays)" in text
        assert "This would change too: its story. See the page for details." in text
        assert "If it was not you, reply “no”, and your entry stays as it is." in text
        assert "does not play" not in text
        assert "An empty reply is enough" not in text


def test_a_change_is_told_in_japanese_as_well(postman: Postman) -> None:
    postman.enter(RAIN)
    postman.post(RAIN.replace("攻響核", "核核核").replace("雨男", "雪女"))
    said = words(postman)
    text = "".join(said.text.split())

    assert said.subject.startswith("ご本人ですか？「雨男」を「雪女」に入れ替える")
    assert "いまは「雨男」で出場しています。構成は攻響核" in text
    assert "雨男→雪女" in text
    assert "お心当たりがなければ「いいえ」と返信してください" in text


def test_what_else_waits_is_named(postman: Postman) -> None:
    postman.post()
    postman.post(FORGED.replace("Mister Tuesday", "Doctor Evil"))

    assert "“Mister Tuesday” – 攻響核 (Attack, Echo, Core)" in flat(words(postman).text)


@pytest.mark.parametrize("no", ["No, it was not me.", "いいえ", "身に覚えがありません", "cancel"])
def test_a_no_drops_the_change_and_says_what_stands(postman: Postman, no: str) -> None:
    postman.enter()
    postman.post(FORGED)
    asked = postman.confirm()
    mail = postman.post(no, to=asked)
    said = words(postman)

    assert (mail.action, mail.note["declined"]) == (MailAction.PROBLEMS, 2)
    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    assert states(postman)[1] is RevisionState.DECLINED
    if postman.last().lang == "en":
        assert said.subject == "Dropped: it was not you"
        assert "Your entry is unchanged: “Mister Tuesday” – 攻響核" in flat(said.text)
    else:
        assert "これまでどおり「Mister Tuesday」です。構成は攻響核" in "".join(
            said.text.split()
        ).replace("MisterTuesday", "Mister Tuesday")
    again = postman.post("yes", to=asked, Message_ID="<again@x>")
    assert [each["code"] for each in again.note["problems"]] == ["declined"]
    assert postman.builds() == {"Mister Tuesday": "攻響核"}


def test_silence_confirms_a_first_entry_and_replaces_nothing(postman: Postman) -> None:
    assert postman.enter().action is MailAction.CONFIRMED
    postman.post(FORGED)
    asked = postman.confirm()
    mail = postman.post("", to=asked)

    assert [each["code"] for each in mail.note["problems"]] == ["not-confirmed"]
    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    assert "It would replace your current entry:" in words(postman).text
    assert postman.post("はい", to=asked).action is MailAction.CONFIRMED
    assert postman.builds() == {"Mister Tuesday": "核核核"}


def test_a_receipt_says_what_was_replaced(postman: Postman) -> None:
    postman.enter()
    assert "replaces" not in words(postman).text
    postman.post(FORGED.replace("Mister Tuesday", "Doctor Friday"), to=postman.secret())
    for text in (flat(words(postman).text), flat(words(postman).html)):
        assert "Before and after:" in text
        assert "Mister Tuesday → Doctor Friday" in text
        assert "攻響核 (Attack, Echo, Core) → 核核核 (Core, Core, Core)" in text
        assert "Changed as well: its story." in text


def test_a_confirmed_change_says_in_its_receipt_what_it_replaced(postman: Postman) -> None:
    postman.enter()
    postman.post(FORGED)
    postman.post("yes", to=postman.confirm())

    assert "Before and after:" in words(postman).text


def test_a_yes_at_the_plain_address_is_shown_name_and_build_before_it_counts(
    postman: Postman,
) -> None:
    """Under the name of the player's own entry a forger sent another build, and the player means the own one."""
    postman.post(FORGED)
    mail = postman.post("はい、私です。", Content_Language="en")
    text = flat(words(postman).html)

    assert [each["code"] for each in mail.note["problems"]] == ["not-confirmed"]
    assert "核核核" in text
    assert "evil.example" not in text


def test_several_that_wait_are_all_listed_each_with_its_own_address(postman: Postman) -> None:
    open_cup(postman.database, "second")
    postman.post(f"Season: {CUP}\n{ENTRY}")
    postman.post(f"Season: second\n{ENTRY}")
    postman.post(f"Season: {CUP}\n{FORGED}")
    postman.post("yes, that was me", Subject="Re: your letter")
    said = words(postman)

    assert postman.last().revision_id is None
    for text in (said.text, said.html):
        for number in (1, 2, 3):
            token = make_token(settings().key(), "confirm", number)
            assert f"/confirm/{token}" in text.replace("\n", "")
            assert f"+c-{token}@" in text
    assert flat(said.text).count("攻響核") == 2
    assert flat(said.text).count("核核核") == 1
    first = make_token(DESK.key, "confirm", 1)
    mail = postman.post("yes", to=on_the_wire(DESK.address.replace("@", f"+c-{first}@")))
    assert mail.action is MailAction.CONFIRMED
    assert postman.builds() == {"Mister Tuesday": "攻響核"}


def test_a_no_at_the_plain_address_counts_where_it_answers_our_letter(postman: Postman) -> None:
    """A sender who names the Message-ID of the letter has read it. A forger has not."""
    postman.enter()
    postman.post(FORGED)
    letter = postman.last()
    forged = postman.post("No, it was not me", In_Reply_To="<guessed@hikyaku.example>")

    assert "declined" not in forged.note
    assert states(postman)[1] is RevisionState.HELD
    mail = postman.post("No, it was not me", In_Reply_To=letter.message_id)
    assert mail.note["declined"] == 2
    assert states(postman)[1] is RevisionState.DECLINED
    assert postman.builds() == {"Mister Tuesday": "攻響核"}


def test_a_yes_at_the_plain_address_counts_where_it_answers_our_letter(postman: Postman) -> None:
    """Phones without Reply-To write there. Only that question is answered, and not by silence."""
    postman.post()
    letter = postman.last()
    for text, named in (("yes", "<guessed@hikyaku.example>"), ("", letter.message_id)):
        postman.post(text, In_Reply_To=named, Message_ID=f"<{len(text)}@x>")
        assert postman.builds() == {}
    stranger = postman.post("yes", In_Reply_To=letter.message_id, sender="Mallory <m@evil.example>")
    assert stranger.action is not MailAction.CONFIRMED
    assert (
        postman.post("はい\n私が送りました", References=letter.message_id).action
        is MailAction.CONFIRMED
    )
    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    forged = postman.post(FORGED, In_Reply_To=letter.message_id)
    assert forged.action is MailAction.HELD


@pytest.mark.parametrize(
    ("wish", "action"),
    [("withdraw", MailAction.WITHDRAWN), ("Please stop sending me mails", MailAction.ANSWERED)],
)
def test_a_yes_at_the_plain_address_grants_the_wish_that_its_letter_asks_about(
    postman: Postman, wish: str, action: MailAction
) -> None:
    postman.enter()
    postman.post(wish)
    letter = postman.last()
    guessed = postman.post("yes, please", In_Reply_To="<guessed@hikyaku.example>")
    assert guessed.action is not action
    answered = postman.post("Yes, please.", In_Reply_To=letter.message_id, Message_ID="<second@x>")

    assert (letter.kind, answered.action) == ("wish", action)
    postman.now += timedelta(days=15)
    late = postman.post("yes", In_Reply_To=letter.message_id, Message_ID="<third@x>")
    assert late.action is not action


def test_a_no_to_what_counts_already_says_how_to_take_it_out(postman: Postman) -> None:
    postman.post()
    asked = postman.confirm()
    postman.post("yes", to=asked)
    mail = postman.post("No, it was not me", to=asked)

    assert [each["code"] for each in mail.note["problems"]] == ["confirmed-before"]
    assert postman.builds() == {"Mister Tuesday": "攻響核"}


def test_a_no_to_a_first_entry_leaves_nothing(postman: Postman) -> None:
    postman.post()
    postman.post("違います", to=postman.confirm())

    assert postman.builds() == {}
    assert states(postman) == [RevisionState.DECLINED]
    assert "応募はありません" in "".join(words(postman).text.split())


def test_what_cannot_be_read_is_no_silent_yes(postman: Postman) -> None:
    postman.post()
    head = f"From: alice@example.com\nTo: {postman.confirm()}\nSubject: Re\nContent-Type: text/plain; charset=utf-8\n\n"
    mail = postman.bring(head.encode() + b"\xff\xfe\x80\x81\x82")

    assert [each["code"] for each in mail.note["problems"]] == ["mail-garbled"]
    assert postman.builds() == {}
