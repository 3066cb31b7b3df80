"""A battle for a letter: what turned it, who met, and its course, as long as a reader has patience."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby
from math import inf
from typing import Final

from app.engine import TERMS, Battle, Lang, Ruleset, Side, TellingLine, TellingSheet, Terms, Tone
from app.i18n import N_, translations
from app.letters.render import one_line
from app.letters.tellings.course import ToldCourse, score
from app.letters.tellings.pieces import Voice, marked, said, speeches
from app.letters.tellings.stages import Detail, Scene, Stages, cycles, in_one, lines_of
from app.text.columns import height, wrapped
from app.text.sentences import first_sentence

MOST_LINES: Final = 45
"""Of a letter's plain text, so that a battle takes no more than 60 with its result before and its link behind it."""
_LORE_COLUMNS: Final = 120
_NOISE: Final = 1e-9
"""More than sums of the same costs in another order may differ by."""
_DRAWN: Final = 0.3
"""The part of the room that drawings of the board take at most."""
_ROOMY: Final = 0.6
"""The part of the room that a battle takes at most for what answers its acts to be told, too."""


@dataclass(frozen=True, slots=True)
class Telling:
    """A battle for a letter.

    `turning_point` is one sentence, empty where there was none; `lore` the first sentence of each character's,
    `entrances` the words with which they come in, both ready to stand on a line.
    """

    turning_point: str
    lore: list[str]
    entrances: list[str]
    lines: list[TellingLine]


def tell(
    game: Ruleset, battle: Battle, mine: TellingSheet, theirs: TellingSheet, lang: Lang, space: int
) -> Telling:
    """The battle, with our reader at home. Its lines take at most this many bytes."""
    sheets = {Side.HOME: mine, Side.AWAY: theirs}
    course = ToldCourse(game, battle, sheets, lang)
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
    body = TellingBody(game, battle, sheets, lang, course)
    return Telling(
        turning_point=one_line(point),
        lore=lore,
        entrances=[one_line(words) for words in entrances],
        lines=body.within(MOST_LINES - used, space),
    )


def brief(
    game: Ruleset, battle: Battle, home: TellingSheet, away: TellingSheet, lang: Lang
) -> list[TellingLine]:
    """The acts that took life and the end, a line each, without headings."""
    sheets = {Side.HOME: home, Side.AWAY: away}
    body = TellingBody(game, battle, sheets, lang, ToldCourse(game, battle, sheets, lang))
    lines = body.told([Detail.BLOWS] * len(body.blocks), spaced=False)
    return [line for line in lines if line.tone not in _FRAME]


_FRAME: Final = (Tone.BLANK, Tone.BOARD, Tone.PHASE, Tone.TURN)


def _lore(sheet: TellingSheet, lang: Lang) -> str:
    """The name of the character and the first sentence of its lore."""
    sentence = _beginning(sheet.lore)
    return sentence and f"{sheet.name}{translations(lang).gettext(': ')}{sentence}"


@lru_cache(maxsize=1 << 8)  # a report tells of its reader again and again
def _beginning(lore: str) -> str:
    return one_line(first_sentence(lore, _LORE_COLUMNS))


