"""Nothing that a player sends vanishes: what is not taken is named in the answer, with the reason."""

import time
from email.message import EmailMessage

import pytest

from app.games import ruleset, slugs
from app.letters.contents import render
from app.letters.replies.untaken import Untaken, sentences
from app.mail.reading.contents import Contents, read
from app.mail.reading.form.entry_form import EntryForm, read_fields
from app.store.database import Database
from app.store.tables import Letter, MailAction
from tests.support.posting import CUP, DESK, ENTRY, Postman, open_cup
from tests.support.tables import by_row

CARDS = [card for slug in slugs() for card in ruleset(slug).cards]
RAIN = "名前：雨男\n構成：攻響核\n"
PNG = b"\x89PNG\r\n\x1a\n" + b"\0" * 40


@pytest.fixture
def postman(database: Database) -> Postman:
    open_cup(database)
    return Postman(database)


def form(text: str) -> EntryForm:
    return read_fields(text, CARDS)


def left(text: str) -> list[tuple[str, ...]]:
    return [(each.kind, *each.words) for each in form(text).untaken]


def flat(text: str) -> str:
    return " ".join(text.split())


def told(postman: Postman, letter: Letter | None = None) -> str:
    with postman.database.reading() as session:
        rendered = render(session, session.get_one(Letter, (letter or postman.last()).id))
    return rendered.text


# --- what stands in the text ------------------------------------------------------------------------------


@by_row(
    ("text", "kinds"),
    [
        # two characters
        (f"{RAIN}設定：いつも雨。\n\n名前：雪女\n構成：核核核\n", [("second", "雪女")]),
        (ENTRY + "\nName: Snow\nBuild: Core, Core\n", [("second", "Snow")]),
        (f"{RAIN}\n構成：核核核\n名前：雪女\n", [("second", "雪女")]),
        (f"{RAIN}\n名前：雪女\n構成：核核\n\n名前：風神\n構成：核\n", [("second", "雪女"), ("second", "風神")]),
        ("攻響核/雨男\n核核核/雪女\n", [("second", "核核核/雪女")]),
        ("よろしくお願いします。\n攻響核／雨男\n核核核／雪女\n核核／風神", [("second", "核核核／雪女"), ("second", "核核／風神")]),
        (f"{RAIN}\n核核核/雪女\n", [("second", "核核核/雪女")]),
        ("核核核/雪女\n" + RAIN, [("second", "核核核/雪女")]),
        ("【名前】雨男\n【構成】攻響核\n【名前】雪女\n【構成】核核核", [("second", "雪女")]),
        ("(1) Name: Rain\nBuild: Attack\n(2) Name: Snow\nBuild: Core", [("second", "Snow")]),
        # fields that there are not
        (f"{RAIN}【備考】よろしくお願いします\n設定：雨。", [("label", "【備考】よろしくお願いします")]),
        ("名前：雨男\n備考：はじめてです\n構成：攻響核\n", [("label", "備考：はじめてです")]),
        (f"{RAIN}備考：はじめてです\n", [("label", "備考：はじめてです")]),
        (f"{RAIN}設定：いつも雨。\n【備考】\n本名は秘密です\nオーナー：太郎", [("label", "【備考】 本名は秘密です")]),
        (f"{RAIN}【連絡】カレー\n", [("label", "【連絡】カレー")]),
        ("名前：雨男\n希望：晴れ\n構成：攻響核", [("label", "希望：晴れ")]),
        ("Name: Rain\nPhone: 555 0100\nBuild: Attack, Core", [("label", "Phone: 555 0100")]),
        ("Name: Rain\nBuild: Attack, Core\nNotes: it is my first time\nLore: wet", [("label", "Notes: it is my first time")]),
        ("Name: Rain\nBuild: Attack, Core\nE-mail: rain@example.com", [("label", "E-mail: rain@example.com")]),
        ("質問：いつ始まりますか\n" + RAIN, [("label", "質問：いつ始まりますか")]),
        ("Question: when does it start?\n" + ENTRY, [("label", "Question: when does it start?")]),
        ("Dear organiser: hello\n" + ENTRY, []),
        ("【参加希望】第一回\n" + RAIN, [("label", "【参加希望】第一回")]),
        # lines behind no field
        ("Name: Rain\nBuild: Attack, Core\n\nMy friend will enter too!", [("lines", "My friend will enter too!")]),
        ("名前：雨男\nじつは雪女でもある\n構成：攻響核", [("lines", "じつは雪女でもある")]),
        ("名前：雨男\n構成：攻響核\n\n一行め\n二行め\n三行め\n四行め", [("lines", "一行め / 二行め / 三行め")]),
        # nothing
        (RAIN + "設定：いつも雨。\n第一章：雨\n", []),
        (RAIN + "\nよろしくお願いします。\n太郎\n", []),
        ("Hello,\nhere is my entry.\n\n" + ENTRY + "\nThanks!\nAlice", []),
        (RAIN + "\n" + RAIN, []),
        ("Name: Rain\nBuild: Attack\nThanks, Bob, for the next two\nCore\nEcho\n", [("lines", "Thanks, Bob, for the next two")]),
        ("名前：雨男\n構成：攻撃\nお願い、次も\nコア\n\nありがとうございます。\n太郎", [("lines", "お願い、次も")]),
        ("攻響核/雨男", []),
        ("こんにちは、太郎です。\n攻響核/雨男\n設定：いつも雨。", []),
        ("help", []),
    ],
)  # fmt: skip
def test_what_is_in_no_field_is_named(text: str, kinds: list[tuple[str, ...]]) -> None:
    assert left(text) == kinds


