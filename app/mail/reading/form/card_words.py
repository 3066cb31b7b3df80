"""Cards as people write them in letters, to words that a game's own strict reader knows."""

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from app.engine import CardInfo, Ruleset
from app.engine.lists import team_in
from app.engine.notation import TAG
from app.errors import BuildUnreadable
from app.mail.labels import LABELS, PLACE
from app.text.characters import tidy

_INVISIBLE = re.compile("[\u00ad\u061c\u180e\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]")
_CIRCLED = "\u2460-\u249b\u24ea\u24f5-\u24fe\u24ff\u2776-\u2793"
# A printed force or a number in brackets, a circled number, a number with a dot or bracket before a word. Of two circled
# numbers in a row one numbers nothing.
_NUMBERING = re.compile(
    rf"[(（][ \u3000]?[0-9０-９]{{1,2}}[ \u3000]?[)）]|(?<![{_CIRCLED}])[{_CIRCLED}](?![{_CIRCLED}])|[0-9]\ufe0f?\u20e3"
    r"|(?<![0-9０-９.．])[0-9０-９]{1,2}[.．)）:：](?=\s*+[^\s0-9０-９.．,，、､/／→⇒])"
)
_COMMA = re.compile("[,，、､]")
# Whatever is no letter divides cards, but for what may stand in a name or counts.
_SEPARATOR = re.compile(r"[^\w\s()（）×✕✖*＊.．'’\-_‐‑–—−－]|[-－]>")
_EDGES = f"{string.punctuation}。．＊’×✕✖・"
_TIMES = re.compile(r"[×✕✖*＊xｘ]\s*([0-9０-９]{1,2})(?![0-9０-９])", re.IGNORECASE)
_TIMES_BEFORE = re.compile(
    r"(?<!\w)([0-9]{1,2})\s*(?:[×✕✖*＊]|x(?=[\s\W]|[a-z]{3}))", re.IGNORECASE
)
_ROW = re.compile(r"^\s*[|｜│┃]\s*[0-9]{1,2}\s*(?=[|｜│┃])")
_IN_BRACKETS = re.compile(r"[(（]\s*([×✕✖*＊xXｘ]\s*[0-9０-９]{1,2}|[0-9０-９]{1,2}\s*枚)\s*[)）]")
_NOTE = re.compile("[(（「『]([^()（）「」『』]{1,80})[)）」』]")
_COUNTER = re.compile("([0-9０-９]{1,2})?×([0-9０-９]{1,2})?")
_HEADS = re.compile(r"\b(deck|master)\b", re.IGNORECASE)
_LISTED = re.compile(
    r"\W*(?:([0-9０-９]{1,2})\s*[x×ｘ]?\s+)?([^()]{2,60}?)(?:(?:\s*[x×ｘ]\s*|\s+|(?<=[^\x00-\x7f]))([0-9０-９]{1,2})\s*枚?)?(?:\s*\([^()]{1,12}\)\s*\w*)?\s*"
)
_MOST_COUNTED = 20
_PLURALS = (("", "s"), ("", "es"), ("y", "ies"))


def _any_of(phrases: Iterable[str]) -> str:
    """A pattern for these phrases, the longest first; English ones are whole words."""
    ordered = sorted(phrases, key=len, reverse=True)
    return "|".join(
        rf"\b{re.escape(each)}\b" if each.isascii() else re.escape(each) for each in ordered
    )


def _counting(phrases: Iterable[str]) -> str:
    """The same, with the place of a number in some."""
    escaped = re.escape(PLACE)
    return _any_of(phrases).replace(rf"\b{escaped}", escaped).replace(escaped, "[0-9０-９]{1,2}")


def _placed(phrase: str) -> str:
    """A pattern for the place of a card said so."""
    before, _, behind = phrase.partition(PLACE)
    word = rf"(?<![^\W_]){re.escape(before.strip())}" if before.isascii() else re.escape(before)
    blanks = r"\s{0,3}" if before.strip() else ""
    return rf"{word}{blanks}{{n}}(?:st|nd|rd|th)?\s{{0,3}}{re.escape(behind.strip())}"


