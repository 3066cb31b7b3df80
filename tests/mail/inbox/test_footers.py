"""Signatures, footers, notices and armour are no part of a story; a rule and a last line of its own are."""

from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from app.errors import FileBroken
from app.mail.inbox.footers import FOOTERS, Footers, without_armour, without_footers
from app.mail.inbox.own_text import cut
from tests.support.tables import by_row

JA = "名前：雨男\n構成：攻響核\n設定：いつも雨。"
EN = "Name: Rain\nBuild: Attack, Core\nLore: Wet."
# fmt: off
JAPANESE = [
    "\n\n-- \n山田太郎",
    "\n--\n山田 太郎\nyamada@example.jp",
    "\n--\n山田太郎",
    "\n---\n山田太郎\n090-1111-2222",
    "\n\n＿＿＿＿＿＿＿＿\n山田太郎\nTEL:090-1111-2222",
    "\n\n━━━━━━━━━━━━━━━━━━━━\n山田　太郎（ヤマダ　タロウ）\n東京都千代田区1-1-1\nメール：taro@example.jp\n━━━━━━━━━━━━━━━━━━━━",
    "\n\n┏━━━━━━━━━━━┓\n┃ 山田太郎\n┃ taro@example.jp\n┗━━━━━━━━━━━┛",
    "\n\n＊＊＊＊＊＊＊＊＊＊\n山田商事株式会社\n営業部　山田\n電話 03-1111-2222\n＊＊＊＊＊＊＊＊＊＊",
    "\n\n☆。.:*・゜☆。.:*・゜☆。.:*・゜\nはなこ\nhttps://blog.example.jp/\n☆。.:*・゜☆。.:*・゜☆。.:*・゜",
    "\n\nXperiaから送信",
    "\n\nAQUOS sense8から送信しました",
    "\n\nスマートフォンから送信",
    "\n\nsent from docomo",
    "\n\nYahoo!メールアプリから送信",
    "\n\nGmailアプリから送信",
    "\n\nOutlook for Android を入手",
    "\n\nOutlook for iOS<https://aka.ms/o0ukef> を入手",
    "\n\nThunderbirdから送信",
    "\n\nRakuten miniより送信",
    "\n\nSpark から送信",
    "\n\n【iPhoneから送信】",
    "\n\niPhoneから送信されたメールです",
    "\n\nWindows 版のメールから送信",
    "\n\nWindows 10 版のメールから送信",
    "\n\nこのメールは Avast アンチウイルスによってウイルススキャンされました。\nwww.avast.com",
    "\n\n<https://www.avast.com/sig-email> ウイルスフリー。www.avast.com",
    "\n\n----------------------------------------\n【ご注意】この電子メールは、名宛人以外の方による利用を禁じます。誤って受信された場合は削除してください。",
    "\n\n山田太郎\n株式会社ヤマダ\n〒100-0001 東京都千代田区\nTEL: 03-1111-2222",
    "\n\n==================\n山田 太郎\n==================",
    "\n\n山田太郎",
    "\n\n太郎より",
    "\n-----------------------\n飛脚 太郎 <hikyaku@example.jp>",
    "\n\n***********\nたろう(@taro_pbm)\n***********",
    "\n\n_______________________________________________\nPbm mailing list\nPbm@lists.example.jp\nhttps://lists.example.jp/mailman/listinfo/pbm",
    "\n\n---\nこのメールはAVGによってウイルスチェックされています。\nwww.avg.com",
    "\n\nauのスマートフォンから送信",
    "\n\n楽天モバイルのスマホから送信",
    "\n\n--\nメールマガジンの配信停止はこちら\nhttps://x.example/",
    "\n\n－－－－－－－－－－\n〇〇大学　PBM研究会\n山田\n－－－－－－－－－－",
    "\n\n*-*-*-*-*-*-*-*\n  やまだ\n  yamada@x.example\n*-*-*-*-*-*-*-*",
    "\n\n//////////////////////\n山田\n080-1234-5678\n//////////////////////",
    "\n\n◇◆◇◆◇◆◇◆\n山田花子\nhanako＠example.jp\n◇◆◇◆◇◆◇◆",
    "\n\n※本メールはスマートフォンから送信しています。",
    "\n\nこのメールはiPhoneから送信しています。",
    "\n\n携帯からの送信です。",
    "\n\n外出先からiPhoneで送信しています。",
]
ENGLISH = [
    "\n\nSent from my iPhone",
    "\n\nSent from Mail for Windows",
    "\n\nSent from Outlook for iOS",
    "\n\nSent from AOL on Android",
    "\n\nGet Outlook for iOS",
    "\n\nSent from my Verizon, Samsung Galaxy smartphone",
    "\n\nSent via BlackBerry from T-Mobile",
    "\n\nSent with Spark",
    "\n\nSent from Proton Mail for iOS",
    "\n\nEnviado desde mi iPhone",
    "\n\nVon meinem iPhone gesendet",
    "\n\nEnvoyé de mon iPhone",
    "\n--\nJohn Smith",
    "\n\n---\nJohn Smith\nj@example.com",
    "\n--\nJS",
    "\n\n___\nJohn\n+44 7700 900123",
    "\n\nJohn Smith\nHead of Widgets\nAcme Ltd.\nT: +1 555 010 9999",
    "\n\nJohn Smith | Acme Inc. | 555-010-2222",
    "\n\nThis email and any attachments may contain confidential information.",
    "\n\nThis message (including any attachments) is intended only for the use of the individual to whom it is addressed.",
    "\n\nThe information in this email is confidential.",
    "\n\nDISCLAIMER: opinions are mine.",
    "\n\n*** This e-mail is confidential ***",
    "\n\nThis email has been scanned by BullGuard antivirus protection.\nFor more info visit www.bullguard.com",
    "\n\nVirus-free.www.avast.com",
    "\n\n---\nThis email has been checked for viruses by AVG.\nhttps://www.avg.com",
    "\n\n_______________________________________________\nPBM mailing list -- pbm@lists.example\nTo unsubscribe send an email to pbm-leave@lists.example",
    "\n\n-- \nYou received this message because you are subscribed to the Google Groups \"pbm\" group.",
    "\n\nJohn",
    "\n\n- John",
    "\n\n~John",
    "\n\nJ.",
    "\n\nJohn S.",
    "\n\nSent from my mobile device, please excuse brevity and typos.",
    "\n\nSent from Yahoo Mail on Android",
    "\n\nSent from my T-Mobile 5G Device\nGet Outlook for Android",
    "\n\nSent from Samsung Mobile on O2",
    "\n\n**********\nThe contents of this e-mail are for the named addressee(s) only.\n**********",
    "\n\n=====================\nJohn Smith\n12 High Street\nLeeds LS1 1AA\n=====================",
]
OF_OTHERS = [
    "\n\n*:..｡o○☆○o｡..:*ﾟ*:..｡o○☆○o｡..:*\n佐藤 花子\nhanako@docomo.example\n*:..｡o○☆○o｡..:*ﾟ*:..｡o○☆○o｡..:*",
    "\n--\n佐藤", "\n\n＿＿＿＿＿＿＿＿\n佐藤 花子", "\n------------------------------\n送信日時：2026/11/22 10:00\nIPアドレス：192.0.2.1",
    "\n\n--[PR]------------------------------------------------------\n無料のメーリングリスト\nhttp://ad.example/\n------------------------------------------------------[PR]--",
    "\n\nJonathan Doe\nProduct Lead\n\nAcme Corp | 1 Main St\nm: 555.010.9999\nwww.acme.example\n\nThis electronic transmission may contain confidential information.",
    "\n\nJon", "\n\n-Jonathan", "\n--\njon", '\n--\n"Not all who wander are lost." - Tolkien',
    "\n\nDiese Nachricht wurde von meinem Android-Gerät mit K-9 Mail gesendet.",
]
KEPT_JA = [
    "\n----\n朝。",
    "\n---\n彼は言った。\n「雨だ」",
    "\n＊＊＊\nそして夜。",
    "\n--\n次の朝、",
    "\n第二章\n━━━━━━━━\n雨はやまない。\n",
    "\n\n地獄から送信",
    "\n\n電話が鳴った。",
    "\n\n＊\n\n終わり",
    "\n\n----------\n携帯を捨てた。\n家も捨てた。\n",
    "\n\n雨男は\n今日も\n歩く",
]
KEPT_EN = [
    "\n\nSent from my grave,\nhe returns.",
    "\n---\nThen it rained.",
    "\n***\nHe tells nobody.",
    "\n\nCall the phone in the hall.",
    "\n--\nand so on",
    "\n\n\"Mind the spout!\"\nhe said",
    "\n\n~ fin ~",
]
# fmt: on
NOTICE = "\n\nこのメールには機密情報が含まれています。誤って受信された方は破棄してください。"


