"""A mail to the text that its sender wrote, whatever program sent it."""

import base64
from contextlib import suppress
from email.message import EmailMessage

import pytest
from hypothesis import given, strategies as st

from app.mail.inbox.message import MAX_BYTES, NotAMail, ReadMail, read_mail
from app.mail.inbox.own_text import cut
from tests.support.samples import EXPECTED, letter
from tests.support.tables import by_row

FROM = b"From: alice@example.com\r\n"
QUOTE = "> 名前：\n> 構成：コア\n"


@by_row("name", EXPECTED)
@by_row("field", ["from", "from_name", "subject", "lang"])
def test_samples(name: str, field: str) -> None:
    attribute = "from_address" if field == "from" else field

    assert getattr(read_mail(letter(name)), attribute) == EXPECTED[name][field]


def mail(body: str | bytes, *headers: str) -> ReadMail:
    data = body.encode() if isinstance(body, str) else body
    return read_mail(FROM + "".join(f"{line}\r\n" for line in headers).encode() + b"\r\n" + data)


def html(body: str) -> str:
    return mail(body, "Content-Type: text/html; charset=utf-8").text


def multipart(kind: str, *parts: str, boundary: str = "=_b") -> str:
    """A multipart as the body of a part, with its own header."""
    pieces = "".join(f"--{boundary}\r\n{part}\r\n" for part in parts)
    head = f'Content-Type: multipart/{kind}; boundary="{boundary}"\r\n\r\nThis is MIME.\r\n'
    return f"{head}{pieces}--{boundary}--\r\nThis was MIME.\r\n"


def plain(text: str, *headers: str) -> str:
    return "\r\n".join(["Content-Type: text/plain; charset=utf-8", *headers, "", text])


PICTURE = "Content-Type: image/png\r\nContent-Disposition: inline\r\n\r\n\x01\x02"


# ---- headers


def test_who_wrote_to_whom_in_which_thread() -> None:
    found = mail(
        "",
        "To: Hikyaku <play@hikyaku.example>, bob@example.com",
        "Delivered-To: play+r-abc@hikyaku.example",
        "Message-ID:\r\n <1@example.com>",
        "References: <a@b> <0@hikyaku.example>",
        "Date: Mon, 9 Nov 2026 22:14:17 +0900",
    )

    assert found.recipients == (
        "play@hikyaku.example",
        "bob@example.com",
        "play+r-abc@hikyaku.example",
    )
    assert found.message_id == "<1@example.com>"
    assert found.references == ("<a@b>", "<0@hikyaku.example>")
    assert found.date == "Mon, 9 Nov 2026 22:14:17 +0900"


@by_row(
    ("header", "address", "name"),
    [
        ("a..b.@docomo.example", "a..b.@docomo.example", None),
        ("<.a@Docomo.Example>", ".a@docomo.example", None),
        ('"a..b."@docomo.example', "a..b.@docomo.example", None),
        ('飛脚 <"a..b"@docomo.example>', "a..b@docomo.example", "飛脚"),
        ('"Carroll, \\"Alice\\"" <alice@example.com>', "alice@example.com", 'Carroll, "Alice"'),
        ("alice@example.com (Alice)", "alice@example.com", "Alice"),
        ('"alice@example.com" <alice@example.com>', "alice@example.com", None),
        ("=?utf-8?B?5LiJ?= <alice@example.com>, bob@example.com", "alice@example.com", "三"),
        ('"=?utf-8?B?5LiJ?=" <alice@example.com>', "alice@example.com", "三"),
        ("=?utf-8?B?/w==?= <alice@example.com>", "alice@example.com", None),
        ("friends: alice@example.com;", "alice@example.com", None),
        ("nobody", None, None),
        ("<>", None, None),
        ("two words@example.com", None, None),
        ("alice@example.com\x00", None, None),
    ],
)
def test_senders(header: str, address: str | None, name: str | None) -> None:
    found = read_mail(f"From: {header}\r\nSubject: x\r\n\r\n".encode())

    assert (found.from_address, found.from_name) == (address, name)


