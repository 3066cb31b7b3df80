"""What stands in a mail beside a letter of ours: the sender's lines, and the blanks that they filled in where they stand."""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Final, NamedTuple

from app.errors import Problem
from app.mail.labels import label_of

_MOST_HEADER: Final = 4
_MOST_LINES: Final = 800
_MOST_LETTER: Final = 60_000
_LONG: Final = 30
"""If this many characters of a line are the same, without blanks and marks, both are the same text."""
_MARKS: Final = re.compile(r"[\W_]+")
_TARGET: Final = re.compile(r"<(?:https?|mailto):[^<>\s]*>", re.IGNORECASE)
_QUOTE: Final = re.compile("\\s*[>＞|｜][>＞|｜ \t\u3000]*")
_HEADER: Final = re.compile(r"\s*(game|turn|key) \S+\s*")


class _Run(NamedTuple):
    """Lines of a mail from `first` until before `end`, which stand in the letter from `at` on."""

    size: int
    first: int
    end: int
    at: int


class _Blank(NamedTuple):
    """A block for orders: from where to where it may be filled in, and the lines that name it."""

    low: int
    high: int
    head: tuple[str, ...]


@dataclass(slots=True)
class _Beside:
    """The lines above the letter, among its lines and below them; of blanks those that were filled in.

    `is_quoted`: its lines have marks of quoting. `doubts`: lines that equal ours.
    """

    above: Sequence[str]
    is_quoted: bool
    among: list[str] = field(default_factory=list)
    below: Sequence[str] = ()
    doubts: list[Problem] = field(default_factory=list)


def beside(lines: Sequence[str], letters: Sequence[str]) -> _Beside | None:
    """What the sender wrote beside the one of these letters of which most stands there; None if none does.

    Words are compared without marks of quoting, without wrapping and width, and the longest runs first.
    """
    if len(lines) > _MOST_LINES:
        return None
    bare = [_words(line) for line in lines]
    read = [_Reading(each, lines, bare) for each in letters if len(each) <= _MOST_LETTER]
    best = max(read, key=lambda each: sum(run.size for run in each.runs), default=None)
    is_there = best and any(map(best.is_prose, best.runs))
    return best.beside() if best and is_there else None


def _words(line: str) -> str:
    return _MARKS.sub("", unicodedata.normalize("NFKC", _TARGET.sub("", line)).casefold())


def _blocks(lines: Sequence[str]) -> Iterator[tuple[int, int]]:
    """From which line to which one blocks for orders go in the mail: what stands inside was typed, or left as it was."""
    low = -1
    for at, line in enumerate(map(_unquoted, lines)):
        if _HEADER.fullmatch(line):
            low = at
        elif low >= 0 and line.strip() == "end":
            yield low, at
            low = -1


