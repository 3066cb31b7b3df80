"""Phrases as people write them in a TOML file, and a line as it is compared with them."""

import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Final

NUMBER: Final = "number"
"""The place in a phrase that only a number fills; any words fill the others."""
MOST_WILD: Final = 3
_LONGEST: Final = 80

# A character with the marks typed behind it: ﾊ and ﾟ are one sign.
_SIGN: Final = re.compile("(?s:.)[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*")
_LATIN: Final = "a-z0-9\u00df-\u024f"
_IS_LATIN: Final = re.compile(f"[{_LATIN}]")
_JOINS: Final = re.compile("['’‘`´ʼ\u2010\u2011-]")
# Where any words end, no word goes on.
EDGE: Final = f"(?:(?<![{_LATIN}])|(?![{_LATIN}]))"
ANY: Final = f"{EDGE}.{{0,{_LONGEST}}}{EDGE}"
SOME: Final = f"{EDGE}(.{{1,{_LONGEST}}}){EDGE}"
_TOKEN: Final = re.compile(
    r"\{(\w+)\}|<(\w+)>|(\.\.\.)|([()\[\]|*])|['’‘`´ʼ\u2010\u2011-]|([\W_])|(.)", re.DOTALL
)
_OPENS: Final = {"(": ")", "[": "]"}
_CLOSES: Final = frozenset(_OPENS.values())
_QUOTES: Final = {"「": "」", "『": "』", "“": "”", '"': '"', "'": "'", "‘": "’", "«": "»", "【": "】", "《": "》", "〈": "〉", "＂": "＂"}  # fmt: skip
_BESIDE: Final = " \t\u3000。、，．,.!?！？:：;；~〜…"


@dataclass(frozen=True, slots=True)
class PatternWords:
    """The words of a line: small half-width letters without punctuation, a blank only between Latin words.

    `places`: where each character of `said` stands in the line as `typed`, of which nothing before `begin` and from
    `end` on is left.
    """

    typed: str
    said: str
    places: tuple[tuple[int, int], ...]
    begin: int
    end: int

    def without(self, found: re.Match[str]) -> "PatternWords":
        """The words before and behind this match in `said`."""
        first, last = found.span()
        return replace(
            self,
            said=self.said[:first] + self.said[last:],
            places=self.places[:first] + self.places[last:],
            begin=self.begin if first else self.places[last - 1][1],
            end=self.end if last < len(self.said) else self._start(first),
        )

    def at(self, first: int, last: int) -> str:
        """The words between these places of `said` as they were typed, without quotation marks around them."""
        before = self.places[first - 1][1] if first else self.begin
        after = self._start(last) if last < len(self.said) else self.end
        value = self.typed[before:after].strip(" \t\u3000")
        bare = value.rstrip(_BESIDE)
        if len(bare) > 1 and _QUOTES.get(bare[0]) == bare[-1]:
            return bare[1:-1].strip(" \t\u3000")
        return bare.lstrip(_BESIDE)

    def _start(self, at: int) -> int:
        """Where the word at this place of `said` begins, or the next one after its blank."""
        return self.places[at + (self.said[at] == " ")][0]


def words_in(line: str) -> PatternWords:
    """The words of this line."""
    said: list[str] = []
    places: list[tuple[int, int]] = []
    pictures = ""
    is_apart = False
    for sign in _SIGN.finditer(line):
        for char in unicodedata.normalize("NFKC", sign[0]).casefold():
            if _JOINS.fullmatch(char):
                continue
            if not char.isalnum():
                is_apart = True
                pictures += _pictures(char)
                continue
            if is_apart and said and _IS_LATIN.match(char) and _IS_LATIN.match(said[-1]):
                said.append(" ")
                places.append((places[-1][1], places[-1][1]))
            is_apart = False
            said.append(char)
            places.append(sign.span())
    if not said:  # then a picture says it
        said, places = list(pictures), [(0, len(line))] * len(pictures)
    return PatternWords(line, "".join(said), tuple(places), 0, len(line))


def _pictures(text: str) -> str:
    return "".join(char for char in text if unicodedata.category(char) == "So")


class Wrong(Exception):
    """The mistake in a phrase, in Japanese and English."""


