"""Phrases as people write them in a TOML file, and a line as it is compared with them."""

import re
import unicodedata
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from typing import Final

NUMBER: Final = "number"
"""The place in a phrase that only a number fills; any words fill the others."""
_MOST_WILD: Final = 3
_LONGEST: Final = 100

# A character with the marks typed behind it: ﾊ and ﾟ are one sign.
_SIGN: Final = re.compile("(?s:.)[\u0300-\u036f\u3099\u309a\uff9e\uff9f]*")
_LATIN: Final = "a-z0-9\u00df-\u024f"
_IS_LATIN: Final = re.compile(f"[{_LATIN}]")
_JOINS: Final = re.compile("['’‘`´ʼ\u2010\u2011-]")
# Where any words end, no word goes on.
EDGE: Final = f"(?:(?<![{_LATIN}])|(?![{_LATIN}]))"
_ANY: Final = f"{EDGE}.{{0,{_LONGEST}}}{EDGE}"
_SOME: Final = f"{EDGE}(.{{1,{_LONGEST}}}){EDGE}"
_TOKEN: Final = re.compile(
    r"\{(\w+)\}|<(\w+)>|(\.\.\.)|([()\[\]|*])|['’‘`´ʼ\u2010\u2011-]|([\W_])|(.)", re.DOTALL
)
_CLOSES: Final = {")": "(", "]": "["}
_QUOTES: Final = {"「": "」", "『": "』", "“": "”", '"': '"', "'": "'", "‘": "’", "«": "»", "【": "】", "《": "》", "〈": "〉", "＂": "＂"}  # fmt: skip
_BESIDE: Final = " \t\u3000。、，．,.!?！？:：;；~〜…"


@dataclass(frozen=True, slots=True)
class Words:
    """The words of a line: small half-width letters without punctuation, a blank only between Latin words.

    `places`: where each character of `said` stands in the line as `typed`, of which nothing before `begin` and from
    `end` on is left.
    """

    typed: str
    said: str
    places: tuple[tuple[int, int], ...]
    begin: int
    end: int

    def without(self, found: re.Match[str]) -> "Words":
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


def words_in(line: str) -> Words:
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
    return Words(line, "".join(said), tuple(places), 0, len(line))


def _pictures(text: str) -> str:
    return "".join(char for char in text if unicodedata.category(char) == "So")


class Wrong(Exception):
    """The mistake in a phrase, in Japanese and English."""


@dataclass(frozen=True, slots=True)
class Pattern:
    """A phrase as a regular expression, and the names of the places in it that words fill, in their order."""

    expression: str
    places: tuple[str, ...] = ()

    @property
    def is_bare(self) -> bool:
        """Whether nothing must be there but words of any kind."""
        return re.fullmatch(self.expression.replace(_ANY, "").replace(_SOME, ""), "") is not None


def one_of(patterns: list[Pattern]) -> Pattern:
    """The pattern of any of these phrases."""
    return Pattern(
        f"(?:{'|'.join(each.expression for each in patterns)})",
        tuple(place for each in patterns for place in each.places),
    )


def pattern_of(phrase: str, lists: Mapping[str, Pattern], numbers: Mapping[str, str]) -> Pattern:
    """The pattern of this phrase. Raises `Wrong`."""
    places: list[str] = []
    pattern = Pattern("".join(_compiled(phrase, lists, numbers, places)), tuple(places))
    wild = pattern.expression.count(_ANY) + pattern.expression.count(_SOME)
    if wild > _MOST_WILD:
        raise Wrong(
            f"… と <…> が多すぎます（{_MOST_WILD}つまで）",
            f"has more than {_MOST_WILD} places for any words",
        )
    return pattern


def _compiled(
    phrase: str, lists: Mapping[str, Pattern], numbers: Mapping[str, str], places: list[str]
) -> Iterator[str]:
    """The phrase as parts of a regular expression; its places are added to the others. Raises `Wrong`."""
    opened: list[tuple[str, bool]] = []  # brackets, and whether something is repeated in them
    closed: tuple[str, bool] | None = None
    normal = unicodedata.normalize("NFKC", phrase).casefold()
    for listed, place, anything, sign, apart, char in _TOKEN.findall(normal):
        if closed and sign != "*":
            yield ")?" if closed[0] == "[" else ")"
        if sign == "*" and (closed is None or closed[1]):
            raise Wrong(
                "* の場所が正しくありません。かっこの直後に、重ねずに置いてください",
                "has a * that does not stand right behind a bracket without another * in it",
            )
        in_list = lists[listed].expression if listed in lists else ""
        if opened and (sign == "*" or place or anything or ")*" in in_list or _ANY in in_list):
            opened = [(bracket, True) for bracket, _ in opened]
        closed_before, closed = closed, None
        if listed:
            if listed not in lists:
                raise Wrong(f"{{{listed}}} の並びがありません", f"names no list: {{{listed}}}")
            places += lists[listed].places
            yield in_list
        elif place:
            places.append(place)
            yield f"({'|'.join(numbers)}|[0-9]{{1,2}})" if place == NUMBER else _SOME
        elif anything:
            yield _ANY
        elif sign in ("(", "["):
            opened.append((sign, False))
            yield "(?:(?:"
        elif sign in _CLOSES:
            if not opened or opened[-1][0] != _CLOSES[sign]:
                raise Wrong(
                    f"「{sign}」に合う始まりのかっこがありません",
                    f"has a “{sign}” that closes nothing",
                )
            closed = opened.pop()
            yield ")"
        elif sign == "*" and closed_before:
            yield " ?)*"
        elif apart:
            yield re.escape(_pictures(apart)) or (" ?" if apart.isspace() else "")
        else:
            yield sign or re.escape(char)
    if closed:
        yield ")?" if closed[0] == "[" else ")"
    if opened:
        sign = opened[-1][0]
        raise Wrong(f"「{sign}」が閉じていません", f"has a “{sign}” that is not closed")
