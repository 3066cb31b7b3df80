"""Mail that nobody sends in good faith: no fault of ours, no mountain of memory, and an answer where one is due."""

import base64
import gzip
import io
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

import pytest
from hypothesis import given, strategies as st

from app.errors import BuildUnreadable
from app.games import ruleset, slugs
from app.mail.inbox.arrivals import MOST_BYTES
from app.mail.inbox.message import MAX_BYTES, NotAMail, ReadMail, read_mail
from app.mail.inbox.own_text import cut
from app.mail.reading.automatic import automatic
from app.mail.reading.form.card_words import card_words
from app.mail.reading.form.entry_form import read_fields
from app.mail.reading.request import request_of
from app.store.database import Database
from app.store.tables import MailAction
from app.text.charsets import Undecodable, decode_header, decode_text
from tests.mail.test_corpus import FOLDER, LABELS
from tests.support.posting import Postman, open_cup
from tests.support.tables import by_row

MOST_MEMORY = 100 * 1024 * 1024
CORPUS = [(FOLDER / name).read_bytes() for name in LABELS]
HEAD = b"From: a@example.com\r\nTo: play@hikyaku.example\r\nSubject: entry\r\nMessage-ID: <h@x>\r\nMIME-Version: 1.0\r\n"
CHARSETS = ["utf-8", "iso-2022-jp", "shift_jis", "euc-jp", "utf-16", "us-ascii", "x-unknown", ""]


def through(raw: bytes) -> ReadMail | None:
    """Everything that is done with a mail before anybody's entry is touched."""
    try:
        mail = read_mail(raw)
    except NotAMail:
        return None
    automatic(mail.headers)
    cards = [card for slug in slugs() for card in ruleset(slug).cards]
    form = read_fields(mail.text, cards)
    request_of(mail, form)
    for slug in slugs():
        read_build(slug, form.build_text or "")
    return mail


def read_build(slug: str, text: str) -> None:
    """It is read, or refused as every unreadable build is."""
    game = ruleset(slug)
    with suppress(BuildUnreadable):
        game.read_build(card_words(text, game.cards))


# --- drawn ---------------------------------------------------------------------------------------------


@given(st.binary(max_size=4000))
def test_any_bytes(raw: bytes) -> None:
    through(raw)


@given(st.sampled_from(CHARSETS), st.binary(max_size=2000), st.sampled_from(["7bit", "base64", "quoted-printable", "x"]))  # fmt: skip
def test_any_body(charset: str, body: bytes, encoding: str) -> None:
    kind = (
        f"Content-Type: text/plain; charset={charset}\r\nContent-Transfer-Encoding: {encoding}\r\n"
    )
    assert through(HEAD + kind.encode() + b"\r\n" + body)


@given(st.sampled_from(CORPUS), st.data())
def test_any_mail_of_the_corpus_with_something_broken_in_it(
    raw: bytes, data: st.DataObject
) -> None:
    at = data.draw(st.integers(0, len(raw)))
    end = data.draw(st.integers(at, min(len(raw), at + 200)))
    through(raw[:at] + data.draw(st.binary(max_size=40)) + raw[end:])


@given(st.binary(max_size=500), st.sampled_from(CHARSETS))
def test_the_decoder_gives_text_or_refuses(data: bytes, charset: str) -> None:
    try:
        text = decode_text(data, charset or None)
    except Undecodable:
        return
    text.encode("utf-8")
    assert "\ufffd" not in text or b"\xef\xbf\xbd" in data or charset.startswith("utf-16")


@given(st.text(max_size=500))
def test_the_decoder_of_headers_gives_text_or_refuses(text: str) -> None:
    with suppress(Undecodable):
        decode_header(text.encode("utf-8", "replace"))