@by_row("footer", JAPANESE)
def test_what_stands_below_japanese_is_left_out(footer: str) -> None:
    assert cut(JA + footer, "山田 太郎").text.strip() == JA


@by_row("footer", ENGLISH)
def test_what_stands_below_english_is_left_out(footer: str) -> None:
    assert cut(EN + footer, "John Smith").text.strip() == EN


@by_row("footer", OF_OTHERS)
def test_what_stands_below_the_text_of_others_is_left_out(footer: str) -> None:
    assert cut(EN + footer, "Jonathan Doe").text.strip() == EN


@by_row("footer", JAPANESE[::5])
def test_several_stand_below_each_other(footer: str) -> None:
    quoted = "\n\n2026年11月8日(日) 20:00 飛脚 <play@hikyaku.example>:\n> 名前：\n> 構成：\n"

    assert cut(JA + footer + NOTICE, "山田 太郎").text.strip() == JA
    assert cut(JA + footer + "\n\niPhoneから送信" + quoted, "山田 太郎").text.strip() == JA


@by_row(
    "wish",
    [
        "unsubscribe",
        "Unsubscribe me please",
        "To unsubscribe",
        "please unsubscribe from this",
        "Hello,\n\nPlease unsubscribe me from these emails.",
        "配信停止はこちら",
        "お世話になります。\n\nこのメールの配信停止をお願いします。",
    ],
)
def test_a_wish_in_the_words_of_a_footer_stays(wish: str) -> None:
    """As long as nothing else is left of the text, or where it is plainly the sender's own."""
    assert cut(wish + "\n\nSent from my iPhone", "John Smith").text.strip() == wish


