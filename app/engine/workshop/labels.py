"""Cards as people write them in a mail: `カード名：… 能力：衣・食 効果：S01[剣] 名：…`, on one line or on many.

A label is the name of a field in either language, or its key. The label of a list of tables begins a new table. The
text after it is the table's first field, and the blanks of a card follow in brackets. Text that is not understood
stays as written, so that reading the table (`schema.read`) can point to it.
"""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from functools import cache
from typing import Any, Final

from app.engine.words import Lang, Words
from app.engine.workshop import schema
from app.engine.workshop.schema import (
    Ask,
    ChoiceField,
    DeedField,
    FlagField,
    NumberField,
    SeveralField,
    TableField,
    TablesField,
)
from app.errors import Problem
from app.text.characters import key as spelled, normal

_BETWEEN: Final = re.compile(r"[\s・,、/／+＋]+")
_STROKE: Final = re.compile(r"[/／]")
_BLANKS: Final = re.compile(r"([^\[［【]*)[\[［【](.*)[\]］】](.*)", re.DOTALL)
_NO: Final = frozenset({"いいえ", "no", "false", "0", "なし", ""})


def called(verb: type) -> Words:
    """The name of a verb or a kind of card."""
    name = schema.name_of(verb)
    found: Words = getattr(verb, "called", Words(name, name))
    return found


@dataclass(slots=True)
class _Open:
    """A table that is being written, and what may stand in it."""

    kind: type
    data: dict[str, Any]


def table(text: str, kind: type) -> tuple[dict[str, Any], list[str]]:
    """The data of a card of this kind in the text, and the words without a label."""
    labels = _labels(kind)
    found: dict[str, Any] = {}
    stack = [_Open(kind, found)]
    pieces = _cut(kind).split(text)
    strays = [piece.strip() for piece in pieces[:1] if piece.strip()]
    for label, value in zip(pieces[1::2], pieces[2::2], strict=True):
        if not _place(stack, labels[spelled(label)], value.strip(" \t\r\n　、,／/")):
            strays.append(f"{label}：{value.strip()}")
    return found, strays


def _place(stack: list[_Open], keys: frozenset[str], value: str) -> bool:
    """Put the value into the innermost open table that has this field without a value."""
    for depth in range(len(stack), 0, -1):
        here = stack[depth - 1]
        for key, asked in schema.asked(here.kind).items():
            if key in keys and (key not in here.data or isinstance(asked.ask, TablesField)):
                del stack[depth:]
                _write(stack, here, key, asked.ask, value)
                return True
    return False


def _write(stack: list[_Open], here: _Open, key: str, ask: Ask, value: str) -> None:
    match ask:
        case TablesField() | TableField():
            made: dict[str, Any] = {}
            if isinstance(ask, TablesField):
                here.data.setdefault(key, []).append(made)
            else:
                here.data[key] = made
            if isinstance(ask.of, type):
                stack.append(_Open(ask.of, made))
                _begin(stack, made, ask.of, value)
            else:
                _verb(stack, made, ask.of, getattr(ask, "by", schema.DO), value)
        case DeedField():
            _verb(stack, here.data, ask.verbs, ask.by, value)
        case SeveralField():
            here.data[key] = [value_of(ask.of, each) for each in _items(ask.of, value)]
        case _:
            here.data[key] = value_of(ask, value)


def _verb(
    stack: list[_Open], data: dict[str, Any], verbs: tuple[type, ...], by: str, value: str
) -> None:
    """Put a verb, by its name in either language, into the data."""
    there_are = {
        spelled(word): each for each in verbs for word in (*called(each), schema.name_of(each))
    }
    verb = there_are.get(spelled(value))
    data[by] = schema.name_of(verb) if verb else value
    if verb:
        stack.append(_Open(verb, data))


