"""Sentences of the documents, of the messages and of docstrings, and how long they are.

`python -m tests.support.sentences` prints both figures for each, and `… long PATH` what is over 25 words.
"""

import ast
import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Final

from babel.messages.pofile import read_po

TOP: Final = Path(__file__).parents[2]
LONG: Final = 25
"""A sentence of more words is long."""

_BLOCKS: Final = re.compile(
    r"\n\s*\n|\n(?=\s*(?:[-*|>]|\d+\.|#+)\s)|\s\|\s|(?<=\n)\||\|(?=\n)|^\||\|$"
)
"""What ends a sentence without a mark: a blank line, the next item, the next cell."""

_MARK: Final = re.compile(r"^(?:[-*>]|\d+\.)\s+")
_ENDS: Final = re.compile(r"(?<=[.!?])[)\"”*_]*\s+")


def sentences(text: str) -> Iterator[str]:
    """The sentences of a text in Markdown, without headings, blocks of code and rules of tables.

    Only `.`, `!` and `?` before white space end one, and the end of a paragraph, item or cell. What
    has fewer than two words is none.
    """
    text = re.sub(r"^(```|~~~).*?^\1\s*$", "", text, flags=re.MULTILINE | re.DOTALL)
    text = re.sub(r"^#+ .*$|^\s*\|?[-:| ]+\|?\s*$|^( {4}|\t).*$", "", text, flags=re.MULTILINE)
    text = re.sub(r"`[^`]*`", "code", text)
    text = re.sub(r"\]\([^)]*\)", "]", text)
    text = re.sub(r"%\(\w+\)[sd]", "word", text)
    for block in _BLOCKS.split(text):
        for each in _ENDS.split(_MARK.sub("", block.strip())):
            if len(words(each)) > 1:
                yield " ".join(each.split())


def words(sentence: str) -> list[str]:
    """Its words: what stands between white space and has a letter or a digit."""
    return [each for each in sentence.split() if re.search(r"\w", each)]


@dataclass(frozen=True, slots=True)
class Lengths:
    """How many sentences there are, and how long they are."""

    count: int
    mean: float
    long: float
    """The share of those of more than 25 words."""

    def __str__(self) -> str:
        return f"{self.count:6,} sentences, {self.mean:4.1f} words, {self.long:5.1%} over {LONG}"


def lengths(texts: Iterable[str]) -> Lengths:
    """Those of all sentences of these texts."""
    each = [len(words(sentence)) for text in texts for sentence in sentences(text)]
    return Lengths(len(each), sum(each) / len(each), sum(n > LONG for n in each) / len(each))


def documents() -> dict[Path, str]:
    """Every page of documentation and every rule book in English."""
    paths = [
        TOP / "README.md",
        *(each for each in (TOP / "app/docs").rglob("*.md") if ".ja." not in each.name),
        *(TOP / "app/games").glob("*/RULES.en.md"),
    ]
    return {path: path.read_text("utf-8") for path in sorted(paths)}


def messages() -> list[str]:
    """Every message in English, singular and plural."""
    with (TOP / "app/locale/ja.po").open("rb") as file:
        found = [each.id for each in read_po(file) if each.id]
    return [text for each in found for text in ([each] if isinstance(each, str) else each)]


def docstrings(paths: Iterable[Path]) -> Iterator[str]:
    """Every docstring of these modules, those of constants and fields too."""
    for path in paths:
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            match node:
                case ast.Expr(ast.Constant(str() as text)):
                    yield text


def modules(*folders: str) -> list[Path]:
    """Every module below these folders of the checkout, or the one that is named."""
    return [
        path
        for folder in folders
        for path in (
            [TOP / folder] if folder.endswith(".py") else sorted((TOP / folder).rglob("*.py"))
        )
    ]


def _long(texts: Iterable[str]) -> list[str]:
    return [each for text in texts for each in sentences(text) if len(words(each)) > LONG]


def main(arguments: list[str]) -> Iterator[str]:
    """The figures, or the long sentences of a file, a folder or (`messages`) the messages."""
    match arguments:
        case ["long", "messages"]:
            yield from _long(messages())
        case ["long", name]:
            for path in modules(name) if (TOP / name).is_dir() else [TOP / name]:
                text = path.read_text("utf-8")
                texts = docstrings([path]) if path.suffix == ".py" else [text]
                yield from (f"{path.relative_to(TOP)}: {each}" for each in _long(texts))
        case _:
            for path, text in documents().items():
                yield f"{len(words(text)):6,} {lengths([text])} {path.relative_to(TOP)}"
            yield f"documents  {lengths(documents().values())}"
            yield f"messages   {lengths(messages())}"
            yield f"docstrings {lengths(docstrings(modules('app', 'tests')))}"


if __name__ == "__main__":
    sys.stdout.writelines(f"{line}\n" for line in main(sys.argv[1:]))