def test_a_subject_is_one_line_without_control_characters() -> None:
    """Nobody writes a second header into our answer."""
    encoded = base64.b64encode(b"\xef\xbb\xbfa\r\nBcc: bob@example.com\x07").decode()

    assert mail("", f"Subject: =?utf-8?B?{encoded}?=").subject == "a Bcc: bob@example.com"


def test_a_subject_that_fits_nothing_is_shown_as_such() -> None:
    assert read_mail(FROM + b"Subject: caf\xe9 \xff\r\n\r\n").subject == "caf\ufffd \ufffd"


# ---- what is no mail, and what is too much of one


@by_row(
    "raw",
    [b"", b"\r\n\r\n", b"\x89PNG\r\n\x1a\n\0\0", b"Hello", b"Name: x\nBuild: y\n", b"\xff" * 99],
)
def test_no_mail(raw: bytes) -> None:
    with pytest.raises(NotAMail):
        read_mail(raw)


def test_a_mail_that_is_too_large_can_still_be_answered() -> None:
    found = mail("x" * MAX_BYTES)

    assert [problem.code for problem in found.problems] == ["mail-too-large"]
    assert (found.from_address, found.text) == ("alice@example.com", "")


@by_row("count", [51, 2000])
def test_a_mail_of_too_many_parts_can_still_be_answered(count: int) -> None:
    found = read_mail(FROM + multipart("mixed", *[plain("x")] * count).encode())

    assert [problem.code for problem in found.problems] == ["mail-too-complex"]


@by_row(("depth", "is_read"), [(10, True), (11, False), (2000, False)])
def test_parts_may_be_nested_ten_deep(depth: int, is_read: bool) -> None:
    part = plain("Hello")
    for level in range(depth):
        part = multipart("mixed", part, boundary=f"b{level}")
    found = read_mail(FROM + part.encode())

    assert found.text == ("Hello" if is_read else "")


def test_tags_may_be_as_many_as_a_person_needs() -> None:
    assert mail("<div>" * 200_000, "Content-Type: text/html").problems[0].code == "mail-too-complex"


@by_row(
    "html",
    [
        "".join(f"<font size={size}><p>" for size in range(3400)),
        "".join(f"<b id={size}>x</i><p>" for size in range(300)) * 5,
        "<p " + " ".join(f"a{place}=b" for place in range(100_000)) + ">x",
    ],
    ids=["left open", "closed by others", "attributes"],
)
def test_html_that_costs_a_parser_minutes_is_not_given_to_it(html: str) -> None:
    found = mail(html, "Content-Type: text/html")

    assert [problem.code for problem in found.problems] == ["mail-too-complex"]


def test_html_that_is_merely_untidy_is_read() -> None:
    untidy = "<a name=top>" + "<p><b>Name:</b> <font size=2>Alice</font><font>" * 100

    assert "Alice" in mail(untidy, "Content-Type: text/html").text


def test_a_text_that_fits_nothing_is_garbled() -> None:
    found = mail(b"caf\xe9 \xff", "Content-Type: text/plain; charset=utf-8")

    assert [problem.code for problem in found.problems] == ["mail-garbled"]
    assert found.text == ""


# ---- which part


def test_several_texts_stand_one_after_the_other() -> None:
    parts = multipart("mixed", plain("one"), PICTURE, plain("two\r\n"))

    assert read_mail(FROM + parts.encode()).text == "one\ntwo"


def test_html_is_read_where_the_plain_text_is_blank_or_garbled() -> None:
    page = "Content-Type: text/html\r\n\r\n<p>seen"
    for text in ("  ", "\xff\xfe"):
        parts = multipart("alternative", plain(text), page)

        assert read_mail(FROM + parts.encode("latin-1")).text == "seen"


