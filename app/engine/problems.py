"""Problems in words, for all games: the place, and a few sentences."""

from collections.abc import Sequence

from app.engine.words import Lang, Words
from app.errors import Problem

_LONGEST = 40

SHARED = {
    "text-too-long": Words(
        "文章が長すぎます（{word}バイト）。{suggestion}バイトまでにしてください。",
        "The text is too long ({word} bytes). Keep it within {suggestion} bytes.",
    ),
    "forbidden-character": Words(
        "見えない文字や表示できない文字は使えません。{word}を消してください。",
        "Invisible characters are not allowed. Delete this {word}.",
    ),
    "name-too-long": Words(
        "名前は64文字までです。{suggestion}文字減らしてください。",
        "A name has at most 64 characters. Take out {suggestion}.",
    ),
}
"""Sentences for the problems that a text can have in any game."""


def place(problem: Problem, lang: Lang) -> str:
    """The place of the problem, to be put before a sentence. A line or column of 0 is left out.

    If a text has only one line, its caller sets `line` to 0 first.
    """
    line, column = problem.line, problem.column
    if lang == "ja":
        parts = (f"{line}行目" * bool(line), f"{column}文字目" * bool(column))
        where, colon = "".join(parts), "："
    else:
        parts = (f"line {line}" * bool(line), f"column {column}" * bool(column))
        where, colon = ", ".join(filter(None, parts)), ": "
    return where and where + colon


def sentence(words: Words, problem: Problem, lang: Lang) -> str:
    """The place and the sentence; `{word}` and `{suggestion}` in it are the first of the problem's."""
    text = words.to(lang).format(word=first(problem.words), suggestion=first(problem.suggestions))
    return place(problem, lang) + text


def first(words: tuple[str, ...]) -> str:
    """The first of these words, shortened if it is too long for a sentence."""
    word = words[0] if words else ""
    return word if len(word) <= _LONGEST else f"{word[:_LONGEST]}…"


def either(choices: Sequence[str], lang: Lang) -> str:
    """`A, B or C`."""
    if lang == "ja":
        return "、".join(choices)
    *most, last = choices
    return f"{', '.join(most)} or {last}" if most else last
