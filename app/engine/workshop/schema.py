"""A kind of card as a dataclass, with the rules for each field; reads it from a table, with every mistake at its
place.

A field declares its rules in its annotation, `points: Annotated[int, NumberField(Words("点数", "points"), 1, 9)]`. A
field with a default is optional; one without such an annotation is not part of the table. Everything that reads,
writes, asks for or describes a card follows these rules: a new kind of ability is one dataclass with its words.
"""

from abc import ABC, abstractmethod
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import MISSING, dataclass, field, fields
from functools import cache
from typing import Any, Final, NamedTuple, Protocol, TypeVar, get_type_hints, runtime_checkable

from app.engine.words import Lang, Words
from app.engine.workshop.file import MOST_NAME, File, Part, Path
from app.text.characters import kebab

DO: Final = "do"
"""The key that names the verb of a table, if several are possible."""
SomeRecord = TypeVar("SomeRecord")


@dataclass(frozen=True, slots=True)
class Ask(ABC):
    """What a field may hold, and its names separated by `|`, of which the first is shown."""

    label: Words

    @property
    def ways(self) -> tuple[str, ...]:
        """Its names in both languages."""
        return tuple(way for text in self.label for way in text.split("|"))

    def called(self, lang: Lang) -> str:
        """The name that is shown."""
        return self.label.to(lang).partition("|")[0]

    @abstractmethod
    def read(self, part: Part, key: str, *, needed: bool) -> Any:
        """The value in the table; None if it is missing or refused."""

    def written(self, value: Any) -> Any:
        """The value as plain data, which `read` reads as the same value."""
        return value


@dataclass(frozen=True, slots=True)
class NumberField(Ask):
    """A whole number from `low` to `high`, in steps."""

    low: int
    high: int
    step: int = 1

    @property
    def within(self) -> range:
        """All of them."""
        return range(self.low, self.high + 1, self.step)

    def read(self, part: Part, key: str, *, needed: bool) -> int | None:
        return part.number(key, self.within, needed=needed)


@dataclass(frozen=True, slots=True)
class ChoiceField(Ask):
    """One of these words with their names; the record has the word's value, if that is not the word itself."""

    words: Mapping[str, Words]
    values: Mapping[str, Any] = field(default_factory=dict)

    @classmethod
    def of(cls, label: Words, members: Mapping[Any, Words]) -> "ChoiceField":
        """One of these members of an enumeration."""
        words = {each.value: said for each, said in members.items()}
        return cls(label, words, {each.value: each for each in members})

    def read(self, part: Part, key: str, *, needed: bool) -> Any:
        word = part.choice(key, [*self.words], needed=needed)
        return None if word is None else self.values.get(word, word)

    def written(self, value: Any) -> Any:
        return next((word for word, each in self.values.items() if each == value), value)


@dataclass(frozen=True, slots=True)
class FlagField(Ask):
    """Yes or no."""

    def read(self, part: Part, key: str, *, needed: bool) -> bool | None:
        return part.flag(key, needed=needed)


@dataclass(frozen=True, slots=True)
class TextField(Ask):
    """A text of one line; `sample` is an example, if one is needed.

    If not every text is allowed, `fits` tells which are, and `else_said` is the problem with others.
    """

    most: int = MOST_NAME
    sample: str = ""
    fits: Callable[[str], object] | None = None
    else_said: Words = field(default=Words("", ""))

    def read(self, part: Part, key: str, *, needed: bool) -> str | None:
        text = part.words(key, self.most, needed=needed)
        if text is None or self.fits is None or self.fits(text):
            return text
        part.say(key, self.else_said)
        return None


@dataclass(frozen=True, slots=True)
class CodeField(TextField):
    """A text of one line: one of these words, or a new word that begins a definition."""

    words: Mapping[str, Words] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class SeveralField(Ask):
    """A list of plain values."""

    of: Ask
    least: int
    most: int

    def read(self, part: Part, key: str, *, needed: bool) -> tuple[Any, ...] | None:
        items = part.items(key, self.least if needed else 0, self.most)
        if items is None:
            return None
        found = [self.of.read(items, each, needed=True) for each in items.values]
        return None if None in found else (*found,)

    def written(self, value: Any) -> Any:
        return [self.of.written(each) for each in value]


@dataclass(frozen=True, slots=True)
class DeedField(Ask):
    """One of these verbs, written into the table itself: its name under `by`, then its own fields."""

    verbs: tuple[type, ...]
    by: str = DO

    def read(self, part: Part, key: str, *, needed: bool) -> Any:
        there_are = named(self.verbs)
        word = part.choice(self.by, [*there_are], needed=needed)
        if word is None:  # of what else is written there only what all have can be judged
            part.asked += [name for verb in self.verbs for name in asked(verb)]
            for name, each in asked(self.verbs[0]).items():
                if all(asked(verb).get(name) == each for verb in self.verbs):
                    each.ask.read(part, name, needed=each.is_needed)
            return None
        return _record(part, there_are[word])

    def written(self, value: Any) -> Any:
        return {self.by: name_of(type(value)), **as_data(value)}


