"""The sender's own text, without quotes, signature and footers."""

import re
from collections.abc import Iterator
from contextlib import suppress
from itertools import takewhile
from typing import NamedTuple

from app.i18n import LANGS, N_, translations
from app.letters.untaken import Untaken, is_armoured, named
from app.mail.inbox.charsets import Undecodable, decode_text
from app.mail.inbox.html import text_of_html
from app.mail.inbox.mime_fields import shown
from app.mail.inbox.parts import Part, split_headers
from app.mail.labels import label_of
from app.text.characters import tidy

_ORIGINAL = re.compile(r"\s*-{2,}\s*(original message|元のメッセージ)\s*-{2,}\s*", re.IGNORECASE)
_FROM = re.compile(r"\**\s*(From|差出人|送信者)\s*[:：]", re.IGNORECASE)
_SENT = re.compile(r"\**\s*(Sent|Date|送信日時|送信日|日時|日付)\s*[:：]", re.IGNORECASE)
_RULE = re.compile(r"\s*_{10,}\s*")

_OURS = re.compile(r"[\s|:*#+-]*飛脚 Hikyaku( ― .*)?\s*")

_FORMS = (N_("A form to fill in"), N_("How to take part by mail"))
_QUOTED = "> \t\u3000|"
_MOST_LINES = 500

_DEVICE = re.compile(r"(iPhone|iPad|Android)\s*から送信")
_FOOTER = re.compile(
    r"Sent (from|via|with) \S.{0,60}|Get Outlook for .{1,60}|Outlook for .{1,20} を入手(する)?"
    r"|.{0,20}(iPhone|iPad|Android|Xperia|Galaxy|AQUOS|arrows|Pixel|スマートフォン|スマホ|携帯(電話)?|ケータイ|ドコモ|docomo"
    r"|\bau|SoftBank|ソフトバンク|Y!mobile|Yahoo!メール|Outlook).{0,20}(から|より)送信(しました|されました|しています)?[。.]?",
    re.IGNORECASE,
)
_FORWARDED = re.compile(
    r"\s*-{2,}\s*(forwarded message|転送(された)?(メッセージ|メール))\s*-{2,}\s*|\s*(begin forwarded message|転送されたメッセージ)\s*[:：]\s*",
    re.IGNORECASE,
)
_FRAME = re.compile(r"\s*([-=_~*+#─━═＝―☆★※◇◆■□・。.])(?:\s?[-=_~*+#─━═＝―☆★※◇◆■□・。.]){7,}\s*")
_CONTACT = re.compile(r"[^\s@]@[^\s@]|\b(tel|mobile|e-?mail|https?)\b|電話|携帯|〒", re.IGNORECASE)
_LONGEST_SIGNATURE = 15

_SAID = re.compile(
    r"<[^<>\s@]+@[^<>\s@]+>|\b\d{4}[年/.-]\s?\d|\b\d{1,2}:\d\d|\b(wrote|writes)\b|(書きました|のメール|書かれました)"
)
_BEGAN = re.compile(r"\s*(On\b.*\d|\d{4}[年/.-]\s?\d)")
_LONGEST_INTRODUCTION = 3
_MOST_BLANK_LINES = 5


class Own(NamedTuple):
    """The sender's own text, and whether it was ended: then nothing after it counts, in no part.

    `echoes`: nothing is left of it but a letter of ours that stood there unquoted, as programs send it back.
    """

    text: str
    is_ended: bool
    echoes: bool = False


def cut(text: str) -> Own:
    """The text without quoted lines and the line that introduces them, without footers of phones.

    A signature, an original message, and a letter of our own end it. Of a mail that is nothing but a forwarded one,
    that is the text. A form of ours counts where it was filled in below or between what is quoted.
    """
    lines = _forwarded(text.split("\n"))
    end = next((at for at, line in enumerate(lines) if line and _is_end(lines, at)), len(lines))
    kept = _without_quotes(lines[:end])
    if end < len(lines) and _is_ours(lines, end):
        _drop_introduction(kept)
    text = "\n".join(_without_footers(kept))
    if (form := _filled_in(lines)) and not any(map(label_of, kept)):
        return Own(f"{text.strip()}\n{form}".strip(), is_ended=True)
    return Own(
        text, end < len(lines), end < len(lines) and _is_ours(lines, end) and not text.strip()
    )


def _is_end(lines: list[str], at: int) -> bool:
    line = lines[at]
    if _ORIGINAL.fullmatch(line) or _FORWARDED.fullmatch(line):
        return True
    if _is_ours(lines, at) or _is_signature(lines, at):
        return True
    return _is_original(lines, at + 1 if _RULE.fullmatch(line) else at)