def test_plain_text_is_read_before_html_whatever_comes_first() -> None:
    parts = multipart("alternative", "Content-Type: text/html\r\n\r\n<p>html", plain("plain"))

    assert read_mail(FROM + parts.encode()).text == "plain"


@by_row(
    "headers", ["Content-Disposition: attachment", "Content-Disposition: inline; filename=a.txt"]
)
def test_attachments_are_no_text(headers: str) -> None:
    parts = multipart("mixed", plain("body"), plain("名前：いない", headers))

    assert read_mail(FROM + parts.encode()).text == "body"


HEADS = {
    "an iPhone in Japanese": "iPhoneから送信\n\n転送されたメッセージ:\n\n差出人: p <p@pat.test>\n日時: 2026年11月28日 12:00:00 JST\n件名: 応募\n",
    "an iPhone in English": "Sent from my iPhone\n\nBegin forwarded message:\n\nFrom: p <p@pat.test>\nDate: 28 November 2026\n",
    "Outlook": "\n\n-----Original Message-----\nFrom: p <p@pat.test>\nSent: Saturday\nSubject: entry\n",
    "Outlook on the web in Japanese": "________________________________\n差出人: p <p@pat.test>\n送信日時: 2026年11月28日 12:00\n件名: 応募\n",
    "mutt": "----- Forwarded message from p <p@pat.test> -----\n\nDate: Sat, 28 Nov 2026\nFrom: p <p@pat.test>\n",
    "Thunderbird in German": "-------- Weitergeleitete Nachricht --------\nBetreff: entry\nVon: p <p@pat.test>\n",
}


@by_row("program", [*HEADS])
def test_a_mail_forwarded_by_any_program_is_read(program: str) -> None:
    """Without a word it is the text; below words of the sender's own it is a file beside them."""
    entry = "Name: Fwd Four\nBuild: Attack, Echo, Core"
    forwarded = f"{HEADS[program]}\n{entry}\n"
    below = mail(f"Please enter this for my daughter!\n\n{forwarded}")

    assert mail(forwarded).text.strip() == entry
    assert (
        below.text.strip().splitlines()[0],
        *(each.text.strip() for each in below.attached),
    ) == (
        "Please enter this for my daughter!",
        entry,
    )


def test_an_attached_mail_is_read_as_a_text_beside() -> None:
    inner, outer = EmailMessage(), EmailMessage()
    inner["From"], inner["Subject"] = "p <p@pat.test>", "my entry"
    inner.set_content("Name: Fwd Five\nBuild: Attack, Core\n")
    outer["From"] = "Pat <pat@pat.test>"
    outer.set_content("See attached.\n")
    outer.add_attachment(inner)

    assert [each.text.strip() for each in read_mail(outer.as_bytes()).attached] == [
        "Name: Fwd Five\nBuild: Attack, Core"
    ]


def test_a_mail_that_a_phone_forwards_is_its_text_without_the_quotation_marks() -> None:
    forwarded = "転送されたメッセージ:\n\n> 差出人: 雨女 <a@example.jp>\n> 件名: エントリー\n> \n> 名前：雨女\n> 構成：攻響核\n"

    assert mail(forwarded).text.strip() == "名前：雨女\n構成：攻響核"


def test_the_rule_above_a_footer_goes_with_it() -> None:
    assert mail("傘。\n\n--------------------\nSoftBankスマートフォンから送信").text == "傘。"
    assert mail("傘。\n--------------------").text == "傘。\n--------------------"


def test_the_only_text_may_have_the_name_of_a_file() -> None:
    assert mail("body", "Content-Type: text/plain; name=mail.txt").text == "body"
    assert mail("body", "Content-Disposition: attachment").text == "body"


def test_nothing_after_a_signature_counts_in_a_later_part() -> None:
    parts = multipart(
        "mixed", plain("body\r\n-- \r\nAlice"), plain("_____\r\na mailing list's footer")
    )

    assert read_mail(FROM + parts.encode()).text == "body"


