"""A battle in the space that a letter has: beginning and end in full, the middle folded."""

from collections.abc import Sequence
from typing import Final

from app.engine import TERMS, Lang, Line, Terms, Tone
from app.i18n import N_, translations

_LINE_BYTES: Final = 45
"""What a line costs besides its text."""
_BEGINNING: Final = 0.4
"""The part of the space that the beginning gets; the end matters more."""

_FOLDED: Final = N_("… turns {first} to {last} …")
_FOLDED_TURN: Final = N_("… more of turn {first} …")


def folded(lines: Sequence[Line], most_bytes: int, lang: Lang, terms: Terms = TERMS) -> list[Line]:
    """The lines, if they need no more bytes than this; else without a stretch in the middle.

    The cut is made between turns, unless the first or the last turn alone is too long.
    """
    if sum(map(_cost, lines)) <= most_bytes:
        return list(lines)
    turns = [at for at in range(1, len(lines)) if lines[at].turn != lines[at - 1].turn]
    head = _fitting(lines, int(most_bytes * _BEGINNING))
    head = max((at for at in turns if at <= head and lines[at].turn > 1), default=head)
    space = most_bytes - sum(map(_cost, lines[:head]))
    tail = len(lines) - _fitting(lines[::-1], space)
    tail = min((at for at in turns if at >= tail), default=tail)
    if tail <= head:
        return list(lines)
    first, last = lines[head].turn, lines[tail - 1].turn
    words = translations(lang, terms).gettext(_FOLDED if last > first else _FOLDED_TURN)
    fold = Line(lines[head].n, first, 0, Tone.NOTE, words.format(first=first, last=last))
    blank = Line(fold.n, first, 0, Tone.BLANK, "")
    return [*lines[:head], blank, fold, blank, *lines[tail:]]


def _fitting(lines: Sequence[Line], most_bytes: int) -> int:
    """How many of the first lines fit in."""
    used = 0
    for count, line in enumerate(lines):
        used += _cost(line)
        if used > most_bytes:
            return count
    return len(lines)


def _cost(line: Line) -> int:
    return len(line.text.encode()) + _LINE_BYTES
