"""The kinds of decisions: how a value is typed, stored, logged, and shown.

They do not depend on forms, options or database models.
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
"""The most digits of a number."""
_MOST_SHOWN: Final = 40


@dataclass(frozen=True, slots=True, kw_only=True)
class FormPart:
    """One field in which a decision, or a part of one, is typed: in a form, an option, or a property of the API.

    `label` and `meaning` are messages of the catalogue. `empty`: what an empty field means. `example`: a valid value.
    `option`: the name on the command line, if it is not `name`. `codes`: the problems shown at this field.
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
    """A value typed as text and stored unchanged. `nothing`: what is shown if nothing was decided."""

    nothing: str = "–"
    parts: tuple[FormPart, ...] = ()
    """The fields in which it is typed, if there are several."""

    def read(self, text: str, zone: tzinfo, wrong: list[Problem]) -> Any:
        """Read a value from this text, in this time zone. Problems are appended to `wrong`."""
        return text

    def write(self, value: Any, zone: tzinfo) -> str:
        """Return a text that `read` turns into this value."""
        return self.logged(value)

    def logged(self, value: Any) -> str:
        """Return the value in the form of the log; empty if nothing was decided."""
        return str(value or "")

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        """Return a logged value in words for a reader."""
        return logged

    def plain(self, value: Any) -> Any:
        """Return the value in the form of a database row."""
        return value

    def of(self, kept: Any) -> Any:
        """Return the value from the form of a database row."""
        return kept

    def apart(self, value: Any, game: str) -> Mapping[str, Any]:
        """Return the values of the fields in a season of this game, by name."""
        raise NotImplementedError

    def whole(self, typed: Mapping[str, Any], game: str, rules: str, wrong: list[Problem]) -> Any:
        """Return the value made of these fields, in a season of this game. Problems are appended to `wrong`."""
        raise NotImplementedError

    def problems(self, value: Any) -> Iterator[Problem]:
        """Yield what is wrong with the value by itself."""
        yield from ()

    def told(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        """Return a logged value in words for a reader, or `nothing` if it is empty."""
        return self.said(logged, lang, zone) if logged else translations(lang).gettext(self.nothing)


@dataclass(frozen=True, slots=True, kw_only=True)
class Text(DecisionKind):
    """One line of text with a greatest length."""

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
    """A list: one item per line, or separated by commas."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Source(DecisionKind):
    """Source text of many lines, such as TOML."""


@dataclass(frozen=True, slots=True, kw_only=True)
class WholeNumber(DecisionKind):
    """A whole number within bounds. `usual`: the value of an empty text; None if no number is needed."""

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
    """One of the site's objects, by its slug, or none."""

    options: Callable[[Session, Lang], Mapping[str, str]]

    def plain(self, value: str) -> str | None:
        return value or None

    def of(self, kept: str | None) -> str:
        return kept or ""


@dataclass(frozen=True, slots=True, kw_only=True)
class OneWord(DecisionKind):
    """One of a few words, each shown by its label."""

    options: Mapping[str, str]

    def said(self, logged: str, lang: Lang, zone: tzinfo) -> str:
        return translations(lang).gettext(self.options.get(logged, logged))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Several(DecisionKind):
    """Several slugs, stored with commas."""

    options: Mapping[str, Any]
    """The choices by slug: each an object with a label, or a label."""

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
    """Some of a few choices, stored in their fixed order. `box`: the beginning of each checkbox's name."""

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
    """Up to `most` choices, in the order chosen. `place`: the beginning of each field's name."""

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
    """The times at which more places open, and how many."""

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
    """Whether the text is a number of at most nine decimal digits."""
    return text.isascii() and text.isdigit() and len(text) <= _LONGEST


def listed(names: Sequence[str], lang: Lang) -> str:
    """Return the names as a list in a sentence."""
    return ("、" if lang == "ja" else ", ").join(names)
