"""The sender's own text, without quotes, signature and footers."""

import re
from collections.abc import Sequence
from functools import cache
from itertools import takewhile
from typing import NamedTuple

from app.errors import Problem
from app.i18n import LANGS, N_, translations
from app.mail.inbox.beside import beside
from app.mail.inbox.footers import FOOTERS, without_armour, without_footers
from app.mail.labels import label_of

_ORIGINAL = re.compile(
    r"\s*-{2,}\s*(original message|元のメッセージ|ursprüngliche nachricht|message d['’]origine|mensaje original|原始邮件|原始郵件)\s*-{2,}\s*",
    re.IGNORECASE,
)
_FROM = re.compile(r"\**\s*(From|差出人|送信者|Von|De|发件人|寄件者)\s*[:：]", re.IGNORECASE)
_SENT = re.compile(
    r"\**\s*(Sent|Date|送信日時|送信日|日時|日付|Gesendet|Datum|Envoyé|Enviado|发送时间|日期)\s*[:：]",
    re.IGNORECASE,
)
_RULE = re.compile(r"\s*_{10,}\s*")

_OURS = re.compile(r"[\s|:*#+-]*飛脚 Hikyaku( ― .*)?\s*")

_FORMS = (N_("A form to fill in"), N_("How to take part by mail"))
_QUOTED = "> \t\u3000|"
_MOST_LINES = 500

_DEVICE = re.compile(r"(iPhone|iPad|Android)\s*から送信")
_FORWARDED = re.compile(
    r"\s*-{2,}\s*(forwarded (message|mail)( from .{1,100})?|転送(された)?(メッセージ|メール)|weitergeleitete nachricht|message transféré|mensaje reenviado|转发的邮件|전달된 메시지)\s*-{2,}\s*"
    r"|\s*(begin forwarded message|転送された(メッセージ|メール)|anfang der weitergeleiteten nachricht|début du message (réexpédié|transféré))\s*[:：]\s*",
    re.IGNORECASE,
)
_END_OF_FORWARDED = re.compile(r"\s*-{2,}\s*end (of )?forwarded message\s*-{2,}\s*", re.IGNORECASE)
_SAID = re.compile(
    r"<[^<>\s@]+@[^<>\s@]+>|\b\d{4}[年/.-]\s?\d|\b\d{1,2}:\d\d|\b(wrote|writes)\b|(書きました|のメール|書かれました)"
)
_BEGAN = re.compile(r"\s*(On\b.*\d|\d{4}[年/.-]\s?\d)")
_LONGEST_INTRODUCTION = 3
_MOST_BLANK_LINES = 5


class OwnText(NamedTuple):
    """The sender's own text, and whether it was ended: then nothing after it counts, in no part.

    `echoes`: nothing is left of it but a letter of ours that stood there unquoted, as programs send it back. `doubts`:
    lines that equal some of that letter.
    `is_encrypted`: encrypted text stood in it, and was left out. `forwarded`: the mail that stands below it, if it is
    forwarded.
    """

    text: str
    is_ended: bool
    echoes: bool = False
    is_encrypted: bool = False
    forwarded: str = ""
    doubts: tuple[Problem, ...] = ()


def cut(text: str, name: str = "", letters: Sequence[str] = ()) -> OwnText:
    """The text without quoted lines and the line that introduces them, without signature and footers.

    A signature, an original message, and a letter of our own end it; `name` is the sender's, as it may stand in one.
    Of a mail that is nothing but a forwarded one, that is the text. A form of ours counts where it was filled in below
    or between what is quoted. Where one of these `letters` of ours stands there, all that is not in it is the sender's.
    """
    if found := beside(text.split("\n"), letters) if letters else None:
        above = cut("\n".join([*found.above, ">"]), name)
        below, _ = without_footers([*found.below], name)
        text = "\n".join([above.text.strip(), *found.among, *below]).strip("\n")
        is_echo = not (text.strip() or found.is_quoted)
        return OwnText(text, True, is_echo, above.is_encrypted, doubts=tuple(found.doubts))
    typed = _forwarded(text.split("\n"))
    lines, is_encrypted = without_armour(typed)
    end = next((at for at, line in enumerate(lines) if line and _is_end(lines, at)), len(lines))
    kept = _without_quotes(lines[:end])
    is_ours = end < len(lines) and _is_ours(lines, end)
    if is_ours:
        _drop_introduction(kept)
    kept = [line for line in kept if not _DEVICE.fullmatch(line.strip())]
    kept, is_signed = without_footers(kept, name)
    text = "\n".join(kept)
    if (form := _filled_in(lines)) and not any(map(label_of, kept)):
        return OwnText(f"{text.strip()}\n{form}".strip(), is_ended=True)
    is_ended = is_signed or end < len(lines)
    forwarded = "\n".join(forwarded_in(typed)[1])
    return OwnText(text, is_ended, is_ours and not text.strip(), is_encrypted, forwarded)


