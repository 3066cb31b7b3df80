"""Lists of characters pasted or uploaded: one a line, with comments and team tags, for any game."""

import codecs
import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from app.engine.build import Build
from app.engine.problems import SHARED, sentence
from app.engine.words import Lang, Words
from app.errors import BuildUnreadable, ListUnreadable, Problem
from app.text.characters import (
    BLANKS,
    hidden_in,
    is_comment,
    normal,
    shown,
    text_too_long,
    too_long,
    written_lines,
)
from app.text.charsets import Undecodable, decode_text

MAX_LIST_BYTES = 10 * 1024 * 1024
MAX_BUILDS = 100_000
MAX_PROBLEMS = 1_000
"""With more problems than this, reading stops at the next line: the text is not a list."""
MAX_LINE_BYTES = 2048
MAX_TAG = 64
_WIDE = (codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE)

_TAG = r"[\[［](?P<tag>[^\[\]［］]*)[\]］]"
_TAG_FIRST = re.compile(f"[{BLANKS}]*{_TAG}")
_TAG_LAST = re.compile(f"(?<=[{BLANKS}]){_TAG}$")

_SENTENCES = SHARED | {
    "not-text": Words(
        "文字として読めないファイルです。{suggestion}で保存してください。",
        "This file is not readable as text. Save it as {suggestion}.",
    ),
    "empty-list": Words(
        "リストにキャラクターがいません。1行に1人ずつ書いてください。",
        "The list has no characters. Write one on each line.",
    ),
    "nobody-to-meet": Words(
        "対戦相手がいません。2人以上、1行に1人ずつ書いてください。",
        "One character has no opponent. Write at least two, one on each line.",
    ),
    "two-sizes": Words(
        "{word}枚のデッキと{suggestion}枚のデッキは対戦できません。枚数をそろえてください。",
        "A deck of {word} cards cannot meet one of {suggestion}: choose one size for all.",
    ),
    "too-many-builds": Words(
        "リストが長すぎます。{suggestion}人までにしてください。",
        "The list is too long. Keep it within {suggestion} characters.",
    ),
    "too-many-problems": Words(
        "読めないところが多すぎるため、ここから後ろは読んでいません。上から直してください。",
        "The list was not read from here on, since it has too many mistakes. Begin with the problems above.",
    ),
    "bad-tag": Words(
        "「{word}」はチームとして読めません。[チーム名]のように書いてください。",
        '"{word}" cannot be read as a team. Write it like [team].',
    ),
    "tag-too-long": Words(
        "チーム名は64文字までです。{suggestion}文字減らしてください。",
        "A team's name has at most 64 characters. Take out {suggestion}.",
    ),
}


@dataclass(frozen=True, slots=True)
class ListedBuild:
    """A build and the line it stands on. Builds of one team have the same `team`: its tag as first typed."""

    line: int
    build: Build
    team: str | None


def decode(data: bytes) -> str:
    """The text of a file, in the encoding of its byte order mark, else the one that `decode_text` finds.

    Raises `ListUnreadable` if it cannot be read so, or has more bytes than a list may have.
    """
    if problem := too_long(len(data), MAX_LIST_BYTES):
        raise ListUnreadable([problem])
    try:
        return data.decode() if b"\0" in data and not data.startswith(_WIDE) else decode_text(data)
    except (UnicodeDecodeError, Undecodable):
        raise ListUnreadable([Problem("not-text", suggestions=("UTF-8",))]) from None


def read_list(
    text: str, read_build: Callable[[str], Build], most: int = MAX_BUILDS
) -> list[ListedBuild]:
    """All builds of the list, each with its line and team; reading stops where there are more than `most`.

    A line may begin with a tag `[team]`, or end with a blank and a tag. A tag alone on its line, or
    before a comment, is a heading: it holds for the lines after it that have none. `[]` means no team.
    Raises `ListUnreadable` with the problems of all lines.
    """
    if problem := text_too_long(text, MAX_LIST_BYTES):
        raise ListUnreadable([problem])
    builds: list[ListedBuild] = []
    problems: list[Problem] = []
    teams: dict[str, str] = {}
    heading = ""
    for number, line in written_lines(text):
        if len(problems) > MAX_PROBLEMS:
            problems.append(Problem("too-many-problems", number))
            break
        tagged = _take_tag(line)
        problems += (replace(problem, line=number) for problem in tagged.problems)
        if tagged.is_heading:
            heading = tagged.tag or ""
            continue
        tag = heading if tagged.tag is None else tagged.tag
        team = teams.setdefault(normal(tag), tag) or None
        try:
            builds.append(ListedBuild(number, read_build(tagged.rest), team))
        except BuildUnreadable as refusal:
            problems += (replace(problem, line=number) for problem in refusal.problems)
        if len(builds) > most:
            problems.append(Problem("too-many-builds", number, suggestions=(str(most),)))
            break
    if not builds and not problems:
        problems.append(Problem("empty-list"))
    if problems:
        raise ListUnreadable(problems)
    return builds


def team_in(line: str) -> str:
    """The tag of a team with which the line begins or ends, as typed; empty if it has none."""
    found = _TAG_FIRST.match(line) or _TAG_LAST.search(line.rstrip(BLANKS))
    return found[0].strip(BLANKS) if found else ""


def explain_list(problem: Problem, lang: Lang, explain: Callable[[Problem, Lang], str]) -> str:
    """A sentence for a problem with a list; the game explains problems with its builds."""
    words = _SENTENCES.get(problem.code)
    return sentence(words, problem, lang) if words else explain(problem, lang)


@dataclass(frozen=True, slots=True)
class _Tagged:
    """A line with its team tag. `tag` is empty for `[]`; `rest` has blanks in place of the tag, so columns stay."""

    tag: str | None
    rest: str
    problems: tuple[Problem, ...] = ()

    @property
    def is_heading(self) -> bool:
        return self.tag is not None and (not self.rest.strip(BLANKS) or is_comment(self.rest))


def _take_tag(line: str) -> _Tagged:
    """The tag at the start of the line, or else the one at its end behind a blank."""
    if problem := text_too_long(line, MAX_LINE_BYTES):
        return _Tagged("", "", (problem,))
    line = line.rstrip(BLANKS)
    found = _TAG_FIRST.match(line) or _TAG_LAST.search(line)
    if found:
        rest = line[: found.start()] + " " * len(found.group()) + line[found.end() :]
        return _Tagged(found["tag"].strip(BLANKS), rest, (*_problems_of(found),))
    column = len(line) - len(line.lstrip(BLANKS)) + 1
    if line[column - 1] in "[［":
        return _Tagged("", "", (Problem("bad-tag", 0, column, (shown(line[column - 1 :]),)),))
    return _Tagged(None, line)


def _problems_of(tag: re.Match[str]) -> Iterator[Problem]:
    column = tag.start("tag") + 1
    for at in hidden_in(tag["tag"]):
        yield Problem("forbidden-character", 0, column + at, (shown(tag["tag"][at]),))
    if (too_many := len(tag["tag"].strip(BLANKS)) - MAX_TAG) > 0:
        yield Problem("tag-too-long", 0, column, (shown(tag["tag"]),), (str(too_many),))
