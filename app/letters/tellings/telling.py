"""A battle for a letter: what turned it, who met, and its course, as long as a reader has patience."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import Final

from app.engine import TERMS, Battle, Lang, Line, Ruleset, Sheet, Side, Terms, Tone
from app.i18n import N_, translations
from app.letters.render import one_line
from app.letters.tellings.course import Course, score
from app.letters.tellings.pieces import Voice, marked, pieces, speeches
from app.letters.tellings.stages import Detail, Scene, Stages, cycles, in_one, lines_of
from app.text.columns import WIDTH, width, wrapped
from app.text.sentences import first_sentence

MOST_LINES: Final = 45
"""Of a letter's plain text, so that a battle takes no more than 60 with its result before and its link behind it."""
_LORE_COLUMNS: Final = 120
_ROOMY: Final = 0.6
"""The part of the room that a battle takes at most for its answers to be told, too."""
_ROOMY_PLAN: Final = (Detail.ALL, Detail.ACTS, True)
_PLANS: Final = (
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
    labels = [f"{sheet.name}: {sheet.labels.get('build', '')}" for sheet in sheets.values()]
    before = (
        *(labels if mine.labels or theirs.labels else ()),
        point,
        "",
        *lore,
        "",
        *entrances,
        "",
    )
    used = wrapped("\n".join(f"  {text or '.'}" for text in before)).count("\n")
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
        acts = [self.scene(at, Detail.ACTS) for at in range(len(self.stages.stages))]
        self.cycles = list(cycles([scene.bones() for scene in acts]))
        turns = [scene.stage.turn for scene in acts if scene.stage.turn]
        self.keys = {0, *turns[:1], *turns[-1:], course.turn_of_lead}

    def within(self, most_lines: int, most_bytes: int) -> list[Line]:
        """As much as fits into so many lines of plain text and bytes of HTML."""

        def fits(told: Sequence[Line]) -> bool:
            printed = sum(map(_least, told)) <= most_lines and (
                sum(map(_most, told)) <= most_lines or sum(map(_printed, told)) <= most_lines
            )
            return printed and sum(map(_size, told)) <= most_bytes

        for plan in _PLANS:
            told = list(self.told(*plan))
            if fits(told):
                break
        else:
            return folded(
                told,
                lambda line: max(_printed(line) / most_lines, _size(line) / most_bytes),
                self.lang,
                self.game.terms,
            )
        if sum(map(_least, told)) <= _ROOMY * most_lines:
            more = list(self.told(*_ROOMY_PLAN))
            return more if fits(more) else told
        return told

    def told(self, key: Detail, rest: Detail, spaced: bool) -> Iterator[Line]:
        """The lines, with so much of the turns that matter and so much of the others."""
        yield from self.rows
        sets_off = True
        for length, ats in self.cycles:
            detail = key if any(self.stages.stages[at].turn in self.keys for at in ats) else rest
            if len(ats) > 1:
                detail = min(detail, Detail.ACTS)
            scenes = [self.scene(at, detail) for at in ats]
            if not any(scene.phases for scene in scenes[:length]):
                continue
            first = scenes[0].stage.heading or scenes[0].phases[0][1][0].line
            if sets_off or not scenes[0].stage.turn:
                yield Line(first.n, first.turn, 0, Tone.BLANK, "")
            if heading := self.heading(scenes, length):
                yield Line(first.n, first.turn, 0, Tone.TURN, heading)
            for at in range(length):
                yield from self.lines(scenes[at::length])
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

    def heading(self, scenes: Sequence[Scene], length: int) -> str:
        """The heading of these, of which so many are told, with life as it stands when they begin."""
        stage = scenes[0].stage
        if not stage.heading or not stage.turn:
            units = (unit for _, units in scenes[0].phases for unit in units)
            has_notes = any(unit.line.tone is Tone.NOTE for unit in units)
            return stage.heading.text if stage.heading and has_notes else ""
        heading = stage.heading.text
        if len(scenes) > length:
            told = translations(self.lang).gettext(_EACH if length == 1 else _EVERY) % {
                **self.game.terms.to(self.lang),
                "first": stage.turn,
                "last": scenes[-1].stage.last,
                "num": length,
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


_UNBROKEN: Final = 16
"""Columns that a line may lose, at the most in the mean, to a word that stands whole on the next."""
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


@lru_cache
def _printed(line: Line) -> int:
    """The lines of plain text that it takes, indented as letters do."""
    return wrapped(f"{'  ' * (1 + line.depth)}{line.text or '.'}").count("\n")


@lru_cache
def _least(line: Line) -> int:
    """The least lines of plain text that it may take."""
    return 1 + width(line.text) // WIDTH


def _most(line: Line) -> int:
    """The most that it may take, however it is broken."""
    room = WIDTH - 2 * (1 + line.depth)
    if _least(line) == 1 and width(line.text) <= room:
        return 1
    return 1 + width(line.text) // (room - _UNBROKEN)
