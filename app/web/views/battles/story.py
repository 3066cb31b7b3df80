"""The story of a battle, laid out: turns and phases, and what repeats folded away."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache, partial
from itertools import takewhile
from typing import Final

from markupsafe import Markup

from app.engine import TellingLine, Tone, repetition
from app.web.views.battles.names import Names, merged, shape

FRAME: Final = " \u3000[]【】-―—▼"
"""The frame of headings in a telling; pages have headings of their own."""
_MOST_OPEN: Final = 60
"""Longer stories are shortened to their beginning and end. In lines."""
_TIMES: Final = 3
"""What happens so often in a row is folded."""
_LONGEST: Final = 12
_SAID: Final = 3
"""The most sentences of what repeats that are said in front."""
_IN_FULL: Final = (Tone.FALL, Tone.VERDICT)
_DEEPEST: Final = 9


@dataclass(frozen=True, slots=True)
class Heading:
    """A heading of the page, without its frame; `n` is its event, 0 where another line has its anchor."""

    n: int
    html: Markup


@dataclass(frozen=True, slots=True)
class _Scene:
    """Lines under a heading, or without one: the items of a list."""

    heading: Heading | None
    items: Markup


@dataclass(frozen=True, slots=True)
class StoryAct:
    """A turn, or the lines before and after the turns.

    `is_open` acts are shown expanded. `span` says which anchors of the story it contains.
    """

    heading: Heading | None
    scenes: list[_Scene]
    span: range
    is_open: bool


@dataclass(frozen=True, slots=True)
class BattleChapter:
    """One act; or several that only repeat what was before, but for their figures: these have a heading of their own."""

    acts: list[StoryAct]
    heading: str = ""

    @property
    def span(self) -> range:
        """Which of the anchors of the story stand in it."""
        return range(self.acts[0].span.start, self.acts[-1].span.stop)


class BattleStory:
    """The telling laid out. `anchors` are the numbers of all events that have one, in the order of the page."""

    def __init__(self, lines: Sequence[TellingLine], names: Names) -> None:
        self.names = names
        self.anchors: list[int] = []
        self._seen: set[int] = set()
        self._shape = cache(shape)
        told = [line for line in lines if line.tone not in (Tone.TITLE, Tone.BLANK)]
        self.is_short = len(told) <= _MOST_OPEN
        self.chapters = list(self._chapters(told))

    def _chapters(self, told: list[TellingLine]) -> Iterator[BattleChapter]:
        known: dict[object, int] = {}
        signs = [known.setdefault(self._sign(line), len(known)) for line in told]
        blocks = [*_cut(told, Tone.TURN)]
        alike = [signs[at] for at in blocks]
        begin = 0
        while begin < len(blocks):
            length, end = _repeated(alike, begin, most=3)
            acts = [self._act(told[at], signs[at]) for at in blocks[begin:end]]
            yield from (BattleChapter([act]) for act in acts[:length])
            if again := acts[length:]:
                heading = merged([told[blocks[at].start].text for at in (begin + length, end - 1)])
                yield BattleChapter(again, heading.strip(FRAME))
            begin = end

    def _act(self, lines: list[TellingLine], signs: list[int]) -> StoryAct:
        self.names.section()
        start = len(self.anchors)
        tones = {line.tone for line in lines}
        is_open = self.is_short or not start or not tones.isdisjoint((Tone.FALL, Tone.VERDICT))
        heading = self._heading(lines, Tone.TURN)
        lines, signs = lines[heading is not None :], signs[heading is not None :]
        scenes = [self._scene(lines[at], signs[at]) for at in _cut(lines, Tone.PHASE)]
        return StoryAct(heading, scenes, range(start, len(self.anchors)), is_open)

    def _scene(self, lines: list[TellingLine], signs: list[int]) -> _Scene:
        heading = self._heading(lines, Tone.PHASE)
        items = self._items(lines[heading is not None :], signs[heading is not None :])
        return _Scene(heading, Markup("".join(items)))  # noqa: S704 - of names.html, and numbers

    def _items(self, lines: list[TellingLine], signs: list[int]) -> Iterator[str]:
        begin = 0
        while begin < len(lines):
            if lines[begin].tone is Tone.DIAGRAM:
                drawn = [*takewhile(partial(_is_drawn_with, lines[begin]), lines[begin:])]
                yield self._drawing(drawn)
                begin += len(drawn)
                continue
            length, end = _repeated(signs, begin, most=_LONGEST)
            if end > begin + length:
                yield self._folded(lines[begin:end], length)
            else:
                end = begin + 1
                yield self._item(lines[begin])
            begin = end

    def _folded(self, lines: list[TellingLine], length: int) -> str:
        """Repeated lines folded to one line that can be opened."""
        parts = [merged([line.text for line in lines[at::length]]) for at in range(length)]
        said = " ".join(self.names.html(part) for part in parts[:_SAID])
        more = " …" if length > _SAID else ""
        items = "".join(map(self._item, lines))
        return (
            f'<li class="again t-{lines[0].tone}{_depth(lines[0])}"><details>'
            f'<summary><span class="at">{len(lines) // length}×</span> <span>{said}{more}</span></summary>'
            f'<ol class="told">{items}</ol></details></li>\n'
        )

    def _item(self, line: TellingLine) -> str:
        if line.tone is Tone.SPEECH:
            said = self.names.speech(line.text)
        else:
            said = self.names.html(line.text, in_full=line.tone in _IN_FULL)
        look = f'class="t-{line.tone}{_depth(line)}"'
        if not (n := self._anchor(line)):
            return f"<li {look}><span>{said}</span></li>\n"
        at = f'<a class="at" href="#e{n}" tabindex="-1">{n}</a>'
        return f'<li id="e{n}" {look}>{at}<span>{said}</span></li>\n'

    def _drawing(self, lines: list[TellingLine]) -> str:
        caption, *rows = (line.text for line in lines)
        drawn = Markup("\n").join(rows)
        return (
            f'<li class="t-diagram"><span>{self.names.html(caption)}</span>'
            f'<pre tabindex="0">{drawn}</pre></li>\n'
        )

    def _heading(self, lines: list[TellingLine], tone: Tone) -> Heading | None:
        """The heading of these lines, if they have one of this tone."""
        line = lines[0]
        if line.tone is not tone:
            return None
        text = line.text.strip(FRAME) or line.text
        said = Markup(self.names.html(text))  # noqa: S704 - of names.html
        return Heading(self._anchor(line), said)

    def _sign(self, line: TellingLine) -> tuple[Tone, int, str]:
        at = line.n if line.tone is Tone.DIAGRAM else line.depth  # no drawing is like another
        return line.tone, at, self._shape(line.text)

    def _anchor(self, line: TellingLine) -> int:
        """The number of the event, if this is the first line of all that tell it; else 0."""
        if line.n in self._seen:
            return 0
        self._seen.add(line.n)
        self.anchors.append(line.n)
        return line.n


def _depth(line: TellingLine) -> str:
    return f" in{min(line.depth, _DEEPEST)}" if line.depth else ""


def _is_drawn_with(first: TellingLine, line: TellingLine) -> bool:
    return line.tone is Tone.DIAGRAM and line.n == first.n


def _cut(lines: Sequence[TellingLine], tone: Tone) -> Iterator[slice]:
    """The parts into which headings of this tone cut the lines, each before the next heading."""
    begins = [at for at, line in enumerate(lines) if line.tone is tone or not at]
    return map(slice, begins, [*begins[1:], len(lines)])


def _repeated(signs: Sequence[object], begin: int, most: int) -> tuple[int, int]:
    """How many signs from here on repeat, and where the last whole repetition ends; there are several, or none."""
    length, end = repetition(signs, begin, most)
    end -= (end - begin) % length
    return (length, end) if end >= begin + _TIMES * length else (1, begin + 1)