class TellingBody:
    """The course of a battle in lines."""

    def __init__(
        self,
        game: Ruleset,
        battle: Battle,
        sheets: Mapping[Side, TellingSheet],
        lang: Lang,
        course: ToldCourse,
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
            if line.turn or line.text not in entrances or line.tone is not Tone.SPEECH
        ]
        self.rows = [
            row._replace(text=self.voice.say(said(row.text, sheets))) for row in _first_rows(lines)
        ]
        self.drawings = [*self._drawn(lines)]
        self.stages = Stages(lines, sheets, lang, speeches(sheets, lang))
        self.scenes: dict[tuple[int, Detail], Scene] = {}
        self.lines: dict[tuple[int, Detail], list[TellingLine]] = {}
        acts = [self.scene(at, Detail.ACTS) for at in range(len(self.stages.stages))]
        self.blocks = list(cycles([scene.bones() for scene in acts]))
        turns = [scene.stage.turn for scene in acts if scene.stage.turn]
        self.keys = {*turns[:1], *turns[-1:], course.turn_of_lead}

    def within(self, most_lines: int, most_bytes: int) -> list[TellingLine]:
        """As much as fits into this many lines of plain text and bytes of HTML."""

        @cache
        def cost(line: TellingLine) -> float:
            return max(_printed(line) / most_lines, _size(line) / most_bytes)

        @cache
        def of_block(block: int, detail: Detail) -> float:
            return sum(map(cost, self.block(block, detail)))

        def least(block: int, detail: Detail) -> float:
            return self.least(block, detail) / most_lines

        blocks = range(len(self.blocks))
        drawings = self.last_drawings(cost)
        room = 1 - sum(cost(line) for each in drawings for line in each)
        space = (
            room - sum(map(cost, self.rows)) - 2 / most_lines
        )  # and empty lines around the turns
        details = [Detail.ACTS for _ in blocks]
        blanks = len(blocks) / most_lines
        may_fit = sum(map(least, blocks, details)) + blanks <= space + _NOISE
        if may_fit and (used := sum(map(of_block, blocks, details))) + blanks <= space:
            if used <= _ROOMY * space:
                more = [Detail.ALL if self.is_key(block) else Detail.ACTS for block in blocks]
                if sum(map(of_block, blocks, more)) + blanks <= space:
                    details = more
            return _with_drawings(self.told(details, spaced=True), drawings)
        order = sorted(blocks, key=self.weight)
        for_sure = _shortened(details, order, least, space + _NOISE)  # before there are words
        shorter, longer = (
            _shortened(for_sure, order, of_block, space + noise) for noise in (-_NOISE, _NOISE)
        )
        if shorter != longer:  # then it is a hair's breadth, and all is measured
            shorter = _shortened(details, order, of_block, space)
        told = self.told(shorter, spaced=False)
        told = folded(told, lambda line: cost(line) / room, self.lang, self.game.terms)
        return _with_drawings(told, drawings)

    def _drawn(self, lines: Sequence[TellingLine]) -> Iterator[list[TellingLine]]:
        """The drawings of the board, each a caption with the names of the sides, and rows."""
        diagram = Tone.DIAGRAM
        drawn = [line for line in lines if line.tone is diagram]
        for _, each in groupby(drawn, key=lambda line: line.n):
            caption, *rows = each
            yield [caption._replace(text=self.named(caption.text)), *rows]

    def last_drawings(self, cost: Callable[[TellingLine], float]) -> list[list[TellingLine]]:
        """As many of the last drawings as have room beside the words."""
        found: list[list[TellingLine]] = []
        used = 0.0
        for each in reversed(self.drawings):
            used += sum(map(cost, each))
            if used > _DRAWN:
                break
            found.insert(0, each)
        return found

    def is_key(self, block: int) -> bool:
        """Whether it is the first, the turning or the last turn, or none at all, and alone."""
        _, ats = self.blocks[block]
        turn = self.stages.stages[ats[0]].turn
        return len(ats) == 1 and (not turn or turn in self.keys)

    def weight(self, block: int) -> float:
        """How much is lost where it is shortened: the life that it took."""
        _, ats = self.blocks[block]
        turns = {self.stages.stages[at].turn for at in ats}
        taken = sum(abs(it.before - it.after) for it in self.course.changes if it.turn in turns)
        return inf if turns & self.keys else taken

    def told(self, details: Sequence[Detail], *, spaced: bool) -> list[TellingLine]:
        """The lines, with so much of each block, and turns set off by an empty line or not."""
        told = list(self.rows)
        for at, detail in enumerate(details):
            lines = self.block(at, detail)
            sets_off = (
                spaced
                or len(told) == len(self.rows)
                or not lines[:1]
                or lines[0].tone is not Tone.TURN
            )
            if lines and sets_off:
                told.append(TellingLine(lines[0].n, lines[0].turn, 0, Tone.BLANK, ""))
            told += lines
        return told

    def block(self, block: int, detail: Detail) -> list[TellingLine]:
        """The lines of a turn, or of all that are the same but for their figures, under their heading."""
        length, ats = self.blocks[block]
        if (block, detail) not in self.lines:
            scenes = [self.scene(at, detail) for at in ats]
            lines: list[TellingLine] = []
            for at in range(length if any(scene.phases for scene in scenes[:length]) else 0):
                lines += lines_of(in_one(scenes[at::length]), self.voice, self.sheets)
            if lines and (heading := self.heading(scenes, length)):
                lines.insert(0, TellingLine(lines[0].n, lines[0].turn, 0, Tone.TURN, heading))
            self.lines[block, detail] = lines
        return self.lines[block, detail]

    def least(self, block: int, detail: Detail) -> int:
        """How many lines these take at least, whatever their words."""
        length, ats = self.blocks[block]
        scenes = [self.scene(at, detail) for at in ats[:length]]
        return sum(len(units) for scene in scenes for _, units in scene.phases)

    def scene(self, at: int, detail: Detail) -> Scene:
        """The stage at this place, told in this much detail."""
        if (at, detail) not in self.scenes:
            self.scenes[at, detail] = self.stages.scene(self.stages.stages[at], detail)
        return self.scenes[at, detail]

    def named(self, text: str) -> str:
        """A text that stands alone, with the names of sides and cards."""
        self.voice.turn_to(None)
        return self.voice.say(said(text, self.sheets))

    def heading(self, scenes: Sequence[Scene], length: int) -> str:
        """The heading of these, of which so many are told, with life as it stands when they begin."""
        stage = scenes[0].stage
        heading = self.named(stage.heading.text) if stage.heading else ""
        if not stage.turn:
            units = (unit for _, units in scenes[0].phases for unit in units)
            has_notes = any(unit.line.tone is Tone.NOTE for unit in units)
            return heading if has_notes else ""
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


