"""Signatures, footers of phones and companies, and the armour of PGP: what programs put around a sender's own text."""

import re
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from itertools import islice
from pathlib import Path
from typing import Final

from app.mail.labels import label_of
from app.mail.words import mistake, read_tables, words_of
from app.text.characters import visible

_PLACE: Final = "…"
_TABLES: Final = ("devices", "sent", "lines", "notices", "maybe", "mail", "own", "alone", "signed")
_LONGEST_LINE: Final = 200
_LONGEST_FOOTER: Final = 100
"""In lines from the end. Text further up is not searched."""
_LONGEST_SIGNATURE: Final = 20
_LONGEST_PARAGRAPH: Final = 12
_LONGEST_CARD: Final = 8
_LONGEST_NOTICE: Final = 3_000
_LONGEST_NAME: Final = 40
_MOST_WORDS: Final = 4
"""In a line below a sign alone: what says more goes on with the mail."""
_SHORTEST: Final = 3
"""Letters of a short form: Jon of Jonathan."""

_SIGNS: Final = ("--", "––", "—", "－－")
_FRAME: Final = re.compile(
    r"[ \t\u3000]*(?:[^\w\s「」『』]|[_ー])(?:[ \t\u3000]?(?:[^\w\s「」『』]|[_ー])){2,200}+[ \t\u3000]*"
)
_EDGES: Final = re.compile(r"\A\W+|\W{1,200}\Z")
_WORDS: Final = re.compile(r"[^\W_ー]|\s")
_FULL_NAME: Final = re.compile(
    r"\s*[\u3005\u4e00-\u9fff]{1,4}[ \u3000]{1,2}[\u3005\u4e00-\u9fff\u3041-\u30ff]{1,6}\s*"
)
_CORNERS: Final = str.maketrans("┏┓┗┛┌┐└┘╔╗╚╝┳┻", "━━━━────════━━")
_PERSON: Final = re.compile(
    r"[^\s@]{1,64}@[^\s@]{1,64}|\b(?:tel|telephone|mobile|mob|cell|phone|fax|e-?mail|mail)\b\.?\s*[:/(+\d]|(?:電話|携帯)(?:番号)?\s*:?\s*[+(\d]|〒\s*\d|(?:株式|有限|合同)会社"
    r"|(?<!\d)\(?0\d{1,4}\)?[-–(). \u2010-\u2015]{1,2}\d{1,4}[-–). \u2010-\u2015]{1,2}\d{3,4}(?!\d)|\+\d{1,3}[-–(). ]{1,2}\(?\d|(?<!\d)(?:\(\d{3}\) ?|\d{3}[-. ])\d{3}[-. ]\d{4}(?!\d)",
    re.IGNORECASE,
)
_LINK_ALONE: Final = re.compile(r"\s*<?(?:https?://|www\.)\S{1,200}>?\s*", re.IGNORECASE)
_LINKED: Final = re.compile(r"<(?:https?://|mailto:|www\.)[^<>\s]{0,180}>")
_LINK: Final = re.compile(r"https?://|\bwww\.", re.IGNORECASE)
_SENTENCE: Final = re.compile(
    r"[。．！？!?…」』、,;]\s*$|(?<!\b[A-Z])(?<!Ltd)(?<!Inc)(?<!Co)(?<!No)(?<!Jr)(?<!Corp)\.\s*$"
)
_BEGIN: Final = re.compile(r"-----BEGIN PGP ([A-Z ]{1,30})-----\s*")


class Footers:
    """The words of `footers.toml`, as they are looked for."""

    def __init__(self, path: Path) -> None:
        tables = read_tables(path)
        if stray := [name for name in tables if name not in _TABLES]:
            ja, en = f"[{stray[0]}] という表はありません", f"[{stray[0]}] is no table of this file"
            raise mistake(path, stray[0], "", ja, en)
        said = {
            name: [
                _folded(word)
                for lang in ("ja", "en")
                for word in words_of(path, name, tables.get(name, {}).get(lang), may_be_none=True)
            ]
            for name in _TABLES
        }
        self._said = said
        self._devices = re.compile(
            "|".join(
                rf"(?<![a-z]){re.escape(each)}(?![a-z])" if each.isascii() else re.escape(each)
                for each in said["devices"]
            )
        )
        self._sent = re.compile("|".join(map(_pattern, said["sent"])))
        self._lines = re.compile("|".join(map(_pattern, said["lines"])))
        self._signed = re.compile("|".join(_pattern(each, "(.{1,60})") for each in said["signed"]))

    def is_footer(self, line: str) -> bool:
        """Whether this line says with which program a mail was written, or what that program thinks of it."""
        if len(line) > _LONGEST_LINE:
            return False
        said = _folded(_LINKED.sub("", line)).strip("【】[]()〔〕<>-—―~*_※ ")
        if self._lines.fullmatch(said):
            return not self._says(said, "own")
        said = said.rstrip("。.!")
        return bool(self._sent.fullmatch(said) and self._devices.search(said))

    def signed(self, line: str) -> str:
        """The line without what stands around a name at the end of a mail."""
        found = self._signed.fullmatch(_folded(line))
        return next(filter(None, found.groups())) if found else line

    def is_notice(self, paragraph: Sequence[str]) -> bool:
        """Whether it is one of a company or of its lawyers."""
        said = _folded(" ".join(line[:_LONGEST_NOTICE] for line in paragraph)[:_LONGEST_NOTICE])
        certain = self._says(said, "notices")
        is_notice = certain or (self._says(said, "maybe") and self._says(said, "mail"))
        return is_notice and not self._says(said, "own")

    def is_wish(self, line: str) -> bool:
        """Whether this line, of a mail that says nothing else, asks for something."""
        return self._says(_folded(line[:_LONGEST_NOTICE]), "alone")

    def _says(self, folded: str, table: str) -> bool:
        return any(each in folded for each in self._said[table])


