"""Text as it is kept: one kind of line end, one way to write a letter, nothing that breaks a line or a table."""

import re
import unicodedata

from app.engine.typed import hidden_in

_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_MAYBE_MARKS = re.compile("[^\\w\\s\x00-\u02ff]{31,}")
_MOST_MARKS = 30
# Whoever reads a name or an address refuses it long before.
_LONGEST_LINE = 2000


def tidy(text: str) -> str:
    """The text in NFC with LF between its lines and without control characters; otherwise as typed."""
    return nfc(_CONTROLS.sub("", _LINE_ENDS.sub("\n", text)))


def one_line(text: str) -> str:
    """The same for what must be one line, such as a header field: without outer blanks."""
    return " ".join(tidy(text).split("\n")).strip()


def nfc(text: str) -> str:
    """The text in NFC, with at most 30 accents on one letter.

    No language needs more (Unicode, UAX 15 §13), and the time to sort them grows with their square.
    """
    return unicodedata.normalize("NFC", _MAYBE_MARKS.sub(_fewer_marks, text))


def visible(text: str) -> str:
    """A line without outer blanks and without characters that nobody sees; emoji keep theirs."""
    text = text[:_LONGEST_LINE]
    hidden = set(hidden_in(text))
    return "".join(char for at, char in enumerate(text) if at not in hidden).strip()


def _fewer_marks(found: re.Match[str]) -> str:
    kept, marks = [], 0
    for char in found[0]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)