def _forwarded(lines: list[str]) -> list[str]:
    """The lines of the mail that is forwarded without a word; else all lines."""
    first = next((at for at, line in enumerate(lines) if line.strip()), 0)
    if not _FORWARDED.fullmatch(lines[first]):
        return lines
    if all(line.startswith(">") for line in lines[first + 1 :] if line.strip()):
        lines = [line.removeprefix(">").removeprefix(" ") for line in lines]  # as phones forward
    header = first + 1
    while header < len(lines) and not lines[header].strip():
        header += 1
    blank = next((at for at in range(header, len(lines)) if not lines[at].strip()), len(lines))
    return lines[blank:]


def _is_signature(lines: list[str], at: int) -> bool:
    """Whether a signature begins here: below `-- `, or below a frame at the end, with an address in it."""
    if lines[at] == "-- ":
        return True
    if len(lines) - at > _LONGEST_SIGNATURE or not _FRAME.fullmatch(lines[at]):
        return False
    below = lines[at + 1 :]
    labels = filter(None, map(label_of, below))
    return any(map(_CONTACT.search, below)) and all(label.field == "url" for label in labels)


def _is_ours(lines: list[str], at: int) -> bool:
    """Whether a letter of our own begins here, as text, or as HTML with its seal."""
    return _OURS.fullmatch(lines[at]) is not None or (
        lines[at].strip() == "飛" and at + 1 < len(lines) and lines[at + 1].strip() == "脚"
    )


def _filled_in(lines: list[str]) -> str:
    """The lines written into a form of ours, quoted or not; none if it was left empty."""
    bare = [line.strip(_QUOTED) for line in lines]
    titles = {translations(lang).gettext(title) for title in _FORMS for lang in LANGS}
    title = next((at for at, line in enumerate(bare) if line in titles), len(bare))
    if not any(_is_ours(bare, at) for at in range(max(title - 3, 0), title)):
        return ""
    below = bare[title : title + _MOST_LINES]
    form = list(takewhile(lambda line: not line.startswith("■"), below))
    first = next((at for at, line in enumerate(form) if label_of(line)), len(form))
    is_filled = any(label.rest.strip() for line in form if (label := label_of(line)))
    return "\n".join(form[first:]) if is_filled else ""


def _is_original(lines: list[str], at: int) -> bool:
    """Whether a mail's header stands here, as Outlook puts it above the mail that is answered."""
    return (
        at < len(lines)
        and _FROM.match(lines[at]) is not None
        and any(_SENT.match(line) for line in lines[at + 1 : at + 3])
    )


def _without_quotes(lines: list[str]) -> list[str]:
    kept: list[str] = []
    is_quoted = False
    for line in lines:
        if not line.startswith(">"):
            kept.append(line)
        elif not is_quoted:
            _drop_introduction(kept)
        is_quoted = line.startswith(">")
    return kept


def _drop_introduction(kept: list[str]) -> None:
    """Take away the last line if it introduces what follows; some programs wrap it.

    It does if it ends with a colon right above it. Above blank lines it has to say who wrote, or when.
    """
    end = len(kept)
    while end and len(kept) - end < _MOST_BLANK_LINES and not kept[end - 1].strip():
        end -= 1
    if not end or not kept[end - 1].rstrip().endswith((":", "：")) or label_of(kept[end - 1]):
        return
    for length in range(_LONGEST_INTRODUCTION, 0, -1):
        lines = kept[max(end - length, 0) : end]
        is_whole = length == 1 or (_BEGAN.match(lines[0]) and all(line.strip() for line in lines))
        if is_whole and _SAID.search(" ".join(lines)):
            del kept[end - len(lines) :]
            return
    if end == len(kept):
        kept.pop()


def _without_footers(lines: list[str]) -> list[str]:
    kept = [line for line in lines if not _DEVICE.fullmatch(line.strip())]
    has_footer = False
    while kept and (
        not kept[-1].strip()
        or _FOOTER.fullmatch(kept[-1].strip())
        or (has_footer and _FRAME.fullmatch(kept[-1]))
    ):
        has_footer = bool(kept.pop().strip()) or has_footer
    return kept


_NOTHING = Own("", is_ended=False)
_NO_PROSE = frozenset(
    f"text/{kind}"
    for kind in (
        "calendar",
        "css",
        "csv",
        "directory",
        "javascript",
        "rfc822-headers",
        "vcard",
        "x-amp-html",
        "x-vcard",
        "xml",
    )
)
"""Kinds of text that programs read. All others are read as plain text, whatever they are called."""
_FILES = frozenset(
    f"text/{kind}" for kind in ("calendar", "csv", "directory", "vcard", "x-vcard", "xml")
)
"""Those of them that a sender attaches."""
_ENCRYPTED = (
    "application/pgp-encrypted",
    "application/pkcs7-mime",
    "application/x-pkcs7-mime",
)
_SIGNATURES = (
    "application/pgp-keys",
    "application/pgp-signature",
    "application/pkcs7-signature",
    "application/x-pkcs7-signature",
)
_ORDER = {"text/plain": 0, "text/html": 1}
_MOST_ATTACHED = 64 * 1024


