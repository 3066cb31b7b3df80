"""Files beside the text of a mail: an entry in one counts where the mail itself has none; all others are named."""

import base64
import io
import zipfile
from collections.abc import Callable, Sequence
from email.message import EmailMessage

import pytest
from hypothesis import given, strategies as st

from app.letters.replies.untaken import sentences
from app.mail.inbox.documents import MOST_BYTES, NotADocument, lines_of, lines_of_csv, text_of_docx
from app.mail.inbox.message import MAX_BYTES, read_mail
from app.mail.inbox.parts import signed_content
from app.mail.reading.contents import Contents, read
from tests.support.hostile import DESK, GAMES
from tests.support.tables import by_row

ENTRY = "名前：雨男\r\n構成：攻響核\r\n設定：いつも雨。\r\n"
W = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'


def document(body: str, head: str = HEAD) -> bytes:
    return f'{head}<w:document xmlns:w="{W}" xmlns:mc="http://schemas.openxmlformats.org/markup-compatibility/2006"><w:body>{body}</w:body></w:document>'.encode()


def docx(content: bytes, name: str = "word/document.xml") -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("[Content_Types].xml", "<Types/>")
        archive.writestr(name, content)
    return packed.getvalue()


def paragraph(text: str) -> str:
    return f"<w:p><w:r><w:t>{text}</w:t></w:r></w:p>"


def table(*rows: Sequence[str]) -> str:
    cells = ("".join(f"<w:tc>{paragraph(cell)}</w:tc>" for cell in row) for row in rows)
    return f"<w:tbl>{''.join(f'<w:tr>{row}</w:tr>' for row in cells)}</w:tbl>"


def said(text: str, *files: tuple[str, str, bytes]) -> Contents:
    """A mail with this text and these files: their kind, their name and their bytes."""
    message = EmailMessage()
    message["From"], message["To"] = "Alice <alice@example.com>", DESK.address
    message.set_content(text)
    for kind, name, data in files:
        main, _, sub = kind.partition("/")
        message.add_attachment(data, maintype=main, subtype=sub, filename=name)
    contents = read(message.as_bytes(), DESK, GAMES)
    assert isinstance(contents, Contents)
    return contents


def taken(contents: Contents) -> tuple[str | None, str | None, str | None]:
    form = contents.request.form
    return form.name, form.build_text, form.lore


def left(contents: Contents) -> list[tuple[str, ...]]:
    return [(each.kind, each.why, *each.words) for each in contents.untaken]


RAIN = ("雨男", "攻響核", "いつも雨。")


# --- texts ----------------------------------------------------------------------------------------


@by_row("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp932", "iso2022_jp"])
@by_row(
    ("kind", "name"),
    [
        ("application/octet-stream", "entry.txt"),
        ("text/plain", "応募.txt"),
        ("application/x-anything", "ENTRY.TXT"),
        ("text/markdown", "entry.md"),
        ("application/msword", "entry.text"),
    ],
)
def test_an_attached_text_is_an_entry_whatever_it_is_called(
    encoding: str, kind: str, name: str
) -> None:
    contents = said("応募ファイルを添付します。\n", (kind, name, ENTRY.encode(encoding)))

    assert taken(contents) == RAIN
    assert left(contents) == []


@by_row(
    "rows",
    [
        "名前,雨男\n構成,攻響核\n設定,いつも雨。\n",
        "名前;雨男\n構成;攻響核\n設定;いつも雨。\n",
        '"名前","構成","設定"\n"雨男","攻響核","いつも雨。"\n',
        "送信日時\t名前\t構成\t設定\n2026/11/22 10:00\t雨男\t攻響核\tいつも雨。\n",
        "項目,内容\n名前,雨男\n構成,攻,響,核\n設定,いつも雨。\n",
    ],
)
def test_an_attached_table_is_an_entry(rows: str) -> None:
    contents = said(
        "添付のとおりです。\n", ("application/vnd.ms-excel", "entry.csv", rows.encode("cp932"))
    )
    name, build, lore = taken(contents)

    assert (name, "".join((build or "").replace(",", "").split()), lore) == RAIN


