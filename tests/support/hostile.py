"""Mails that nobody sends in good faith, by kind and of any size; `python -m tests.support.hostile` says which are slow.

What one step of reading does for each character of what is left, whoever writes a megabyte of it, shows here.
"""

import base64
import io
import sys
import time
import zipfile
from collections.abc import Callable, Iterator
from contextlib import suppress
from itertools import islice, product
from typing import Final

from app.games import ruleset, slugs
from app.league.people.tokens import make_token
from app.mail.inbox.message import NotAMail
from app.mail.reading.contents import MailDesk, read

GAMES = [(slug, ruleset(slug).rules_version) for slug in slugs()]
DESK: Final = MailDesk("play@hikyaku.example", b"a secret of tests", "mx.hikyaku.example")
Hostile = Callable[[int], bytes]
"""A mail of about this many bytes."""


def _filled(fill: str | bytes, size: int, sep: bytes = b"") -> bytes:
    """As much of this as fits."""
    raw = fill.encode("utf-8", "surrogateescape") if isinstance(fill, str) else fill
    return (raw + sep) * (size // (len(raw + sep) or 1))


def _folded(raw: bytes) -> bytes:
    """In lines as long as a mail may have them, as one field of a header."""
    return b"\r\n ".join(raw[at : at + 900] for at in range(0, len(raw), 900))


HEAD: Final = b"From: a@example.com\r\nTo: play@hikyaku.example\r\nSubject: entry\r\nMessage-ID: <h@x.example>\r\nMIME-Version: 1.0\r\n"


def field(name: str, fill: str | bytes, *, begin: bytes = b"", in_lines: bool = False) -> Hostile:
    """A mail with this in a field of its header."""

    def made(size: int) -> bytes:
        value = begin + _filled(fill, size)
        ours = b"".join(
            line
            for line in HEAD.splitlines(keepends=True)
            if not line.startswith(name.encode() + b":")
        )
        value = _folded(value) if in_lines else value
        return name.encode() + b": " + value + b"\r\n" + ours + b"\r\nName: x\r\nBuild: Attack\r\n"

    return made


def body(fill: str | bytes, kind: str = "text/plain; charset=utf-8", *, begin: str = "", end: str = "", encoding: str = "8bit") -> Hostile:  # fmt: skip
    """A mail with this as its text."""

    def made(size: int) -> bytes:
        head = (
            HEAD + f"Content-Type: {kind}\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n".encode()
        )
        return head + begin.encode() + _filled(fill, size) + end.encode()

    return made


def halves(first: str, then: str) -> Hostile:
    """A mail that says the one again and again, then the other: what remembers the one may be asked by each other."""
    return lambda size: body(then, begin=first * (size // 2 // len(first.encode())))(size // 2)


def counted(fill: str) -> Hostile:
    """A mail that says this again and again, with another number each time."""
    return lambda size: body("", end="".join(fill.format(n) for n in range(size // len(fill))))(
        size
    )


def mime(boundary: str, fill: str | bytes, begin: str = "", kind: str = "multipart/mixed") -> Hostile:  # fmt: skip
    """A mail in parts."""
    return body(fill, f'{kind}; boundary="{boundary}"', begin=begin)


def nested(kind: str) -> Hostile:
    """Parts within parts, as many as fit."""

    def made(size: int) -> bytes:
        many = range(size // 70)
        parts = b"".join(
            b"--b%d\r\nContent-Type: %b; boundary=b%d\r\n\r\n" % (n, kind.encode(), n + 1)
            for n in many
        )
        return HEAD + b"Content-Type: multipart/mixed; boundary=b0\r\n\r\n" + parts

    return made


def report(block: str, kind: str = "multipart/report; report-type=delivery-status") -> Hostile:
    """A report of a mail server with very much of this in it."""

    def made(size: int) -> bytes:
        begin = '\r\n--b\r\nContent-Type: text/plain\r\n\r\nfailed\r\n--b\r\nContent-Type: message/delivery-status\r\n\r\n'  # fmt: skip
        head = HEAD + f"Content-Type: {kind}; boundary=b\r\n\r\n".encode()
        return head + begin.encode() + _filled(block, size) + b"\r\n--b--\r\n"

    return made


def bounce(sender: str, fill: str) -> Hostile:
    """The same in plain words, by one of whom readers of such mails know something."""

    def made(size: int) -> bytes:
        head = f"From: {sender}\r\nSubject: Undelivered Mail Returned to Sender\r\n\r\n"
        return head.encode() + _filled(fill, size)

    return made


def attached(name: str, fill: str) -> Hostile:
    """A file that holds as much of this, packed where such files are."""

    def made(size: int) -> bytes:
        raw = _filled(fill, size)
        if name.endswith(".docx"):
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
                space = 'xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"'
                content = f"<w:document {space}>".encode() + raw
                archive.writestr("word/document.xml", content)
            raw = packed.getvalue()
        head = f"Content-Type: application/octet-stream; name={name}\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        parts = b"--b\r\n\r\nsee attached\r\n--b\r\n" + head.encode() + base64.encodebytes(raw)
        return HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + parts + b"--b--\r\n"

    return made


def signed(fill: bytes) -> Hostile:
    """A signature of S/MIME that begins like one."""
    begin = bytes.fromhex("308006092a864886f70d010702a080308002010131003080")

    def made(size: int) -> bytes:
        head = b"Content-Type: application/pkcs7-mime\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        return HEAD + head + base64.encodebytes(begin + _filled(fill, size * 3 // 4))

    return made


def _transferred(encoding: str, data: Callable[[int], bytes]) -> Hostile:
    def made(size: int) -> bytes:
        raw = data(size)
        coded = base64.encodebytes(raw) if encoding == "base64" else raw
        head = f"Content-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: {encoding}\r\n\r\n"
        return HEAD + head.encode() + coded

    return made


# fmt: off
_ADDRESS_FIELDS = ("From", "To", "Cc", "Reply-To", "Delivered-To")
_ADDRESS_FILLS = (
    ",", "a@b.c,", "(", "()", "((a)", ")", '"', '\\"', '"a" ', "<", "<>", "<a@b.c>", "=?", "=?utf-8?Q?", "=?utf-8?B?4pyT?= ",
    ":", ";", "@", "a@", ".", "\\", "[", "a ", "\t", "é", "a\u0301", "\u0301", "=?a?b?", "?=",
)
_FIELDS = (
    "Subject", "Message-ID", "References", "In-Reply-To", "Date", "Content-Type", "Content-Disposition", "Content-Transfer-Encoding",
    "Authentication-Results", "Auto-Submitted", "X-Auto-Response-Suppress", "Precedence", "Return-Path", "Content-Language", "X-Any",
)
_FIELD_FILLS = (
    "<", "<a", "<a@b> ", "=?utf-8?Q?a?=", "=?utf-8?B?", "(", "((a)", '"', '\\"', "re: ", "[", "[a] ", "自動返信 ", ";a=b", ";a*0*=x", ";a*1=x",
    ' ;a="', "\\", " ", "dmarc=pass ", "all ", "no ", "header.from=", "不在", "delivery ", "%41", "=", "\u0301", "\u200b", "Ａ", "ﷺ", "\0",
)
TEXT_FILLS = (
    ",", "、", "/", "／", "【", "】", "[", "]", "[a]", "【攻】", "a【攻】", "（", "(1)", "1. ", "1.", "１．", "①", "11)", "攻", "攻,", "攻 ", "攻・", "Attack, ",
    "Attack ", "attack", "a b ", "Name: x\n", "Build: ", "Build: 攻\n", "名前", "構成：", ":", "：", "=", "＝", "a:", "a: ", "あ：", "a：攻攻\n",
    "*", "**", "**Name:**", "-", "- ", "->", "―", " - ", "#", "■", "・", "●○", "\n", " \n", "\t\n", " ", "\t", "\u3000", "\u2003", "\r", "\x0b", "\x85", "\u2028",
    "> ", ">", "> \n", "> x\n", "On 2026/1/1 x wrote:\n", "On 2026/1/1 ", "On\n", "wrote:\n", "x wrote:\n> \n", "2026年1月1日", "<a@b> ", "1:23 ",
    "http://", "http://a ", "a@b.c ", "@", "a@", "@@", "a@b", "://", "a://", "飛脚 Hikyaku\n", "飛\n脚\n", "飛脚 Hikyaku ― a\n", "-- \n", "--\n",
    "From: x\nSent: y\n", "From: ", "-----Original Message-----\n", "----", "_" * 12 + "\n", "_", "☆★☆★☆★☆★☆★\n", "☆", "☆ ", "iPhoneから送信\n", "iPhone",
    "Sent from ", "Outlook for ", "はい", "は", "はーーい", "yes ", "no ", "ok ", "please ", "thanks ", "hello ", "hi\n", "見せて", "ください", "お願い", "する", "ます",
    "エントリー", "参加", "の", "を", "する ", "check\n", "withdraw ", "check ", "i want to ", "can you ", "re: ", "[a] ", "返信: ", "です", "で", "\u200b", "a\u200b",
    "\u0301", "a\u0301", "é", "ﷺ", "㌖", "Ａ", "ｶﾞ", "\U0001f468\u200d", "\ufe0f", "\u0600", "\u202e", "\x00", "\x1b", "\x1b$B", "\ufeff", "𝒜", "ΐ", "\u1e9b\u0323",
    "Flavour 1: x\n", "Flavour 99: ", "Flavour 1: \u202e\n", "技名1：", "1=", "1→", "→", "⇒", "+", "＋", "&", "|", "| a ", ";", "；", "「」", "『", "・攻", "and ", " and ",
    "a" * 39 + ":", "a" * 40 + ":", "Name\t", "Name  x\n", "Name - x\n", "a  ", "Season: x\n", "URL: <\n", "Lore: x\n", "Owner: a@b\n", "■A form to fill in\n",
    "A form to fill in\n", "飛脚 Hikyaku\nA form to fill in\n", "---------- Forwarded message ---------\n", "Begin forwarded message:\n", "転送", "\n\n\n", "\n ", "x\n\n",
    "攻響核/アリス\n", "//", "a/b\n", "攻/", "/a\n", "攻x/a\n", "𠮷", "核核核核核核核核\n", "1,2,3,", "１，２，", "99,", "0x", "1" , "-1", "²", "Ⅷ", "一",
)
_HTML_FILLS = (
    "<div>", "<b>", "<p>", "<table>", "<tr><td>", "<td>", "<blockquote>", "<a href='", "<p a=b", "<p a", "<!--", "<!-- -->", "<![CDATA[", "<script>", "<style>", "<style>a{}",
    "<select><option>", "<svg><g>", "<math><mi>", "<template>", "<textarea>", "<title>", "<br>", "<hr>", "<i><b>", "</p>", "</div>", "</b>", "<font><p>", "<a><p>", "<nobr>", "<b></i>",
    "&", "&amp;", "&#", "&#x41", "&#1114111;", "&nbsp;", "&ampamp", "<", ">", "<<", "<a", "</", "<p style='display:", "<p style='display:none'>", "<p class='a b'>", "<p class='",
    "<p hidden>", "<pre>\n", "<li>", "<dl><dt>", "<ruby><rt>", "<button>", "<form>", "<h1>", "<option>", "<frameset>", "<col>", "<caption>", "<marquee>", "<plaintext>", "<isindex>",
    "<p " + "a=1 " * 50 + ">", "あ\n", " \n", "\t", "<td style='white-space:pre'>\n", "<span>a</span>", "<body a=b>", "<html a=b>", "<head>", "<meta charset=x>", "<base>",
    "<table><tr><td>", "<tr>", "<table><tr><td>Name<td>x</table>", "<td>Name", "<blockquote>x</blockquote>", "<div class=gmail_quote>", "<div class=gmail_quote><blockquote>", "<blockquote style=border:none>", "<div class=yahoo_quoted>",
)
_FOOTER_FILLS = (
    "Sent from x\n", "Sent from my " , "iPhoneから送信\n", "から", "…から送信\n", "www.a.b\n", "http://a\n", "--\nA\n", "--\n", "---\na@b\n", "----\n", "☆☆☆\n", "☆ ", "┏━┓\n", "a@b\n", "a@b ", "@", "090-1111-2222 ", "0", "0-", "(0", "+1 (",
    "tel: ", "Alice\n\n", "Alice ", "a|b\n\n", "confidential e-mail\n\n", "confidential ", "メール機密\n", "株式会社\n", "\n\na@b\na\n", "a.", "Ltd.", "-----BEGIN PGP SIGNED MESSAGE-----\n", "-----BEGIN PGP MESSAGE-----\n", "-----BEGIN PGP ", "- -- \n",
    "> Name:\n", "> Name:\nx\n", "> Lore:\n\nx\n\n", "Virus-free", "To unsubscribe", "Get Outlook for ", "<http://a> ", "から送信しました。", "…", "拝", "からより",
)
_FILE_FILLS = {
    "a.txt": ("攻響核/アリス\n", "Name: x\n", "\n", "> x\n", "Build: 攻\n"),
    "a.csv": (",", '"', '""', '"a\n', "名前,", "名前,構成\n", "名前,x\n", "a\n", "\t", ";", "名前,a,構成,b\n", ",\n"),
    "a.html": ("<table><tr><td>Name<td>x", "<blockquote>"),
    "a.docx": ("<w:p>", "<w:p/>", "<w:t>x</w:t>", "<w:tbl><w:tr><w:tc>", "<w:tbl>", "<w:tc>", "<w:tr>", "<w:del>", "<w:br/>", "<w:p><w:r><w:t>a</w:t></w:r></w:p>", "<a>", "&amp;", "<!---->", "<w:p a='b'>", "x"),
}
_CHARSETS = (
    "utf-8", "utf-16", "utf-16le", "utf-32", "utf-7", "iso-2022-jp", "iso-2022-kr", "iso-2022-jp-2004", "hz", "gb18030", "big5hkscs", "euc-jp", "shift_jis", "euc-kr", "johab",
    "punycode", "idna", "unicode_escape", "zlib", "rot13", "x-unknown", "us-ascii", "mac-japanese", "cp65001", "iso-8859-8-i", "tis-620", "koi8-t",
)
_BYTES = (b"\x1b$B", b"\x1b$B!!", b"\x1b(I", b"\x0e", b"\x8f\xa1\xa1", b"\xff\xfe", b"\xd8\x00", b"~{", b"~", b"+", b"+AAA-", b"\x80", b"\x81", b"\xa1\xa1", b"\x1b$(D\x22\x6f", b"\n\x1b$B\n", b"xn--", b"\\u")
_BOUNCE_FILLS = (
    "Action: failed\r\nStatus: 5.1.1\r\n\r\n", "Final-Recipient: rfc822; a@b.c\r\n\r\n", "Action: failed\r\nFinal-Recipient: ,,,,,,\r\n\r\n", "\r\n", "Action: ", "Original-Recipient: rfc822;", ",", "a@b.c, ",
    "Final-Recipient: rfc822; <", "Action: delayed\r\n\r\n", " ", ":", "a: b\r\n", "\r\n\r\n",
)
_BOUNCE_TEXTS = (
    "<a@b.c>:\n", "Hi. This is the qmail-send program", "   ----- The following addresses had permanent fatal errors -----\n", "<a@b.c>\n", "This message was created automatically by mail delivery software\n", "  a@b.c\n",
    "--- The following addresses had delivery errors ---\n", "Your message to a@b.c\n", "550 5.1.1 <a@b.c>... User unknown\n", "did not reach the following recipient(s):\n", "Failed addresses follow:\n", "   ----- Transcript of session follows -----\n",
    "Message not delivered to the following:\n", "  ,,,,,,,,\n", ",", "(", "<", "unknown local-part \"a\" in domain \"b\"\n", "Invalid final delivery userid: ", "The user(s) account is temporarily over quota.\n", "a@", "@", "a@b.c ", " <a@b.c> ", "\n", "****", "----",
    "Original Recipient: a@b.c\n", "To: a@b.c,", "Message from  ", "Undeliverable Message\n\nTo: a@b\n", "No such user: a ", "could not be delivered to ",
)

HOSTILE: Final[dict[str, Hostile]] = {
    **{f"{name} of {fill!r}": field(name, fill) for name, fill in product(_ADDRESS_FIELDS, _ADDRESS_FILLS)},
    **{f"{name} of {fill!r}": field(name, fill) for name, fill in product(_FIELDS, _FIELD_FILLS)},
    **{f"{name} of {fill!r}, folded": field(name, fill, in_lines=True) for name, fill in product(("From", "To", "Subject", "References", "Content-Type"), (",", "(", '"', "<", "a", "=?utf-8?Q?a?= ", "\u0301"))},
    **{f"Content-Type text/plain{fill!r}": field("Content-Type", fill, begin=b"text/plain; charset=utf-8") for fill in _FIELD_FILLS},
    **{f"fields of {fill!r}": field("X-A", fill) for fill in ("\r\nX: y", "\r\n y", "\r\n\ty", "\r\nX-Any: =?utf-8?Q?a?=", "\r\nTo: a@b.c", "\r\nReceived: a", "\r\nReferences: <a@b>", "\r\nList-Id: x", "\r\nAuthentication-Results: mx.hikyaku.example; dmarc=pass", "\r\n ")},
    **{f"text of {fill!r}": body(fill) for fill in TEXT_FILLS},
    **{f"a build of {fill!r}": body(fill, begin="Name: x\nBuild: ") for fill in TEXT_FILLS},
    **{f"a lore of {fill!r}": body(fill, begin="Name: x\nBuild: Attack, Core\nLore: ") for fill in ("a", "あ", "\u200b", "\n", "a\u0301", "> ", "-", "a: b\n", "\u202e")},
    **{f"a name of {fill!r}": body(fill, begin="Build: Attack, Core\nName: ") for fill in ("a", "あ", "\u200b", " ", "a\u0301", "\U0001f468\u200d", "\u0301", "\u202e")},
    **{f"flowed text of {fill!r}": body(fill, "text/plain; charset=utf-8; format=flowed; delsp=yes") for fill in (" \n", "a \n", " ", "> \n", "\n", "a")},
    **{f"HTML of {fill!r}": body(fill, "text/html; charset=utf-8") for fill in (*_HTML_FILLS, *TEXT_FILLS[::6])},
    **{f"{charset} of {fill!r}": body(fill, f"text/plain; charset={charset}") for charset, fill in product(_CHARSETS, _BYTES)},
    **{f"no charset, {fill!r}": body(fill, "text/plain") for fill in _BYTES},
    **{f"base64 of {fill!r}": body(fill, encoding="base64") for fill in ("A", "=", "A=", "AAA=", "\n", " ", "!", "QQ==\n", "QUJD", "%")},
    **{f"quoted-printable of {fill!r}": body(fill, encoding="quoted-printable") for fill in ("=", "==", "=41", "=\n", "=\r\n", " \n", " ", "=E3=81", "\t", "=4")},
    **{f"{encoding} of zeros": _transferred(encoding, bytes) for encoding in ("base64", "quoted-printable", "binary", "x-uuencode", "7bit")},
    **{f"parts of {fill!r}": mime("b", fill) for fill in ("--b\r\n\r\nx\r\n", "--b", "--b\r\n", "--b--\r\n", "--b \r\n", "\r\n--b" + " " * 99, "--b\t", "\n", "--", "--b\r\nContent-Type: text/html\r\n\r\n<p>x\r\n", "--b\r\nContent-Disposition: attachment; filename*0*=x\r\n\r\nBuild: x\r\n")},
    **{f"alternatives of {fill!r}": mime("b", fill, kind="multipart/alternative") for fill in ("--b\r\n\r\n\r\n", "--b\r\nContent-Type: text/html\r\n\r\n\r\n")},
    **{f"a boundary {boundary!r}": mime(boundary, fill) for boundary, fill in (("(a+)+$", "a"), ("", "--\r\n"), (" ", "-- \r\n"), ("=?utf-8?Q?b?=", "--b\r\n"), ("a" * 900, "--" + "a" * 899), ("--", "--"), ("\r\n", "\r\n"), ("-", "\n--"))},
    **{f"nested {kind}": nested(kind) for kind in ("multipart/mixed", "multipart/alternative", "multipart/report", "message/rfc822", "multipart/digest")},
    **{f"text of {first!r}, then of {then!r}": halves(first, then) for first, then in product(("Name: x\n", "Name: x\nBuild: a\n", "Lore: x\n", "x\n", "> x\n"), ("Deck: x\n", "キャラ：x\n", "【備考】x\n", "Build: 攻\nName: y\n", "> x\n", "a/b\n"))},
    **{f"text that counts {fill!r}": counted(fill) for fill in ("Name: {0}\nBuild: a\n", "Name: x\nBuild: {0}\n", "URL: {0}\n", "Flavour {0}: x\n", "label {0}: x\n", "【{0}】x\n", "攻響核/{0}\n", "{0}\n", "<a{0}@b.c> ", "http://{0} ")},
    **{f"a lore with {fill!r} below": body(fill, begin="Name: x\nBuild: Attack, Core\nLore: x\n\n") for fill in _FOOTER_FILLS},
    **{f"an attached {name} of {fill!r}": attached(name, fill) for name, fills in _FILE_FILLS.items() for fill in fills},
    **{f"a signature of {fill!r}": signed(fill) for fill in (b"0\x80", b"\x24\x80", b"\x04\x00", b"\xa0\x80\x04\x01a", b"\0\0", b"\x04\x84\0\0\0\1a")},
    "nested mails": lambda size: HEAD + _filled("Content-Type: message/rfc822\r\n\r\n", size),
    "nested quotes": body(">" * 1000 + "\n"),
    **{f"a report of {fill!r}": report(fill) for fill in _BOUNCE_FILLS},
    **{f"a bounce of {fill!r}": body(fill, "text/plain") for fill in _BOUNCE_TEXTS},
    **{f"a bounce of lines of {fill!r}": body(fill.strip() * (900 // len(fill.strip().encode() or b" ")) + "\n", "text/plain") for fill in _BOUNCE_TEXTS},
    **{f"a bounce by {sender} of {fill!r}": bounce(sender, fill) for sender, fill in product(("MAILER-DAEMON@example.com", "postmaster@yahoo.com", "postmaster@aol.com"), _BOUNCE_TEXTS)},
}
# fmt: on
"""By name, what is sent to us."""

TO: Final = {
    "plain": DESK.address,
    "secret": DESK.address.replace("@", f"+r-{make_token(DESK.key, 'reply', 1, 1)}@"),
    "secret of nobody": DESK.address.replace("@", "+r-" + "a" * 32 + "@"),
    "question": DESK.address.replace("@", f"+c-{make_token(DESK.key, 'confirm', 1)}@"),
    "question of nobody": DESK.address.replace("@", "+c-" + "a" * 32 + "@"),
    "report": DESK.address.replace("@", f"+b-{make_token(DESK.key, 'bounce', 1)}@"),
    "report of nobody": DESK.address.replace("@", "+b-" + "a" * 32 + "@"),
}
"""By kind, to whom: with a token that is ours, and with one that is not."""


def delivered(raw: bytes, to: str) -> bytes:
    """The mail as our mail server delivers it to this address."""
    return b"Delivered-To: " + to.encode() + b"\r\n" + raw


def slowest(
    size: int, kinds: tuple[str, ...] = tuple(TO), every: int = 1
) -> Iterator[tuple[float, str, str]]:
    """How many seconds of the processor each takes to read."""
    for name, hostile in islice(HOSTILE.items(), 0, None, every):
        for kind in kinds:
            raw = delivered(hostile(size), TO[kind])
            began = time.process_time()
            with suppress(NotAMail):
                read(raw[: 1024 * 1024], DESK, GAMES, len(raw))
            yield time.process_time() - began, name, kind


if __name__ == "__main__":
    size = int(sys.argv[1]) if sys.argv[1:] else 1024 * 1024 - 2000
    kinds = tuple(sys.argv[2:]) or ("plain", "report")
    found = sorted(slowest(size, kinds), reverse=True)
    lines = [f"{seconds:7.3f} s  to {kind}: {name}" for seconds, name, kind in found[:25]]
    used = sum(seconds for seconds, _, _ in found)
    lines.append(
        f"{len(HOSTILE)} mails read {len(found)} times: {used:.0f} s, the slowest {found[0][0]:.2f} s"
    )
    sys.stdout.write("\n".join(lines) + "\n")