@dataclass(frozen=True, slots=True)
class TableField(Ask):
    """A table of this kind inside the table."""

    of: type

    def read(self, part: Part, key: str, *, needed: bool) -> Any:
        inner = part.table(key, needed=needed)
        return inner and read(inner, self.of)

    def written(self, value: Any) -> Any:
        return as_data(value)


@dataclass(frozen=True, slots=True)
class TablesField(Ask):
    """A list of tables, each of this kind, or one of several verbs; `[[card.effects]]` begins one."""

    of: type | tuple[type, ...]
    least: int
    most: int
    by: str = DO

    def read(self, part: Part, key: str, *, needed: bool) -> tuple[Any, ...] | None:
        before = len(part.file.problems)
        found = [self.one(each) for each in part.parts(key, self.most)]
        is_right = len(part.file.problems) == before
        if is_right and len(found) < self.least:
            part.refuse(key, "house-too-few", str(len(found)), there_are=(str(self.least),))
            return None
        return (*found,) if is_right else None

    def one(self, part: Part) -> Any:
        """The record of one of the tables."""
        if isinstance(self.of, type):
            return read(part, self.of)
        before = len(part.file.problems)
        found = DeedField(self.label, self.of, self.by).read(part, self.by, needed=True)
        part.finish()
        return None if len(part.file.problems) > before else found

    def written(self, value: Any) -> Any:
        if isinstance(self.of, type):
            return [as_data(each) for each in value]
        return [DeedField(self.label, self.of, self.by).written(each) for each in value]


class CardFault(NamedTuple):
    """What is wrong with a record whose fields are each correct; `key` is the one to change, or the path to it."""

    key: str | Path
    said: Words


@runtime_checkable
class Judged(Protocol):
    """A record that can tell which of its fields do not fit together."""

    def faults(self) -> Iterable[CardFault]: ...


@runtime_checkable
class Shy(Protocol):
    """A kind of record of which a form does not ask for all fields."""

    @staticmethod
    def asks(data: Mapping[str, Any]) -> Container[str]:
        """The keys that a form asks for after these answers."""
        ...


class Asked(NamedTuple):
    """A field of a kind of record."""

    ask: Ask
    default: Any
    is_needed: bool


def asked(kind: type) -> Mapping[str, Asked]:
    """The fields of this dataclass that belong to the table, by key."""
    if kind not in _ASKED:
        _ASKED[kind] = dict(_found(kind))
    return _ASKED[kind]


_ASKED: Final[dict[type, Mapping[str, Asked]]] = {}


def _found(kind: type) -> Iterator[tuple[str, Asked]]:
    hints = get_type_hints(kind, include_extras=True)
    for each in fields(kind):
        notes = getattr(hints[each.name], "__metadata__", ())
        if ask := next((note for note in notes if isinstance(note, Ask)), None):
            yield each.name, Asked(ask, each.default, each.default is MISSING)


def name_of(verb: type) -> str:
    """The word of a verb in a file: its own, or made of its class name (`HitEnemy` is `hit-enemy`)."""
    return getattr(verb, "word", kebab(verb.__name__))


@cache
def named(verbs: tuple[type, ...]) -> Mapping[str, type]:
    """Verbs by their words."""
    return {name_of(verb): verb for verb in verbs}


def read(part: Part, kind: type[SomeRecord]) -> SomeRecord | None:
    """The record in a table; None if anything is wrong, with each mistake noted at its place in `part.file`."""
    before = len(part.file.problems)
    found = _record(part, kind)
    part.finish()
    return None if len(part.file.problems) > before else found


def right(values: Mapping[str, Any], kind: type) -> dict[str, Any]:
    """The values of the correct fields, whatever else is wrong with the table."""
    said = (
        (key, each.ask.read(File.of(values), key, needed=False))
        for key, each in asked(kind).items()
    )
    return {key: value for key, value in said if value is not None}


def _record(part: Part, kind: type[SomeRecord]) -> SomeRecord | None:
    before = len(part.file.problems)
    said = {
        key: each.ask.read(part, key, needed=each.is_needed) for key, each in asked(kind).items()
    }
    if len(part.file.problems) > before:
        return None
    made = kind(**{key: value for key, value in said.items() if value is not None})
    for fault in made.faults() if isinstance(made, Judged) else ():
        part.say(*fault)
    return made


def as_data(record: Any) -> dict[str, Any]:
    """A record as plain data without default values, which `read` reads as the same record."""
    found: dict[str, Any] = {}
    for key, each in asked(type(record)).items():
        value = getattr(record, key)
        if value is None or (not each.is_needed and value == each.default):
            continue
        written = each.ask.written(value)
        found |= written if isinstance(each.ask, DeedField) else {key: written}
    return found


def all_of(parts: Iterable[Part], kind: type[SomeRecord]) -> Sequence[tuple[Part, SomeRecord]]:
    """The records of the correct ones of these tables, each with its table."""
    found = ((part, read(part, kind)) for part in parts)
    return [(part, record) for part, record in found if record is not None]
