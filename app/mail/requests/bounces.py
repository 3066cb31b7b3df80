"""Mail servers' reports about our letters, sent to the address that each letter names for them.

That address is signed (see `routing.bounces_to`).
"""

import logging
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from email import message_from_bytes
from email.message import Message
from typing import Final

from flufl.bounce import all_failures

from app.league.people.tokens import read_token
from app.text.privacy import mask

MOST_BYTES: Final = 64 * 1024
"""The report comes first; behind it some servers send the letter back, with all that is attached."""
MOST_LINES: Final = 1000
MOST_IN_A_LINE: Final = 998
"""Bytes, as RFC 5322, 2.1.1 has it. Its detectors take steps as the square of a line."""
_MOST_WORDS: Final = 500

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

    RFC 3464 is read here, other forms of reports by flufl.bounce.
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
    return None


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
