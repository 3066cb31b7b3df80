"""A battle in sentences."""

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Final, NamedTuple

MOMENTS: Final = ("entrance", "finish", "victory", "defeat")
"""The moments at which a character may speak: when it enters, when its own blow decides the battle, and at the end.
"""
_QUOTED: Final = ("「」", "『』", "“”", '""')


@dataclass(frozen=True, slots=True)
class TellingSheet:
    """What a character brings to a telling besides its build.

    `labels` are its own headings for `build` and `lore`, if it has any. `flavour` names its slots from the top,
    `lines` are its words at some of the `MOMENTS`, and `lore` is its story.
    """

    name: str
    labels: Mapping[str, str] = field(default_factory=dict)
    flavour: tuple[str | None, ...] = ()
    lines: Mapping[str, str] = field(default_factory=dict)
    lore: str = ""

    def named(self, place: int) -> str:
        """Its own name for the slot at this place, counted from 1; empty if it has none."""
        is_named = 0 < place <= len(self.flavour)
        return (self.flavour[place - 1] or "") if is_named else ""

    def says(self, moment: str, lang: str) -> str:
        """Its words at this moment as a line of the telling; empty if it says nothing."""
        words = self.lines.get(moment, "")
        if words[:1] + words[1:][-1:] in _QUOTED:
            words = words[1:-1]
        if not words:
            return ""
        return f"{self.name}「{words}」" if lang == "ja" else f"{self.name}: “{words}”"


class Tone(StrEnum):
    """The role of a line, by which a page or letter formats it."""

    TITLE = "title"  # the pair
    TURN = "turn"  # heading of a turn
    PHASE = "phase"  # heading of a phase
    BOARD = "board"  # the state of the battle
    DIAGRAM = "diagram"  # a line of a drawing of it: a caption, then rows whose columns count
    ACT = "act"  # a side acts of its own accord
    ANSWER = "answer"  # a card answers that
    EFFECT = "effect"  # its result
    BLOW = "blow"  # it hurt
    FALL = "fall"  # the deciding blow
    NOTE = "note"  # said in passing
    SPEECH = "speech"  # a character's own words
    VERDICT = "verdict"  # the winner
    BLANK = "blank"  # an empty line between blocks


class TellingLine(NamedTuple):
    """A line of a telling: `n` is the event that it tells, `depth` its depth in a chain of causes."""

    n: int
    turn: int
    depth: int
    tone: Tone
    text: str


def said_of(
    detail: Mapping[str, Any],
    names: Mapping[Any, str],
    card: Callable[[str], str],
    listed: Callable[[Sequence[str]], str],
) -> dict[str, Any]:
    """The details of an event as its sentence needs them: `who` it is about, and cards by their names."""
    said = {**detail}
    if "seat" in detail:
        said["who"] = names[detail["seat"]]
    if "cards" in detail:
        said["cards"] = listed(detail["cards"])
    return said | {key: card(detail[key]) for key in ("card", "tool", "over") if key in detail}


def repetition(signs: Sequence[object], begin: int, most: int | None = None) -> tuple[int, int]:
    """How many signs from here on (at most `most`) repeat in the same order, and where the repetition ends."""
    longest = (len(signs) - begin) // 2
    following = signs[begin + 1 : begin + 1 + (longest if most is None else min(most, longest))]
    for length in range(1, len(following) + 1) if signs[begin] in following else ():
        if signs[begin + length] != signs[begin]:
            continue
        end = begin + length
        while end < len(signs) and signs[end] == signs[end - length]:
            end += 1
        if end >= begin + 2 * length:
            return length, end
    return 1, begin + 1


_REGULAR: Final = re.compile(r"\b(?<!of )(You|They)((?:, who)? )([a-z]+s)\b")
_BENT: Final = {"has": "have", "is": "are", "was": "were", "goes": "go"}
_CASES: Final = (
    (re.compile(r"\bthe ([a-z]+) of (You|They)\b", re.IGNORECASE), r"\2's \1"),
    (re.compile(r"\bYou's\b"), "Your"),
    (re.compile(r"\bThey's\b"), "Their"),
    (re.compile(r"\bof You\b"), "of yours"),
    (re.compile(r"\bof They\b"), "of theirs"),
    (re.compile(r"\b(for|to|by|from) They\b"), r"\1 them"),
)
_WITHIN: Final = re.compile(r"(?<=[a-z,;:] )(?:You|They|Your|Their)\b")


def addressed(text: str) -> str:
    """Turn an English sentence with `You` and `They` as names into one with matching verbs and cases."""

    def bend(found: re.Match[str]) -> str:
        verb = found[3]
        bare = verb[:-2] if verb.endswith(("sses", "shes", "ches", "xes")) else verb[:-1]
        return f"{found[1]}{found[2]}{_BENT.get(verb, bare)}"

    text = _REGULAR.sub(bend, text)
    for pattern, case in _CASES:
        text = pattern.sub(case, text)
    return _WITHIN.sub(lambda found: found[0].lower(), text)


def plain(lines: Iterable[TellingLine]) -> str:
    """The telling as text, with one `>` for each level of depth."""
    return "".join(f"{'>' * line.depth}{line.text}\n" for line in lines)