LINES = st.sampled_from(
    ["", "> x", ">", "-- ", "--", "On Sat, 21 Nov 2026, x wrote:", "飛脚 Hikyaku ― 杯", "飛", "脚", "From: x", "Sent: y", "差出人: x",
     "送信日時: y", "-----Original Message-----", "---------- Forwarded message ---------", "________________", "名前: x", "構成: 攻",
     "☆★☆★☆★☆★☆", "a@b.example", "iPhoneから送信", "check", "はい", "text"]
)  # fmt: skip


@given(st.lists(st.one_of(LINES, st.text(max_size=40)), max_size=60))
def test_the_cutter_adds_nothing(lines: list[str]) -> None:
    text = "\n".join(lines)
    own = cut(text)

    assert set(own.text.split("\n")) <= {*text.split("\n"), ""}
    assert not (own.echoes and own.text.strip())


@given(st.sampled_from(slugs()), st.text(max_size=300))
def test_a_build_is_read_or_refused(slug: str, text: str) -> None:
    read_build(slug, text)


# --- built ---------------------------------------------------------------------------------------------


def nested(depth: int) -> bytes:
    parts = b"".join(
        b"--b%d\r\nContent-Type: multipart/mixed; boundary=b%d\r\n\r\n" % (n, n + 1)
        for n in range(depth)
    )
    return HEAD + b"Content-Type: multipart/mixed; boundary=b0\r\n\r\n" + parts


def zip_bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("entry.txt", bytes(64 * 1024 * 1024))
    return packed.getvalue()


def attached(content: bytes, kind: str, more: str = "") -> bytes:
    return (
        HEAD
        + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\n"
        + f"Content-Type: {kind}\r\nContent-Transfer-Encoding: base64\r\n{more}\r\n".encode()
        + base64.encodebytes(content)
        + b"\r\n--b--\r\n"
    )


def typed(text: bytes, kind: bytes = b"text/plain; charset=utf-8") -> bytes:
    return HEAD + b"Content-Type: " + kind + b"\r\n\r\n" + text


ROOM = MAX_BYTES - 1000