@by_row(
    ("rows", "lines"),
    [
        ([["名前", "雨男"], ["構成", "攻響核"]], ["名前: 雨男", "構成: 攻響核"]),
        ([["名前：", "雨男"]], ["名前: 雨男"]),
        ([["名前", "雨男", "構成", "攻響核"]], ["名前: 雨男", "構成: 攻響核"]),
        ([["構成", "攻撃", "エコー", "コア"]], ["構成: 攻撃, エコー, コア"]),
        ([["Name", "Build"], ["Rain", "Core"], ["Snow", "Echo"]], ["Name: Rain", "Build: Core", "Name: Snow", "Build: Echo"]),
        ([["Name", "Build", "", "Lore"], ["Rain", "Attack", "Core", "Wet"]], ["Name: Rain", "Build: Attack, Core", "Lore: Wet"]),
        ([["構成", "攻撃"], ["", "コア"]], ["構成: 攻撃", "コア"]),
        ([["名前", "雨男"], ["好物", "カレー"]], ["名前: 雨男", "好物: カレー"]),
        ([["項目", "内容"], ["名前", "雨男"]], ["項目\t内容", "名前: 雨男"]),
        ([["a", "b"], ["c", ""]], ["a\tb", "c"]),
        ([["設定", "一行め\n二行め"]], ["設定: 一行め", "二行め"]),
        ([["雨が降る\n夜", "朝"]], ["雨が降る", "夜", "朝"]),
        ([[]], []),
        ([], []),
    ],
)  # fmt: skip
def test_rows_of_cells_are_lines(rows: list[list[str]], lines: list[str]) -> None:
    assert lines_of([[cell.split("\n") for cell in row] for row in rows]) == lines


@given(st.text(max_size=300) | st.lists(st.sampled_from(["名前", ",", '"', "\n", "a", ";", "\t"])).map("".join))  # fmt: skip
def test_any_text_is_some_table(text: str) -> None:
    lines_of_csv(text)


# --- documents ------------------------------------------------------------------------------------


@by_row(
    "body",
    [
        "".join(map(paragraph, ("名前：雨男", "構成：攻響核", "設定：いつも雨。"))),
        "<w:p><w:r><w:t>名前</w:t></w:r><w:r><w:tab/><w:t>雨男</w:t><w:br/><w:t>構成：攻響核</w:t></w:r></w:p>" + paragraph("設定：いつも雨。"),
        table(("名前", "雨男"), ("構成", "攻響核"), ("設定", "いつも雨。")),
        table(("名前", "構成", "設定"), ("雨男", "攻響核", "いつも雨。")),
        paragraph("名前：<w:del><w:r><w:t>雪女</w:t></w:r></w:del>雨男").replace("<w:t>名前：<w:del><w:r><w:t>雪女</w:t></w:r></w:del>雨男</w:t>", "<w:t>名前：</w:t></w:r><w:del><w:r><w:delText>雪女</w:delText></w:r></w:del><w:r><w:t>雨男</w:t>")
        + paragraph("構成：攻響核") + paragraph("設定：いつも雨。"),
        "<mc:AlternateContent><mc:Choice><w:p><w:r><w:t>名前：雨男</w:t></w:r></w:p></mc:Choice><mc:Fallback><w:p><w:r><w:t>名前：雪女</w:t></w:r></w:p></mc:Fallback></mc:AlternateContent>"
        + paragraph("構成：攻響核") + paragraph("設定：いつも雨。"),
    ],
    ids=["paragraphs", "tabs and breaks", "a table of labels", "a table with a header", "struck out", "told twice"],
)  # fmt: skip
def test_an_attached_word_document_is_an_entry(body: str) -> None:
    contents = said(
        "Wordで書きました。\n", ("application/octet-stream", "応募.docx", docx(document(body)))
    )

    assert taken(contents) == RAIN
    assert left(contents) == []


BOMB = '<!DOCTYPE d [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;&a;&a;&a;&a;&a;&a;">]>'


NO_DOCUMENTS: dict[str, Callable[[], bytes]] = {
    "nothing": lambda: b"",
    "a head": lambda: b"PK\x03\x04",
    "cut": lambda: docx(document(""))[:200],
    "unclosed": lambda: docx(b"<w:document>"),
    "empty": lambda: docx(b""),
    "entities": lambda: docx(document("&b;", HEAD + BOMB)),
    "a file of ours": lambda: docx(document(paragraph("x"), HEAD + '<!DOCTYPE d SYSTEM "file:///etc/passwd">')),
    "a workbook": lambda: docx(document(""), name="xl/workbook.xml"),
    "a zip bomb": lambda: docx(bytes(64 * 1024 * 1024)),
    "a book": lambda: docx(document(paragraph("x" * (MOST_BYTES + 1)))),
}  # fmt: skip


@by_row("kind", NO_DOCUMENTS)
def test_what_is_no_document_is_named_with_the_reason(kind: str) -> None:
    data = NO_DOCUMENTS[kind]()
    with pytest.raises(NotADocument):
        text_of_docx(data)
    contents = said("See attached.\n", ("application/octet-stream", "entry.docx", data))

    assert left(contents) == [("attachment", "broken", "entry.docx")]
    assert contents.request.form.build_text is None