def test_the_first_of_two_characters_is_read_whole() -> None:
    found = form(
        f"{RAIN}設定：いつも雨。\nオーナー：太郎\n\n名前：雪女\n構成：核核核\n設定：寒い。"
    )

    assert (found.name, found.build_text, found.lore, found.owner) == ("雨男", "攻響核", "いつも雨。", "太郎")  # fmt: skip
    assert found.repeated == ()


@by_row("thanks", ["Thanks, Bob!", "以上", "ありがとう", "Cheers"])
def test_cards_below_a_word_of_thanks_are_cards(thanks: str) -> None:
    found = form(f"Name: Rain\nBuild: Attack\n{thanks}\nCore, Echo\n{thanks}\nAlice\n")

    assert found.build_text == "Attack\nCore, Echo"


@by_row(
    ("text", "lore"),
    [
        ("名前：雨男\n属性：水\n職業：天気予報士\n構成：攻響核\n", "属性：水\n職業：天気予報士"),
        ("名前：雨男\n属性：水\n構成：攻響核\n設定：いつも雨。\n第二章：雪", "属性：水\nいつも雨。\n第二章：雪"),
        (f"{RAIN}設定：いつも雨。\nオーナー：太郎\n年齢：17\n\nよろしくお願いします。\n太郎", "いつも雨。\n年齢：17"),
        (f"{RAIN}【好きな食べ物】カレー\n【嫌いなもの】\n晴れ\n", "【好きな食べ物】カレー\n【嫌いなもの】\n晴れ"),
        ("Name: Rain\nAge: 17\nBuild: Attack, Core\n*Bio:* wet\nLikes: curry", "Age: 17\nwet\nLikes: curry"),
        ("Name: Rain\nFavourite food: curry\nBuild: Attack, Core", "Favourite food: curry"),
        ("二つ名：霧の\n名前：雨男\n構成：攻響核", "二つ名：霧の"),
    ],
)  # fmt: skip
def test_lines_of_a_profile_are_lore_as_they_were_written(text: str, lore: str) -> None:
    assert form(text).lore == lore
    assert left(text) == []


@by_row("label", ["氏名", "本名", "電話番号", "Real name", "E-mail", "【住所】", "趣味"])
def test_what_is_nobody_elses_business_is_no_lore(label: str) -> None:
    text = f"{RAIN}{label}：090-1234-5678\n設定：いつも雨。\n"

    assert form(text).lore == "いつも雨。"
    assert [each[0] for each in left(text)] == ["label"]


def test_a_remark_is_no_part_of_a_story_that_everybody_reads() -> None:
    assert form(f"{RAIN}設定：いつも雨。\n【備考】本名は太郎です\n").lore == "いつも雨。"


