"""How one battle is told in a letter: the game's own telling, shortened to what a reader wants to know."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from app.engine import TERMS, Battle, Lang, Line, Ruleset, Sheet, Terms, Tone
from app.i18n import N_, translations
from app.letters.render import one_line
from app.text.sentences import first_sentence

_LORE_COLUMNS: Final = 120


@dataclass(frozen=True, slots=True)
class Telling:
    """A battle for a letter.

    `turning_point` is one sentence, empty where there was none; `lore` the first sentence of each character's,
    `entrances` the words with which they come in, both ready to stand on a line.
    """

    turning_point: str
    lore: list[str]
    entrances: list[str]
    lines: list[Line]


def tell(
    game: Ruleset, battle: Battle, mine: Sheet, theirs: Sheet, lang: Lang, space: int
) -> Telling:
    """The battle, our reader at home; its lines take up to so many bytes."""
    sheets = (mine, theirs)
    entrances = [words for sheet in sheets if (words := sheet.says("entrance", lang))]
    lines = [
        line
        for line in game.tell(battle.events, mine, theirs, lang)
        if line.tone is not Tone.SPEECH or line.turn or line.text not in entrances
    ]
    return Telling(
        turning_point="",
        lore=[told for sheet in sheets if (told := _lore(sheet, lang))],
        entrances=[one_line(words) for words in entrances],
        lines=folded(lines, space, lang, game.terms),
    )


def _lore(sheet: Sheet, lang: Lang) -> str:
    """The name of the character and the first sentence of its lore."""
    sentence = one_line(first_sentence(sheet.lore, _LORE_COLUMNS))
    return sentence and f"{sheet.name}{translations(lang).gettext(': ')}{sentence}"


_LINE_BYTES: Final = 45
"""Bytes of a line besides its text."""
_BEGINNING: Final = 0.4
"""The part of the space that the beginning gets; the end matters more."""

_FOLDED: Final = N_("… %(turns)s %(first)s to %(last)s …")
_FOLDED_TURN: Final = N_("… more of %(turn)s %(first)s …")


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
    sentence = translations(lang).gettext(_FOLDED if last > first else _FOLDED_TURN)
    said = sentence % {**terms.to(lang), "first": first, "last": last}
    fold = Line(lines[head].n, first, 0, Tone.NOTE, said)
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
