"""The verdict of our own mail server on the sender of a mail (RFC 8601)."""

import re
from typing import Final

from app.mail.inbox.message import ReadMail

_PIECE: Final = re.compile(r"\"(?:[^\"\\]|\\.)*+\"?|[()]|[^\"()]+")
_DMARC_PASS: Final = re.compile(
    r"\s*dmarc\s*=\s*pass\b(?:.*?\bheader\.from\s*=\s*(\S+))?", re.IGNORECASE
)


def is_authentic(mail: ReadMail, server: str | None) -> bool:
    """Whether our server, which signs with this name, says that the mail is from the domain in its `From:`.

    Only its own field counts, the topmost one: others may be forged. Nothing that changes an entry rests
    on it, since a domain has many users.
    """
    if not server or not mail.from_address:
        return False
    domain = mail.from_address.rpartition("@")[2].casefold()
    for name, value in mail.headers:
        if name == "authentication-results":
            signed, *results = _bare(value).split(";")
            if signed.split()[:1] == [server]:
                found = next(filter(None, map(_DMARC_PASS.match, results)), None)
                return bool(found and (found[1] or domain).casefold() == domain)
    return False


def _bare(value: str) -> str:
    """The field without comments and quotes: in those the sender speaks."""
    kept, depth = "", 0
    for piece in _PIECE.findall(value):
        if piece in ("(", ")"):
            depth = max(0, depth + (1 if piece == "(" else -1))
        elif not depth and piece[0] != '"':
            kept += piece
    return kept
