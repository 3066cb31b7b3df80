"""Reads the text of a build, for any game: cards between commas, then a slash and the character's name."""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field, replace
from functools import lru_cache
from typing import NamedTuple

from app.engine.build import Build, BuildNotAllowed
from app.engine.spelling import Readings, letters
from app.errors import BuildUnreadable, Problem
from app.text.characters import (
    BLANKS,
    hidden_in,
    is_hidden,
    normal,
    shown,
    text_too_long,
    written_lines,
)

MAX_NAME = 64
MAX_BYTES = 64 * 1024

_SLASH = re.compile("[/／]")
_COMMA = re.compile("[,，、､]")
TAG = re.compile(
    rf"([^【】\[\]［］]*)[【\[［]([^【】\[\]［］]+)[】\]］](?:[0-9０-９]{{1,2}}(?![0-9０-９]))?[{BLANKS}]*"
)
_LETTER = re.compile(r"\w")
# A character with the voicing mark or accent typed behind it: ﾊ and ﾟ are one sign, パ.
_SIGN = re.compile("(?s:.)[\u0300-\u034e\u0350-\u036f\u3099\u309a\uff9e\uff9f]?")


class PlacedCard(NamedTuple):
    """A card that was read, and where it stands."""

    card: str
    line: int
    column: int
    typed: str


class Sign(NamedTuple):
    """A visible character of a word, as typed and as compared."""

    column: int
    typed: str
    normal: str


@dataclass(frozen=True, slots=True)
class Word:
    """The text between two commas. `text` is normal; hidden characters are no part of it."""

    line: int
    column: int
    typed: str
    text: str
    signs: tuple[Sign, ...]
    hidden: tuple[Problem, ...]

    @property
    def letters(self) -> str:
        return letters(self.text)

    def problem(self, code: str, suggestions: tuple[str, ...] = ()) -> Problem:
        """A problem of the word as a whole."""
        return Problem(code, self.line, self.column, (shown(self.typed),), suggestions)

    def problem_at(self, sign: Sign, code: str, suggestions: tuple[str, ...]) -> Problem:
        """A problem of one of its characters."""
        return Problem(code, self.line, sign.column, (shown(sign.typed),), suggestions)


def word_at(line: int, column: int, typed: str) -> Word:
    """The word typed at this place, and a problem for each hidden character in it."""
    pieces: list[str] = []
    last = ""
    signs: list[Sign] = []
    hidden: list[Problem] = []
    for match in _SIGN.finditer(typed):
        sign, at = match.group(), column + match.start()
        meant = _meant(sign)
        if (
            last.isdecimal()
            and meant.isdecimal()
            and not (typed[match.start() - 1] + sign).isdecimal()
        ):
            pieces.append(" ")  # ①② are two numbers, and not 12
        pieces.append(meant)
        last = meant[-1:] or last
        if not meant:
            hidden.append(Problem("forbidden-character", line, at, (shown(sign[0]),)))
        elif meant != " ":
            signs.append(Sign(at, sign, meant))
    text = "".join(pieces).strip()
    return Word(line, column, typed, text, tuple(signs), tuple(hidden))


@lru_cache(maxsize=1024)
def _meant(sign: str) -> str:
    """The sign as it is compared: a space for any blank, nothing for a hidden character."""
    if is_hidden(sign[0]):
        return ""
    return " " if sign in BLANKS else normal(sign)


class _Tag(NamedTuple):
    """A text in brackets (or a whole word without brackets) and the name in front of it, with its column."""

    name: str
    column: int
    word: Word


ReadWord = Callable[[Word], tuple[list[PlacedCard], list[Problem]]]
"""Reads a word as cards, with its problems."""