def _begin(stack: list[_Open], made: dict[str, Any], kind: type, value: str) -> None:
    """Fill the first field of a new table, and the blanks in brackets after it: `S04[戦闘・盾]`."""
    found = _BLANKS.fullmatch(value)
    head, blanks, rest = found.groups() if found else (value, "", "")
    fields = schema.asked(kind)
    first, *others = fields
    _write(stack, stack[-1], first, fields[first].ask, f"{head.rstrip()} {rest}".strip())
    choices = [(key, fields[key].ask) for key in others if isinstance(fields[key].ask, ChoiceField)]
    for blank in _BETWEEN.split(blanks):
        for key, ask in choices:
            if key not in made and blank and isinstance(ask, ChoiceField) and _word(ask, blank):
                made[key] = _word(ask, blank)
                break
        else:
            if blank:
                made[blank] = blank  # a key that nobody asks for, which is refused by name


def _items(ask: Ask, value: str) -> list[str]:
    """The items of a list; a stroke separates items that contain blanks or commas."""
    if isinstance(ask, ChoiceField) and _word(ask, value):
        return [value]
    between = _STROKE if _STROKE.search(value) else _BETWEEN
    return [each.strip() for each in between.split(value) if each.strip()]


def value_of(ask: Ask, value: str) -> Any:
    """The value of this text; the text itself if it is not understood."""
    match ask:
        case NumberField():
            digits = normal(value).replace("−", "-").replace("+", "").strip()
            return int(digits) if re.fullmatch(r"-?\d{1,9}", digits) else value
        case ChoiceField():
            return _word(ask, value) or value
        case FlagField():
            return spelled(value) not in _NO
    return value


def _word(ask: ChoiceField, value: str) -> str:
    """The word that is written so or has this name in either language."""
    there_are = {spelled(way): word for word, words in ask.words.items() for way in (*words, word)}
    return there_are.get(spelled(value), "")


@cache
def _labels(kind: type) -> Mapping[str, frozenset[str]]:
    """The keys that a label may mean, in this kind and in all tables inside it."""
    found: dict[str, set[str]] = {}
    for inner in _kinds(kind):
        for key, asked in schema.asked(inner).items():
            for way in (*asked.ask.ways, key):
                found.setdefault(spelled(way), set()).add(key)
    return {label: frozenset(keys) for label, keys in found.items()}


@cache
def _cut(kind: type) -> re.Pattern[str]:
    ways = {
        way
        for inner in _kinds(kind)
        for key, asked in schema.asked(inner).items()
        for way in (*asked.ask.ways, key)
    }
    longest_first = sorted(map(re.escape, ways), key=len, reverse=True)
    return re.compile(
        rf"(?:^|(?<=[\s　、,／/]))({'|'.join(longest_first)})\s*[:：]", re.IGNORECASE | re.MULTILINE
    )


def in_words(problem: Problem, kind: type, lang: Lang) -> Problem:
    """The problem in the author's terms: with labels, and without a number for the only card."""
    known = _known(kind, lang)
    where, *words = problem.words
    _, *places = where.split(", ")
    named = [
        known.get(place.partition(" ")[0], place) + place[len(place.partition(" ")[0]) :]
        for place in places
    ]
    return replace(
        problem,
        line=0,
        words=(" ".join(named) or known[""], *(known.get(each, each) for each in words)),
        suggestions=tuple(known.get(each, each) for each in problem.suggestions),
    )


@cache
def _known(kind: type, lang: Lang) -> Mapping[str, str]:
    """The names of keys, words and verbs."""
    found = {"": "カード" if lang == "ja" else "card"}
    for inner in _kinds(kind):
        found[schema.name_of(inner)] = called(inner).to(lang)
        for key, asked in schema.asked(inner).items():
            found.setdefault(
                asked.ask.by if isinstance(asked.ask, DeedField) else key, asked.ask.called(lang)
            )
            one = asked.ask.of if isinstance(asked.ask, SeveralField) else asked.ask
            if isinstance(one, ChoiceField):
                found |= {word: words.to(lang) for word, words in one.words.items()}
    return found


def _kinds(kind: type) -> Iterator[type]:
    """The kind, and those of all tables in it."""
    yield kind
    for asked in schema.asked(kind).values():
        ask = asked.ask
        inner = ask.verbs if isinstance(ask, DeedField) else getattr(ask, "of", ())
        for each in (
            (inner,) if isinstance(inner, type) else inner if isinstance(inner, tuple) else ()
        ):
            yield from _kinds(each)