_LISTS: Final = LABELS.lists
_ORDINAL = _any_of(_LISTS["ordinals"].typed)
_NUMBER = rf"(?:[0-9０-９]{{1,2}}|{_ORDINAL})"
_PLACES = re.compile(
    "(?:"
    + "|".join(_placed(each).replace("{n}", _NUMBER) for each in _LISTS["places"].typed)
    + r")(?![^\W\d_a-z]*[0-9０-９])\s*(?:カード|スキル)?\s*(?:[:：=＝、,.．)）]|は|が|に|→|[-–—]\s|(?=[\s「【『(（])|(?=[^\W\d_]))",
    re.IGNORECASE,
)
_ORDER: Final = _counting(_LISTS["order"].typed)
_ORDER_FIRST = re.compile(rf"^\W*(?:{_ORDER})(?:\s*[:：、,はにで])*", re.IGNORECASE)
_ORDER_LAST = re.compile(rf"(?:{_ORDER})[\s。.!！]*$", re.IGNORECASE)
_ORDER_ALONE = re.compile(rf"\s*(?:{_ORDER})\s*", re.IGNORECASE)
_BETWEEN = re.compile(
    _any_of(each for each in _LISTS["between"].typed if each.isascii()), re.IGNORECASE
)
_BETWEEN_GLUED = re.compile(_any_of(each for each in _LISTS["between"].typed if not each.isascii()))
_COUNTS = re.compile(
    "|".join(
        re.escape(each).replace(re.escape(PLACE), f"({_NUMBER})").replace(r"\ ", r"\s+")
        for each in _LISTS["counts"].typed
    ),
    re.IGNORECASE,
)
_MOST_WORDS = 6
_SENTENCE = re.compile(r"[。.!?！？;；\n:：]")
_ROW_TIE = re.compile(r"[,，、､→⇒>＞/／]|・|\s[-–—]\s|\bthen\b|\bfollowed by\b", re.IGNORECASE)
_ON_TOP = re.compile(r"\b(?:on|at) (?:the )?(?:very )?(?:top|bottom)\b", re.IGNORECASE)
_FEWEST_IN_PROSE = 3
"""Fewer cards in a row may be told of in passing."""
_MOST_IN_PROSE = 40
_LONGEST_IN_PROSE = 40
_LONGEST_LINE = 500
# Many times the length of any build: the problems of so much are enough for an answer, and take long to find.
_MOST_CHARACTERS = 4096
_AND_SO_ON = "\n…"


class _Word(NamedTuple):
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
    typed = _INVISIBLE.sub("", tidy(build_text))
    tag = team_in(typed)
    if tag and typed.startswith(tag) and not says_cards(tag, cards):
        return f"{tag} {_said(typed.removeprefix(tag), cards)}"
    return _said(typed, cards)


def build_words(typed: str, rules: Ruleset) -> str:
    """The build in words for the game; as typed where the game itself makes more of that.

    The decks of some games have names with an `and` in them, or words like `master` between their cards.
    """
    if rules.makes:
        return typed
    parts = _HEADS.split(typed)
    words = (each if at % 2 else card_words(each, rules.known) for at, each in enumerate(parts))
    said = "\n".join(filter(None, words))
    if rules.is_ordered or len(typed) > _MOST_CHARACTERS:
        return said
    return min((said, typed), key=lambda text: _count_problems(text, rules))


def is_in_parts(*builds: str) -> bool:
    """Whether one of these is a part of a build in the words of its game: `master M01`, `deck 40 C01`."""
    return any(map(_HEADS.match, builds))


def _count_problems(text: str, rules: Ruleset) -> int:
    try:
        rules.read_build(text)
    except BuildUnreadable as refusal:
        return len(refusal.problems)
    return 0


