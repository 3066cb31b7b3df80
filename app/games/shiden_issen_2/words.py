"""A word between two commas: the skills it means, or its problems."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import groupby
from typing import NamedTuple

from app.engine.notation import PlacedCard, Sign, Word, word_at
from app.engine.spelling import Spellings, letters
from app.errors import Problem
from app.games.shiden_issen_2.spelling import Spelling
from app.text.characters import BLANKS, shown

Read = tuple[list[PlacedCard], list[Problem]]
"""The skills that were read, and the problems."""

_BRACKETED = re.compile("[^【】]+")
_PART = re.compile(f"[^{BLANKS}]+")
_HIRAGANA = re.compile("[ぁ-ん]+")
_MOST_PARTS = 3
"""The most parts of a name: `Back Gate Ploy`."""


def read_word(word: Word, by: Spelling) -> Read:
    """The skills of the word by these spellings, and its problems.

    Brackets divide skills, and so do blanks, except within a name: `Violet Lightning`.
    """
    skills, problems = _gathered(_read_chunk(chunk, by) for chunk in _pieces(word, _BRACKETED))
    problems += [
        Problem("not-obtainable", skill.line, skill.column, (shown(skill.typed),))
        for skill in skills
        if not by.pool.by_id[skill.card].obtainable
    ]
    return skills, problems


def _gathered(readings: Iterable[Read]) -> Read:
    skills: list[PlacedCard] = []
    problems: list[Problem] = []
    for found, wrong in readings:
        skills += found
        problems += wrong
    return skills, problems


def _pieces(word: Word, pattern: re.Pattern[str]) -> Iterator[Word]:
    """The matches of the pattern in the word, each as a separate word with its place."""
    for piece in pattern.finditer(word.typed):
        indent = len(piece.group()) - len(piece.group().lstrip(BLANKS))
        column = word.column + piece.start() + indent
        found = word_at(word.line, column, piece.group().strip(BLANKS))
        if found.text:
            yield found


class _Step(NamedTuple):
    """Some parts, and the skills that they name; empty if they cannot be read."""

    parts: list[Word]
    skills: list[PlacedCard]


def _read_chunk(chunk: Word, by: Spelling) -> Read:
    """The skills between two brackets; parts in a row that cannot be read are looked at together."""
    steps = groupby(_steps(list(_pieces(chunk, _PART)), by), key=lambda step: bool(step.skills))
    return _gathered(
        ([skill for step in group for skill in step.skills], [])
        if is_read
        else _unread(chunk, [part for step in group for part in step.parts], by)
        for is_read, group in steps
    )


def _steps(parts: list[Word], by: Spelling) -> Iterator[_Step]:
    """From the left, the longest name first; or else a number, or a run of characters and names."""
    at = 0
    while at < len(parts):
        step = _longest_name(parts[at : at + _MOST_PARTS], by) or _run(parts[at], by)
        yield step
        at += len(step.parts)


def _longest_name(parts: list[Word], by: Spelling) -> _Step | None:
    first = parts[0]
    for count in range(len(parts), 0, -1):
        if skill := by.known.by_name.get("".join(part.letters for part in parts[:count])):
            typed = " ".join(part.typed for part in parts[:count])
            return _Step(parts[:count], [PlacedCard(skill, first.line, first.column, typed)])
    return None


def _run(part: Word, by: Spelling) -> _Step:
    if skill := by.known.by_number.get(part.text.lstrip("0")):
        return _Step([part], [PlacedCard(skill, part.line, part.column, part.typed)])
    pieces = list(_cut(part, by))
    skills = [piece.skill for piece in pieces if piece.skill]
    return _Step([part], skills if len(skills) == len(pieces) else [])


class _Piece(NamedTuple):
    """A character of a run, and the skill that begins with it."""

    sign: Sign
    skill: PlacedCard | None


def _cut(part: Word, by: Spelling) -> Iterator[_Piece]:
    """Yield the names and characters of skills in this part. Any other character is separate."""
    spelt = [(char, sign) for sign in part.signs for char in letters(sign.normal)]
    at = 0
    for text, skill in by.cut("".join(char for char, _ in spelt)):
        sign = spelt[at][1]
        at += len(text)
        typed = "".join(dict.fromkeys(s.typed for _, s in spelt[at - len(text) : at]))
        placed = PlacedCard(skill, part.line, sign.column, typed) if skill else None
        yield _Piece(sign, placed)


# --- problems -------------------------------------------------------------------------------------


def _unread(chunk: Word, parts: Sequence[Word], by: Spelling) -> Read:
    """Return the problems of adjacent parts: together they may resemble one name, else each is checked."""
    start = parts[0].column - chunk.column
    end = parts[-1].column - chunk.column + len(parts[-1].typed)
    together = word_at(chunk.line, parts[0].column, chunk.typed[start:end])
    if problems := _resembling(together, by):
        return [], problems
    return _gathered(_misread(part, by) for part in parts)


def _misread(part: Word, by: Spelling) -> Read:
    """The first that fits: like some name, a run with a few wrong characters, like nothing."""
    if problems := _resembling(part, by):
        return [], problems
    pieces = list(_cut(part, by))
    wrong = [piece.sign for piece in pieces if not piece.skill]
    if not pieces or len(wrong) * 2 > len(pieces):
        return [], [part.problem("unknown-skill", (by.spellings.chars,))]
    # Wrong characters in a run do not change the meaning of the others.
    return [piece.skill for piece in pieces if piece.skill], [
        part.problem_at(sign, "unknown-character", by.spellings.with_character(sign.normal))
        for sign in wrong
    ]


def _resembling(word: Word, by: Spelling) -> list[Problem]:
    """The problem of a word that is part of names, or near one."""
    code, skills = _meant(word.letters, by.spellings)
    return [word.problem(code, skills)] if skills else []


@lru_cache(maxsize=1024)
def _meant(key: str, spellings: Spellings) -> tuple[str, tuple[str, ...]]:
    """Return the code of the problem, and the skills that may be meant."""
    skills = spellings.with_part(key)
    if len(skills) > 1:
        return "ambiguous-skill", skills
    # 待ち伏せ is how 待伏 is usually written.
    return "unknown-skill", (
        skills or spellings.nearest_to(key) or spellings.nearest_to(_HIRAGANA.sub("", key))
    )