def test_two_builds_of_one_character_are_still_asked_about() -> None:
    assert form("Name: Rain\nBuild: Core\nBuild: Attack").repeated == ("build",)


# --- what stands beside the text --------------------------------------------------------------------------


def a_mail(text: str = ENTRY, **headers: str) -> EmailMessage:
    mail = EmailMessage()
    mail["From"], mail["To"], mail["Subject"] = "Alice <alice@example.com>", DESK.address, "entry"
    mail["Message-ID"] = headers.pop("message_id", "<1@example.com>")
    mail.set_content(text)
    return mail


def with_file(data: bytes, kind: str, name: str | None, text: str = ENTRY) -> bytes:
    mail = a_mail(text)
    major, minor = kind.split("/")
    if name is None:
        mail.add_attachment(data, maintype=major, subtype=minor)
    else:
        mail.add_attachment(data, maintype=major, subtype=minor, filename=name)
    return mail.as_bytes()


FORWARDED = a_mail("inner")
FORWARDED.replace_header("Subject", "an older entry")
WITH_A_MAIL = a_mail()
WITH_A_MAIL.add_attachment(FORWARDED)
HEAD = b"From: alice@example.com\r\nTo: play@hikyaku.example\r\nSubject: entry\r\nMIME-Version: 1.0\r\n"


@by_row(
    ("raw", "kinds"),
    [
        (with_file(b"x", "application/pdf", "entry.pdf"), [("attachment", "entry.pdf")]),
        (with_file(b"x", "application/pdf", "応募.pdf"), [("attachment", "応募.pdf")]),
        (with_file(b"x", "application/octet-stream", None), [("attachment",)]),
        (with_file(b"Name: x\nBuild: Core", "application/msword", "e.doc"), [("attachment", "e.doc")]),
        (with_file(PNG, "image/png", "雨男.png"), [("picture", "雨男.png")]),
        (with_file(PNG, "image/jpeg", None), [("picture",)]),
        (with_file(b"x", "application/ms-tnef", "winmail.dat"), [("winmail", "winmail.dat")]),
        (with_file(b"x", "application/octet-stream", "WINMAIL.DAT"), [("winmail", "WINMAIL.DAT")]),
        (with_file(b"BEGIN:VCALENDAR", "application/ics", "invite.ics"), [("attachment", "invite.ics")]),
        (with_file(b"x", "application/pkcs7-signature", "smime.p7s"), []),
        (with_file(b"x", "application/pgp-signature", "signature.asc"), []),
        (WITH_A_MAIL.as_bytes(), [("mail", "an older entry")]),
        (HEAD + b"Content-Type: application/pkcs7-mime; name=smime.p7m\r\n\r\nMIAGCSqGSIb3", [("encrypted",)]),
        (HEAD + b"Content-Type: multipart/encrypted; boundary=b\r\n\r\n--b\r\nContent-Type: application/pgp-encrypted\r\n\r\nVersion: 1\r\n"
         b"--b\r\nContent-Type: application/octet-stream; name=encrypted.asc\r\n\r\n-----BEGIN PGP MESSAGE-----\r\n--b--\r\n", [("encrypted",)]),
        (HEAD + b"\r\n-----BEGIN PGP MESSAGE-----\r\n\r\nhQEMA\r\n-----END PGP MESSAGE-----\r\n", [("encrypted",)]),
        (HEAD + b"Content-Type: image/png\r\nContent-Transfer-Encoding: base64\r\n\r\niVBORw0KGgo=\r\n", [("picture",)]),
        (a_mail().as_bytes(), []),
    ],
)  # fmt: skip
def test_what_is_no_text_is_named(raw: bytes, kinds: list[tuple[str, ...]]) -> None:
    said = read(raw, DESK, [(slug, ruleset(slug).rules_version) for slug in slugs()])

    assert isinstance(said, Contents)
    assert [(each.kind, *each.words) for each in said.untaken] == kinds


