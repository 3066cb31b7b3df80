"""What a part says it is: read as far as it can be understood, and never the reason why a mail is lost."""

import base64
import string

from hypothesis import given, strategies as st

from app.mail.inbox.message import read_mail
from app.mail.inbox.parts import MimeField, read_mime_field, read_parts, shown, split_headers
from app.mail.reading.contents import Contents, read
from app.mail.reading.form.entry_form import read_fields
from tests.support.hostile import DESK, GAMES
from tests.support.tables import by_row

HEAD = b"From: Alice <alice@example.com>\r\nTo: play@hikyaku.example\r\nSubject: entry\r\n"
ENTRY = "名前：雨男\r\n構成：攻響核\r\n設定：いつも雨。\r\n"

PARAMETERS = st.one_of(
    st.sampled_from(
        ["name*0*=x", "name*1*=x", "name*=y", "name*=utf-8''%", "name*0=a", "name*00=b", "name*99=c", "name*x=1", "name**=", "*=*", "=",
         "filename*=iso-2022-jp'ja'%1B$B", "charset*=utf-8''utf-8", "charset*0=ut", 'charset="utf-8', "charset", "format=", "a=(b", "(", ")",
         '"', "\\", "name=\x80\xff", "name*=''", "name*='", "charset*1*=x", "charset*='", "delsp", "  ", "x" * 300, "name*=unknown''%ff",
         "boundary*=x", "name=\u96e8\u7537", "name==?utf-8?B?5Q==?="]
    ),
    st.text(string.printable + "é", max_size=30).filter(lambda text: not {"\n", "\r"} & set(text)),
)  # fmt: skip
SOUPS = st.lists(PARAMETERS, max_size=8).map("; ".join)
KINDS = ["text/plain", "Text/Plain (plain text)", " text/plain(a (b) c)", "text / plain", "text/x-memo", "text", "", "text/plain,", '"text/plain"']  # fmt: skip
ENCODINGS = ["base64", "base64 (x)", "(x) BASE64", "base64;", '"base64"', "base64, x", " base64 (a(b)c) ; d=e"]  # fmt: skip


def a_mail(kind: str, encoding: str, body: bytes) -> bytes:
    fields = f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n"
    return HEAD + fields.encode("utf-8") + b"\r\n" + body


@given(st.sampled_from(KINDS), SOUPS, st.sampled_from(ENCODINGS))
def test_no_soup_of_parameters_loses_a_mail(kind: str, soup: str, encoding: str) -> None:
    raw = a_mail(f"{kind}; {soup}", encoding, base64.encodebytes(ENTRY.encode()))

    assert read_fields(read_mail(raw).text).name == "雨男"


@given(SOUPS, st.sampled_from(ENCODINGS), st.sampled_from(["inline", "attachment", ""]))
def test_no_soup_in_a_part_loses_it(soup: str, encoding: str, placed: str) -> None:
    part = (
        f"Content-Type: text/plain; {soup}\r\nContent-Transfer-Encoding: {encoding}\r\n"
        f"Content-Disposition: {placed}; {soup}\r\n\r\n"
    ).encode() + base64.encodebytes(ENTRY.encode())
    body = b"--b\r\n" + part + b"\r\n--b--\r\n"
    raw = HEAD + b"Content-Type: multipart/mixed (of parts); boundary=b\r\n\r\n" + body
    said = read(raw, DESK, GAMES)

    assert isinstance(said, Contents)
    assert said.request.form.name == "雨男"


@given(st.binary(max_size=300), st.binary(max_size=100), st.binary(max_size=100))
def test_no_bytes_in_these_fields_are_a_fault(kind: bytes, encoding: bytes, placed: bytes) -> None:
    fields = (b"Content-Type: %s\r\nContent-Transfer-Encoding: %s\r\nContent-Disposition: %s\r\n" % (
        kind.replace(b"\n", b""), encoding.replace(b"\n", b""), placed.replace(b"\n", b"")))  # fmt: skip
    read_parts(*split_headers(HEAD + fields + b"\r\nhello"))
    read_mail(HEAD + fields + b"\r\nhello")


@by_row(
    ("raw", "field"),
    [
        ("text/plain; charset=utf-8", MimeField("text/plain", {"charset": "utf-8"})),
        ("Text/PLAIN (a; charset=x) ; CharSet = \"utf-8\"", MimeField("text/plain", {"charset": "utf-8"})),
        ("text/plain; charset=a; charset=b", MimeField("text/plain", {"charset": "a"})),
        ('multipart/mixed; boundary="a;b(c)\\"d"', MimeField("multipart/mixed", {"boundary": 'a;b(c)"d'})),
        ("a/b; name*0=ra; name*1=in", MimeField("a/b", {"name": "rain"})),
        ("a/b; name*1*=%9B%A8; name*0*=utf-8'ja'%E9; name*2=.txt", MimeField("a/b", {"name": "雨.txt"})),
        ("a/b; name*=shift_jis'ja'%89J.txt", MimeField("a/b", {"name": "雨.txt"})),
        ("a/b; name*=no'quotes", MimeField("a/b", {"name": "no'quotes"})),
        ("a/b; name=plain.txt; name*=utf-8''better.txt", MimeField("a/b", {"name": "better.txt"})),
    ],
)  # fmt: skip
def test_parameters_are_read_as_the_standards_have_them(raw: str, field: MimeField) -> None:
    assert read_mime_field(raw) == field


@by_row(
    ("said", "name"),
    [("a.txt", "a.txt"), ("=?utf-8?B?6Zuo?=.txt", "雨.txt"), ("雨.txt".encode().decode("latin-1"), "雨.txt"), ("雨", "雨"), ("\xe9", "\xe9")],
)  # fmt: skip
def test_names_of_files_are_shown_as_they_were_meant(said: str, name: str) -> None:
    assert shown(said) == name


def test_a_line_that_is_no_field_loses_none_of_those_below_it() -> None:
    raw = (
        HEAD.replace(b"To:", b"a line that is no field\r\nX Y: z\r\nTo:") + b"\r\n" + ENTRY.encode()
    )
    mail = read_mail(raw)

    assert mail.subject == "entry"
    assert read_fields(mail.text).name == "雨男"


def test_a_text_that_begins_without_a_blank_line_is_text() -> None:
    mail = read_mail(HEAD + b"hello there\r\nName: Rain\r\n")

    assert mail.text.startswith("hello there")


@by_row(
    "sender",
    ["alice@example.com (A (b (c)) d)", "(x (y)) alice@example.com", "Alice <mailto:alice@example.com>", "alice @ example.com",
     "Alice <@relay.example:alice@example.com>", "Alice (the (one) <and> only) <alice@example.com>", '"Alice (x" <alice@example.com>', "Alice <alice@example.com> (a)b)"],
)  # fmt: skip
def test_no_soup_in_a_senders_field_loses_the_sender(sender: str) -> None:
    mail = read_mail(HEAD.replace(b"Alice <alice@example.com>", sender.encode()) + b"\r\nhello")

    assert mail.from_address == "alice@example.com"