def _shortened(
    details: Sequence[Detail],
    order: Iterable[int],
    cost: Callable[[int, Detail], float],
    space: float,
) -> list[Detail]:
    """How much of each block is told: in this order only their blows, until all fit in."""
    found = [*details]
    used = sum(map(cost, range(len(found)), found))
    for block in order:
        if used <= space:
            break
        used += cost(block, Detail.BLOWS) - cost(block, found[block])
        found[block] = Detail.BLOWS
    return found


def _first_rows(lines: Sequence[TellingLine]) -> Iterator[TellingLine]:
    """Both sides as they come in."""
    begun = False
    for line in lines:
        if line.tone is Tone.BOARD:
            begun = True
            yield line
        elif begun:
            return


def _with_drawings(
    lines: Sequence[TellingLine], drawings: Sequence[Sequence[TellingLine]]
) -> list[TellingLine]:
    """The lines with each of these drawings before what is told of later events."""
    told = list(lines)
    for each in drawings:
        later = (at for at, line in enumerate(told) if line.text and line.n > each[0].n)
        at = next(later, len(told))
        while at and told[at - 1].tone in (Tone.TURN, Tone.BLANK):
            at -= 1
        told[at:at] = each
    return told


# --- room -----------------------------------------------------------------------------------------


_LINE_BYTES: Final = 45
"""Bytes of a line besides its text."""
_BEGINNING: Final = 0.4
"""The part of the space that the beginning gets; the end matters more."""

_FOLDED: Final = N_("… %(turns)s %(first)s to %(last)s …")
_FOLDED_TURN: Final = N_("… more of %(turn)s %(first)s …")


def folded(
    lines: Sequence[TellingLine],
    cost: Callable[[TellingLine], float],
    lang: Lang,
    terms: Terms = TERMS,
) -> list[TellingLine]:
    """The lines, if they cost no more than 1; else without a stretch in the middle.

    The cut is made between turns, unless the first or the last turn alone is too long.
    """
    if sum(map(cost, lines)) <= 1:
        return list(lines)
    room = 1 - 3 * cost(TellingLine(0, 0, 0, Tone.BLANK, ""))
    turns = [at for at in range(1, len(lines)) if lines[at].turn != lines[at - 1].turn]
    head = _fitting(lines, cost, _BEGINNING)
    head = max((at for at in turns if at <= head and lines[at].turn > 1), default=head)
    space = room - sum(map(cost, lines[:head]))
    tail = len(lines) - _fitting(lines[::-1], cost, space)
    tail = min((at for at in turns if at >= tail), default=tail)
    if tail <= head:
        return list(lines)
    first, last = lines[head].turn, lines[tail - 1].turn
    sentence = translations(lang).gettext(_FOLDED if last > first else _FOLDED_TURN)
    said = sentence % {**terms.to(lang), "first": first, "last": last}
    fold = TellingLine(lines[head].n, first, 0, Tone.NOTE, said)
    blank = TellingLine(fold.n, first, 0, Tone.BLANK, "")
    return [*lines[:head], blank, fold, blank, *lines[tail:]]


def _fitting(
    lines: Sequence[TellingLine], cost: Callable[[TellingLine], float], space: float
) -> int:
    """How many of the first lines fit in."""
    used = 0.0
    for count, line in enumerate(lines):
        used += cost(line)
        if used > space:
            return count
    return len(lines)


def _size(line: TellingLine) -> int:
    return len(line.text.encode()) + _LINE_BYTES


def _printed(line: TellingLine) -> int:
    """The lines of plain text that it takes, indented as letters do."""
    return height(f"{'  ' * (1 + line.depth)}{line.text or '.'}")