def test_a_part_may_lack_its_last_delimiter_and_a_multipart_its_parts() -> None:
    cut_off = multipart("mixed", plain("body")).split("--=_b--", maxsplit=1)[0]

    assert read_mail(FROM + cut_off.encode()).text == "body"
    assert mail("body", "Content-Type: multipart/mixed; boundary=x").text == "body"
    assert mail("body", "Content-Type: multipart/mixed").text == "body"


# ---- format=flowed


def test_flowed_lines_are_joined() -> None:
    text = "one \r\ntwo\r\n From three\r\n > four\r\n>quoted \r\nfive"
    flowed = "Content-Type: text/plain; format=flowed; charset=us-ascii"

    assert mail(text, flowed).text == "one two\nFrom three\n> four\nfive"
    assert mail("三日 \r\n月", f"{flowed}; DelSp=Yes").text == "三日月"


# ---- HTML


@by_row(
    ("page", "text"),
    [
        ("<div>a</div><div>b</div>", "a\nb"),
        ("<div>a</div><div><br></div><div>b</div>", "a\n\nb"),
        ("<p>a</p>\n<p>&nbsp;</p>\n<p>b</p>", "a\n \nb"),
        ("a<br>b<br/>c", "a\nb\nc"),
        ("<table><tr><td>a</td><td>b</td></tr><tr><td>c</td></tr></table>", "a\tb\nc"),
        ("a  \n b<b> c</b>", "a b c"),
        ("三日\n月", "三日月"),
        ("<pre>a\n  b</pre>", "a\n  b"),
        ("<div style='white-space: pre-wrap'>a\n\nb</div>", "a\n\nb"),
        ("&lt;a&gt; &amp; &#x4E09;", "<a> & 三"),
        ("a<!-- b --><script>c</script><style>d</style><title>e</title>f", "af"),
        (
            "a<div hidden>b</div><p style='Display : None'>c</p><i style='visibility:hidden'>d</i>",
            "a",
        ),
        ("a<blockquote>b</blockquote>c", "a\nc"),
        ("a<div class='x gmail_quote'>b</div>", "a"),
        ("a<div class='gmail_quote'>x wrote:<blockquote>b</blockquote>c</div>", "a\nc"),
        ("a<blockquote style='margin:0 0 0 40px; border: none'>b</blockquote>", "a\nb"),
        (
            "<blockquote>h<br>Name:</blockquote>Rain<blockquote>Build:<br>Lore:</blockquote>",
            "> Name:\nRain",
        ),
        (
            "<table><tr><td><p>Name</p></td><td><p>Rain</p><p>Man</p></td></tr></table>",
            "Name: Rain\nMan",
        ),
        (
            "<table><tr><td>x</td><td><table><tr><td>Name<td>Rain</table></td></tr></table>",
            "x\nName: Rain",
        ),
        (
            "<div>a</div><div>On Nov 8, 2026, at 20:00, H wrote:</div><blockquote>b</blockquote>",
            "a",
        ),
        (
            "<div>a</div><span class='gmail_signature_prefix'>-- </span><br><div class='gmail_signature'>b",
            "a",
        ),
        ("<div>a</div>-- <br>b", "a"),
        ("", ""),
    ],
)
def test_html(page: str, text: str) -> None:
    assert html(page) == text


# ---- what is not the sender's own