def _said(typed: str, cards: Sequence[CardInfo]) -> str:
    reader = _reader(tuple(cards))
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
    words = _words(text, cards)
    return len(words) if all(word.is_card for word in words) else 0


def names_cards(text: str, cards: Sequence[CardInfo]) -> bool:
    """Whether it may tell of a build: it names one of these cards, or a character of theirs stands alone or beside another."""
    return bool(cards_named(text, cards))


def cards_named(text: str, cards: Sequence[CardInfo]) -> list[str]:
    """The cards that the text names."""
    pattern = _naming(tuple(cards))
    return pattern.findall(unicodedata.normalize("NFKC", text)) if pattern else []


@lru_cache(maxsize=16)
def _naming(cards: tuple[CardInfo, ...]) -> re.Pattern[str] | None:
    if not cards:
        return None
    chars = "".join(re.escape(card.char) for card in cards)
    ways = [re.escape(card.name.ja) for card in cards if len(card.name.ja) > 1]
    ways += [rf"\b(?:{'|'.join(re.escape(card.name.en) for card in cards)})\b"]
    ways += [rf"[{chars}][\W\d]{{0,6}}[{chars}]", rf"(?<!\w)[{chars}](?!\w)"]
    return re.compile("|".join(ways), re.IGNORECASE)


def resembles_cards(text: str, cards: Sequence[CardInfo]) -> bool:
    """Whether most of its words are cards of these."""
    words = _words(text, cards)
    return sum(word.is_card for word in words) * 2 > len(words)


def row_in(text: str, cards: Sequence[CardInfo]) -> str:
    """The longest row of cards, divided by commas or the like, that stands in this prose; "" if none has a few."""
    best, most = "", _FEWEST_IN_PROSE - 1
    for sentence in _SENTENCE.split(text[: 2 * _LONGEST_LINE]):
        row: list[str] = []
        for part in _ROW_TIE.split(_ON_TOP.sub("", sentence))[:_MOST_IN_PROSE]:
            if says_cards(part, cards):
                row.append(part)
                continue
            if row:
                row.append(_first_cards(part, cards))
                best, most = _longer(row, best, most, cards)
            row = [tail] if (tail := _last_cards(part, cards)) else []
        best, most = _longer(row, best, most, cards)
    return best


def _longer(row: Sequence[str], best: str, most: int, cards: Sequence[CardInfo]) -> tuple[str, int]:
    """This row and the number of its cards, if these are more."""
    text = ", ".join(said for part in row if (said := part.strip(f"{_EDGES} \u3000")))
    number = count_cards(text, cards)
    return (text, number) if number > most else (best, most)


def _last_cards(part: str, cards: Sequence[CardInfo]) -> str:
    """The end of the text that consists of cards alone."""
    said = part.rstrip()[-_LONGEST_IN_PROSE:]
    starts = (at for at in range(len(said)) if at == 0 or not _glued(said, at))
    return next((said[at:] for at in starts if says_cards(said[at:], cards)), "")


def _first_cards(part: str, cards: Sequence[CardInfo]) -> str:
    """The beginning of the text that consists of cards alone."""
    said = part.lstrip()[:_LONGEST_IN_PROSE]
    ends = (at for at in range(len(said), 0, -1) if at == len(said) or not _glued(said, at))
    return next((said[:at] for at in ends if says_cards(said[:at], cards)), "")


def _glued(text: str, at: int) -> bool:
    """Whether a word goes on here, in letters that are written with blanks between words."""
    return text[at - 1].isascii() and text[at - 1].isalnum() and text[at].isascii() and text[at].isalnum()  # fmt: skip


def places_card(line: str) -> bool:
    """Whether it begins with words that say where a card stands: `1枚目：攻撃`."""
    return _PLACES.match(line.strip()) is not None


