"""Names and addresses in header fields, also those that the standard library refuses."""

import re
import unicodedata
from dataclasses import dataclass

from app.text.characters import one_line
from app.text.charsets import Undecodable, decode_text, decode_words

# An unclosed quote or comment ends with the field, so that no part of it is looked at twice.
_TOKEN = re.compile(r'"((?:[^"\\]|\\.)*)"?|<([^<>]*)>?|\(([^()]*)\)?|([,;])|([^"<(,;]+)', re.DOTALL)
_PIECE = re.compile(r'"(?:[^"\\]|\\.)*+"?|[()]|[^"()]+', re.DOTALL)
_AROUND_AT = re.compile(r"\s+@\s*|@\s+")
_QUOTED_PAIR = re.compile(r"\\(.)", re.DOTALL)
_QUOTED_LOCAL_PART = re.compile(r'"([^\s"\\<>()@,:;]+)"@')
# Dots may stand anywhere before the @: phones in Japan have had such addresses for twenty years.
_ADDRESS = re.compile(r'[^\s<>()@,:;"\\\x00-\x20\x7f]{1,64}@[^\s<>()@,:;"\\\x00-\x20\x7f]{1,253}')
_LONGEST = 254


@dataclass(frozen=True, slots=True)
class _Mailbox:
    """An address, and the name of its owner if one was written beside it."""

    address: str
    name: str | None = None


def mailboxes(raw: bytes) -> list[_Mailbox]:
    """All addresses of a From, To or Reply-To field; anything else in it is left out."""
    found = [_Draft()]
    for token in _TOKEN.finditer(_without_inner_comments(_as_text(raw))):
        if token.lastindex == 4:
            found.append(_Draft())
        else:
            found[-1].add(token)
    return [box for draft in found if (box := draft.mailbox())]


def _without_inner_comments(text: str) -> str:
    """The text with comments of one level: in a comment may stand others (RFC 5322, section 3.2.2)."""
    if "(" not in text:
        return text
    kept: list[str] = []
    depth = 0
    for piece in _PIECE.findall(text):
        if piece == "(":
            depth += 1
            kept.append("(" if depth == 1 else " ")
        elif piece == ")" and depth:
            depth -= 1
            kept.append(" " if depth else ")")
        else:
            kept.append(piece)
    return "".join(kept)


class _Draft:
    """An address as far as it has been read."""

    def __init__(self) -> None:
        self.typed = ""
        self.phrase = ""
        self.angle: str | None = None
        self.comment = ""

    def add(self, token: re.Match[str]) -> None:
        match token.lastindex:
            case 2:
                self.angle = token[2]
            case 3:
                self.comment = token[3]
            case kind:
                self.typed += token[0]
                self.phrase += _QUOTED_PAIR.sub(r"\1", token[1]) if kind == 1 else token[0]

    def mailbox(self) -> _Mailbox | None:
        # Above the address may stand the name of a group, a route (RFC 5321, appendix C) or `mailto:`.
        bare = (self.angle if self.angle is not None else self.typed).rpartition(":")[2]
        address = _QUOTED_LOCAL_PART.sub(r"\1@", _AROUND_AT.sub("@", bare.strip()))
        # In the form in which addresses are compared a single character may become eighteen.
        compared = unicodedata.normalize("NFKC", address).casefold()
        if not _ADDRESS.fullmatch(address) or max(len(address), len(compared)) > _LONGEST:
            return None
        local, _, domain = address.rpartition("@")
        name = _name((self.phrase if self.angle is not None else "") or self.comment)
        return _Mailbox(f"{local}@{domain.lower()}", None if name == address else name)


def _name(text: str) -> str | None:
    try:
        return one_line(decode_words(text.strip())) or None
    except Undecodable:
        return None


def _as_text(raw: bytes) -> str:
    try:
        return decode_text(raw, None)
    except Undecodable:
        return raw.decode("ascii", "replace")