@cache
def hostile() -> dict[str, bytes]:
    """Mails by what is hostile in them."""
    return {
        "2,000 nested parts": nested(2000),
        "20,000 nested parts": nested(20_000),
        "30,000 flat parts": HEAD + b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 30_000,
        "nested mails": HEAD + b"Content-Type: message/rfc822\r\n\r\n" * 2000,
        "a zip bomb": attached(zip_bomb(), "application/zip; name=a.zip"),
        "a zip bomb that says it is text": attached(zip_bomb(), "text/plain; charset=utf-8"),
        "a gzip bomb as encoding": attached(gzip.compress(bytes(64 * 1024 * 1024)), "text/plain", "Content-Encoding: gzip\r\n"),
        "one line of a megabyte": typed(b"x" * ROOM),
        "a megabyte of short lines": typed(b"x\n" * (ROOM // 2)),
        "a megabyte of quotes": typed(b"> \n" * (ROOM // 3)),
        "a megabyte of introductions": typed(b"On 2026/1/1 x wrote:\n" * (ROOM // 21)),
        "a megabyte of frames": typed("☆★☆★☆★☆★☆★\n".encode() * (ROOM // 34)),
        "a megabyte of labels": typed(b"Name: x\n" * (ROOM // 8)),
        "a megabyte of brackets": typed("【".encode() * (ROOM // 3)),
        "a megabyte of slashes": typed(b"/" * ROOM),
        "a megabyte of escapes": typed(b"\x1b$B" * (ROOM // 3), b"text/plain; charset=iso-2022-jp"),
        "a megabyte of accents": typed(b"a" + "\u0301".encode() * (ROOM // 2)),
        "a megabyte of a build": typed(b"Name: x\nBuild: " + b"Attack, " * (ROOM // 8)),
        "a megabyte of one card": typed(b"Name: x\nBuild: " + "攻".encode() * (ROOM // 3)),
        "deep HTML": typed(b"<div>" * (ROOM // 5), b"text/html; charset=utf-8"),
        "HTML of attributes": typed(b"<p " + b"a=b " * (ROOM // 4) + b">", b"text/html; charset=utf-8"),
        "a megabyte of header": HEAD + b"X-A: b\r\n" * (ROOM // 8) + b"\r\nx",
        "a folded header of a megabyte": HEAD + b"X-A: b\r\n" + b" c\r\n" * (ROOM // 4) + b"\r\nx",
        "a megabyte of encoded words": HEAD + b"X-B: " + b"=?utf-8?B?4pyT?= " * (ROOM // 17) + b"\r\n\r\nx",
        "a megabyte of addresses": HEAD + b"Cc: " + b"a@b.c, " * (ROOM // 7) + b"\r\n\r\nx",
        "a megabyte of comments": HEAD + b"Cc: " + b"(" * ROOM + b"\r\n\r\nx",
        "a boundary of regular expressions": HEAD + b'Content-Type: multipart/mixed; boundary="(a+)+$"\r\n\r\n' + b"--" + b"a" * 60_000,
        "a megabyte of parameters": HEAD + b"Content-Type: text/plain" + b"; a*0=b" * (ROOM // 7) + b"\r\n\r\nx",
        "ten megabytes": typed(b"x" * MOST_BYTES),
    }  # fmt: skip


def memory(name: str) -> int:
    """How many bytes of it this process has (`VmRSS`), or has had at most since it asked anew (`VmHWM`)."""
    lines = Path("/proc/self/status").read_text().splitlines()
    (kilobytes,) = [line.split()[1] for line in lines if line.startswith(name)]
    return int(kilobytes) * 1024


def mountains() -> Iterator[str]:
    """The mails that take too much memory, with how much that is."""
    through(typed(b"Name: x\nBuild: Attack\n"))
    for what, raw in hostile().items():
        Path("/proc/self/clear_refs").write_text("5")
        before = memory("VmRSS")
        through(raw)
        if (taken := memory("VmHWM") - before) > MOST_MEMORY:
            yield f"{what}: {taken}"


def test_hostile_mail_takes_no_mountain_of_memory() -> None:
    """In a process of its own, which has no memory left over from other tests to hide them in."""
    code = "from tests.mail.inbox.test_hostile import mountains; print(*mountains(), sep='\\n', end='')"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)

    assert (done.returncode, done.stdout) == (0, ""), done.stderr


def test_no_kind_of_mail_takes_long_to_read() -> None:
    """One in 21 of them, as mails and as reports, in less of the processor than one would need that takes steps as its square.

    `python -m tests.support.hostile` says which take longest, and how long.
    """
    limited = (
        "import resource; resource.setrlimit(resource.RLIMIT_CPU, (16, 16))\n"
        "from tests.support.hostile import HOSTILE, slowest\n"
        "print(len(HOSTILE), sum(1 for _ in slowest(8_000, ('plain', 'report'), every=21)))"
    )
    done = subprocess.run(
        [sys.executable, "-c", limited], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    mails, readings = map(int, done.stdout.split())
    assert mails > 1_500
    assert readings >= 2 * 78


@by_row("fill", ["/a\\n", "x, ", "攻", "攻\\n", "# ", "[a]"])
def test_a_build_without_end_is_refused_soon(fill: str) -> None:
    """Also where it begins with a build that could play."""
    for slug in slugs():
        game = ruleset(slug)
        text = card_words("攻響核\n" + fill.replace("\\n", "\n") * 20_000, game.cards)
        with pytest.raises(BuildUnreadable) as refusal:
            game.read_build(text)
        assert len(refusal.value.problems) < 5_000


def test_hostile_mail_is_answered_and_enters_nothing(database: Database) -> None:
    open_cup(database)
    postman = Postman(database)
    actions = {
        what: postman.bring(raw.replace(b"a@example.com", b"a%d@example.com" % number)).action
        for number, (what, raw) in enumerate(hostile().items())
    }

    assert set(actions.values()) <= {MailAction.PROBLEMS, MailAction.ANSWERED, MailAction.IGNORED}
    assert postman.builds() == {}