def test_footers_below_nothing_are_no_text() -> None:
    assert cut(f"{NOTICE}\n\nSent from my iPhone").text.strip() == ""


@by_row(
    ("text", "name"), [*((JA + end, "山田 太郎") for end in KEPT_JA), *((EN + end, "John Smith") for end in KEPT_EN)]
)  # fmt: skip
def test_a_story_keeps_its_own_rules_and_last_lines(text: str, name: str) -> None:
    assert cut(text, name).text.strip() == text.strip()


@by_row(
    "text",
    [
        "John Smith",
        "名前：雨男\nオーナー：\n\n山田太郎",
        "【オーナー】\n\n山田",
        "■ お名前\n\n山田",
    ],
)
def test_a_name_that_is_an_answer_or_all_there_is_stays(text: str) -> None:
    assert cut(text, "John Smith").text == text
    assert cut(text, "山田太郎").text == text


def test_a_frame_around_a_form_is_no_lore() -> None:
    assert cut(f"----------\n応募\n----------\n{JA}\n----------").text.endswith("いつも雨。")


def test_the_armour_of_pgp_is_taken_off() -> None:
    typed = "Name: x\n- -- \n- -----\n"
    armour = f"-----BEGIN PGP SIGNED MESSAGE-----\nHash: SHA512\n\n{typed}-----BEGIN PGP SIGNATURE-----\n\nabc\n-----END PGP SIGNATURE-----\nbelow"

    assert without_armour(armour.split("\n")) == (["Name: x", "-- ", "-----", "below"], False)
    assert cut(armour).text == "Name: x"


def test_an_encrypted_text_is_told_and_what_stands_beside_it_counts() -> None:
    own = cut(f"{EN}\n-----BEGIN PGP MESSAGE-----\n\nabc\n-----END PGP MESSAGE-----\n")

    assert (own.text.strip(), own.is_encrypted) == (EN, True)


@by_row("mark", ["> ", ">", "> > "])
@by_row("blank", ["", "\n"])
def test_answers_between_the_lines_of_a_quoted_form_keep_their_labels(
    mark: str, blank: str
) -> None:
    text = f"書きました。\n\n{mark}応募用紙です。\n{mark}\n{mark}名前：\n{blank}雨男\n{mark}構成：\n{blank}攻響核\n{mark}設定：\n{mark}オーナー：\n"
    lines = [line.strip("> ") for line in cut(text).text.split("\n") if line.strip()]

    assert lines == ["書きました。", "名前：", "雨男", "構成：", "攻響核"]


def test_a_mistake_in_the_words_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "footers.toml"
    path.write_text('[lines]\nja = ["a"]\n\n[line]\nja = ["b"]\n', "utf-8")
    with pytest.raises(FileBroken, match="line 4"):
        Footers(path)


PIECES = st.sampled_from(["--", "-- ", "☆☆☆", "a@b.example", "Sent from x", "", "John", "a", "iPhoneから送信", "confidential e-mail", "Lore: x", "www.a.b", "-----BEGIN PGP MESSAGE-----", "…", "TEL 03-1111-2222"])  # fmt: skip


@given(st.lists(PIECES | st.text(max_size=30), max_size=30), st.text(max_size=20))
def test_lines_are_only_taken_from_the_end(lines: list[str], name: str) -> None:
    kept, _ = without_footers(lines, name)

    assert kept == lines[: len(kept)]
    assert not (kept and FOOTERS.is_footer(kept[-1]))