@dataclass(slots=True)
class BuildReading:
    """The part of a text that has been read so far."""

    read_word: ReadWord
    readings: Readings | None = None
    """The readings of cards, tried for kana in a word that cannot be read otherwise."""
    cards: list[PlacedCard] = field(default_factory=list)
    flavour: dict[int, str] = field(default_factory=dict)
    """Names of slots, by their places from 1."""
    name: str | None = None
    problems: list[Problem] = field(default_factory=list)
    has_slash: bool = False
    has_text_after_name: bool = False
    ends_with_card: bool = False
    """Whether the line before ends with a card: a comma may then open this one."""
    is_understood: bool = False
    """Whether all of the text was read without a problem. Later problems then concern the build as a whole."""

    def read(self, text: str) -> None:
        """Read all lines that are neither blank nor comments. Raises `BuildUnreadable` if they are far too long."""
        if problem := text_too_long(text, MAX_BYTES):
            raise BuildUnreadable([problem])
        for number, line in written_lines(text):
            self.read_line(number, line)
        self.is_understood = not self.problems

    def build(self) -> Build:
        """The build, if there are no problems.

        Raises `BuildUnreadable` with every problem, by place; `BuildNotAllowed` if only the build as a whole is
        wrong.
        """
        places = range(1, max(self.flavour, default=0) + 1)
        build = Build(
            tuple(placed.card for placed in self.cards),
            self.name,
            tuple(self.flavour.get(place) for place in places),
        )
        if self.problems:
            problems = sorted(self.problems, key=lambda problem: (problem.line, problem.column))
            raise (
                BuildNotAllowed(problems, build)
                if self.is_understood
                else BuildUnreadable(problems)
            )
        return build

    def places(self, is_card: Callable[[Problem], bool]) -> list[PlacedCard]:
        """The cards in their places, with the words that were meant as cards but could not be read."""
        others = [
            PlacedCard("", each.line, each.column, each.words[0])
            for each in filter(is_card, self.problems)
        ]
        return sorted([*self.cards, *others], key=lambda each: (each.line, each.column))

    def refuse(self, code: str, line: int, column: int, typed: str, *suggestions: str) -> None:
        """Note a problem of the text at this place."""
        self.problems.append(Problem(code, line, column, (shown(typed),), suggestions))

    def refuse_hidden(self, line: int, column: int, name: str) -> None:
        """Note the invisible characters of a name as problems."""
        for at in hidden_in(name):
            self.refuse("forbidden-character", line, column + at, name[at])

    def read_line(self, number: int, line: str) -> None:
        """Split at the first slash: the rest of that line is the name."""
        if self.has_slash and not self.has_text_after_name:
            self.has_text_after_name = True
            self.refuse("text-after-name", number, _indent(line) + 1, line.strip(BLANKS))
        slash = _SLASH.search(line)
        for word in self.words(number, line[: slash.start()] if slash else line):
            for tag in self.tags(word) or [_Tag("", 0, word)]:
                cards, problems = self.read_word(tag.word)
                if problems and (aloud := self.read_aloud(tag.word)):
                    cards, problems = aloud, []
                elif problems:
                    problems = self.heard(tag.word, problems)
                self.cards += cards
                self.problems += [*tag.word.hidden, *problems]
                if tag.name:
                    self.flavour[len(self.cards)] = tag.name
                    self.refuse_hidden(number, tag.column, tag.name)
        if slash:
            self.has_slash = True
            self.read_name(number, slash.end(), line[slash.end() :])

    def read_aloud(self, word: Word) -> list[PlacedCard]:
        """The cards of a word in which some are written by their reading; none if it cannot be read so either."""
        typed = self.readings.in_characters(word.typed) if self.readings else word.typed
        if typed == word.typed:
            return []
        cards, problems = self.read_word(word_at(word.line, word.column, typed))
        return [] if problems else cards

    def heard(self, word: Word, problems: list[Problem]) -> list[Problem]:
        """Like `read_aloud`; kana that match no card name the cards with the most similar reading."""
        meant = self.readings.nearest_to(word.typed) if self.readings else ()
        is_like_none = len(problems) == 1 and problems[0].words == (shown(word.typed),)
        if not (self.readings and meant and is_like_none):
            return problems
        if any(each in self.readings.spellings.cards for each in problems[0].suggestions):
            return problems
        return [replace(problems[0], suggestions=meant)]

    def tags(self, word: Word) -> list[_Tag]:
        """The cards of a word made only of names in front of cards in brackets; else none.

        The first must have a name; the text between others may be a mere `and`. A text that reads as cards is not a
        name. Nor is one that resembles a card, if some brackets have no name.
        """
        found: list[_Tag] = []
        at = 0
        while match := TAG.match(word.typed, at):
            tag = _Tag(
                match[1].strip(BLANKS),
                word.column + match.start(1) + _indent(match[1]),
                word_at(word.line, word.column + match.start(2), match[2]),
            )
            if tag.name and len(self.read_word(tag.word)[0]) > 1:
                return []
            found.append(tag)
            at = match.end()
        names = [tag.name for tag in found if tag.name]
        is_meant = at == len(word.typed) and found[0].name and all(map(self.may_be_a_name, names))
        if is_meant and (len(names) == len(found) or not any(map(self.resembles, names))):
            return found
        return []

    def may_be_a_name(self, text: str) -> bool:
        """Whether this may be a name: it has letters and does not read as cards."""
        return bool(_LETTER.search(text) and self.read_word(word_at(0, 0, text))[1])

    def resembles(self, text: str) -> bool:
        """Whether this could be a misspelt card."""
        problems = self.read_word(word_at(0, 0, text))[1]
        meant = (suggestion for problem in problems for suggestion in problem.suggestions)
        return any(len(self.read_word(word_at(0, 0, each))[0]) == 1 for each in meant)

    def words(self, number: int, row: str) -> Iterator[Word]:
        """Read the words between commas. A comma beside a line break counts once with it, and one may stand at the
        end.
        """
        start = 0
        piece = ""
        commas = [(comma.start(), comma.group()) for comma in _COMMA.finditer(row)]
        for end, comma in [*commas, (len(row), "")]:
            piece = row[start:end].strip(BLANKS)
            if piece:
                yield word_at(number, start + _indent(row[start:end]) + 1, piece)
            elif comma and not (start == 0 and self.ends_with_card):
                self.refuse("empty-word", number, end + 1, comma)
            start = end + 1
        self.ends_with_card = bool(piece)

    def read_name(self, line: int, start: int, typed: str) -> None:
        """Keep the name as typed, without outer blanks."""
        name = typed.strip(BLANKS)
        column = start + _indent(typed) + 1
        self.refuse_hidden(line, column, name)
        if len(name) > MAX_NAME:
            self.refuse("name-too-long", line, column + MAX_NAME, name, str(len(name) - MAX_NAME))
        self.name = name or None


def _indent(text: str) -> int:
    """How many blanks stand before the first other character."""
    return len(text) - len(text.lstrip(BLANKS))
