"""Names that look like others (UTS #39). They are reported to the organiser, never refused.

Two texts look alike if their skeletons are equal. A skeleton replaces every character by the one that stands for all
its lookalikes. Unicode's table knows few of the kana and kanji that look alike, so this module adds some.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache, lru_cache
from itertools import groupby, pairwise
from typing import Final

from app.errors import Problem

_ALIKE: Final = [
    "ミ三",
    "チ千干于",
    "ソン",
    "シツ",
    "りリ",
    "メ〆乄",
    "ヌ又",
    "ム厶",
    "ノ丿",
    "オ才",
    "ヒ匕",
    "セ七",
    "サ廾",
    "ケヶ",
    "カヵ",
    "ワヮ",
    "わゎ",
    "つっ",
    "ツッ",
    "やゃ",
    "ヤャ",
    "ゆゅ",
    "ユュ",
    "よょ",
    "ヨョ",
    "あぁ",
    "アァ",
    "いぃ",
    "イィ",
    "うぅ",
    "ウゥ",
    "えぇ",
    "エェ",
    "おぉ",
    "オォ",
    "ばぱ",
    "びぴ",
    "ぶぷ",
    "べぺベペ",
    "ぼぽ",
    "バパ",
    "ビピ",
    "ブプ",
    "ボポ",
    "土士",
    "未末",
    "己已巳",
    "日曰",
    "人入",
    "戊戌戍",
    "烏鳥",
    "〇○◯0O",
]
_PAIRS: Final = {"rn": "m", "vv": "w"}
_OFFICIAL: Final = ("飛脚", "Hikyaku", "主催者", "運営", "Organiser", "Organizer", "Admin")
_JAPANESE: Final = frozenset({"HAN", "HIRAGANA", "KATAKANA", "BOPOMOFO", "HANGUL"})
"""Scripts that are normal beside Latin letters."""
_NO_SCRIPT: Final = frozenset({"COMMON", "INHERITED", "UNKNOWN"})


@dataclass(frozen=True, slots=True)
class NamedPerson:
    """A name and its owner in a season. `id` identifies it; `player_id` is None if it has no player."""

    id: int
    name: str
    owner: str
    player_id: int | None


def flags(everybody: Sequence[NamedPerson]) -> dict[int, list[Problem]]:
    """What is odd about the names and owners of a season, by `id`. Names without anything odd are left out."""
    found: dict[int, list[Problem]] = defaultdict(list)
    names, owners = _by_skeleton(everybody, "name"), _by_skeleton(everybody, "owner")
    for each in everybody:
        for what, text, alike in (("name", each.name, names), ("owner", each.owner, owners)):
            if not text:
                continue
            others = {
                other.name if what == "name" else other.owner
                for skeleton in skeletons(text)
                for other in alike.get(skeleton, ())
                if other.id != each.id and not _is_same(each, other)
            }
            found[each.id] += [
                Problem(f"{what}-looks-like", text=text, other=other) for other in sorted(others)
            ]
            if skeletons(text) & _official():
                found[each.id].append(Problem("looks-official", text=text))
            if is_mixed(text):
                found[each.id].append(Problem("mixed-alphabets", text=text))
    return {id: problems for id, problems in found.items() if problems}


@lru_cache(50_000)
def skeletons(text: str) -> frozenset[str]:
    """The skeletons of a text: as written, and without capitals. Texts that look alike share one."""
    plain = unicodedata.normalize("NFKC", text)
    return frozenset(_skeleton(each) for each in (plain, plain.casefold()))


def looks_of(tag: str) -> frozenset[str]:
    """The skeletons of a rule tag, ignoring hyphens."""
    return skeletons(tag.replace("-", ""))


def _is_same(one: NamedPerson, other: NamedPerson) -> bool:
    """Whether both belong to the same player, who may resemble themselves. An organiser's entry has no known owner."""
    if one.player_id is None or other.player_id is None:
        return one.owner == other.owner
    return one.player_id == other.player_id


@lru_cache(50_000)
def is_mixed(text: str) -> bool:
    """Whether a word mixes letters of several alphabets, as `Аlice` does with a Cyrillic А.

    Kana, kanji and letters beside each other are Japanese, and so is a single `Д` or `Ω` among them.
    """
    if text.isascii():
        return False
    words = groupby(unicodedata.normalize("NFKC", text), _alphabet)
    scripts = [script for script, _ in words]
    return any(one and other and one != other for one, other in pairwise(scripts))


def _alphabet(char: str) -> str:
    """The script of a letter; empty for other characters, and for Japanese and its neighbours."""
    from confusable_homoglyphs.categories import alias  # type: ignore[import-untyped]

    script: str = "LATIN" if char.isascii() and char.isalpha() else alias(char)
    return "" if script in _JAPANESE or script in _NO_SCRIPT or not char.isalpha() else script


def _skeleton(text: str) -> str:
    text = unicodedata.normalize("NFC", "".join(unicodedata.normalize("NFD", text).split()))
    text = text.translate(_prototypes())
    for pair, one in _PAIRS.items():
        text = text.replace(pair, one)
    return text


def _by_skeleton(everybody: Sequence[NamedPerson], what: str) -> Mapping[str, list[NamedPerson]]:
    found: dict[str, list[NamedPerson]] = defaultdict(list)
    for each in everybody:
        text = each.name if what == "name" else each.owner
        for skeleton in skeletons(text) if text else ():
            found[skeleton].append(each)
    return found


@cache
def _official() -> frozenset[str]:
    return frozenset(skeleton for each in _OFFICIAL for skeleton in skeletons(each))


@cache
def _prototypes() -> dict[int, str]:
    """Each character with lookalikes, and the one that represents them all."""
    stands_for: dict[str, str] = {}

    def first(char: str) -> str:
        while (next_one := stands_for.get(char, char)) != char:
            char = next_one
        return char

    for one, other in _confusable():
        kept, gone = sorted((first(one), first(other)))
        stands_for[gone] = kept
    return {ord(char): first(char) for char in stands_for}


def _confusable() -> Iterator[tuple[str, str]]:
    from confusable_homoglyphs.utils import load  # type: ignore[import-untyped]

    for char, others in load("confusables.json").items():
        for other in others:
            if len(char) == len(other["c"]) == 1:
                yield char, other["c"]
    for group in _ALIKE:
        for char in group[1:]:
            yield group[0], char
