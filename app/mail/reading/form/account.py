"""Every word of a mail is in the entry, in an order, or in what is not taken; all else is courtesy."""

import re
import unicodedata
from collections.abc import Collection, Iterable, Iterator, Sequence
from typing import Final

from app.engine import CardInfo
from app.letters.replies.untaken import Untaken, UntakenKind, named
from app.mail.labels import begins_closing, foreign_label, greets, label_of
from app.mail.reading.form.card_words import cards_named
from app.mail.reading.form.shorthand import character_in, says_field
from app.mail.reading.phrases import BOOK, unwrapped

_MOST_LINES: Final = 200
_LONGEST_LINE: Final = 1000
_TAKEN: Final = "…"
"""It stands for what is taken of a line."""
_PARTS: Final = re.compile(r"\n|, |\b(?:deck|master)\b")
_ENDS: Final = re.compile(r"(?<=[。!?！？])(?![.!?！？」』])\s*|(?<=\.)\s+")
_SETS: Final = re.compile('[「『“"](?!.*(?:合って|間違い|そのまま|同じ|correct|right))')
_TELLS: Final = re.compile(r"[。.!！]\W*$")
_ASKS: Final = re.compile(
    r"[?？]\W*$|か。?$|(?:教えて|送って|見せて|知らせて)(?:ください|下さい|ほしい|いただけ)|\bplease (?:also )?(?:tell|send|explain|answer|show|let me)\b",
    re.IGNORECASE,
)


def left_over(
    text: str, taken: Iterable[str], answered: Collection[str], cards: Sequence[CardInfo]
) -> Iterator[Untaken]:
    """What this text says and is in none of these values: sentences that could be a card, a field or a character, those
    behind what was taken of a line, and questions that ask for none of what is answered.
    """
    parts = {each.strip() for value in taken for each in (*value.split("\n"), *_PARTS.split(value))}
    values = sorted((each for each in parts if len(each) > 1), key=len, reverse=True)
    whole = _key("".join(parts))
    lines = unwrapped(text).replace("\v", " ").split("\n")[:_MOST_LINES]
    is_below = False
    for line in (each for each in lines if each.strip() not in parts):
        label = label_of(line[:_LONGEST_LINE])
        left = label.rest if label else line[:_LONGEST_LINE]
        for value in values:
            left = left.replace(value, _TAKEN)
        begun = ""
        for said in _ENDS.split(left):
            is_behind = (_TAKEN in begun or (is_below and bool(_TELLS.search(said)))) and not label
            begun += said
            is_new = _key(said) and _key(said) not in whole
            if is_new and (kind := _kind(said, whole, answered, cards, is_behind=is_behind)):
                yield named(kind, said)
        is_below = _TAKEN in left and (not label or label.is_bare)


def _kind(
    said: str,
    whole: str,
    answered: Collection[str],
    cards: Sequence[CardInfo],
    *,
    is_behind: bool,
) -> UntakenKind | None:
    """What this sentence may be; None if it is a courtesy. A story may go on in one behind name and build."""
    if any(_key(each) not in whole for each in cards_named(said, cards)):
        return "second" if character_in(said, cards) else "lines"
    foreign = foreign_label(said)
    if foreign and (_TAKEN in foreign[1] or cards_named(foreign[1], cards)) and _key(foreign[1]):
        return "second"
    is_named = label_of(said) or says_field(said.partition(_TAKEN)[0])
    if _TAKEN in said and (is_named or not is_behind):
        return "lines" if says_field(said.rpartition(_TAKEN)[2]) else None
    if _ASKS.search(said):
        asked = {each.slug for each in BOOK.requests_in(said)}
        return None if asked & {*answered} else "question"
    if foreign and foreign[1] and foreign[2]:
        return "label"
    if says_field(said) and _SETS.search(said):
        return "lines"
    is_courtesy = begins_closing(said) or greets(said) or BOOK.said_in(said)
    return "lines" if is_behind and not is_courtesy else None


def _key(text: str) -> str:
    """The letters of a text, in one width and size."""
    return "".join(filter(str.isalnum, unicodedata.normalize("NFKC", text).casefold()))