def _words(text: str, cards: Sequence[CardInfo]) -> list[_Word]:
    """The words of a line that may be one of a build."""
    if len(text) > _LONGEST_LINE:
        return []
    lines = _reader(tuple(cards)).read_lines(tidy(text).split("\n"))
    return [word for line in lines for word in line]


def _is_read(lines: list[list[_Word]]) -> bool:
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
            _key(name): card.id
            for card in cards
            for before in ("", card.id * card.id[:1].isupper())  # `C10 Mio, Brook Snake`
            for name in (card.id, before + card.name.ja, before + card.name.en)
        }
        short = Counter(_key(card.name.en.partition(", ")[2]) for card in cards)
        for card in cards:  # `Bear Cub` of `Kuma, Bear Cub`
            title = card.name.en.partition(", ")[2]
            if " " in title and short[_key(title)] == 1:
                self._names.setdefault(_key(title), card.id)
        self._chars = {card.char: card.id for card in cards}

    def read_lines(self, lines: list[str]) -> list[list[_Word]]:
        return [
            self._read_listed(line)
            or [
                word
                for part in _COMMA.split(_NUMBERING.sub(",", _unordered(line)))
                for word in self._read_listed(part)
                or self._read_named(part)
                or self._read_pieces(part)
            ]
            for line in lines
        ]

    def _read_listed(self, line: str) -> list[_Word]:
        """The cards of a line or a part of a list, with a count and the one name of a card that has an id: `4 Ine, Gate Sweeper`."""
        found = _LISTED.fullmatch(line)
        card = self._names.get(_key(found[2]), "") if found else ""
        times = int(found[1] or found[3] or 0) if found else 0
        return (
            [_Word(card, is_card=True)] * times
            if card[:1].isupper() and times <= _MOST_COUNTED
            else []
        )

    def _read_named(self, part: str) -> list[_Word]:
        """Cards in brackets, the first of them with a name of its own: as typed, the game knows what is a name."""
        typed = part.strip().lstrip("■◆●○・*#＃- ")
        tags = list(_tags(typed))
        if not tags or tags[-1].end() != len(typed) or self._says_cards(tags[0][1]):
            return []
        if not any(char.isalnum() for char in tags[0][1]):
            return []
        return [_Word(typed, is_card=all(self._says_cards(tag[2]) for tag in tags))]

    def _read_pieces(self, part: str) -> list[_Word]:
        """The cards of a part; a name in brackets behind a card is that card's: `エコー（承）`."""
        words: list[_Word] = []
        at = 0
        for note in _NOTE.finditer(part):
            words += self._read_several(part[at : note.start()])
            at = note.end()
            said = self._read_several(note[1])
            if _ORDER_ALONE.fullmatch(note[1]) or (words and said == words[-1:]):
                continue
            if not (words and words[-1].is_card):
                words += self._read_several(note[0])
            elif all(word.is_card for word in said):
                words += said
            else:
                words[-1] = _Word(f"{note[1].strip()}【{words[-1].text}】", is_card=True)
        return words + self._read_several(part[at:])

    def _read_several(self, part: str) -> list[_Word]:
        """The cards between separators, and between words that join them."""
        words: list[_Word] = []
        for piece in _SEPARATOR.split(_BETWEEN.sub(",", _counted(part))):
            found = list(self._read(piece, words))
            if any(not word.is_card for word in found):
                glued = [
                    word for each in _BETWEEN_GLUED.split(piece) for word in self._read(each, words)
                ]
                found = glued if all(word.is_card for word in glued) else found
            words += found
        return words

    def _says_cards(self, text: str) -> bool:
        return all(word.is_card for word in self._read_pieces(text))

    def _read(self, piece: str, before: Sequence[_Word]) -> Iterator[_Word]:
        """The cards between two separators; blanks may divide cards or a name."""
        typed = [word for part in piece.split() if (word := _bare(part))]
        typed = self._singular(typed)
        if any(word.isdecimal() for word in typed):
            # A number is a card only by itself: before a name it may count the cards.
            yield _Word(" ".join(typed), is_card=False)
            return
        unread: list[str] = []
        last = before[-1] if before else None
        at, times = 0, 1
        while at < len(typed):
            if counter := _COUNTER.fullmatch(typed[at]):
                number = int(counter[1] or counter[2] or 0)
                is_fit = 0 < number <= _MOST_COUNTED and not unread
                if is_fit and counter[2] and last and last.is_card:
                    yield from [last] * (number - 1)
                elif is_fit and counter[1] and at + 1 < len(typed):
                    times = number
                elif unread:
                    unread[-1] += typed[at]
                else:
                    unread.append(typed[at])
                at += 1
                continue
            count, found = self._longest(typed[at : at + _MOST_WORDS])
            at += count
            if not found:
                unread.append(f"{times}×{typed[at - 1]}" if times > 1 else typed[at - 1])
                times = 1
                continue
            if unread:
                yield _Word(" ".join(unread), is_card=False)
                unread = []
            for card in [*found[:1] * times, *found[1:]]:
                last = _Word(card, is_card=True)
                yield last
            times = 1
        if unread:
            yield _Word(" ".join(unread), is_card=False)

    def _singular(self, typed: list[str]) -> list[str]:
        """The same with a number before a name in the plural as its count: `3 Cores`."""
        found = list(typed)
        for at, word in enumerate(typed[:-1]):
            for size in range(1, _MOST_WORDS):
                key = _key("".join(typed[at + 1 : at + 1 + size]))
                names = (
                    key.removesuffix(many) + one for one, many in _PLURALS if key.endswith(many)
                )
                name = next((each for each in names if each in self._names), None)
                if (number := _number(word)) and name and key not in self._names:
                    found[at] = f"{number}×"
                    found[at + 1 : at + 1 + size] = [name] + [""] * (size - 1)
                    break
        return list(filter(None, found))

    def _longest(self, typed: list[str]) -> tuple[int, list[str]]:
        """How many of these words say the cards that come first, and which cards; one and none if none."""
        keys = [_key(word) for word in typed]
        for count in range(len(keys), 0, -1):
            if card := self._names.get("".join(keys[:count])):
                return count, [card]
        if keys[0] and all(char in self._chars for char in keys[0]):
            return 1, [self._chars[char] for char in keys[0]]
        return 1, []


