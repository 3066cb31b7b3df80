"""A battle for a letter: what turned it, who met, and its course, as long as a reader has patience."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache
from typing import Final

from app.engine import TERMS, Battle, Lang, Line, Ruleset, Sheet, Side, Terms, Tone
from app.i18n import N_, translations
from app.letters.render import one_line
from app.letters.tellings.course import Course, score
from app.letters.tellings.pieces import Voice, marked, pieces, speeches
from app.letters.tellings.stages import Detail, Scene, Stages, cycles, in_one, lines_of
from app.text.columns import WIDTH, wrapped
from app.text.sentences import first_sentence

MOST_LINES: Final = 44
"""Of a letter's plain text; what stands before the telling has a few of its own."""
_LORE_COLUMNS: Final = 120
_PLANS: Final = (
    (Detail.ALL, Detail.ACTS, True),
    (Detail.ACTS, Detail.ACTS, True),
    (Detail.ACTS, Detail.ACTS, False),
    (Detail.ACTS, Detail.BLOWS, False),
    (Detail.BLOWS, Detail.BLOWS, False),
)
"""How much is told of the first, the turning and the last turn, how much of others, and whether turns are set off."""


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
    sheets = {Side.HOME: mine, Side.AWAY: theirs}
    course = Course(game, battle, sheets, lang)
    point = course.turning_point()
    lore = [told for sheet in sheets.values() if (told := _lore(sheet, lang))]
    entrances = [words for sheet in sheets.values() if (words := sheet.says("entrance", lang))]
    used = len(wrapped("\n".join(f"  {text}" for text in (point, *lore, *entrances))).split("\n"))
    body = Body(game, battle, sheets, lang, course)
    return Telling(
        turning_point=one_line(point),
        lore=lore,
        entrances=[one_line(words) for words in entrances],
        lines=body.within(MOST_LINES - used, space),
    )


def _lore(sheet: Sheet, lang: Lang) -> str:
    """The name of the character and the first sentence of its lore."""
    sentence = one_line(first_sentence(sheet.lore, _LORE_COLUMNS))
    return sentence and f"{sheet.name}{translations(lang).gettext(': ')}{sentence}"


class Body:
    """The course of a battle in lines."""

    def __init__(
        self,
        game: Ruleset,
        battle: Battle,
        sheets: Mapping[Side, Sheet],
        lang: Lang,
        course: Course,
    ) -> None:
        self.game = game
        self.sheets = sheets
        self.lang = lang
        self.course = course
        self.voice = Voice(sheets, lang)
        home, away = (marked(side, sheet) for side, sheet in sheets.items())
        entrances = [sheet.says("entrance", lang) for sheet in (home, away)]
        lines = [
            line
            for line in game.tell(battle.events, home, away, lang)
            if line.tone is not Tone.SPEECH or line.turn or line.text not in entrances
        ]
        self.rows = [
            replace(row, text=self.voice.say(pieces(row.text, sheets)))
            for row in _first_rows(lines)
        ]
        self.stages = Stages(lines, sheets, lang, speeches(sheets, lang))
        self.scenes: dict[tuple[int, Detail], Scene] = {}
        self.told_before: dict[tuple[int, ...], list[Line]] = {}

    def within(self, most_lines: int, most_bytes: int) -> list[Line]:
        """As much as fits into so many lines of plain text and bytes of HTML."""

        @cache
        def cost(line: Line) -> float:
            return max(_printed(line) / most_lines, _size(line) / most_bytes)

        for plan in _PLANS:
            told = list(self.told(*plan))
            if len(told) <= most_lines and sum(map(cost, told)) <= 1:
                return told
        return folded(told, cost, self.lang, self.game.terms)

    def told(self, key: Detail, rest: Detail, spaced: bool) -> Iterator[Line]:
        """The lines, with so much of the turns that matter and so much of the others."""
        stages = self.stages.stages
        turns = [stage.turn for stage in stages if stage.turn]
        keys = {0, *turns[:1], *turns[-1:], self.course.turn_of_lead}
        scenes = [
            self.scene(at, key if stage.turn in keys else rest) for at, stage in enumerate(stages)
        ]
        yield from self.rows
        sets_off = True
        for once, all_of_them in cycles([scene for scene in scenes if scene.phases]):
            first = once[0].stage.heading or once[0].phases[0][1][0].line
            if sets_off or not once[0].stage.turn:
                yield Line(first.n, first.turn, 0, Tone.BLANK, "")
            if heading := self.heading(once, all_of_them):
                yield Line(first.n, first.turn, 0, Tone.TURN, heading)
            for at in range(len(once)):
                yield from self.lines(all_of_them[at :: len(once)])
            sets_off = spaced

    def lines(self, scenes: Sequence[Scene]) -> list[Line]:
        """The lines of scenes that are the same but for their figures."""
        key = tuple(map(id, scenes))
        if key not in self.told_before:
            self.told_before[key] = list(lines_of(in_one(scenes), self.voice, self.sheets))
        return self.told_before[key]

    def scene(self, at: int, detail: Detail) -> Scene:
        """The stage at this place, as it is told in so much detail."""
        if (at, detail) not in self.scenes:
            self.scenes[at, detail] = self.stages.scene(self.stages.stages[at], detail)
        return self.scenes[at, detail]

    def heading(self, once: Sequence[Scene], all_of_them: Sequence[Scene]) -> str:
        """The heading of a turn, or of all that are told by these, with life as it stands then."""
        stage = once[0].stage
        if not stage.heading or not stage.turn:
            has_notes = any(
                unit.line.tone is Tone.NOTE for _, units in once[0].phases for unit in units
            )
            return stage.heading.text if stage.heading and has_notes else ""
        heading = stage.heading.text
        if len(all_of_them) > len(once):
            told = translations(self.lang).gettext(_EACH if len(once) == 1 else _EVERY) % {
                **self.game.terms.to(self.lang),
                "first": stage.turn,
                "last": all_of_them[-1].stage.last,
                "num": len(once),
            }
            heading = told[:1] + told[1:2].upper() + told[2:]
        life = self.course.life_before(stage.turn)
        if life is None:
            return heading
        return f"{heading} {self.game.life.name.to(self.lang)} {score(life)}"


