"""The names in a telling: marked as names, in full at first and short afterwards."""

import html
import re
from collections.abc import Mapping
from dataclasses import replace
from functools import cache
from itertools import pairwise
from typing import Final

from markupsafe import Markup

from app.engine import Lang, Side, TellingSheet
from app.i18n import is_japanese
from app.web.rendering import spoken

_OF: Final = {Side.HOME: "\ufdd0", Side.AWAY: "\ufdd1"}
_OWN: Final = "\ufdd2"
_END: Final = "\ufdd3"
"""Characters that no text may have, around the words of players."""
_OWNED: Final = re.compile(r"\ufdd2([^\ufdd3]*)\ufdd3")
_SPOKEN: Final = re.compile(r"([\ufdd0-\ufdd2])[^\ufdd3]*\ufdd3|[^\ufdd0-\ufdd2]+")
_FIGURE: Final = re.compile(r"[\ufdd0-\ufdd2][^\ufdd3]*\ufdd3|−?\d+")
_DIGITS: Final = re.compile(r"\d+")
_NUMBERED: Final = re.compile(r"\ufdd2[^\ufdd3]*\d")
_LONG: Final = 8
"""The width of a name from which on a short form is worth it; a Japanese character counts for two."""
_LEAST: Final = 4
_MOST: Final = 10
"""How wide a short form in Japanese may be: a word of five characters."""
_RUN: Final = re.compile(
    r"[一-鿿々]+|[ァ-ヺー・]+|[ぁ-ゖー]+?(?=[のを](?![ぁ-ゖー]))|[ぁ-ゖー]+|[^\s一-鿿々ァ-ヺー・ぁ-ゖ]+|\s+"
)
_PARTICLE: Final = re.compile(r"の|を|に|が|は|と|も|へ|で|や|から|まで|より|しか|だけ|する|した")
"""What a noun may stand before: `三日月` ends where `三日月を` goes on, `忘` does not where `忘れた` does."""
_ATTRIBUTE: Final = re.compile(r".|.*[いるたなくれてだき]")
"""Hiragana that most likely bind to the word after them, as in `逃した`."""
_KANJI: Final = re.compile(r"[一-鿿々]")
_HIRAGANA: Final = re.compile(r"[ぁ-ゖ]")
_CLOSERS: Final = frozenset("」』）)】〉》>♪☆★!！?？.,、")
_TAIL: Final = re.compile(r"(?:['’]s|[,、.・])$")


def marked(sheet: TellingSheet, side: Side) -> TellingSheet:
    """The sheet for a telling in which its name, and its own names for its slots, can be found again."""
    flavour = tuple(own and f"{_OWN}{own}{_END}" for own in sheet.flavour)
    return replace(sheet, name=f"{_OF[side]}{sheet.name}{_END}", flavour=flavour)


def shape(text: str) -> str:
    """The text without its figures: the same for sentences that differ in nothing else."""
    if not _NUMBERED.search(text):
        return _DIGITS.sub("0", text).replace("−0", "0")  # a side's name is the same in all of them
    return _FIGURE.sub(lambda found: found[0] if found[0][-1] == _END else "0", text)


def merged(texts: list[str]) -> str:
    """One text for several of one shape: `HP 25 → 22`, `HP 22 → 19` become `HP 25 → 19`, cards 1, 2, 3 become `1–3`."""
    last = iter(_FIGURE.findall(texts[-1]))

    def put(found: re.Match[str]) -> str:
        first, end = found[0], next(last)
        if first == end or texts[0][found.end() :].startswith(" →"):
            return first
        return end if texts[0][: found.start()].endswith("→ ") else f"{first}–{end}"

    return _FIGURE.sub(put, texts[0])


def short_names(home: str, away: str) -> tuple[str, str]:
    """Short forms of both names, neither the beginning of the other. A name without a short form stays as it is."""
    shorts = _short(home), _short(away)
    if home == away or shorts[0].startswith(shorts[1]) or shorts[1].startswith(shorts[0]):
        return home, away
    return shorts


def _short(name: str) -> str:
    """The first words of the name, ended where a noun may end: `雪見だるま駐在所` becomes `雪見だるま`."""
    if _width(name) <= _LONG:
        return name
    most = _MOST if is_japanese(name) else _LONG
    said = short = ""
    for run, after in pairwise([*_RUN.findall(name), ""]):
        is_full = _width(said + run) > most and _width(short) >= _LEAST
        if is_full or (short and _PARTICLE.fullmatch(run)):
            break
        said += run
        if _may_end(run, after):
            short = said
    return _TAIL.sub("", short) or name


def _may_end(run: str, after: str) -> bool:
    """Whether a name can be cut between these two."""
    if after[:1] in _CLOSERS:
        return False
    if _HIRAGANA.match(run):
        return bool(_PARTICLE.fullmatch(after)) or not _ATTRIBUTE.fullmatch(run)
    if _KANJI.match(run) and _HIRAGANA.match(after):
        return bool(_PARTICLE.match(after))
    return run[-1].isalnum() or run[-1] in _CLOSERS


def _width(text: str) -> int:
    return sum(2 if char > "ᄀ" else 1 for char in text)


class Names:
    """How both characters are called on a page, from one section to the next."""

    def __init__(self, sheets: Mapping[Side, TellingSheet], lang: Lang) -> None:
        self.lang = lang
        names = [sheets[side].name for side in Side]
        self._called = [
            (
                html.escape(f"{_OF[side]}{name}{_END}"),
                self._name(side, name),
                self._name(side, short),
            )
            for side, name, short in zip(Side, names, short_names(*names), strict=True)
        ]
        """How a telling marks each, in full and in short."""
        self._known: set[str] = set()
        self._in_short = cache(self._html)
        """For sentences when both are known: many are said again and again."""

    def _name(self, side: Side, name: str) -> Markup:
        lang = Markup(' lang="ja"') if self.lang != "ja" and is_japanese(name) else ""
        return Markup('<bdi class="of-{}"{}>{}</bdi>').format(side, lang, name)

    def section(self) -> None:
        """From here on both are called in full once more."""
        self._known.clear()

    def html(self, text: str, *, in_full: bool = False) -> str:
        """A sentence of a telling by `marked` sheets as HTML; a name `in_full`, or short where it is known."""
        if len(self._known) == len(self._called) and not in_full:
            return self._in_short(text)
        return self._html(text, in_full=in_full)

    def speech(self, text: str) -> str:
        """The same of a speech: all but the name are words of a player."""
        return _SPOKEN.sub(
            lambda found: (
                self._html(found[0], in_full=True) if found[1] else spoken(found[0], self.lang)
            ),
            text,
        )

    def _html(self, text: str, *, in_full: bool = False) -> str:
        said = html.escape(text)
        for name, full, short in self._called:
            if name in said:
                said = said.replace(name, full, -1 if in_full else name not in self._known)
                said = said.replace(name, short)
                self._known.add(name)
        return _OWNED.sub(lambda found: spoken(html.unescape(found[1]), self.lang), said)