def own_text(part: Part) -> tuple[Own, list[Untaken]]:
    """The plain text of this part, or its HTML if that is blank; several inline texts in a row.

    Attachments and pictures are no text, but for an entry that was attached as one and nothing beside it. They are
    told beside it, as is what cannot be read. Raises `Undecodable` where a text fits no encoding and has no other
    form.
    """
    own = _inline(part)
    entry: Part | None = None
    if not (own.text.strip() or own.echoes):
        for leaf in _leaves(part):
            if attached := _attached_entry(leaf):
                own, entry = attached, leaf
                break
    found = [_untaken(leaf) for leaf in _leaves(part) if leaf is not entry]
    if is_armoured(own.text):
        found.append(named("encrypted"))
    return own, list(dict.fromkeys(filter(None, found)))


def _leaves(part: Part) -> Iterator[Part]:
    if not part.parts:
        yield part
    for each in part.parts:
        yield from _leaves(each)


def _untaken(leaf: Part) -> Untaken | None:
    """The kind of this part, if it is not read as text."""
    kind, name = leaf.kind, leaf.name
    if kind in _ENCRYPTED or name.lower() in ("smime.p7m", "encrypted.asc"):
        return named("encrypted")
    if kind in _SIGNATURES or name.lower().endswith((".p7s", ".sig")):
        return None
    if kind == "application/ms-tnef" or name.lower() == "winmail.dat":
        return named("winmail", name or "winmail.dat")
    if kind.startswith("image/"):
        return named("picture", name)
    if kind.startswith("message/"):
        return named("mail", name or _subject_in(leaf.data))
    is_text = kind.startswith("text/") and kind not in _FILES
    if is_text and not leaf.is_attachment:
        return None
    return named("attachment", name or ("" if kind == "application/octet-stream" else kind))


def _subject_in(raw: bytes) -> str:
    headers, _ = split_headers(raw[:_MOST_ATTACHED])
    return shown((headers.first("subject") or b"").decode("latin-1"))


def _attached_entry(part: Part) -> Own | None:
    """Its text, if it is an attachment that begins a build."""
    if part.is_attachment and part.kind == "text/plain" and len(part.data) <= _MOST_ATTACHED:
        with suppress(Undecodable):
            text = tidy(decode_text(part.data, part.charset))
            labels = filter(None, map(label_of, text.split("\n")))
            if any(label.field == "build" for label in labels):
                return cut(text)
    return None


def _inline(part: Part) -> Own:
    if part.is_attachment:
        return _NOTHING
    if part.kind == "multipart/alternative":
        return _first_of(part.parts)
    if part.parts:
        return _all_of(part.parts)
    if part.kind == "text/plain":
        own = cut(tidy(decode_text(part.data, part.charset)))
        return own._replace(text=_unflowed(own.text, part.drops_spaces)) if part.is_flowed else own
    if part.kind == "text/html":
        return cut(tidy(text_of_html(decode_text(part.data, part.charset))))
    if part.kind.startswith("text/") and part.kind not in _NO_PROSE:
        return cut(tidy(decode_text(part.data, part.charset)))
    return _NOTHING


def _first_of(forms: tuple[Part, ...]) -> Own:
    """The first alternative that is not blank: plain text before HTML, and that before all others."""
    fault: Undecodable | None = None
    for form in sorted(forms, key=lambda form: _ORDER.get(form.kind, 2)):
        try:
            own = _inline(form)
        except Undecodable as undecodable:
            fault = undecodable
        else:
            if own.text.strip() or own.echoes:
                return own
    if fault:
        raise fault
    return _NOTHING


def _all_of(parts: tuple[Part, ...]) -> Own:
    """One text after the other, until a signature or an original message ends them all."""
    texts = []
    own = _NOTHING
    for part in parts:
        own = _inline(part)
        texts.append(own.text)
        if own.is_ended:
            break
    text = "\n".join(text for text in texts if text)
    return Own(text, own.is_ended, own.echoes and not text.strip())


def _unflowed(text: str, drops_spaces: bool) -> str:
    """The text with the lines joined that format=flowed has divided (RFC 3676)."""
    joined: list[str] = []
    for line in text.split("\n"):
        typed = line.removeprefix(" ")
        if not typed.endswith(" "):
            joined.append(typed + "\n")
        else:
            joined.append(typed[:-1] if drops_spaces else typed)
    return "".join(joined).removesuffix("\n")