def test_ten_thousand_paragraphs_are_too_many() -> None:
    body = paragraph("構成：攻響核") + paragraph("よく降る。") * 20_000
    contents = said(
        "添付します。\n", ("application/octet-stream", "長い.docx", docx(document(body)))
    )

    assert left(contents) == [("attachment", "large", "長い.docx")]


def test_tables_as_deep_as_fit_are_read() -> None:
    deep = "<w:tbl><w:tr><w:tc>" * 5_000 + paragraph("x") + "</w:tc></w:tr></w:tbl>" * 5_000

    assert text_of_docx(docx(document(deep))).strip() == "x"


@given(st.binary(max_size=400) | st.text(max_size=200).map(lambda text: docx(text.encode("utf-8", "replace"))))  # fmt: skip
def test_any_bytes_are_a_document_or_none(data: bytes) -> None:
    try:
        text_of_docx(data)
    except NotADocument:
        return


WORD = ("tbl", "tr", "tc", "p", "r", "t", "del", "br")


@given(st.recursive(st.just(""), lambda inner: st.builds(lambda tag, parts: f"<w:{tag}>{''.join(parts)}</w:{tag}>", st.sampled_from(WORD), st.lists(inner, max_size=3)), max_leaves=30))  # fmt: skip
def test_any_tree_of_elements_is_read(body: str) -> None:
    text_of_docx(docx(document(body)))


# --- which counts ---------------------------------------------------------------------------------


def test_a_file_counts_only_where_the_mail_has_no_entry() -> None:
    contents = said("名前：雪女\n構成：核核核\n", ("text/plain", "old.txt", ENTRY.encode()))

    assert taken(contents)[:2] == ("雪女", "核核核")
    assert left(contents) == [("attachment", "", "old.txt")]


def test_the_first_file_with_a_build_counts_and_the_others_are_named() -> None:
    files = [
        ("readme.txt", "はじめまして"),
        ("a.txt", ENTRY),
        ("b.txt", "名前：雪女\n構成：核核核"),
    ]
    contents = said("", *(("text/plain", name, text.encode()) for name, text in files))

    assert taken(contents) == RAIN
    assert left(contents) == [("attachment", "", "readme.txt"), ("attachment", "", "b.txt")]


def test_what_the_file_does_not_say_the_mail_may() -> None:
    contents = said(
        "名前：雨男\nオーナー：太郎\n", ("text/plain", "deck.txt", "構成：攻響核".encode())
    )

    assert taken(contents)[:2] == ("雨男", "攻響核")
    assert contents.request.form.owner == "太郎"


@by_row(
    ("kind", "name", "data", "named"),
    [
        ("application/pdf", "sheet.pdf", b"%PDF-1.7", ("attachment", "", "sheet.pdf")),
        ("application/msword", "entry.doc", b"\xd0\xcf\x11\xe0", ("attachment", "", "entry.doc")),
        ("application/zip", "entry.zip", b"PK\x03\x04", ("attachment", "", "entry.zip")),
        ("image/png", "me.png", b"\x89PNG", ("picture", "", "me.png")),
        ("application/ms-tnef", "winmail.dat", b"\x78\x9f", ("winmail", "", "winmail.dat")),
        ("application/pkcs7-mime", "smime.p7m", b"0\x80", ("encrypted", "")),
        ("text/plain", "big.txt", b"x" * 140_000, ("attachment", "large", "big.txt")),
        ("text/plain", "broken.txt", b"\xff\xff\x00\x81", ("attachment", "garbled", "broken.txt")),
    ],
)
def test_all_others_are_named_and_the_text_counts(
    kind: str, name: str, data: bytes, named: tuple[str, ...]
) -> None:
    contents = said(ENTRY, (kind, name, data))

    assert taken(contents) == RAIN
    assert left(contents) == [named]
    for lang in ("ja", "en"):
        (sentence,) = sentences(contents.untaken, lang, with_words=True)
        assert not named[2:] or name in sentence


def test_a_file_of_nothing_is_not_worth_a_word() -> None:
    assert left(said(ENTRY, ("text/plain", "ATT00001.txt", b"\r\n"))) == []


# --- mails that were cut --------------------------------------------------------------------------


def large(*parts: str) -> Contents:
    """A mail of these parts that goes on with a file of more than a megabyte."""
    pieces = "".join(f"--b\r\n{part}\r\n" for part in parts)
    head = "From: a@example.com\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n"
    contents = read((head + pieces).encode() + b"x" * MAX_BYTES + b"\r\n--b--\r\n", DESK, GAMES)
    assert isinstance(contents, Contents)
    return contents