def test_an_entry_that_was_attached_is_taken_and_the_file_beside_it_is_named() -> None:
    mail = a_mail("")
    mail.add_attachment(ENTRY, filename="entry.txt")
    mail.add_attachment(PNG, maintype="image", subtype="png", filename="me.png")
    said = read(mail.as_bytes(), DESK, [("laplaplus", ruleset("laplaplus").rules_version)])

    assert isinstance(said, Contents)
    assert said.request.form.name == "Mister Tuesday"
    assert [each.words for each in said.untaken] == [("me.png",)]


# --- what its sender hears --------------------------------------------------------------------------------


def test_a_receipt_names_what_was_not_taken_and_what_to_do(postman: Postman) -> None:
    postman.enter()
    postman.post(ENTRY + "\n【備考】hello\n\nName: Snow\nBuild: Core\n", to=postman.secret())
    text = flat(told(postman))

    assert postman.builds() == {"Mister Tuesday": "攻響核"}
    assert "Left out - “Snow” was not taken: a player has one character in a season" in text
    assert "send it in a separate mail" in text
    assert "“【備考】hello” was left out: an entry has no field of this name." in text


def test_a_question_to_an_unproven_address_names_no_place_to_go_to(postman: Postman) -> None:
    more = ENTRY + "\n【備考】http://evil.example/\n\nName: Snow\nBuild: Core"
    postman.bring(with_file(PNG, "image/png", "buy-at-evil.example.png", more))
    text = flat(told(postman))

    assert "A picture was not taken" in text
    assert "A line was left out" in text
    assert "“Snow” was not taken" in text
    assert "evil" not in text.casefold()


def test_a_letter_of_problems_and_a_check_name_it_too(postman: Postman) -> None:
    postman.enter()
    for text in ("check\n\n" + ENTRY, "Name: Rain\nBuild: Nonsense"):
        postman.post(text + "\n\nFeedback: curry\n", to=postman.secret())
        assert "“Feedback: curry” was left out" in flat(told(postman))


def test_it_is_told_in_japanese(postman: Postman) -> None:
    postman.enter(RAIN)
    postman.post(RAIN + "\n名前：雪女\n構成：核核核\n", to=postman.secret())
    text = "".join(told(postman).split())

    assert "■受け取らなかったもの" in text
    assert "「雪女」は受け取りませんでした。" in text
    assert "別のメールでお送りください。" in text


def test_an_encrypted_answer_is_no_silent_yes(postman: Postman) -> None:
    postman.post()
    raw = HEAD.replace(b"play@hikyaku.example", postman.confirm().encode())
    mail = postman.bring(raw + b"Content-Type: application/pkcs7-mime\r\n\r\nMIAGCSqGSIb3")

    assert mail.action is MailAction.PROBLEMS
    assert postman.builds() == {}
    assert "An encrypted part could not be read." in flat(told(postman))


def test_with_several_seasons_everything_is_told_at_once(postman: Postman) -> None:
    open_cup(postman.database, "second")
    mail = postman.post("Build: Attack, Nonsense\nOwner: a@b.example\nNotes: hi\n")
    codes = [problem["code"] for problem in mail.note["problems"]]

    assert codes[0] == "which-season"
    assert {"empty-name", "owner-is-address"} < set(codes)
    assert len(codes) == 4
    assert "“Nonsense”" in told(postman) or "Nonsense" in told(postman)
    unknown = postman.post(f"Season: third\n{ENTRY.replace('Mister Tuesday', 'x' * 70)}")
    assert [each["code"] for each in unknown.note["problems"]] == ["unknown-season", "name-too-long"]  # fmt: skip
    assert postman.post(f"Season: {CUP}\n{ENTRY}").action is MailAction.HELD


def test_of_many_things_some_are_named_and_none_is_hidden() -> None:
    those = [Untaken("picture", (f"{number}.png",)) for number in range(30)]

    assert len(sentences(those, "en", with_words=True)) == 13
    assert len(sentences(those, "en", with_words=False)) == 1
    assert sentences(those, "ja", with_words=True)[-1] == "ほかにも受け取らなかったものがあります。"


@by_row("name", ["Rain", "Rain {0}"])
def test_characters_without_end_are_told_apart_soon(name: str) -> None:
    text = "".join(f"Name: {name.format(at)}\nBuild: Core {at % 2}\n" for at in range(40_000))
    began = time.process_time()
    form(text)
    assert time.process_time() - began < 8