_STAR: Final = Wrong(
    "* の場所が正しくありません。かっこの直後に、重ねずに置いてください",
    "has a * that does not stand right behind a bracket without another * in it",
)


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase as a regular expression, and the names of the places in it that words fill, in their order.

    `keys`: one of these is in every line that fits; none if that is not known. `wild`: how many places for any words a
    line may go through that fits. `is_bare`: nothing must be there but words of any kind. `repeats`: a part may repeat.
    """

    expression: str
    places: tuple[str, ...] = ()
    keys: frozenset[str] = frozenset()
    wild: int = 0
    is_bare: bool = True
    repeats: bool = False


def one_of(patterns: Sequence[Pattern]) -> Pattern:
    """The pattern of any of these phrases."""
    return Pattern(
        f"(?:{'|'.join(each.expression for each in patterns)})",
        tuple(place for each in patterns for place in each.places),
        frozenset[str]().union(*(each.keys for each in patterns))
        if all(each.keys for each in patterns)
        else frozenset(),
        max(each.wild for each in patterns),
        any(each.is_bare for each in patterns),
        any(each.repeats for each in patterns),
    )


def pattern_of(
    phrase: str,
    lists: Mapping[str, Pattern],
    numbers: Mapping[str, str],
    most_wild: int = MOST_WILD,
) -> Pattern:
    """The pattern of this phrase, with at most this many places for any words. Raises `Wrong`."""
    normal = unicodedata.normalize("NFKC", phrase).casefold()
    pattern = _Phrase(_TOKEN.findall(normal), lists, numbers).whole()
    if pattern.wild > most_wild:
        raise Wrong(
            f"… と <…> が多すぎます（{most_wild}つまで）",
            f"has more than {most_wild} places for any words",
        )
    return pattern


class _Phrase:
    """The tokens of a phrase, read from the first to the last."""

    def __init__(
        self,
        tokens: Sequence[tuple[str, ...]],
        lists: Mapping[str, Pattern],
        numbers: Mapping[str, str],
    ) -> None:
        self._tokens = [*tokens]
        self._at = 0
        self._lists = lists
        self._number = f"({'|'.join(numbers)}|[0-9]{{1,2}})"

    def whole(self) -> Pattern:
        pattern = self._alternatives()
        if self._sign:
            raise Wrong(
                f"「{self._sign}」に合う始まりのかっこがありません",
                f"has a “{self._sign}” that closes nothing",
            )
        return pattern

    @property
    def _sign(self) -> str:
        return self._tokens[self._at][3] if self._at < len(self._tokens) else ""

    def _alternatives(self) -> Pattern:
        found = [self._sequence()]
        while self._sign == "|":
            self._at += 1
            found.append(self._sequence())
        return found[0] if len(found) == 1 else one_of(found)

    def _sequence(self) -> Pattern:
        parts: list[Pattern] = []
        while self._at < len(self._tokens) and self._sign not in ("|", *_CLOSES):
            parts.append(self._part())
        keys = [each.keys for each in parts if each.keys] + [
            frozenset({key}) for key in _runs(parts)
        ]
        return Pattern(
            "".join(each.expression for each in parts),
            tuple(place for each in parts for place in each.places),
            max(keys, key=lambda those: (min(map(len, those)), -len(those)), default=frozenset()),
            sum(each.wild for each in parts),
            all(each.is_bare for each in parts),
            any(each.repeats for each in parts),
        )

    def _part(self) -> Pattern:
        listed, place, anything, sign, apart, char = self._tokens[self._at]
        self._at += 1
        if listed:
            if listed not in self._lists:
                raise Wrong(f"{{{listed}}} の並びがありません", f"names no list: {{{listed}}}")
            return self._lists[listed]
        if place:
            if place == NUMBER:
                return Pattern(self._number, (place,), wild=1)
            return Pattern(SOME, (place,), wild=1)
        if anything:
            return Pattern(ANY, wild=1)
        if sign in _OPENS:
            return self._bracket(sign)
        if sign == "*":
            raise _STAR
        pictures = _pictures(apart)
        if apart and not pictures:
            return Pattern(" ?" if apart.isspace() else "")
        return Pattern(re.escape(pictures or char), is_bare=not (pictures or char))

    def _bracket(self, opened: str) -> Pattern:
        inner = self._alternatives()
        if self._sign != _OPENS[opened]:
            if self._sign:
                raise Wrong(
                    f"「{self._sign}」に合う始まりのかっこがありません",
                    f"has a “{self._sign}” that closes nothing",
                )
            raise Wrong(f"「{opened}」が閉じていません", f"has a “{opened}” that is not closed")
        self._at += 1
        if self._sign == "*":
            self._at += 1
            if inner.repeats or inner.wild:
                raise _STAR
            return Pattern(f"(?:(?:{inner.expression}) ?)*", repeats=True)
        if opened == "(":
            return replace(inner, expression=f"(?:{inner.expression})")
        return replace(inner, expression=f"(?:{inner.expression})?", keys=frozenset(), is_bare=True)


def _runs(parts: Iterable[Pattern]) -> Iterator[str]:
    """The words of single letters that stand side by side."""
    run = ""
    for part in parts:
        is_letter = not part.is_bare and not part.places and len(part.expression) == 1
        if not is_letter and run:
            yield run
        run = run + part.expression if is_letter else ""
    if run:
        yield run