TEXT = f"Content-Type: text/plain; charset=utf-8\r\n\r\n{ENTRY}"
PHOTO = "Content-Type: image/jpeg; name=IMG_1.jpg\r\nContent-Transfer-Encoding: base64\r\n\r\n"


def test_a_picture_of_a_megabyte_loses_no_entry_above_it() -> None:
    contents = large(TEXT, PHOTO)

    assert taken(contents) == RAIN
    assert contents.mail.problems == ()
    assert left(contents) == [("picture", "large", "IMG_1.jpg"), ("rest", "")]


def test_the_html_of_a_megabyte_loses_no_plain_text() -> None:
    forms = f"--c\r\n{TEXT}\r\n--c\r\nContent-Type: text/html\r\n\r\n<p>"
    contents = large(f"Content-Type: multipart/alternative; boundary=c\r\n\r\n{forms}")

    assert taken(contents) == RAIN


@by_row("parts", [(PHOTO,), (TEXT.replace(ENTRY, "名前：雨男\r\n設定："),), (TEXT, "\r\n")])
def test_a_text_that_was_cut_is_too_large(parts: tuple[str, ...]) -> None:
    contents = large(*parts)

    assert [each.code for each in contents.mail.problems] == ["mail-too-large"]
    assert contents.request.form.build_text is None


# --- signatures of one piece ----------------------------------------------------------------------


def der(tag: int, content: bytes, *, is_open: bool = False) -> bytes:
    """An element, of definite length or not."""
    if is_open:
        return bytes([tag, 0x80]) + content + b"\0\0"
    size = len(content)
    length = bytes([size]) if size < 0x80 else b"\x84" + size.to_bytes(4)
    return bytes([tag]) + length + content


def signed(octets: bytes, *, is_open: bool, kind: str = "2a864886f70d010702") -> bytes:
    data = der(0x06, bytes.fromhex("2a864886f70d010701")) + der(0xA0, octets, is_open=is_open)
    inner = der(0x02, b"\1") + der(0x31, b"") + der(0x30, data, is_open=is_open) + der(0x31, b"")
    outer = der(0xA0, der(0x30, inner, is_open=is_open), is_open=is_open)
    return der(0x30, der(0x06, bytes.fromhex(kind)) + outer, is_open=is_open)


INNER = f"Content-Type: text/plain; charset=utf-8\r\n\r\n{ENTRY}".encode()


@by_row("is_open", [False, True])
@by_row("in_pieces", [False, True])
def test_what_was_signed_in_one_piece_is_read(is_open: bool, in_pieces: bool) -> None:
    octets = der(0x04, INNER)
    if in_pieces:
        pieces = b"".join(der(0x04, INNER[at : at + 50]) for at in range(0, len(INNER), 50))
        octets = der(0x24, pieces, is_open=is_open)
    data = signed(octets, is_open=is_open)
    head = b"From: a@example.com\r\nContent-Type: application/pkcs7-mime; smime-type=signed-data; name=smime.p7m\r\nContent-Disposition: attachment; filename=smime.p7m\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    contents = read(head + base64.encodebytes(data), DESK, GAMES)

    assert signed_content(data) == INNER
    assert isinstance(contents, Contents)
    assert taken(contents) == RAIN
    assert left(contents) == []


@by_row(
    "data",
    [
        signed(der(0x04, INNER), is_open=False, kind="2a864886f70d010703"),
        signed(der(0x05, b""), is_open=False),
        der(0x30, b""),
        b"0\x80" * 300,
        b"0\x80" + b"\x05\0" * 100_000,
        b"\x1f",
        b"",
    ],
    ids=["enveloped", "no string", "nothing", "deep", "long", "a long tag", "no bytes"],
)
def test_any_other_is_told_to_be_encrypted(data: bytes) -> None:
    assert signed_content(data) is None
    assert left(said("", ("application/pkcs7-mime", "smime.p7m", data))) == [("encrypted", "")]


@given(st.binary(max_size=200) | st.lists(st.sampled_from([b"0\x80", b"\0\0", b"\xa0\x80", b"\x04\x02ab", signed(der(0x04, b"x"), is_open=True)[:20]])).map(b"".join))  # fmt: skip
def test_any_bytes_are_a_signature_or_none(data: bytes) -> None:
    signed_content(data)


def test_signatures_within_signatures_come_to_an_end() -> None:
    data = INNER
    for _ in range(30):
        data = b"Content-Type: application/pkcs7-mime\r\n\r\n" + signed(
            der(0x04, data), is_open=False
        )
    contents = read_mail(b"From: a@example.com\r\n" + data)

    assert [each.code for each in contents.problems] == ["mail-too-complex"]
