"""The kinds of decisions: how a value is typed, kept, logged, and told.

None of them knows a form, an option or a model.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, tzinfo
from typing import Any, Final

from sqlmodel import Session

from app.engine import Lang
from app.errors import Problem, SeasonRefused
from app.i18n import N_, moment, translations
from app.league.entries import places
from app.league.entries.characters import lore_problems
from app.league.seasons.stages import plans
from app.league.seasons.stages.plans import StagePlan
from app.text.characters import hidden_in, normal, shown
from app.text.moments import read_moment

_LONGEST: Final = 9
"""Digits of a number."""
_MOST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPart:
    """What is typed of a decision in one place: by its name, in an option, a field or a property of the same name.

    `label` and `meaning`, a sentence, are messages of the catalogue. `empty` is what it means to
    leave it empty, `example` how it may be written. `option` is its name on the command line where
    that is another, `codes` the problems that are about it alone.
    """

    name: str = ""
    kind: "DecisionKind"
    label: str
    meaning: str = ""
    empty: str = ""
    example: str = ""
    option: str = ""
    codes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True, kw_only=True)
class DecisionKind:
    """A value that is typed as text, and kept as it is. `nothing` is what it is called where nothing was decided."""

    nothing: str = "–"
    parts: tuple[FormPart, ...] = ()
    """What is typed of it, where that is more than one text."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> Any:
        """The value that was typed so, in this zone; what cannot be read of it goes to `wrong`."""
        return text

    def write(self, value: Any, zone: tzinfo) -> str:
        """The text that is read as this value."""
        return self.logged(value)

    def logged(self, value: Any) -> str:
        """The value as the log keeps it; empty where nothing was decided."""
        return str(value or "")

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        """What the log keeps, as its reader reads it."""
        return logged

    def plain(self, value: Any) -> Any:
        """As a row keeps it."""
        return value

    def of(self, kept: Any) -> Any:
        """The value that a row keeps so."""
        return kept

    def apart(self, value: Any, game: str) -> Mapping[str, Any]:
        """The values of its parts in a season of this game, by their names."""
        raise NotImplementedError

    def whole(self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]) -> Any:
        """The value of which these are the parts, in a season of this game.

        What cannot be read of them goes to `wrong`.
        """
        raise NotImplementedError

    def problems(self, value: Any) -> Iterator[Problem]:
        """What is wrong with the value, whatever else was decided."""
        yield from ()

    def told(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        """What the log keeps, in words: also where nothing was decided."""
        return self.said(logged, lang, zone) if logged else translations(lang).gettext(self.nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(DecisionKind):
    """A line with a greatest length."""

    most: int = 200
    code: str = "bad-title"

    def problems(self, value: str) -> Iterator[Problem]:
        if len(value) > self.most or next(hidden_in(value), None) is not None:
            yield Problem(self.code, typed=shown(value[:_MOST_SHOWN]))


@dataclass(frozen=True, slots=True, kw_only=True)
class LongText(DecisionKind):
    """Several lines in Markdown."""

    def problems(self, value: str) -> Iterator[Problem]:
        for each in lore_problems(value):
            is_long = each.code == "lore-too-long"
            yield replace(each, code="bad-description") if is_long else each


@dataclass(frozen=True, slots=True, kw_only=True)
class Lines(DecisionKind):
    """A list, an item a line, or with commas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(DecisionKind):
    """Many lines for a machine, such as TOML."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeNumber(DecisionKind):
    """A whole number within bounds. `usual` is what an empty text means: with None there may be no number."""

    least: int
    most: int
    code: str = "bad-number"
    usual: int | None = None

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> int | None:
        if is_number(normal(text)):
            return int(text)
        wrong += [self._problem(text[:20])] if text else []
        return self.usual

    def logged(self, value: int | None) -> str:
        return "" if value is None else str(value)

    def problems(self, value: int | None) -> Iterator[Problem]:
        if value is not None and not self.least <= value <= self.most:
            yield self._problem(f"{value:,}")

    def _problem(self, typed: str) -> Problem:
        return Problem(self.code, typed=typed, least=f"{self.least:,}", most=f"{self.most:,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PointInTime(DecisionKind):
    """A moment, with its offset from UTC."""

    def of(self, kept: datetime | str | None) -> datetime | None:
        return datetime.fromisoformat(kept) if isinstance(kept, str) else kept

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> datetime | None:
        return read_moment(text, zone, wrong) if text else None

    def write(self, value: datetime | None, zone: tzinfo) -> str:
        return value.astimezone(zone).strftime("%Y-%m-%dT%H:%M") if value else ""

    def logged(self, value: datetime | None) -> str:
        return value.astimezone(UTC).isoformat() if value else ""

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        return moment(datetime.fromisoformat(logged), lang, zone)


@dataclass(frozen=True, slots=True, kw_only=True)
class YesNo(DecisionKind):
    """Yes or no; `no` and `yes` say what each means."""

    nothing: str = N_("no")
    no: str
    yes: str

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> bool:
        return text == "yes"

    def logged(self, value: bool) -> str:
        return "yes" if value else ""

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        return translations(lang).gettext(N_("yes"))


@dataclass(frozen=True, slots=True, kw_only=True)
class OneOf(DecisionKind):
    """One of those that a site has, by its slug, or none."""

    options: Callable[[Session, Lang], Mapping[str, str]]

    def plain(self, value: str) -> str | None:
        return value or None

    def of(self, kept: str | None) -> str:
        return kept or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWord(DecisionKind):
    """One of a few words; each is told by its label."""

    options: Mapping[str, str]

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        return translations(lang).gettext(self.options.get(logged, logged))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Several(DecisionKind):
    """Several slugs, kept with commas."""

    options: Mapping[str, Any]
    """What can be chosen: an object with a label, or a label, by its slug."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> Sequence[str]:
        return [each.strip() for each in text.split(",") if each.strip()]

    def logged(self, value: Sequence[str]) -> str:
        return ",".join(value)

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        found = [self.options[each] for each in logged.split(",") if each in self.options]
        labels = [translations(lang).gettext(getattr(each, "label", each)) for each in found]
        return listed(labels, lang)

    def plain(self, value: Sequence[str]) -> str:
        return ",".join(value)

    def of(self, kept: str) -> list[str]:
        return [each for each in kept.split(",") if each]


@dataclass(frozen=True, slots=True, kw_only=True)
class SomeOf(_Several):
    """Some of a few, in their own order; `box` begins the name of the box for each."""

    box: str
    code: str

    def plain(self, value: Sequence[str]) -> str:
        return ",".join(each for each in self.options if each in value)

    def problems(self, value: Sequence[str]) -> Iterator[Problem]:
        if unknown := [each for each in value if each not in self.options]:
            typed = unknown[0][:_MOST_SHOWN]
            yield Problem(self.code, typed=typed, suggestions=tuple(self.options))


@dataclass(frozen=True, slots=True, kw_only=True)
class InOrder(_Several):
    """Some of many, in the order in which they were named: `most` at most, in places that begin with `place`."""

    place: str
    most: int


@dataclass(frozen=True, slots=True, kw_only=True)
class Hours(DecisionKind):
    """Numbers of hours before a deadline, separated by commas."""

    most: int
    most_hours: int
    code: str

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> Sequence[int]:
        words = text.replace(",", " ").replace("、", " ").split()
        if all(is_number(word) and len(word) < 5 for word in words):
            return [*map(int, words)]
        wrong.append(self._problem())
        return []

    def write(self, value: Sequence[int], zone: tzinfo) -> str:
        return ", ".join(map(str, value))

    def logged(self, value: Sequence[int]) -> str:
        return ",".join(map(str, value))

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        words = {"hours": logged.replace(",", ", ")}
        return translations(lang).gettext(N_("%(hours)s hours before the deadline")) % words

    def plain(self, value: Sequence[int]) -> str:
        return self.logged(sorted({*value}, reverse=True))

    def of(self, kept: str) -> list[int]:
        return [int(each) for each in kept.split(",") if each]

    def problems(self, value: Sequence[int]) -> Iterator[Problem]:
        if len(value) > self.most or not all(1 <= each <= self.most_hours for each in value):
            yield self._problem()

    def _problem(self) -> Problem:
        return Problem(self.code, many=str(self.most), most=f"{self.most_hours:,}")


@dataclass(frozen=True, slots=True, kw_only=True)
class PointsPerResult(DecisionKind):
    """The points for a win, a draw and a loss: `3/1/0`, or each in a separate field."""

    places: Mapping[str, str] = field(
        default_factory=lambda: {"win": N_("Win"), "draw": N_("Draw"), "loss": N_("Loss")}
    )

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> tuple[int, int, int]:
        values = text.split("/")
        if len(values) != len(self.places) or not all(map(is_number, values)):
            wrong.append(Problem("bad-score", typed=text[:_MOST_SHOWN]))
            return 0, 0, 0
        win, draw, loss = map(int, values)
        return win, draw, loss

    def write(self, value: Sequence[int], zone: tzinfo) -> str:
        return "/".join(map(str, value))

    def logged(self, value: Sequence[int]) -> str:
        return ",".join(map(str, value))

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        return logged.replace(",", "/")


@dataclass(frozen=True, slots=True, kw_only=True)
class Waves(DecisionKind):
    """Moments and how many more places open then."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> Sequence[places.Wave]:
        try:
            return places.read_waves(text, zone)
        except SeasonRefused as refusal:
            wrong += refusal.problems
        return ()

    def write(self, value: Sequence[places.Wave], zone: tzinfo) -> str:
        return places.write_waves(value, zone)

    def logged(self, value: Sequence[places.Wave]) -> str:
        return ",".join(f"{at} +{number}" for at, number in self.plain(value))

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        waves = [each.partition(" +") for each in logged.split(",")]
        told = [f"{moment(datetime.fromisoformat(at), lang, zone)} +{n}" for at, _, n in waves]
        return listed(told, lang)

    def plain(self, value: Sequence[places.Wave]) -> list[Any]:
        return [[at.astimezone(UTC).isoformat(), number] for at, number in value]

    def of(self, kept: Sequence[tuple[str, int]]) -> Sequence[places.Wave]:
        return tuple((datetime.fromisoformat(at), number) for at, number in kept)


@dataclass(frozen=True, slots=True, kw_only=True)
class StageList(DecisionKind):
    """The stages in order, one a line."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> tuple[StagePlan, ...]:
        found, problems = plans.read(text)
        wrong += problems
        return found

    def logged(self, value: Sequence[StagePlan]) -> str:
        return plans.written(value)

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        found, _problems = plans.read(logged)
        return plans.sentence(found, lang)

    def plain(self, value: Sequence[StagePlan]) -> list[dict[str, Any]]:
        return [each.kept() for each in value]

    def of(self, kept: Sequence[Mapping[str, Any]]) -> tuple[StagePlan, ...]:
        return tuple(StagePlan.of(each) for each in kept)


def is_number(text: str) -> bool:
    """Whether it is a number of decimal digits, and no immense one."""
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST


def listed(names: Sequence[str], lang: Lang) -> str:
    """The names in a sentence."""
    return ("、" if lang == "ja" else ", ").join(names)