_EACH: Final = N_("[%(turns)s %(first)s–%(last)s, the same each %(turn)s]")
_EVERY: Final = N_("[%(turns)s %(first)s–%(last)s, the same every %(num)s %(turns)s]")


def _first_rows(lines: Sequence[Line]) -> Iterator[Line]:
    """Both sides as they come in."""
    begun = False
    for line in lines:
        if line.tone is Tone.BOARD:
            begun = True
            yield line
        elif begun:
            return


# --- room -----------------------------------------------------------------------------------------


_LINE_BYTES: Final = 45
"""Bytes of a line besides its text."""
_BEGINNING: Final = 0.4
"""The part of the space that the beginning gets; the end matters more."""

_FOLDED: Final = N_("… %(turns)s %(first)s to %(last)s …")
_FOLDED_TURN: Final = N_("… more of %(turn)s %(first)s …")


def folded(
    lines: Sequence[Line], cost: Callable[[Line], float], lang: Lang, terms: Terms = TERMS
) -> list[Line]:
    """The lines, if they cost no more than 1; else without a stretch in the middle.

    The cut is made between turns, unless the first or the last turn alone is too long.
    """
    if sum(map(cost, lines)) <= 1:
        return list(lines)
    turns = [at for at in range(1, len(lines)) if lines[at].turn != lines[at - 1].turn]
    head = _fitting(lines, cost, _BEGINNING)
    head = max((at for at in turns if at <= head and lines[at].turn > 1), default=head)
    space = 1 - sum(map(cost, lines[:head]))
    tail = len(lines) - _fitting(lines[::-1], cost, space)
    tail = min((at for at in turns if at >= tail), default=tail)
    if tail <= head:
        return list(lines)
    first, last = lines[head].turn, lines[tail - 1].turn
    sentence = translations(lang).gettext(_FOLDED if last > first else _FOLDED_TURN)
    said = sentence % {**terms.to(lang), "first": first, "last": last}
    fold = Line(lines[head].n, first, 0, Tone.NOTE, said)
    blank = Line(fold.n, first, 0, Tone.BLANK, "")
    return [*lines[:head], blank, fold, blank, *lines[tail:]]


def _fitting(lines: Sequence[Line], cost: Callable[[Line], float], space: float) -> int:
    """How many of the first lines fit in."""
    used = 0.0
    for count, line in enumerate(lines):
        used += cost(line)
        if used > space:
            return count
    return len(lines)


def _size(line: Line) -> int:
    return len(line.text.encode()) + _LINE_BYTES


def _printed(line: Line) -> int:
    """The lines of plain text that it takes, indented as letters do."""
    text = f"{'  ' * (1 + line.depth)}{line.text or '.'}"
    return 1 if 2 * len(text) <= WIDTH else wrapped(text).count("\n")