class _Reading:
    """A mail beside a letter: which of its lines stand there, and where."""

    def __init__(self, letter: str, lines: Sequence[str], bare: Sequence[str]) -> None:
        self.letter, self.lines, self.bare = letter.split("\n"), lines, bare
        self.starts = [0]
        self.beginnings: dict[str, list[int]] = {}
        for words in map(_words, self.letter):
            self.beginnings.setdefault(words[:1], []).append(self.starts[-1])
            self.starts.append(self.starts[-1] + len(words))
        self.words = "".join(map(_words, self.letter))
        blocks = [*_blocks(lines)]
        self.runs = [
            run
            for run in self._apart([*self._every()])
            if not any(low < run.first and run.end <= high for low, high in blocks)
        ]

    def is_prose(self, run: _Run) -> bool:
        """Whether it holds what only a letter of ours says: orders that it offers are short, and anybody's."""
        ends = run.at + run.size
        return any(
            min(end, ends) - max(start, run.at) >= _LONG for start, end in pairwise(self.starts)
        )

    def _find(self, said: str, low: int, high: int) -> int:
        """Where this stands between these places: at the beginning of a line, unless it is long; -1 if it does not."""
        if len(said) >= _LONG:
            return self.words.find(said, low, high)
        starts = self.beginnings.get(said[:1], (0,))
        fits = (at for at in starts if at >= low and self.words.startswith(said, at, high))
        return next(fits, -1)

    def _every(self) -> Iterator[_Run]:
        """The runs, each as long as it can be, one after the other."""
        first = 0
        while first < len(self.bare):
            said, end, at = "", first, -1
            while end < len(self.bare) and len(said) < len(self.words):
                place = self._find(said + self.bare[end], 0, len(self.words))
                if place < 0:
                    break
                said, at, end = said + self.bare[end], place, end + 1
            after = max(end, first + 1)
            while end > first and not self.bare[end - 1]:
                end -= 1
            if said:
                yield _Run(len(said), first, end, at)
            first = after

    def _apart(self, runs: Sequence[_Run]) -> list[_Run]:
        """The runs that share nothing, longer ones first; a short one only in the gap between its neighbours."""
        kept: list[_Run] = []
        for run in sorted(runs, reverse=True):
            earlier = [each for each in kept if each.end <= run.first]
            later = [each for each in kept if each.first >= run.end]
            before = max(earlier, key=lambda each: each.end, default=None)
            low = before.at + before.size if before else 0
            high = min(later, key=lambda each: each.first).at if later else len(self.words)
            for first in range(run.first, run.end):
                said = "".join(self.bare[first : run.end])
                at = self._find(said, low, high)
                if at > 0 and kept and not before:  # above the whole letter all is the sender's
                    at = -1
                if at < 0 and len(said) >= _LONG:
                    at = self._find(said, 0, len(self.words))
                    if any(each.at < at + len(said) and at < each.at + each.size for each in kept):
                        at = -1
                if said and at >= 0:
                    kept.append(_Run(len(said), first, run.end, at))
                    break
        return sorted(kept, key=lambda run: run.first)

    def beside(self) -> _Beside:
        """The lines that are in no run, each in its place."""
        ours = [self.lines[at] for run in self.runs for at in range(run.first, run.end)]
        quoted = sum(_QUOTE.match(line) is not None for line in ours)
        found = _Beside(self.lines[: self.runs[0].first], quoted * 2 > len(ours))
        filled: dict[_Blank, list[str]] = {each: [] for each in self._blanks()}
        drawn = {line for line in self.letter if line and not _words(line)}
        for run, after in zip(self.runs, [*self.runs[1:], None], strict=True):
            place = run.at + run.size
            typed = self.lines[run.end : after.first if after else None]
            blank = next((each for each in filled if each.low <= place <= each.high), None)
            if blank:
                filled[blank] += filter(str.strip, map(_unquoted, typed))
                continue
            kept = [
                bare
                for line, bare in zip(typed, map(_unquoted, typed), strict=True)
                if line not in drawn and (label_of(bare) or not _QUOTE.match(line))
            ]
            if first := next(filter(str.strip, kept), None):
                kept = kept if label_of(first) else [*self._label_above(run), *kept]
            found.among += kept if after else ()
            found.below = () if after else kept
        equal = {_words(line) for line in self.letter}
        for blank, lines in filled.items():
            typed = [line for line in lines if line.strip() != "end"]
            found.doubts += [
                Problem("orders-as-ours", phrase=line.strip())
                for line in typed
                if _words(line) in equal
            ]
            if not typed and (line := self._unclear(blank)):
                found.doubts.append(Problem("orders-unclear", phrase=line))
            if typed or line:
                found.among += ["", *self._headed(blank, found.above), *typed, "end"]
        return found

    def _headed(self, blank: _Blank, above: Sequence[str]) -> list[str]:
        """The header of a blank; where its first lines were typed anew, as they were: a turn that is over is that one."""
        own = {line.split()[0]: line for line in above[-_MOST_HEADER:] if _HEADER.fullmatch(line)}
        is_same = own.get("game") == blank.head[0]
        return [own.get(line.split()[0], line) if is_same else line for line in blank.head]

    def _blanks(self) -> Iterator[_Blank]:
        low, head = 0, list[str]()
        for at, line in enumerate(self.letter):
            if _HEADER.fullmatch(line):
                is_first = line.split()[0] == "game"
                low, head = (self.starts[at + 1], [line]) if is_first else (low, [*head, line])
            elif head and line.strip() == "end":
                yield _Blank(low, self.starts[at], (*head,))
                head = []

    def _label_above(self, run: _Run) -> list[str]:
        """The last line of a run, if it is a label with nothing behind it: what stands below is its value."""
        above = _unquoted(self.lines[run.end - 1])
        label = label_of(above)
        return [above] if label and not label.rest.strip() else []

    def _unclear(self, blank: _Blank) -> str:
        """The line of the mail in an empty blank that begins where no line of ours does, if no other one is broken."""
        broken = []
        for run in self.runs:
            at = run.at
            for line in range(run.first, run.end):
                if self.bare[line] and at not in self.starts:
                    broken.append((at, _unquoted(self.lines[line]).strip()))
                at += len(self.bare[line])
        only = broken[0] if len(broken) == 1 else (-1, "")
        return only[1] if blank.low < only[0] < blank.high else ""


def _unquoted(line: str) -> str:
    return _QUOTE.sub("", line, count=1) if _QUOTE.match(line) else line
