"""Several characters in one mail, each as a form of its own."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import islice
from typing import Final

from app.engine import CardInfo
from app.letters.replies.untaken import named
from app.mail.labels import Label, alone, label_of
from app.mail.reading.form.entry_form import EntryForm, read_fields
from app.mail.reading.form.shorthand import character_in
from app.text.characters import tidy

MOST: Final = 50
"""So many characters of a mail are read."""
_OF_ANY: Final = frozenset({"name", "build"})
_MOST_LINES: Final = 2000
_COUNTED: Final = re.compile(
    r"\W*(?:character|キャラ(?:クター)?|その|第)?\s*(?:[0-9０-９一二三四五六七八九十]{1,2}|[\u2460-\u2473])\s*(?:体目?|人目|つ目|キャラ目)?\W*",
    re.IGNORECASE,
)
"""A line above a character that counts it."""


def read_several(text: str, cards: Sequence[CardInfo]) -> tuple[EntryForm, ...]:
    """The forms of the characters in this text, each with all of its fields; none if there is only one.

    One begins where the label of a name or a build comes again after both have stood, or is said in one line. Season and
    owner, given once, are those of all.
    """
    found = [each for block in _blocks(tidy(text).split("\n")) for each in _forms(block, cards)]
    forms = [each for each in found if each.name is not None or each.build_text is not None]
    if len(forms) < 2:
        return ()
    season = next((each.season for each in found if each.season), None)
    owners = {each.owner for each in found if each.owner}
    owner = owners.pop() if len(owners) == 1 else None
    left = [named("lines", each.name or "") for each in forms[MOST:]]
    forms = [
        replace(each, season=each.season or season, owner=each.owner or owner)
        for each in forms[:MOST]
    ]
    forms[-1] = replace(forms[-1], untaken=(*forms[-1].untaken, *left))
    return tuple(forms)


def _blocks(lines: list[str]) -> list[list[str]]:
    """The lines of each character; those above the first one's stand with it."""
    blocks: list[list[str]] = [[]]
    begun: set[str] = set()
    heads: set[str] = set()
    for line in lines[:_MOST_LINES]:
        label = _label(line)
        head = line[: len(line) - len(label.rest)].strip() if label else ""
        if label and label.field in _OF_ANY and (label.is_certain or head in heads or not begun):
            if begun >= _OF_ANY:
                _drop_count(blocks[-1])
                blocks.append([])
                begun = set()
            begun.add(label.field)
            heads.add(head)
        blocks[-1].append(line)
    blocks[-1] += lines[_MOST_LINES:]
    return blocks


def _label(line: str) -> Label | None:
    return label_of(line) or ((field := alone(line)) and Label(field, "")) or None


def _drop_count(lines: list[str]) -> None:
    """What counts the next character is no part of this one."""
    while lines and (not lines[-1].strip() or _COUNTED.fullmatch(lines[-1])):
        lines.pop()


def _forms(lines: list[str], cards: Sequence[CardInfo]) -> Iterator[EntryForm]:
    """The form that these lines fill in, and those said in one line beside it."""
    form = read_fields("\n".join(lines), cards)
    seconds = [each for each in form.untaken if each.kind == "second"]
    yield replace(form, untaken=tuple(each for each in form.untaken if each not in seconds))
    story = {line.strip() for line in (form.lore or "").split("\n")}
    said = (line for line in lines if line.strip() not in story and character_in(line, cards))
    for line in islice(said, MOST if seconds else 0):
        other = read_fields(line, cards)
        if (other.name, other.build_text) != (form.name, form.build_text):
            yield other
