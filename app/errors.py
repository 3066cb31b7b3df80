"""Refusals: problems and their places, without wording and without status.

The edges (page, letter, command) give a refusal its voice.
"""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar, Literal, NamedTuple, Self


class FieldName(str):
    """The name of a field, or of a step of a timetable: its reader reads what they call it."""

    __slots__ = ()


class Listing(tuple[str, ...]):
    """Texts that its reader reads as a list."""

    __slots__ = ()


Said = str | datetime | tuple[str, ...]
"""A text, a moment, texts to be listed; or in a plain tuple that ends with them the text in Japanese and in English."""


class Kind(NamedTuple):
    """What can be wrong: its code, and its sentence with named places, each of which a problem of this kind fills."""

    code: str
    sentence: str
    offers: Literal["nearest", "open", "going", ""] = "nearest"
    """How what could stand there instead is told; empty: not at all, or in the sentence itself, as `%(all)s`."""

    @property
    def names(self) -> set[str]:
        """The places in its sentence, but for what could stand there instead."""
        return {*re.findall(r"%\((\w+)\)s", self.sentence)} - {"all"}


@dataclass(frozen=True, slots=True, init=False)
class Problem:
    """One problem of a text, a mail or a form that a player or an organiser sent.

    `line` and `column` count from 1 in the text as typed; 0 means that the problem has no place.
    `suggestions` could stand there instead. What its sentence says stands under its names: `problem["season"]`.
    """

    code: str
    line: int
    column: int
    words: tuple[str, ...]
    suggestions: tuple[str, ...]
    said: tuple[tuple[str, Said], ...]

    def __init__(
        self,
        code: str,
        line: int = 0,
        column: int = 0,
        words: tuple[str, ...] = (),
        suggestions: tuple[str, ...] = (),
        said: Iterable[tuple[str, Said]] = (),
        **named: Said,
    ) -> None:
        for field, value in (
            ("code", code),
            ("line", line),
            ("column", column),
            ("words", words),
            ("suggestions", suggestions),
            ("said", (*said, *named.items())),
        ):
            object.__setattr__(self, field, value)

    def __getitem__(self, name: str) -> Said:
        """What it says under this name. Raises `KeyError`."""
        return dict(self.said)[name]

    def plain(self) -> dict[str, Any]:
        """The problem as plain data, as `of` reads it."""
        return {
            "code": self.code,
            "line": self.line,
            "column": self.column,
            "words": [*self.words] or {name: _plain(value) for name, value in self.said},
            "suggestions": [*self.suggestions],
        }

    @classmethod
    def of(cls, kept: Mapping[str, Any]) -> Self:
        """The problem as it was kept as plain data."""
        words = kept.get("words") or {}
        positional = words if isinstance(words, list | tuple) else ()
        return cls(
            str(kept["code"]),
            int(kept.get("line") or 0),
            int(kept.get("column") or 0),
            tuple(map(str, positional)),
            tuple(map(str, kept.get("suggestions") or ())),
            [] if positional else [(name, _said(value)) for name, value in dict(words).items()],
        )


def _plain(value: Said) -> Any:
    match value:
        case datetime():
            return {"at": value.isoformat()}
        case FieldName():
            return {"label": str(value)}
        case Listing():
            return {"all": [*value]}
        case tuple():
            return [*value]
    return value


def _said(kept: Any) -> Said:
    match kept:
        case {"at": at}:
            return datetime.fromisoformat(at)
        case {"label": label}:
            return FieldName(label)
        case {"all": texts}:
            return Listing(texts)
        case list() | tuple():
            return tuple(map(str, kept))
    return str(kept)


class DomainError(Exception):
    """A refusal, with every problem that was found."""

    code: ClassVar[str] = "refused"

    def __init__(self, problems: Iterable[Problem] = ()) -> None:
        self.problems = tuple(problems)
        super().__init__(self.code, self.problems)

    def __reduce__(self) -> tuple[Any, ...]:
        """Pickled by its problems, so that it can cross processes."""
        return type(self), (self.problems,)


class BuildUnreadable(DomainError):
    """A text is not a legal build of its game."""

    code = "build-unreadable"


class CardsUnreadable(DomainError):
    """A text is no file of house cards of its game."""

    code = "cards-unreadable"


class OrdersUnreadable(DomainError):
    """A text is not the orders of a match."""

    code = "orders-unreadable"


class PictureRefused(DomainError):
    """A file is no picture that can be kept."""

    code = "picture-refused"


class ListUnreadable(DomainError):
    """A pasted list of characters has lines that cannot be read."""

    code = "list-unreadable"


class RecordUnreadable(DomainError):
    """A file is no record of a season, or no list of its seals."""

    code = "record-unreadable"


class UnknownGame(DomainError):
    """No game has this slug. `problems[0]["game"]` is the slug, `suggestions` are those alike, or all there are."""

    code = "unknown-game"


class RulesNotInstalled(DomainError):
    """The rules that a season is pinned to are not in this program: `rules`, and those that are `installed`."""

    code = "rules-not-installed"


class LetterUnreadable(DomainError):
    """The row of a letter does not say what its `kind` needs; what is missing or `wrong`."""

    code = "letter-unreadable"


class SubmissionRejected(DomainError):
    """A submission cannot become the player's entry."""

    code = "submission-rejected"


class SeasonRefused(DomainError):
    """An organiser's act does not fit the state of the season, or its words are wrong."""

    code = "season-refused"


class OrdersRefused(DomainError):
    """Orders for a match cannot be taken: nothing of them counts, and those before them stay in force."""

    code = "orders-refused"


class MatchesRefused(DomainError):
    """No match of the game can be played with what was chosen for it."""

    code = "matches-refused"


class DuelRefused(DomainError):
    """An act of a duelist does not fit the state of the duel, or what they send is wrong; nothing of it counts."""

    code = "duel-refused"


class OwnRefused(DomainError):
    """A player's act on what they have across seasons does not fit; nothing of it is done."""

    code = "own-refused"


class UnknownNumber(DomainError):
    """Nothing has this number: it is larger than any that can be kept."""

    code = "unknown-number"


class UnknownCup(DomainError):
    """There is no such cup."""

    code = "unknown-cup"


class UnknownSeason(DomainError):
    """No season is called like this. `problems[0].suggestions` are those there are."""

    code = "unknown-season"


class ResultsDiffer(DomainError):
    """Inputs that were played before gave other results now, or than the reference gives."""

    code = "results-differ"


class Busy(DomainError):
    """Other requests are being computed; the same can be asked for again in a moment."""

    code = "busy"


class TooMuchToPlay(DomainError):
    """The answer would take too many battles for a page that is waited for."""

    code = "too-much-to-play"


class SettingsWrong(Exception):
    """Settings of this installation are wrong. The sentences name each with what is wrong with it."""

    def __init__(self, sentences: Iterable[str]) -> None:
        self.sentences = list(sentences)
        super().__init__(*self.sentences)


class FileBroken(Exception):
    """A file of words that people may mend has a mistake. Both sentences name the file, the line and the mistake."""

    def __init__(self, ja: str, en: str) -> None:
        self.ja, self.en = ja, en
        super().__init__(en)
