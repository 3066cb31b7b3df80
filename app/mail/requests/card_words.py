"""Cards as people write them in letters, to words that a game's own strict reader knows."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import NamedTuple

from app.engine import CardInfo
from app.engine.notation import TAG
from app.text.characters import tidy

_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
# A printed force or a number in brackets, a circled number, a number with a dot or bracket before a word.
_NUMBERING = re.compile(
    r"[(（][ \u3000]?[0-9０-９]{1,2}[ \u3000]?[)）]|[①-⒛⓪⓵-⓾❶-➓]"
    r"|(?<![0-9０-９.．])[0-9０-９]{1,2}[.．)）](?=\s*+[^\s0-9０-９.．,，、､/／→⇒])"
)
_COMMA = re.compile("[,，、､]")
_SEPARATOR = re.compile(r"[,，、､/／→⇒【】「」『』・･+＋&＆|｜;；]|[-－]>|\band\b", re.IGNORECASE)
_MARKS = "■◆●○・*#＃"
_DROPPED = str.maketrans("", "", "-_")
_MOST_WORDS = 6
_LONGEST_LINE = 500
# Many times the length of any build: the problems of so much are enough for an answer, and take long to find.
_MOST_CHARACTERS = 4096
_AND_SO_ON = "\n…"


class Word(NamedTuple):
    """A card's identifier, or typed text that is no card."""

    text: str
    is_card: bool


def card_words(build_text: str, cards: Sequence[CardInfo]) -> str:
    """The same build for `read_build`: identifiers with commas between them, line by line.

    The longest name comes first: `hard core` is one card. Text that is no card of these stays as typed, for
    the game to say what is wrong with it.
    """
    if len(build_text) > _MOST_CHARACTERS:
        return (
            build_text[:_MOST_CHARACTERS] + _AND_SO_ON
        )  # which is no card: it is refused in any case
    reader = _reader(tuple(cards))
    typed = _INVISIBLE.sub("", tidy(build_text))
    lines = reader.read_lines(typed.split("\n"))
    if not _is_read(lines) and _SEPARATOR.search(typed):
        # Where commas divide the cards, the end of a line may divide a name: a mail program wrapped it.
        unwrapped = reader.read_lines([typed.replace("\n", " ")])
        lines = unwrapped if _is_read(unwrapped) else lines
    if not any(lines) and _NUMBERING.search(typed):
        return "".join(typed.split())  # numbers that number nothing: the game asks what they mean
    return "\n".join(", ".join(word.text for word in line) for line in lines if line)


def says_cards(text: str, cards: Sequence[CardInfo]) -> bool:
    """Whether it says cards of these, and nothing else."""
    return count_cards(text, cards) > 0


def count_cards(text: str, cards: Sequence[CardInfo]) -> int:
    """How many cards of these it says; none if it says anything else, or more than a line of a build does."""
    if len(text) > _LONGEST_LINE:
        return 0
    words = [
        word for line in _reader(tuple(cards)).read_lines(tidy(text).split("\n")) for word in line
    ]
    return len(words) if all(word.is_card for word in words) else 0


def names_cards(text: str, cards: Sequence[CardInfo]) -> bool:
    """Whether it may tell of a build: it names one of these cards, or several of their characters stand together."""
    pattern = _naming(tuple(cards))
    return pattern is not None and pattern.search(unicodedata.normalize("NFKC", text)) is not None


@lru_cache(maxsize=16)
def _naming(cards: tuple[CardInfo, ...]) -> re.Pattern[str] | None:
    if not cards:
        return None
    japanese = "|".join(re.escape(card.name.ja) for card in cards if len(card.name.ja) > 1)
    english = "|".join(re.escape(card.name.en) for card in cards)
    chars = "".join(re.escape(card.char) for card in cards)
    return re.compile(
        rf"{japanese}|\b(?:{english})\b|[{chars}][\W\d]{{0,6}}[{chars}]", re.IGNORECASE
    )


def _is_read(lines: list[list[Word]]) -> bool:
    return all(word.is_card for line in lines for word in line)


def _tags(typed: str) -> Iterator[re.Match[str]]:
    """The tags that it begins with, one behind the other: to look for one from every character on took minutes."""
    at = 0
    while tag := TAG.match(typed, at):
        yield tag
        at = tag.end()


@lru_cache(maxsize=16)
def _reader(cards: tuple[CardInfo, ...]) -> "_Reader":
    return _Reader(cards)


class _Reader:
    """Knows the names and characters of a game's cards."""

    def __init__(self, cards: Sequence[CardInfo]) -> None:
        self._names = {
            _key(name): card.id for card in cards for name in (card.id, card.name.ja, card.name.en)
        }
        self._chars = {card.char: card.id for card in cards}

    def read_lines(self, lines: list[str]) -> list[list[Word]]:
        return [
            [
                word
                for part in _COMMA.split(_NUMBERING.sub(",", line))
                for word in self._read_named(part) or self._read_pieces(part)
            ]
            for line in lines
        ]

    def _read_named(self, part: str) -> list[Word]:
        """Cards in brackets, the first of them with a name of its own: as typed, the game knows what is a name."""
        typed = part.strip().lstrip(f"{_MARKS}- ")
        tags = list(_tags(typed))
        if not tags or tags[-1].end() != len(typed) or self._says_cards(tags[0][1]):
            return []
        if not any(char.isalnum() for char in tags[0][1]):
            return []
        return [Word(typed, is_card=all(self._says_cards(tag[2]) for tag in tags))]

    def _read_pieces(self, part: str) -> list[Word]:
        return [word for piece in _SEPARATOR.split(part) for word in self._read(piece)]

    def _says_cards(self, text: str) -> bool:
        return all(word.is_card for word in self._read_pieces(text))

    def _read(self, piece: str) -> Iterator[Word]:
        """The cards between two separators; blanks may divide cards or a name."""
        typed = [word for part in piece.split() if _key(word := part.strip(_MARKS))]
        if any(word.isdecimal() for word in typed):
            # A number is a card only by itself: before a name it may count the cards.
            yield Word(" ".join(typed), is_card=False)
            return
        unread: list[str] = []
        at = 0
        while at < len(typed):
            count, found = self._longest(typed[at : at + _MOST_WORDS])
            at += count
            if not found:
                unread.append(typed[at - 1])
                continue
            if unread:
                yield Word(" ".join(unread), is_card=False)
                unread = []
            yield from (Word(card, is_card=True) for card in found)
        if unread:
            yield Word(" ".join(unread), is_card=False)

    def _longest(self, typed: list[str]) -> tuple[int, list[str]]:
        """How many of these words say the cards that come first, and which cards; one and none if none."""
        keys = [_key(word) for word in typed]
        for count in range(len(keys), 0, -1):
            if card := self._names.get("".join(keys[:count])):
                return count, [card]
        if all(char in self._chars for char in keys[0]):
            return 1, [self._chars[char] for char in keys[0]]
        return 1, []


def _key(text: str) -> str:
    """The text as names are compared: in one width and size of letters, without blanks, `-` and `_`."""
    return "".join(unicodedata.normalize("NFKC", text).casefold().translate(_DROPPED).split())