@dataclass(frozen=True, slots=True)
class _Writer:
    """Writes cards in a language, or without one in the keys and words of a file."""

    lang: Lang | None

    @property
    def colon(self) -> str:
        """Behind a label."""
        return "：" if self.lang == "ja" else ": "

    def lines(self, data: Mapping[str, Any], kind: type, indent: str = "") -> Iterator[str]:
        """One label a line; inner tables are indented."""
        fields = sorted(schema.asked(kind).items(), key=lambda each: isinstance(each[1].ask, _LONG))
        for key, asked in fields:
            ask = asked.ask
            if isinstance(ask, DeedField) and ask.by in data:
                yield from self.deed(data, ask.verbs, ask.by, self.label(key, ask), indent)
            elif key not in data:
                continue
            elif isinstance(ask, _LONG):
                for each in data[key] if isinstance(ask, TablesField) else [data[key]]:
                    yield from self.table(each, ask, self.label(key, ask), indent)
            else:
                yield f"{indent}{self.label(key, ask)}{self.said(ask, data[key])}"

    def label(self, key: str, ask: Ask) -> str:
        """The name of the field with its colon."""
        return f"{ask.called(self.lang) if self.lang else key}{self.colon}"

    def table(
        self, data: Mapping[str, Any], ask: TablesField | TableField, label: str, indent: str
    ) -> Iterator[str]:
        """A table: its first field, in brackets the words for its blanks, and below everything else."""
        if not isinstance(ask.of, type):
            yield from self.deed(data, ask.of, getattr(ask, "by", schema.DO), label, indent)
            return
        fields = schema.asked(ask.of)
        first, *others = fields
        rest = {key: value for key, value in data.items() if key != first}
        chosen = {key: fields[key].ask for key in others if key in data}
        blanks = {
            key: said
            for key, each in chosen.items()
            if isinstance(each, ChoiceField)
            and data[key] in each.words
            and not _BETWEEN.search(said := self.said(each, data[key]))
        }
        inside = "[" + ("・" if self.lang == "ja" else ", ").join(blanks.values()) + "]"
        yield f"{indent}{label}{data.get(first, '')}{inside if blanks else ''}"
        left = {key: value for key, value in rest.items() if key not in blanks}
        yield from self.lines(left, ask.of, f"{indent}  ")

    def deed(
        self, data: Mapping[str, Any], verbs: tuple[type, ...], by: str, label: str, indent: str
    ) -> Iterator[str]:
        """A verb, and its own fields below."""
        word = data.get(by, "")
        verb = schema.named(verbs).get(word)
        yield f"{indent}{label}{called(verb).to(self.lang) if verb and self.lang else word}"
        if verb:
            yield from self.lines(data, verb, f"{indent}  ")

    def said(self, ask: Ask, value: Any) -> str:
        """A value as `value_of` reads it."""
        match ask:
            case SeveralField():
                items = [self.said(ask.of, each) for each in value]
                usual = "・" if self.lang == "ja" else ", "
                return (" / " if any(map(_BETWEEN.search, items)) else usual).join(items)
            case ChoiceField() if value in ask.words and self.lang:
                return ask.words[value].to(self.lang)
            case FlagField():
                return _YES_NO[bool(value)].to(self.lang or "en")
        return str(value)


_LONG: Final = (TablesField, TableField)
"""Fields with tables, which come last: everything after them may belong to them."""
_YES_NO: Final = (Words("いいえ", "no"), Words("はい", "yes"))


def written(data: Mapping[str, Any], kind: type, lang: Lang | None) -> str:
    """The data of a card as labels and values, one label a line, which `table` reads as the same data.

    Without a language it uses the keys and words of a file, which never change.
    """
    return "\n".join(_Writer(lang).lines(data, kind))


def on_one_line(data: Mapping[str, Any], kind: type, lang: Lang | None) -> str:
    """Like `written`, on one line; empty if it would be read differently."""
    line = " ".join(written(data, kind, lang).split())
    return line if table(line, kind) == (data, []) else ""
