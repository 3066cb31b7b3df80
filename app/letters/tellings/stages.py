"""A telling in stages, phases and acts, shorter the less there is room: loops once, phases without anything left out."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import IntEnum
from functools import cached_property
from itertools import groupby, takewhile
from operator import attrgetter, eq
from typing import Final, NamedTuple

from app.engine import Lang, Side, TellingLine, TellingSheet, Tone, repetition
from app.letters.tellings.pieces import (
    Name,
    ToldCard,
    ToldNumber,
    ToldWords,
    Voice,
    follows,
    merged,
    said,
    side_in,
    slots_in,
)

_TURN, _PHASE, _NOTE, _SPEECH = Tone.TURN, Tone.PHASE, Tone.NOTE, Tone.SPEECH
_EFFECT, _BLOW, _FALL = Tone.EFFECT, Tone.BLOW, Tone.FALL
_UNTOLD: Final = frozenset((Tone.TITLE, Tone.BLANK, Tone.BOARD, Tone.DIAGRAM))
_CAUSES: Final = {Tone.ACT, Tone.ANSWER}
_BLOWS: Final = {_BLOW, _FALL}
_ENDINGS: Final = {*_BLOWS, _EFFECT}
_HURTS: Final = {*_BLOWS, Tone.VERDICT}
_LANDINGS: Final = {*_BLOWS, Tone.ANSWER}
_RESULTS: Final = {_EFFECT, _BLOW}
_LEVEL: Final = attrgetter("depth", "tone")
_MOST_IN_A_CYCLE: Final = 3
"""The most turns in a cycle that repeats."""
_PARTICLES: Final = ("は", "が", "を", "に", "で", "と", "も")
_MOST_JOINED: Final = 40
"""Characters of what is said of each thing in one sentence."""


class Detail(IntEnum):
    """How much of a stage is told."""

    BLOWS = 1  # acts that hurt
    ACTS = 2  # every act with its results
    ALL = 3  # and what answers it


class Unit(NamedTuple):
    """A paragraph of what is told; `hurts`: life was lost by it, or somebody speaks."""

    line: TellingLine
    said: ToldWords
    hurts: bool

    @property
    def bones(self) -> tuple[object, ...]:
        """What makes it the same as another."""
        return self.line.depth, self.line.tone, self.said.bones


@dataclass(slots=True)
class Node:
    """A sentence, and what happened because of it; `hurts`: it, or any of that, did."""

    unit: Unit
    tone: Tone
    hurts: bool
    under: "list[Node]" = field(default_factory=list)

    def units(self) -> list[Unit]:
        """What is told of it and of all under it, in order."""
        if not self.under:
            return [self.unit]
        return [self.unit, *(unit for node in self.under for unit in node.units())]


@dataclass(slots=True)
class _Phase:
    """The lines under a heading, and the side whose phase it is, if its heading names one.

    `acts`: a paragraph for each act, however often one repeats the one before.
    """

    heading: TellingLine | None
    actor: Side | None = None
    lines: list[TellingLine] = field(default_factory=list)
    nodes: list[Node] = field(default_factory=list)
    acts: list[Unit] = field(default_factory=list)

    def units(self, detail: Detail) -> list[Unit]:
        """The paragraphs with so much detail."""
        if detail is Detail.ALL:
            return _folded([unit for node in self.nodes for unit in _whole(node)])
        blows = detail is Detail.BLOWS
        return _folded([unit for unit in self.acts if unit.hurts] if blows else self.acts)


@dataclass
class _Stage:
    """A turn, or what stands under another heading of its rank; without one at the beginning."""

    heading: TellingLine | None
    phases: list[_Phase]
    last: int = 0
    """The last of its turns."""

    @cached_property
    def turn(self) -> int:
        """The first of its turns; 0 if it is none."""
        line = self.heading
        return line.turn if line and line.turn and str(line.turn) in line.text else 0


@dataclass(frozen=True, slots=True)
class Scene:
    """What is told of a stage: the paragraphs of each phase."""

    stage: _Stage
    detail: Detail
    phases: list[tuple[_Phase, list[Unit]]]

    def bones(self) -> object:
        """What makes it the same as another; only turns are."""
        if not self.stage.turn:
            return id(self)
        told = [(phase.actor, [unit.bones for unit in units]) for phase, units in self.phases]
        return self.detail, told


def stages(lines: Iterable[TellingLine]) -> list[_Stage]:
    """The telling cut at its headings, without empty lines, the rows of either side and drawings."""
    found = [_Stage(None, [_Phase(None)])]
    for line in lines:
        tone = line.tone
        if tone in _UNTOLD:
            continue
        if tone is _TURN:
            found[-1].last = max(line.turn - 1, found[-1].turn)
            found.append(_Stage(line, [_Phase(None)], line.turn))
        elif tone is _PHASE:
            found[-1].phases.append(_Phase(line, side_in(line.text)))
        else:
            found[-1].phases[-1].lines.append(line)
    return found


# --- the acts of a phase --------------------------------------------------------------------------


class Stages:
    """The stages of a battle, told as shortly as is wanted."""

    def __init__(
        self,
        lines: Sequence[TellingLine],
        sheets: Mapping[Side, TellingSheet],
        lang: Lang,
        speech: Mapping[str, str],
    ) -> None:
        self.stages = stages(lines)
        self.sheets = sheets
        self.lang = lang
        self.speech = speech
        for stage in self.stages:
            for phase in stage.phases:
                phase.nodes = self._nodes(phase)
                phase.acts = _acts(phase.nodes)

    def scene(self, stage: _Stage, detail: Detail) -> Scene:
        """What is told of the stage; what is no turn is not shortened."""
        detail = detail if stage.turn else max(detail, Detail.ACTS)
        told = [(phase, phase.units(detail)) for phase in stage.phases if phase.nodes]
        if detail is not Detail.ALL:
            told = [each for each in told if any(u.line.tone is not _EFFECT for u in each[1])]
        return Scene(stage, detail, [each for each in told if each[1]])

    def _nodes(self, phase: _Phase) -> list[Node]:
        lines: Sequence[TellingLine] = phase.lines
        if phase.heading:
            lines = [line for line in lines if line.tone is not _NOTE or line.depth]
        if len(lines) > 1:
            lines = _together(_without_foretold(lines), self.lang)
        roots: list[Node] = []
        path: list[Node] = []
        for line in lines:
            unit = self._sentence(line)
            node = Node(unit, line.tone, unit.hurts)
            del path[line.depth :]
            if unit.hurts:
                for above in path:
                    above.hurts = True
            (path[-1].under if path else roots).append(node)
            path.append(node)
        return roots

    def _sentence(self, line: TellingLine) -> Unit:
        if line.tone is _SPEECH:
            words = ((self.speech[line.text],),)
            return Unit(line, ToldWords(words, words), hurts=True)
        return Unit(line, said(line.text, self.sheets), hurts=line.tone in _HURTS)


def _acts(nodes: Sequence[Node]) -> list[Unit]:
    """A paragraph for each act of a phase, with its results."""
    found: list[Unit] = []
    for at, node in enumerate(nodes):
        told = [node.unit]
        if node.under:
            results = takewhile(_is_result, nodes[at + 1 :])
            ends = any(each.tone in _BLOWS for each in results)
            told += _folded(_brief(node.under, ends=ends))
        if found and found[-1].line.tone in _CAUSES and _is_result(node):
            told.insert(0, found.pop())
        if len(told) == 1:
            found += told
        elif _SPEECH in [unit.line.tone for unit in told]:
            apart = groupby(told, key=lambda unit: unit.line.tone is _SPEECH)
            found += [_joined(list(units)) for _, units in apart]
        else:
            found.append(_joined(told))
    return found


def _whole(node: Node) -> list[Unit]:
    """An act with all that answers it: in one paragraph, or the answers below it."""
    under = _folded([_joined(_folded(group)) for group in _groups(node.under)])
    return [_joined([node.unit, *under])] if len(under) <= 1 else [node.unit, *under]


def _joined(units: Sequence[Unit]) -> Unit:
    """A paragraph of these; it is the fall if it tells of that."""
    line, (sentences, bones), hurts = units[0]
    for each in units[1:]:
        if each.line.tone is _FALL:
            line = line._replace(tone=_FALL)
        sentences += each.said.sentences
        bones += each.said.bones
        hurts = hurts or each.hurts
    return Unit(line, ToldWords(sentences, bones), hurts)


def _folded(units: Sequence[Unit]) -> list[Unit]:
    """The same, with what happens several times in a row told once."""
    if len(units) < 2:
        return list(units)
    found: list[Unit] = []
    again = [units[0]]
    for unit in units[1:]:
        if (
            unit.said.bones == again[0].said.bones
            and unit.bones == again[0].bones
            and follows(unit.said, again[-1].said)
        ):
            again.append(unit)
        else:
            found.append(_as_often(again))
            again = [unit]
    found.append(_as_often(again))
    return found


def _as_often(again: Sequence[Unit]) -> Unit:
    """What happened so often, told once."""
    if len(again) == 1:
        return again[0]
    return again[0]._replace(said=merged([unit.said for unit in again], in_turns=False))


def _groups(nodes: Sequence[Node]) -> Iterator[list[Unit]]:
    """Each with what answers it; a blow with what was said of it while it was on its way."""
    group: list[Unit] = []
    for node in nodes:
        if group and not (node.tone in _BLOWS and len(group) > 1):
            yield group
            group = []
        group += node.units()
        if node.tone in _BLOWS:
            yield group
            group = []
    if group:
        yield group


def _brief(nodes: Sequence[Node], *, ends: bool) -> list[Unit]:
    """The results of an act: of what was on its way how it ended, of the answers those that hurt.

    `ends`: a blow follows the act.
    """
    found: list[Unit] = []
    lands = ends
    for node in reversed(nodes):
        told: list[Unit] = []
        answers = [each for each in node.under if each.hurts]
        is_told = node.tone is not _NOTE or len(nodes) == 1
        if is_told and not (lands and _announces(node)):
            told.append(node.unit)
            answers = answers or node.under[-1:]
        for each in answers:
            told += each.units()
        found = told + found
        if node.tone is not _NOTE:
            lands = node.tone in _LANDINGS
    return found


def _announces(node: Node) -> bool:
    """Whether it says what is on its way to a side."""
    pieces = node.unit.said.sentences[0]
    kinds = set(map(type, pieces))
    has_course = any(type(piece) is str and "→" in piece for piece in pieces)
    return kinds >= _ON_ITS_WAY and ToldCard not in kinds and not has_course


_ON_ITS_WAY: Final = {Name, ToldNumber}


def _is_result(node: Node) -> bool:
    """Whether it belongs to the act before it: not the words with which a side falls."""
    if node.tone is not _FALL:
        return node.tone in _RESULTS
    return any(isinstance(piece, ToldCard) for piece in node.unit.said.sentences[0])


def _without_foretold(lines: Sequence[TellingLine]) -> list[TellingLine]:
    """The lines without blows on a card whose end is told of further on."""
    return [
        line
        for at, line in enumerate(lines)
        if line.tone is not _BLOW or not line.depth or not _is_foretold(line, lines[at + 1 :])
    ]


def _is_foretold(blow: TellingLine, later: Sequence[TellingLine]) -> bool:
    if "→" in blow.text or len(slots := slots_in(blow.text)) != 1:
        return False
    ends = (each for each in later if each.tone in _ENDINGS and each.depth < blow.depth)
    return any(slots <= slots_in(each.text) for each in ends)


def _together(lines: Sequence[TellingLine], lang: Lang) -> Sequence[TellingLine]:
    """The lines, with sentences that differ only in their subject joined into one."""
    levels = [*map(_LEVEL, lines)]
    if not any(map(eq, levels, levels[1:])):
        return lines
    found: list[TellingLine] = []
    begin = 0
    while begin < len(lines):
        first = lines[begin]
        end = begin + 1
        while (
            end < len(lines)
            and levels[end] == levels[begin]
            and _sentence([line.text for line in lines[begin : end + 1]], lang)
        ):
            end += 1
        is_leaf = end == len(lines) or lines[end].depth <= first.depth
        if end > begin + 1 and is_leaf:
            text = _sentence([line.text for line in lines[begin:end]], lang)
            found.append(first._replace(text=text))
        else:
            found += lines[begin:end]
        begin = end
    return found


def _sentence(texts: Sequence[str], lang: Lang) -> str:
    """One sentence for several that differ in the middle only; empty if there is none."""
    if texts[0][:1] != texts[-1][:1] and not slots_in(texts[0][:1]):
        return ""
    before = _common(texts)
    after = _common([text[len(before) :][::-1] for text in texts])[::-1]
    if lang != "ja":
        before = before[: before.rfind(" ") + 1]
        after = after[next((at for at, char in enumerate(after) if char in " .!"), len(after)) :]
    middles = [text[len(before) : len(text) - len(after)] for text in texts]
    is_subject = side_in(before) is not None or all(slots_in(each[:1]) for each in middles)
    is_short = all(0 < len(each) <= _MOST_JOINED and "→" not in each for each in middles)
    is_number = all(each.isdecimal() for each in middles)
    if len(set(middles)) < len(middles) or not (is_subject and is_short and after) or is_number:
        return ""
    if lang == "ja":
        if all(each.startswith(_PARTICLES) for each in middles):  # what they say differs
            return ""
        return f"{before}{'、'.join(middles)}{after}"
    after = after.replace(" is ", " are ", 1)
    return f"{before}{', '.join(middles[:-1])} and {middles[-1]}{after}"


def _common(texts: Sequence[str]) -> str:
    """The beginning that all have."""
    first, last = min(texts), max(texts)
    for at, char in enumerate(first):
        if not last.startswith(char, at):
            return first[:at]
    return first


# --- what is told ---------------------------------------------------------------------------------


def cycles(signs: Sequence[object]) -> Iterator[tuple[int, range]]:
    """All stretches in order, each with the length of the group that repeats in it."""
    begin = 0
    while begin < len(signs):
        length, end = repetition(signs, begin, _MOST_IN_A_CYCLE)
        end -= (end - begin) % length
        yield length, range(begin, end)
        begin = end


def in_one(scenes: Sequence[Scene]) -> Scene:
    """Scenes that are the same but for their figures as one."""
    first = scenes[0]
    if len(scenes) == 1:
        return first
    phases = []
    for column in zip(*(scene.phases for scene in scenes), strict=True):
        units = zip(*(units for _, units in column), strict=True)
        told = [
            each[0]._replace(said=merged([unit.said for unit in each], in_turns=True))
            for each in units
        ]
        phases.append((column[0][0], told))
    return replace(first, phases=phases)


def lines_of(
    scene: Scene, voice: Voice, sheets: Mapping[Side, TellingSheet]
) -> Iterator[TellingLine]:
    """The lines of a scene, without the heading of its stage."""
    for phase, units in scene.phases:
        voice.turn_to(None)
        headed = phase.heading if phase.actor and len(units) > 1 else None
        if headed:
            yield headed._replace(text=voice.say(said(headed.text, sheets)))
        voice.turn_to(phase.actor, is_named=headed is not None)
        for unit in units:
            n, turn, depth, tone, _ = unit.line
            if tone is _FALL and len(unit.said.sentences) == 1:
                voice.turn_to(None)
            depth += headed is not None
            yield TellingLine(n, turn, depth, tone, voice.say(unit.said))