def _is_end(lines: list[str], at: int) -> bool:
    return lines[at] == "-- " or _is_ours(lines, at) or _is_header(lines, at)


def forwarded_in(lines: list[str]) -> tuple[int, list[str]]:
    """Where a forwarded mail begins, and its lines below its header; none where no mail is forwarded.

    Some programs set off what they forward as they do what they answer: then it is a mail with labels in it. A letter
    of ours is none.
    """
    at = next((at for at, line in enumerate(lines) if line and _is_header(lines, at)), len(lines))
    below = lines[at + 1 :]
    if all(line.startswith(">") for line in below if line.strip()):
        below = [line.removeprefix(">").removeprefix(" ") for line in below]  # as phones forward
    header = next((at for at, line in enumerate(below) if line.strip()), 0)
    end = next((at for at in range(header, len(below)) if not below[at].strip()), len(below))
    told = [*takewhile(lambda line: not _END_OF_FORWARDED.fullmatch(line), below[end:])]
    bare = [line.strip(_QUOTED) for line in told]
    is_letter = any(_is_ours(bare, at) for at in range(len(bare)))
    is_clear = at < len(lines) and _FORWARDED.fullmatch(lines[at])
    if is_letter or not (is_clear or any(map(label_of, told))):
        return len(lines), []
    return at, told


def _is_header(lines: list[str], at: int) -> bool:
    """Whether a mail that is answered or forwarded begins here."""
    if _ORIGINAL.fullmatch(lines[at]) or _FORWARDED.fullmatch(lines[at]):
        return True
    return _is_original(lines, at + 1 if _RULE.fullmatch(lines[at]) else at)


def _forwarded(lines: list[str]) -> list[str]:
    """The lines of the mail that is forwarded without a word; else all lines."""
    at, told = forwarded_in(lines)
    if not told or any(line.strip() and not FOOTERS.is_footer(line) for line in lines[:at]):
        return lines
    return _forwarded(told)


def _is_ours(lines: list[str], at: int) -> bool:
    """Whether a letter of our own begins here, as text, or as HTML with its seal."""
    return _OURS.fullmatch(lines[at]) is not None or (
        lines[at].strip() == "飛" and at + 1 < len(lines) and lines[at + 1].strip() == "脚"
    )


def _filled_in(lines: list[str]) -> str:
    """The lines written into a form of ours, quoted or not; none if it was left empty."""
    bare = [line.strip(_QUOTED) for line in lines]
    title = next((at for at, line in enumerate(bare) if line in _titles()), len(bare))
    if not any(_is_ours(bare, at) for at in range(max(title - 3, 0), title)):
        return _filled_in_quote(lines)
    below = bare[title : title + _MOST_LINES]
    form = list(takewhile(lambda line: not line.startswith("■"), below))
    first = next((at for at, line in enumerate(form) if label_of(line)), len(form))
    is_filled = any(
        label.rest.strip() if (label := label_of(line)) else line for line in form[first:]
    )
    return "\n".join(form[first:]) if is_filled else ""


@cache
def _titles() -> frozenset[str]:
    return frozenset(translations(lang).gettext(title) for title in _FORMS for lang in LANGS)


def _filled_in_quote(lines: list[str]) -> str:
    """The quoted lines that were filled in behind their labels: name and build are there, and another was left empty."""
    quoted = [line.strip(_QUOTED) for line in lines if line.startswith(">")][:_MOST_LINES]
    labels = {at: label for at, line in enumerate(quoted) if (label := label_of(line))}
    filled = {label.field for label in labels.values() if label.rest.strip()}
    is_form = {"name", "build"} <= filled and len(filled) < len(
        {each.field for each in labels.values()}
    )
    if not is_form or any(_is_ours(quoted, at) for at in range(len(quoted))):
        return ""
    return "\n".join(quoted[min(labels) : max(labels) + 1])


def _is_original(lines: list[str], at: int) -> bool:
    """Whether a mail's header stands here, as Outlook puts it above the mail that is answered."""
    return (
        at < len(lines)
        and _FROM.match(lines[at]) is not None
        and any(_SENT.match(line) for line in lines[at + 1 : at + 3])
    )


def _without_quotes(lines: list[str]) -> list[str]:
    """The lines that are not quoted, and the labels of a quoted form below which something was written."""
    kept: list[str] = []
    asked: str | None = None
    is_quoted = False
    for line in lines:
        if line.startswith(">"):
            if not is_quoted:
                _drop_introduction(kept)
            if bare := line.strip(_QUOTED):
                label = label_of(bare)
                asked = line if label and not label.rest.strip() else None
        elif line.strip():
            if asked:
                kept.append(asked)
            asked = None
            kept.append(line)
        else:
            kept.append(line)
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
