"""Placeholders of the mails filled in from the letter that is answered."""

import email
import quopri
import re
from collections.abc import Callable
from email import policy
from email.header import Header
from email.message import EmailMessage, Message
from email.utils import parseaddr
from html import escape
from typing import Final

from tests.kept.world import text_of

_PLACE: Final = re.compile(r"\{\{([^{}]+)\}\}")
_BLANK: Final = re.compile(r"^game (\S+)\n(?:.+\n)*?key (\S+)\n(?:.+\n)*?end$", re.MULTILINE)
_POLICY: Final = policy.Compat32(mangle_from_=False, linesep="\r\n", max_line_length=None)


class Filling:
    """What the placeholders become: of the letter that is answered, and of the last turn letter, which has the blanks."""

    def __init__(self, letter: EmailMessage, turn: EmailMessage) -> None:
        self.letter = letter
        self.text = text_of(letter)
        self.blanks = [*_BLANK.finditer(text_of(turn))]
        self._told = 0

    def of(self, raw: bytes) -> bytes:
        """The mail with all placeholders filled in."""
        if b"{{" not in raw:
            return raw
        mail = email.message_from_bytes(raw, policy=_POLICY)
        for name, value in [*mail.items()]:
            if "{{" in str(value):
                said = _PLACE.sub(lambda at: self._become(at[1]), str(value))
                del mail[name]
                mail[name] = said if said.isascii() else Header(said, "utf-8").encode()
        for part in mail.walk():
            if part.get_content_maintype() == "text":
                self._fill_part(part)
        return mail.as_bytes(policy=_POLICY)

    def _fill_part(self, part: Message) -> None:
        way = str(part.get("Content-Transfer-Encoding", "7bit")).lower()
        charset = part.get_content_charset() or "utf-8"
        kept = part.get_payload(decode=True)
        if way == "base64" or not isinstance(kept, bytes) or b"{{" not in kept:
            return
        self._told = 0
        show: Callable[[str], str] = str
        if part.get_content_subtype() == "html":
            show = _in_html
        said = _PLACE.sub(
            lambda at: self._html() if at[1] == "letter:html" else show(self._become(at[1])),
            kept.decode(charset).replace("\r\n", "\n"),
        )
        filled = said.encode(charset, "replace")
        if way == "quoted-printable":
            filled = quopri.encodestring(filled)
        part.set_payload(filled.decode("ascii", "surrogateescape"))

    def _become(self, what: str) -> str:
        letter, (kind, *rest) = self.letter, what.split(":")
        name, address = parseaddr(str(letter["From"]))
        match kind, rest:
            case "reply-address", []:
                return str(letter["Reply-To"])
            case "letter-id", []:
                return str(letter["Message-ID"])
            case "letter-subject", []:
                return str(letter["Subject"])
            case "letter-from", []:
                return name or address
            case "to-name", []:
                return str(letter["To"])
            case "letter", []:
                return self.text
            case "letter", ["quoted"]:
                return _quoted(self.text)
            case "letter", ["html"]:
                return self._html()
            case "letter", ["to", number]:
                at = self.blanks[int(number) - 1].end() - len("end")
                said, self._told = self.text[self._told : at], at
                return _quoted(said.removesuffix("\n"))
            case "letter", ["rest"]:
                return _quoted(self.text[self._told :])
            case "blank", [number, "open"]:
                return self.blanks[int(number) - 1][0].removesuffix("\nend")
            case "blank", [_, "close"]:
                return "end"
            case "game", [number]:
                return self.blanks[int(number) - 1][1]
            case "key", [number]:
                return self.blanks[int(number) - 1][2]
        raise LookupError(what)

    def _html(self) -> str:
        part = self.letter.get_body(("html",))
        return str(part.get_content()) if part else _in_html(self.text)


def _quoted(text: str) -> str:
    return "\n".join(f"> {line}".rstrip() for line in text.split("\n"))


def _in_html(text: str) -> str:
    return escape(text, quote=False).replace("\n", "<br>\n")