def _unordered(line: str) -> str:
    """The line without words that say where a card stands, or that this is the order."""
    line = _ORDER_LAST.sub("", _ORDER_FIRST.sub("", _ROW.sub(",", line)))
    return _IN_BRACKETS.sub(r" \1 ", _PLACES.sub(",", line))


def _counted(text: str) -> str:
    """The text with every count of cards as a word of its own: `×3`, or `3×` before a card."""
    said = _COUNTS.sub(_count, text)
    return _TIMES.sub(r" ×\1 ", _TIMES_BEFORE.sub(r" \1× ", said))


def _count(found: re.Match[str]) -> str:
    typed = next(filter(None, found.groups()))
    number = _number(typed)
    return f" {number}× " if found.re.pattern and " " in found[0] else f" ×{number} "


def _number(word: str) -> int:
    """The number that this word says; 0 if none."""
    words = LABELS.lists["ordinals"].typed
    if word.isdecimal():
        return int(word)
    return words.index(word.casefold()) % 10 + 1 if word.casefold() in words else 0


def _bare(word: str) -> str:
    """A word without the marks around it; a count stays."""
    return word if _COUNTER.fullmatch(word) else word.strip(_EDGES)


def _key(text: str) -> str:
    """The text as names are compared: in one width and size of letters, without blanks and marks."""
    return _INNER.sub("", unicodedata.normalize("NFKC", text).casefold())


_INNER: Final = re.compile(r"[\W_]+")