def _folded(words: str) -> str:
    """As words are compared; the place of a phrase stays."""
    parts = (unicodedata.normalize("NFKC", each).casefold() for each in words.split(_PLACE))
    return _PLACE.join(" ".join(each.split(" ")) for each in parts).strip()


def _pattern(phrase: str, place: str = ".{0,60}") -> str:
    return place.join(re.escape(each) for each in phrase.split(_PLACE))


FOOTERS: Final = Footers(Path(__file__).with_name("footers.toml"))


def is_frame(line: str) -> bool:
    """Whether the line is a rule or the edge of a frame, as signatures have one; a long rule may have a word in it."""
    return len(line) <= _LONGEST_LINE and _is_frame(line)


@lru_cache(maxsize=256)
def _is_frame(line: str) -> bool:
    words = islice(_WORDS.finditer(line), len(line) // 5, None)
    is_long = len(line) >= _LONGEST_NAME and not any(words)
    return is_long or _FRAME.fullmatch(line) is not None


def _is_rule(line: str) -> bool:
    return is_frame(line) or line.strip() in _SIGNS


def without_armour(lines: list[str]) -> tuple[list[str], bool]:
    """The lines without the armour of PGP (RFC 9580): signed text as it was typed, encrypted text and signatures left
    out; and whether any was encrypted.
    """
    kept: list[str] = []
    ending, is_encrypted, is_signed, is_head = "", False, False, False
    for line in lines:
        begin = _BEGIN.fullmatch(line) if line.startswith("-----BEGIN PGP") else None
        if ending:
            ending = "" if line.startswith(ending) else ending
        elif begin and begin[1] == "SIGNED MESSAGE":
            is_signed = is_head = True
        elif begin:
            ending = f"-----END PGP {begin[1]}"
            is_encrypted = is_encrypted or begin[1] == "MESSAGE"
            is_signed = False
        elif is_head:
            is_head = bool(line.strip())
        else:
            kept.append(line.removeprefix("- ") if is_signed else line)
    return kept, is_encrypted


def without_footers(lines: list[str], name: str = "") -> tuple[list[str], bool]:
    """The lines without the footers and the signature at their end, and whether there was a signature.

    A signature stands below `--`, in a frame or below a rule with an address, a number or the sender's `name` in it, or
    is a card of its own at the end. Of what its sender wrote nothing but a name is never taken away; a footer below
    nothing else that may ask for something is the text.
    """
    kept = list(lines)
    least = len(kept) - _LONGEST_FOOTER
    is_signed = has_footer = False
    while len(kept) > max(0, least):
        if not kept[-1].strip():
            kept.pop()
        elif FOOTERS.is_footer(kept[-1]) or _continues(kept, has_footer=has_footer):
            kept.pop()
            has_footer = True
        elif end := _notice(kept):
            del kept[end - 1 :]
            has_footer = True
        elif end := _below_rule(kept, name) or _card(kept, name):
            del kept[end - 1 :]
            is_signed = True
        else:
            break
    if has_footer and not any(map(str.strip, kept)):
        wishes = (at for at in range(len(lines), 0, -1) if FOOTERS.is_wish(lines[at - 1]))
        kept = list(lines[: next(wishes, 0)])
    return kept, is_signed


def _continues(lines: Sequence[str], *, has_footer: bool) -> bool:
    """Whether the last line is part of a footer above or below it: a rule, or an address of the web alone."""
    if has_footer or not _is_link(lines[-1]):
        return has_footer and (is_frame(lines[-1]) or _is_link(lines[-1]))
    above = (line for line in reversed(lines[-_LONGEST_PARAGRAPH:-1]) if not _is_link(line))
    return FOOTERS.is_footer(next(filter(str.strip, above), ""))


def _is_link(line: str) -> bool:
    return _LINK_ALONE.fullmatch(line) is not None


def _notice(lines: Sequence[str]) -> int:
    begin = _paragraph(lines, _LONGEST_PARAGRAPH)
    paragraph = lines[begin:]
    if not FOOTERS.is_notice(paragraph) or any(map(label_of, paragraph[:1])):
        return 0
    if begin:
        return begin + 1
    return 0 if any(map(label_of, paragraph)) else 1


def _below_rule(lines: Sequence[str], name: str) -> int:
    """Where the frame or the rule stands below which there is nothing but a signature."""
    first = max(0, len(lines) - _LONGEST_SIGNATURE)
    rules = [at for at in range(first, len(lines)) if _is_rule(lines[at])]
    is_framed = False
    if rules and rules[-1] == len(lines) - 1:
        edge = _edge(lines[-1])
        above = [at for at in rules[:-1] if _edge(lines[at]) == edge]
        is_framed = bool(above) or any(
            _edge(line) == edge for line in lines[:first] if is_frame(line)
        )
        rules = [*above[-1:], *rules]
    elif rules:
        rules = rules[::-1]
    for at in rules:
        below = [line for line in lines[at + 1 :] if not is_frame(line)]
        if _is_signature(below, name, is_sign=lines[at].strip() in _SIGNS):
            return at + 1
    return len(lines) if is_framed else 0


def _edge(line: str) -> str:
    """What the edges of a frame have in common."""
    return "".join(line.translate(_CORNERS).split())[:3]


def _is_signature(lines: Sequence[str], name: str, *, is_sign: bool) -> bool:
    said = [line for line in lines if line.strip()]
    labels = filter(None, map(label_of, said))
    if not said or any(label.field != "url" for label in labels):
        return False
    if any(len(line) > _LONGEST_LINE for line in said):
        return False
    if any(_has_contact(line) or _LINK.search(line) or _is_name(line, name) for line in said):
        return True
    if _FULL_NAME.fullmatch(said[0]):
        return len(said) <= _LONGEST_CARD
    return (
        is_sign
        and len(said) <= _LONGEST_CARD
        and all(len(line.split()) <= _MOST_WORDS or not line[:1].isalnum() for line in said)
        and not any(map(_SENTENCE.search, said))
        and not said[0].strip()[:1].islower()
    )


def _card(lines: Sequence[str], name: str) -> int:
    """Where the card of a person begins, below a blank line; or the sender's name alone, where it answers no label."""
    begin = _paragraph(lines, _LONGEST_CARD + 1)
    card = lines[begin:]
    above = next(filter(str.strip, reversed(lines[max(0, begin - _LONGEST_PARAGRAPH) : begin])), "")
    if not (card and above) or len(card) > _LONGEST_CARD or any(map(label_of, card)):
        return 0
    if _is_heading(above):
        return 0
    if len(card) == 1:
        has_contact = "|" in card[0].replace("｜", "|") and _has_contact(card[0])
        return begin + 1 if has_contact or _is_name(card[0], name) else 0
    card = [card[0][: _LONGEST_LINE + 1].rstrip("、,"), *card[1:]]
    is_plain = all(len(line) <= _LONGEST_LINE and not _SENTENCE.search(line) for line in card)
    is_card = any(map(_has_contact, card)) or _is_name(card[0], name)
    return begin + 1 if is_plain and is_card else 0


def _is_heading(line: str) -> bool:
    """Whether the line says a label and nothing else."""
    words = _EDGES.sub("", visible(line[:_LONGEST_LINE]))
    labels = (label_of(line), label_of(f"{words}:"))
    return any(label and not label.rest.strip(" :：") for label in labels)


def _paragraph(lines: Sequence[str], most: int) -> int:
    """Where the last paragraph begins, below a blank line or a rule; of a long one no more is looked at."""
    begin = len(lines)
    while (
        begin
        and len(lines) - begin < most
        and lines[begin - 1].strip()
        and not is_frame(lines[begin - 1])
    ):
        begin -= 1
    return begin


def _has_contact(line: str) -> bool:
    """Whether this line, which is no sentence, has a person's address or number in it, or a company."""
    said = unicodedata.normalize("NFKC", line[:_LONGEST_LINE])
    return _PERSON.search(said) is not None and not _SENTENCE.search(said)


def _is_name(line: str, name: str) -> bool:
    """Whether the line is the sender's name, or part of it."""
    if len(line) > 2 * _LONGEST_NAME:
        return False
    said = re.findall(r"\w+", FOOTERS.signed(visible(line)).casefold())
    known = re.findall(r"\w+", name[:_LONGEST_LINE].casefold())
    initials = {word[0] for word in known}
    is_known = all(word in known or word in initials for word in said) or (
        len(said) == 1
        and len(said[0]) >= _SHORTEST
        and any(word.startswith(said[0]) for word in known)
    )
    return bool(said and known) and (is_known or "".join(said) == "".join(known))
