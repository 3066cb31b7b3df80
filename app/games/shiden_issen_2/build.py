"""Text to build, or to all of its problems; and build to text."""

from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache, partial

from app.engine import Build, Notation
from app.engine.notation import BuildReading
from app.errors import Problem
from app.games.shiden_issen_2.battle import SLOTS
from app.games.shiden_issen_2.problems import explain
from app.games.shiden_issen_2.spelling import SPELLING, Spelling
from app.games.shiden_issen_2.words import read_word
from app.text.characters import lines_of

__all__ = ["explain", "read_build", "write_build"]


@lru_cache(maxsize=64)  # who sends one is asked about it several times
def read_build(text: str, spelling: Spelling = SPELLING) -> Build:
    """Read the five skills and the name after the slash in this text.

    Raises `BuildUnreadable` with every problem, by place. Words of a problem are as typed, but printable: a hidden
    character is written U+202E, a blank as a space. Suggestions are identifiers of skills. Some problems suggest
    something else:

    - `unknown-skill` without a similar skill, `unknown-character`: the 31 characters, or nothing
    - `count` with a place: how many to take out; without a place: how many are missing (its word: the number found)
    - `name-too-long`: how many to take out
    - `text-too-long`: how many bytes are allowed (its word: the number found)
    """
    reading = BuildReading(partial(read_word, by=spelling), spelling.readings)
    reading.read(text)
    read = len(reading.cards)
    if read == SLOTS and not reading.has_slash:
        _see_a_name(reading)
    places = reading.places(partial(_is_misspelt, lines_of(text), spelling))
    if (count := len(places)) > SLOTS:
        sixth = places[SLOTS]
        reading.refuse("count", sixth.line, sixth.column, str(count), str(count - SLOTS))
    # A word that cannot be read may well be the skill that is missing.
    elif read < SLOTS and not any(p.code in _UNREAD for p in reading.problems):
        reading.refuse("count", 0, 0, str(read), str(SLOTS - read))
    return reading.build()


def _is_misspelt(lines: Sequence[str], spelling: Spelling, problem: Problem) -> bool:
    """Whether an unreadable word was meant as a skill: it is separate from others and resembles one."""
    if problem.code not in _UNREAD or {*problem.suggestions}.isdisjoint(spelling.spellings.cards):
        return False
    line, start = lines[problem.line - 1], problem.column - 1
    before, behind = line[:start], line[start + len(problem.words[0]) :]
    return all(each in ("", *",，、､") for each in (before.strip()[-1:], behind.strip()[:1]))


def _see_a_name(reading: BuildReading) -> None:
    """Words that cannot be read after the fifth skill may well be the character's name: one problem, not one a word."""
    fifth = reading.cards[-1]
    behind = [
        problem
        for problem in reading.problems
        if problem.code in _UNREAD and (problem.line, problem.column) > (fifth.line, fifth.column)
    ]
    if behind:
        reading.problems = [problem for problem in reading.problems if problem not in behind]
        first = min(behind, key=lambda problem: (problem.line, problem.column))
        reading.problems.append(replace(first, code="name-without-slash", suggestions=()))


_UNREAD = frozenset({"unknown-skill", "unknown-character", "ambiguous-skill"})


def write_build(
    build: Build, notation: Notation = "characters", spelling: Spelling = SPELLING
) -> str:
    """The build as text, its name behind a slash; `read_build` reads the same build again."""
    return spelling.spellings.write(build, notation)
