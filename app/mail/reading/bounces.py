"""Mail servers' reports about our letters, sent to the address that each letter names for them.

That address is signed (see `routing.bounces_to`).
"""

import logging
import re
import unicodedata
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from typing import Final

from flufl.bounce import all_failures

from app.league.people.tokens import read_token
from app.mail.inbox.html import text_of_html
from app.mail.inbox.parts import TooComplex
from app.mail.reading.automatic import is_reply
from app.text.charsets import Undecodable, decode_header, decode_text
from app.text.privacy import mask

MOST_BYTES: Final = 64 * 1024
"""The report comes first; behind it some servers send the letter back, with all that is attached."""
MOST_LINES: Final = 1000
MOST_IN_A_LINE: Final = 998
"""Bytes, as RFC 5322, 2.1.1 has it. Its detectors take steps as the square of a line."""
_MOST_WORDS: Final = 500

_NOBODY: Final = re.compile(r"\s*<\s*>\s*")
_LETTER: Final = re.compile(
    r"(?m)^.*飛脚 Hikyaku|^>*\s*(?:Return-Path|Received):|^\W*(?:original message|元のメッセージ)(?: headers?)?\W*$",
    re.IGNORECASE,
)
"""Where the mail begins that a report is about."""
_CODE: Final = re.compile(
    r"(?<![\w.:/-])([45])(?:\.\d{1,3}\.\d{1,3}(?![\w.])|[0-5]\d(?=[ \-:#;,)]))"
)
_FULL: Final = re.compile(
    r"(?:mail)?box (?:is )?(?:full|over)|over ?quota|quota exceeded|storage|(?:容量|サイズ).*(?:超|不足|いっぱい|一杯)|いっぱい|満杯|一杯"
    r"|temporar|try again|too busy|timed? ?out|一時的|しばらく",
    re.IGNORECASE,
)
_GONE: Final = re.compile(
    r"(?:unknown|no such|invalid|non-?existent|disabled|inactive) (?:\w+ ){0,2}(?:user|address|recipient|mail|account|domain)"
    r"|(?:user|recipient|address|account|domain|mailbox)\b.{0,40}\b(?:unknown|not (?:be )?found|(?:does ?n.t|not) exist|disabled|unavailable|closed|rejected)"
    r"|could ?n.t be found|was ?n.t found|permanent|存在しま|見つかりませ|見つからな|不明|見当たり|使われて|使用されて|解約|削除され|無効|受信拒否|拒否され",
    re.IGNORECASE,
)
_DELAYED: Final = re.compile(
    r"\bdelay|still (?:be(?:ing)? )?(?:try|retr)|not yet been|will (?:be )?(?:continue|keep|retr)|warning message only|do not need to resend"
    r"|遅延|遅れ|まだ(?:配|送|届)|再送(?:を試|信を)|再試行",
    re.IGNORECASE,
)
_AWAY: Final = re.compile(
    r"out of (?:the )?office|on (?:vacation|holiday|leave)|\baway\b|不在|休暇|休業|出張|自動(?:返信|応答)",
    re.IGNORECASE,
)

# It tells of each of its detectors, and prints a traceback where one trips over a strange mail.
logging.getLogger("flufl.bounce").setLevel(logging.CRITICAL + 1)


@dataclass(frozen=True, slots=True)
class Bounce:
    """The verdict of a report: whether trying again would help, and the other server's words."""

    is_permanent: bool
    why: str


def letter_of(token: str, key: bytes) -> int | None:
    """The letter that a report to this token is about; None if the token is not ours."""
    rows = read_token(key, "bounce", token)
    return rows[0] if rows else None


def read_bounce(raw: bytes) -> Bounce | None:
    """Whether the mail says that a letter failed; None for all others, as for one that is delayed.

    RFC 3464 is read here, other forms of reports by flufl.bounce. What is neither comes from a mail server all the same
    if nobody has sent it, unless it is an answer of a program: then its words decide, and in doubt trying again helps.
    """
    with suppress(
        RecursionError
    ):  # thousands of parts within each other: no report of a mail server
        message = message_from_bytes(_beginning(raw))
        recipients = list(_recipients(message))
        if recipients:
            return next(filter(None, map(_failure, recipients)), None)
        temporary, permanent = _failures(message)
        if temporary or permanent:
            return Bounce(bool(permanent), mask(_words(str(message["subject"] or ""))))
        if _NOBODY.fullmatch(str(message["return-path"] or "")):
            return _in_words(message)
    return None


def _in_words(message: Message) -> Bounce | None:
    """The failure that the text of a report tells."""
    headers = [(name.lower(), _decoded(str(value))) for name, value in message.raw_items()]
    if is_reply(headers):
        return None
    subject = next((value for name, value in headers if name == "subject"), "")
    text = _LETTER.split(unicodedata.normalize("NFKC", "\n".join(_texts(message))), maxsplit=1)[0]
    lines = [subject, *filter(str.strip, text.split("\n"))]
    for pattern in (_FULL, _CODE, _GONE):
        if line := next(filter(pattern.search, lines), None):
            found = pattern.search(line)
            is_permanent = pattern is _GONE or (pattern is _CODE and found and found[1] == "5")
            if not is_permanent and any(map(_DELAYED.search, lines)):
                return None
            return Bounce(bool(is_permanent), mask(_words(line)))
    if any(map(_DELAYED.search, lines)) or any(map(_AWAY.search, lines)):
        return None
    return Bounce(False, mask(_words(" ".join(lines[:2]))))


def _texts(message: Message) -> Iterator[str]:
    """The texts of a report, without the mail that it is about."""
    for part in message.walk():
        kind = part.get_content_type()
        if kind.startswith("message/"):
            return
        data = part.get_payload(decode=True)
        if kind.startswith("text/") and isinstance(data, bytes):
            with suppress(Undecodable, TooComplex):
                text = decode_text(data, part.get_content_charset())
                yield text_of_html(text) if kind == "text/html" else text


def _decoded(value: str) -> str:
    with suppress(Undecodable):
        return decode_header(value)
    return value


def _beginning(raw: bytes) -> bytes:
    """As much as a report needs, in lines as they may be."""
    lines = raw[:MOST_BYTES].splitlines()[:MOST_LINES]
    return b"\r\n".join(line[:MOST_IN_A_LINE] for line in lines)


def _failures(message: Message) -> tuple[frozenset[bytes], frozenset[bytes]]:
    """Recipients that failed for now, and for good. The detectors of flufl.bounce trip over mails that no server writes."""
    try:
        return all_failures(message)
    except Exception:
        return frozenset(), frozenset()


def _recipients(message: Message) -> Iterator[Message]:
    """The fields about each recipient in a report of the standard's form (RFC 3464, section 2.3)."""
    for part in message.walk():
        if part.get_content_type() == "message/delivery-status":
            blocks = part.get_payload()
            if isinstance(blocks, list):
                yield from (
                    block for block in blocks if isinstance(block, Message) and block["action"]
                )


def _failure(recipient: Message) -> Bounce | None:
    if str(recipient["action"]).strip().casefold() != "failed":
        return None
    status = str(recipient["status"] or "").strip()
    said = str(recipient["diagnostic-code"] or "").partition(";")[2]
    return Bounce(not status.startswith("4"), mask(_words(f"{status} {said}")))


def _words(text: str) -> str:
    return " ".join(text.replace("\0", "").split())[:_MOST_WORDS]