@by_row(
    "introduction",
    [
        "2026年11月8日(日) 20:00 飛脚 <play@hikyaku.example>:",
        "2026/11/08 20:00、飛脚 <play@hikyaku.example>のメール：",
        "On Sun, Nov 8, 2026 at 8:00 PM Hikyaku <play@hikyaku.example> wrote:",
        "On Sun, Nov 8, 2026 at 8:00 PM Hikyaku <play@hikyaku.example>\nwrote:",
        "On Sun, Nov 8, 2026 at 8:00 PM\nHikyaku the Express Courier <\nplay@hikyaku.example> wrote:",
        "飛脚 さんは書きました:",
        "Hikyaku wrote:",
    ],
)
@by_row("blank", ["", "\n", "\n\n"])
def test_quotes_and_the_line_that_introduces_them(introduction: str, blank: str) -> None:
    assert cut(f"設定：夜\n朝\n\n{introduction}\n{blank}{QUOTE}").text == "設定：夜\n朝"


def test_a_line_with_a_colon_right_above_a_quote_introduces_it() -> None:
    assert cut(f"a\n飛脚さん：\n{QUOTE}b").text == "a\nb"
    assert cut(f"a\n彼は言った：\n\n{QUOTE}b").text == "a\n彼は言った：\n\nb"


@by_row("line", ["設定：", "Lore:", "**Lore:**", "Lore: he said:", "大会：2026年11月:"])
def test_a_label_above_a_quote_introduces_none(line: str) -> None:
    assert cut(f"a\n{line}\n{QUOTE}b").text == f"a\n{line}\nb"


@by_row(
    "end",
    [
        "-- ",
        "-----Original Message-----",
        "----- Original Message ----- ",
        "-----元のメッセージ-----",
        "From: Hikyaku\nSent: Sunday\nTo: Alice",
        "________________________________\nFrom: Hikyaku\nSent: Sunday",
        "差出人: 飛脚\n送信日時: 2026年11月8日\n宛先: alice@example.com",
    ],
)
def test_what_ends_the_text(end: str) -> None:
    own = cut(f"名前：夜\n{end}\n名前：朝")

    assert own.is_ended
    assert own.text == "名前：夜"


@by_row("line", ["--", "---", " -- ", "--  ", "＞ a", " > a", "From: the moon"])
def test_what_does_not_end_it(line: str) -> None:
    assert cut(f"a\n{line}\nb").text == f"a\n{line}\nb"


def test_a_quoted_form_may_be_filled_in_behind_its_labels() -> None:
    form = "> 名前：雨男\n> 構成：攻響核\n> オーナー：\n"

    assert (
        cut(f"記入しました。\n\n{form}").text
        == "記入しました。\n名前：雨男\n構成：攻響核\nオーナー："
    )
    assert cut("a\n> 名前：雨男\n> 構成：攻響核").text == "a"  # somebody's entry, quoted whole
    assert cut(f"a\n> 飛脚 Hikyaku\n{form}").text == "a"
    assert cut(f"名前：雪女\n{form}").text == "名前：雪女"


@by_row(
    "kind", ["plain/text", "text", "text/x-anything (a kind of ours)", "TEXT / Plain (plain (text))", "application/octet-stream"]
)  # fmt: skip
def test_whatever_calls_itself_text_is_read(kind: str) -> None:
    raw = f"From: a@b.example\r\nContent-Type: {kind}; charset (of it) = cp932\r\n\r\n名前：雨男\r\n構成：攻響核"
    found = read_mail(raw.encode("cp932"))
    (text,) = filter(None, (found.text, *(each.text for each in found.attached)))

    assert text == "名前：雨男\n構成：攻響核"


def test_a_signature_inside_a_quote_is_quoted() -> None:
    assert cut("a\n> -- \n>-- \nb").text == "a\nb"


@by_row(
    "footer",
    [
        "iPhoneから送信",
        "iPadから送信",
        "Androidから送信",
        "Sent from my iPhone",
        "Sent from my Pixel 9, excuse the tyops",
        "Get Outlook for iOS<https://aka.ms/o0ukef>",
    ],
)
def test_footers_of_phones(footer: str) -> None:
    assert cut(f"a\n\n{footer}\n\n").text == "a"
    assert cut(f"a\n\n{footer}\n\n2026/11/08 20:00、飛脚のメール:\n\n{QUOTE}").text == "a"


