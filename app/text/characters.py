"""Text as people type it: lines, blanks, characters that cannot be seen, and how to show those."""

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from app.errors import Problem

BOM = "\ufeff"
BLANKS = "\t \u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u202f\u205f\u3000"
"""The tab and every space of Unicode, the ideographic one too. No line break is a blank."""

_COMMENT = ("#", "＃")

# Control, format (bidi, zero width), surrogate, private use, line and paragraph separator.
_HIDDEN_CATEGORIES = frozenset({"Cc", "Cf", "Cs", "Co", "Zl", "Zp"})
# What Unicode calls letters, marks or symbols although nothing is drawn: joiners, fillers, the empty
# Braille pattern and the variation selectors.
_HIDDEN_RANGES = (
    *((0x034F, 0x034F), (0x115F, 0x1160), (0x17B4, 0x17B5), (0x180B, 0x180F), (0x2800, 0x2800)),
    *((0x3164, 0x3164), (0xFDD0, 0xFDEF), (0xFE00, 0xFE0F), (0xFFA0, 0xFFA0), (0xE0100, 0xE01EF)),
)
_HIDDEN = {chr(point) for first, last in _HIDDEN_RANGES for point in range(first, last + 1)}

_JOINER = "\u200d"
_EMOJI_SELECTORS = "\ufe0e\ufe0f"
_KEYCAP = "\u20e3"
_EMOJI_PUNCTUATION = "‼⁉〰"
_SKIN_TONES = range(0x1F3FB, 0x1F400)
_IDEOGRAPHIC_SELECTORS = (range(0xFE00, 0xFE03), range(0xE0100, 0xE01F0))


def lines_of(text: str) -> list[str]:
    """The lines of a text; they end with LF, CR LF or CR. A byte order mark at the start is dropped."""
    return text.removeprefix(BOM).replace("\r\n", "\n").replace("\r", "\n").split("\n")


def written_lines(text: str) -> Iterator[tuple[int, str]]:
    """The lines that are neither blank nor a comment, each with its number from 1."""
    for number, line in enumerate(lines_of(text), start=1):
        if line.strip(BLANKS) and not is_comment(line):
            yield number, line


def normal(text: str) -> str:
    """The text in the form in which words are compared: NFKC and casefold."""
    return unicodedata.normalize("NFKC", text).casefold()


@lru_cache(maxsize=4096)
def key(text: str) -> str:
    """The letters and digits of a text, as spellings are compared."""
    return "".join(char for char in normal(text) if char.isalnum())


def text_too_long(text: str, most_bytes: int) -> Problem | None:
    """The problem with a text of more than `most_bytes` bytes in UTF-8, if it has more."""
    return too_long(len(text.encode("utf-8", "surrogatepass")), most_bytes)


def too_long(size: int, most: int) -> Problem | None:
    """The problem with a text of `size` bytes where `most` are allowed, if it is too long."""
    if size <= most:
        return None
    return Problem("text-too-long", words=(str(size),), suggestions=(str(most),))


def is_comment(line: str) -> bool:
    """Whether the first visible character is `#` or `＃`."""
    first = next((char for char in line if char not in BLANKS and not is_hidden(char)), "")
    return first in _COMMENT


@lru_cache(maxsize=4096)
def is_hidden(char: str) -> bool:
    """Whether this character is invisible or not allowed in any text. Blanks are not hidden."""
    if char == "\t":
        return False
    is_noncharacter = ord(char) & 0xFFFE == 0xFFFE
    return is_noncharacter or char in _HIDDEN or unicodedata.category(char) in _HIDDEN_CATEGORIES


def hidden_in(text: str) -> Iterator[int]:
    """Where a text holds hidden characters, except those that belong to an emoji or an ideograph."""
    for at, char in enumerate(text):
        if is_hidden(char) and not _shapes_its_neighbour(text, at):
            yield at


def _shapes_its_neighbour(text: str, at: int) -> bool:
    """Whether a hidden character makes its visible neighbours look as they should."""
    char, before, after = text[at], text[at - 1 : at], text[at + 1 : at + 2]
    if char == _JOINER:
        if before and before in _EMOJI_SELECTORS:
            before = text[at - 2 : at - 1]
        return _is_picture(before) and _is_picture(after)
    if char in _EMOJI_SELECTORS:
        return _is_picture(before) or after == _KEYCAP
    return any(ord(char) in selectors for selectors in _IDEOGRAPHIC_SELECTORS) and _is_letter(
        before
    )


def _is_picture(char: str) -> bool:
    """Whether it may be an emoji. The newest ones are unassigned (Cn) for an older Python."""
    if not char or char.isascii():
        return False
    known = char in _EMOJI_PUNCTUATION or ord(char) in _SKIN_TONES
    return known or unicodedata.category(char) in {"So", "Sm", "Cn"}


def _is_letter(char: str) -> bool:
    return bool(char) and unicodedata.category(char) == "Lo"


def shown(text: str) -> str:
    """The text made printable: blanks become spaces, hidden characters their code, such as U+202E."""
    return "".join(map(_shown, text))


def _shown(char: str) -> str:
    if char in BLANKS:
        return " "
    return char if char.isprintable() and not is_hidden(char) else f"U+{ord(char):04X}"


_LINE_ENDS = re.compile("\r\n|[\r\x0b\x0c\x85\u2028\u2029]")
_CONTROLS = re.compile("[\x00-\x08\x0e-\x1f\x7f-\x9f]")
_MAYBE_MARKS = re.compile("[^\\w\\s\x00-\u02ff]{31,}")
_MOST_MARKS = 30
# A name or an address is refused long before.
_LONGEST_LINE = 2000


def tidy(text: str) -> str:
    """The text in NFC with LF between its lines and without control characters; otherwise as typed."""
    return nfc(_CONTROLS.sub("", _LINE_ENDS.sub("\n", text)))


def one_line(text: str) -> str:
    """The text tidied as one line, such as a header field: without outer blanks."""
    return " ".join(tidy(text).split("\n")).strip()


def nfc(text: str) -> str:
    """The text in NFC, with at most 30 accents on one letter.

    No language needs more (Unicode, UAX 15 §13), and the time to sort them grows with their square.
    """
    return unicodedata.normalize("NFC", _MAYBE_MARKS.sub(_fewer_marks, text))


def visible(text: str) -> str:
    """A line without outer blanks and without characters that cannot be seen; emoji keep theirs."""
    text = text[:_LONGEST_LINE]
    if not any(map(is_hidden, {*text})):
        return text.strip()
    hidden = set(hidden_in(text))
    return "".join(char for at, char in enumerate(text) if at not in hidden).strip()


def _fewer_marks(found: re.Match[str]) -> str:
    kept, marks = [], 0
    for char in found[0]:
        marks = marks + 1 if unicodedata.combining(char) else 0
        if marks <= _MOST_MARKS:
            kept.append(char)
    return "".join(kept)


_SLUG = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")


def is_slug(text: str) -> bool:
    """Whether this can be the name of a season or a cup in addresses."""
    return len(text) <= 64 and _SLUG.fullmatch(text) is not None


def kebab(name: str) -> str:
    """A name in capitals as one in small letters: `HitEnemy` is `hit-enemy`."""
    return re.sub(r"(?<=[a-z])(?=[A-Z])", "-", name).lower()
