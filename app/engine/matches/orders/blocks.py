"""Finds the blocks of orders (`game … turn … key … end`) in a mail or form, without quotes, signature and talk."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import groupby
from typing import Final, NamedTuple

from app.engine.matches.orders.tokens import OrderToken, tokens
from app.engine.matches.orders.vocabulary import HEADER_WORDS
from app.errors import Problem
from app.text.characters import BLANKS, is_hidden, lines_of, normal, text_too_long

MOST_BYTES: Final = 1024 * 1024
MOST_BLOCKS: Final = 600
MOST_LINES: Final = 300
"""The most lines of a block."""
MOST_COLUMNS: Final = 1000

_SIGNATURE = re.compile("--[ \u00a0]?")
_NAME = re.compile(r"[^\s,;:()<>]{1,100}")
_INTEGER = re.compile("[0-9]{1,9}")
_MARKS = ":.,"


class OrderRow(NamedTuple):
    """A line of a block; `in_header`: a header line follows."""

    words: list[OrderToken]
    in_header: bool = False


@dataclass(frozen=True, slots=True)
class OrderBlock:
    """A block in the text, from its `line` to its `last` line. Its lines are not read yet.

    `match` and `key` are empty and `turn` is None if the block does not say them. It `is_ended` if it has its `end`
    or needs none.
    """

    match: str
    line: int
    turn: int | None = None
    key: str = ""
    rows: tuple[OrderRow, ...] = ()
    problems: tuple[Problem, ...] = ()
    is_ended: bool = True
    last: int = 0


class Split(NamedTuple):
    """The blocks of a text, and the problems of the text as a whole."""

    blocks: tuple[OrderBlock, ...]
    problems: tuple[Problem, ...] = ()


def split(text: str, *, headless: bool = False) -> Split:
    """The blocks of a text; of a `headless` one, without any `game` line, all lines are one block."""
    if problem := text_too_long(text, MOST_BYTES):
        return Split((), (problem,))
    found: list[_Draft] = []
    draft: _Draft | None = None
    quoted = 0
    problems: list[Problem] = []
    outside: list[tuple[int, str]] = []
    for number, line in enumerate(lines_of(text), start=1):
        first = _first_character(line)
        if first == ">":
            quoted = quoted or (number if "game" in _header(0, line.lstrip(BLANKS + ">＞")) else 0)
            continue
        if _SIGNATURE.fullmatch(line):
            break
        if not first or first == "#":
            continue
        header = _header(number, line)
        if "game" in header:
            if len(found) == MOST_BLOCKS:
                problems.append(Problem("too-many-blocks", number, 1, (), (str(MOST_BLOCKS),)))
                break
            draft = _Draft(header["game"].text, number, last=number)
            found.append(draft)
            draft.take(header)
        elif draft is None:
            outside.append((number, line))
        elif "end" in header:
            draft.is_ended, draft.last = True, number
            draft = None
        elif header:
            draft.take(header)
            draft.last = number
        else:
            draft.add(number, line)
            draft.last = number
    if not found and headless:
        found.append(_whole(outside))
    elif not found:
        code = "only-quoted" if quoted else "no-block"
        problems.append(Problem(code, quoted, int(bool(quoted))))
    return Split(tuple(each.block() for each in found), tuple(problems))


def rewritten(text: str, orders: str) -> str:
    """The text with its orders replaced by these, below its header and its notes behind `#`."""
    kept: list[str] = []
    is_open = False
    for number, line in enumerate(lines_of(text), start=1):
        header = _header(number, line)
        if "game" in header:  # the last block is the one that is read
            kept = [each for each in kept if _first_character(each) == "#"]
            is_open = True
        if (header and "end" not in header) or _first_character(line) == "#":
            kept.append(line)
    return "\n".join(filter(None, (*kept, orders, "end" * is_open)))


def _whole(lines: list[tuple[int, str]]) -> "_Draft":
    """All these lines as one block, in which `turn`, `key` and `end` may occur."""
    draft = _Draft("", lines[0][0] if lines else 1, is_ended=True)
    for number, line in lines:
        header = _header(number, line)
        if "end" in header:
            break
        draft.take(header) if header else draft.add(number, line)
    return draft


@dataclass(slots=True)
class _Draft:
    """A block that is being put together."""

    match: str
    line: int
    turn: int | None = None
    key: str = ""
    rows: list[OrderRow] = field(default_factory=list)
    problems: list[Problem] = field(default_factory=list)
    is_ended: bool = False
    last: int = 0

    def take(self, header: dict[str, OrderToken]) -> None:
        """Take what a header line says. Lines between header lines belong to the header too."""
        if turn := header.get("turn"):
            if self.turn not in (None, int(turn.text)):
                self.problems.append(Problem("twice", *turn.place, ("turn",)))
            self.turn = int(turn.text)
        if key := header.get("key"):
            if self.key not in ("", key.text):
                self.problems.append(Problem("twice", *key.place, ("key",)))
            self.key = key.text
        self.rows = [OrderRow(row.words, True) for row in self.rows]

    def add(self, number: int, line: str) -> None:
        """Add a line with one order, or several separated by ` / `. The first line beyond the limit becomes a
        problem.
        """
        if len(self.rows) > MOST_LINES:
            return
        if len(line) > MOST_COLUMNS:
            self.problems.append(
                Problem("line-too-long", number, MOST_COLUMNS + 1, (), (str(MOST_COLUMNS),))
            )
        elif words := tokens(number, line):
            parts = groupby(words, lambda word: word.text != "/")
            self.rows += (OrderRow([*part]) for is_order, part in parts if is_order)
            if len(self.rows) > MOST_LINES:
                limit = (str(MOST_LINES),)
                self.problems.append(Problem("too-many-lines", number, 1, (), limit))

    def block(self) -> OrderBlock:
        rows = tuple(self.rows[:MOST_LINES])
        return OrderBlock(
            self.match,
            self.line,
            self.turn,
            self.key,
            rows,
            tuple(self.problems),
            self.is_ended,
            self.last,
        )


def _first_character(line: str) -> str:
    """The first character that can be seen, normalised; empty if there is none."""
    for char in line:
        if char not in BLANKS and not is_hidden(char):
            return normal(char)[:1]
    return ""


def _header(number: int, line: str) -> dict[str, OrderToken]:
    """The content of a header line: `game demo-1`, `Turn: 3`, or all in one line; empty for another line."""
    if len(line) > MOST_COLUMNS // 4:
        return {}
    words = list(_without_marks(tokens(number, line)))
    found: dict[str, OrderToken] = {}
    while words:
        what = HEADER_WORDS.get(words[0].text, "")
        if what == "end" and not found and len(words) == 1:
            return {"end": words[0]}
        if what not in ("game", "turn", "key") or what in found or len(words) < 2:
            return {}
        form = _INTEGER if what == "turn" else _NAME
        if not form.fullmatch(words[1].text):
            return {}
        found[what] = words[1]
        words = words[2:]
        if words and words[0].text.startswith("(") and "game" in found:
            break
    return found


def _without_marks(words: list[OrderToken]) -> Iterator[OrderToken]:
    """The words without the marks around them; `game:demo-1` is two words."""
    for word in words:
        head, colon, tail = word.text.partition(":")
        if colon and tail and head in HEADER_WORDS:
            yield word.part(0, len(head))
            yield word.part(len(head) + 1)
        elif bare := word.text.strip(_MARKS):
            start = word.text.index(bare)
            yield word.part(start, start + len(bare))