def test_a_story_may_have_been_sent_from_the_grave() -> None:
    assert cut("Lore: Sent from my\nSent from my grave,\nhe returns.").text.count("grave") == 1


# ---- the language to answer in


@by_row(
    ("text", "headers", "lang"),
    [
        ("名前：鉄拳", [], "ja"),
        (
            "Name: 三日月を飲みこんだ目覚まし時計\nBuild: Dual Core, Flurry, Flurry, Attack Power",
            [],
            "ja",
        ),
        ("build: 速偽腐連類殺連攻\nname: tiny mei (and the big dog)\nthe dog fights.", [], "en"),
        ("Hello to all of you", ["Subject: Re: 【飛脚】お知らせ"], "en"),
        ("help", ["Subject: 質問"], "ja"),
        ("help", [], "en"),
        ("", ["Subject: エントリー"], "ja"),
        ("", ["Date: Mon, 9 Nov 2026 22:14:17 +0900"], "ja"),
        ("", ["Content-Language: ja-JP"], "ja"),
        ("", [], "en"),
    ],
)
def test_languages(text: str, headers: list[str], lang: str) -> None:
    assert mail(text, *headers).lang == lang


# ---- anything


def test_a_letter_with_a_hundred_thousand_accents_is_read_in_time() -> None:
    """Accents are sorted, by a sort whose time grows with the square of their number."""
    assert len(mail("a" + "\u0300\u0316" * 100_000).text) < 100


PIECES = [
    *[
        b"\r\n",
        b"\r\n\r\n",
        b"\n",
        b" ",
        b":",
        b";",
        b"=",
        b'"',
        b"<",
        b">",
        b"(",
        b",",
        b"@",
        b"\\",
    ],
    *[
        b"From: ",
        b"Subject: ",
        b"To: ",
        b"Content-Type: ",
        b"Content-Disposition: ",
        b"References: ",
    ],
    *[
        b"multipart/mixed; boundary=x",
        b"multipart/alternative; boundary=x",
        b"text/html",
        b"text/plain",
    ],
    *[b"; charset=", b"utf-8", b"iso-2022-jp", b"us-ascii", b"; format=flowed; delsp=yes"],
    *[
        b"Content-Transfer-Encoding: base64",
        b"Content-Transfer-Encoding: quoted-printable",
        b"=E3=81",
    ],
    *[
        b"--x",
        b"--x--",
        b"-- ",
        b"> ",
        b"name*0*=a''b",
        b"=?utf-8?B?",
        b"?=",
        b"44GC",
        b"\x1b$B",
        b"\x1b(B",
    ],
    *[
        b"<div>",
        b"</div>",
        b"<br",
        b"<!--",
        b"<blockquote>",
        b"&#xD800;",
        b"\xff",
        b"\x82\xa0",
        b"a@b.c",
    ],
]


@given(st.lists(st.sampled_from(PIECES)).map(b"".join) | st.binary())
def test_no_bytes_make_the_reader_fall(raw: bytes) -> None:
    try:
        found = read_mail(b"From: a@b\r\n" + raw)
    except NotAMail:
        return
    "\0".join([found.text, found.subject, *sum(found.headers, ())]).encode("utf-8")
    assert not set("\0\r\x1b") & set(found.text + found.subject)


@given(st.binary())
def test_arbitrary_bytes_are_a_mail_or_none(raw: bytes) -> None:
    with suppress(NotAMail):
        read_mail(raw)


@given(
    st.text()
    | st.lists(st.sampled_from([">", "\n", "a:", "On 2026-1", "-- ", "From:", "Sent:"])).map(
        "".join
    )
)
def test_cutting_only_takes_lines_away(text: str) -> None:
    lines = iter(text.split("\n"))

    assert all(line in lines for line in cut(text).text.split("\n") if line)
